/// The PRAGMAs that set up a connection.
///
/// Source: <https://sqlite.org/pragma.html>.
enum ConnectionSettings {
  /// Those whose value lasts as long as the connection, or is taken up by a later statement of it.
  static let names: Set<String> = [
    "analysis_limit", "auto_vacuum", "automatic_index", "busy_timeout", "cache_size", "cache_spill",
    "case_sensitive_like", "cell_size_check", "checkpoint_fullfsync", "defer_foreign_keys", "encoding", "foreign_keys",
    "fullfsync", "hard_heap_limit", "ignore_check_constraints", "journal_size_limit", "legacy_alter_table",
    "locking_mode", "max_page_count", "mmap_size", "page_size", "query_only", "read_uncommitted",
    "recursive_triggers", "reverse_unordered_selects", "secure_delete", "soft_heap_limit", "synchronous", "temp_store",
    "threads", "trusted_schema", "wal_autocheckpoint", "writable_schema",
  ]
}
