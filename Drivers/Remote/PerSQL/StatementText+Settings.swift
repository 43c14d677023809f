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
    guard let name = rest.first?.name?.lowercased(), StatementText.settings.contains(name), rest.count > 1 else {
      return
    }
    let value = rest.dropFirst(2).first?.spelling.uppercased() ?? ""
    if name == "defer_foreign_keys", inBatch { return }
    if name == "foreign_keys", ["ON", "1", "TRUE", "YES"].contains(value) { return }
    throw DatabaseError(
      .unsupportedFeature, "PerSQL keeps no connection, so the setting PRAGMA \(name) would be lost with the call",
      sql: sql)
  }

  /// PRAGMAs whose value lasts as long as the connection, or is taken up by a later statement of it.
  private static let settings: Set<String> = [
    "analysis_limit", "auto_vacuum", "automatic_index", "busy_timeout", "cache_size", "cache_spill",
    "case_sensitive_like", "cell_size_check", "checkpoint_fullfsync", "defer_foreign_keys", "encoding", "foreign_keys",
    "fullfsync", "hard_heap_limit", "ignore_check_constraints", "journal_size_limit", "legacy_alter_table",
    "locking_mode", "max_page_count", "mmap_size", "page_size", "query_only", "read_uncommitted",
    "recursive_triggers", "reverse_unordered_selects", "secure_delete", "soft_heap_limit", "synchronous", "temp_store",
    "threads", "trusted_schema", "wal_autocheckpoint", "writable_schema",
  ]
}
