extension EngineMessage {
  /// Whether a message is that of SQLITE_ERROR, for a statement that parses and can't run.
  ///
  /// Source: the messages of SQLite's parser and of its functions, which have been the same for years.
  static func isOfStatement(_ message: String) -> Bool {
    beginningsOfStatements.contains { message.hasPrefix($0) } || signsOfStatements.contains { message.contains($0) }
  }

  private static let beginningsOfStatements = [
    // What may not stand in a schema.
    "parameters are not allowed in ", "parameters prohibited in ", "subqueries prohibited in ",
    "non-deterministic functions prohibited in ", "non-deterministic use of ", "unsafe use of ",
    "default value of column [", "trigger cannot use variables", "views may not be indexed", "cannot create ",
    "PRIMARY KEY missing on table ", "duplicate column name: ", "object name reserved for internal use: ",
    "unknown table option: ", "AUTOINCREMENT is only allowed", "there is already ", "Cannot add a ",
    "cannot add a ", "cannot drop ", "error in ", "unrecognized option", "unrecognized parameter",
    // What a statement may not do.
    "cannot INSERT into generated column ", "cannot UPDATE generated column ", "cannot modify ",
    "foreign key mismatch - ", "ON CONFLICT clause does not match any PRIMARY KEY or UNIQUE constraint",
    "at most 64 tables in a join", "ORDER BY clause should come after ", "LIMIT clause should come after ",
    "DISTINCT aggregates must have exactly one argument", "duplicate WITH table name: ",
    "argument of ntile must be a positive integer", "second argument to nth_value must be a positive integer",
    "frame starting offset must be ", "frame ending offset must be ", "RANGE with offset PRECEDING/FOLLOWING requires ",
    "cannot override ", "FILTER may not be used with non-aggregate ", "FILTER clause may only be used with aggregate ",
    "circular reference: ", "ESCAPE expression must be a single character", "integer overflow",
    // JSON.
    "malformed JSON", "JSON path error near ", "bad JSON path: ", "JSON cannot hold BLOB values", "json_object() ",
    // Full-text search.
    "fts5: ", "unterminated string", "unknown special query: ", "no such tokenizer: ", "malformed MATCH expression: ",
    "unable to use function ", "cannot DELETE from contentless fts5 table: ",
    "cannot UPDATE contentless fts5 table: ", "vtable constructor failed: ", "SQL logic error",
  ]

  private static let signsOfStatements = [
    " already exists", " already another table or index with this name", " may not be modified",
    " because it is a view", " may not be altered", " may not be dropped", " may not be indexed",
  ]
}
