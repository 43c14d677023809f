internal import CQuarrySQLite
public import Quarry

extension SQLiteConnection {
  /// Copies the content to a new file: encrypted, plain, or with another key. Needs SQLCipher.
  ///
  /// The copy has all tables with their rows, indexes, views, triggers and sequences, `user_version`,
  /// `application_id` and `auto_vacuum`. A plain copy has the same page size. The file appears when the copy is
  /// complete. If the copy fails, nothing is left of it, and nothing stays attached. The file is readable only by its
  /// owner, whatever its key.
  ///
  /// Source: <https://www.zetetic.net/sqlcipher/sqlcipher-api/#sqlcipher_export>.
  ///
  /// - Parameters:
  ///   - path: The path of a file that doesn't exist.
  ///   - encryption: The key of the copy, or `nil` for a plain copy.
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine can't encrypt, `.transactionState`
  ///   inside a transaction, `.cannotOpen` if the file exists, or what the engine reports.
  public func export(to path: String, encryption: SQLCipherEncryption?) throws(DatabaseError) {
    try inOneCall { _ throws(DatabaseError) in try exportNow(to: path, encryption: encryption) }
  }

  private func exportNow(to path: String, encryption: SQLCipherEncryption?) throws(DatabaseError) {
    guard capabilities.engine.supports(.cipherExport) else {
      throw DatabaseError(.unsupportedFeature, "export needs SQLCipher; this is \(capabilities.engine)")
    }
    guard transactionStatus == .idle else {
      throw DatabaseError(.transactionState, "export can't run inside a transaction: commit or roll it back first")
    }
    try encryption?.check(against: capabilities.engine, library: library)
    guard !SQLiteFile.exists(path) else {
      throw DatabaseError(
        .cannotOpen, "can't export o \(path): there is such a file already; remove it or choose another")
    }
    try SQLiteFile.replacing(path, isPrivate: true) { temporary throws(DatabaseError) in
      try exportContent(to: temporary, encryption: encryption)
    }
  }

  /// Copies the content to a file that doesn't exist or is empty, and checks the copy if the engine needs it.
  func exportContent(to path: String, encryption: SQLCipherEncryption?) throws(DatabaseError) {
    let schema = "quarry_export"
    // A connection that may not create its own file may not create this one either.
    try SQLiteFile.write([], to: path)
    try attach(path, as: schema, encryption: encryption)
    var failure: DatabaseError?
    do throws(DatabaseError) {
      // Before the first table; the other two are not part of the content either. Encrypted pages have the size that their
      // settings say, since nobody could open the copy with them otherwise.
      if encryption == nil, let size = try integer(of: "PRAGMA main.page_size") {
        try run("PRAGMA \(schema).page_size = \(size)")
      }
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
      failure.message = "can't export \(location): \(failure.message)"
      throw failure
    }
    try verifyExport(path, encryption)
  }

  /// Checks the copy again: version 3 attaches a file for whose pages it has no memory, and writes data that nobody
  /// can read.
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
        .outOfMemory, "can't export \(location): the engine has written a copy that cannot be read", underlying: error)
    }
  }

  /// Finds the code of an export's error from its text, because the copying function passes on only the text.
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
}
