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
    guard verb == .setPragma else { return }
    var rest = tokens.dropFirst()
    if rest.dropFirst().first?.isSymbol(".") == true { rest = rest.dropFirst(2) }
    guard let name = rest.first?.name?.lowercased(), ConnectionSettings.names.contains(name), rest.count > 1 else {
      return
    }
    let value = rest.dropFirst(2).first?.spelling.uppercased() ?? ""
    if name == "defer_foreign_keys", inBatch { return }
    if name == "foreign_keys", ["ON", "1", "TRUE", "YES"].contains(value) { return }
    throw DatabaseError(
      .unsupportedFeature, "PerSQL keeps no connection, so the setting PRAGMA \(name) would be lost with the call",
      sql: sql, missing: .connectionState)
  }
}
