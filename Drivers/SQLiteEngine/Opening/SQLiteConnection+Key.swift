internal import CQuarrySQLite
internal import Quarry

extension SQLiteConnection {
  /// Sets the key, once, and then the settings of the file format.
  ///
  /// The key is set by a separate function and not as SQL, so it needs no quoting and appears in no trace. Only the
  /// first read shows whether it is correct.
  func apply(_ encryption: SQLCipherEncryption) throws(DatabaseError) {
    try apply(encryption.key, encryption.allSettings(for: capabilities.engine.cipherVersion))
  }

  private func apply(_ key: SQLCipherKey, _ format: [SQLCipherEncryption.Setting]) throws(DatabaseError) {
    let database = try openDatabase()
    guard let keyFunction = api.pointee.key_v2 else {
      throw DatabaseError(.unsupportedFeature, "\(capabilities.engine) can't encrypt")
    }
    guard !isKeyed else {
      throw DatabaseError(.misuse, "the connection has its key already; a second one could destroy the file")
    }
    let code = key.bytes.withUnsafeBytes { bytes in
      keyFunction(database, "main", bytes.baseAddress, Int32(bytes.count))
    }
    guard code == SQLITE_OK else {
      throw DatabaseError(
        code & 0xff == SQLITE_NOMEM ? .outOfMemory : .wrongKey, "\(capabilities.engine) refused the key",
        engineCode: DatabaseError.EngineCode(rawValue: code))
    }
    isKeyed = true
    cipherFormat = format
    if !makesReadableCopies { capabilities.engine = capabilities.engine.without(.vacuumInto) }
    if let version = capabilities.engine.cipherVersion, version >= EngineVersion(4, 6) {
      // These versions write to standard error by themselves; the level is forgotten when the last connection closes.
      try run(ownSQL: "PRAGMA cipher_log_level = NONE")
    }
    try apply(format, schema: "")
  }

  /// Reads the file with a key through another handle, in the format that this connection has set.
  ///
  /// - Throws: `.notADatabase` if the key doesn't fit.
  func verify(_ key: SQLCipherKey) throws(DatabaseError) {
    guard location.path != nil else { return }
    let handle = try Self.openHandle(location, mode: .readWrite, library: library)
    let other = SQLiteConnection(library: library, location: location, database: handle, engine: capabilities.engine)
    defer { other.closeSynchronously() }
    // Not long: what is in the way may be a lock of this very connection.
    other.setBusyTimeout(.milliseconds(50))
    other.installBusyHandler(handle)
    try other.apply(key, cipherFormat)
    _ = try other.integer(of: "SELECT count(*) FROM sqlite_master")
  }

  /// Sets the salt of an attached database, which has no default. An existing file needs it earlier, in a raw key.
  func applySalt(of encryption: SQLCipherEncryption, schema: String) throws(DatabaseError) {
    try apply(encryption.settings.filter { $0.name == "cipher_salt" }, schema: schema + ".")
  }

  /// Sets the whole format of a database that has just got its key, even the default values, because any program in
  /// the process may have changed the library's defaults.
  private func apply(_ settings: [SQLCipherEncryption.Setting], schema: String) throws(DatabaseError) {
    hooks.setsUpEncryption = true
    defer { hooks.setsUpEncryption = false }
    for setting in settings {
      do throws(DatabaseError) {
        try run(ownSQL: "PRAGMA \(schema)\(setting.name) = \(setting.value)")
      } catch {
        var hidden = error
        hidden.sql = nil
        hidden.message = "\(capabilities.engine) refused the setting \(setting.name): \(error.message)"
        throw hidden
      }
    }
  }

  /// Attaches an encrypted database while the defaults of the process are the settings of its format.
  ///
  /// The engine reads a file with the defaults of the process while it attaches it; later settings come too late. The
  /// earlier defaults are restored afterwards. Other databases of this driver aren't affected, because each sets its
  /// whole format.
  ///
  /// Source: <https://www.zetetic.net/sqlcipher/sqlcipher-api/#attach>.
  func withDefaults(
    of encryption: SQLCipherEncryption?, _ attach: () throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    guard let encryption, let version = capabilities.engine.cipherVersion else { return try attach() }
    let result = cipherDefaults.withLock { _ -> Result<Void, DatabaseError> in
      do throws(DatabaseError) {
        try withDefaults(encryption.allSettings(for: version), attach)
        return .success(())
      } catch { return .failure(error) }
    }
    try result.get()
  }

  private func withDefaults(
    _ settings: [SQLCipherEncryption.Setting], _ attach: () throws(DatabaseError) -> Void
  ) throws(DatabaseError) {
    hooks.setsUpEncryption = true
    defer { hooks.setsUpEncryption = false }
    var found: [(name: String, value: String)] = []
    for name in ["use_hmac", "page_size", "kdf_iter", "hmac_algorithm", "kdf_algorithm", "plaintext_header_size"] {
      // Older versions do not know all of them.
      guard let value = try text(of: "PRAGMA cipher_default_\(name)") else { continue }
      found.append((name, value))
    }
    defer { for setting in found { try? run(ownSQL: "PRAGMA cipher_default_\(setting.name) = \(setting.value)") } }
    for setting in settings where setting.name != "cipher_salt" {
      let name = setting.name.hasPrefix("cipher_") ? String(setting.name.dropFirst(7)) : setting.name
      try run(ownSQL: "PRAGMA cipher_default_\(name) = \(setting.value)")
    }
    try attach()
  }

  /// Runs a setting that only the driver may change.
  private func run(ownSQL sql: String) throws(DatabaseError) {
    let database = try openDatabase()
    var statement: OpaquePointer?
    var code = api.pointee.prepare_v2(database, sql, -1, &statement, nil)
    defer { if let statement { _ = api.pointee.finalize(statement) } }
    if code == SQLITE_OK, let statement {
      repeat { code = api.pointee.step(statement) } while code == SQLITE_ROW
      if code == SQLITE_DONE { return }
    }
    guard code != SQLITE_OK else { return }
    throw failure(code)
  }
}

/// Held while the defaults of the process, which all connections share, are changed temporarily.
private let cipherDefaults = Protected<Void>(())
