#if Command
internal import Quarry

/// The ways to ask for a key on the terminal.
enum SecretQuestion: Sendable {
  /// For a file that already has the passphrase.
  case once
  /// For a file that gets the passphrase. It's typed twice, because the input isn't shown.
  case twice

  /// Asks for a key.
  ///
  /// - Parameter name: The purpose of the key.
  /// - Returns: `nil` if there is no terminal.
  /// - Throws: ``CommandError`` if the input is empty, or if two inputs differ.
  func ask(for name: String, on console: Console) throws -> DriverSecret? {
    guard let answer = try console.secret("Key of \(CellText.visible(name)): ") else { return nil }
    guard !answer.isEmpty else { throw CommandError("the key is empty", exit: .usage) }
    if self == .twice {
      guard try console.secret("The same key again: ") == answer else {
        throw CommandError("the two keys differ", exit: .usage)
      }
    }
    return DriverSecret(bytes: answer)
  }
}
#endif
