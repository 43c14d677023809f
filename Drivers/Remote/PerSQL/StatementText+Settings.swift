internal import Quarry

extension StatementText {
  /// Throws for statements that set up a connection. No connection is held between calls, so the setting would be
  /// silently lost. Nor is there a log to checkpoint.
  ///
  /// Foreign keys can be turned on, because they already are.
  ///
  /// - Parameter inBatch: Whether the statement is part of a transaction, whose end also ends `defer_foreign_keys`.
  ///
  /// Source: <https://sqlite.org/pragma.html>.
  func requireNoSetting(inBatch: Bool = false) throws(DatabaseError) {
    guard let pragma = kind.pragma else { return }
    if pragma.name == "wal_checkpoint" {
      throw DatabaseError(
        .unsupportedFeature, "PerSQL keeps the files of its databases to itself, and moves their logs by itself",
        sql: sql, missing: .everyStatement)
    }
    guard verb == .setPragma, pragma.hasArgument, SQLPragma.isLostWithConnection(pragma.name) else { return }
    let (name, value) = (pragma.name, pragma.argument?.uppercased() ?? "")
    if name == "defer_foreign_keys", inBatch { return }
    if name == "foreign_keys", ["ON", "1", "TRUE", "YES"].contains(value) { return }
    throw DatabaseError(
      .unsupportedFeature, "PerSQL keeps no connection, so the setting PRAGMA \(name) would be lost with the call",
      sql: sql, missing: .connectionState)
  }
}
