/// A statement that wraps another one and forwards every call that it doesn't implement itself.
///
/// ```swift
/// final class CountingStatement<Base: DriverStatement>: ForwardingStatement {
///   let base: Base
///   private(set) var starts = 0
///
///   init(base: Base) { self.base = base }
///
///   func start(_ values: [SQLValue]) throws(DatabaseError) {
///     starts += 1
///     try base.start(values)
///   }
/// }
/// ```
public protocol ForwardingStatement: DriverStatement {
  /// The type of the wrapped statement.
  associatedtype Base: DriverStatement

  /// The wrapped statement.
  var base: Base { get }
}

extension ForwardingStatement {
  /// The text of the wrapped statement.
  public var sql: String { base.sql }

  /// The result columns of the wrapped statement.
  public var columns: [ColumnDescription] { base.columns }

  /// The names of the wrapped statement's parameters.
  public var parameterNames: [String?] { base.parameterNames }

  /// Whether the wrapped statement doesn't directly change the database file.
  public var isReadOnly: Bool { base.isReadOnly }

  /// Whether the wrapped statement can run again.
  public var isReusable: Bool { base.isReusable }

  /// What the wrapped statement reads, and what it has written.
  public var effects: StatementEffects? { base.effects }

  /// Checks that the engine accepts the text.
  ///
  /// - Throws: The error of the wrapped statement.
  public nonisolated(nonsending) func verify() async throws(DatabaseError) { try await base.verify() }

  /// Starts the wrapped statement with values.
  ///
  /// - Throws: The error of the wrapped statement.
  public func start(_ values: [SQLValue]) throws(DatabaseError) { try base.start(values) }

  /// Appends rows of the wrapped statement.
  ///
  /// - Throws: The error of the wrapped statement.
  public nonisolated(nonsending) func step(
    into batch: SQLRowBatch, limit: Int
  ) async throws(DatabaseError) -> StepResult { try await base.step(into: batch, limit: limit) }

  /// Ends the execution of the wrapped statement.
  public func reset() { base.reset() }

  /// Frees the wrapped statement.
  public func finalize() { base.finalize() }
}

extension ForwardingStatement where Self: SynchronousDriverStatement {
  /// Steps without suspending.
  ///
  /// - Throws: The error of ``SynchronousDriverStatement/stepSynchronously(into:limit:)``.
  public nonisolated(nonsending) func step(
    into batch: SQLRowBatch, limit: Int
  ) async throws(DatabaseError) -> StepResult { try stepSynchronously(into: batch, limit: limit) }
}

extension ForwardingStatement where Self: SynchronousDriverStatement, Base: SynchronousDriverStatement {
  /// The memory of the wrapped statement while it is cached.
  public var memoryUse: Int { base.memoryUse }

  /// Appends rows of the wrapped statement.
  ///
  /// - Throws: The error of the wrapped statement.
  public func stepSynchronously(
    into batch: SQLRowBatch, limit: Int
  ) throws(DatabaseError) -> StepResult { try base.stepSynchronously(into: batch, limit: limit) }
}
