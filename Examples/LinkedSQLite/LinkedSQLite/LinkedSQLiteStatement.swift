internal import CLinkedSQLite
public import Quarry

/// A prepared statement, used by the task that has its connection.
public final class LinkedSQLiteStatement: SynchronousDriverStatement {
  public let sql: String
  public let parameterNames: [String?]
  public let isReadOnly: Bool
  public let isReusable = true
  public private(set) var columns: [ColumnDescription]

  private let connection: LinkedSQLiteConnection
  private let handle: OpaquePointer
  private var changesBefore: Int64 = 0
  private var hasTexts = false
  private var preparations: Int32 = 0

  init(_ handle: OpaquePointer, of connection: LinkedSQLiteConnection) {
    self.handle = handle
    self.connection = connection
    sql = cText(sqlite3_sql(handle))
    isReadOnly = sqlite3_stmt_readonly(handle) != 0
    parameterNames = (0..<sqlite3_bind_parameter_count(handle)).map { index in
      sqlite3_bind_parameter_name(handle, index + 1).map { cText($0) }
    }
    columns = Self.columns(of: handle)
  }

  deinit { finalize() }

  public func start(_ values: [SQLValue]) throws(DatabaseError) {
    let database = try connection.openDatabase()
    sqlite3_reset(handle)
    for (index, value) in values.enumerated() {
      try connection.check(bind(value, to: Int32(clamping: index + 1), of: handle), sql: sql)
    }
    changesBefore = sqlite3_total_changes64(database)
    hasTexts = values.contains { $0.storageClass == .text }
    connection.forgetInterrupts()
  }

  public func stepSynchronously(into batch: SQLRowBatch, limit: Int) throws(DatabaseError) -> StepResult {
    let database = try connection.openDatabase()
    var bytes = 0
    for _ in 0..<max(limit, 1) {
      switch sqlite3_step(handle) {
      case SQLITE_ROW:
        if batch.rowCount == 0 { followSchema(batch) }
        for column in 0..<sqlite3_data_count(handle) {
          guard let count = append(column, of: handle, to: batch) else {
            throw DatabaseError(.outOfMemory, "a value of the row does not fit in memory", sql: sql)
          }
          bytes += count
        }
        batch.endRow()
        // A batch also ends when its texts and blobs take much memory.
        if bytes > 256 * 1024 { return .more }
      case SQLITE_DONE:
        if batch.rowCount == 0 { followSchema(batch) }
        // The engine counts triggers and foreign key actions in the total, and not in the changes of the statement.
        let hasChanges = sqlite3_total_changes64(database) != changesBefore
        return .done(
          StatementResult(
            affectedRows: hasChanges ? sqlite3_changes64(database) : 0,
            lastInsertedRowID: sqlite3_last_insert_rowid(database)))
      case let code:
        let outcome = outcome(ofFailure: code, in: database)
        defer { reset() }
        try connection.check(code, sql: sql, outcome: outcome, hasTexts: hasTexts)
      }
    }
    return .more
  }

  public func reset() {
    guard connection.database != nil else { return }
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  public func finalize() { connection.finalize(handle) }

  /// What stays of a statement that failed: with the conflict rule FAIL what it wrote before, otherwise nothing. Of
  /// triggers that went too deep inside a transaction rows may stay, and the engine does not count them.
  private func outcome(ofFailure code: Int32, in database: OpaquePointer) -> DatabaseError.Outcome {
    if sqlite3_total_changes64(database) != changesBefore { return .applied }
    let isUncertain =
      !isReadOnly && code == SQLITE_ERROR && connection.transactionStatus == .active
      && cText(sqlite3_errmsg(database)).hasPrefix("too many levels of trigger")
    return isUncertain ? .unknown : .notApplied
  }

  /// When the schema has changed, the engine prepares a statement anew in its first step: with other columns, maybe.
  private func followSchema(_ batch: SQLRowBatch) {
    let count = sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_REPREPARE, 0)
    guard count != preparations else { return }
    preparations = count
    columns = Self.columns(of: handle)
    batch.removeAllRows(columnCount: columns.count)
  }

  private static func columns(of handle: OpaquePointer) -> [ColumnDescription] {
    (0..<sqlite3_column_count(handle)).map { index in
      ColumnDescription(
        name: cText(sqlite3_column_name(handle, index)),
        declaredType: sqlite3_column_decltype(handle, index).map { cText($0) })
    }
  }
}
