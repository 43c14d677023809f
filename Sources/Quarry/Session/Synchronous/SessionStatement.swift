/// A prepared statement of any driver, with its type erased once.
@usableFromInline class SessionStatement {
  /// The text that it was prepared from.
  let sql: String
  let parameterCount: Int
  let parameterNames: [String?]
  let isReadOnly: Bool
  let isReusable: Bool
  /// Whether an execution is under way, so that the same text needs another statement.
  var isBusy = false
  /// Whoever watches the execution that is under way.
  var watch: StatementWatch?
  /// Whether a step was made since the statement was reset.
  var hasStepped = false
  /// What is known of the effect of an execution whose last step failed.
  var failure: DatabaseError.Outcome?
  /// Whether the session's cache owns the statement.
  var isCached = false

  init(sql: String, parameterNames: [String?], isReadOnly: Bool, isReusable: Bool) {
    self.sql = sql
    self.parameterNames = parameterNames
    self.parameterCount = parameterNames.count
    self.isReadOnly = isReadOnly
    self.isReusable = isReusable
  }

  /// How much memory it takes while it is kept, in bytes, nearly.
  var memoryUse: Int { sql.utf8.count }
  /// The result columns.
  var columns: [ColumnDescription] { [] }
  /// What it reads, and what it has written since it was started; `nil` if its driver doesn't know.
  var effects: StatementEffects? { nil }
  /// Makes sure that the parameters are known, before values are found fault with.
  func verify() throws(DatabaseError) {}
  /// Gives values to the parameters.
  func start(_ values: [SQLValue]) throws(DatabaseError) {}
  /// Appends rows to an empty batch.
  func step(into batch: SQLRowBatch, limit: Int) throws(DatabaseError) -> StepResult {
    .done(StatementResult(affectedRows: 0, lastInsertedRowID: 0))
  }
  /// Ends the execution.
  func reset() {}
  /// Frees the statement.
  func finalize() {}
}

/// A statement of a driver in the same process.
final class LocalStatement<Statement: SynchronousDriverStatement>: SessionStatement {
  let statement: Statement
  private var knownColumns: [ColumnDescription]?

  init(_ statement: Statement, sql: String) {
    self.statement = statement
    super.init(
      sql: sql, parameterNames: statement.parameterNames, isReadOnly: statement.isReadOnly,
      isReusable: statement.isReusable)
  }

  override var memoryUse: Int { statement.memoryUse + sql.utf8.count }
  override var columns: [ColumnDescription] { statement.columns }
  override var effects: StatementEffects? { statement.effects }
  override func start(_ values: [SQLValue]) throws(DatabaseError) { try statement.start(values) }
  override func step(into batch: SQLRowBatch, limit: Int) throws(DatabaseError) -> StepResult {
    try statement.stepSynchronously(into: batch, limit: limit)
  }
  override func reset() { statement.reset() }
  override func finalize() { statement.finalize() }
}

/// A connection of any local driver, with its type erased once.
class SessionConnection {
  var capabilities: DriverCapabilities
  let interruptHandle: any InterruptHandle
  /// Whether a cancelled task ends the statements that run: what has begun is always ended.
  var isCancellable = true

  init(capabilities: DriverCapabilities, interruptHandle: any InterruptHandle) {
    self.capabilities = capabilities
    self.interruptHandle = interruptHandle
  }

  var transactionStatus: TransactionStatus { .unknown }
  /// Why the connection cannot be used any more, where its driver knows.
  var failure: DatabaseError? { nil }
  /// What tells the storage from every other one.
  var storageIdentity: String? { nil }
  /// The driver's own connection object.
  var driverConnection: AnyObject { self }
  /// Prepares the first statement of `sql`.
  func prepare(_ sql: String) throws(DatabaseError) -> PreparedStatement<SessionStatement>? { nil }
  /// Whether the connection takes several statements in one call.
  var batches: Bool { false }
  /// Applies statements together.
  func executeBatch(
    _ statements: [SQLFragment], wantsResults: Bool
  ) throws(DatabaseError) -> [BatchedAnswer] {
    throw DatabaseError(.unsupportedFeature, "this driver has no atomic batch of its own")
  }
  /// Has statements tell what they read and write.
  func trackEffects() {}
  /// A number that is another one after somebody else has changed the database.
  func changePosition() throws(DatabaseError) -> UInt64 { throw DatabaseError.noChangePosition }
  /// Calls back whenever somebody else may have changed the database.
  func watchChanges(_ changed: @escaping @Sendable () -> Void) -> (any ChangeWatch)? { nil }
  /// Closes the connection.
  func close() {}
}

/// A connection of a driver in the same process.
final class LocalConnection<Connection: SynchronousDriverConnection>: SessionConnection {
  let connection: Connection

  init(_ connection: Connection) {
    self.connection = connection
    super.init(capabilities: connection.capabilities, interruptHandle: connection.interruptHandle)
  }

  override var transactionStatus: TransactionStatus { connection.transactionStatus }
  override var failure: DatabaseError? { connection.failure }
  override var storageIdentity: String? { connection.storageIdentity }
  override var driverConnection: AnyObject { connection }

  override func prepare(_ sql: String) throws(DatabaseError) -> PreparedStatement<SessionStatement>? {
    guard let prepared = try connection.prepareSynchronously(sql) else { return nil }
    return PreparedStatement(
      statement: LocalStatement(prepared.statement, sql: sql), byteCount: prepared.byteCount)
  }

  override func trackEffects() { connection.trackEffects() }
  override func changePosition() throws(DatabaseError) -> UInt64 { try connection.changePositionSynchronously() }
  override func watchChanges(_ changed: @escaping @Sendable () -> Void) -> (any ChangeWatch)? {
    connection.watchChanges(changed)
  }

  override func close() { connection.closeSynchronously() }
}
