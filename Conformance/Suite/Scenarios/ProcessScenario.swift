/// What a second process of a case does: a function with a name, so that another process can find it.
///
/// The scenario gets a request for the database and arguments, and speaks with the case in lines.
public struct ProcessScenario: Sendable {
  /// What begins a line of a scenario, so that other output of the process is not taken for one.
  static let lineMark: Character = "\u{1e}"

  /// The name, which no other scenario has.
  public let name: String
  /// What the process does.
  public let body: @Sendable (ScenarioContext) async throws -> Void

  /// Creates a scenario.
  public init(_ name: String, _ body: @escaping @Sendable (ScenarioContext) async throws -> Void) {
    self.name = name
    self.body = body
  }

  /// All scenarios of the suite. One that is missing here cannot be played.
  static var all: [ProcessScenario] { transactions + concurrency + encryption + migrations + observation }

  /// The scenario with a name, among those of the suite and of the driver's engine layer.
  static func named(_ name: String, for driver: any DriverUnderTest) -> ProcessScenario? {
    (all + ((driver.engineLayer as? any EngineLayerScenarios)?.scenarios ?? [])).first { $0.name == name }
  }
}

/// The first line that a playing process reads: what to play, and on what.
///
/// It goes by standard input, and not as an argument, because a request may carry a key.
struct ScenarioOrder: Sendable, Codable {
  var scenario: String
  var request: DriverRequest
  var arguments: [String: String]
}
