#if Server
/// The PRAGMAs that clients may send.
///
/// Source: <https://sqlite.org/pragma.html>.
enum Pragmas {
  /// The scope of a PRAGMA with an argument.
  enum Kind {
    case database
    case connection
    case transaction
  }

  /// PRAGMAs that only read if they have no argument.
  static let readable: Set = [
    "analysis_limit", "application_id", "auto_vacuum", "automatic_index", "busy_timeout", "cache_size",
    "case_sensitive_like",
    "cell_size_check", "checkpoint_fullfsync", "defer_foreign_keys", "encoding", "foreign_keys", "fullfsync",
    "ignore_check_constraints", "journal_mode", "journal_size_limit", "legacy_alter_table", "locking_mode",
    "max_page_count", "mmap_size", "page_size", "query_only", "recursive_triggers", "reverse_unordered_selects",
    "schema_version", "secure_delete", "synchronous", "temp_store", "threads", "trusted_schema", "user_version",
    "wal_autocheckpoint",
  ]

  /// PRAGMAs that a writer can set. Settings of a connection end with the stream that set them, and no other stream
  /// gets the connection. Not included: PRAGMAs with effects outside the database, that may damage it when the
  /// machine fails, or that change the file for everyone.
  static let writable: [String: Kind] = [
    "user_version": .database, "application_id": .database, "optimize": .database,
    "defer_foreign_keys": .transaction, "foreign_keys": .connection, "recursive_triggers": .connection,
    "analysis_limit": .connection, "automatic_index": .connection, "busy_timeout": .connection,
    "case_sensitive_like": .connection, "cell_size_check": .connection, "legacy_alter_table": .connection,
    "max_page_count": .connection, "query_only": .connection, "reverse_unordered_selects": .connection,
    "secure_delete": .connection, "threads": .connection, "trusted_schema": .connection,
  ]

  /// PRAGMAs among them that have an effect even without an argument.
  static let acting: Set = ["optimize"]
}
#endif
