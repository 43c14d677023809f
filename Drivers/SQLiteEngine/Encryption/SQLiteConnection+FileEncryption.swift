package import Quarry

extension SQLiteConnection {
  /// Replaces a database file by one of the same content with another encryption, or with none.
  ///
  /// The new file is written beside the old one and checked before it replaces it atomically, so that there is always
  /// the old file or the new one. Nobody else can use the old file meanwhile.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - old: The current encryption, or `nil` for a plain file.
  ///   - new: The new encryption, or `nil` for a plain file.
  ///   - library: The library that encrypts.
  ///   - busyTimeout: The longest time to wait for locks of other connections.
  ///   - proceeds: Returns whether to continue. It's called between the parts of the work, with a handle that
  ///     interrupts the next one.
  package static func changeEncryption(
    ofFile path: String, from old: SQLCipherEncryption?, to new: SQLCipherEncryption?, library: SQLiteLibrary.Location,
    busyTimeout: Duration, proceeds: (any InterruptHandle) -> Bool
  ) throws(DatabaseError) {
    let library = try loadLibrary(library)
    let engine = SQLiteEngineCache.engine(of: library, usesProbeCache: false)
    guard engine.supports(.cipherExport) else {
      throw DatabaseError(
        .unsupportedFeature, "encrypting and decrypting need SQLCipher; \(library.path) is \(engine)")
    }
    try new?.check(against: engine, library: library)
    var settings = SQLiteConnectionSettings()
    settings.journalMode = nil
    settings.busyTimeout = busyTimeout
    settings.usesProbeCache = false
    let source = try open(
      .file(path: path, mode: .readWrite), role: .writer, loaded: library, encryption: old, settings: settings)
    defer { source.closeSynchronously() }
    func requireProceeding() throws(DatabaseError) {
      guard !proceeds(source.interruptHandle) else { return }
      throw DatabaseError(.interrupted, "the change of the encryption of \(path) was cancelled; the file is as it was")
    }
    try requireProceeding()
    try source.withFileForItself { isLogged throws(DatabaseError) in
      try SQLiteFile.replacing(path, isPrivate: true) { temporary throws(DatabaseError) in
        try requireProceeding()
        try source.exportContent(to: temporary, encryption: new)
        try requireProceeding()
        try source.completeReplacement(temporary, encryption: new, isLogged: isLogged)
      }
    }
  }

  /// Runs a body while no other connection can read or write the file.
  ///
  /// The database leaves its write-ahead log first, so that everything is in the file itself and the file can be
  /// replaced. If the body fails, the log is restored.
  ///
  /// - Parameter body: Gets whether the file had a write-ahead log.
  private func withFileForItself(_ body: (Bool) throws(DatabaseError) -> Void) throws(DatabaseError) {
    let purpose = "the encryption of \(location) can't be changed"
    let isLogged = try journalMode() == SQLiteJournalMode.writeAheadLog.rawValue
    if isLogged { try leaveLog(to: purpose) }
    do throws(DatabaseError) {
      _ = try text(of: "PRAGMA main.locking_mode = exclusive")
      try run("BEGIN EXCLUSIVE")
      // The lock stays behind the transaction.
      try run("COMMIT")
      guard try journalMode() != SQLiteJournalMode.writeAheadLog.rawValue else {
        throw DatabaseError(.busy, "\(purpose) while others use it: close other connections first", isRetrySafe: true)
      }
      // Nobody else can be writing, and this connection has written nothing: a journal is a leftover without content.
      if let path = location.path { SQLiteFile.remove(path + "-journal") }
      try body(isLogged)
    } catch {
      _ = try? text(of: "PRAGMA main.locking_mode = normal")
      _ = try? integer(of: "SELECT count(*) FROM sqlite_master")
      if isLogged { _ = try? text(of: "PRAGMA journal_mode = wal") }
      throw error
    }
  }

  /// Checks a file that is about to replace another one for damage, and gives it the other one's journal mode.
  private func completeReplacement(
    _ path: String, encryption: SQLCipherEncryption?, isLogged: Bool
  ) throws(DatabaseError) {
    let copy = try openTarget(path, encryption: encryption)
    defer { copy.closeSynchronously() }
    var problem: String?
    if encryption != nil, capabilities.engine.supports(.cipherIntegrityCheck) {
      problem = try copy.text(of: "PRAGMA cipher_integrity_check")
    }
    if problem == nil, let report = try copy.text(of: "PRAGMA integrity_check(1)"), report != "ok" { problem = report }
    if let problem {
      throw DatabaseError(
        .corrupt, "the new file for \(location) is damaged, and the old one was kept: \(problem); check the old file")
    }
    if isLogged { _ = try copy.text(of: "PRAGMA journal_mode = wal") }
  }
}
