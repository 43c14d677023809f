internal import CQuarrySQLite
public import Quarry

extension SQLiteConnection {
  /// Copies the content to a new file: encrypted, in the clear, or with another key. Needs SQLCipher.
  ///
  /// Copied are all tables with their rows, indexes, views, triggers and sequences, `user_version`, `application_id` and
  /// `auto_vacuum`. The file appears when the copy is complete; when it fails, nothing is left of it, and nothing stays
  /// attached. The file is for its owner only, whatever its key. Source: <https://www.zetetic.net/sqlcipher/sqlcipher-api/#sqlcipher_export>.
  ///
  /// - Parameters:
  ///   - path: The path of a file that does not exist.
  ///   - encryption: The key of the copy; `nil` for a copy in the clear.
  /// - Throws: `.unsupportedFeature` on an engine without encryption, `.transactionState` inside a transaction,
  ///   `.cannotOpen` when the file exists, or what the engine reports.
  public func export(to path: String, encryption: SQLCipherEncryption?) throws(DatabaseError) {
    try inOneCall { _ throws(DatabaseError) in try exportNow(to: path, encryption: encryption) }
  }

  private func exportNow(to path: String, encryption: SQLCipherEncryption?) throws(DatabaseError) {
    guard capabilities.engine.supports(.cipherExport) else {
      throw DatabaseError(.unsupportedFeature, "export needs SQLCipher; this is \(capabilities.engine)")
    }
    guard transactionStatus == .idle else {
      throw DatabaseError(.transactionState, "export cannot run inside a transaction: commit or roll it back first")
    }
    try encryption?.check(against: capabilities.engine, library: library)
    guard !SQLiteFile.exists(path) else {
      throw DatabaseError(
        .cannotOpen, "cannot export to \(path): there is such a file already; remove it or choose another")
    }
    try SQLiteFile.replacing(path, isPrivate: true) { temporary throws(DatabaseError) in
      try exportContent(to: temporary, encryption: encryption)
    }
  }

  private func exportContent(to path: String, encryption: SQLCipherEncryption?) throws(DatabaseError) {
    let schema = "quarry_export"
    try attach(path, as: schema, encryption: encryption)
    var failure: DatabaseError?
    do throws(DatabaseError) {
      // Before the first table; the other two are not part of the content either.
      try run("PRAGMA \(schema).auto_vacuum = \(try integer(of: "PRAGMA main.auto_vacuum") ?? 0)")
      _ = try firstRow(of: "SELECT sqlcipher_export(?)", values: [.text(schema)])
      try run("PRAGMA \(schema).user_version = \(try integer(of: "PRAGMA main.user_version") ?? 0)")
      try run("PRAGMA \(schema).application_id = \(try integer(of: "PRAGMA main.application_id") ?? 0)")
    } catch {
      failure = classified(error)
    }
    do throws(DatabaseError) {
      try detach(schema)
    } catch {
      // The error that came first says more.
      throw failure ?? error
    }
    if var failure {
      failure.message = "cannot export \(location): \(failure.message)"
      throw failure
    }
    try verifyExport(path, encryption)
  }

  /// Looks at the copy once more: version 3 attaches a file whose pages it has no memory for, and writes what nobody can read.
  private func verifyExport(_ path: String, _ encryption: SQLCipherEncryption?) throws(DatabaseError) {
    guard capabilities.engine.cipherVersion?.major == 3 else { return }
    var settings = SQLiteConnectionSettings()
    settings.journalMode = nil
    do throws(DatabaseError) {
      try Self.open(
        .file(path: path, mode: .readWrite), role: .writer, loaded: library, encryption: encryption, settings: settings
      ).closeSynchronously()
    } catch {
      guard error.code == .corrupt || error.code == .wrongKey || error.code == .notADatabase else { throw error }
      throw DatabaseError(
        .outOfMemory, "cannot export \(location): the engine has written a copy that cannot be read", underlying: error)
    }
  }

  /// Tells from its text what an error of the export was: the function that copies hands on the text, and not the code.
  private func classified(_ error: DatabaseError) -> DatabaseError {
    guard error.code == .statementFailed, error.engineCode?.primary == .error else { return error }
    let codes = [
      SQLITE_NOMEM, SQLITE_IOERR, SQLITE_FULL, SQLITE_BUSY, SQLITE_LOCKED, SQLITE_CANTOPEN, SQLITE_PROTOCOL,
      SQLITE_CORRUPT, SQLITE_READONLY,
    ]
    guard let code = codes.first(where: { error.message.hasPrefix(SQLiteLibrary.text(api.pointee.errstr($0))) }) else {
      return error
    }
    if isKeyed, code == SQLITE_IOERR { spoilingCode = DatabaseError.EngineCode(rawValue: code) }
    var error = error
    error.code = DatabaseError.Code(engineCode: DatabaseError.EngineCode(rawValue: code), message: error.message)
    return error
  }

  /// Encrypts the whole database anew with another key.
  ///
  /// Every other connection to the file has to be closed before: they would read nothing but errors from then on. With a
  /// write-ahead log that is made sure of. Drivers that hold the old key do not open the file any more.
  ///
  /// - Parameter key: The new key.
  /// - Throws: What the engine reports when the change fails; the connection is closed then, and the old key holds.
  ///   `.unsupportedFeature` for a database that is not encrypted (use ``export(to:encryption:)``),
  ///   `.transactionState` inside a transaction, where a rollback would not bring the old key back, `.busy` when other
  ///   connections are open, `.readOnly`, `.invalidConfiguration` for a key that cannot be used.
  public func rekey(_ key: SQLCipherKey) throws(DatabaseError) {
    let failure = try inOneCall { database throws(DatabaseError) in try rekeyNow(key, database) }
    if let failure { throw closing(for: failure, key) }
  }

  /// Changes the key, unless something speaks against it.
  ///
  /// - Returns: why the change itself has failed, after which the connection must not be used.
  private func rekeyNow(_ key: SQLCipherKey, _ database: OpaquePointer) throws(DatabaseError) -> DatabaseError? {
    guard isKeyed, let rekeyFunction = api.pointee.rekey_v2 else {
      throw DatabaseError(
        .unsupportedFeature, "\(location) is not encrypted, so it has no key to change: use export to encrypt it")
    }
    if let defect = key.defect { throw DatabaseError(.invalidConfiguration, "the key cannot be used: \(defect)") }
    guard transactionStatus == .idle else {
      throw DatabaseError(.transactionState, "the key cannot be changed inside a transaction: end it first")
    }
    guard !location.isReadOnly, try integer(of: "PRAGMA query_only") != 1 else {
      throw DatabaseError(.readOnly, "the key cannot be changed on a connection that only reads")
    }
    // Leaving the log needs the database for oneself, so this fails while other connections are open.
    let isLogged = try journalMode() == SQLiteJournalMode.writeAheadLog.rawValue
    let synchronous = try integer(of: "PRAGMA synchronous") ?? 1
    if isLogged { try leaveLog() }
    // Who was told of the new key forgets the old one: no loss of power may take the change back. Only `extra` waits for
    // the folder as well, in which the journal would otherwise be found again.
    try run("PRAGMA synchronous = extra")
    defer { _ = try? run("PRAGMA synchronous = \(synchronous)") }
    // Only while no lock stays can another handle look at the file.
    let isExclusive = try text(of: "PRAGMA locking_mode")?.lowercased() == "exclusive"
    if isExclusive { try run("PRAGMA locking_mode = normal") }
    let code = key.bytes.withUnsafeBytes { bytes in
      rekeyFunction(database, "main", bytes.baseAddress, Int32(bytes.count))
    }
    do throws(DatabaseError) {
      guard code == SQLITE_OK else { throw failure(code, action: "cannot change the key of \(location)") }
      try verify(key)
    } catch {
      return error
    }
    do throws(DatabaseError) {
      if isLogged { _ = try text(of: "PRAGMA journal_mode = wal") }
      if isExclusive { try run("PRAGMA locking_mode = exclusive") }
      _ = try integer(of: "SELECT count(*) FROM sqlite_master")
      return nil
    } catch {
      guard isSpoiled else { throw error }
      var error = error
      error.message = "the key of \(location) was changed, but the connection was given up: \(error.message)"
      error.outcome = .applied
      throw error
    }
  }

  /// Closes the connection after a change of the key that has failed, or may have: the engine now reads with one key and would
  /// write with the other, which destroys the file. The next opening brings back what the failed change has written.
  private func closing(for error: DatabaseError, _ key: SQLCipherKey) -> DatabaseError {
    closeSynchronously()
    var error = error
    // A failed change may have kept its locks until now.
    if error.engineCode?.primary == .busy {
      do throws(DatabaseError) {
        try verify(key)
        return DatabaseError(
          .connectionClosed, "the key of \(location) was changed, and the connection closed: open another one",
          outcome: .applied)
      } catch let second { error = second }
    }
    // Version 3 reports success whatever has happened, and only the file tells.
    if error.engineCode?.primary == .notADatabase {
      error = DatabaseError(
        .inputOutput,
        "the engine has not changed the key of \(location) and does not say why, as when a file cannot be written",
        underlying: error)
    }
    error.message += "; the connection was closed: open the database again, with the key that it had"
    return error
  }

  private func leaveLog() throws(DatabaseError) {
    var mode: String?
    do throws(DatabaseError) {
      mode = try text(of: "PRAGMA journal_mode = delete")
    } catch {
      guard error.code == .busy || error.code == .locked else { throw error }
    }
    guard mode == SQLiteJournalMode.delete.rawValue else {
      throw DatabaseError(
        .busy, "the key of \(location) cannot be changed while other connections are open: close them first",
        isRetrySafe: true)
    }
  }
}
