/// The purpose of a statement, judged by its text alone. It is enough to route the statement, or to reject it, before
/// any engine sees it.
///
/// Source: <https://sqlite.org/lang.html>.
package struct SQLStatementKind: Sendable, Hashable {
  /// The effect of a statement.
  package typealias Verb = SQLVerb

  /// The kind of an `EXPLAIN`.
  package enum Explanation: Sendable, Hashable { case program, plan }

  /// The effect of the statement, without `EXPLAIN` and common table expressions.
  package private(set) var verb: Verb
  /// The kind of its `EXPLAIN`; `nil` if the statement runs.
  package private(set) var explanation: Explanation?
  /// The PRAGMA that it uses.
  package private(set) var pragma: SQLPragmaUse?

  /// Reads the kind of a statement from a text.
  ///
  /// - Parameters:
  ///   - sql: The text. Its first statement counts.
  ///   - start: The byte to begin at.
  package init(_ sql: String, from start: Int = 0) {
    var tokens = SQLTokens(sql, from: start)
    self.init(&tokens)
  }

  /// Reads the kind of a statement from as many tokens as it needs.
  package init(_ tokens: inout some IteratorProtocol<SQLToken>) {
    verb = .none
    var first = tokens.next()
    while first?.isSymbol(";") == true { first = tokens.next() }
    if first?.isWord("EXPLAIN") == true {
      explanation = .program
      first = tokens.next()
      if first?.isWord("QUERY") == true {
        explanation = .plan
        _ = tokens.next()
        first = tokens.next()
      }
    }
    guard let first else { return }
    verb = Self.verb(first, &tokens)
    if verb == .pragma { pragma = SQLPragmaUse(&tokens) }
  }

  private static func verb(_ first: SQLToken, _ tokens: inout some IteratorProtocol<SQLToken>) -> Verb {
    guard first.kind == .word else { return .unknown }
    switch first.spelling.uppercased() {
    case "SELECT", "VALUES": return .select
    case "WITH": return verbBehindCommonTables(&tokens)
    case "INSERT", "REPLACE": return .insert
    case "UPDATE": return .update
    case "DELETE": return .delete
    case "CREATE": return .create
    case "ALTER": return .alter
    case "DROP": return .drop
    case "REINDEX": return .reindex
    case "ANALYZE": return .analyze
    case "VACUUM": return .vacuum
    case "BEGIN":
      let next = tokens.next()
      return next?.isWord("IMMEDIATE") == true || next?.isWord("EXCLUSIVE") == true ? .beginNow : .beginDeferred
    case "COMMIT", "END": return .commit
    case "ROLLBACK": return goesBackToSavepoint(&tokens) ? .rollbackTo : .rollback
    case "SAVEPOINT": return .savepoint
    case "RELEASE": return .release
    case "ATTACH": return .attach
    case "DETACH": return .detach
    case "PRAGMA": return .pragma
    default: return .unknown
    }
  }

  /// Returns the first word outside parentheses that begins a statement. Of these words, only REPLACE can be the name
  /// of a table.
  private static func verbBehindCommonTables(_ tokens: inout some IteratorProtocol<SQLToken>) -> Verb {
    var depth = 0
    var mayReplace = false
    while let token = tokens.next() {
      if mayReplace, token.isWord("INTO") { return .insert }
      mayReplace = false
      if token.isSymbol("(") { depth += 1 } else if token.isSymbol(")") { depth -= 1 }
      guard depth == 0 else { continue }
      if token.isSymbol(";") { return .unknown }
      guard token.kind == .word else { continue }
      switch token.spelling.uppercased() {
      case "SELECT", "VALUES": return .select
      case "INSERT": return .insert
      case "REPLACE": mayReplace = true
      case "UPDATE": return .update
      case "DELETE": return .delete
      default: continue
      }
    }
    return .unknown
  }

  private static func goesBackToSavepoint(_ tokens: inout some IteratorProtocol<SQLToken>) -> Bool {
    while let token = tokens.next(), !token.isSymbol(";") {
      if token.isWord("TO") { return true }
    }
    return false
  }
}

extension SQLStatementKind {
  /// Whether a text can run on a connection that only reads. Nearly every text that is asked for begins with SELECT, for
  /// which nothing else is looked at.
  package static func isReadOnly(_ sql: String) -> Bool { beginsWithSelect(sql) || SQLStatementKind(sql).isReadOnly }

  /// Whether a text is a SELECT, a VALUES, or one of them after WITH.
  static func isSelect(_ sql: String) -> Bool { beginsWithSelect(sql) || SQLStatementKind(sql).verb == .select }

  private static func beginsWithSelect(_ sql: String) -> Bool {
    let begins = sql.utf8.withContiguousStorageIfAvailable { bytes in
      guard bytes.count > 6, bytes[6] == 0x20 || bytes[6] == 0x0A else { return false }
      let select: StaticString = "SELECT"
      return (0..<6).allSatisfy { bytes[$0] & 0xDF == select.utf8Start[$0] }
    }
    return begins == true
  }

  /// Whether the statement begins or ends transactions or savepoints.
  package var controlsTransactions: Bool {
    switch verb {
    case .beginDeferred, .beginNow, .commit, .rollback, .savepoint, .release, .rollbackTo: true
    default: false
    }
  }

  /// Whether the statement changes rows.
  package var changesRows: Bool { verb == .insert || verb == .update || verb == .delete }

  /// Whether the statement can run on a connection that only reads.
  ///
  /// An explained change counts as a change (<https://sqlite.org/c3ref/stmt_readonly.html>), and so do PRAGMAs that can
  /// change the file without a value.
  package var isReadOnly: Bool { verb == .select || pragma?.asks == true }
}
