internal import CQuarrySQLite
internal import Quarry
import Synchronization

/// The read mark of one database file, held while short reads of this process follow each other closely.
///
/// Outside a transaction, each read of a file with a write-ahead log locks a read mark and unlocks it: two calls of the
/// system, which take longer than a lookup. The engine locks a mark only once for all connections of a process, so both
/// calls fall away while another connection holds it. That connection is here. It reads nothing but a number.
///
/// A mark that is held keeps the log from starting over, and nothing else: no reader and no writer waits for it. It is
/// taken again every few milliseconds, and released when the reads end; a connection of this process that is about to
/// write closes it at once, and while somebody else writes it isn't taken.
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
    var reader: Reader?
    var users = 0
    /// The number of looks in a row without reads.
    var idle = 0
    /// The number of looks before the mark is taken again.
    var pause = 0
  }

  let file: File
  /// Whether the keeper looks at this mark.
  let isKept = Atomic(false)
  private let library: SQLiteLibrary
  private let state = Protected(State())
  private let bursts = Atomic(0)

  /// The number of looks without reads after which the connection is closed.
  private static let patience = 20
  /// The number of looks that a change of the file puts taking it off.
  private static let respite = 4

  init(_ file: File, library: SQLiteLibrary) {
    self.file = file
    self.library = library
  }

  /// Whether the mark is held now.
  var isHeld: Bool { state.withLock { $0.reader?.isReading == true } }

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
  func noteBurst() {
    bursts.add(1, ordering: .relaxed)
    if !isKept.load(ordering: .relaxed) { SQLiteReadMarkKeeper.shared.keep(self) }
  }

  /// A connection is about to do more than read: nothing must be in its way.
  func yield() {
    guard isKept.load(ordering: .relaxed) else { return }
    state.withLock { state in
      close(&state)
      state.pause = Self.respite
    }
  }

  /// Takes the mark again, lets it go, or leaves it, by what has happened since the last look.
  ///
  /// - Returns: Whether to look again.
  func look() -> Bool {
    let isBusy = bursts.exchange(0, ordering: .relaxed) > 0
    return state.withLock { state in
      state.reader?.end()
      guard state.users > 0 else { return false }
      guard isBusy else {
        state.idle += 1
        guard state.idle >= Self.patience else { return true }
        close(&state)
        return false
      }
      state.idle = 0
      if state.pause > 0 {
        state.pause -= 1
        return true
      }
      take(&state)
      return true
    }
  }

  private func take(_ state: inout State) {
    if state.reader == nil {
      guard let reader = Reader(file, library) else {
        state.pause = Self.patience
        return
      }
      state.reader = reader
    }
    // What others write moves the mark that readers take, and this one would only be in the way.
    if state.reader?.begin() == .changed {
      state.reader?.end()
      state.pause = Self.respite
    }
  }

  private func close(_ state: inout State) {
    state.reader?.close()
    state.reader = nil
  }
}

extension SQLiteReadMark {
  /// The connection that holds the mark, with a statement that has returned its only row and not ended.
  private struct Reader {
    enum Beginning { case held, changed, failed }

    private let api: UnsafePointer<quarry_sqlite_api>
    private let database: OpaquePointer
    private let statement: OpaquePointer
    /// The engine's number of the content of the file, which others' commits change.
    private var version: Int64?
    private(set) var isReading = false

    /// Opens the file, if it is still the same one, and has a write-ahead log. Without one, a reader locks out writers.
    init?(_ file: File, _ library: SQLiteLibrary) {
      guard SQLiteFile.identity(file.path) == file.identity else { return nil }
      api = library.api
      var database: OpaquePointer?
      let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX
      let code = api.pointee.open_v2(SQLiteFile.unambiguous(file.path), &database, flags, nil)
      guard code == SQLITE_OK, let database else {
        if let database { _ = api.pointee.close_v2(database) }
        return nil
      }
      var statement: OpaquePointer?
      // It needs no schema, and begins to read as every other statement.
      guard api.pointee.prepare_v2(database, "PRAGMA data_version", -1, &statement, nil) == SQLITE_OK, let statement
      else {
        _ = api.pointee.close_v2(database)
        return nil
      }
      self.database = database
      self.statement = statement
      guard isLogged else {
        close()
        return nil
      }
    }

    /// Whether the header of the file says that it has a write-ahead log.
    ///
    /// Source: <https://sqlite.org/fileformat2.html#file_format_version_numbers>.
    private var isLogged: Bool {
      var header = [UInt8](repeating: 0, count: 20)
      guard quarry_read_file(api, database, &header, 20) == SQLITE_OK else { return false }
      return header[18] == 2 && header[19] == 2
    }

    mutating func begin() -> Beginning {
      guard api.pointee.step(statement) == SQLITE_ROW else {
        _ = api.pointee.reset(statement)
        return .failed
      }
      isReading = true
      let (now, before) = (api.pointee.column_int64(statement, 0), version)
      version = now
      return before == nil || before == now ? .held : .changed
    }

    mutating func end() {
      isReading = false
      _ = api.pointee.reset(statement)
    }

    func close() {
      _ = api.pointee.finalize(statement)
      _ = api.pointee.close_v2(database)
    }
  }
}
