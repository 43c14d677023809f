internal import CQuarrySQLite

/// Extended result codes that decide something here. Swift does not import them from C, where they are computed.
///
/// Source: <https://sqlite.org/rescode.html#extrc>.
enum SQLiteResult {
  /// Another connection of the same shared cache holds a lock.
  static let lockedSharedCache = SQLITE_LOCKED | (1 << 8)
  /// The transaction cannot write, because another connection has written since it began to read.
  static let busySnapshot = SQLITE_BUSY | (2 << 8)
}
