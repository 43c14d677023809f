import Quarry

extension GateCases {
  /// The features from SQLite 3.35 on.
  static let returning: [FeatureGate] = [
    FeatureGate(
      "GATE-49", "several ON CONFLICT clauses", .multipleUpsertClauses, since: "3.35.0", "lang_upsert.html",
      setup: """
        CREATE TABLE t(a UNIQUE,b UNIQUE,c); INSERT INTO t VALUES(1,1,0);
        INSERT INTO t VALUES(2,1,0) ON CONFLICT(a) DO NOTHING ON CONFLICT(b) DO UPDATE SET c=7
        """, "SELECT c FROM t", [[7]]),
    FeatureGate(
      "GATE-50", "DO UPDATE without a target", .upsertDoUpdateWithoutTarget, since: "3.35.0", "lang_upsert.html",
      setup: """
        CREATE TABLE t(a UNIQUE,c); INSERT INTO t VALUES(1,0);
        INSERT INTO t VALUES(1,0) ON CONFLICT DO UPDATE SET c=8
        """, "SELECT c FROM t", [[8]]),
    FeatureGate(
      "GATE-51", "RETURNING", .returning, since: "3.35.0", "lang_returning.html", setup: "CREATE TABLE t(a)",
      "INSERT INTO t VALUES(3) RETURNING a+1", [[4]]),
    FeatureGate(
      "GATE-52", "[NOT] MATERIALIZED", .materializedHint, since: "3.35.0", "lang_with.html#mathint",
      "WITH x AS NOT MATERIALIZED (SELECT 1 a) SELECT a FROM x", [[1]]),
    FeatureGate(
      "GATE-53", "STRICT tables", .strictTables, since: "3.37.0", "stricttables.html",
      setup: "CREATE TABLE t(a INT) STRICT", "INSERT INTO t VALUES('text')", error: .constraintDatatype),
    FeatureGate(
      "GATE-54", "PRAGMA table_list", .pragmaTableList, since: "3.37.0", "pragma.html#pragma_table_list",
      "SELECT count(*)>0 FROM pragma_table_list", [[1]]),
    FeatureGate(
      "GATE-55", "the operators -> and ->>", .jsonArrow, since: "3.38.0", "json1.html#jptr",
      #"SELECT '{"a":5}' ->> 'a', '{"a":5}' -> 'a'"#, [[5, "5"]]),
    FeatureGate(
      "GATE-56", "unixepoch()", .unixEpochFunction, since: "3.38.0", "lang_datefunc.html#uepch",
      "SELECT unixepoch('1970-01-02')", [[86400]]),
    FeatureGate(
      "GATE-57", "the date modifier 'auto'", .autoDateModifier, since: "3.38.0", "lang_datefunc.html#dtmods",
      "SELECT datetime(1700000000,'auto')", [["2023-11-14 22:13:20"]]),
    FeatureGate(
      "GATE-58", "format()", .formatFunction, since: "3.38.0", "lang_corefunc.html#format",
      "SELECT format('%03d',7)", [["007"]]),
    FeatureGate(
      "GATE-59", "RIGHT JOIN", .rightJoin, since: "3.39.0", "lang_select.html#rjoin",
      "SELECT b.x FROM (SELECT 1 x) a RIGHT JOIN (SELECT 2 x) b ON a.x=b.x", [[2]]),
    FeatureGate(
      "GATE-60", "FULL JOIN", .fullJoin, since: "3.39.0", "lang_select.html#rjoin",
      "SELECT count(*) FROM (SELECT 1 x) a FULL OUTER JOIN (SELECT 2 x) b ON a.x=b.x", [[2]]),
  ]

  /// The features from SQLite 3.39 on.
  static let joins: [FeatureGate] = [
    FeatureGate(
      "GATE-61", "IS [NOT] DISTINCT FROM", .isDistinctFrom, since: "3.39.0", "lang_expr.html#isdf",
      "SELECT NULL IS NOT DISTINCT FROM NULL, 1 IS DISTINCT FROM NULL", [[1, 1]]),
    FeatureGate(
      "GATE-62", "HAVING without GROUP BY", .havingWithoutGroupBy, since: "3.39.0", "lang_select.html",
      "SELECT count(*) FROM (SELECT 1) HAVING count(*)=1", [[1]]),
    FeatureGate(
      "GATE-63", "unhex()", .unhexFunction, since: "3.41.0", "lang_corefunc.html#unhex", "SELECT unhex('4142')",
      [[.blob([0x41, 0x42])]]),
    FeatureGate(
      "GATE-64", "IN over a subquery in two pairs of parentheses", .parenthesizedSubqueryIn, since: "3.41.0",
      "lang_expr.html#in_op", "SELECT 2 IN ((SELECT 1 UNION SELECT 2))", [[1]]),
    FeatureGate(
      "GATE-65", "JSON5 input", .json5, since: "3.42.0", "json1.html#json5",
      "SELECT json_extract('{a:5,}','$.a')", [[5]]),
    FeatureGate(
      "GATE-66", "the date modifier 'subsec'", .subsecondDateModifier, since: "3.42.0", "lang_datefunc.html#dtmods",
      "SELECT length(datetime('2020-01-01 00:00:00.123','subsec'))", [[23]]),
    FeatureGate(
      "GATE-67", "timediff()", .timeDifferenceFunction, since: "3.43.0", "lang_datefunc.html#tmdif",
      "SELECT timediff('2020-01-02','2020-01-01')", [["+0000-00-01 00:00:00.000"]]),
    FeatureGate(
      "GATE-68", "octet_length()", .octetLengthFunction, since: "3.43.0", "lang_corefunc.html#octet_length",
      "SELECT octet_length('é')", [[2]]),
    FeatureGate(
      "GATE-69", "contentless_delete of FTS5", .fts5ContentlessDelete, since: "3.43.0",
      "fts5.html#contentless_delete_tables",
      setup: """
        CREATE VIRTUAL TABLE f USING fts5(x,content='',contentless_delete=1); INSERT INTO f(rowid,x) VALUES(1,'a');
        DELETE FROM f WHERE rowid=1
        """, "SELECT count(*) FROM f WHERE f MATCH 'a'", [[0]]),
    FeatureGate(
      "GATE-70", "secure-delete of FTS5", .fts5SecureDelete, since: "3.42.0",
      "fts5.html#the_secure_delete_configuration_option",
      setup: "CREATE VIRTUAL TABLE f USING fts5(x); INSERT INTO f(f,rank) VALUES('secure-delete',1)",
      "SELECT v FROM f_config WHERE k='secure-delete'", [[1]]),
    FeatureGate(
      "GATE-71", "concat() and concat_ws()", .concatFunction, .concatWithSeparatorFunction, since: "3.44.0",
      "lang_corefunc.html#concat", "SELECT concat('a',NULL,1), concat_ws('-','a',NULL,'b')", [["a1", "a-b"]]),
    FeatureGate(
      "GATE-72", "string_agg()", .stringAggregate, since: "3.44.0", "lang_aggfunc.html#group_concat",
      "SELECT string_agg(x,',') FROM (SELECT 'a' x)", [["a"]]),
  ]

  /// The features from SQLite 3.44 on.
  static let forties: [FeatureGate] = [
    FeatureGate(
      "GATE-73", "ORDER BY in aggregates", .aggregateOrderBy, since: "3.44.0", "lang_aggfunc.html",
      "SELECT group_concat(x,',' ORDER BY x DESC) FROM (SELECT 1 x UNION SELECT 2)", [["2,1"]]),
    FeatureGate(
      "GATE-74", "conversions of strftime() of 3.44", .strftimeLetters344, since: "3.44.0",
      "lang_datefunc.html#strftm", "SELECT strftime('%e|%F|%I|%k|%l|%p|%P|%R|%T|%u','2024-01-05 13:04:05')",
      [[" 5|2024-01-05|01|13| 1|PM|pm|13:04|13:04:05|5"]]),
    FeatureGate(
      "GATE-75", "JSONB", .jsonb, since: "3.45.0", "json1.html#jsonbx", #"SELECT json(jsonb('{"a":1}'))"#,
      [[#"{"a":1}"#]]),
    FeatureGate(
      "GATE-76", "json_valid() with flags", .jsonValidFlags, since: "3.45.0", "json1.html#jvalid",
      "SELECT json_valid('{a:1}',2)", [[1]]),
    FeatureGate(
      "GATE-77", "underscores between digits", .digitSeparators, since: "3.46.0", "lang_expr.html#litvalue",
      "SELECT 1_000", [[1000]]),
    FeatureGate(
      "GATE-78", "json_pretty()", .jsonPretty, since: "3.46.0", "json1.html#jpretty",
      "SELECT length(json_pretty('[1]'))>3", [[1]]),
    FeatureGate(
      "GATE-79", "conversions of strftime() of 3.46", .strftimeLetters346, since: "3.46.0",
      "lang_datefunc.html#strftm", "SELECT strftime('%G|%g|%U|%V','2024-01-05')", [["2024|24|00|01"]]),
    FeatureGate(
      "GATE-80", "the date modifiers 'ceiling' and 'floor'", .ceilingFloorDateModifiers, since: "3.46.0",
      "lang_datefunc.html#dtambg", "SELECT date('2023-01-31','+1 month','floor')", [["2023-02-28"]]),
    FeatureGate(
      "GATE-81", "RAISE() with an expression", .raiseExpression, since: "3.47.0", "lang_createtrigger.html#raise",
      setup: """
        CREATE TABLE t(a); CREATE TRIGGER r BEFORE INSERT ON t BEGIN SELECT raise(ABORT,'x'||NEW.a); END
        """, "INSERT INTO t VALUES(1)", error: .constraintTrigger),
    FeatureGate(
      "GATE-82", "->> with a negative index", .jsonArrowNegativeIndex, since: "3.47.0", "json1.html#jptr",
      "SELECT '[1,2,3]' ->> -1", [[3]]),
    FeatureGate(
      "GATE-83", "locale of FTS5", .fts5Locale, since: "3.47.0", "fts5.html#the_locale_table_option",
      setup: """
        CREATE VIRTUAL TABLE f USING fts5(x,locale=1); INSERT INTO f VALUES(fts5_locale('en','red fox'))
        """, "SELECT count(*) FROM f WHERE f MATCH 'fox'", [[1]]),
    FeatureGate(
      "GATE-84", "iif() of two arguments, and if()", .iifTwoArguments, .ifFunction, since: "3.48.0",
      "lang_corefunc.html#iif", "SELECT iif(0,1), if(1,2,3)", [[nil, 2]]),
  ]

  /// The features from SQLite 3.48 on.
  static let newest: [FeatureGate] = [
    FeatureGate(
      "GATE-85", "more than 127 arguments", .functionArguments1000, since: "3.48.0", "limits.html#max_function_arg",
      "SELECT max(\((0..<200).map(String.init).joined(separator: ",")))", [[199]]),
    FeatureGate(
      "GATE-86", "iif() of many arguments", .iifManyArguments, since: "3.49.0", "lang_corefunc.html#iif",
      "SELECT iif(0,1,0,2,3)", [[3]]),
    FeatureGate(
      "GATE-87", "unistr()", .unistrFunction, since: "3.50.0", "lang_corefunc.html#unistr",
      #"SELECT unistr('\u0041')"#, [["A"]]),
    FeatureGate(
      "GATE-88", "jsonb_each()", .jsonbEach, since: "3.51.0", "json1.html#jeach",
      "SELECT count(*) FROM jsonb_each('[1,2]')", [[2]]),
    FeatureGate(
      "GATE-89", "ALTER TABLE ADD CONSTRAINT", .addConstraint, since: "3.53.0", "lang_altertable.html",
      setup: "CREATE TABLE t(a); ALTER TABLE t ADD CONSTRAINT c CHECK(a>0)", "INSERT INTO t VALUES(0)",
      error: .constraintCheck),
    FeatureGate(
      "GATE-90", "ALTER COLUMN SET NOT NULL", .alterNotNull, since: "3.53.0", "lang_altertable.html",
      setup: "CREATE TABLE t(a); ALTER TABLE t ALTER COLUMN a SET NOT NULL", "INSERT INTO t VALUES(NULL)",
      error: .constraintNotNull),
    FeatureGate(
      "GATE-91", "REINDEX EXPRESSIONS", .reindexExpressions, since: "3.53.0", "lang_reindex.html",
      setup: "CREATE TABLE t(a); CREATE INDEX i ON t(a+1)", "REINDEX EXPRESSIONS", []),
    FeatureGate(
      "GATE-92", "json_array_insert()", .jsonArrayInsert, since: "3.53.0", "json1.html",
      "SELECT json_array_insert('[1,3]','$[1]',2)", [["[1,2,3]"]]),
    FeatureGate(
      "GATE-93", "REAL as text with 17 digits", .resultRealSeventeenDigits, since: "3.53.0", "floatingpoint.html",
      "SELECT CAST(0.1+0.2 AS TEXT)", [["0.30000000000000004"]]),
    FeatureGate(
      "GATE-94", "more than 999 parameters", .boundParameters32766, since: "3.32.0",
      "limits.html#max_variable_number", "SELECT ?1000", values: (1...1000).map { .integer($0) }, [[1000]]),
    FeatureGate(
      "GATE-96", "temporary triggers that write to the main schema", .temporaryTriggerAcrossSchemas, since: "3.53.0",
      "lang_createtrigger.html",
      setup: """
        CREATE TABLE t(k); CREATE TABLE log(x);
        CREATE TEMP TRIGGER r AFTER INSERT ON t BEGIN INSERT INTO main.log VALUES(new.k); END; INSERT INTO t VALUES(4)
        """, "SELECT x FROM log", [[4]]),
  ]
}
