#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// What rendering a query may rely on: what the connection can do, and what to do where it cannot.
public struct SQLGenerationContext: Sendable {
  /// What the connection can do.
  public let capabilities: DriverCapabilities
  /// Whether an exact equivalent may stand for a feature that the engine lacks.
  public let policy: FeaturePolicy
  /// What is known of the schema behind the connection.
  let schema: KnownSchema
  /// The same for contexts that render everything alike.
  let likeness: Likeness
  /// Told of a feature for which an equivalent stands.
  let noteLowering: (@Sendable (SQLFeature) -> Void)?
  /// The clock of changes to columns with a time stamp.
  let now: @Sendable () -> Date

  final class Likeness: Sendable {}

  /// Creates a context.
  public init(capabilities: DriverCapabilities, policy: FeaturePolicy = .lower) {
    self.init(capabilities: capabilities, policy: policy, noteLowering: nil)
  }

  init(
    capabilities: DriverCapabilities, policy: FeaturePolicy, noteLowering: (@Sendable (SQLFeature) -> Void)?,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.capabilities = capabilities
    self.policy = policy
    self.now = now
    self.noteLowering = noteLowering
    schema = KnownSchema()
    likeness = Likeness()
  }

  /// Creates a context for another connection of the database that a context belongs to.
  init(capabilities: DriverCapabilities, after first: SQLGenerationContext) {
    self.capabilities = capabilities
    policy = first.policy
    now = first.now
    noteLowering = first.noteLowering
    schema = KnownSchema()
    likeness = capabilities == first.capabilities ? first.likeness : Likeness()
  }

  /// The engine behind the connection.
  public var engine: DatabaseEngine { capabilities.engine }
}

/// The contexts of the connections of one database.
///
/// Almost always they render alike; after a server or a library was replaced, they need not.
final class SQLGenerationContexts: Sendable {
  private let policy: FeaturePolicy
  private let noteLowering: (@Sendable (SQLFeature) -> Void)?
  private let now: @Sendable () -> Date
  private let first = Protected<SQLGenerationContext?>(nil)

  init(
    policy: FeaturePolicy, now: @escaping @Sendable () -> Date = { Date() },
    noteLowering: (@Sendable (SQLFeature) -> Void)? = nil
  ) {
    self.policy = policy
    self.now = now
    self.noteLowering = noteLowering
  }

  /// The context of a connection that was just opened.
  func context(for capabilities: DriverCapabilities) -> SQLGenerationContext {
    first.withLock { first in
      if let first { return SQLGenerationContext(capabilities: capabilities, after: first) }
      let context = SQLGenerationContext(
        capabilities: capabilities, policy: policy, noteLowering: noteLowering, now: now)
      first = context
      return context
    }
  }
}
