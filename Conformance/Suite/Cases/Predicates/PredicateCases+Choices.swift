import Quarry

extension PredicateCases {
  /// PRED-26 to PRED-29.
  static let choices: [ConformanceCase] = [
    ConformanceCase(
      "PRED-26", "CASE with NULL as base, as comparison, as condition, and without ELSE", .core,
      "https://sqlite.org/lang_expr.html#the_case_expression",
      "A NULL base MUST match nothing, a NULL condition MUST NOT choose its branch, and without ELSE MUST be NULL."
    ) { test in
      let database = try await test.database()
      try await Operand.create(in: database)
      await test.expectExpressions(
        database, from: "FROM operand WHERE n = 0",
        [
          "CASE NULL WHEN NULL THEN 1 ELSE 2 END": 2, "CASE NULL WHEN 1 THEN 1 END": nil,
          "CASE 1 WHEN NULL THEN 'n' WHEN 1 THEN 'one' END": "one", "CASE WHEN NULL THEN 1 ELSE 2 END": 2,
          "CASE WHEN 0 THEN 1 END": nil, "CASE WHEN 1 THEN 'a' WHEN 1 THEN 'b' END": "a",
          "CASE 1 WHEN 1.0 THEN 'same' ELSE 'other' END": "same",
          "CASE '1' WHEN 1 THEN 'same' ELSE 'other' END": "other", "CASE 'A' WHEN 'a' THEN 1 ELSE 0 END": 0,
          "CASE 'A' COLLATE NOCASE WHEN 'a' THEN 1 ELSE 0 END": 1, "CASE WHEN 'abc' THEN 1 ELSE 0 END": 0,
          "CASE WHEN NULL THEN 1 WHEN 1 THEN NULL ELSE 3 END": nil,
          "CASE 2 WHEN 1 THEN 'a' WHEN 2 THEN 'b' WHEN 2 THEN 'c' END": "b",
          "CASE WHEN 1 THEN 1 ELSE abs(-9223372036854775808 + n) END": 1,
        ])
      try await test.expectOverOperands(database, "CASE v WHEN 1 THEN 1 WHEN NULL THEN 1 ELSE 0 END", "0010000000")
      try await test.expectOverOperands(database, "CASE WHEN v THEN 1 ELSE 0 END", "0011100100") {
        SQL.when($0.value.typed(as: Bool?.self), then: Bool?.some(true)).else(Bool?.some(false))
      }
      try await test.expectOverOperands(database, "CASE WHEN v = 1 THEN 1 WHEN v = 0 THEN 0 END", "-01-------") {
        SQL.when($0.value == 1, then: Bool?.some(true)).when($0.value == 0, then: Bool?.some(false)).end.asOptional
      }
      try await test.expectOverOperands(database, "CASE WHEN v IS NULL THEN 1 ELSE NULL END", "1---------") {
        SQL.when($0.value.isNull, then: Bool?.some(true)).else(Bool?.none)
      }
    },
    ConformanceCase(
      "PRED-27", "COALESCE, IFNULL and NULLIF with NULL at each place", .core,
      "https://sqlite.org/lang_corefunc.html#coalesce",
      "COALESCE and IFNULL MUST give the first value that is not NULL; NULLIF MUST give NULL for equal values."
    ) { test in
      let database = try await test.database()
      try await Operand.create(in: database)
      await test.expectExpressions(
        database, from: "FROM operand WHERE n = 1",
        [
          "coalesce(NULL, NULL)": nil, "coalesce(NULL, 1)": 1, "coalesce(1, NULL)": 1, "coalesce(NULL, NULL, 'c')": "c",
          "coalesce('', 1)": "", "ifnull(NULL, NULL)": nil, "ifnull(NULL, 2)": 2, "ifnull(1, 2)": 1,
          "ifnull('', 2)": "", "ifnull(0, 2)": 0, "coalesce(1, abs(-9223372036854775807 - n))": 1,
          "coalesce(NULL, x'')": .blob([]),
        ])
      await test.expectExpressions(
        database,
        [
          "nullif(NULL, NULL)": nil, "nullif(NULL, 1)": nil, "nullif(1, NULL)": 1, "nullif(1, 1)": nil,
          "nullif(1, 2)": 1, "nullif(1, 1.0)": nil, "nullif('a', 'A')": "a", "nullif('1', 1)": "1",
          "nullif(x'61', 'a')": .blob([0x61]), "nullif(1.0, 2)": 1.0,
        ])
      await test.expectError(.syntax, extended: 1, database, "SELECT coalesce(1)")
      await test.expectRows(
        database,
        query: Operand.where { $0.number < 3 }.order { $0.number }.select { row in
          (
            row.value.coalesce(7), row.value.coalesce(row.number.typed(as: SQLValue.self)), row.value.nullIf(0),
            SQL.coalesce(row.value, SQL.null(SQLValue.self).typed(as: SQLValue.self), SQL.value(SQLValue.text("z")))
          )
        },
        [[7, 0, nil, "z"], [0, 0, nil, 0], [1, 1, 1, 1]])
      await test.expectRows(
        database, "SELECT coalesce(v, 7), ifnull(v, n), nullif(v, 0) FROM operand WHERE n < 3 ORDER BY n",
        [[7, 0, nil], [0, 0, nil], [1, 1, 1]])
    },
    ConformanceCase(
      "PRED-28", "Comparisons in a chain work from left to right", .core,
      "https://sqlite.org/lang_expr.html#operators_and_parse_affecting_attributes",
      "`a < b < c` MUST compare the answer of `a < b` with c, and = MUST bind weaker than <."
    ) { test in
      let database = try await test.database()
      await test.expectExpressions(
        database,
        [
          "1 < 2 < 3": 1, "3 > 2 > 1": 0, "3 > 2 > 0": 1, "1 = 1 = 1": 1, "2 = 2 = 2": 0, "1 < 2 = 1": 1,
          "5 = 5 > 3": 0, "1 <> 2 <> 3": 1, "NULL < 1 < 2": nil, "3 < 2 < 1": 1, "1 = 2 < 3": 1, "(1 = 2) < 3": 1,
          "0 = 2 < 1": 1, "1 IS 1 IS 1": 1, "2 IS 2 IS 2": 0, "3 - 2 - 1": 0, "2 < 1 + 2": 1, "1 | 2 = 2": 0,
          "1 < 2 AND 2 < 3": 1,
        ])
      try await Operand.create(in: database)
      // The typed layer keeps the grouping of what it is given.
      try await test.expectOverOperands(database, "(v < 1) < 2", "-111111111") {
        ($0.value < 1).typed(as: SQLValue.self) < 2
      }
      try await test.expectOverOperands(database, "v = (1 < 2)", "-010000000") {
        $0.value == (SQL.value(SQLValue.integer(1)) < 2).typed(as: SQLValue.self)
      }
      try await test.expectOverOperands(database, "(v = 1) = (v < 2)", "-010011111") {
        ($0.value == 1).typed(as: SQLValue.self) == ($0.value < 2).typed(as: SQLValue.self)
      }
    },
    ConformanceCase(
      "PRED-29", "What a text or blob counts for as a condition", .core,
      "https://sqlite.org/lang_expr.html#booleanexpr",
      "A condition MUST take a text or blob as the number that it begins with."
    ) { test in
      let database = try await test.database()
      let conditions: KeyValuePairs<String, Bool> = [
        "'abc'": false, "'1abc'": true, "'0.5'": true, "'0'": false, "''": false, "x'31'": true, "x'30'": false,
        "x''": false, "'-1'": true, "' 1'": true, "'0.0abc'": false, "'.5'": true, "'+'": false, "0.1": true,
        "-0.0": false, "'true'": false, "NULL": false, "1": true, "-1": true, "0": false, "'0x10'": false,
        "'1e2'": true, "'0e5'": false, "9223372036854775807": true,
      ]
      try await test.run(database, "CREATE TABLE t (v)", "CREATE TABLE one (x)", "INSERT INTO one VALUES (1)")
      for (condition, holds) in conditions {
        let text = SQLFragment(raw: condition)
        await test.expectRows(database, "SELECT x FROM one WHERE \(text)", holds ? [[1]] : [], condition)
        await test.expectValue(database, "SELECT CASE WHEN \(text) THEN 1 ELSE 0 END", holds ? 1 : 0, condition)
        _ = try await database.execute("INSERT INTO t VALUES (\(text))")
      }
      await test.expectRows(
        database, "SELECT count(*) FROM t WHERE v", [[.integer(Int64(conditions.filter(\.value).count))]])
      await test.expectRows(
        database, "SELECT count(*) FROM t JOIN one ON v", [[.integer(Int64(conditions.filter(\.value).count))]])
      await test.expectRows(
        database, "SELECT x FROM one GROUP BY x HAVING '1abc'", [[1]])
    },
  ]
}
