internal import CQuarrySQLite
public import Quarry

extension SQLiteConnection {
  /// Encrypts the whole database with another key.
  ///
  /// > Important: Close every other connection to the file first. They could no longer read it. With a write-ahead
  /// > log, Quarry detects other connections. Drivers with the old key can't open the file any more.
  ///
  /// - Parameter key: The new key.
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the database isn't encrypted (use
  ///   ``export(to:encryption:)``), `.transactionState` inside a transaction, where a rollback wouldn't restore the
  ///   old key, `.busy` if other connections are open, `.readOnly`, or `.invalidConfiguration` if the key isn't
  ///   valid. If the change fails, throws what the engine reports; the connection is closed then, and the old key
  ///   remains valid.
  public func rekey(_ key: SQLCipherKey) throws(DatabaseError) {
    let failure = try inOneCall { database throws(DatabaseError) in try rekeyNow(key, database) }
    if let failure { throw closing(for: failure, key) }
  }

  /// Changes the key, if nothing prevents it.
  ///
  /// - Returns: The error of the change itself. After it, the connection must not be used.
  private func rekeyNow(_ key: SQLCipherKey, _ database: OpaquePointer) throws(DatabaseError) -> DatabaseError? {
    guard isKeyed, let rekeyFunction = api.pointee.rekey_v2 else {
      throw DatabaseError(
        .unsupportedFeature, "\(location) isn't encrypted, so it has no key to change: use export to encrypt it")
    }
    if let defect = key.defect { throw DatabaseError(.invalidConfiguration, "the key cannot be used: \(defect)") }
    guard transactionStatus == .idle else {
      throw DatabaseError(.transactionState, "the key can't be changed inside a transaction: end it first")
    }
    guard !location.isReadOnly, try integer(of: "PRAGMA query_only") != 1 else {
      throw DatabaseError(.readOnly, "the key can't be changed on a connection that only reads")
    }
    // Leaving the log needs the database for oneself, so this fails while other connections are open.
    let isLogged = try journalMode() == SQLiteJournalMode.writeAheadLog.rawValue
    let synchronous = try integer(of: "PRAGMA synchronous") ?? 1
    if isLogged { try leaveLog(to: "the key of \(location) can't be changed") }
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
      guard code == SQLITE_OK else { throw failure(code, action: "can't change the key of \(location)") }
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

  /// Closes the connection after a change of the key that has failed, or may have. The engine would now read with one
  /// key and write with the other, which destroys the file. The next opening undoes the failed change.
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
        "the engine hasn't changed the key of \(location) and doesn't say why, as when a file can't be written",
        underlying: error)
    }
    error.message += "; the connection was closed: open the database again, with the key that it had"
    return error
  }

  /// Changes from a write-ahead log to a journal that is deleted, which needs exclusive access to the database.
  ///
  /// - Parameter purpose: The action that needs this, as the first words of the error.
  /// - Throws: `.busy` if other connections are open.
  func leaveLog(to purpose: String) throws(DatabaseError) {
    var mode: String?
    do throws(DatabaseError) {
      mode = try text(of: "PRAGMA journal_mode = delete")
    } catch {
      guard error.code == .busy || error.code == .locked else { throw error }
    }
    guard mode == SQLiteJournalMode.delete.rawValue else {
      throw DatabaseError(
        .busy, "\(purpose) while other connections are open: close them first",
        isRetrySafe: true)
    }
  }
}
