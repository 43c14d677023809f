/// Keeps the error that a function written in Swift has thrown, until the statement that called it fails.
final class SQLiteFunctionErrors {
  private var last: (any Error)?

  func keep(_ error: any Error) { last = error }

  func take() -> (any Error)? {
    defer { last = nil }
    return last
  }
}
