import Quarry

extension PredicateCases {
  private static let reference = "https://sqlite.org/lang_expr.html#the_like_glob_regexp_match_and_extract_operators"

  /// PRED-21 to PRED-25.
  static let patterns: [ConformanceCase] = [
    ConformanceCase(
      "PRED-21", "LIKE: wildcards, case of ASCII letters only, ESCAPE, NULL, numbers", .core, reference,
      "LIKE MUST fold the case of ASCII letters alone, compare numbers as text, and be NULL where an operand is."
    ) { test in
      let database = try await test.expectOperator(["LIKE"], PredicateTables.pattern, boundNulls: true, count: 8) {
        $0.typed(as: String?.self).like($1.typed(as: String?.self))
      }
      await test.expectExpressions(
        database,
        [
          "'abc' LIKE 'a%'": 1, "'abc' LIKE 'a_c'": 1, "'abc' LIKE '_'": 0, "'ABC' LIKE 'abc'": 1, "'É' LIKE 'é'": 0,
          "'é' LIKE 'é'": 1, "'' LIKE ''": 1, "'' LIKE '%'": 1, "'abc' LIKE ''": 0, "'abc' LIKE 'abc%'": 1,
          "'abc' LIKE '%b%'": 1, "'abc' LIKE '%%%'": 1, "'aXb' LIKE 'ax%'": 1, "'ä' LIKE '_'": 1,
          "'日本' LIKE '__'": 1, "'日本' LIKE '_'": 0, "'👨‍👩‍👧' LIKE '_____'": 1, "'[' LIKE '['": 1,
        ])
      await test.expectExpressions(
        database,
        [
          #"'a%c' LIKE 'a\%c' ESCAPE '\'"#: 1, #"'abc' LIKE 'a\%c' ESCAPE '\'"#: 0, "'a_c' LIKE 'axc' ESCAPE 'x'": 0,
          #"'a\c' LIKE 'a\\c' ESCAPE '\'"#: 1, "'a%' LIKE 'a%%' ESCAPE '%'": 1, "'a_' LIKE 'a__' ESCAPE '_'": 1,
          "'a' LIKE 'axb' ESCAPE 'x'": 0, "'axb' LIKE 'axxb' ESCAPE 'x'": 1, #"'a' LIKE 'a\' ESCAPE '\'"#: 0,
          "'a_c' LIKE 'aéc' ESCAPE 'é'": 0, "'a_c' LIKE 'aé_c' ESCAPE 'é'": 1, "'abc' LIKE 'aé_c' ESCAPE 'é'": 0,
        ])
      await test.expectExpressions(
        database,
        [
          "NULL LIKE 'a'": nil, "'a' LIKE NULL": nil, "NULL LIKE NULL": nil, "'a' LIKE 'a' ESCAPE NULL": nil,
          "12 LIKE '1%'": 1, "12 LIKE 12": 1, "1.5 LIKE '1.%'": 1, "1.0 LIKE '1.0'": 1, "-5 LIKE '-_'": 1,
        ])
      for escape in ["", "xy"] {
        await test.expectError(
          .statementFailed, extended: 1, database, SQLFragment(raw: "SELECT 'a' LIKE 'a' ESCAPE '\(escape)'"))
      }
      try await expectTypedPatterns(test, database)
    },
    ConformanceCase(
      "PRED-22", "LIKE with a blob on the left answers as the build says", .core,
      "https://sqlite.org/compile.html#like_doesnt_match_blobs",
      "With LIKE_DOESNT_MATCH_BLOBS a blob MUST NOT be like any pattern, without it MUST be compared as text."
    ) { test in
      let answer: SQLValue = test.engine.supports(.buildLikeDoesNotMatchBlobs) ? 0 : 1
      let database = try await test.database()
      await test.expectExpressions(
        database,
        [
          "x'61' LIKE 'a'": answer, "x'61' LIKE 'A'": answer, "x'616263' LIKE 'a%'": answer, "x'' LIKE ''": answer,
          "x'' LIKE '%'": answer, "x'61' LIKE x'61'": answer, "'a' LIKE x'61'": answer, "x'61' LIKE 'b'": 0,
          "x'61' NOT LIKE 'b'": 1, "typeof(x'61' LIKE 'a')": "integer",
        ])
      try await test.run(database, "CREATE TABLE t (b BLOB, x TEXT)", "INSERT INTO t VALUES (x'61', x'61')")
      await test.expectRows(
        database, "SELECT b LIKE 'a', x LIKE 'a', CAST(b AS TEXT) LIKE 'a' FROM t", [[answer, answer, 1]])
    },
    ConformanceCase(
      "PRED-23", "NOT LIKE and NOT GLOB with NULL", .core, reference,
      "NOT LIKE MUST be the opposite of LIKE, and NULL where an operand is NULL."
    ) { test in
      let database = try await test.database()
      try await Operand.create(in: database)
      await test.expectExpressions(
        database,
        [
          "NULL NOT LIKE 'a'": nil, "'a' NOT LIKE NULL": nil, "'abc' NOT LIKE 'a%'": 0, "'abc' NOT LIKE 'x%'": 1,
          "NULL NOT GLOB 'a'": nil, "'a' NOT GLOB NULL": nil, "'abc' NOT GLOB 'a*'": 0, "'abc' NOT GLOB 'x*'": 1,
          "'ABC' NOT LIKE 'abc'": 0, "'ABC' NOT GLOB 'abc'": 1, "NOT 'a' LIKE 'b'": 1, "NOT ('a' NOT LIKE 'b')": 0,
          #"'a%' NOT LIKE 'a\%' ESCAPE '\'"#: 0,
        ])
      let texts = Operand.where { $0.number < 8 }.order { $0.number }
      await test.expectRows(
        database,
        query: texts.select { row in
          let text = row.value.typed(as: String?.self)
          return (text.notLike("A"), text.notLike("1%"), text.notGlob("A"), text.notGlob("*1*"))
        },
        [
          [nil, nil, nil, nil], [1, 1, 1, 1], [1, 0, 1, 0], [1, 1, 1, 0], [1, 0, 1, 0], [1, 1, 1, 1], [0, 1, 1, 1],
          [1, 0, 1, 0],
        ])
      await test.expectRows(
        database, "SELECT n FROM operand WHERE n < 8 AND v NOT LIKE '1%' ORDER BY n", [[1], [3], [5], [6]])
      await test.expectRows(
        database, "SELECT n FROM operand WHERE n < 8 AND NOT (v LIKE '1%') ORDER BY n", [[1], [3], [5], [6]])
    },
    ConformanceCase(
      "PRED-24", "GLOB: wildcards, sets and ranges, case, NULL", .core, reference,
      "GLOB MUST tell upper from lower case, know * ? and sets in brackets, and be NULL where an operand is."
    ) { test in
      let database = try await test.expectOperator(["GLOB"], PredicateTables.pattern, boundNulls: true, count: 8)
      await test.expectExpressions(
        database,
        [
          "'abc' GLOB 'a*'": 1, "'abc' GLOB 'a?c'": 1, "'abc' GLOB 'A*'": 0, "'abc' GLOB '[a-c]bc'": 1,
          "'dbc' GLOB '[a-c]bc'": 0, "'abc' GLOB '[^a]bc'": 0, "'xbc' GLOB '[^a]bc'": 1, "'abc' GLOB '*'": 1,
          "'' GLOB '*'": 1, "'' GLOB '?'": 0, "'a*c' GLOB 'a[*]c'": 1, "'abc' GLOB 'a[*]c'": 0,
          "'a?c' GLOB 'a[?]c'": 1, "'b' GLOB '[^a-c]'": 0, "'d' GLOB '[^a-c]'": 1, "'abc' GLOB '*c'": 1,
          "'abc' GLOB '*b'": 0, "'ab' GLOB '[ab][ab]'": 1,
        ])
      await test.expectExpressions(
        database,
        [
          "NULL GLOB '*'": nil, "'a' GLOB NULL": nil, "'é' GLOB '?'": 1, "'É' GLOB 'é'": 0, "'a-c' GLOB 'a[-]c'": 1,
          "'a]c' GLOB 'a[]]c'": 1, "12 GLOB '1?'": 1, "'a%c' GLOB 'a%c'": 1, "'abc' GLOB 'a%c'": 0,
          "'a_c' GLOB 'a_c'": 1, "'abc' GLOB 'a_c'": 0, "'abc' GLOB '[a-'": 0,
        ])
    },
    ConformanceCase(
      "PRED-25", "REGEXP without a registered function is a typed error", .core, reference,
      "REGEXP MUST be refused as a missing function, and the typed layer MUST refuse it before it is sent."
    ) { test in
      let database = try await test.database()
      if test.section(requires: .feature(.regexpOperator)) {
        await test.expectRows(database, "SELECT 'abc' REGEXP 'b', 'abc' REGEXP 'x'", [[1, 0]])
        await test.expectUsable(database)
        return
      }
      await test.expectError(.noSuchObject, extended: 1, database, "SELECT 'a' REGEXP 'a'")
      await test.expectError(.noSuchObject, extended: 1, database, "SELECT 'a' NOT REGEXP 'a'")
      try await Operand.create(in: database)
      await test.expectRefusal(of: .regexpOperator, "the typed layer refuses REGEXP") {
        try await database.fetchAll(Operand.where { $0.value.typed(as: String?.self).regexp("a") })
      }
      await test.expectUsable(database)
    },
  ]

  /// Checks the patterns and search texts of typed queries.
  private static func expectTypedPatterns(_ test: CaseContext, _ database: Database) async throws {
    try await test.run(
      database, "DELETE FROM operand",
      #"INSERT INTO operand VALUES (1, 'abc'), (2, 'ABC'), (3, 'a%c'), (4, 'a_c'), (5, 'a\c'), (6, 'a*c'), (7, NULL)"#)
    let expected: [(String, @Sendable (SQLExpression<String?>) -> SQLPredicate, [SQLValue])] = [
      ("like", { $0.like("a_c") }, [1, 1, 1, 1, 1, 1, nil]),
      ("like with escape", { $0.like("a!_c", escape: "!") }, [0, 0, 0, 1, 0, 0, nil]),
      ("not like with escape", { $0.notLike("a!%c", escape: "!") }, [1, 1, 0, 1, 1, 1, nil]),
      ("glob", { $0.glob("a?c") }, [1, 0, 1, 1, 1, 1, nil]),
      ("contains", { $0.contains("B") }, [1, 1, 0, 0, 0, 0, nil]),
      ("contains a percent sign", { $0.contains("%") }, [0, 0, 1, 0, 0, 0, nil]),
      ("contains an underscore", { $0.contains("_") }, [0, 0, 0, 1, 0, 0, nil]),
      ("contains a backslash", { $0.contains(#"\"#) }, [0, 0, 0, 0, 1, 0, nil]),
      ("contains, telling case", { $0.contains("B", caseSensitive: true) }, [0, 1, 0, 0, 0, 0, nil]),
      ("contains an asterisk, telling case", { $0.contains("*", caseSensitive: true) }, [0, 0, 0, 0, 0, 1, nil]),
      ("starts with", { $0.startsWith("A") }, [1, 1, 1, 1, 1, 1, nil]),
      ("starts with, telling case", { $0.startsWith("A", caseSensitive: true) }, [0, 1, 0, 0, 0, 0, nil]),
      ("ends with", { $0.endsWith("%c") }, [0, 0, 1, 0, 0, 0, nil]),
      ("contains nothing", { $0.contains("") }, [1, 1, 1, 1, 1, 1, nil]),
    ]
    for (name, typed, answers) in expected {
      await test.expectRows(
        database,
        query: Operand.order { $0.number }.select { typed($0.value.typed(as: String?.self)) }, answers.map { [$0] },
        "typed: \(name)")
    }
  }
}
