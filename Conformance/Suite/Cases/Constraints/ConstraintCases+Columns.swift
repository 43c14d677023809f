import Quarry

extension ConstraintCases {
  /// Generated columns, and indexes with expressions or conditions.
  static let columns: [ConformanceCase] = [
    ConformanceCase(
      "CON-27", "generated columns compute, cannot be written, and can be indexed and checked",
      .gated(.generatedColumns),
      "https://sqlite.org/gencol.html",
      "VIRTUAL and STORED columns MUST follow their expression at every change; writing to them MUST fail with code 1.",
      absent: { test in
        try await test.expectAbsence()
        let database = try await test.database()
        await test.expectError(
          .syntax, extended: 1, database, "CREATE TABLE g(a, v AS (a * 2))", "the engine does not know them")
      }
    ) { test in
      let database = try await test.database(holding: [
        """
        CREATE TABLE g(a INTEGER, v INTEGER GENERATED ALWAYS AS (a * 2) VIRTUAL, s TEXT AS (a || '!') STORED,
          n AS (v + 1) NOT NULL CHECK(n < 100))
        """, "CREATE UNIQUE INDEX gv ON g(v)", "INSERT INTO g(a) VALUES (3)", "INSERT INTO g VALUES (4)",
      ])
      await test.expectRows(database, "SELECT a, v, s, n FROM g ORDER BY a", [[3, 6, "3!", 7], [4, 8, "4!", 9]])
      await test.expectRows(database, "SELECT * FROM g WHERE v = 8", [[4, 8, "4!", 9]])
      await test.expectRows(database, "SELECT a FROM g INDEXED BY gv WHERE v = 6", [[3]], "the index holds the column")
      for sql in [
        "INSERT INTO g(a, v) VALUES (1, 2)", "INSERT INTO g(s) VALUES ('x')", "UPDATE g SET v = 1",
        "UPDATE g SET s = 'x'",
        "INSERT INTO g VALUES (1, 2, 'x', 3)",
      ] {
        let error = await test.expectError(
          sql.contains("(1, 2, 'x', 3)") ? .syntax : .statementFailed, extended: 1, database, SQLFragment(raw: sql))
        test.expectEqual(error?.outcome, .notApplied, "nothing was written: \(sql)")
      }
      await test.expectError(.constraintUnique, extended: 2067, database, "INSERT INTO g(a) VALUES (3)")
      await test.expectError(.constraintCheck, extended: 275, database, "INSERT INTO g(a) VALUES (50)")
      await test.expectError(.constraintNotNull, extended: 1299, database, "INSERT INTO g(a) VALUES (NULL)")
      await test.expectError(.constraintUnique, extended: 2067, database, "UPDATE g SET a = 4 WHERE a = 3")
      await test.expectAffected(
        database, [("UPDATE g SET a = 5 WHERE a = 3", 1), ("INSERT OR REPLACE INTO g(a) VALUES (4)", 1)])
      await test.expectRows(
        database, "SELECT a, v, s, n FROM g ORDER BY a", [[4, 8, "4!", 9], [5, 10, "5!", 11]], "they follow a change")
    },
    ConformanceCase(
      "CON-28", "a partial unique index constrains only its own rows", .gated(.partialIndexes),
      "https://sqlite.org/partialindex.html",
      "Rows that the index does not hold MUST be free of its constraint, and enter it when they change."
    ) { test in
      let database = try await test.database(holding: [
        "CREATE TABLE p(id INTEGER PRIMARY KEY, a, b)", "CREATE UNIQUE INDEX i ON p(a) WHERE b = 1",
        "INSERT INTO p VALUES (1, 1, 0), (2, 1, 0), (3, 1, 1), (4, 2, NULL)",
      ])
      await test.expectError(.constraintUnique, extended: 2067, database, "INSERT INTO p VALUES (5, 1, 1)")
      await test.expectError(.constraintUnique, extended: 2067, database, "UPDATE p SET b = 1 WHERE id = 1")
      await test.expectError(.constraintUnique, extended: 2067, database, "UPDATE p SET a = 1, b = 1 WHERE id = 4")
      await test.expectAffected(
        database,
        [
          ("INSERT INTO p VALUES (5, NULL, 1), (6, NULL, 1)", 2),
          ("INSERT OR IGNORE INTO p VALUES (7, 1, 1), (8, 1, 2)", 1),
          ("UPDATE p SET b = 0 WHERE id = 3", 1), ("UPDATE p SET b = 1 WHERE id = 1", 1),
          ("INSERT OR REPLACE INTO p VALUES (9, 1, 1)", 1),
        ])
      await test.expectRows(database, "SELECT id FROM p ORDER BY id", [[2], [3], [4], [5], [6], [8], [9]])
      await test.expectRows(database, "SELECT id FROM p WHERE a = 1 AND b = 1", [[9]])
      await test.expectError(
        .constraintUnique, extended: 2067, database, "CREATE UNIQUE INDEX j ON p(a) WHERE b = 0",
        "an index over equal rows")
    },
    ConformanceCase(
      "CON-29", "a unique index on an expression is named in the error", .gated(.expressionIndexes),
      "https://sqlite.org/expridx.html",
      "Rows with an equal value of the expression MUST collide, and the error MUST name the index."
    ) { test in
      let database = try await test.database(holding: [
        "CREATE TABLE e(a, b)", "CREATE UNIQUE INDEX \"index of a\" ON e(lower(a))",
        "CREATE UNIQUE INDEX sum_of ON e(a || '', b + 0)",
        "INSERT INTO e VALUES ('A', 1), ('B', 2), (NULL, 3), (NULL, 3)",
      ])
      for sql in [
        "INSERT INTO e VALUES ('a', 9)", "INSERT INTO e VALUES ('C', 1), ('c', 2)", "UPDATE e SET a = 'b' WHERE b = 1",
      ] {
        let error = await test.expectError(.constraintUnique, extended: 2067, database, SQLFragment(raw: sql))
        test.expect(error?.message.contains("index of a") == true, "the message names the index: \(sql)")
      }
      if test.section("the text of SQLite", requires: .sqlite) {
        let error = await test.expectError(.constraintUnique, database, "INSERT INTO e VALUES ('a', 9)")
        test.expectEqual(error?.message, "UNIQUE constraint failed: index 'index of a'", "the text of SQLite")
      }
      await test.expectAffected(
        database,
        [
          ("INSERT OR IGNORE INTO e VALUES ('b', 9)", 0), ("INSERT INTO e VALUES ('Ä', 1), ('ä', 1)", 2),
        ])
      // SQLite 3.15 damages a second unique index on an expression here, so there is only one left.
      try await database.execute("DROP INDEX sum_of")
      await test.expectAffected(database, [("INSERT OR REPLACE INTO e VALUES ('a', 8)", 1)])
      await test.expectRows(database, "SELECT a, b FROM e WHERE lower(a) = 'a'", [["a", 8]])
      await test.expectRows(database, "PRAGMA integrity_check", [["ok"]])
      for sql in ["CREATE INDEX z ON e(random())", "CREATE INDEX z ON e((SELECT 1))", "CREATE INDEX z ON e(count(*))"] {
        await test.expectError(
          sql.contains("count") ? .syntax : .statementFailed, extended: 1, database, SQLFragment(raw: sql))
      }
    },
  ]
}
