internal import Quarry

/// The text of one statement, looked through for what a driver without prepared statements has to know.
struct StatementText: Sendable {
  /// The statement, without what follows it in a script.
  let sql: String
  /// Its tokens, without a semicolon at the end.
  let tokens: [SQLToken]
  /// What kind of statement it is.
  let verb: Verb
  /// The names of its parameters with their sigil, in the order of their numbers; `nil` for one without a name.
  let parameterNames: [String?]

  /// What a statement does, by its first keyword behind `WITH` and its list.
  enum Verb: Sendable, Hashable {
    /// `SELECT`, `VALUES`, `EXPLAIN`.
    case select
    /// `INSERT`, `REPLACE`.
    case insert
    /// `UPDATE`, `DELETE`.
    case change
    /// A PRAGMA that only tells something.
    case askPragma
    /// A PRAGMA that may set something.
    case setPragma
    /// `BEGIN`, `COMMIT`, `END`, `ROLLBACK`, `SAVEPOINT`, `RELEASE`.
    case transaction
    /// `ATTACH`, `DETACH`.
    case attach
    /// `CREATE`, `ALTER`, `DROP`, and whatever else there is.
    case other
  }

  /// Reads a statement.
  init(_ sql: String) {
    self.sql = sql
    var tokens = SQLTokenizer.tokens(of: sql)
    while tokens.last?.isSymbol(";") == true { tokens.removeLast() }
    self.tokens = tokens
    verb = StatementText.verb(of: tokens)
    parameterNames = SQLNamedParameters(ofText: sql).names
  }

  /// Whether the statement cannot change the database.
  var isReadOnly: Bool { verb == .select || verb == .askPragma }

  /// The position of the keyword `RETURNING` among the tokens, outside any parentheses.
  var returningIndex: Int? {
    guard verb == .insert || verb == .change else { return nil }
    var depth = 0
    for (index, token) in tokens.enumerated() {
      if token.isSymbol("(") { depth += 1 } else if token.isSymbol(")") { depth -= 1 }
      if depth == 0, token.isWord("RETURNING"), index > 0, !tokens[index - 1].isSymbol(".") { return index }
    }
    return nil
  }

  /// Whether the statement inserts and may update instead, after which the engine's last rowid is an older one.
  var isUpsert: Bool {
    verb == .insert && zip(tokens, tokens.dropFirst()).contains { $0.isWord("DO") && $1.isWord("UPDATE") }
  }

  /// Whether the bare word stands anywhere in the statement.
  func mentions(_ word: String) -> Bool { tokens.contains { $0.isWord(word) } }

  /// Whether the statement begins with these words.
  func begins(with words: String...) -> Bool {
    tokens.count >= words.count && zip(tokens, words).allSatisfy { $0.isWord($1) }
  }
}

extension StatementText {
  private static func verb(of tokens: [SQLToken]) -> Verb {
    guard let first = tokens.first, first.kind == .word else { return .other }
    switch first.spelling.uppercased() {
    case "SELECT", "VALUES", "EXPLAIN": return .select
    case "INSERT", "REPLACE": return .insert
    case "UPDATE", "DELETE": return .change
    case "WITH": return verbAfterList(tokens)
    case "PRAGMA": return isAsking(tokens) ? .askPragma : .setPragma
    case "BEGIN", "COMMIT", "END", "ROLLBACK", "SAVEPOINT", "RELEASE": return .transaction
    case "ATTACH", "DETACH": return .attach
    default: return .other
    }
  }

  /// The verb of a statement that begins with common table expressions: the first one outside parentheses.
  private static func verbAfterList(_ tokens: [SQLToken]) -> Verb {
    var depth = 0
    for (index, token) in tokens.enumerated() {
      if token.isSymbol("(") { depth += 1 } else if token.isSymbol(")") { depth -= 1 }
      guard depth == 0, token.kind == .word else { continue }
      switch token.spelling.uppercased() {
      case "SELECT", "VALUES": return .select
      case "INSERT": return .insert
      // The other word that can begin a statement and be a name too.
      case "REPLACE" where index + 1 < tokens.count && tokens[index + 1].isWord("INTO"): return .insert
      case "UPDATE", "DELETE": return .change
      default: continue
      }
    }
    return .other
  }

  /// Whether a PRAGMA sets nothing. With a value in parentheses only some ask about it.
  private static func isAsking(_ tokens: [SQLToken]) -> Bool {
    var rest = tokens.dropFirst()
    if rest.dropFirst().first?.isSymbol(".") == true { rest = rest.dropFirst(2) }
    guard let name = rest.first?.name?.lowercased() else { return false }
    if rest.count == 1 { return !changing.contains(name) }
    return rest.dropFirst().first?.isSymbol("(") == true && asking.contains(name)
  }

  /// PRAGMAs that take what they ask about in parentheses, where all others take a new value.
  private static let asking: Set<String> = [
    "foreign_key_check", "foreign_key_list", "index_info", "index_list", "index_xinfo", "integrity_check",
    "quick_check", "table_info", "table_list", "table_xinfo",
  ]

  /// PRAGMAs that do something without a value.
  private static let changing: Set<String> = ["incremental_vacuum", "journal_mode", "optimize", "wal_checkpoint"]
}

// MARK: - Refusals

extension StatementText {
  /// Refuses what cannot work where every call stands alone: transactions by statements, ATTACH, temporary objects.
  func requireSelfContained(_ driver: String) throws(DatabaseError) {
    switch verb {
    case .transaction:
      throw DatabaseError(
        .unsupportedFeature, "\(driver) cannot hold a transaction open between calls; use batch", sql: sql,
        missing: .interactiveTransactions)
    case .attach:
      throw DatabaseError(.unsupportedFeature, "\(driver) cannot attach databases", sql: sql, missing: .attach)
    case .other where begins(with: "CREATE", "TEMP") || begins(with: "CREATE", "TEMPORARY"):
      throw DatabaseError(
        .unsupportedFeature, "\(driver) keeps no connection, so a temporary table or view would be lost", sql: sql,
        missing: .connectionState)
    default: return
    }
  }
}
