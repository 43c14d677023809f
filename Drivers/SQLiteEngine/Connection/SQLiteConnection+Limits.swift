internal import CQuarrySQLite
public import Quarry

extension SQLiteConnection: GuardedConnection {
  /// Sets the memory limits of the connection. A statement that exceeds them throws `.tooBig`.
  ///
  /// Source: <https://sqlite.org/c3ref/limit.html>.
  ///
  /// - Parameter limits: The new limits.
  /// - Returns: The previous limits.
  /// - Throws: ``DatabaseError`` with code `.connectionClosed`.
  @discardableResult
  public func setMemoryLimits(_ limits: SQLiteMemoryLimits) throws(DatabaseError) -> SQLiteMemoryLimits {
    let database = try openDatabase()
    let value = api.pointee.limit(database, SQLITE_LIMIT_LENGTH, Int32(clamping: max(limits.valueBytes, 1)))
    defer { rowBytes = max(limits.rowBytes, 0) }
    return SQLiteMemoryLimits(valueBytes: Int(value), rowBytes: rowBytes)
  }

  /// Limits the memory of the engine's library for the whole process.
  ///
  /// A statement that needs more throws `.outOfMemory`, and its connection stays usable.
  ///
  /// All connections of the library share the limit, and databases in memory count.
  ///
  /// Source: <https://sqlite.org/c3ref/hard_heap_limit64.html>.
  ///
  /// - Parameter bytes: The limit in bytes, or 0 for no limit.
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the library is older than 3.31.
  public func setHeapLimit(_ bytes: Int) throws(DatabaseError) {
    guard let limit = api.pointee.hard_heap_limit64 else {
      throw DatabaseError(.unsupportedFeature, "\(capabilities.engine) can't limit its memory; it needs version 3.31")
    }
    _ = limit(Int64(max(bytes, 0)))
  }
}
