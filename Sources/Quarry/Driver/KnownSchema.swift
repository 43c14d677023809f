/// A cache of facts about tables of one connection, each with its version of the schema.
///
/// A lowered upsert reads triggers, foreign keys, columns and indexes before it writes. The facts stay valid while the
/// version of the schema is the same.
///
/// Only facts found in the command's own transaction are cached. In a caller's transaction, changes of the schema can
/// be rolled back, and the same version number is then used again for another schema.
final class KnownSchema: Sendable {
  private struct State {
    var keeps = false
    var tables: [String: (version: [SQLValue], facts: any Sendable)] = [:]
  }

  private let state = Protected(State())

  /// Sets whether the command that is about to run has its own transaction.
  func beginCommand(inOwnTransaction: Bool) { state.withLock { $0.keeps = inOwnTransaction } }

  /// Whether facts that are found now can be cached.
  var keeps: Bool { state.withLock { $0.keeps } }

  /// Whether there are facts about a table, for any version.
  func mayKnow(_ table: String) -> Bool { state.withLock { $0.tables[table] != nil } }

  /// Returns the facts about a table at a version of the schema.
  func facts<Facts: Sendable>(_ type: Facts.Type, of table: String, at version: [SQLValue]) -> Facts? {
    state.withLock { state in
      guard let known = state.tables[table], known.version == version else { return nil }
      return known.facts as? Facts
    }
  }

  /// Caches facts.
  func keep(_ facts: some Sendable, of table: String, at version: [SQLValue]) {
    state.withLock { state in
      guard state.keeps else { return }
      if state.tables.count >= 256 { state.tables.removeAll() }
      state.tables[table] = (version, facts)
    }
  }

  /// Removes everything, because the database can now be changed without changing the version.
  func removeAll() { state.withLock { $0.tables.removeAll() } }
}
