import Quarry

extension ConstraintCases {
  /// UNIQUE, PRIMARY KEY, NOT NULL, DEFAULT and CHECK.
  static let rules: [ConformanceCase] = [
    ConformanceCase(
      "CON-08", "UNIQUE takes NULLs as different from each other", .core,
      "https://sqlite.org/lang_createtable.html#unique_constraints",
      "Any number of rows with NULL in a UNIQUE constraint MUST be allowed."
    ) { test in
      let database = try await test.database(holding: [
        "CREATE TABLE t(a UNIQUE)", "CREATE TABLE u(a, b, UNIQUE(a, b))",
      ])
      await test.expectAffected(
        database,
        [
          ("INSERT INTO t VALUES (NULL), (NULL), (1)", 3), ("INSERT INTO t VALUES (NULL)", 1),
          ("INSERT INTO u VALUES (1, NULL), (1, NULL), (NULL, 1), (NULL, 1), (NULL, NULL), (NULL, NULL), (1, 1)", 7),
          ("INSERT OR IGNORE INTO u VALUES (1, NULL)", 1), ("UPDATE t SET a = NULL", 4),
        ])
      await test.expectError(.constraintUnique, extended: 2067, database, "INSERT INTO u VALUES (1, 1)")
      await test.expectError(.constraintUnique, extended: 2067, database, "UPDATE u SET b = 1 WHERE a = 1")
      await test.expectRows(database, "SELECT count(*), count(a) FROM t", [[4, 0]])
    },
    ConformanceCase(
      "CON-09", "UNIQUE compares as the column's collation does", .core, "https://sqlite.org/datatype3.html#collation",
      "With NOCASE ASCII letters that differ in case only MUST collide, and nothing else."
    ) { test in
      let database = try await test.database(holding: [
        "CREATE TABLE n(a TEXT COLLATE NOCASE UNIQUE)", "CREATE TABLE r(a TEXT COLLATE RTRIM UNIQUE)",
        "CREATE TABLE b(a TEXT UNIQUE)", "CREATE TABLE i(a TEXT)", "CREATE UNIQUE INDEX j ON i(a COLLATE NOCASE)",
        "CREATE TABLE k(a TEXT COLLATE NOCASE PRIMARY KEY) WITHOUT ROWID",
      ])
      for (table, value, isTaken) in [
        ("n", "A", false), ("n", "a", true), ("n", "Ä", false), ("n", "ä", false), ("n", "a ", false),
        ("n", "aB", false),
        ("n", "Ab", true), ("r", "x", false), ("r", "x  ", true), ("r", " x", false), ("r", "X", false),
        ("b", "A", false),
        ("b", "a", false), ("b", "a ", false), ("b", "A", true), ("i", "A", false), ("i", "a", true), ("k", "A", false),
        ("k", "a", true),
      ] {
        let insert: SQLFragment = "INSERT INTO \(identifier: table) VALUES (\(value))"
        if isTaken {
          await test.expectError(.constraint, extended: table == "k" ? 1555 : 2067, "'\(value)' is taken in \(table)") {
            try await database.execute(insert)
          }
        } else {
          let affected = try? await database.execute(insert).affectedRows
          test.expectEqual(affected, 1, "'\(value)' is free in \(table)")
        }
      }
    },
    ConformanceCase(
      "CON-10", "a primary key of several columns, and NULL in it", .core,
      "https://sqlite.org/lang_createtable.html#the_primary_key",
      "All columns together MUST be unique; NULL is allowed in a key except without rowid."
    ) { test in
      let database = try await test.database(
        holding: ["CREATE TABLE k(a, b, PRIMARY KEY(a, b))", "CREATE TABLE w(a, b, PRIMARY KEY(a, b)) WITHOUT ROWID"])
      for table in ["k", "w"] {
        await test.expectAffected(database, [("INSERT INTO \(table) VALUES (1, 1), (1, 2), (2, 1), ('1', 1)", 4)])
        await test.expectError(
          .constraintPrimaryKey, extended: 1555, database, SQLFragment(raw: "INSERT INTO \(table) VALUES (1, 1)"))
        await test.expectError(
          .constraintPrimaryKey, extended: 1555, database, SQLFragment(raw: "INSERT INTO \(table) VALUES (1.0, 1)"))
        await test.expectError(
          .constraintPrimaryKey, extended: 1555, database, SQLFragment(raw: "UPDATE \(table) SET b = 1 WHERE a = 1"))
      }
      await test.expectAffected(database, [("INSERT INTO k VALUES (1, NULL), (1, NULL), (NULL, NULL), (NULL, 1)", 4)])
      for values in ["(1, NULL)", "(NULL, 1)", "(NULL, NULL)"] {
        await test.expectError(
          .constraintNotNull, extended: 1299, database, SQLFragment(raw: "INSERT INTO w VALUES \(values)"))
      }
      await test.expectAffected(database, [("INSERT OR IGNORE INTO w VALUES (1, NULL)", 0)])
      await test.expectRows(database, "SELECT (SELECT count(*) FROM k), (SELECT count(*) FROM w)", [[8, 4]])
    },
    ConformanceCase(
      "CON-11", "INTEGER PRIMARY KEY is the rowid", .core, "https://sqlite.org/lang_createtable.html#rowid",
      "The column MUST be the rowid under every name; NULL gives a new one, and 0 and negative ones are allowed."
    ) { test in
      let database = try await test.database(holding: [
        "CREATE TABLE r(id INTEGER PRIMARY KEY, a)", "CREATE TABLE d(id INTEGER PRIMARY KEY DESC, a)",
        "CREATE TABLE i(id INT PRIMARY KEY, a)",
      ])
      await test.expectAffected(
        database,
        [
          ("INSERT INTO r(a) VALUES ('x')", 1), ("INSERT INTO r VALUES (NULL, 'y')", 1),
          ("INSERT INTO r VALUES (0, 'z')", 1),
          ("INSERT INTO r VALUES (-7, 'n')", 1), ("INSERT INTO r(a) VALUES ('m')", 1),
          ("INSERT INTO r(rowid, a) VALUES (20, 'o')", 1),
          ("INSERT INTO r VALUES ('21', 'text')", 1), ("INSERT INTO r VALUES (22.0, 'real')", 1),
        ])
      await test.expectRows(
        database, "SELECT id, rowid, oid, _rowid_, a FROM r",
        [
          [-7, -7, -7, -7, "n"], [0, 0, 0, 0, "z"], [1, 1, 1, 1, "x"], [2, 2, 2, 2, "y"], [3, 3, 3, 3, "m"],
          [20, 20, 20, 20, "o"], [21, 21, 21, 21, "text"], [22, 22, 22, 22, "real"],
        ])
      await test.expectAffected(
        database, [("UPDATE r SET rowid = 5 WHERE id = 3", 1), ("UPDATE r SET id = rowid + 100 WHERE id = 5", 1)])
      await test.expectRows(database, "SELECT id FROM r WHERE a = 'm'", [[105]], "changing one changes the other")
      // By an old defect that stays, neither of these is the rowid.
      await test.expectAffected(
        database,
        [
          ("INSERT INTO d VALUES (NULL, 1)", 1), ("INSERT INTO i VALUES (NULL, 1)", 1),
          ("INSERT INTO i VALUES (50, 1)", 1),
        ])
      await test.expectRows(
        database, "SELECT id, rowid FROM d", [[nil, 1]], "INTEGER PRIMARY KEY DESC is not the rowid")
      await test.expectRows(
        database, "SELECT id, rowid FROM i", [[nil, 1], [50, 2]], "INT PRIMARY KEY is not the rowid")
    },
    ConformanceCase(
      "CON-12", "AUTOINCREMENT never uses an id again", .core, "https://sqlite.org/autoinc.html",
      "With AUTOINCREMENT an id MUST NOT come again; without it the largest one comes again after it was deleted."
    ) { test in
      let database = try await test.database(
        holding: [
          "CREATE TABLE plain(id INTEGER PRIMARY KEY, a)", "CREATE TABLE auto(id INTEGER PRIMARY KEY AUTOINCREMENT, a)",
        ])
      for (table, ids) in [("plain", [3, 1, 1]), ("auto", [4, 5, 101])] as [(String, [SQLValue])] {
        await test.expectAffected(
          database,
          [
            ("INSERT INTO \(table)(a) VALUES (1), (2), (3)", 3), ("DELETE FROM \(table) WHERE id = 3", 1),
            ("INSERT INTO \(table)(a) VALUES (4)", 1),
          ])
        await test.expectValue(
          database, SQLFragment(raw: "SELECT max(id) FROM \(table)"), ids[0], "after the last one was deleted")
        await test.expectAffected(database, [("DELETE FROM \(table)", 3), ("INSERT INTO \(table)(a) VALUES (5)", 1)])
        await test.expectValue(
          database, SQLFragment(raw: "SELECT max(id) FROM \(table)"), ids[1], "after all were deleted")
        await test.expectAffected(
          database,
          [
            ("INSERT INTO \(table) VALUES (100, 6)", 1), ("DELETE FROM \(table)", 2),
            ("INSERT INTO \(table)(a) VALUES (7)", 1),
          ])
        await test.expectValue(
          database, SQLFragment(raw: "SELECT max(id) FROM \(table)"), ids[2], "after one that was given")
      }
      await test.expectRows(database, "SELECT name, seq FROM sqlite_sequence", [["auto", 101]])
      await test.expectError(.constraintPrimaryKey, extended: 1555, database, "INSERT INTO auto VALUES (101, 1)")
      try? await database.batch { batch in
        batch.execute("INSERT INTO auto(a) VALUES (8)")
        batch.execute("INSERT INTO auto VALUES (101, 1)")
      }
      await test.expectAffected(database, [("INSERT INTO auto(a) VALUES (9)", 1)])
      await test.expectValue(database, "SELECT max(id) FROM auto", 102, "an id that was rolled back was never used")
    },
    ConformanceCase(
      "CON-13", "NOT NULL with a default", .core, "https://sqlite.org/lang_conflict.html",
      "The default MUST be used when the column is left out, and for a NULL only by REPLACE."
    ) { test in
      let database = try await test.database(holding: [
        "CREATE TABLE n(id INTEGER PRIMARY KEY, b NOT NULL DEFAULT 7, c NOT NULL ON CONFLICT REPLACE DEFAULT 'c')"
      ])
      await test.expectAffected(
        database,
        [
          ("INSERT INTO n(id) VALUES (1)", 1), ("INSERT INTO n(id, c) VALUES (2, NULL)", 1),
          ("INSERT OR REPLACE INTO n VALUES (3, NULL, NULL)", 1),
          ("INSERT OR IGNORE INTO n VALUES (4, NULL, 1)", 0), ("UPDATE n SET c = NULL WHERE id = 1", 1),
          ("UPDATE OR REPLACE n SET b = NULL WHERE id = 2", 1),
        ])
      await test.expectError(.constraintNotNull, extended: 1299, database, "INSERT INTO n VALUES (5, NULL, 1)")
      await test.expectError(.constraintNotNull, extended: 1299, database, "UPDATE n SET b = NULL")
      await test.expectRows(database, "SELECT * FROM n ORDER BY id", [[1, 7, "c"], [2, 7, "c"], [3, 7, "c"]])
    },
    ConformanceCase(
      "CON-14", "defaults of every kind", .core, "https://sqlite.org/lang_createtable.html#the_default_clause",
      "A default MUST be used when its column is left out: a literal, a signed number, an expression, a time, NULL."
    ) { test in
      let database = try await test.database(holding: [
        """
        CREATE TABLE d(id INTEGER PRIMARY KEY, a DEFAULT 'txt', b DEFAULT (1+2*3), c DEFAULT -5, d DEFAULT +2.5,
          e DEFAULT NULL, f DEFAULT CURRENT_TIMESTAMP, h DEFAULT (abs(-4)), i DEFAULT CURRENT_DATE,
          j DEFAULT CURRENT_TIME, k, l TEXT DEFAULT 5, m INTEGER DEFAULT '12', n DEFAULT 'it''s', o DEFAULT (NULL), p DEFAULT 1e3)
        """, "INSERT INTO d(id) VALUES (1)", "INSERT INTO d DEFAULT VALUES", "INSERT INTO d(a, c) VALUES (NULL, 0)",
      ])
      let rest: [SQLValue] = [7, -5, 2.5, nil, 4, nil, "5", 12, "it's", nil, 1000.0]
      await test.expectRows(
        database, "SELECT id, a, b, c, d, e, h, k, l, m, n, o, p FROM d ORDER BY id",
        [[1, "txt"] + rest, [2, "txt"] + rest, [3, nil, 7, 0] + rest.dropFirst(2)])
      await test.expectRows(
        database,
        """
        SELECT count(*) FROM d WHERE f LIKE '____-__-__ __:__:__' AND i LIKE '____-__-__' AND j LIKE '__:__:__'
          AND f >= '2024-01-01 00:00:00' AND i >= '2024-01-01'
        """, [[3]], "times as text")
      await test.expectRows(
        database, "SELECT abs(julianday('now') - julianday(f)) < 1 FROM d WHERE id = 1", [[1]],
        "the time is that of the insert")
      if test.section(requires: .capability(.blobs)) {
        try await test.run(["CREATE TABLE x(a DEFAULT x'00ff', b)", "INSERT INTO x(b) VALUES (1)"], in: database)
        await test.expectRows(database, "SELECT a FROM x", [[.blob([0, 255])]])
      }
    },
    ConformanceCase(
      "CON-15", "CHECK passes when it is NULL; the first one that fails is reported", .core,
      "https://sqlite.org/lang_createtable.html#check_constraints",
      "A CHECK MUST fail only for 0, be looked at in the order of the definition, and apply to inserts and updates."
    ) { test in
      let database = try await test.database(holding: [
        "CREATE TABLE t(a CONSTRAINT first CHECK(a > 0), b CONSTRAINT second CHECK(b < 10), CONSTRAINT third CHECK(a <> b))",
        "CREATE TABLE k(v CONSTRAINT truth CHECK(v))",
      ])
      for values in ["(NULL, NULL)", "(1, NULL)", "(NULL, 1)", "(2, 1)", "('a', 1)"] {
        await test.expectAffected(database, [("INSERT INTO t VALUES \(values)", 1)])
      }
      for (values, name) in [
        ("(0, 20)", "first"), ("(0, 1)", "first"), ("(1, 20)", "second"), ("(1, 1)", "third"), ("(-1, -1)", "first"),
        ("(NULL, 10)", "second"),
        ("(10, 10)", "second"), ("(0, NULL)", "first"),
      ] {
        let error = await test.expectError(
          .constraintCheck, extended: 275, database, SQLFragment(raw: "INSERT INTO t VALUES \(values)"))
        test.expect(error?.message.contains(name) == true, "the first failing one is \(name) for \(values)")
      }
      await test.expectError(.constraintCheck, extended: 275, database, "UPDATE t SET b = 99 WHERE a = 2")
      await test.expectAffected(database, [("UPDATE t SET b = NULL WHERE a = 2", 1)])
      await test.expectAffected(database, [("INSERT INTO k VALUES (1), (-1), (2), ('1'), (NULL), (1.5)", 6)])
      for value in ["0", "0.0", "'0'", "'abc'", "''"] {
        await test.expectError(
          .constraintCheck, extended: 275, database, SQLFragment(raw: "INSERT INTO k VALUES (\(value))"))
      }
      await test.expectRows(database, "SELECT count(*) FROM t", [[5]])
    },
  ]
}
