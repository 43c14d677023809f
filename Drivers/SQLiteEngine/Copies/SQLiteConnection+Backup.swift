internal import CQuarrySQLite
public import Quarry

/// The progress of a backup.
public struct SQLiteBackupProgress: Sendable, Hashable {
  /// The number of pages still to copy.
  public let remainingPages: Int
  /// The number of pages of the database.
  public let totalPages: Int
}

extension SQLiteConnection {
  /// Copies the database page by page over that of another connection, whose content is replaced.
  ///
  /// The source can be read and written meanwhile. If the copy fails or is cancelled, the target doesn't change.
  ///
  /// Source: <https://sqlite.org/backup.html>.
  ///
  /// - Parameters:
  ///   - target: A connection of the same library without an open transaction.
  ///   - pagesPerStep: The number of pages to copy between two reports, at least 1.
  ///   - progress: Returns whether to continue. It can use this connection. Calls of the target throw
  ///     `.reentrantAccess`. If it closes one of the connections, that takes effect at the end.
  /// - Throws: ``DatabaseError`` with code `.interrupted` if cancelled, `.unsupportedFeature` if only one of the
  ///   databases is encrypted, or both in different formats (use ``export(to:encryption:)``), `.misuse` if the
  ///   connections use different libraries, `.busy` if a lock is held longer than the busy timeout, or what the
  ///   engine reports.
  public func backUp(
    to target: SQLiteConnection, pagesPerStep: Int = 256, progress: (SQLiteBackupProgress) -> Bool = { _ in true }
  ) throws(DatabaseError) {
    try inOneCall { database throws(DatabaseError) in
      guard library === target.library else {
        _ = try target.openDatabase()
        throw DatabaseError(.misuse, "a backup needs both connections to use the same library; copy the rows instead")
      }
      guard self !== target else { throw DatabaseError(.misuse, "a database can't be backed up to itself") }
      try target.inOneCall { targetDatabase throws(DatabaseError) in
        try backUp(database, to: target, targetDatabase, pagesPerStep: pagesPerStep, progress)
      }
    }
  }

  private func backUp(
    _ database: OpaquePointer, to target: SQLiteConnection, _ targetDatabase: OpaquePointer, pagesPerStep: Int,
    _ progress: (SQLiteBackupProgress) -> Bool
  ) throws(DatabaseError) {
    guard isKeyed == target.isKeyed else {
      throw DatabaseError(
        .unsupportedFeature, "a backup can't encrypt or decrypt: use export, which copies the content instead")
    }
    guard pageFormat == target.pageFormat else {
      throw DatabaseError(
        .unsupportedFeature,
        "a backup copies pages unchanged, and the two databases are encrypted in different formats, so nobody could read "
          + "the copy: give it the same settings, or use export")
    }
    guard let backup = api.pointee.backup_init(targetDatabase, "main", database, "main") else {
      throw target.failure(api.pointee.extended_errcode(targetDatabase), action: "can't back up \(location)")
    }
    waiting.begin()
    // The engine does not allow any other use of the target until the end.
    let code = run(backup, pagesPerStep: Int32(clamping: max(1, pagesPerStep))) { report in
      target.use.callback(.backup) { progress(report) }
    }
    let finished = api.pointee.backup_finish(backup)
    // The error is told by the target, also when it is this connection that could not read.
    if isKeyed, code & 0xff == SQLITE_IOERR { spoilingCode = DatabaseError.EngineCode(rawValue: code) }
    guard code == SQLITE_DONE else {
      if code == SQLITE_INTERRUPT {
        throw DatabaseError(.interrupted, "the backup of \(location) was cancelled; the target is as it was")
      }
      throw target.failure(finished == SQLITE_OK ? code : finished, action: "can't back up \(location)")
    }
    guard finished == SQLITE_OK else { throw target.failure(finished, action: "can't back up \(location)") }
  }

  private func run(
    _ backup: OpaquePointer, pagesPerStep: Int32, _ progress: (SQLiteBackupProgress) -> Bool
  ) -> Int32 {
    var attempts: Int32 = 0
    while true {
      let code = api.pointee.backup_step(backup, pagesPerStep)
      switch code & 0xff {
      case SQLITE_OK, SQLITE_DONE:
        attempts = 0
        let report = SQLiteBackupProgress(
          remainingPages: Int(api.pointee.backup_remaining(backup)),
          totalPages: Int(api.pointee.backup_pagecount(backup)))
        // The last report cannot be answered: the copy is complete.
        let goesOn = progress(report)
        if code & 0xff == SQLITE_DONE { return SQLITE_DONE }
        if !goesOn || waiting.isInterrupted { return SQLITE_INTERRUPT }
      case SQLITE_BUSY, SQLITE_LOCKED:
        guard waiting.wait(count: attempts, api: api) else {
          return waiting.isInterrupted ? SQLITE_INTERRUPT : code
        }
        attempts += 1
      default: return code
      }
    }
  }

  /// Copies the database page by page to a file, which is replaced atomically when the copy is complete.
  ///
  /// A replaced file keeps its permissions. A new file of an encrypted database is readable only by its owner. If the
  /// path is a symbolic link, the file that it points to is replaced.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - encryption: The key of the copy. Required if this database is encrypted, otherwise not allowed.
  ///   - pagesPerStep: The number of pages to copy between two reports, at least 1.
  ///   - progress: Returns whether to continue.
  /// - Throws: What ``backUp(to:pagesPerStep:progress:)`` throws. No partial file is left.
  public func backUp(
    toFile path: String, encryption: SQLCipherEncryption? = nil, pagesPerStep: Int = 256,
    progress: (SQLiteBackupProgress) -> Bool = { _ in true }
  ) throws(DatabaseError) {
    try inOneCall { _ throws(DatabaseError) in
      guard isKeyed == (encryption != nil) else {
        throw DatabaseError(
          .unsupportedFeature, "a backup can't encrypt or decrypt: use export, which copies the content instead")
      }
      try SQLiteFile.replacing(path, isPrivate: isKeyed) { temporary throws(DatabaseError) in
        let target = try openTarget(temporary, encryption: encryption)
        defer { target.closeSynchronously() }
        try backUp(to: target, pagesPerStep: pagesPerStep, progress: progress)
      }
    }
  }

  /// Opens a file for a copy. It gets no separate log, so that it is one file when it is complete.
  func openTarget(
    _ path: String, encryption: SQLCipherEncryption?
  ) throws(DatabaseError) -> SQLiteConnection {
    var settings = SQLiteConnectionSettings()
    settings.journalMode = nil
    settings.enforcesForeignKeys = false
    settings.busyTimeout = busyTimeout
    return try SQLiteConnection.open(
      .file(path: path, mode: .readWriteCreate), library: library, encryption: encryption, settings: settings)
  }
}

extension SQLiteConnection {
  static func open(
    _ location: SQLiteLocation, library: SQLiteLibrary, encryption: SQLCipherEncryption? = nil,
    settings: SQLiteConnectionSettings = SQLiteConnectionSettings()
  ) throws(DatabaseError) -> SQLiteConnection {
    try open(location, role: .writer, loaded: library, encryption: encryption, settings: settings)
  }
}
