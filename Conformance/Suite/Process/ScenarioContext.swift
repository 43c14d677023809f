public import Quarry

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

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

extension Conformance {
  /// What begins a line of a scenario, so that other output of the process is not taken for one.
  static let scenarioMark: Character = "\u{1e}"

  /// Plays the scenario that standard input names: the main function of a host's second process.
  ///
  /// - Parameters:
  ///   - driver: the driver under test, as the cases have it.
  ///   - write: takes the text for standard output, which must leave the process at once.
  /// - Returns: the exit code.
  public static func playScenario(
    _ driver: any DriverUnderTest, write: @escaping @Sendable (String) -> Void = writeAtOnce
  ) async -> Int32 {
    let say: @Sendable (String) -> Void = { line in
      write("\(scenarioMark)\(line.split(whereSeparator: \.isNewline).joined(separator: " "))\n")
    }
    guard let line = readLine(),
      let order = try? JSONDecoder().decode(ScenarioOrder.self, from: Data(line.utf8)),
      let scenario = ProcessScenario.named(order.scenario)
    else {
      say("error: standard input does not name a scenario of this suite")
      return 2
    }
    do {
      try await scenario.body(
        ScenarioContext(driver: driver, request: order.request, arguments: order.arguments, output: say))
      return 0
    } catch {
      say("error: \(error)")
      return 1
    }
  }
}
