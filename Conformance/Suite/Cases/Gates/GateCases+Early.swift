import Quarry

extension GateCases {
  /// The features up to SQLite 3.20.
  static let early: [FeatureGate] = [
    FeatureGate(
      "GATE-01", "enforcement of foreign keys", .foreignKeys, since: "3.6.19", "foreignkeys.html",
      setup: "PRAGMA foreign_keys=ON", "PRAGMA foreign_keys", [[1]]),
    FeatureGate(
      "GATE-02", "VALUES with several rows", .multiRowInsert, since: "3.7.11", "lang_insert.html",
      setup: "CREATE TABLE t(a); INSERT INTO t VALUES(1),(2)", "SELECT count(*) FROM t", [[2]]),
    FeatureGate(
      "GATE-03", "instr()", .instrFunction, since: "3.7.15", "lang_corefunc.html#instr",
      "SELECT instr('abc','c')", [[3]]),
    FeatureGate(
      "GATE-04", "PRAGMA busy_timeout", .pragmaBusyTimeout, since: "3.7.15", "pragma.html#pragma_busy_timeout",
      "PRAGMA busy_timeout=50", [[50]]),
    FeatureGate(
      "GATE-05", "char() and unicode()", .charUnicodeFunctions, since: "3.7.16", "lang_corefunc.html#char",
      "SELECT char(65),unicode('A')", [["A", 65]]),
    FeatureGate(
      "GATE-06", "printf()", .printfFunction, since: "3.8.3", "printf.html", "SELECT printf('%d',5)", [["5"]]),
    FeatureGate(
      "GATE-07", "partial indexes", .partialIndexes, since: "3.8.0", "partialindex.html",
      setup: "CREATE TABLE t(a,b); CREATE INDEX i ON t(a) WHERE b>0",
      "SELECT name FROM sqlite_master WHERE type='index'", [["i"]]),
    FeatureGate(
      "GATE-08", "PRAGMA defer_foreign_keys", .pragmaDeferForeignKeys, since: "3.8.0",
      "pragma.html#pragma_defer_foreign_keys", "PRAGMA defer_foreign_keys", [[0]]),
    FeatureGate(
      "GATE-09", "WITHOUT ROWID", .withoutRowID, since: "3.8.2", "withoutrowid.html",
      setup: "CREATE TABLE t(a PRIMARY KEY,b) WITHOUT ROWID; INSERT INTO t VALUES('k',7)", "SELECT b FROM t", [[7]]),
    FeatureGate(
      "GATE-10", "common table expressions", .commonTableExpressions, since: "3.8.3", "lang_with.html",
      "WITH x(a) AS (SELECT 1) SELECT a FROM x", [[1]]),
    FeatureGate(
      "GATE-11", "recursive common table expressions", .recursiveCommonTableExpressions, since: "3.8.3",
      "lang_with.html#recursive_common_table_expressions",
      "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n+1 FROM c WHERE n<5) SELECT sum(n) FROM c", [[15]]),
    FeatureGate(
      "GATE-12", "hexadecimal integers", .hexadecimalLiterals, since: "3.8.6", "lang_expr.html#hexint",
      "SELECT 0x1F", [[31]]),
  ]

  /// The features from SQLite 3.9 on.
  static let middle: [FeatureGate] = [
    FeatureGate(
      "GATE-13", "indexes on expressions", .expressionIndexes, since: "3.9.0", "expridx.html",
      setup: "CREATE TABLE t(a,b); CREATE INDEX i ON t(a+b)", "SELECT name FROM sqlite_master WHERE type='index'",
      [["i"]]),
    FeatureGate(
      "GATE-14", "JSON functions", .jsonCore, since: "3.9.0", "json1.html",
      #"SELECT json_extract('{"a":5}','$.a')"#, [[5]]),
    FeatureGate(
      "GATE-15", "FTS5", .fts5, since: "3.9.0", "fts5.html",
      setup: "CREATE VIRTUAL TABLE f USING fts5(x); INSERT INTO f VALUES('hello world')",
      "SELECT count(*) FROM f WHERE f MATCH 'hello'", [[1]]),
    FeatureGate(
      "GATE-16", "table-valued functions", .tableValuedFunctions, since: "3.9.0", "vtab.html#tabfunc2",
      "SELECT count(*) FROM json_each('[1,2]')", [[2]]),
    FeatureGate(
      "GATE-17", "views with a list of columns", .viewColumnList, since: "3.9.0", "lang_createview.html",
      setup: "CREATE VIEW v(x) AS SELECT 1", "SELECT x FROM v", [[1]]),
    FeatureGate(
      "GATE-18", "json_group_array()", .jsonGroupAggregates, since: "3.10.0", "json1.html#jgrouparray",
      "SELECT json_group_array(x) FROM (SELECT 1 x UNION ALL SELECT 2)", [["[1,2]"]]),
    FeatureGate(
      "GATE-19", "json_quote()", .jsonQuote, since: "3.14.0", "json1.html#jquote", "SELECT json_quote('a')",
      [[#""a""#]]),
    FeatureGate(
      "GATE-20", "row values", .rowValues, since: "3.15.0", "rowvalue.html", "SELECT (1,2)<(1,3)", [[1]]),
    FeatureGate(
      "GATE-21", "PRAGMA functions", .pragmaFunctions, since: "3.16.0", "pragma.html#pragfunc",
      setup: "CREATE TABLE t(a,b)", "SELECT count(*) FROM pragma_table_info('t')", [[2]]),
    FeatureGate(
      "GATE-22", "json_patch()", .jsonPatch, since: "3.18.0", "json1.html#jpatch",
      #"SELECT json_patch('{"a":1}','{"b":2}')"#, [[#"{"a":1,"b":2}"#]]),
    FeatureGate(
      "GATE-23", "TRUE and FALSE", .trueFalseLiterals, since: "3.23.0", "lang_expr.html#booleanexpr",
      "SELECT TRUE, FALSE, 1 IS TRUE", [[1, 0, 1]]),
    FeatureGate(
      "GATE-24", "UPSERT", .upsert, since: "3.24.0", "lang_upsert.html",
      setup: """
        CREATE TABLE t(a PRIMARY KEY,b); INSERT INTO t VALUES(1,1);
        INSERT INTO t VALUES(1,2) ON CONFLICT(a) DO UPDATE SET b=excluded.b
        """, "SELECT b FROM t", [[2]]),
  ]

  /// The features from SQLite 3.25 on.
  static let windows: [FeatureGate] = [
    FeatureGate(
      "GATE-25", "window functions", .windowFunctions, since: "3.25.0", "windowfunctions.html",
      "SELECT row_number() OVER (ORDER BY a) FROM (SELECT 3 a)", [[1]]),
    FeatureGate(
      "GATE-26", "ALTER TABLE RENAME COLUMN", .renameColumn, since: "3.25.0", "lang_altertable.html",
      setup: "CREATE TABLE t(a); INSERT INTO t VALUES(4); ALTER TABLE t RENAME COLUMN a TO b", "SELECT b FROM t",
      [[4]]),
    FeatureGate(
      "GATE-27", "PRAGMA legacy_alter_table", .pragmaLegacyAlterTable, since: "3.26.0",
      "pragma.html#pragma_legacy_alter_table", setup: "PRAGMA legacy_alter_table=ON", "PRAGMA legacy_alter_table",
      [[1]]),
    FeatureGate(
      "GATE-28", "PRAGMA table_xinfo", .pragmaTableExtendedInfo, since: "3.26.0", "pragma.html#pragma_table_xinfo",
      setup: "CREATE TABLE t(a,b)", "SELECT count(*) FROM pragma_table_xinfo('t')", [[2]]),
    FeatureGate(
      "GATE-29", "VACUUM INTO", .vacuumInto, since: "3.27.0", "lang_vacuum.html#vacuuminto",
      setup: "CREATE TABLE t(a)", "VACUUM INTO ':memory:'", []),
    FeatureGate(
      "GATE-30", "GROUPS frames and EXCLUDE", .windowGroupsFrames, .windowExclude, since: "3.28.0",
      "windowfunctions.html#frame_specifications",
      """
      SELECT sum(a) OVER (ORDER BY a GROUPS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE CURRENT ROW) \
      FROM (SELECT 1 a UNION ALL SELECT 5) ORDER BY a
      """, [[5], [1]]),
    FeatureGate(
      "GATE-31", "chained windows", .windowChaining, since: "3.28.0", "windowfunctions.html#window_chaining",
      "SELECT sum(a) OVER (w ROWS UNBOUNDED PRECEDING) FROM (SELECT 1 a) WINDOW w AS (ORDER BY a)", [[1]]),
    FeatureGate(
      "GATE-32", "FILTER on aggregates", .filterAggregate, since: "3.30.0", "lang_aggfunc.html",
      "SELECT count(*) FILTER (WHERE a>1) FROM (SELECT 1 a UNION SELECT 2)", [[1]]),
    FeatureGate(
      "GATE-33", "NULLS FIRST and LAST", .nullsOrder, since: "3.30.0", "lang_select.html#orderby",
      "SELECT a FROM (SELECT 1 a UNION ALL SELECT NULL) ORDER BY a NULLS LAST", [[1], [nil]]),
    FeatureGate(
      "GATE-34", "PRAGMA function_list", .pragmaFunctionList, since: "3.30.0", "pragma.html#pragma_function_list",
      "SELECT count(*)>50 FROM pragma_function_list", [[1]]),
    FeatureGate(
      "GATE-35", "generated columns", .generatedColumns, since: "3.31.0", "gencol.html",
      setup: "CREATE TABLE t(a,b AS (a*2) STORED,c AS (a+1)); INSERT INTO t(a) VALUES(4)", "SELECT b,c FROM t",
      [[8, 5]]),
    FeatureGate(
      "GATE-36", "JSON paths from the end", .jsonPathFromEnd, since: "3.31.0", "json1.html#jsonpath",
      "SELECT json_extract('[1,2,3]','$[#-1]')", [[3]]),
  ]

  /// The features from SQLite 3.31 on.
  static let thirties: [FeatureGate] = [
    FeatureGate(
      "GATE-37", "PRAGMA trusted_schema", .pragmaTrustedSchema, since: "3.31.0", "pragma.html#pragma_trusted_schema",
      setup: "PRAGMA trusted_schema=OFF", "PRAGMA trusted_schema", [[0]]),
    FeatureGate(
      "GATE-38", "PRAGMA hard_heap_limit", .pragmaHardHeapLimit, since: "3.31.0",
      "pragma.html#pragma_hard_heap_limit", "PRAGMA hard_heap_limit", [[0]]),
    FeatureGate(
      "GATE-39", "iif() of three arguments", .iifFunction, since: "3.32.0", "lang_corefunc.html#iif",
      "SELECT iif(1,2,3)", [[2]]),
    FeatureGate(
      "GATE-40", "PRAGMA analysis_limit", .pragmaAnalysisLimit, since: "3.32.0",
      "pragma.html#pragma_analysis_limit", "PRAGMA analysis_limit=100", [[100]]),
    FeatureGate(
      "GATE-41", "UPDATE FROM", .updateFrom, since: "3.33.0", "lang_update.html#upfrom",
      setup: """
        CREATE TABLE t(a,b); CREATE TABLE u(a,c); INSERT INTO t VALUES(1,0); INSERT INTO u VALUES(1,9);
        UPDATE t SET b=c FROM u WHERE t.a=u.a
        """, "SELECT b FROM t", [[9]]),
    FeatureGate(
      "GATE-42", "the name sqlite_schema", .sqliteSchemaName, since: "3.33.0", "schematab.html",
      "SELECT count(*) FROM sqlite_schema WHERE name <> 'sqlite_sequence'", [[0]]),
    FeatureGate(
      "GATE-43", "integrity_check of one table", .pragmaIntegrityCheckTable, since: "3.33.0",
      "pragma.html#pragma_integrity_check", "PRAGMA integrity_check('no_such')", error: .noSuchObject),
    FeatureGate(
      "GATE-44", "substring()", .substringFunction, since: "3.34.0", "lang_corefunc.html#substr",
      "SELECT substring('abc',2)", [["bc"]]),
    FeatureGate(
      "GATE-45", "the trigram tokenizer of FTS5", .fts5Trigram, since: "3.34.0", "fts5.html#the_trigram_tokenizer",
      setup: "CREATE VIRTUAL TABLE f USING fts5(x,tokenize='trigram'); INSERT INTO f VALUES('abcdef')",
      "SELECT count(*) FROM f WHERE f MATCH 'cde'", [[1]]),
    FeatureGate(
      "GATE-46", "several recursive terms", .multipleRecursiveTerms, since: "3.34.0", "lang_with.html",
      """
      WITH RECURSIVE c(n) AS (SELECT 1 UNION SELECT n*2 FROM c WHERE n<8 UNION SELECT n+1 FROM c WHERE n<3) \
      SELECT count(*) FROM c
      """, [[7]]),
    FeatureGate(
      "GATE-47", "mathematical functions", .mathFunctions, since: "3.35.0", "lang_mathfunc.html",
      "SELECT sqrt(4.0), pow(2,3), ceil(1.2), mod(7,4)", [[2.0, 8.0, 2.0, 3.0]]),
    FeatureGate(
      "GATE-48", "ALTER TABLE DROP COLUMN", .dropColumn, since: "3.35.0", "lang_altertable.html#altertabdropcol",
      setup: "CREATE TABLE t(a,b); ALTER TABLE t DROP COLUMN b", "SELECT count(*) FROM pragma_table_info('t')", [[1]]),
  ]
}
