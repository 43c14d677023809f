public import Quarry

/// What a scenario runs in, in the second process.
public struct ScenarioContext: Sendable {
  /// The driver under test, made anew in this process.
  public let driver: any DriverUnderTest
  /// The database of the case.
  public let request: DriverRequest
  /// What else the case gave.
  public let arguments: [String: String]
  private let output: @Sendable (String) -> Void

  init(
    driver: any DriverUnderTest, request: DriverRequest, arguments: [String: String],
    output: @escaping @Sendable (String) -> Void
  ) {
    self.driver = driver
    self.request = request
    self.arguments = arguments
    self.output = output
  }

  /// Opens the database of the case.
  public func database(readers: Int = 1) async throws -> Database {
    try await Database(
      try await driver.driver(for: request), configuration: DatabaseConfiguration(maximumReaders: readers))
  }

  /// A number among the arguments.
  public func number(_ name: String) -> Int { arguments[name].flatMap { Int($0) } ?? 0 }

  /// Says a line to the case.
  public func say(_ line: String) { output(line) }

  /// Waits for a line of the case; nil when the case has no more to say. It blocks its thread, and may: it is the only
  /// thing that this process waits for.
  public func hear() -> String? { readLine() }
}
