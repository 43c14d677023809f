internal import CQuarrySQLite
internal import Quarry

/// The open file of a connection, and the time when it was last seen at its path.
struct SQLiteOpenFile {
  /// The identity of the file, or `nil` if there is none or the platform doesn't report it.
  var identity: String?

  /// When the driver last checked, for reading, that the file is still at its path.
  fileprivate var lastCheck = MonotonicTime.nanoseconds

  /// How long reads can continue without another check, in nanoseconds. Writes check each time, because their changes
  /// would be lost.
  fileprivate static let interval: UInt64 = 100_000_000
}

extension SQLiteConnection {
  /// The identity of the connection's file: its device and its number on it. `nil` for memory.
  public var storageIdentity: String? { file.identity }

  /// Records the open file.
  func watchFile() {
    guard let path = location.path else { return }
    file.identity = SQLiteFile.identity(path)
  }

  /// Makes sure that the open file is still the one at its path. Writes to a deleted or replaced file are silently
  /// lost, and reads from it don't see other connections' data.
  ///
  /// - Throws: `.fileMoved`.
  @inline(__always) func requireUnmoved(isWriting: Bool, _ database: OpaquePointer) throws(DatabaseError) {
    guard file.identity != nil else { return }
    // A transaction was checked when it began to write, or to read.
    let isInside = api.pointee.get_autocommit(database) == 0
    if !isWriting, isInside { return }
    try requireUnmoved(isWriting: isWriting, isInside: isInside, database)
  }

  private func requireUnmoved(
    isWriting: Bool, isInside: Bool, _ database: OpaquePointer
  ) throws(DatabaseError) {
    if isWriting {
      // Engines before 3.34 do not tell whether it has begun to write, and are asked each time.
      if isInside, let state = api.pointee.txn_state?(database, "main"), state == SQLITE_TXN_WRITE { return }
    } else {
      let now = MonotonicTime.nanoseconds
      guard now &- file.lastCheck > SQLiteOpenFile.interval else { return }
      file.lastCheck = now
    }
    var hasMoved: Int32 = 0
    let code = api.pointee.file_control(database, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    guard code == SQLITE_OK, hasMoved != 0 else { return }
    throw DatabaseError(
      .fileMoved,
      "the file \(location) was deleted, moved or replaced while it was open: what is written here would be lost; open the "
        + "database again",
      engineCode: DatabaseError.EngineCode(rawValue: SQLITE_READONLY | (4 << 8)))
  }
}
