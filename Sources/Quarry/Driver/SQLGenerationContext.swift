/// What rendering a query may rely on: what the connection can do, and what to do where it cannot.
public struct SQLGenerationContext: Sendable {
  /// What the connection can do.
  public let capabilities: Capabilities
  /// Whether an exact equivalent may stand for a feature that the engine lacks.
  public let policy: FeaturePolicy
  /// What is known of the schema behind the connection.
  let schema: KnownSchema
  /// The same for contexts that render everything alike.
  let likeness: Likeness

  final class Likeness: Sendable {}

  /// Creates a context.
  public init(capabilities: Capabilities, policy: FeaturePolicy = .lower) {
    self.capabilities = capabilities
    self.policy = policy
    schema = KnownSchema()
    likeness = Likeness()
  }

  /// Creates a context for another connection of the database that a context belongs to.
  init(capabilities: Capabilities, after first: SQLGenerationContext) {
    self.capabilities = capabilities
    policy = first.policy
    schema = KnownSchema()
    likeness = capabilities == first.capabilities ? first.likeness : Likeness()
  }

  /// The engine behind the connection.
  public var engine: Engine { capabilities.engine }
}

/// The contexts of the connections of one database.
///
/// Almost always they render alike; after a server or a library was replaced, they need not.
final class SQLGenerationContexts: Sendable {
  private let policy: FeaturePolicy
  private let first = Protected<SQLGenerationContext?>(nil)

  init(policy: FeaturePolicy) { self.policy = policy }

  /// The context of a connection that was just opened.
  func context(for capabilities: Capabilities) -> SQLGenerationContext {
    first.withLock { first in
      if let first { return SQLGenerationContext(capabilities: capabilities, after: first) }
      let context = SQLGenerationContext(capabilities: capabilities, policy: policy)
      first = context
      return context
    }
  }
}
