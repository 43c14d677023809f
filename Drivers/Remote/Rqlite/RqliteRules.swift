internal import Quarry

/// What must not be sent to rqlite, since every node runs the statements itself, and all clients share a connection.
enum RqliteRules {
  /// Refuses a statement that would leave the nodes with different data, or that would be stored as something else.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature`, which says what to do instead.
  static func check(_ text: StatementText) throws(DatabaseError) {
    if let zero = text.sql.utf8.firstIndex(of: 0) {
      throw DatabaseError(
        .syntax, "rqlite: SQL text must not contain a zero byte; bind such a text as a value",
        sql: String(text.sql.unicodeScalars.map { $0.value == 0 ? "\u{FFFD}" : Character($0) }),
        offset: text.sql.utf8.distance(from: text.sql.utf8.startIndex, to: zero))
    }
    try text.requireSelfContained("rqlite")
    if let reason = reason(text) { throw DatabaseError(.unsupportedFeature, "rqlite: " + reason, sql: text.sql) }
  }

  /// The PRAGMAs that the server refuses to set.
  private static let disallowed = ["journal_mode", "synchronous", "wal_autocheckpoint", "wal_checkpoint", "query_only"]

  private static func reason(_ text: StatementText) -> String? {
    switch text.verb {
    case .select, .askPragma, .transaction, .attach: return nil
    case .setPragma:
      for name in disallowed where text.tokens.dropFirst().contains(where: { $0.isName(name) }) {
        return "PRAGMA \(name) is not let through by the nodes"
      }
      return text.tokens.contains { $0.name.map { SQLIdentifier.quote($0.lowercased()) } == "\"foreign_keys\"" }
        ? "foreign keys are switched on for a whole node when it is started, with -fk" : nil
    case .insert, .change, .other: break
    }
    if text.begins(with: "VACUUM") { return "VACUUM is the matter of each node, which can do it by itself" }
    if let word = clock(text) {
      return "\(word) is evaluated on every node, each of which would store another time; bind the time instead"
    }
    guard text.begins(with: "CREATE") || text.begins(with: "ALTER") else { return nil }
    if calls(text, ["random", "randomblob"]) || text.tokens.contains(where: { isNow($0) }) {
      return "random() and 'now' in a definition would be stored as constants; bind such values instead"
    }
    return nil
  }

  private static func clock(_ text: StatementText) -> String? {
    for word in ["CURRENT_TIMESTAMP", "CURRENT_DATE", "CURRENT_TIME"] where text.mentions(word) { return word }
    for (index, token) in text.tokens.enumerated() where token.kind == .word {
      guard ["date", "time", "datetime", "julianday", "unixepoch"].contains(token.spelling.lowercased()),
        index + 2 < text.tokens.count, text.tokens[index + 1].isSymbol("("), text.tokens[index + 2].isSymbol(")")
      else { continue }
      return token.spelling + "()"
    }
    return nil
  }

  private static func calls(_ text: StatementText, _ names: Set<String>) -> Bool {
    zip(text.tokens, text.tokens.dropFirst()).contains { name, parenthesis in
      parenthesis.isSymbol("(") && name.kind == .word && names.contains(name.spelling.lowercased())
    }
  }

  private static func isNow(_ token: SQLToken) -> Bool {
    token.kind == .text && token.spelling.lowercased() == "'now'"
  }
}
