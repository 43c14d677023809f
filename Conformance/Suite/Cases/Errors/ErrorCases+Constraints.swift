import Quarry

extension ErrorCases {
  /// Violations of constraints.
  static let constraints: [ConformanceCase] = [
    ConformanceCase(
      "ERR-10", "a UNIQUE violation has code 2067 and names the columns", .core,
      "https://sqlite.org/rescode.html#constraint_unique",
      "Breaking a UNIQUE constraint MUST fail with the class constraint.unique and tell table and columns."
    ) { test in
      let database = try await test.database(holding: [
        "CREATE TABLE pair_of(left_part, right_part, UNIQUE(left_part, right_part))",
        "INSERT INTO pair_of VALUES (1, 2), (3, 4)",
        "CREATE TABLE single(only_part)", "CREATE UNIQUE INDEX i ON single(only_part)",
        "INSERT INTO single VALUES ('x')",
      ])
      for (sql, names) in [
        ("INSERT INTO pair_of VALUES (1, 2)", ["pair_of", "left_part", "right_part"]),
        ("INSERT INTO pair_of VALUES (9, 9), (3, 4)", ["pair_of", "left_part", "right_part"]),
        (
          "UPDATE pair_of SET left_part = 1, right_part = 2 WHERE left_part = 3",
          ["pair_of", "left_part", "right_part"]
        ),
        ("INSERT INTO single VALUES ('x')", ["single", "only_part"]),
        ("INSERT INTO single SELECT 'x'", ["single", "only_part"]),
      ] {
        let error = await test.expectError(.constraintUnique, extended: 2067, database, SQLFragment(raw: sql))
        test.expect(names.allSatisfy { error?.message.contains($0) == true }, "the message names \(names): \(sql)")
      }
      await test.expectError(.constraintUnique, extended: 2067, "an index over rows that are equal") {
        try await database.batch { batch in
          batch.execute("INSERT INTO pair_of VALUES (5, 4)")
          batch.execute("CREATE UNIQUE INDEX j ON pair_of(right_part)")
        }
      }
      await test.expectRows(database, "SELECT count(*) FROM pair_of", [[2]])
    },
    ConformanceCase(
      "ERR-11", "a PRIMARY KEY violation has code 1555, or 2579 for a rowid", .core,
      "https://sqlite.org/rescode.html#constraint_primarykey",
      "A second row with a primary key MUST fail with the class constraint.primaryKey, whatever kind the key is."
    ) { test in
      let database = try await test.database(holding: ErrorSample.schema)
      for (sql, code) in [
        ("INSERT INTO s VALUES (1, 2, 1, 1)", 1555), ("INSERT INTO text_key VALUES ('k')", 1555),
        ("INSERT INTO no_rowid VALUES (1, 1)", 1555), ("INSERT INTO p VALUES (2), (1)", 1555),
        ("INSERT INTO p(rowid) VALUES (1)", 1555), ("INSERT INTO guarded(rowid, a) VALUES (1, 1)", 2579),
        ("INSERT INTO p VALUES ('1')", 1555), ("INSERT INTO p VALUES (1.0)", 1555),
      ] as [(String, Int32)] {
        await test.expectError(.constraintPrimaryKey, extended: code, database, SQLFragment(raw: sql))
      }
      try await test.run(["INSERT INTO p VALUES (2)", "INSERT INTO text_key VALUES ('m')"], in: database)
      await test.expectError(.constraintPrimaryKey, extended: 1555, database, "UPDATE p SET id = 1 WHERE id = 2")
      await test.expectError(.constraintPrimaryKey, extended: 1555, database, "UPDATE text_key SET k = 'k'")
    },
    ConformanceCase(
      "ERR-12", "a NOT NULL violation has code 1299 and names table and column", .core,
      "https://sqlite.org/rescode.html#constraint_notnull",
      "A NULL in a NOT NULL column MUST fail with the class constraint.notNull and tell table and column."
    ) { test in
      let database = try await test.database(holding: [
        "CREATE TABLE things(id INTEGER PRIMARY KEY, label TEXT NOT NULL, size NOT NULL DEFAULT 3)",
        "INSERT INTO things(label) VALUES ('x')", "CREATE TABLE keyed(k PRIMARY KEY, v) WITHOUT ROWID",
        "INSERT INTO keyed VALUES (1, 1)",
      ])
      for (sql, names) in [
        ("INSERT INTO things(label) VALUES (NULL)", ["things", "label"]),
        ("INSERT INTO things(id) VALUES (7)", ["things", "label"]),
        ("INSERT INTO things(label, size) VALUES ('y', NULL)", ["things", "size"]),
        ("UPDATE things SET label = NULL", ["things", "label"]),
        ("UPDATE things SET size = nullif(1, 1)", ["things", "size"]),
        ("INSERT INTO keyed VALUES (NULL, 1)", ["keyed", "k"]), ("UPDATE keyed SET k = NULL", ["keyed", "k"]),
        ("INSERT INTO keyed(v) VALUES (1)", ["keyed", "k"]),
      ] {
        let error = await test.expectError(.constraintNotNull, extended: 1299, database, SQLFragment(raw: sql))
        test.expect(names.allSatisfy { error?.message.contains($0) == true }, "the message names \(names): \(sql)")
      }
    },
    ConformanceCase(
      "ERR-13", "a CHECK violation has code 275 and tells the constraint's name", .core,
      "https://sqlite.org/rescode.html#constraint_check",
      "A row against a CHECK MUST fail with the class constraint.check, with the name of a named constraint."
    ) { test in
      let database = try await test.database(holding: [
        """
        CREATE TABLE t(a CHECK(a > 0), b CONSTRAINT positive_b CHECK(b > 0), c,
          CONSTRAINT "c is small" CHECK(c < 10), CHECK(a <> c))
        """, "INSERT INTO t VALUES (1, 1, 2)",
      ])
      for (sql, name) in [
        ("INSERT INTO t VALUES (0, 1, 1)", ""), ("INSERT INTO t VALUES (1, 0, 2)", "positive_b"),
        ("INSERT INTO t VALUES (1, 1, 10)", "c is small"), ("INSERT INTO t VALUES (1, 1, 1)", ""),
        ("UPDATE t SET b = -1", "positive_b"), ("UPDATE t SET c = 99", "c is small"), ("UPDATE t SET a = 2", ""),
      ] {
        let error = await test.expectError(.constraintCheck, extended: 275, database, SQLFragment(raw: sql))
        test.expect(name.isEmpty || error?.message.contains(name) == true, "the message holds the name \(name): \(sql)")
      }
    },
    ConformanceCase(
      "ERR-14", "a FOREIGN KEY violation", .core, "https://sqlite.org/rescode.html#constraint_foreignkey",
      "Breaking a foreign key MUST fail with the class constraint.foreignKey, from the child's side and the parent's."
    ) { test in
      let database = try await test.database(holding: [
        "CREATE TABLE p(id INTEGER PRIMARY KEY, code UNIQUE)",
        "CREATE TABLE c(p REFERENCES p(id), code REFERENCES p(code))",
        "CREATE TABLE strict_child(p REFERENCES p(id) ON DELETE RESTRICT ON UPDATE RESTRICT)",
        "INSERT INTO p VALUES (1, 'a'), (2, 'b'), (3, 'c')", "INSERT INTO c VALUES (1, 'b')",
        "INSERT INTO strict_child VALUES (3)",
      ])
      for sql in [
        "INSERT INTO c VALUES (9, NULL)", "INSERT INTO c VALUES (NULL, 'z')", "UPDATE c SET p = 9",
        "UPDATE c SET code = 'z'",
        "DELETE FROM p WHERE id = 1", "UPDATE p SET id = 8 WHERE id = 1", "UPDATE p SET code = 'y' WHERE id = 2",
        "DELETE FROM p WHERE id = 2", "INSERT OR IGNORE INTO c VALUES (9, NULL)", "REPLACE INTO c VALUES (9, NULL)",
      ] {
        await test.expectError(.constraintForeignKey, extended: 787, database, SQLFragment(raw: sql))
      }
      // RESTRICT is carried out by a trigger of the engine's own, with the code of a trigger.
      for sql in ["DELETE FROM p WHERE id = 3", "UPDATE p SET id = 8 WHERE id = 3"] {
        await test.expectError(.constraintForeignKey, extended: 1811, database, SQLFragment(raw: sql), "RESTRICT")
      }
      await test.expectRows(database, "SELECT id FROM p ORDER BY id", [[1], [2], [3]], "nothing changed")
    },
    ConformanceCase(
      "ERR-15", "RAISE in a trigger has code 1811 and its own text", .core,
      "https://sqlite.org/lang_createtrigger.html#raise",
      "RAISE MUST fail the statement with the class constraint.trigger and exactly the text that it gives."
    ) { test in
      let texts = [
        "stop", "it's not allowed", "日本 é", "  blanks  ", "no such table: x", "UNIQUE constraint failed: t.a",
        "a: b (c) 100%",
      ]
      let database = try await test.database(holding: ["CREATE TABLE t(a, b)", "INSERT INTO t VALUES (1, 1)"])
      for (index, text) in texts.enumerated() {
        for kind in ["ABORT", "FAIL", "ROLLBACK"] {
          let name = "g\(index)\(kind)"
          let literal = SQLIdentifier.quoteText(text)
          try await database.execute(
            SQLFragment(raw: "CREATE TRIGGER \(name) BEFORE UPDATE ON t BEGIN SELECT RAISE(\(kind), \(literal)); END"))
          let error = await test.expectError(.constraintTrigger, extended: 1811, database, "UPDATE t SET a = 2", kind)
          test.expectEqual(error?.message, text, "the text of RAISE(\(kind))")
          try await database.execute(SQLFragment(raw: "DROP TRIGGER \(name)"))
        }
      }
      await test.expectRows(database, "SELECT a FROM t", [[1]])
    },
    ConformanceCase(
      "ERR-16", "an integer key that is no integer has code 20; keys that are used up have code 13", .core,
      "https://sqlite.org/autoinc.html",
      "A value that is no integer in INTEGER PRIMARY KEY MUST fail with the class mismatch, AUTOINCREMENT at the end with diskFull."
    ) { test in
      let database = try await test.database(
        holding: [
          "CREATE TABLE t(id INTEGER PRIMARY KEY, a)", "CREATE TABLE u(id INTEGER PRIMARY KEY AUTOINCREMENT, a)",
          "INSERT INTO t VALUES (1, 1)",
        ])
      for value in ["'x'", "1.5", "'1.5'", "''", "'1x'", "1e30"]
        + (test.section("of bytes", requires: .capability(.blobs)) ? ["x'01'", "x''"] : [])
      {
        await test.expectError(
          .mismatch, extended: 20, database, SQLFragment(raw: "INSERT INTO t VALUES (\(value), 1)"))
        await test.expectError(.mismatch, extended: 20, database, SQLFragment(raw: "UPDATE t SET id = \(value)"))
      }
      await test.expectError(.mismatch, extended: 20, database, "SELECT 1 LIMIT 'x'")
      await test.expectError(.mismatch, extended: 20, database, "SELECT 1 LIMIT 1 OFFSET 1.5")
      try await database.execute("INSERT INTO u VALUES (9223372036854775807, 1)")
      await test.expectError(
        .diskFull, extended: 13, database, "INSERT INTO u(a) VALUES (2)", "AUTOINCREMENT at the end")
      try await database.execute("INSERT INTO t VALUES (9223372036854775807, 1)")
      await test.expectAffected(database, [("INSERT INTO t(a) VALUES (2)", 1)])
      await test.expectRows(
        database, "SELECT count(*), count(DISTINCT id), min(id) > 0 FROM t", [[3, 3, 1]],
        "without it another key is found")
    },
    ConformanceCase(
      "ERR-17", "a value of a wrong type in a strict table has code 3091", .gated(.strictTables),
      "https://sqlite.org/stricttables.html",
      "A value that a strict column cannot hold MUST fail with the class constraint.datatype."
    ) { test in
      let database = try await test.database(
        holding: [
          "CREATE TABLE t(id INTEGER PRIMARY KEY, i INT, r REAL, x TEXT, b BLOB, a ANY) STRICT",
          "INSERT INTO t(id) VALUES (1)",
        ])
      for (column, value) in [
        ("i", "'x'"), ("i", "1.5"), ("i", "x'01'"), ("r", "'x'"), ("r", "x'01'"), ("x", "x'01'"), ("b", "'x'"),
        ("b", "1"),
        ("b", "1.5"), ("i", "'1x'"), ("r", "''"),
      ] {
        await test.expectError(
          .constraintDatatype, extended: 3091, database, SQLFragment(raw: "INSERT INTO t(\(column)) VALUES (\(value))"))
        await test.expectError(
          .constraintDatatype, extended: 3091, database, SQLFragment(raw: "UPDATE t SET \(column) = \(value)"))
      }
      await test.expectAffected(
        database,
        [
          ("UPDATE t SET i = '12', r = 3, x = 4, b = x'05', a = '6'", 1),
          ("UPDATE t SET i = 2.0, r = '2.5', a = x'07'", 1),
        ])
      await test.expectRows(database, "SELECT i, r, x, typeof(b), typeof(a) FROM t", [[2, 2.5, "4", "blob", "blob"]])
      await test.expectError(.constraint, database, "INSERT INTO t(i) VALUES ('x')", "the class of all constraints")
    },
    ConformanceCase(
      "ERR-18", "every constraint error is of one class and of a kind", .core, "Quarry: DatabaseError.Code.constraint",
      "A pattern for constraint MUST match every kind, and a pattern for one kind no other."
    ) { test in
      let database = try await test.database(holding: ErrorSample.schema)
      let kinds: [DatabaseError.Code] = [
        .constraintUnique, .constraintPrimaryKey, .constraintNotNull, .constraintCheck, .constraintForeignKey,
        .constraintTrigger, .constraintDatatype,
      ]
      for sample in ErrorSample.violations {
        let error = await test.expectError(
          .constraint, extended: sample.extended, database, SQLFragment(raw: sample.sql))
        // Words alone do not tell what a trigger says from other errors.
        guard let error, test.profile.capabilities.primaryErrorCodes || error.engineCode != nil else { continue }
        test.expect(error.code.isConstraint, "it is a constraint: \(sample.sql)")
        test.expect(error.engineCode.map { .constraint ~= $0 } == true, "the primary code is that of constraints")
        // Nor do they tell a primary key from another one; the code then is the primary one.
        let isGuessed = !test.profile.capabilities.primaryErrorCodes && error.engineCode == .constraint
        for kind in kinds where !isGuessed || ![.constraintUnique, .constraintPrimaryKey].contains(kind) {
          test.expectEqual(kind ~= error.code, kind == sample.code, "the kind \(kind) of \(sample.sql)")
        }
      }
      for sample in ErrorSample.running + ErrorSample.nonsense {
        let error = await test.expectError(sample.code, database, SQLFragment(raw: sample.sql))
        test.expectEqual(error?.code.isConstraint, false, "no constraint: \(sample.sql)")
      }
    },
  ]
}
