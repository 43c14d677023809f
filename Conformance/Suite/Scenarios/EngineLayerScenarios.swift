/// An engine layer that brings what second processes do with its own interface.
public protocol EngineLayerScenarios: EngineLayer {
  /// The scenarios, whose names no other scenario has.
  var scenarios: [ProcessScenario] { get }
}
