internal import Quarry
import Synchronization

/// The read marks of one database file, held while short statements of this process follow each other closely.
///
/// Outside a transaction, each read of a file with a write-ahead log locks a read mark and unlocks it: two calls of the
/// system, which take longer than a lookup. A commit also moves a mark to the end of the log, for two more. The engine locks
/// a mark only once for all connections of a process, and moves none that another one of them uses, so all these calls fall
/// away while another connection holds the marks. That connection is here. It reads nothing but a number.
///
/// - While there are reads, it holds the mark that they use. A connection of this process that is about to write ends
///   that, and while somebody else writes, the mark isn't taken.
/// - While there are commits, it holds all marks. Readers and writers use the one that is held, at most some
///   milliseconds behind the end of the log, which is what a reader does that comes when all marks are taken.
///
/// A mark that is held keeps the log from starting over, and checkpoints from copying what was committed after it. So all are
/// released before each checkpoint of this process, and every few milliseconds, whereupon the next reader or writer
/// moves one to the end of the log. They are released for good when the statements end.
///
/// Source: <https://sqlite.org/walformat.html#wal_locks>.
final class SQLiteReadMark: Sendable {
  /// The file, opened with one library. Libraries don't share their locks.
  struct File: Hashable, Sendable {
    var path: String
    var identity: String
    var library: UInt
  }

  private struct State {
    var holder: Holder?
    var users = 0
    /// The number of looks in a row in which nothing has happened.
    var idle = 0
    /// The number of looks before the mark is taken again for reads.
    var pause = 0
  }

  let file: File
  /// Whether the keeper looks at this mark.
  let isKept = Atomic(false)
  private let library: SQLiteLibrary
  private let state = Protected(State())
  private let reads = Atomic(0)
  private let commits = Atomic(0)
  /// Whether all marks are held now.
  private let isHoldingAll = Atomic(false)

  /// The number of looks in which nothing has happened after which the connection is closed.
  private static let patience = 20
  /// The number of looks that a change of the file puts taking it off.
  private static let respite = 4

  init(_ file: File, library: SQLiteLibrary) {
    self.file = file
    self.library = library
  }

  /// Whether the mark of readers is held now.
  var isHeld: Bool { state.withLock { $0.holder?.isReading == true } }
  /// Whether all marks are held now, so that the engine's own checkpoint after a commit would copy nothing.
  var holdsAll: Bool { isHoldingAll.load(ordering: .relaxed) }

  /// A connection of this process has opened the file.
  func enter() { state.withLock { $0.users += 1 } }

  /// A connection of this process is about to close the file.
  ///
  /// - Returns: Whether it was the last one. Nothing holds the file open then.
  func leave() -> Bool {
    state.withLock { state in
      state.users -= 1
      guard state.users == 0 else { return false }
      close(&state)
      return true
    }
  }

  /// A connection has read many times within a few milliseconds.
  func noteReads() {
    reads.add(1, ordering: .relaxed)
    if !isKept.load(ordering: .relaxed) { SQLiteReadMarkKeeper.shared.keep(self) }
  }

  /// A connection has committed many times within a few milliseconds: all marks are held from now on.
  ///
  /// Called after a commit only: the first one after a checkpoint starts the log over, for which no mark may be held.
  ///
  /// - Parameter longestLog: The number of pages in the log from which on no marks are held, so that it starts over even
  ///   if it's somebody else who makes the checkpoints.
  func noteCommits(longestLog: Int32) {
    commits.add(1, ordering: .relaxed)
    if !isKept.load(ordering: .relaxed) { SQLiteReadMarkKeeper.shared.keep(self) }
    guard !holdsAll else { return }
    state.withLock { state in
      guard state.users > 0, state.holder?.holdAll(longestLog: longestLog) == true else { return }
      isHoldingAll.store(true, ordering: .relaxed)
    }
  }

  /// A connection is about to insert, update or delete rows, or to begin to: the mark of readers must not be in its way.
  func beginChange() {
    guard isKept.load(ordering: .relaxed), !holdsAll else { return }
    state.withLock { state in
      guard state.holder?.isReading == true else { return }
      release(&state)
      state.pause = Self.respite
    }
  }

  /// A connection is about to make a checkpoint: no mark must be in its way.
  func beginCheckpoint() {
    guard holdsAll else { return }
    state.withLock { release(&$0) }
  }

  /// A connection is about to do something else than to read or to change rows: nothing must be in its way.
  func yield() {
    guard isKept.load(ordering: .relaxed) else { return }
    state.withLock { state in
      close(&state)
      state.pause = Self.respite
    }
  }

  /// Releases the marks, and takes one again if there were reads.
  ///
  /// - Returns: Whether to look again.
  func look() -> Bool {
    let hasReads = reads.exchange(0, ordering: .relaxed) > 0
    let hasCommits = commits.exchange(0, ordering: .relaxed) > 0
    return state.withLock { state in
      release(&state)
      guard state.users > 0 else { return false }
      guard hasReads || hasCommits else {
        state.idle += 1
        guard state.idle >= Self.patience else { return true }
        close(&state)
        return false
      }
      state.idle = 0
      if hasCommits {
        // A commit takes all marks, soon after this.
        if state.holder != nil {
          state.pause = Self.respite
        } else if state.pause > 0 {
          state.pause -= 1
        } else {
          open(&state)
        }
      } else if state.pause > 0 {
        state.pause -= 1
      } else {
        take(&state)
      }
      return true
    }
  }

  private func take(_ state: inout State) {
    if state.holder == nil { open(&state) }
    // What others write moves the mark that readers take, and this one would only be in the way.
    if state.holder?.begin() == .changed {
      state.holder?.release()
      state.pause = Self.respite
    }
  }

  private func open(_ state: inout State) {
    state.holder = Holder(file, library)
    if state.holder == nil { state.pause = Self.patience }
  }

  private func release(_ state: inout State) {
    state.holder?.release()
    isHoldingAll.store(false, ordering: .relaxed)
  }

  private func close(_ state: inout State) {
    release(&state)
    state.holder?.close()
    state.holder = nil
  }
}
