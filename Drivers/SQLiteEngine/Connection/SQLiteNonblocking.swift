internal import CQuarrySQLite
public import Quarry

/// The statement that must not block its thread: it ends instead of waiting, and when it takes too long.
///
/// It belongs to its connection, like everything that the engine's callbacks use.
final class SQLiteNonblocking {
  /// How long a statement can run before it is stopped, in nanoseconds, counted from the engine's first report of
  /// progress, which costs short statements nothing.
  private static let limit: UInt64 = 1_000_000

  /// Whether such a statement runs.
  private(set) var isActive = false
  /// Whether it was stopped.
  private(set) var wasStopped = false
  private var firstReport: UInt64 = 0

  /// The number of pages in the log from which on the engine makes a checkpoint; 0 for none.
  var automaticCheckpointPages: Int32 = 0
  /// Whether the log has reached that number.
  private(set) var needsCheckpoint = false
  /// Whether the engine reports commits to this object.
  var hasLogHook = false
  /// Whether the next commit starts the log from its beginning, which waits for the disk.
  var restartsLog = false
  /// Whether the program has added functions, collations or extensions, which can do anything.
  var runsForeignCode = false

  func begin() {
    isActive = true
    wasStopped = false
    needsCheckpoint = false
    firstReport = 0
  }

  func end() { isActive = false }

  /// Notes that the statement would have to wait for a lock.
  func stop() { wasStopped = true }

  /// Whether the statement goes on. The engine asks regularly.
  func goesOn() -> Bool {
    if Task.isCancelled { return false }
    let now = MonotonicTime.nanoseconds
    if firstReport == 0 { firstReport = now }
    if now &- firstReport < Self.limit { return true }
    wasStopped = true
    return false
  }

  /// Forgets the checkpoint, which is about to be made.
  func takeCheckpoint() { needsCheckpoint = false }

  /// Notes the size of the log after a commit.
  func logWritten(pages: Int32) {
    if automaticCheckpointPages > 0, pages >= automaticCheckpointPages { needsCheckpoint = true }
  }
}

extension SQLiteConnection {
  /// The statements that can run without blocking their thread.
  ///
  /// - None while closures of the program are part of the connection, in a cache that connections share, and in
  ///   libraries without progress handlers, which could not stop a long statement.
  /// - Those that write only in memory, or with a write-ahead log of which a commit doesn't wait for the disk
  ///   (<https://sqlite.org/pragma.html#pragma_synchronous>), and with nothing attached.
  public var nonblockingStatements: NonblockingStatements {
    guard let database, !isClosed, !use.isInCallback, transactionStatus == .idle,
      api.pointee.progress_handler != nil, !nonblocking.runsForeignCode, !hooks.hasClosures, busyContext.custom == nil
    else { return .none }
    switch location {
    case .sharedMemory: return .none
    case .memory: return hasOnlyMain ? .all : .reads
    case .file: return hasOnlyMain && commitsWithoutWaiting(database) ? .all : .reads
    }
  }

  private var hasOnlyMain: Bool {
    texts("PRAGMA database_list")?.allSatisfy { ["main", "temp"].contains($0[1]) } == true
  }

  private func commitsWithoutWaiting(_ database: OpaquePointer) -> Bool {
    guard api.pointee.wal_hook != nil, api.pointee.wal_autocheckpoint != nil, api.pointee.wal_checkpoint_v2 != nil,
      texts("PRAGMA journal_mode")?.first?.first?.lowercased() == SQLiteJournalMode.writeAheadLog.rawValue,
      let synchronous = texts("PRAGMA synchronous")?.first?.first, synchronous == "0" || synchronous == "1",
      let pages = texts("PRAGMA wal_autocheckpoint")?.first?.first.flatMap({ Int32($0) })
    else { return false }
    nonblocking.automaticCheckpointPages = pages
    return true
  }

  /// Prepares for one statement that must not block its thread.
  ///
  /// A writing one doesn't make the engine's automatic checkpoint; ``finishPostponedWork()`` does.
  public func beginNonblocking(isReadOnly: Bool) -> Bool {
    guard let database, !isClosed, !nonblocking.isActive, !use.isBusy else { return false }
    if !isReadOnly {
      guard !nonblocking.restartsLog else {
        nonblocking.restartsLog = false
        return false
      }
      if case .file = location {
        _ = api.pointee.wal_hook?(
          database,
          { context, _, _, pages in
            SQLiteHooks.from(context)?.nonblocking.logWritten(pages: pages)
            return SQLITE_OK
          }, hooks.context)
        nonblocking.hasLogHook = true
      }
    }
    nonblocking.begin()
    return true
  }

  /// Ends what ``beginNonblocking(isReadOnly:)`` began.
  public func endNonblocking() -> NonblockingResult {
    nonblocking.end()
    if nonblocking.hasLogHook, let database {
      nonblocking.hasLogHook = false
      // The engine's own hook again, so that everything is as it was.
      _ = api.pointee.wal_autocheckpoint?(database, nonblocking.automaticCheckpointPages)
    }
    return NonblockingResult(wasStopped: nonblocking.wasStopped, hasPostponedWork: nonblocking.needsCheckpoint)
  }

  /// Makes the automatic checkpoint that a statement has postponed. Like the engine's own, it ignores errors.
  public func finishPostponedWork() {
    guard let database, !isClosed, nonblocking.needsCheckpoint else { return }
    nonblocking.takeCheckpoint()
    readMark?.beginCheckpoint()
    var log: Int32 = -1
    var done: Int32 = -1
    let code = api.pointee.wal_checkpoint_v2?(database, "main", SQLITE_CHECKPOINT_PASSIVE, &log, &done)
    nonblocking.restartsLog = code == SQLITE_OK && log == done
  }
}
