/// The functions that SQLite documents as deterministic: the same values give the same result on every node.
///
/// A statement that writes can't use any other function: it may be loaded on one node only, or return another result
/// on each node.
///
/// Source: <https://sqlite.org/lang_corefunc.html>, <https://sqlite.org/lang_aggfunc.html>,
/// <https://sqlite.org/windowfunctions.html>, <https://sqlite.org/lang_mathfunc.html>, <https://sqlite.org/json1.html>,
/// <https://sqlite.org/fts5.html>, <https://sqlite.org/fts3.html>, <https://sqlite.org/rtree.html>,
/// <https://sqlite.org/geopoly.html>.
enum RqliteFunctions {
  static let deterministic: Set<String> = [
    // Core.
    "abs", "char", "coalesce", "concat", "concat_ws", "format", "glob", "hex", "if", "ifnull", "iif", "instr", "length",
    "like", "likelihood", "likely", "lower", "ltrim", "max", "min", "nullif", "octet_length", "printf", "quote",
    "replace",
    "round", "rtrim", "sign", "soundex", "substr", "substring", "trim", "typeof", "unhex", "unicode", "unistr",
    "unistr_quote", "unlikely", "upper", "zeroblob",
    // Aggregates and windows.
    "avg", "count", "group_concat", "median", "percentile", "percentile_cont", "percentile_disc", "string_agg", "sum",
    "total", "cume_dist", "dense_rank", "first_value", "lag", "last_value", "lead", "nth_value", "ntile",
    "percent_rank",
    "rank", "row_number",
    // Mathematics.
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "ceil", "ceiling", "cos", "cosh", "degrees", "exp",
    "floor", "ln", "log", "log10", "log2", "mod", "pi", "pow", "power", "radians", "sin", "sinh", "sqrt", "tan", "tanh",
    "trunc",
    // JSON.
    "json", "json_array", "json_array_insert", "json_array_length", "json_each", "json_error_position", "json_extract",
    "json_group_array", "json_group_object", "json_insert", "json_object", "json_patch", "json_pretty", "json_quote",
    "json_remove", "json_replace", "json_set", "json_tree", "json_type", "json_valid", "jsonb", "jsonb_array",
    "jsonb_array_insert", "jsonb_each", "jsonb_extract", "jsonb_group_array", "jsonb_group_object", "jsonb_insert",
    "jsonb_object", "jsonb_patch", "jsonb_remove", "jsonb_replace", "jsonb_set", "jsonb_tree", "subtype",
    // Full-text search, R-trees and polygons.
    "bm25", "fts5_get_locale", "fts5_insttoken", "fts5_locale", "highlight", "matchinfo", "offsets", "optimize",
    "snippet",
    "rtreecheck", "rtreedepth", "rtreenode", "geopoly_area", "geopoly_bbox", "geopoly_blob", "geopoly_ccw",
    "geopoly_contains_point", "geopoly_group_bbox", "geopoly_json", "geopoly_overlap", "geopoly_regular", "geopoly_svg",
    "geopoly_within", "geopoly_xform",
    // Tables that functions make.
    "generate_series", "pragma_foreign_key_check", "pragma_foreign_key_list", "pragma_index_info", "pragma_index_list",
    "pragma_index_xinfo", "pragma_table_info", "pragma_table_list", "pragma_table_xinfo",
  ]

  /// Functions of dates, with the positions of the arguments that are moments.
  static let moments: [String: [Int]] = [
    "date": [0], "time": [0], "datetime": [0], "julianday": [0], "unixepoch": [0], "strftime": [1], "timediff": [0, 1],
  ]

  /// Functions whose result is a number, or a text that begins with a digit or a sign.
  static let numbers: Set<String> = [
    "abs", "count", "date", "datetime", "instr", "julianday", "length", "octet_length", "round", "sign", "time",
    "timediff",
    "total", "unicode", "unixepoch",
  ]

  /// The reason why a function isn't allowed, if there is more to say than that it is unknown.
  static let reasons: [String: String] = [
    "changes":
      "depends on the connection of each node, and restarted nodes count from the beginning; count in the program",
    "total_changes":
      "depends on the connection of each node, and restarted nodes count from the beginning; count in the program",
    "last_insert_rowid":
      "depends on the connection of each node; choose the key in the program, or read it first and bind it",
    "sqlite_version": "differs between nodes of different versions; read it first and bind it",
    "sqlite_source_id": "differs between nodes of different versions; read it first and bind it",
    "sqlite_compileoption_get": "differs between nodes of different builds; read it first and bind it",
    "sqlite_compileoption_used": "differs between nodes of different builds; read it first and bind it",
    "sqlite_offset": "depends on the file of each node; leave it out",
    "load_extension": "changes one connection of each node; start the nodes with the extension",
    "current_timestamp": "is a clock, and every node has its own; bind the time, or write CURRENT_TIMESTAMP",
    "current_date": "is a clock, and every node has its own; bind the date, or write CURRENT_DATE",
    "current_time": "is a clock, and every node has its own; bind the time, or write CURRENT_TIME",
  ]

  /// Whether a table is about one node: its files, its memory, or its statistics, which each node collects itself.
  static func tellsAboutNode(_ table: String) -> Bool {
    let table = table.lowercased()
    if table.hasPrefix("pragma_") { return !deterministic.contains(table) }
    return [
      "bytecode", "dbstat", "sqlite_dbpage", "sqlite_memstat", "sqlite_stat1", "sqlite_stat2", "sqlite_stat3",
      "sqlite_stat4", "sqlite_stmt", "tables_used",
    ].contains(table)
  }

  /// Words that can precede a parenthesis and aren't functions.
  static let words: Set<String> = [
    "ALL", "ALWAYS", "AND", "AS", "BETWEEN", "BY", "CASE", "CAST", "CHECK", "CONFLICT", "DEFAULT", "DISTINCT", "ELSE",
    "ESCAPE", "EXCEPT", "EXISTS", "FILTER", "FROM", "GLOB", "HAVING", "IN", "INTERSECT", "INTO", "IS", "JOIN", "KEY",
    "LIKE", "LIMIT", "MATCH", "MATERIALIZED", "NOT", "OFFSET", "ON", "OR", "OVER", "PARTITION", "RAISE", "REGEXP",
    "RETURNING", "SELECT", "SET", "THEN", "UNION", "UNIQUE", "USING", "VALUES", "WHEN", "WHERE", "WINDOW",
  ]

  /// Words after which an expression or a table begins.
  static let wordsBeforeExpressions: Set<String> = words.union([
    "BEGIN", "COLLATE", "CROSS", "DELETE", "DO", "INNER", "ISNULL", "LEFT", "NATURAL", "NOTNULL", "OUTER", "REPLACE",
    "RIGHT", "FULL", "UPDATE", "INSERT", "ROW", "GENERATED", "PRECEDING", "FOLLOWING", "RANGE", "ROWS", "GROUPS",
  ])
}
