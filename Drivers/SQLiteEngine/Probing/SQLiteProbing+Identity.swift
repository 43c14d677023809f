internal import CQuarrySQLite
internal import Quarry

extension SQLiteProbing {
  /// Everything that must be equal for the features of one process to be those of another one: the questions, the file
  /// of the library, the library in memory, and what it says about itself on a new connection.
  ///
  /// The last part is asked again in each process. A program can add functions to all connections, for example, or
  /// change their settings, and its features are then its own.
  ///
  /// - Returns: `nil` if the library has no file, or can't be asked.
  func identity() -> [UInt8]? {
    guard let connection, let file = SQLiteFile.revision(library.path) else { return nil }
    var identity = SQLiteProbeIdentity()
    for text in [
      Self.fingerprint, library.path, file, library.version, library.sourceID,
      library.missingOptionalSymbols.joined(separator: " "),
      SQLiteLibrary.text(quarry_default_vfs(library.api)),
    ] {
      identity.append(text.utf8)
    }
    // The file may have been replaced since the library was loaded.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { number in
      identity.append(number.prefix(quarry_sqlite_build_id(library.api, number.baseAddress, number.count)))
    }
    for limit in Int32(0)...11 { identity.append("\(library.api.pointee.limit(connection.database, limit, -1))".utf8) }
    for setting in SQLITE_DBCONFIG_ENABLE_FKEY...Self.lastSetting {
      var value: Int32 = -1
      let code = quarry_db_config_flag(library.api, connection.database, setting, -1, &value)
      identity.append("\(code) \(value)".utf8)
    }
    for list in ["cipher_version", "compile_options", "function_list", "module_list", "pragma_list"] {
      guard connection.read("PRAGMA \(list)", { identity.append($0) }) else { return nil }
      identity.append([])
    }
    return identity.bytes
  }

  /// The last of the settings that are switches, `SQLITE_DBCONFIG_ENABLE_COMMENTS`.
  private static var lastSetting: Int32 { 1022 }
}

/// Texts in a row, each with its length, so that no two rows of different texts are equal.
private struct SQLiteProbeIdentity {
  private(set) var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(16 << 10) }

  mutating func append(_ text: some Collection<UInt8>) {
    withUnsafeBytes(of: UInt32(clamping: text.count).littleEndian) { bytes.append(contentsOf: $0) }
    bytes.append(contentsOf: text)
  }
}
