public import Quarry

/// The context of a scenario in the second process.
public struct ScenarioContext: Sendable {
  /// The driver under test, created in this process.
  public let driver: any DriverUnderTest
  /// The database of the case.
  public let request: DriverRequest
  /// The further arguments of the case.
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
  ///
  /// - Throws: The error of opening the database.
  public func database(readers: Int = 1) async throws -> Database {
    try await Database(
      try await driver.driver(for: request), configuration: DatabaseConfiguration(maximumReaders: readers))
  }

  /// Returns an argument as a number, or 0.
  public func number(_ name: String) -> Int { arguments[name].flatMap { Int($0) } ?? 0 }

  /// Sends a line to the case.
  public func say(_ line: String) { output(line) }

  /// Waits for a line of the case. Returns `nil` if there are no more lines. It blocks its thread, which is fine
  /// because this process waits for nothing else.
  public func hear() -> String? { readLine() }
}
