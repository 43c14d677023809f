/// What rendering a query may rely on: what the connection can do, and what to do where it cannot.
public struct SQLGenerationContext: Sendable {
  /// What the connection can do.
  public var capabilities: Capabilities
  /// Whether an exact equivalent may stand for a feature that the engine lacks.
  public var policy: FeaturePolicy

  /// Creates a context.
  public init(capabilities: Capabilities, policy: FeaturePolicy = .lower) {
    self.capabilities = capabilities
    self.policy = policy
  }

  /// The engine behind the connection.
  public var engine: Engine { capabilities.engine }
}
