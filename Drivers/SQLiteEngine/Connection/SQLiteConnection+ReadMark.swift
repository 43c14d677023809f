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

  /// The number of pages in the log from which on no marks are held if the connection makes no automatic checkpoints: the
  /// engine's own default.
  private static let longestLog: Int32 = 1000

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

  /// Counts the end of a statement that may have committed changes.
  @inline(__always) func noteCommit(_ database: OpaquePointer) {
    guard readMark != nil, api.pointee.get_autocommit(database) != 0 else { return }
    let changes = totalChanges(database)
    // The end of a transaction that has only read.
    guard changes != countedChanges else { return }
    countedChanges = changes
    commitCount &+= 1
    if commitCount % Self.burstOfCommits == 0 { noteCommits(database) }
  }

  /// Keeps the file's marks out of the way of a statement that doesn't only read, or that sets something.
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
    if now &- lastBurstOfCommits < Self.burstTime, canMakeCheckpoints {
      let pages = nonblocking.hasLogHook ? nonblocking.automaticCheckpointPages : checkpointPages ?? 0
      readMark?.noteCommits(longestLog: pages > 0 ? pages : Self.longestLog)
    }
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
    // A statement that must not block postpones its checkpoint itself, and the engine's setting reads as none meanwhile.
    if checkpointPages == nil, !nonblocking.hasLogHook {
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
    hooks.postponedPages = checkpointPages
    _ = api.pointee.wal_hook?(
      database,
      { context, database, schema, pages in
        SQLiteHooks.from(context)?.postpone(database, schema, pages)
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

extension SQLiteHooks {
  /// Notes the size of the log after a commit. The marks that are held are those of the main database: the checkpoints of
  /// others are made now.
  fileprivate func postpone(_ database: OpaquePointer?, _ schema: UnsafePointer<CChar>?, _ pages: Int32) {
    if SQLiteLibrary.text(schema) != "main" {
      guard pages >= postponedPages else { return }
      _ = library.api.pointee.wal_checkpoint_v2?(database, schema, SQLITE_CHECKPOINT_PASSIVE, nil, nil)
    } else {
      loggedPages = pages
    }
  }
}
