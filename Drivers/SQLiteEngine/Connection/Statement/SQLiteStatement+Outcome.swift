internal import CQuarrySQLite
internal import Quarry

extension SQLiteStatement {
  /// The outcome of this statement, which has failed.
  ///
  /// Codes, counters and the engine's program decide, never a message, because messages change between versions.
  /// `.notApplied` means that nothing is left.
  ///
  /// - Parameters:
  ///   - code: The result code of the step.
  ///   - changesBefore: The connection's count of changes when the statement was started.
  func outcome(
    ofFailure code: Int32, changesBefore: Int64, _ database: OpaquePointer
  ) -> DatabaseError.Outcome {
    let api = connection.api
    let isAlone = api.pointee.get_autocommit(database) != 0 && !connection.hasOtherWriter(than: handle)
    let (hasCounted, changes) = (connection.totalChanges(database) != changesBefore, connection.changes(database))
    switch code & 0xff {
    case SQLITE_CONSTRAINT:
      // Only a rule that says FAIL keeps rows, and then they are counted. Rows of triggers are counted also when they are
      // undone.
      guard hasCounted else { return .notApplied }
      guard let program = SQLiteProgram(of: sql, on: connection, database) else { return .unknown }
      guard program.mayFailInPart else { return .notApplied }
      return !program.runsTriggers || changes > 0 ? .applied : .unknown
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_READONLY, SQLITE_SCHEMA, SQLITE_PERM, SQLITE_AUTH, SQLITE_CANTOPEN,
      SQLITE_PROTOCOL, SQLITE_NOLFS:
      // Found before the first row.
      return .notApplied
    case SQLITE_NOMEM, SQLITE_IOERR, SQLITE_FULL, SQLITE_INTERRUPT, SQLITE_ABORT:
      // The engine undoes the statement if it can, and the whole transaction otherwise.
      return .notApplied
    default:
      if isAlone { return .notApplied }
      guard let program = SQLiteProgram(of: sql, on: connection, database) else { return .unknown }
      let version = connection.library.versionNumber
      return !program.changesSeveralRows && !program.changesSchema || program.isJournaled(version: version)
        ? .notApplied : .unknown
    }
  }
}

extension SQLiteConnection {
  /// Whether another writing statement is running, so that a failed statement is part of something larger even
  /// without a transaction.
  fileprivate func hasOtherWriter(than statement: OpaquePointer) -> Bool {
    openStatements.contains { other in
      other != statement && api.pointee.stmt_busy(other) != 0 && api.pointee.stmt_readonly(other) == 0
    }
  }
}
