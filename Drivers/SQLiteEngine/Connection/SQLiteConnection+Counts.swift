internal import CQuarrySQLite

/// Counts of changes, with 64 bits where the engine has them (since 3.37).
extension SQLiteConnection {
  /// The rows that the last INSERT, UPDATE or DELETE changed itself, without triggers and foreign key actions.
  ///
  /// The engine keeps the count when other statements run, so it only means something right after such a statement.
  /// Source: <https://sqlite.org/c3ref/changes.html>.
  func changes(_ database: OpaquePointer) -> Int64 {
    if let changes = api.pointee.changes64 { return changes(database) }
    // The 32 bits wrap around beyond 2,147,483,647; read without a sign they are right up to twice that.
    return Int64(UInt32(bitPattern: api.pointee.changes(database)))
  }

  /// The rows changed since the connection was opened, triggers and foreign key actions included.
  ///
  /// It differs after a statement exactly when the statement changed rows, since DDL does not count.
  /// Source: <https://sqlite.org/c3ref/total_changes.html>.
  func totalChanges(_ database: OpaquePointer) -> Int64 {
    if let totalChanges = api.pointee.total_changes64 { return totalChanges(database) }
    return Int64(UInt32(bitPattern: api.pointee.total_changes(database)))
  }
}

extension SQLiteConnection {
  /// The rowid of the last row that this connection inserted, or 0 if there is none or the connection is closed.
  ///
  /// Source: <https://sqlite.org/c3ref/last_insert_rowid.html>.
  public var lastInsertedRowID: Int64 { database.map { api.pointee.last_insert_rowid($0) } ?? 0 }

  /// The number of rows changed since the connection was opened, including triggers, or 0 if it is closed.
  public var totalChangeCount: Int64 { database.map { totalChanges($0) } ?? 0 }
}
