/// An engine layer with scenarios for second processes that use its own interface.
public protocol EngineLayerScenarios: EngineLayer {
  /// The scenarios. Their names must be unique.
  var scenarios: [ProcessScenario] { get }
}
