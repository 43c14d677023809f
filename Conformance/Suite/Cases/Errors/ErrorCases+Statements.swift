import Quarry

extension ErrorCases {
  /// Asserts that each statement fails as its sample says.
  static func expectFailures(_ test: CaseContext, _ samples: [ErrorSample]) async throws -> Database {
    let database = try await test.database(holding: ErrorSample.schema)
    for sample in samples {
      await test.expectError(
        sample.code, extended: sample.extended, database, SQLFragment(raw: sample.sql), "as a query")
      let error = await test.expectError(sample.code, extended: sample.extended, "as a statement: \(sample.sql)") {
        try await database.execute(SQLFragment(raw: sample.sql))
      }
      guard let error else { continue }
      test.expect(
        error.code == sample.code || test.isGuessed(error, sample.code),
        "the class itself: \(sample.sql): \(error.code)")
    }
    await test.expectUsable(database)
    return database
  }

  /// Statements that fail before they run.
  static let statements: [ConformanceCase] = [
    ConformanceCase(
      "ERR-02", "a syntax error tells its class, and where the engine says it, the place", .core,
      "https://sqlite.org/c3ref/error_offset.html",
      "Text that does not parse MUST fail with the class syntax and code 1, with the offset of the wrong token where known."
    ) { test in
      let database = try await expectFailures(test, ErrorSample.syntax)
      let places: [(sql: String, offset: Int)] = [
        ("SELEC 1", 0), ("SELECT 1 1", 9), ("SELECT )", 7), ("SELECT * FORM t", 9), ("  \n SELEC 1", 4),
        ("INSERT t VALUES (1)", 7), ("SELECT 1,, 2", 9), ("/* c */ DROP t", 13), ("SELECT 'ü', 1 1", 15),
      ]
      for (sql, offset) in places {
        let error = await test.expectError(.syntax, extended: 1, database, SQLFragment(raw: sql))
        let known = test.engine.supports(.apiErrorOffset)
        test.expectEqual(error?.offset, known ? offset : nil, "the offset in \(sql)")
      }
    },
    ConformanceCase(
      "ERR-03", "a text that ends too early is distinguished from a wrong one", .core,
      "Quarry: DatabaseError.Code.incompleteStatement",
      "Incomplete input MUST fail with a separate class, which a pattern for syntax errors matches too."
    ) { test in
      let database = try await expectFailures(test, ErrorSample.incomplete)
      for sample in ErrorSample.incomplete {
        await test.expectError(.syntax, database, SQLFragment(raw: sample.sql + "\n"), "matched by the class syntax")
        let wrong = await test.expectError(.syntax, database, SQLFragment(raw: sample.sql + " ) ) )"), "not incomplete")
        guard let wrong else { continue }
        test.expectEqual(wrong.code, .syntax, "a wrong end is not an early one: \(sample.sql)")
      }
    },
    ConformanceCase(
      "ERR-04", "open strings and names, and characters that are no token, are syntax errors", .core,
      "https://sqlite.org/lang_expr.html",
      "Text that cannot be cut into tokens MUST fail with the class syntax and code 1."
    ) { test in
      _ = try await expectFailures(test, ErrorSample.tokens)
    },
    ConformanceCase(
      "ERR-05", "what does not exist is named", .core, "Quarry: DatabaseError.Code.noSuchObject",
      "A missing table, column, function, collation, module or schema MUST fail with the class noSuchObject and its name."
    ) { test in
      let database = try await expectFailures(test, ErrorSample.missing.map(\.sample))
      for (sample, name) in ErrorSample.missing {
        let error = await test.expectError(.noSuchObject, database, SQLFragment(raw: sample.sql))
        test.expect(error?.message.contains(name) == true, "the message names \(name): \(sample.sql)")
      }
      // Newer engines tell a missing collation with a code of its own below the primary one.
      for sql in ["SELECT a FROM t ORDER BY a COLLATE unheard", "SELECT 'a' = 'b' COLLATE unheard"] {
        let error = await test.expectError(.noSuchObject, database, SQLFragment(raw: sql))
        test.expectEqual(error?.engineCode?.primary, .error, "the primary code for a missing collation")
        test.expect(error?.message.contains("unheard") == true, "the message names the collation")
      }
      guard test.section(requires: .capability(.interactiveTransactions)) else { return }
      try await database.write { transaction in
        for sql in ["RELEASE unheard", "ROLLBACK TO unheard"] {
          let error = await test.expectError(.noSuchObject, extended: 1, transaction, SQLFragment(raw: sql))
          test.expect(error?.message.contains("unheard") == true, "the message names the savepoint: \(sql)")
        }
      }
    },
    ConformanceCase(
      "ERR-06", "an ambiguous column is refused and named", .core, "https://sqlite.org/lang_expr.html",
      "A column name that more than one source has MUST fail with the class syntax and the name."
    ) { test in
      let database = try await test.database(
        holding: ["CREATE TABLE x(twice, a)", "CREATE TABLE y(twice, b)", "CREATE TABLE z(twice, c)"])
      for sql in [
        "SELECT twice FROM x, y", "SELECT twice FROM x JOIN y ON x.a = y.b", "SELECT a FROM x, y WHERE twice = 1",
        "SELECT a FROM x, y ORDER BY twice", "SELECT a FROM x, y GROUP BY twice", "SELECT a FROM x JOIN y ON twice = 1",
        "SELECT x.twice FROM x JOIN y USING (twice) JOIN z ON z.c = 1 WHERE twice = 1 AND z.twice = 2",
        "SELECT max(twice) FROM x, y", "SELECT a FROM x LEFT JOIN y ON twice IS NULL",
        "SELECT x1.a FROM x x1, x x2 WHERE a = 1",
      ] where !sql.contains("USING") {
        let error = await test.expectError(.syntax, extended: 1, database, SQLFragment(raw: sql))
        let name = sql.hasSuffix("a = 1") ? "a" : "twice"
        test.expect(error?.message.contains(name) == true, "the message names \(name): \(sql)")
      }
      await test.expectRows(database, "SELECT twice FROM x JOIN y USING (twice)", [], "USING makes one column of two")
    },
    ConformanceCase(
      "ERR-07", "a wrong number of arguments is refused", .core, "https://sqlite.org/lang_corefunc.html",
      "A function with too few or too many arguments MUST be refused with the class syntax and its name."
    ) { test in
      let database = try await test.database(holding: ErrorSample.schema)
      let calls = [
        "abs()", "abs(1, 2)", "length()", "length(1, 2)", "substr('a')", "substr('a', 1, 2, 3)", "max()", "min()",
        "upper()",
        "count(1, 2)", "sum()", "sum(1, 2)", "avg()", "total()", "group_concat()", "group_concat(1, 2, 3)", "random(1)",
        "replace('a', 'b')", "nullif(1)", "coalesce(1)", "ifnull(1)", "ifnull(1, 2, 3)", "hex()", "typeof()",
        "changes(1)",
        "last_insert_rowid(1)", "trim()", "instr('a')", "round()", "unicode()", "zeroblob()", "quote()",
      ]
      for call in calls {
        let error = await test.expectError(.syntax, extended: 1, database, SQLFragment(raw: "SELECT \(call)"))
        let name = String(call.prefix { $0 != "(" })
        test.expect(error?.message.contains(name) == true, "the message names the function: \(call)")
      }
    },
    ConformanceCase(
      "ERR-08", "a wrong number of values or columns is refused", .core, "https://sqlite.org/lang_insert.html",
      "Lists whose numbers do not fit together MUST be refused with the class syntax and code 1."
    ) { test in
      let texts = [
        "INSERT INTO t VALUES (1)", "INSERT INTO t VALUES (1, 2, 3)", "INSERT INTO t(a) VALUES (1, 2)",
        "INSERT INTO t(a, b) VALUES (1)", "INSERT INTO t VALUES (1, 2), (3)", "INSERT INTO t SELECT 1",
        "INSERT INTO t(a) SELECT 1, 2", "INSERT INTO t SELECT * FROM s", "REPLACE INTO t VALUES (1)",
        "VALUES (1), (1, 2)",
        "SELECT 1 UNION SELECT 1, 2", "SELECT 1 UNION ALL SELECT 1, 2", "SELECT 1, 2 INTERSECT SELECT 1",
        "SELECT 1, 2 EXCEPT SELECT 1", "SELECT 1 WHERE 1 IN (SELECT 1, 2)", "SELECT (SELECT 1, 2)",
        "SELECT 1 + (SELECT 1, 2)",
        "SELECT (1, 2) = (1, 2, 3)", "SELECT (1, 2) IN (SELECT 1)", "SELECT (1, 2)", "SELECT 1 WHERE (1, 2)",
      ]
      _ = try await expectFailures(test, texts.map { ErrorSample($0, .syntax) })
    },
    ConformanceCase(
      "ERR-09", "aggregates and windows where they cannot stand are refused before anything runs", .core,
      "https://sqlite.org/lang_aggfunc.html",
      "A misuse of an aggregate or window function MUST be refused with the class syntax, and change nothing."
    ) { test in
      var texts = [
        "SELECT a FROM t WHERE count(*) > 1", "SELECT sum(count(*)) FROM t", "SELECT max(min(a)) FROM t",
        "SELECT a FROM t GROUP BY count(*)", "UPDATE t SET a = count(*)", "UPDATE t SET a = 1 WHERE sum(b) > 1",
        "DELETE FROM t WHERE count(*) > 0", "INSERT INTO t VALUES (count(*), 1)", "SELECT count(DISTINCT a, b) FROM t",
        "SELECT a FROM t JOIN u ON count(*) = 1", "SELECT a FROM t LIMIT count(*)", "SELECT 1 FROM t HAVING 1",
      ]
      if test.section(requires: .feature(.windowFunctions)) {
        texts += [
          "SELECT row_number() FROM t", "SELECT a FROM t WHERE row_number() OVER () > 1",
          "SELECT a FROM t GROUP BY row_number() OVER ()", "SELECT sum(row_number() OVER ()) FROM t",
          "SELECT abs(a) OVER () FROM t", "SELECT rank() FROM t", "DELETE FROM t WHERE rank() OVER () = 1",
          "UPDATE t SET a = rank() OVER ()", "SELECT count(*) FROM t HAVING rank() OVER () = 1",
        ]
      }
      let havingIsAllowed = test.engine.supports(.havingWithoutGroupBy)
      let database = try await test.database(holding: ErrorSample.schema + ["INSERT INTO t VALUES (1, 2)"])
      for text in texts where !(havingIsAllowed && text.contains("HAVING 1")) {
        await test.expectError(.syntax, extended: 1, database, SQLFragment(raw: text))
        await test.expectRows(database, "SELECT a, b FROM t", [[1, 2]], "nothing changed: \(text)")
      }
    },
  ]
}
