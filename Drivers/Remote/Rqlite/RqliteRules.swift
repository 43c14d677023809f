internal import Quarry

/// The statements that must not be sent to rqlite, because every node runs the statements itself, and all clients
/// share a connection.
enum RqliteRules {
  /// Throws for a statement that would leave the nodes with different data, or that would be stored as something
  /// else.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature`, which says what to do instead.
  static func check(_ text: StatementText) throws(DatabaseError) {
    if let zero = text.sql.utf8.firstIndex(of: 0) {
      throw DatabaseError(
        .syntax, "rqlite: SQL text mustn't contain a zero byte; bind such a text as a value",
        sql: String(text.sql.unicodeScalars.map { $0.value == 0 ? "\u{FFFD}" : Character($0) }),
        offset: text.sql.utf8.distance(from: text.sql.utf8.startIndex, to: zero))
    }
    try text.requireSelfContained("rqlite")
    if let reason = reason(text) {
      let isSetting = [.setPragma, .askPragma].contains(text.verb) || text.begins(with: "VACUUM")
      throw DatabaseError(
        .unsupportedFeature, "rqlite: " + reason, sql: text.sql,
        missing: isSetting ? .everyStatement : .nondeterministicWrites)
    }
    _ = try RqliteDeterminism.evaluated(text, [])
  }

  /// PRAGMAs that set something in the file, or for the transaction: the same on every node.
  private static let stored = [
    "application_id", "auto_vacuum", "defer_foreign_keys", "page_size", "schema_version", "user_version",
  ]

  /// The PRAGMAs that the server doesn't allow to set.
  private static let disallowed = ["journal_mode", "synchronous", "wal_autocheckpoint", "wal_checkpoint", "query_only"]

  private static func reason(_ text: StatementText) -> String? {
    switch text.verb {
    case .select, .transaction, .attach, .insert, .change: return nil
    case .askPragma:
      return text.kind.pragma?.name == "query_only"
        ? "PRAGMA query_only is about a connection of one node" : nil
    case .setPragma: return reason(ofPragma: text)
    case .other:
      return text.begins(with: "VACUUM") ? "VACUUM is the matter of each node, which can do it by itself" : nil
    }
  }

  private static func reason(ofPragma text: StatementText) -> String? {
    guard let name = text.kind.pragma?.name, !stored.contains(name) else { return nil }
    if disallowed.contains(name) { return "PRAGMA \(name) is not let through by the nodes" }
    switch name {
    case "foreign_keys": return "foreign keys are switched on for a whole node when it is started, with -fk"
    case "optimize": return "PRAGMA optimize goes by what each node was asked; use ANALYZE"
    case "incremental_vacuum": return "the file of each node is its own matter"
    case "encoding": return "the encoding is chosen when the nodes are made"
    default:
      return
        "PRAGMA \(name) sets a connection of each node, which all clients share and which forgets it when the node is "
        + "started again"
    }
  }
}
