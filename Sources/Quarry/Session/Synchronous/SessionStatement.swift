/// A prepared statement of any driver, with its type erased once.
@usableFromInline class SessionStatement {
  /// The text that it was prepared from.
  let sql: String
  let parameterCount: Int
  let parameterNames: [String?]
  let isReadOnly: Bool
  let isReusable: Bool
  /// Whether an execution is running, so that the same text needs another statement.
  @exclusivity(unchecked) var isBusy = false
  /// The watch of the running execution.
  @exclusivity(unchecked) var watch: StatementWatch?
  /// Whether the statement was stepped since its last reset.
  @exclusivity(unchecked) var hasStepped = false
  /// The outcome of an execution whose last step failed.
  @exclusivity(unchecked) var failure: DatabaseError.Outcome?
  /// Whether the session's cache owns the statement.
  @exclusivity(unchecked) var isCached = false
  /// How long its executions took of late.
  @exclusivity(unchecked) var pace = StatementPace()
  /// Whether running the statement can change a setting of the connection.
  let changesSettings: Bool
  /// Whether running the statement can begin or end a transaction while it succeeds.
  let controlsTransactions: Bool
  /// When the cache returned the statement last.
  @exclusivity(unchecked) var lastUse: UInt64 = 0

  init(sql: String, parameterNames: [String?], isReadOnly: Bool, isReusable: Bool) {
    self.sql = sql
    self.parameterNames = parameterNames
    self.parameterCount = parameterNames.count
    self.isReadOnly = isReadOnly
    self.isReusable = isReusable
    self.changesSettings = SQLStatementKind.canChangeSettings(sql)
    self.controlsTransactions = !isReadOnly || !SQLStatementKind.isSelect(sql)
  }

  /// The approximate memory of the statement while it is cached, in bytes.
  var memoryUse: Int { sql.utf8.count }
  /// The result columns.
  var columns: [ColumnDescription] { [] }
  /// What the statement reads, and what it has written since its start; `nil` if the driver doesn't know.
  var effects: StatementEffects? { nil }
  /// Makes sure that the parameters are known, before the number of values is checked.
  func verify() throws(DatabaseError) {}
  /// Starts an execution with values.
  func start(_ values: [SQLValue]) throws(DatabaseError) {}
  /// Starts an execution with one value.
  func start(_ value: SQLValue) throws(DatabaseError) { try start([value]) }
  /// Starts an execution with values in the layout of rows.
  func start(_ values: BoundValues) throws(DatabaseError) { try start(values.values) }
  /// Appends rows to an empty batch.
  func step(into batch: SQLRowBatch, limit: Int) throws(DatabaseError) -> StepResult {
    .done(StatementResult(affectedRows: 0, lastInsertedRowID: 0))
  }
  /// Starts, steps once and ends an execution, unless more rows are wanted. Empties the batch first.
  func run(
    _ fragment: SQLFragment, into batch: SQLRowBatch, limit: Int, endsAtLimit: Bool, cancellation: CancellationCheck
  ) throws(DatabaseError) -> StepResult {
    batch.removeAllRows(columnCount: 0)
    do throws(DatabaseError) {
      switch fragment.parameters {
      case .bound(let values): try start(values)
      case .single(let value): try start(value)
      case .listed, .failed: try start(fragment.values)
      }
      if cancellation.isCancelled { throw DatabaseError.cancelled(before: sql) }
      batch.columns = columns
      batch.removeAllRows(columnCount: batch.columns.count)
      let result = try step(into: batch, limit: limit)
      // The first step may have prepared the statement again, perhaps with other columns.
      batch.columns = columns
      if case .more = result, !endsAtLimit || batch.rowCount == 0 { return result }
      reset()
      return result
    } catch {
      reset()
      throw error
    }
  }
  /// Ends the execution.
  func reset() {}
  /// Frees the statement.
  func finalize() {}
}

/// A statement of a driver in the same process.
final class LocalStatement<Statement: SynchronousDriverStatement>: SessionStatement {
  let statement: Statement
  /// The buffer for values that don't come in one.
  @exclusivity(unchecked) private var spare: BoundValues?
  /// What the statement calls its columns, and the version of them that it calls so.
  @exclusivity(unchecked) private var columnsIdentity: (UInt64, version: UInt64) = (0, 0)

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
  override func start(_ values: BoundValues) throws(DatabaseError) { try statement.start(values) }
  override func step(into batch: SQLRowBatch, limit: Int) throws(DatabaseError) -> StepResult {
    try statement.stepSynchronously(into: batch, limit: limit)
  }
  override func start(_ value: SQLValue) throws(DatabaseError) {
    let values = BoundValues.emptied(spare.take())
    values.append(value)
    spare = values
    try statement.start(values)
  }
  override func run(
    _ fragment: SQLFragment, into batch: SQLRowBatch, limit: Int, endsAtLimit: Bool, cancellation: CancellationCheck
  ) throws(DatabaseError) -> StepResult {
    batch.removeAllRows(columnCount: statement.columnCount)
    let result: StepResult
    do throws(DatabaseError) {
      if case .bound(let values) = fragment.parameters {
        result = try statement.runSynchronously(
          values, into: batch, limit: limit, endsAtLimit: endsAtLimit, cancellation: cancellation)
      } else {
        // Taken out of its place, not copied: counting one more reference and one less takes as long as binding a value.
        let values = BoundValues.emptied(spare.take())
        fragment.appendValues(to: values)
        result = try statement.runSynchronously(
          values, into: batch, limit: limit, endsAtLimit: endsAtLimit, cancellation: cancellation)
        if values.isModest { spare = values }
      }
    } catch {
      passColumns(to: batch, statement.columnsVersion)
      throw error
    }
    passColumns(to: batch)
    return result
  }

  /// Gives a batch the columns of its rows: the first step prepares the statement again if the schema has changed, perhaps
  /// with other columns.
  @inline(__always) private func passColumns(to batch: SQLRowBatch) {
    let version = statement.columnsVersion
    if unlikely(version == 0 || version != columnsIdentity.version || batch.columnsIdentity != columnsIdentity.0) {
      passColumns(to: batch, version)
    }
  }

  @inline(never) private func passColumns(to batch: SQLRowBatch, _ version: UInt64) {
    if version == 0 || version != columnsIdentity.version {
      columnsIdentity = (SQLRowBatch.newColumnsIdentity(), version)
    }
    batch.setColumns(identity: columnsIdentity.0) {
      let columns = statement.columns
      // A function of the program may have closed the connection.
      return columns.isEmpty && batch.columnCount > 0 ? batch.columns : columns
    }
  }
  override func reset() {
    statement.reset()
    if let spare, !spare.isModest { self.spare = nil }
  }
  override func finalize() { statement.finalize() }
}

/// A connection of any local driver, with its type erased once.
class SessionConnection {
  var capabilities: DriverCapabilities
  let interruptHandle: any InterruptHandle
  /// Whether a canceled task interrupts running statements. A started transaction is always ended.
  var isCancellable = true
  /// The statements that can run without blocking their thread; `nil` if that isn't known.
  var knownNonblocking: NonblockingStatements?

  init(capabilities: DriverCapabilities, interruptHandle: any InterruptHandle) {
    self.capabilities = capabilities
    self.interruptHandle = interruptHandle
  }

  var transactionStatus: TransactionStatus { .unknown }
  /// The reason why the connection can't be used any more, if the driver knows it.
  var failure: DatabaseError? { nil }
  /// The identity of the storage.
  var storageIdentity: String? { nil }
  /// The driver's own connection object.
  var driverConnection: AnyObject { self }
  /// Prepares the first statement of `sql`.
  func prepare(_ sql: String) throws(DatabaseError) -> PreparedStatement<SessionStatement>? { nil }
  /// Whether the connection supports several statements in one call.
  var batches: Bool { false }
  /// Applies statements together.
  func executeBatch(
    _ statements: [SQLFragment], wantsResults: Bool
  ) throws(DatabaseError) -> [BatchedAnswer] {
    throw DatabaseError(.unsupportedFeature, "this driver doesn't support atomic batches")
  }
  /// Makes statements report what they read and write.
  func trackEffects() {}
  /// Returns a number that is different after somebody else has changed the database.
  func changePosition() throws(DatabaseError) -> UInt64 { throw DatabaseError.noChangePosition }
  /// Calls a closure whenever somebody else may have changed the database.
  func watchChanges(_ changed: @escaping @Sendable () -> Void) -> (any ChangeWatch)? { nil }
  /// The statements that can run without blocking their thread, as the driver says now.
  var nonblockingStatements: NonblockingStatements { .none }
  /// Prepares for a statement that must not block its thread.
  func beginNonblocking(isReadOnly: Bool) -> Bool { false }
  /// Ends a statement that must not block its thread.
  func endNonblocking() -> NonblockingResult { NonblockingResult() }
  /// Does the work that such a statement postponed.
  func finishPostponedWork() {}
  /// Whether the open transaction has broken a foreign key that its commit would report; `nil` if that isn't known.
  var hasUnresolvedForeignKeys: Bool? { nil }
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
    // Some PRAGMAs take effect when they are prepared.
    if SQLStatementKind.canChangeSettings(sql) { knownNonblocking = nil }
    guard let prepared = try connection.prepareSynchronously(sql) else { return nil }
    return PreparedStatement(
      statement: LocalStatement(prepared.statement, sql: sql), byteCount: prepared.byteCount)
  }

  override func trackEffects() { connection.trackEffects() }
  override func changePosition() throws(DatabaseError) -> UInt64 { try connection.changePositionSynchronously() }
  override func watchChanges(_ changed: @escaping @Sendable () -> Void) -> (any ChangeWatch)? {
    connection.watchChanges(changed)
  }

  override var nonblockingStatements: NonblockingStatements { connection.nonblockingStatements }
  override func beginNonblocking(isReadOnly: Bool) -> Bool { connection.beginNonblocking(isReadOnly: isReadOnly) }
  override func endNonblocking() -> NonblockingResult { connection.endNonblocking() }
  override func finishPostponedWork() { connection.finishPostponedWork() }
  override var hasUnresolvedForeignKeys: Bool? { connection.hasUnresolvedForeignKeys }
  override func close() { connection.closeSynchronously() }
}
