#if Command
internal import Quarry
internal import QuarrySQLiteEngine

/// The one connection of a shell, on which a transaction stays open between two statements.
actor ShellConnection {
  private let database: Database
  /// Whether Ctrl-C cancels a statement and not the program.
  private let isInterruptible: Bool
  private var lease: DatabaseLease?

  init(_ database: Database, isInterruptible: Bool) {
    self.database = database
    self.isInterruptible = isInterruptible
  }

  /// What the connection can do.
  nonisolated var capabilities: DriverCapabilities { database.capabilities }

  /// Whether a transaction is open.
  var isInTransaction: Bool {
    get async { await lease?.isInTransaction ?? false }
  }

  /// Runs a statement.
  ///
  /// - Throws: ``DatabaseError``, and what the handler throws.
  @discardableResult
  func run(_ sql: String, _ handler: StatementHandler) async throws -> StatementResult {
    let lease = try await usable()
    return try await Interruption.cancelling(isEnabled: isInterruptible) { try await lease.run(sql, handler) }
  }

  /// Runs a statement with values.
  @discardableResult
  func run(_ sql: String, _ values: [SQLValue] = []) async throws -> StatementResult {
    try await run(sql, StatementHandler(values: { _ in values }, receive: { _ in }))
  }

  /// Runs a statement that Ctrl-C doesn't cancel.
  func runToItsEnd(_ sql: String) async throws {
    try await usable().run(sql, StatementHandler(values: { _ in [] }, receive: { _ in }))
  }

  /// The rows of a statement.
  func rows(of sql: String, _ values: [SQLValue] = []) async throws -> [[SQLValue]] {
    let rows = Protected<[[SQLValue]]>([])
    try await run(
      sql,
      StatementHandler(
        values: { _ in values },
        receive: { batch in
          let part = (0..<batch.rowCount).map { row in
            (0..<batch.columnCount).map { (try? batch.cell(row: row, column: $0).value()) ?? .null }
          }
          rows.withLock { $0 += part }
        }))
    return rows.withLock { $0 }
  }

  /// Runs a body with the database, while no statement holds the connection.
  ///
  /// - Throws: ``CommandError`` inside of a transaction; what the body throws.
  func withDatabase<R: Sendable>(_ body: @escaping @Sendable (Database) async throws -> R) async throws -> R {
    if await isInTransaction {
      throw CommandError("a transaction is open; end it with COMMIT or ROLLBACK first", exit: .usage)
    }
    await giveBack()
    return try await Interruption.cancelling(isEnabled: isInterruptible) { [database] in try await body(database) }
  }

  /// Rolls back the open transaction and closes the database.
  ///
  /// - Parameter keepsLog: Whether the write-ahead log beside a file isn't changed.
  func close(keepsLog: Bool) async {
    await lease?.rollBack()
    if keepsLog {
      _ = try? await lease?.withSession { session in
        try session.withDriverConnection(SQLiteConnection.self) { try $0.setCheckpointsOnClose(false) }
      }
    }
    await giveBack()
    await database.close()
  }

  private func giveBack() async {
    await lease?.giveBack()
    lease = nil
  }

  /// The connection; another one if it was lost.
  private func usable() async throws -> DatabaseLease {
    if let lease, await lease.isUsable { return lease }
    await giveBack()
    let new = try await database.lease(.writer)
    lease = new
    return new
  }
}
#endif
