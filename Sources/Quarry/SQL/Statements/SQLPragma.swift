/// The effects of the PRAGMAs of SQLite and SQLCipher.
///
/// Source: <https://sqlite.org/pragma.html>, <https://www.zetetic.net/sqlcipher/sqlcipher-api/>.
package enum SQLPragma {
  /// What a PRAGMA with a value changes.
  package enum Scope: Sendable, Hashable {
    /// The connection, until it is closed.
    case connection
    /// The transaction, until it ends.
    case transaction
    /// How a later statement of the same connection creates the file.
    case newFile
    /// The database, for everybody.
    case database
    /// The whole process.
    case process
    /// The encryption settings of a file.
    case encryption
    /// The key of an encrypted file.
    case key
  }

  /// PRAGMAs whose argument selects what to return, and never sets a value.
  package static let asking: Set<String> = [
    "collation_list", "compile_options", "data_version", "database_list", "foreign_key_check", "foreign_key_list",
    "freelist_count", "function_list", "index_info", "index_list", "index_xinfo", "integrity_check", "module_list",
    "page_count", "pragma_list", "quick_check", "table_info", "table_list", "table_xinfo",
  ]

  /// PRAGMAs that have an effect, or can change the file, even without a value.
  package static let acting: Set<String> = [
    "incremental_vacuum", "journal_mode", "optimize", "shrink_memory", "wal_checkpoint",
  ]

  /// Returns what a value changes; `nil` for a PRAGMA without values, and for an unknown one.
  ///
  /// - Parameter name: The name in lower case.
  package static func scope(of name: String) -> Scope? {
    scopes[name] ?? (name.hasPrefix("cipher_default_") ? .encryption : nil)
  }

  /// Whether a value lasts only as long as its connection.
  package static func isLostWithConnection(_ name: String) -> Bool {
    switch scope(of: name) {
    case .connection, .transaction, .newFile, .process: true
    case .database, .encryption, .key, nil: false
    }
  }

  private static let scopes: [String: Scope] = {
    let groups: [(Scope, [String])] = [
      (
        .connection,
        [
          "analysis_limit", "automatic_index", "busy_timeout", "cache_size", "cache_spill", "case_sensitive_like",
          "cell_size_check", "checkpoint_fullfsync", "count_changes", "empty_result_callbacks", "foreign_keys",
          "full_column_names", "fullfsync", "ignore_check_constraints", "journal_size_limit", "legacy_alter_table",
          "locking_mode", "max_page_count", "mmap_size", "query_only", "read_uncommitted", "recursive_triggers",
          "reverse_unordered_selects", "secure_delete", "short_column_names", "synchronous", "temp_store", "threads",
          "trusted_schema", "wal_autocheckpoint", "writable_schema",
        ]
      ),
      (.transaction, ["defer_foreign_keys"]),
      (.newFile, ["auto_vacuum", "encoding", "page_size"]),
      (
        .database,
        [
          "application_id", "default_cache_size", "incremental_vacuum", "journal_mode", "optimize", "schema_version",
          "user_version", "wal_checkpoint",
        ]
      ),
      (.process, ["data_store_directory", "hard_heap_limit", "soft_heap_limit", "temp_store_directory"]),
      (
        .encryption,
        [
          "cipher", "cipher_compatibility", "cipher_hmac_algorithm", "cipher_hmac_pgno", "cipher_hmac_salt_mask",
          "cipher_kdf_algorithm", "cipher_memory_security", "cipher_page_size", "cipher_plaintext_header_size",
          "cipher_salt", "cipher_use_hmac", "fast_kdf_iter", "kdf_iter", "rekey_cipher", "rekey_kdf_iter",
        ]
      ),
      (.key, ["hexkey", "hexrekey", "key", "rekey", "textkey", "textrekey"]),
    ]
    var scopes: [String: Scope] = [:]
    for (scope, names) in groups { for name in names { scopes[name] = scope } }
    return scopes
  }()
}

/// One use of a PRAGMA.
package struct SQLPragmaUse: Sendable, Hashable {
  /// The name in lower case.
  package var name: String
  /// Whether it has an argument.
  package var hasArgument: Bool
  /// The argument as it is written. If it begins with a sign, the last word or sign.
  package var argument: String?

  /// Reads the tokens after the word PRAGMA.
  init?(_ tokens: inout some IteratorProtocol<SQLToken>) {
    guard var name = tokens.next()?.name else { return nil }
    var next = tokens.next()
    if next?.isSymbol(".") == true {
      guard let behind = tokens.next()?.name else { return nil }
      name = behind
      next = tokens.next()
    }
    self.name = name.lowercased()
    hasArgument = next?.isSymbol("=") == true || next?.isSymbol("(") == true
    guard hasArgument else { return }
    var value = tokens.next()
    // The engine takes == for =.
    while let sign = value, sign.isSymbol("=") || sign.isSymbol("-") || sign.isSymbol("+") { value = tokens.next() }
    argument = value.map { String($0.spelling) }
  }

  /// Whether it only returns information.
  package var asks: Bool { SQLPragma.asking.contains(name) || (!hasArgument && !SQLPragma.acting.contains(name)) }
}
