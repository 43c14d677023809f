internal import CQuarrySQLite
public import Quarry

extension SQLiteConnection {
  /// Attaches another database file to this connection, under a schema name.
  ///
  /// - Parameters:
  ///   - path: The path of the file, without special characters.
  ///   - schema: The schema name of its tables. Not `main` or `temp`.
  ///   - mode: Whether the file may be created. It can't be attached for reading only.
  ///   - encryption: The key of that file, or `nil` for a plain file, even beside an encrypted main database.
  /// - Throws: ``DatabaseError`` with code `.wrongKey`, `.notADatabase` or `.cannotOpen`. Nothing is attached then.
  public func attach(
    _ path: String, as schema: String, mode: SQLiteOpenMode = .readWriteCreate, encryption: SQLCipherEncryption? = nil
  ) throws(DatabaseError) {
    try inOneCall { _ throws(DatabaseError) in try attachNow(path, as: schema, mode: mode, encryption: encryption) }
  }

  private func attachNow(
    _ path: String, as schema: String, mode: SQLiteOpenMode, encryption: SQLCipherEncryption?
  ) throws(DatabaseError) {
    try SQLiteFile.checkPath(path)
    try Self.checkName(schema, "schema")
    if mode == .readOnly {
      throw DatabaseError(.unsupportedFeature, "a database can't be attached for reading only: use mode rw")
    }
    try encryption?.check(against: capabilities.engine, library: library)
    if let (reason, advice, code) = SQLiteFile.obstacle(at: path, mode: mode) {
      throw DatabaseError(code, "can't attach \(path): \(reason); \(advice)")
    }
    let isCipher = capabilities.engine.cipherVersion != nil
    var values: [SQLValue] = [.text(SQLiteFile.unambiguous(path)), .text(schema)]
    // Without the KEY clause SQLCipher takes the key of the main database, whatever the file is.
    if isCipher { values.append(.blob(encryption?.key.bytes ?? [])) }
    do throws(DatabaseError) {
      try withDefaults(of: encryption) { () throws(DatabaseError) in
        _ = try firstRow(of: "ATTACH ? AS ?" + (isCipher ? " KEY ?" : ""), values: values)
      }
    } catch {
      throw attachError(error, path, schema, isKeyed: encryption != nil)
    }
    do throws(DatabaseError) {
      let name = SQLIdentifier.quote(schema)
      if let encryption { try applySalt(of: encryption, schema: name) }
      _ = try integer(of: "SELECT count(*) FROM \(name).sqlite_master")
      if encryption != nil { try requirePreparedPages(name) }
    } catch {
      try? detach(schema)
      throw attachError(error, path, schema, isKeyed: encryption != nil)
    }
  }

  /// Throws if SQLCipher ran out of memory when it set the size of pages. It doesn't report that, and then writes
  /// more bytes than its encrypted pages have.
  private func requirePreparedPages(_ schema: String) throws(DatabaseError) {
    guard let pages = try integer(of: "PRAGMA \(schema).page_size"),
      let encrypted = try integer(of: "PRAGMA \(schema).cipher_page_size"), encrypted < pages
    else { return }
    throw DatabaseError(.outOfMemory, "SQLCipher has not prepared its pages")
  }

  /// Detaches an attached database.
  ///
  /// - Throws: ``DatabaseError`` with code `.noSuchObject` or `.statementFailed` if there is none of that name, or
  ///   `.locked` if it's in use.
  public func detach(_ schema: String) throws(DatabaseError) {
    _ = try firstRow(of: "DETACH ?", values: [.text(schema)])
  }

  private func attachError(
    _ error: DatabaseError, _ path: String, _ schema: String, isKeyed: Bool
  ) -> DatabaseError {
    var error = error
    error.sql = nil
    error.offset = nil
    if error.engineCode?.primary == .notADatabase {
      error.code = isKeyed ? .wrongKey : .notADatabase
      error.message =
        isKeyed
        ? "can't attach \(path): the key or its settings do not fit the file, or it is not an encrypted database"
        : "can't attach \(path): the file is not a database, or it is encrypted and needs its key"
    } else {
      error.message = "can't attach \(path) as \(schema): \(error.message)"
    }
    return error
  }
}
