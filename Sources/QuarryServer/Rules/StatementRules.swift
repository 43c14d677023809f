internal import Quarry

/// Which statements clients may send: not those that reach outside of the database or change how it is served.
///
/// The text is looked at on every driver; local engines are asked too, while they prepare, which texts cannot deceive.
struct StatementRules: Sendable, Hashable {
  /// What the client may do.
  var role: ServerRole
  /// Whether other clients use the same connection.
  var isShared: Bool

  /// What a statement would do to the connection.
  struct Verdict: Sendable, Hashable {
    /// Why it is refused.
    var refusal: String?
    /// Whether it leaves something behind in the connection that the next client must not see.
    var marksConnection = false
    /// Whether it begins or ends transactions or savepoints.
    var controlsTransactions = false
  }

  /// Looks at the text of one statement.
  func verdict(on sql: String) -> Verdict {
    var tokens = SQLTokenizer.tokens(of: sql)[...]
    if let refusal = Self.forbiddenFunction(in: tokens) { return Verdict(refusal: refusal) }
    if tokens.first?.isWord("EXPLAIN") == true {
      tokens = tokens.dropFirst()
      if tokens.first?.isWord("QUERY") == true { tokens = tokens.dropFirst(2) }
    }
    guard let first = tokens.first, first.kind == .word else { return Verdict() }
    let rest = tokens.dropFirst()
    switch first.spelling.uppercased() {
    case "ATTACH", "DETACH": return Verdict(refusal: "\(first.spelling.uppercased()) is not allowed here")
    case "VACUUM":
      return Verdict(refusal: rest.contains { $0.isWord("INTO") } ? "VACUUM INTO is not allowed here" : nil)
    case "PRAGMA": return verdict(onPragma: rest)
    case "CREATE": return verdict(onCreate: rest)
    case "BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE": return Verdict(controlsTransactions: true)
    default: return Verdict()
    }
  }

  private func verdict(onCreate tokens: ArraySlice<SQLToken>) -> Verdict {
    let isTemporary = tokens.prefix(8).contains { $0.isName("TEMP") || $0.isName("TEMPORARY") }
    guard isTemporary else { return Verdict() }
    return Verdict(refusal: isShared ? Self.temporaryRefusal : nil, marksConnection: true)
  }

  private func verdict(onPragma tokens: ArraySlice<SQLToken>) -> Verdict {
    var tokens = tokens
    if tokens.dropFirst().first?.isSymbol(".") == true { tokens = tokens.dropFirst(2) }
    guard let name = tokens.first?.name?.lowercased() else { return Verdict() }
    let rest = tokens.dropFirst()
    let hasArgument = rest.first?.isSymbol("=") == true || rest.first?.isSymbol("(") == true
    return verdict(onPragma: name, hasArgument: hasArgument)
  }

  /// Judges a PRAGMA by its name.
  func verdict(onPragma name: String, hasArgument: Bool) -> Verdict {
    if Pragmas.asking.contains(name) || (!hasArgument && Pragmas.readable.contains(name)) { return Verdict() }
    if hasArgument || Pragmas.acting.contains(name), let kind = Pragmas.writable[name] {
      if role == .read { return Verdict(refusal: "PRAGMA \(name) = … is not allowed to a reader") }
      if isShared && kind == .connection { return Verdict(refusal: "PRAGMA \(name) = … needs a connection of its own") }
      return Verdict(marksConnection: kind == .connection)
    }
    return Verdict(refusal: "PRAGMA \(name)\(hasArgument ? " = …" : "") is not allowed here")
  }

  static let temporaryRefusal = "temporary objects need a connection of their own, which this database does not have"

  private static func forbiddenFunction(in tokens: ArraySlice<SQLToken>) -> String? {
    for (token, next) in zip(tokens, tokens.dropFirst()) where next.isSymbol("(") {
      if let name = token.name?.lowercased(), forbiddenFunctions.contains(name) {
        return "the function \(name) is not allowed here"
      }
    }
    return nil
  }

  /// Functions that load code, or that read and write files.
  static let forbiddenFunctions: Set = [
    "load_extension", "readfile", "writefile", "edit", "fts3_tokenizer", "sqlcipher_export",
  ]
}

/// The PRAGMAs that clients may send.
///
/// Source: <https://sqlite.org/pragma.html>.
enum Pragmas {
  /// What a PRAGMA with an argument changes.
  enum Kind {
    case database
    case connection
    case transaction
  }

  /// Those that only ask, with or without an argument.
  static let asking: Set = [
    "table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo", "foreign_key_list",
    "foreign_key_check", "integrity_check", "quick_check", "database_list", "collation_list", "function_list",
    "module_list", "pragma_list", "compile_options", "data_version", "freelist_count", "page_count",
  ]

  /// Those that only ask when they have no argument.
  static let readable: Set = [
    "analysis_limit", "application_id", "auto_vacuum", "automatic_index", "busy_timeout", "cache_size",
    "case_sensitive_like",
    "cell_size_check", "checkpoint_fullfsync", "defer_foreign_keys", "encoding", "foreign_keys", "fullfsync",
    "ignore_check_constraints", "journal_mode", "journal_size_limit", "legacy_alter_table", "locking_mode",
    "max_page_count", "mmap_size", "page_size", "query_only", "recursive_triggers", "reverse_unordered_selects",
    "schema_version", "secure_delete", "synchronous", "temp_store", "threads", "trusted_schema", "user_version",
    "wal_autocheckpoint",
  ]

  /// Those that a writer may set. Those of a connection end with the stream that set them, and no other stream gets
  /// the connection. Left out is what reaches outside of the database, what may damage it when the machine fails, and
  /// what changes the file for everybody.
  static let writable: [String: Kind] = [
    "user_version": .database, "application_id": .database, "optimize": .database,
    "defer_foreign_keys": .transaction, "foreign_keys": .connection, "recursive_triggers": .connection,
    "analysis_limit": .connection, "automatic_index": .connection, "busy_timeout": .connection,
    "case_sensitive_like": .connection, "cell_size_check": .connection, "legacy_alter_table": .connection,
    "max_page_count": .connection, "query_only": .connection, "reverse_unordered_selects": .connection,
    "secure_delete": .connection, "threads": .connection, "trusted_schema": .connection,
  ]

  /// Those among them that do something without an argument too.
  static let acting: Set = ["optimize"]
}
