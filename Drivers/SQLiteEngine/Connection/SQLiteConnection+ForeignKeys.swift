internal import CQuarrySQLite

extension SQLiteConnection {
  /// Whether the open transaction has broken a foreign key that its commit would report; `nil` if the engine can't tell
  /// or the connection is closed.
  ///
  /// Source: <https://sqlite.org/c3ref/c_dbstatus_options.html>.
  public var hasUnresolvedForeignKeys: Bool? {
    guard let handle = engineHandle, !isClosed else { return nil }
    var (current, highest): (Int32, Int32) = (0, 0)
    guard api.pointee.db_status(handle, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &highest, 0) == SQLITE_OK else {
      return nil
    }
    return current != 0
  }
}
