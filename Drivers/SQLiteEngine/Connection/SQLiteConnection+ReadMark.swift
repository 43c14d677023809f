internal import CQuarrySQLite
internal import Quarry
import Synchronization

extension SQLiteConnection {
  /// How many reads are counted before the clock is read.
  private static let burst = 64
  /// How many commits are counted before the clock is read.
  private static let burstOfCommits = 16
  /// The longest time of that number of reads or commits for which marks are worth holding, in nanoseconds.
  private static let burstTime: UInt64 = 4_000_000

  /// Takes part in the read marks of a file with a write-ahead log.
  ///
  /// Not for an encrypted file, whose key would have to be kept, and whose reads take longer than the calls that fall away.
  func joinReadMark() {
    guard let path = location.path, let identity = file.identity, capabilities.parallelReaders, !isKeyed else { return }
    let file = SQLiteReadMark.File(path: path, identity: identity, library: UInt(bitPattern: api))
    readMark = SQLiteReadMarks.join(file, library: library)
  }

  /// Lets the file go before the connection closes.
  func leaveReadMark() {
    guard let mark = readMark else { return }
    readMark = nil
    SQLiteReadMarks.leave(mark)
  }

  /// Counts the end of a reading statement.
  @inline(__always) func noteRead() {
    readCount &+= 1
    if readCount % Self.burst == 0 { noteReads() }
  }

  /// Counts the end of a statement that may have committed.
  @inline(__always) func noteCommit(_ database: OpaquePointer) {
    guard readMark != nil, api.pointee.get_autocommit(database) != 0 else { return }
    commitCount &+= 1
    if commitCount % Self.burstOfCommits == 0 { noteCommits(database) }
  }

  /// Keeps the file's marks out of the way of a statement that doesn't only read.
  @inline(__always) func makeWay(for statement: SQLiteStatement) {
    guard let readMark else { return }
    guard readMark.isKept.load(ordering: .relaxed) else {
      checkpointPages = nil
      return
    }
    if statement.changesOnlyRows {
      readMark.beginChange()
    } else {
      makeWay()
    }
  }

  /// Keeps the file's marks out of the way of anything.
  func makeWay() {
    guard let readMark else { return }
    readMark.yield()
    // It may be what sets this.
    checkpointPages = nil
  }

  /// Whether a connection beside this one holds the file's read mark now.
  package var holdsReadMark: Bool { readMark?.isHeld == true }

  /// Whether a connection beside this one holds all marks of the file now.
  package var holdsAllMarks: Bool { readMark?.holdsAll == true }

  /// Asks for the read mark, as many reads do.
  ///
  /// - Returns: Whether the connection takes part in one.
  package func askForReadMark() -> Bool {
    readMark?.noteReads()
    return readMark != nil
  }

  private func noteReads() {
    // In a transaction the connection holds a mark itself.
    guard let readMark, let database, api.pointee.get_autocommit(database) != 0 else { return }
    let now = MonotonicTime.nanoseconds
    if now &- lastBurst < Self.burstTime { readMark.noteReads() }
    lastBurst = now
  }

  private func noteCommits(_ database: OpaquePointer) {
    let now = MonotonicTime.nanoseconds
    if now &- lastBurstOfCommits < Self.burstTime, canMakeCheckpoints { readMark?.noteCommits() }
    lastBurstOfCommits = now
  }
}

// MARK: - Checkpoints

extension SQLiteConnection {
  /// Whether the engine's automatic checkpoints can be made here instead, before which all marks are released.
  ///
  /// Not when the program uses the hook that they are made in.
  private var canMakeCheckpoints: Bool {
    guard api.pointee.wal_hook != nil, api.pointee.wal_autocheckpoint != nil, api.pointee.wal_checkpoint_v2 != nil,
      !nonblocking.runsForeignCode, !hooks.hasClosures
    else { return false }
    if checkpointPages == nil {
      checkpointPages = texts("PRAGMA wal_autocheckpoint")?.first?.first.flatMap { Int32($0) } ?? 0
    }
    return true
  }

  /// Prepares for a statement that may commit: the engine makes no checkpoint after it while all marks are held.
  ///
  /// - Returns: Whether ``endPostponingCheckpoint(_:)`` must be called after it.
  @inline(__always) func beginPostponingCheckpoint(_ database: OpaquePointer) -> Bool {
    guard let readMark, readMark.holdsAll else { return false }
    return postponeCheckpoint(database)
  }

  private func postponeCheckpoint(_ database: OpaquePointer) -> Bool {
    guard !nonblocking.hasLogHook, canMakeCheckpoints, let checkpointPages, checkpointPages > 0 else { return false }
    hooks.loggedPages = 0
    _ = api.pointee.wal_hook?(
      database,
      { context, _, _, pages in
        SQLiteHooks.from(context)?.loggedPages = pages
        return SQLITE_OK
      }, hooks.context)
    return true
  }

  /// Makes the engine's automatic checkpoint now, if there is one to make. Like the engine's own, it ignores errors.
  func endPostponingCheckpoint(_ database: OpaquePointer) {
    guard let checkpointPages else { return }
    // The engine's own hook again, so that everything is as it was.
    _ = api.pointee.wal_autocheckpoint?(database, checkpointPages)
    guard hooks.loggedPages >= checkpointPages else { return }
    readMark?.beginCheckpoint()
    _ = api.pointee.wal_checkpoint_v2?(database, "main", SQLITE_CHECKPOINT_PASSIVE, nil, nil)
  }
}
