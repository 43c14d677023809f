/// A prepared statement. It hands over rows in batches, addressed by column index.
///
/// The core calls ``start(_:)``, then ``step(into:limit:)`` until it is done or enough, then ``reset()``.
public protocol DriverStatement: AnyObject, SendableMetatype {
  /// The SQL text of this one statement.
  var sql: String { get }

  /// The result columns; empty for a statement without rows. A remote driver may know them only after the first step.
  var columns: [ColumnDescription] { get }

  /// The parameters' names with their sigil, in order of their numbers; `nil` for one without a name.
  var parameterNames: [String?] { get }

  /// Whether the statement makes no direct change to the database file.
  ///
  /// Source: <https://sqlite.org/c3ref/stmt_readonly.html>.
  var isReadOnly: Bool { get }

  /// Whether the statement may be run again after ``reset()`` without preparing it again.
  var isReusable: Bool { get }

  /// What the statement reads, and what it has written since it was started, or `nil` if the driver doesn't know: then it
  /// counts as reading everything and, unless it only reads, as writing everything.
  ///
  /// Only asked after ``DriverConnection/trackEffects()``, when the last step was made and before the next start. The default
  /// is `nil`.
  var effects: StatementEffects? { get }

  /// Makes sure that the engine takes the text, where preparing did not ask it.
  ///
  /// The core calls it before it refuses a number of values: a text that makes no sense has no parameters to speak of.
  /// A driver whose engine prepares needs nothing.
  nonisolated(nonsending) func verify() async throws(DatabaseError)

  /// Gives values to all parameters, in order. The count was checked by the core.
  func start(_ values: [SQLValue]) throws(DatabaseError)

  /// Appends at most `limit` rows to `batch`, which the core has emptied for this statement's columns.
  ///
  /// A statement that learns its columns only in its first step empties the batch for them itself, by
  /// ``SQLRowBatch/removeAllRows(columnCount:)``; the core asks for ``columns`` again after the step.
  nonisolated(nonsending) func step(into batch: SQLRowBatch, limit: Int) async throws(DatabaseError) -> StepResult

  /// Ends the execution and forgets the values, so that the statement can be started again.
  func reset()

  /// Frees the statement. Nothing is called on it afterwards.
  func finalize()
}

extension DriverStatement {
  /// Not known; see the requirement.
  public var effects: StatementEffects? { nil }

  /// Nothing; see the requirement.
  public nonisolated(nonsending) func verify() async throws(DatabaseError) {}
}

/// A result column.
public struct ColumnDescription: Sendable, Hashable {
  /// The name, as the engine gives it.
  public var name: String
  /// The declared type of a table column; `nil` for an expression.
  public var declaredType: String?

  /// Creates a description.
  public init(name: String, declaredType: String? = nil) {
    self.name = name
    self.declaredType = declaredType
  }
}

/// What an engine in the same process adds: the same calls without suspension.
///
/// The core chooses it statically when a pool is built, so that local work pays no suspension per row or call.
public protocol SynchronousDriverConnection: DriverConnection where Statement: SynchronousDriverStatement {
  /// Prepares the first statement of `sql`, as ``DriverConnection/prepare(_:)`` does.
  func prepareSynchronously(_ sql: String) throws(DatabaseError) -> PreparedStatement<Statement>?

  /// A number that is another one after somebody else has committed a change, as
  /// ``DriverConnection/changePosition()`` returns it. The default refuses with `.unsupportedFeature`.
  func changePositionSynchronously() throws(DatabaseError) -> UInt64

  /// Closes the connection. A second call does nothing.
  func closeSynchronously()
}

extension SynchronousDriverConnection {
  /// Prepares without suspending.
  public nonisolated(nonsending) func prepare(
    _ sql: String
  ) async throws(DatabaseError) -> PreparedStatement<Statement>? {
    try prepareSynchronously(sql)
  }

  /// Refuses; see the requirement.
  public func changePositionSynchronously() throws(DatabaseError) -> UInt64 { throw DatabaseError.noChangePosition }

  /// Asks without suspending.
  public nonisolated(nonsending) func changePosition() async throws(DatabaseError) -> UInt64 {
    try changePositionSynchronously()
  }

  /// Closes without suspending.
  public nonisolated(nonsending) func close() async { closeSynchronously() }
}

/// A statement of an engine in the same process.
public protocol SynchronousDriverStatement: DriverStatement {
  /// How much memory the statement takes while it is kept for its next use, in bytes, nearly. The core keeps fewer of large
  /// ones. The default is what a statement of SQLite takes that consists of nothing but parameters: 150 times its text.
  var memoryUse: Int { get }

  /// Appends at most `limit` rows to `batch`, as ``DriverStatement/step(into:limit:)`` does.
  func stepSynchronously(into batch: SQLRowBatch, limit: Int) throws(DatabaseError) -> StepResult
}

extension SynchronousDriverStatement {
  /// 150 times its text; see the requirement.
  public var memoryUse: Int { sql.utf8.count.multipliedReportingOverflow(by: 150).partialValue }

  /// Steps without suspending.
  public nonisolated(nonsending) func step(
    into batch: SQLRowBatch, limit: Int
  ) async throws(DatabaseError) -> StepResult {
    try stepSynchronously(into: batch, limit: limit)
  }
}
