internal import CQuarrySQLite
public import Quarry

extension SQLiteConnection {
  /// Copies the content to a new file: encrypted, in the clear, or with another key. Needs SQLCipher.
  ///
  /// Copied are all tables with their rows, indexes, views, triggers and sequences, `user_version`, `application_id` and
  /// `auto_vacuum`. The file appears when the copy is complete; when it fails, nothing is left of it, and nothing stays
  /// attached. Source: <https://www.zetetic.net/sqlcipher/sqlcipher-api/#sqlcipher_export>.
  ///
  /// - Parameters:
  ///   - path: The path of a file that does not exist.
  ///   - encryption: The key of the copy; `nil` for a copy in the clear.
  /// - Throws: `.unsupportedFeature` on an engine without encryption, `.transactionState` inside a transaction,
  ///   `.cannotOpen` when the file exists, or what the engine reports.
  public func export(to path: String, encryption: SQLCipherEncryption?) throws(DatabaseError) {
    _ = try openDatabase()
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
    try SQLiteFile.replacing(path) { temporary throws(DatabaseError) in
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
      failure = error
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
  }

  /// Encrypts the whole database anew with another key.
  ///
  /// Every other connection to the file has to be closed before: they would read nothing but errors from then on. With a
  /// write-ahead log that is made sure of. Drivers that hold the old key do not open the file any more.
  ///
  /// - Parameter key: The new key.
  /// - Throws: `.unsupportedFeature` for a database that is not encrypted (use ``export(to:encryption:)``),
  ///   `.transactionState` inside a transaction, where a rollback would not bring the old key back, `.busy` when other
  ///   connections are open, `.readOnly`, `.invalidConfiguration` for a key that cannot be used.
  public func rekey(_ key: SQLCipherKey) throws(DatabaseError) {
    let database = try openDatabase()
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
    if isLogged { try leaveLog() }
    let code = key.bytes.withUnsafeBytes { bytes in
      rekeyFunction(database, "main", bytes.baseAddress, Int32(bytes.count))
    }
    let error = code == SQLITE_OK ? nil : failure(code, action: "cannot change the key of \(location)")
    if isLogged { _ = try? text(of: "PRAGMA journal_mode = wal") }
    if let error { throw error }
    _ = try integer(of: "SELECT count(*) FROM sqlite_master")
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
