internal import CQuarrySQLite
public import Quarry

/// A prepared statement of a ``SQLiteConnection``, confined to the same task as its connection.
///
/// The statement keeps its connection alive. After the connection was closed, its calls throw `.connectionClosed`.
public final class SQLiteStatement: SynchronousDriverStatement {
  /// The SQL text of this one statement.
  public let sql: String

  /// Whether the statement makes no direct change to the database file.
  public let isReadOnly: Bool

  /// Always `true`: a statement can be run again.
  public var isReusable: Bool { true }

  /// The memory of the statement in bytes: as the engine reports it since 3.20, otherwise an estimate.
  ///
  /// Source: <https://sqlite.org/c3ref/c_stmtstatus_counter.html>.
  public var memoryUse: Int {
    guard connection.database != nil, !isFinalized, connection.library.versionNumber >= 3_020_000 else {
      return sql.utf8.count * 150
    }
    return Int(api.pointee.stmt_status(handle, SQLITE_STMTSTATUS_MEMUSED, 0))
  }

  /// Whether it only inserts, updates or deletes rows, or begins a transaction that does.
  let changesOnlyRows: Bool
  /// Whether it's a PRAGMA that may set something, although the engine says that it only reads.
  private let setsSomething: Bool

  let connection: SQLiteConnection
  let handle: OpaquePointer
  /// The engine's functions, which the connection keeps.
  let api: UnsafePointer<quarry_sqlite_api>
  /// How the engine tells that it has prepared the statement again; see `quarry_row_buffer`.
  let preparationSource: Int32

  /// The number of parameters, which is the highest number that one of them has.
  let parameterCount: Int

  // A statement is used by one thread at a time; calls from callbacks of the engine are kept apart by `connection.use`.

  /// The bound values: the engine reads texts and blobs here instead of copying them.
  @exclusivity(unchecked) private var bound: BoundValues?

  /// The buffer for values that come as a list.
  @exclusivity(unchecked) private var list: BoundValues?

  /// Whether texts or blobs are bound.
  @exclusivity(unchecked) var hasBoundBytes = false

  /// Whether the engine's current row wasn't returned yet, because there was no room for it.
  @exclusivity(unchecked) private var isRowPending = false

  /// How far the engine's values of a row are apart; see `quarry_row_buffer`.
  @exclusivity(unchecked) private var valueStride: Int32 = 0

  /// A value that shows whether the engine has prepared the statement again since its columns were read.
  @exclusivity(unchecked) var preparation: UInt64 = 0

  /// Whether the next step is the first one of an execution.
  @exclusivity(unchecked) private var isFirstStep = false

  /// Whether the statement was started and not reset.
  @exclusivity(unchecked) private var isStarted = false

  /// The connection's count of changes when the statement was started.
  @exclusivity(unchecked) private(set) var changesBefore: Int64 = 0

  /// The effects that the engine reported when it prepared the statement. `nil` if nothing needs them.
  @exclusivity(unchecked) private(set) var collected: SQLiteCollectedEffects?

  /// The effects, as far as every execution has the same ones.
  @exclusivity(unchecked) var knownEffects: StatementEffects?

  /// The number of unreported row changes when the statement was started.
  @exclusivity(unchecked) private var changesPendingBefore = 0

  /// Whether the statement calls the engine's export of a database.
  private let exports: Bool

  /// Whether ``finalize()`` was called.
  @exclusivity(unchecked) private(set) var isFinalized = false

  init(
    connection: SQLiteConnection, handle: OpaquePointer, sql: String, kind: SQLStatementKind, exports: Bool = false,
    collected: SQLiteCollectedEffects? = nil
  ) {
    self.connection = connection
    self.handle = handle
    api = connection.api
    preparationSource = Int32(
      connection.library.versionNumber >= 3_020_000 ? QUARRY_PREPARATION_COUNTED : QUARRY_PREPARATION_NAMED)
    self.sql = sql
    self.exports = exports
    changesOnlyRows = [.insert, .update, .delete, .beginNow].contains(kind.verb)
    setsSomething = kind.setsSomething
    self.collected = collected
    isReadOnly = api.pointee.stmt_readonly(handle) != 0
    parameterCount = Int(api.pointee.bind_parameter_count(handle))
    columnCount = Int(api.pointee.column_count(handle))
  }

  deinit { finalize() }

  /// The result columns with their declared types. Empty for a statement without rows.
  ///
  /// They are read again when the schema changed and the engine prepared the statement again.
  public private(set) lazy var columns: [ColumnDescription] = readColumns()

  /// How often ``columns`` were read.
  @exclusivity(unchecked) public internal(set) var columnsVersion: UInt64 = 0

  /// The number of ``columns``.
  @exclusivity(unchecked) public internal(set) var columnCount: Int

  /// The parameters' names with their sigil, in the order of their numbers. `nil` for a parameter without a name.
  public private(set) lazy var parameterNames: [String?] = readParameterNames()

  /// Binds values to all parameters, in order, and ends the previous execution.
  ///
  /// - Throws: ``DatabaseError`` with code `.missingParameter` or `.extraParameter` if the number of values is wrong,
  ///   `.tooBig` if a value exceeds the engine's limit, or `.connectionClosed`.
  public func start(_ values: [SQLValue]) throws(DatabaseError) {
    if isStarted { reset() }
    let buffer = BoundValues.emptied(&list)
    buffer.append(values)
    try start(buffer)
  }

  /// Binds values to all parameters, in order, and ends the previous execution.
  ///
  /// - Throws: As ``start(_:)-([SQLValue])``.
  public func start(_ values: BoundValues) throws(DatabaseError) {
    let database = try connection.openDatabase()
    connection.use.enter()
    defer { connection.use.leave() }
    try start(values, database)
    bound = values
  }

  /// Starts inside of a call of the connection. The caller keeps the values.
  @inline(__always) private func start(_ values: BoundValues, _ database: OpaquePointer) throws(DatabaseError) {
    try requireNotFinalized()
    if unlikely(isStarted) { endEarlier() }
    guard !unlikely(values.count != parameterCount) else { throw wrongCountError(values.count) }
    try connection.requireUnmoved(isWriting: !isReadOnly, database)
    try bind(values)
    isStarted = true
    isFirstStep = true
    // Sound, because the connection keeps it: a reference would be counted for the time of an atomic access.
    Unmanaged.passUnretained(connection.waiting)._withUnsafeGuaranteedRef { $0.begin() }
    if !isReadOnly || setsSomething { prepareToChange(database) }
  }

  @inline(never) private func prepareToChange(_ database: OpaquePointer) {
    if setsSomething { connection.makeWay() }
    guard !isReadOnly else { return }
    connection.makeWay(for: self)
    changesBefore = connection.totalChanges(database)
    changesPendingBefore = connection.hooks.pending.count
  }

  @inline(never) private func endEarlier() { reset() }

  @inline(__always) private func requireNotFinalized() throws(DatabaseError) {
    guard unlikely(isFinalized) else { return }
    throw DatabaseError(.misuse, "the statement was freed; prepare it again", sql: sql)
  }

  /// Appends at most `limit` rows to `batch`, or fewer if they need too much memory.
  ///
  /// If the schema changed since the statement was prepared, the batch's number of columns can change with the first
  /// rows. ``columns`` then has the new columns.
  ///
  /// - Throws: ``DatabaseError`` with the code that the engine reports. The statement is reset then.
  public func stepSynchronously(into batch: SQLRowBatch, limit: Int) throws(DatabaseError) -> StepResult {
    let database = try connection.openDatabase()
    connection.use.enter()
    defer { connection.use.leave() }
    return try step(into: batch, limit: limit, database, bound)
  }

  /// Steps inside of a call of the connection.
  @inline(__always) private func step(
    into batch: SQLRowBatch, limit: Int, _ database: OpaquePointer, _ values: BoundValues?
  ) throws(DatabaseError) -> StepResult {
    try requireNotFinalized()
    // Most steps only read rows: nothing is done before them, nor after them while there are more.
    guard isReadOnly, columnCount > 0, !unlikely(connection.hooks.collected != nil) else {
      let precautions = takePrecautions(database)
      return try finishStep(step(batch, limit, database), precautions, batch, limit, database, values)
    }
    let precautions = Precautions(isFirst: isFirstStep)
    let code = step(batch, limit, database)
    if code == SQLITE_ROW, !unlikely(connection.hooks.collected != nil) { return .more }
    return try finishStep(code, precautions, batch, limit, database, values)
  }

  /// What was done before a step, and ends after it.
  private struct Precautions {
    /// Whether it's the first step of an execution.
    var isFirst: Bool
    var mayCommit = false
    var postponesCheckpoint = false
    var isGuarded = false
  }

  private func takePrecautions(_ database: OpaquePointer) -> Precautions {
    var precautions = Precautions(isFirst: isFirstStep, mayCommit: !isReadOnly || columnCount == 0)
    guard isFirstStep else { return precautions }
    if precautions.mayCommit { precautions.postponesCheckpoint = connection.beginPostponingCheckpoint(database) }
    if !isReadOnly { precautions.isGuarded = beginGuard(database) }
    if connection.hooks.collected != nil { connection.hooks.collected = nil }
    return precautions
  }

  /// Does what follows a step with a code: repeats it if a table was locked, and ends the precautions.
  private func finishStep(
    _ code: Int32, _ precautions: Precautions, _ batch: SQLRowBatch, _ limit: Int, _ database: OpaquePointer,
    _ values: BoundValues?
  ) throws(DatabaseError) -> StepResult {
    var code = code
    if code == SQLiteResult.lockedSharedCache, batch.rowCount == 0 {
      code = connection.retryingWhileLocked {
        _ = api.pointee.reset(handle)
        return step(batch, limit, database)
      }
    }
    if precautions.postponesCheckpoint { connection.endPostponingCheckpoint(database) }
    if precautions.isFirst, let more = connection.hooks.collected { collect(more) }
    switch code {
    case SQLITE_ROW, Int32(QUARRY_ROWS_FULL): return .more
    case SQLITE_DONE:
      if precautions.mayCommit { connection.noteCommit(database) }
      if precautions.isGuarded { connection.endGuard(database, undoes: false) }
      let result = result(database)
      connection.statementSucceeded(self)
      return .done(result)
    default: throw stepFailure(code, database, values, isGuarded: precautions.isGuarded)
    }
  }

  /// Records the engine's reports from preparing the statement again, or from statements of a virtual table.
  private func collect(_ more: SQLiteCollectedEffects) {
    collected?.formUnion(more)
    collected = collected ?? more
    knownEffects = nil
  }

  @inline(__always) private func step(_ batch: SQLRowBatch, _ limit: Int, _ database: OpaquePointer) -> Int32 {
    // The engine forgets an interrupt that comes before the first step; without a progress handler it does not look again.
    if isFirstStep, api.pointee.progress_handler == nil, connection.waiting.isInterrupted {
      return SQLITE_INTERRUPT
    }
    guard unlikely(connection.hooks.exportEndsTraces) else { return fill(batch, limit: limit) }
    return connection.tracingExport(exports, handle, database) { fill(batch, limit: limit) }
  }

  /// Ends the execution and releases the values, so that the statement can be started again.
  ///
  /// Inside a callback of the connection, this takes effect when the current call ends.
  public func reset() {
    guard connection.database != nil, !isFinalized else { return }
    if connection.use.isInCallback {
      if isStarted { connection.use.whenIdle { [self] in reset() } }
      return
    }
    connection.use.enter()
    defer { connection.use.leave() }
    end()
  }

  /// Ends the execution inside of a call of the connection.
  @inline(__always) private func end() {
    // An observer of what was committed may have freed it.
    guard !unlikely(isFinalized) else { return }
    let wasStarted = isStarted
    isRowPending = false
    isStarted = false
    _ = api.pointee.reset(handle)
    if hasBoundBytes {
      _ = api.pointee.clear_bindings(handle)
      hasBoundBytes = false
    }
    if bound != nil { bound = nil }
    if unlikely(list != nil), let list, !list.isModest { self.list = nil }
    guard wasStarted else { return }
    if isReadOnly {
      connection.noteRead()
    } else {
      // A statement that writes and returns rows commits here when not all of them were read.
      connection.statementSucceeded(self)
    }
  }

  /// Starts, steps and ends an execution.
  ///
  /// - Throws: What ``start(_:)-(BoundValues)`` and ``stepSynchronously(into:limit:)`` throw. The statement is reset then.
  public func runSynchronously(
    _ values: BoundValues, into batch: SQLRowBatch, limit: Int, endsAtLimit: Bool, cancellation: CancellationCheck
  ) throws(DatabaseError) -> StepResult {
    let database = try connection.openDatabase()
    connection.use.enter()
    defer { connection.use.leave() }
    // Before a function of the program can close the connection.
    if unlikely(columnsVersion == 0) { _ = columns }
    try start(values, database)
    if unlikely(cancellation.isCancelled) { throw cancelled() }
    let result = try step(into: batch, limit: limit, database, values)
    guard case .more = result, !endsAtLimit || batch.rowCount == 0 else {
      end()
      return result
    }
    bound = values
    return result
  }

  @inline(never) private func cancelled() -> DatabaseError {
    end()
    return DatabaseError.cancelled(before: sql)
  }

  /// Frees the statement. A second call does nothing.
  ///
  /// Inside a callback of the connection, this takes effect when the current call ends.
  public func finalize() {
    // The engine gives the handle of a freed statement to the next one, which is not this one's to free.
    guard !isFinalized else { return }
    isFinalized = true
    guard connection.openStatements.remove(handle) != nil else { return }
    let (api, handle, hooks) = (api, handle, connection.hooks)
    guard !connection.use.isInCallback else {
      // The texts that are bound may be gone by then, so nobody is shown them.
      return connection.use.whenIdle { hooks.quietly { _ = api.pointee.finalize(handle) } }
    }
    connection.use.enter()
    defer { connection.use.leave() }
    _ = api.pointee.finalize(handle)
  }
}

// MARK: - Rows

extension SQLiteStatement {
  /// The maximum memory for texts and blobs of a batch. Then it is returned with fewer rows than requested.
  private static let batchBytes = 256 * 1024

  /// Steps and appends rows until the limit, the end, an error, or a full batch.
  private func fill(_ batch: SQLRowBatch, limit: Int) -> Int32 {
    let wanted = max(1, min(limit, Int(Int32.max) &- batch.rowCount))
    // A larger limit is answered in several batches.
    let reserved = min(wanted, 1024)
    var preparationSource = isFirstStep ? preparationSource : Int32(QUARRY_PREPARATION_KNOWN)
    while true {
      let storage = batch.unsafeStorage
      // There are at most as many rows as an Int32 can count, and 32,767 columns.
      let cells = (storage.pointee.rowCount &+ reserved) &* batch.columnCount
      if unlikely(cells > storage.pointee.cellCapacity) { batch.reserveCapacity(cells: cells, bytes: 0) }
      var buffer = quarry_row_buffer(
        // Both types are the 16 bytes of one cell: a 64-bit and two 32-bit integers, in this order.
        cells: UnsafeMutableRawPointer(storage.pointee.cells).assumingMemoryBound(to: quarry_cell.self),
        cell_capacity: storage.pointee.cellCapacity, bytes: storage.pointee.bytes,
        byte_capacity: storage.pointee.byteCapacity, byte_count: storage.pointee.byteCount,
        column_count: Int32(truncatingIfNeeded: batch.columnCount),
        row_limit: Int32(truncatingIfNeeded: batch.rowCount &+ wanted),
        row_count: Int32(truncatingIfNeeded: storage.pointee.rowCount), bytes_needed: 0,
        bytes_limit: connection.rowBytes,
        row_pending: isRowPending ? 1 : 0, value_stride: valueStride,
        preparation_source: preparationSource, preparation: preparation)
      let code = quarry_step_rows(api, handle, &buffer)
      storage.pointee.byteCount = buffer.byte_count
      storage.pointee.rowCount = Int(buffer.row_count)
      batch.finishFilling()
      isRowPending = buffer.row_pending != 0
      valueStride = buffer.value_stride
      switch code {
      case Int32(QUARRY_ROWS_FULL):
        let needed = buffer.byte_count + buffer.bytes_needed
        if batch.rowCount > 0, max(needed, buffer.byte_capacity * 2) > Self.batchBytes { return code }
        batch.reserveCapacity(cells: 0, bytes: needed)
      case Int32(QUARRY_ROWS_RESHAPED):
        columns = readColumns()
        preparationSource = Int32(QUARRY_PREPARATION_KNOWN)
        batch.removeAllRows(columnCount: Int(buffer.column_count))
      default:
        if isFirstStep { followPreparation(code) }
        return code
      }
    }
  }

  /// Reads the columns again if the first step has prepared the statement again because the schema had changed, and there
  /// was no row to tell it by.
  @inline(__always) private func followPreparation(_ code: Int32) {
    isFirstStep = false
    if code != SQLITE_ROW, currentPreparation != preparation { columns = readColumns() }
  }

  /// The counts of the finished statement.
  private func result(_ database: OpaquePointer) -> StatementResult {
    StatementResult(
      affectedRows: isReadOnly || connection.totalChanges(database) == changesBefore
        ? 0 : connection.changes(database),
      lastInsertedRowID: api.pointee.last_insert_rowid(database))
  }

  private func stepFailure(
    _ code: Int32, _ database: OpaquePointer, _ values: BoundValues?, isGuarded: Bool
  ) -> DatabaseError {
    let hidden = hasBoundBytes || !isReadOnly ? values?.values ?? [] : []
    var error = connection.failure(code, sql: sql, hiding: hidden)
    if !isReadOnly, isStarted, !isGuarded {
      error.outcome = outcome(ofFailure: code, changesBefore: changesBefore, database)
    }
    if error.outcome == .notApplied {
      connection.hooks.pending.truncate(to: changesPendingBefore)
    } else {
      error.isRetrySafe = false
    }
    reset()
    if isGuarded { connection.endGuard(database, undoes: true) }
    return error
  }
}

extension SQLStatementKind {
  /// Whether it's a PRAGMA with a value, which may be a setting.
  var setsSomething: Bool { pragma?.hasArgument == true }
}
