internal import Quarry

/// Statements with a key, which must not appear in a trace or an error.
enum SQLiteSecrets {
  /// The text to show instead of a statement that may carry a key; `nil` for every other statement.
  static func redacted(_ sql: String) -> String? {
    let kind = SQLStatementKind(sql)
    switch kind.verb {
    case .pragma:
      guard let name = kind.pragma?.name, SQLPragma.scope(of: name) == .key || name == "cipher_salt" else { return nil }
      return "PRAGMA \(name) (value hidden)"
    case .attach:
      return SQLTokens(sql).contains { $0.isName("KEY") } ? "ATTACH (text hidden, since it carries a key)" : nil
    default: return nil
    }
  }

  /// The SQL function of SQLCipher that copies a database into another one.
  static let exportFunction = "sqlcipher_export"

  /// The setting, if no SQL may change it: a key, the format of the file, or a default of the whole process.
  ///
  /// - Parameters:
  ///   - name: The name after PRAGMA.
  ///   - hasValue: Whether a value is given. If `false`, the setting is only read.
  static func refusedSetting(_ name: String, hasValue: Bool) -> String? {
    let name = name.lowercased()
    switch SQLPragma.scope(of: name) {
    case .key: return name
    // Given when a database is opened or attached; later, some make the next write destroy the file.
    case .encryption: return hasValue ? name : nil
    default: return nil
    }
  }

  /// The setting that a statement would change although no SQL may. The engine applies some of
  /// them while it prepares the statement.
  static func refusedSetting(of kind: SQLStatementKind) -> String? {
    kind.pragma.flatMap { refusedSetting($0.name, hasValue: $0.hasArgument) }
  }

  /// The error for such a setting. It repeats nothing of the statement except the name.
  static func refusal(of setting: String) -> DatabaseError {
    let reason =
      if SQLPragma.scope(of: setting) == .key {
        "a key is given when a connection is opened, never as SQL, where it would come too late and be shown by traces; "
          + "to change the key, use rekey"
      } else if setting.hasPrefix("cipher_default_") || setting == "cipher_memory_security" {
        "it would weaken the encryption of every database of the process; give settings with the encryption of the one "
          + "database that needs them"
      } else {
        "it says how the file is encrypted, and once the file is open, the next write could destroy it; give it with the "
          + "encryption when the database is opened or attached"
      }
    return DatabaseError(.misuse, "PRAGMA \(setting) isn't run: \(reason)")
  }
}
