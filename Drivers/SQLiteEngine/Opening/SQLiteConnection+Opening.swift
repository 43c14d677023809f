internal import CQuarrySQLite
public import Quarry

extension SQLiteConnection {
  /// Opens a database.
  ///
  /// The order is fixed: the key first, then a first read that shows whether file and key fit, then the settings. If
  /// anything fails, the handle is closed and the file doesn't change. Before opening, Quarry removes unfinished
  /// files that killed processes left beside this one.
  ///
  /// - Parameters:
  ///   - location: The location of the database.
  ///   - role: The role of the connection. A reader rejects writes (`PRAGMA query_only`) and never creates the file.
  ///   - library: The library.
  ///   - encryption: The key and the settings of the format, or `nil` for a plain database.
  ///   - settings: The settings of the connection.
  /// - Throws: ``DatabaseError`` with code `.libraryUnavailable`, `.unsupportedFeature` if the engine lacks what is
  ///   needed (without encryption, a key throws before the file is touched), `.cannotOpen`, `.permission`,
  ///   `.notADatabase`, `.wrongKey`, `.corrupt`, or `.invalidConfiguration` if a setting isn't possible.
  public static func open(
    _ location: SQLiteLocation, role: ConnectionRole = .writer, library: SQLiteLibrary.Location = .systemSQLite,
    encryption: SQLCipherEncryption? = nil, settings: SQLiteConnectionSettings = SQLiteConnectionSettings()
  ) throws(DatabaseError) -> SQLiteConnection {
    try open(
      location, role: role, loaded: try loadLibrary(library), encryption: encryption, settings: settings)
  }

  /// Opens a database with a loaded library.
  static func open(
    _ location: SQLiteLocation, role: ConnectionRole, loaded library: SQLiteLibrary,
    encryption: SQLCipherEncryption?, settings: SQLiteConnectionSettings
  ) throws(DatabaseError) -> SQLiteConnection {
    let engine = SQLiteEngineCache.engine(of: library, usesProbeCache: settings.usesProbeCache)
    try encryption?.check(against: engine, library: library)
    let mode = role == .reader ? location.mode.withoutCreating : location.mode
    if role == .writer, !location.isReadOnly, let path = location.path { SQLiteFile.removeLeftovers(beside: path) }
    let database = try openHandle(location, mode: mode, library: library)
    let connection = SQLiteConnection(library: library, location: location, database: database, engine: engine)
    do throws(DatabaseError) {
      try connection.configure(role: role, encryption: encryption, settings: settings)
      connection.watchFile()
      if settings.keepsReadMark { connection.joinReadMark() }
    } catch {
      connection.closeSynchronously()
      throw error
    }
    return connection
  }

  /// Loads the library, or throws the error of drivers.
  static func loadLibrary(_ location: SQLiteLibrary.Location) throws(DatabaseError) -> SQLiteLibrary {
    do throws(SQLiteLibraryError) {
      return try SQLiteLibrary.load(location)
    } catch {
      throw DatabaseError(.libraryUnavailable, error.message, underlying: error)
    }
  }

  private func configure(
    role: ConnectionRole, encryption: SQLCipherEncryption?, settings: SQLiteConnectionSettings
  ) throws(DatabaseError) {
    let database = try openDatabase()
    _ = api.pointee.extended_result_codes(database, 1)
    setBusyTimeout(settings.busyTimeout)
    installBusyHandler(database)
    watchInterrupts(database)
    if let encryption { try apply(encryption) }
    updateAuthorizer(database)
    try verifyFile(encryption: encryption)
    try verifyWritable()
    let mode = try apply(settings)
    if role == .writer { try removeStaleJournal(mode) }
    if role == .reader { try setReadsOnly(true) }
    try completeCapabilities(journalMode: mode)
  }
}

extension SQLiteConnection {
  /// Removes the journal of a process that was killed before it wrote to it. The engine ignores such a file.
  ///
  /// With a write-ahead log nobody writes a journal, and nobody can leave the log while this connection has its lock.
  private func removeStaleJournal(_ mode: String?) throws(DatabaseError) {
    guard let path = location.path, !location.isReadOnly, SQLiteFile.exists(path + "-journal"),
      try journalMode(mode) == SQLiteJournalMode.writeAheadLog.rawValue
    else { return }
    _ = try integer(of: "SELECT count(*) FROM sqlite_master")
    SQLiteFile.remove(path + "-journal")
  }
}

// MARK: - The handle

extension SQLiteConnection {
  static func openHandle(
    _ location: SQLiteLocation, mode: SQLiteOpenMode, library: SQLiteLibrary
  ) throws(DatabaseError) -> OpaquePointer {
    let name: String
    var flags = SQLITE_OPEN_NOMUTEX
    switch location {
    case .file(let path, _):
      try SQLiteFile.checkPath(path)
      // The engine would wait for ever for the other end of a pipe.
      if SQLiteFile.isSpecial(path), let (reason, advice, code) = SQLiteFile.obstacle(at: path, mode: mode) {
        throw DatabaseError(code, "can't open \(path): \(reason); \(advice)")
      }
      name = SQLiteFile.unambiguous(path)
      switch mode {
      case .readOnly: flags |= SQLITE_OPEN_READONLY
      case .readWrite: flags |= SQLITE_OPEN_READWRITE
      case .readWriteCreate: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    case .memory:
      name = ":memory:"
      flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    case .sharedMemory(let shared):
      name = SQLiteFile.sharedMemoryURI(shared, engineVersion: EngineVersion(number: library.versionNumber))
      flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI
    }
    var database: OpaquePointer?
    let code = library.api.pointee.open_v2(name, &database, flags, nil)
    guard code == SQLITE_OK, let database else {
      // A handle comes back even when opening failed: it has the message and must be closed.
      let extended = database.map { library.api.pointee.extended_errcode($0) } ?? code
      let text = SQLiteLibrary.text(database.map { library.api.pointee.errmsg($0) } ?? library.api.pointee.errstr(code))
      if let database { _ = library.api.pointee.close_v2(database) }
      throw openingError(location, mode: mode, code: extended, message: text)
    }
    return database
  }

  /// The reason why a database can't be opened, from the file itself if it shows more than the engine.
  private static func openingError(
    _ location: SQLiteLocation, mode: SQLiteOpenMode, code: Int32, message: String
  ) -> DatabaseError {
    let engineCode = DatabaseError.EngineCode(rawValue: code)
    if let path = location.path, mode != location.mode, !SQLiteFile.exists(path) {
      return DatabaseError(
        .fileMoved,
        "can't open \(path) for reading: there is no such file, and a reader never creates one; if it was deleted or "
          + "moved, open the database again",
        engineCode: engineCode)
    }
    if let path = location.path, let (reason, advice, kind) = SQLiteFile.obstacle(at: path, mode: mode) {
      return DatabaseError(kind, "can't open \(path): \(reason); \(advice)", engineCode: engineCode)
    }
    let kind = DatabaseError.Code(engineCode: engineCode, message: message)
    return DatabaseError(
      kind == .statementFailed ? .cannotOpen : kind, "can't open \(location): \(message)", engineCode: engineCode)
  }

  /// Reads the first page. Only then the engine reads the file, and shows whether the key fits.
  private func verifyFile(encryption: SQLCipherEncryption?) throws(DatabaseError) {
    do throws(DatabaseError) {
      _ = try integer(of: "SELECT count(*) FROM sqlite_master")
    } catch {
      throw explain(error, encryption: encryption)
    }
  }

  /// Makes sure that a file opened for writing can be written. Otherwise the engine opens it for reading, and reports
  /// it only at the first write.
  private func verifyWritable() throws(DatabaseError) {
    guard let path = location.path, !location.isReadOnly, isFileReadOnly else { return }
    throw DatabaseError(
      .permission, "can't open \(path): the file may not be written; correct its permissions or open it with mode=ro")
  }

  private func explain(_ error: DatabaseError, encryption: SQLCipherEncryption?) -> DatabaseError {
    var error = error
    error.sql = nil
    let isUnreadable = error.engineCode?.primary == .notADatabase
    if let encryption, isUnreadable || encryption.mayFailOtherwise(error) {
      error.code = .wrongKey
      // A plaintext header begins as a file in the clear does.
      let isPlain = beginsInTheClear && encryption.plaintextHeaderSize ?? 0 == 0
      error.message =
        isPlain
        ? """
        can't open \(location): the file is not encrypted, or has a plaintext header; open it without a key, encrypt \
        it first, or give the size of its header and its salt
        """
        : "can't open \(location): the key or its settings do not fit the file, or the file is not an encrypted database"
      return error
    }
    // A header in the clear before encrypted pages is an unknown format to an engine without the key.
    if isUnreadable || error.code == .statementFailed && error.engineCode?.primary == .error {
      error.code = .notADatabase
      error.message =
        "can't open \(location): the file is not a database, or it is encrypted and needs SQLCipher and its key"
      return error
    }
    if location.isReadOnly, error.engineCode?.primary == .readOnly || error.engineCode?.primary == .cannotOpen,
      let path = location.path, SQLiteFile.exists(path), SQLiteFile.obstacle(at: path, mode: .readOnly) == nil
    {
      error.code = .cannotOpen
      error.message = """
        can't open \(path) for reading: it has a write-ahead log, which is read with files beside it, and these can neither \
        be opened nor be made in its folder; correct the permissions of the folder, copy the file elsewhere, or give it \
        another journal mode where it can be written
        """
      return error
    }
    if let path = location.path, let (reason, advice, kind) = SQLiteFile.obstacle(at: path, mode: location.mode) {
      error.code = kind
      error.message = "can't open \(path): \(reason); \(advice)"
      return error
    }
    error.message = "can't open \(location): \(error.message)"
    return error
  }
}

extension SQLiteOpenMode {
  /// The same without creating the file.
  fileprivate var withoutCreating: SQLiteOpenMode { self == .readWriteCreate ? .readWrite : self }
}
