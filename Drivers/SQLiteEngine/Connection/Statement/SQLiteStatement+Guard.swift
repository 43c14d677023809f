internal import CQuarrySQLite
internal import Quarry

extension SQLiteStatement {
  /// Sets a savepoint around a CREATE inside a transaction, on engines that would keep half of it after a failure.
  func beginGuard(_ database: OpaquePointer) -> Bool {
    guard connection.library.versionNumber < SQLiteProgram.firstWithJournaledSchema,
      connection.api.pointee.get_autocommit(database) == 0
    else { return false }
    return SQLStatementKind(sql).verb == .create && connection.beginGuard(database)
  }
}

extension SQLiteConnection {
  fileprivate func beginGuard(_ database: OpaquePointer) -> Bool {
    runQuietly("SAVEPOINT \"quarry guard\"", database) == SQLITE_DONE
  }

  func endGuard(_ database: OpaquePointer, undoes: Bool) {
    guard api.pointee.get_autocommit(database) == 0 else { return }
    if undoes { _ = runQuietly("ROLLBACK TO \"quarry guard\"", database) }
    _ = runQuietly("RELEASE \"quarry guard\"", database)
  }

  private func runQuietly(_ sql: String, _ database: OpaquePointer) -> Int32 {
    hooks.quietly {
      var statement: OpaquePointer?
      let code = api.pointee.prepare_v2(database, sql, -1, &statement, nil)
      guard code == SQLITE_OK, let statement else { return code }
      defer { _ = api.pointee.finalize(statement) }
      return api.pointee.step(statement)
    }
  }
}
