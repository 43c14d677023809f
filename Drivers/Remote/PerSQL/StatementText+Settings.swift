internal import Quarry

extension StatementText {
  /// Refuses to set up a connection: none is held between calls, so the setting would be lost without a word.
  ///
  /// Foreign keys may be turned on, which they are.
  ///
  /// - Parameter inBatch: whether the statement is part of a transaction, whose end also ends `defer_foreign_keys`.
  ///
  /// Source: <https://sqlite.org/pragma.html>.
  func requireNoSetting(inBatch: Bool = false) throws(DatabaseError) {
    guard verb == .setPragma, let pragma = kind.pragma, pragma.hasArgument,
      SQLPragma.isLostWithConnection(pragma.name)
    else { return }
    let (name, value) = (pragma.name, pragma.argument?.uppercased() ?? "")
    if name == "defer_foreign_keys", inBatch { return }
    if name == "foreign_keys", ["ON", "1", "TRUE", "YES"].contains(value) { return }
    throw DatabaseError(
      .unsupportedFeature, "PerSQL keeps no connection, so the setting PRAGMA \(name) would be lost with the call",
      sql: sql, missing: .connectionState)
  }
}
