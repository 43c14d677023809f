internal import CQuarrySQLite
internal import Quarry

extension SQLiteConnection {
  /// Gives the engine the key, once, and then the settings of the file format.
  ///
  /// The key goes by its own function and not as SQL, so it needs no quoting and appears in no trace. Whether it is the
  /// right one shows only at the first read.
  func apply(_ encryption: SQLCipherEncryption) throws(DatabaseError) {
    let database = try openDatabase()
    guard let keyFunction = api.pointee.key_v2 else {
      throw DatabaseError(.unsupportedFeature, "\(capabilities.engine) cannot encrypt")
    }
    guard !isKeyed else {
      throw DatabaseError(.misuse, "the connection has its key already; a second one could destroy the file")
    }
    let code = encryption.key.bytes.withUnsafeBytes { bytes in
      keyFunction(database, "main", bytes.baseAddress, Int32(bytes.count))
    }
    guard code == SQLITE_OK else {
      throw DatabaseError(
        .wrongKey, "\(capabilities.engine) refused the key",
        engineCode: DatabaseError.EngineCode(rawValue: code))
    }
    isKeyed = true
    for setting in encryption.settings {
      do throws(DatabaseError) {
        try run("PRAGMA \(setting.name) = \(setting.value)")
      } catch {
        var hidden = error
        hidden.sql = nil
        hidden.message = "\(capabilities.engine) refused the setting \(setting.name): \(error.message)"
        throw hidden
      }
    }
  }
}
