internal import Quarry

/// The text of one statement, analyzed for drivers without prepared statements.
struct StatementText: Sendable {
  /// The statement, without what follows it in a script.
  let sql: String
  /// Its tokens, without a semicolon at the end.
  let tokens: [SQLToken]
  /// The general facts about the statement.
  let kind: SQLStatementKind
  /// The kind of statement.
  let verb: Verb
  /// The names of its parameters with their sigil, in the order of their numbers. `nil` for a parameter without a
  /// name.
  let parameterNames: [String?]

  /// The action of a statement, by its first keyword after `WITH` and its list.
  enum Verb: Sendable, Hashable {
    /// `SELECT`, `VALUES`, `EXPLAIN`.
    case select
    /// `INSERT`, `REPLACE`.
    case insert
    /// `UPDATE`, `DELETE`.
    case change
    /// A PRAGMA that only reads.
    case askPragma
    /// A PRAGMA that may change a setting.
    case setPragma
    /// `BEGIN`, `COMMIT`, `END`, `ROLLBACK`, `SAVEPOINT`, `RELEASE`.
    case transaction
    /// `ATTACH`, `DETACH`.
    case attach
    /// `CREATE`, `ALTER`, `DROP`, and everything else.
    case other
  }

  /// Reads a statement.
  init(_ sql: String) {
    self.sql = sql
    var tokens = SQLTokens.all(in: sql)
    while tokens.last?.isSymbol(";") == true { tokens.removeLast() }
    self.tokens = tokens
    kind = SQLStatementKind(sql)
    verb = StatementText.verb(kind)
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

  /// Whether the statement inserts and may update instead. Then the engine's last rowid is an older one.
  var isUpsert: Bool {
    verb == .insert && zip(tokens, tokens.dropFirst()).contains { $0.isWord("DO") && $1.isWord("UPDATE") }
  }

  /// Whether the word occurs unquoted in the statement.
  func mentions(_ word: String) -> Bool { tokens.contains { $0.isWord(word) } }

  /// Whether the statement begins with these words.
  func begins(with words: String...) -> Bool {
    tokens.count >= words.count && zip(tokens, words).allSatisfy { $0.isWord($1) }
  }
}

extension StatementText {
  private static func verb(_ kind: SQLStatementKind) -> Verb {
    if kind.explanation != nil { return .select }
    switch kind.verb {
    case .select: return .select
    case .insert: return .insert
    case .update, .delete: return .change
    case .pragma: return kind.isReadOnly ? .askPragma : .setPragma
    case .attach, .detach: return .attach
    default: return kind.controlsTransactions ? .transaction : .other
    }
  }
}

// MARK: - Refusals

extension StatementText {
  /// Throws for statements that can't work if every call is independent: transactions by statements, ATTACH,
  /// temporary objects.
  func requireSelfContained(_ driver: String) throws(DatabaseError) {
    switch verb {
    case .transaction:
      throw DatabaseError(
        .unsupportedFeature, "\(driver) can't hold a transaction open between calls; use batch", sql: sql,
        missing: .interactiveTransactions)
    case .attach:
      throw DatabaseError(.unsupportedFeature, "\(driver) can't attach databases", sql: sql, missing: .attach)
    case .other where begins(with: "CREATE", "TEMP") || begins(with: "CREATE", "TEMPORARY"):
      throw DatabaseError(
        .unsupportedFeature, "\(driver) keeps no connection, so a temporary table or view would be lost", sql: sql,
        missing: .connectionState)
    default: return
    }
  }
}
