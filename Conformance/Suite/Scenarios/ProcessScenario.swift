/// The code of a case's second process: a function with a name, so that another process can find it.
///
/// The scenario receives a request for the database and arguments, and exchanges lines with the case.
public struct ProcessScenario: Sendable {
  /// The first character of a scenario's line, which distinguishes it from other output of the process.
  static let lineMark: Character = "\u{1e}"

  /// The name. It must be unique.
  public let name: String
  /// The code of the process.
  public let body: @Sendable (ScenarioContext) async throws -> Void

  /// Creates a scenario.
  public init(_ name: String, _ body: @escaping @Sendable (ScenarioContext) async throws -> Void) {
    self.name = name
    self.body = body
  }

  /// All scenarios of the suite.
  static var all: [ProcessScenario] { transactions + concurrency + encryption + migrations + observation }

  /// Returns the scenario with a name, from the suite or the driver's engine layer.
  static func named(_ name: String, for driver: any DriverUnderTest) -> ProcessScenario? {
    (all + ((driver.engineLayer as? any EngineLayerScenarios)?.scenarios ?? [])).first { $0.name == name }
  }
}

/// The first line that a second process reads: the scenario and its database.
///
/// It is sent over standard input instead of as an argument, because a request can contain a key.
struct ScenarioOrder: Sendable, Codable {
  var scenario: String
  var request: DriverRequest
  var arguments: [String: String]
}
