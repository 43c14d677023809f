/// What equivalents have found out about tables of one connection, each with the version of the schema that it holds for.
///
/// An equivalent of an upsert asks for triggers, foreign keys, columns and indexes before it writes. While the version of
/// the schema stays, so do the answers.
///
/// Only what was found in the command's own transaction is kept: in a caller's transaction the schema may have changes
/// that are rolled back, and the version after them comes a second time, for another schema.
final class KnownSchema: Sendable {
  private struct State {
    var keeps = false
    var tables: [String: (version: [SQLValue], facts: any Sendable)] = [:]
  }

  private let state = Protected(State())

  /// Says whether a command that is about to run has a transaction of its own.
  func beginCommand(inOwnTransaction: Bool) { state.withLock { $0.keeps = inOwnTransaction } }

  /// Whether what is found now may be kept.
  var keeps: Bool { state.withLock { $0.keeps } }

  /// Whether something is known about a table, for whatever version.
  func mayKnow(_ table: String) -> Bool { state.withLock { $0.tables[table] != nil } }

  /// What is known about a table at a version of the schema.
  func facts<Facts: Sendable>(_ type: Facts.Type, of table: String, at version: [SQLValue]) -> Facts? {
    state.withLock { state in
      guard let known = state.tables[table], known.version == version else { return nil }
      return known.facts as? Facts
    }
  }

  /// Keeps what was found.
  func keep(_ facts: some Sendable, of table: String, at version: [SQLValue]) {
    state.withLock { state in
      guard state.keeps else { return }
      if state.tables.count >= 256 { state.tables.removeAll() }
      state.tables[table] = (version, facts)
    }
  }

  /// Forgets everything: somebody reaches the database in a way that leaves no trace in the version.
  func removeAll() { state.withLock { $0.tables.removeAll() } }
}
