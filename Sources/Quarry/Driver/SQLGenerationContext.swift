#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The context for rendering a query: the capabilities of the connection, and the policy for missing features.
public final class SQLGenerationContext: Sendable {
  /// The capabilities of the connection.
  public let capabilities: DriverCapabilities
  /// Whether Quarry lowers features that the engine lacks to equivalent forms.
  public let policy: FeaturePolicy
  /// The known facts about the connection's schema.
  let schema: KnownSchema
  /// The texts of queries that were rendered for the connection.
  let shapes = StatementShapes()
  /// Equal for contexts that render everything identically.
  let likeness: Likeness
  /// Whether the driver limits values more than the engine does, so that each one is looked at.
  let checksValues: Bool
  /// Whether the driver limits statements more than the engine does, so that each one is looked at.
  let checksShapes: Bool
  /// Called with each feature that was lowered.
  let noteLowering: (@Sendable (SQLFeature) -> Void)?
  /// The clock of changes to columns with a time stamp.
  let now: @Sendable () -> Date

  final class Likeness: Sendable {}

  /// Creates a context.
  public convenience init(capabilities: DriverCapabilities, policy: FeaturePolicy = .lower) {
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
    checksValues = capabilities.checksValues
    checksShapes = !capabilities.hasOnlyEngineLimits
    schema = KnownSchema()
    likeness = Likeness()
  }

  // An asynchronous function would copy the capabilities.

  /// Throws for a statement that the driver can't transfer.
  func require(_ fragment: SQLFragment) throws(DatabaseError) { try fragment.requireCarriable(capabilities) }

  /// Throws for a prepared statement beyond a limit.
  func require(_ parameters: Int, _ columns: [ColumnDescription], _ sql: String) throws(DatabaseError) {
    try capabilities.requireWithinLimits(parameters: parameters, columns: columns, sql: sql)
  }

  /// Creates a context for another connection of the database that a context belongs to.
  init(capabilities: DriverCapabilities, after first: SQLGenerationContext) {
    self.capabilities = capabilities
    policy = first.policy
    now = first.now
    noteLowering = first.noteLowering
    checksValues = capabilities.checksValues
    checksShapes = !capabilities.hasOnlyEngineLimits
    schema = KnownSchema()
    likeness = capabilities == first.capabilities ? first.likeness : Likeness()
  }

  /// The engine of the connection.
  public var engine: DatabaseEngine { capabilities.engine }
}

/// The contexts of the connections of one database.
///
/// They almost always render identically. After a server or a library was replaced, they can differ.
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

  /// Returns the context of a new connection.
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
