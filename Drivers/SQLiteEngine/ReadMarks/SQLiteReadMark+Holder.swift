internal import CQuarrySQLite

extension SQLiteReadMark {
  /// The connection that holds one mark, with a statement that has returned its only row and not ended, or all of them.
  struct Holder {
    enum Beginning { case held, changed, failed }

    private let api: UnsafePointer<quarry_sqlite_api>
    private let database: OpaquePointer
    private let statement: OpaquePointer
    /// The engine's number of the content of the file, which others' commits change.
    private var version: Int64?
    private(set) var isReading = false
    private var holdsAll = false

    /// Opens the file, if it is still the same one, and has a write-ahead log. Without one, a reader locks out writers.
    init?(_ file: File, _ library: SQLiteLibrary) {
      guard SQLiteFile.identity(file.path) == file.identity else { return nil }
      api = library.api
      var database: OpaquePointer?
      // In a cache that is shared, other connections would use its file, and lose their locks with its own.
      let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
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

    /// Holds the mark of the file's present content.
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

    /// Holds every mark at its frame, so that no connection changes one of them before it uses it.
    ///
    /// - Parameter longestLog: The number of pages in the log from which on it isn't done.
    mutating func holdAll(longestLog: Int32) -> Bool {
      release()
      // The engine opens the log with the first read.
      if version == nil {
        guard begin() != .failed else { return false }
        release()
      }
      holdsAll = quarry_hold_read_marks(api, database, longestLog) == 1
      return holdsAll
    }

    /// Holds nothing.
    mutating func release() {
      if isReading {
        isReading = false
        _ = api.pointee.reset(statement)
      }
      if holdsAll {
        holdsAll = false
        quarry_release_read_marks(api, database)
      }
    }

    func close() {
      if holdsAll { quarry_release_read_marks(api, database) }
      _ = api.pointee.finalize(statement)
      _ = api.pointee.close_v2(database)
    }
  }
}
