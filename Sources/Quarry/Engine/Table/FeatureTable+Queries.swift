extension FeatureTableBuilder {
  /// The rows of the group "Queries and expressions".
  mutating func addQueries() {
    group = .queries

    row(
      .commonTableExpressions, "query.cte", since: "3.8.3", options: "-OMIT_CTE", .prepare, absent: .prepareError,
      "WITH (common table expression)",
      probe: "WITH a(x) AS (SELECT 7) SELECT x FROM a",
      expect: .equals("7"))
    row(
      .recursiveCommonTableExpressions, "query.cte.recursive", since: "3.8.3", options: "-OMIT_CTE",
      .prepare, absent: .prepareError,
      "WITH RECURSIVE",
      probe: "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c WHERE x<5) SELECT sum(x) FROM c",
      expect: .equals("15"))
    row(
      .commonTableExpressionsInWrites, "query.cte.dml", since: "3.8.3", options: "-OMIT_CTE",
      .prepare, absent: .prepareError,
      "WITH in front of INSERT/UPDATE/DELETE",
      setup: "CREATE TABLE t(k)",
      probe: "WITH a(x) AS (SELECT 7) INSERT INTO t SELECT x FROM a; SELECT k FROM t",
      expect: .equals("7"))
    row(
      .multipleRecursiveTerms, "query.cte.recursive_compound", since: "3.34.0", options: "-OMIT_CTE",
      .prepare, absent: .prepareError,
      "two or more recursive terms in one CTE",
      probe: """
        WITH RECURSIVE c(x) AS (SELECT 1 UNION SELECT x+2 FROM c WHERE x<5 UNION SELECT x*2 FROM c WHERE \
        x<5) SELECT count(*)>3 FROM c
        """,
      expect: .equals("1"))
    row(
      .materializedHint, "query.cte.materialized", since: "3.35.0", options: "-OMIT_CTE",
      .prepare, absent: .prepareError,
      "AS [NOT] MATERIALIZED hint",
      probe: "WITH a(x) AS MATERIALIZED (SELECT 7), b(y) AS NOT MATERIALIZED (SELECT 8) SELECT x+y FROM a,b",
      expect: .equals("15"))
    row(
      .valuesStatement, "query.values_statement", since: "3.8.3", .prepare, absent: .prepareError,
      "VALUES as a statement and as a row source",
      probe: "SELECT count(*) FROM (VALUES(1),(2))",
      expect: .equals("2"))
    row(
      .valuesColumnNames, "query.values_column_names", since: "3.20.0", .prepare, absent: .prepareError,
      "columns of VALUES are called column1, column2 …",
      note: "not in the release notes: absent in 3.15.2, present in 3.20.1; name the columns in a CTE instead",
      probe: "SELECT sum(column1) FROM (VALUES(1),(2))",
      expect: .equals("3"))
    row(
      .rowValues, "query.row_value", since: "3.15.0", .prepare, absent: .prepareError,
      "row values (comparison, IN)",
      probe: "SELECT (1,2)<(1,3) AND (1,2) IN (SELECT 1,2)",
      expect: .equals("1"))
    row(
      .rowValueUpdate, "query.row_value.update", since: "3.15.0", .prepare, absent: .prepareError,
      "UPDATE … SET (a,b)=(…)",
      setup: "CREATE TABLE t(a,b); INSERT INTO t VALUES(1,2)",
      probe: "UPDATE t SET (a,b)=(SELECT 5,6); SELECT a+b FROM t",
      expect: .equals("11"))
    row(
      .trueFalseLiterals, "query.true_false", since: "3.23.0", .prepare, absent: .prepareError,
      "TRUE/FALSE literals, IS [NOT] TRUE/FALSE",
      probe: "SELECT TRUE + (0 IS FALSE) + (2 IS TRUE) + (0 IS NOT TRUE)",
      expect: .equals("4"))
    row(
      .hexadecimalLiterals, "query.hex_literal", since: "3.8.6", .prepare, absent: .prepareError,
      "hexadecimal integer literal",
      probe: "SELECT 0x1F",
      expect: .equals("31"))
    row(
      .digitSeparators, "query.digit_separator", since: "3.46.0", .prepare, absent: .prepareError,
      "underscore between digits",
      probe: "SELECT 1_000 + 0x1_0",
      expect: .equals("1016"))
    row(
      .rightJoin, "query.right_join", since: "3.39.0", .prepare, absent: .prepareError,
      "RIGHT JOIN",
      probe: "SELECT count(*) FROM (SELECT 1 AS a) x RIGHT JOIN (SELECT 1 AS a UNION ALL SELECT 2) y ON x.a=y.a",
      expect: .equals("2"))
    row(
      .fullJoin, "query.full_join", since: "3.39.0", .prepare, absent: .prepareError,
      "FULL JOIN",
      probe: "SELECT count(*) FROM (SELECT 1 AS a) x FULL OUTER JOIN (SELECT 2 AS a) y ON x.a=y.a",
      expect: .equals("2"))
    row(
      .isDistinctFrom, "query.is_distinct_from", since: "3.39.0", .prepare, absent: .prepareError,
      "IS [NOT] DISTINCT FROM",
      probe: "SELECT (NULL IS NOT DISTINCT FROM NULL)+(1 IS DISTINCT FROM NULL)",
      expect: .equals("2"))
    row(
      .nullsOrder, "query.nulls_order", since: "3.30.0", .prepare, absent: .prepareError,
      "ORDER BY … NULLS FIRST/LAST",
      probe: "SELECT x FROM (SELECT NULL AS x UNION ALL SELECT 1) ORDER BY x NULLS LAST LIMIT 1",
      expect: .equals("1"))
    row(
      .havingWithoutGroupBy, "query.having_without_group", since: "3.39.0", .prepare, absent: .prepareError,
      "HAVING without GROUP BY on an aggregate query",
      probe: "SELECT count(*) FROM (SELECT 1 AS x) HAVING count(*)=1",
      expect: .equals("1"))
    row(
      .filterAggregate, "query.filter_aggregate", since: "3.30.0", options: "-OMIT_WINDOWFUNC",
      .prepare, absent: .prepareError,
      "FILTER on a plain aggregate",
      probe: "SELECT count(*) FILTER (WHERE x>1) FROM (SELECT 1 AS x UNION ALL SELECT 2)",
      expect: .equals("1"))
    row(
      .aggregateOrderBy, "query.aggregate_order_by", since: "3.44.0", .prepare, absent: .prepareError,
      "ORDER BY inside an aggregate call",
      probe: "SELECT group_concat(x ORDER BY x DESC) FROM (SELECT 1 AS x UNION ALL SELECT 2)",
      expect: .equals("2,1"))
    row(
      .withinGroup, "query.within_group", since: "3.47.0",
      options: "+ENABLE_ORDERED_SET_AGGREGATES,<3.51.0:never,>=3.51.0:+ENABLE_PERCENTILE",
      .prepare, absent: .prepareError,
      "ordered-set aggregate syntax WITHIN GROUP",
      probe: "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY x) FROM (SELECT 1.0 AS x UNION ALL SELECT 3.0)",
      expect: .equals("2.0"))
    row(
      .windowFunctions, "query.window", since: "3.25.0", options: "-OMIT_WINDOWFUNC",
      .prepare, absent: .prepareError,
      "window functions, OVER(…)",
      probe: "SELECT sum(x) OVER (ORDER BY x) FROM (SELECT 1 AS x UNION ALL SELECT 2) ORDER BY 1 DESC LIMIT 1",
      expect: .equals("3"))
    row(
      .namedWindows, "query.window.named", since: "3.25.0", options: "-OMIT_WINDOWFUNC",
      .prepare, absent: .prepareError,
      "WINDOW clause",
      probe: "SELECT row_number() OVER w FROM (SELECT 1 AS x) WINDOW w AS (ORDER BY x)",
      expect: .equals("1"))
    row(
      .windowFilter, "query.window.filter", since: "3.25.0", options: "-OMIT_WINDOWFUNC",
      .prepare, absent: .prepareError,
      "FILTER on an aggregate used as a window function",
      probe: "SELECT count(*) FILTER (WHERE x>1) OVER () FROM (SELECT 1 AS x UNION ALL SELECT 2) LIMIT 1",
      expect: .equals("1"))
    row(
      .windowGroupsFrames, "query.window.groups", since: "3.28.0", options: "-OMIT_WINDOWFUNC",
      .prepare, absent: .prepareError,
      "GROUPS frames",
      probe: """
        SELECT sum(x) OVER (ORDER BY x GROUPS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM (SELECT 1 AS x \
        UNION ALL SELECT 2) ORDER BY 1 DESC LIMIT 1
        """,
      expect: .equals("3"))
    row(
      .windowExclude, "query.window.exclude", since: "3.28.0", options: "-OMIT_WINDOWFUNC",
      .prepare, absent: .prepareError,
      "EXCLUDE clause",
      probe: """
        SELECT total(x) OVER (ORDER BY x ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW EXCLUDE CURRENT \
        ROW) FROM (SELECT 1 AS x)
        """,
      expect: .equals("0.0"))
    row(
      .windowRangeOffset, "query.window.range_offset", since: "3.28.0", options: "-OMIT_WINDOWFUNC",
      .prepare, absent: .prepareError,
      "RANGE with <expr> PRECEDING/FOLLOWING",
      probe: "SELECT sum(x) OVER (ORDER BY x RANGE BETWEEN 1 PRECEDING AND CURRENT ROW) FROM (SELECT 1 AS x)",
      expect: .equals("1"))
    row(
      .windowChaining, "query.window.chaining", since: "3.28.0", options: "-OMIT_WINDOWFUNC",
      .prepare, absent: .prepareError,
      "window chaining",
      probe: "SELECT row_number() OVER (w ORDER BY x) FROM (SELECT 1 AS x) WINDOW w AS (PARTITION BY x)",
      expect: .equals("1"))
    row(
      .tableValuedFunctions, "query.table_valued_function", since: "3.9.0",
      options: "<3.38.0:+ENABLE_JSON1,>=3.38.0:-OMIT_JSON",
      .prepare, absent: .prepareError,
      "table-valued function in FROM",
      probe: "SELECT sum(value) FROM json_each('[1,2,3]')",
      expect: .equals("6"))
    row(
      .pragmaFunctions, "query.pragma_function", since: "3.16.0", options: "-OMIT_VIRTUALTABLE",
      .prepare, absent: .prepareError,
      "SELECT … FROM pragma_xxx(…)",
      setup: "CREATE TABLE t(k)",
      probe: "SELECT name FROM pragma_table_info('t')",
      expect: .equals("k"))
    row(
      .parenthesizedSubqueryIn, "query.in_paren_subquery", since: "3.41.0", .version, absent: .silent,
      "x IN ((SELECT …)) looks at every row",
      note: "behaviour: earlier engines silently look at the first row only",
      probe: "SELECT 2 IN ((SELECT 1 AS x UNION ALL SELECT 2 ORDER BY x))",
      expect: .equals("1"))
    row(
      .jsonArrow, "query.json_arrow", since: "3.38.0", options: "<3.38.0:+ENABLE_JSON1,>=3.38.0:-OMIT_JSON",
      .prepare, absent: .prepareError,
      "-> and ->> operators",
      probe: #"SELECT '{"a":[7]}' -> '$.a' ->> 0"#,
      expect: .equals("7"))
    row(
      .jsonArrowNegativeIndex, "query.json_arrow.negative", since: "3.47.0",
      options: "<3.38.0:+ENABLE_JSON1,>=3.38.0:-OMIT_JSON",
      .version, absent: .silent,
      "->> with a negative index counts from the right",
      note: #"NULL up to 3.45, error "bad JSON path" in 3.46"#,
      probe: "SELECT '[1,2,3]' ->> -1",
      expect: .equals("3"))
    row(
      .jsonPathFromEnd, "query.json_path_from_end", since: "3.31.0",
      options: "<3.38.0:+ENABLE_JSON1,>=3.38.0:-OMIT_JSON",
      .run, absent: .runtimeError,
      "'$[#-N]' in JSON paths",
      note: "earlier engines raise a run-time error",
      probe: "SELECT json_extract('[1,2,3]','$[#-1]')",
      expect: .equals("3"))
    row(
      .raiseExpression, "query.raise_expression", since: "3.47.0", .prepare, absent: .prepareError,
      "RAISE(…, expression)",
      setup: "CREATE TABLE t(k)",
      probe: "CREATE TEMP TRIGGER tr BEFORE INSERT ON t BEGIN SELECT RAISE(ABORT, 'bad ' || new.k); END")
    row(
      .regexpOperator, "query.regexp_operator", since: "",
      .function(name: "regexp", argumentCount: 2), absent: .prepareError,
      "REGEXP operator",
      note: "never built in; needs an application-defined regexp(pattern,text), so every stock library refuses",
      probe: "SELECT 'abc' REGEXP 'b'",
      expect: .equals("1"))
    row(
      .dateFunctionsInIndexes, "query.math_in_index_date", since: "3.20.0", .version, absent: .prepareError,
      "date/time functions in indexes and CHECK (no now/localtime/utc)",
      setup: "CREATE TABLE t(k)",
      probe: "CREATE INDEX ix ON t(date(k)); SELECT 1",
      expect: .equals("1"))
  }
}
