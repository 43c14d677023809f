import Quarry

/// What the text of a statement tells by itself, so that the server need not be asked before it runs.
///
/// Only what is certain is told: a text that begins in another way is described by the server.
package struct HranaStatementShape: Sendable, Hashable {
  /// What the statement is for.
  package enum Kind: Sendable, Hashable {
    /// SELECT, VALUES, or WITH before them: rows, and no change.
    case query
    /// INSERT, UPDATE, DELETE, REPLACE, and statements about the schema.
    case change
    /// BEGIN that takes no lock yet.
    case beginDeferred
    /// BEGIN that takes a lock at once.
    case beginNow
    /// COMMIT or END.
    case commit
    /// ROLLBACK of the whole transaction.
    case rollback
    /// SAVEPOINT.
    case savepoint
    /// RELEASE, which commits when the savepoint began the transaction.
    case release
    /// ROLLBACK TO.
    case rollbackTo
    /// A PRAGMA that is only read.
    case pragmaRead
    /// A setting of the connection, which the next stream needs too.
    case setting(name: String)
    /// A setting of the connection that nobody makes again on the next stream.
    case lostSetting(name: String)
    /// ATTACH or DETACH.
    case attach
    /// Only the server knows.
    case unknown
  }

  package let kind: Kind
  /// Whether what the statement makes lives only as long as the connection.
  package var isTemporary = false
  /// Whether the statement inserts rows.
  var inserts = false
  /// Whether rows before one that breaks a constraint stay, by `OR FAIL`.
  var mayKeepRows = false
  /// Whether the statement inserts rows or updates others instead.
  var isUpsert = false

  /// Whether the statement makes no direct change; `nil` when only the server knows.
  package var isReadOnly: Bool? {
    switch kind {
    case .query, .beginDeferred, .commit, .rollback, .savepoint, .release, .rollbackTo, .pragmaRead, .setting,
      .lostSetting:
      true
    case .change, .beginNow: false
    case .attach, .unknown: nil
    }
  }

  /// Whether the statement is a setting that would be lost between two calls.
  var isLostSetting: Bool { if case .lostSetting = kind { true } else { false } }

  /// Whether the statement may be sent again when its answer was lost.
  var mayRepeat: Bool { kind == .query || kind == .pragmaRead }

  /// Looks at a text.
  package init(_ sql: String) {
    let tokens = SQLTokenizer.tokens(of: sql)
    kind = HranaStatementShape.kind(tokens)
    mayKeepRows = kind == .change && zip(tokens, tokens.dropFirst()).contains { $0.isWord("OR") && $1.isWord("FAIL") }
    if kind == .change,
      tokens.first?.isWord("WITH") == true || ["INSERT", "REPLACE"].contains(where: { tokens[0].isWord($0) })
    {
      inserts = tokens.contains { $0.isWord("INTO") }
      isUpsert = inserts && zip(tokens, tokens.dropFirst()).contains { $0.isWord("DO") && $1.isWord("UPDATE") }
    }
    if tokens.first?.isWord("CREATE") == true {
      let isTemp = tokens.dropFirst().first.map { $0.isWord("TEMP") || $0.isWord("TEMPORARY") } ?? false
      isTemporary = isTemp || tokens.contains { $0.isName("temp") }
    }
  }

  private static func kind(_ tokens: [SQLToken]) -> Kind {
    guard let first = tokens.first, first.kind == .word else { return .unknown }
    func second(_ words: String...) -> Bool { tokens.count > 1 && words.contains { tokens[1].isWord($0) } }
    switch first.spelling.uppercased() {
    case "SELECT", "VALUES": return .query
    case "WITH": return afterCommonTables(tokens)
    case "INSERT", "UPDATE", "DELETE", "REPLACE", "CREATE", "DROP", "ALTER", "REINDEX", "ANALYZE", "VACUUM":
      return .change
    case "BEGIN": return second("IMMEDIATE", "EXCLUSIVE") ? .beginNow : .beginDeferred
    case "COMMIT", "END": return .commit
    case "ROLLBACK": return tokens.contains { $0.isWord("TO") } ? .rollbackTo : .rollback
    case "SAVEPOINT": return .savepoint
    case "RELEASE": return .release
    case "ATTACH", "DETACH": return .attach
    case "PRAGMA": return pragma(Array(tokens.dropFirst()))
    default: return .unknown
    }
  }

  /// The first word outside of parentheses that begins a statement.
  private static func afterCommonTables(_ tokens: [SQLToken]) -> Kind {
    var depth = 0
    for token in tokens.dropFirst() {
      if token.isSymbol("(") { depth += 1 }
      if token.isSymbol(")") { depth -= 1 }
      guard depth == 0, token.kind == .word else { continue }
      switch token.spelling.uppercased() {
      case "SELECT", "VALUES": return .query
      case "INSERT", "UPDATE", "DELETE", "REPLACE": return .change
      default: continue
      }
    }
    return .unknown
  }

  private static func pragma(_ tokens: [SQLToken]) -> Kind {
    var tokens = tokens
    if tokens.count > 1, tokens[1].isSymbol(".") { tokens.removeFirst(2) }
    guard let name = tokens.first?.name?.lowercased() else { return .unknown }
    let rest = tokens.dropFirst().filter { !$0.isSymbol(";") }
    if questions.contains(name) { return .pragmaRead }
    if rest.isEmpty { return actions.contains(name) ? .unknown : .pragmaRead }
    if settings.contains(name) { return .setting(name: name) }
    return ConnectionSettings.names.contains(name) ? .lostSetting(name: name) : .unknown
  }

  /// Pragmas whose argument only says what is asked.
  private static let questions: Set<String> = [
    "table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo", "foreign_key_list",
    "foreign_key_check", "integrity_check", "quick_check", "compile_options", "function_list", "module_list",
    "pragma_list", "collation_list", "database_list",
  ]
  /// Pragmas that do something without an argument.
  private static let actions: Set<String> = [
    "optimize", "wal_checkpoint", "incremental_vacuum", "shrink_memory", "journal_mode",
  ]
  /// Settings of one connection.
  private static let settings: Set<String> = [
    "foreign_keys", "recursive_triggers", "case_sensitive_like", "ignore_check_constraints", "query_only",
    "reverse_unordered_selects", "legacy_alter_table", "trusted_schema", "automatic_index", "cell_size_check",
    "cache_size", "temp_store", "busy_timeout", "writable_schema", "count_changes", "full_column_names",
    "short_column_names", "synchronous", "analysis_limit", "defer_foreign_keys",
  ]
}
