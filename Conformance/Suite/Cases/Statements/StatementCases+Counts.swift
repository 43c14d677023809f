import Quarry

extension StatementCases {
  /// The number of changed rows, and the last inserted row.
  static let counts: [ConformanceCase] = [
    ConformanceCase(
      "STMT-19", "the number of changed rows of every kind of change", .core, "https://sqlite.org/c3ref/changes.html",
      "The affected rows MUST be those that the statement itself inserted, updated or deleted."
    ) { test in
      let database = try await test.database(
        holding: [
          "CREATE TABLE t(id INTEGER PRIMARY KEY, a UNIQUE, b)", "CREATE TABLE w(k PRIMARY KEY, v) WITHOUT ROWID",
        ])
      await test.expectAffected(
        database,
        [
          ("INSERT INTO t VALUES (1, 10, 'x')", 1),
          ("INSERT INTO t VALUES (2, 20, 'x'), (3, 30, 'x'), (4, 40, 'x')", 3),
          ("UPDATE t SET b = 'y' WHERE id > 1", 3), ("UPDATE t SET b = b", 4),
          ("UPDATE t SET b = 'z' WHERE id = 99", 0),
          ("DELETE FROM t WHERE id = 4", 1), ("DELETE FROM t WHERE id = 99", 0),
          ("REPLACE INTO t VALUES (1, 10, 'r')", 1), ("REPLACE INTO t VALUES (1, 20, 'replaces two')", 1),
          ("INSERT OR IGNORE INTO t VALUES (1, 99, 'i')", 0),
          ("INSERT OR IGNORE INTO t VALUES (1, 99, 'i'), (7, 70, 'i')", 1),
          ("INSERT INTO t SELECT id + 100, a + 100, b FROM t", 3), ("UPDATE OR IGNORE t SET a = 70 WHERE id < 100", 1),
          ("INSERT INTO w VALUES ('k1', 1), ('k2', 2)", 2), ("REPLACE INTO w VALUES ('k1', 3)", 1),
          ("UPDATE w SET v = 0", 2), ("DELETE FROM w WHERE v = 0", 2),
        ])
      if test.section(requires: .feature(.upsert)) {
        await test.expectAffected(
          database,
          [
            ("INSERT INTO t VALUES (8, 80, 'u') ON CONFLICT(id) DO UPDATE SET b = 'up'", 1),
            ("INSERT INTO t VALUES (8, 81, 'u') ON CONFLICT(id) DO UPDATE SET b = 'up'", 1),
            ("INSERT INTO t VALUES (8, 80, 'u') ON CONFLICT(id) DO NOTHING", 0),
            ("INSERT INTO t VALUES (8, 80, 'u') ON CONFLICT(id) DO UPDATE SET b = 'up' WHERE 0", 0),
            ("INSERT INTO t VALUES (8, 0, 0), (9, 90, 0) ON CONFLICT(id) DO UPDATE SET b = 'both'", 2),
            ("DELETE FROM t WHERE id IN (8, 9)", 2),
          ])
      }
      await test.expectAffected(database, [("DELETE FROM t", 6), ("DELETE FROM t", 0)])
      // More than fits into 16 bits, and than any round number that somebody may have taken for enough.
      let many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 131073)"
      await test.expectAffected(
        database,
        [
          ("INSERT INTO t (id) \(many) SELECT i FROM n", 131_073), ("UPDATE t SET b = 1 WHERE id > 1", 131_072),
          ("DELETE FROM t WHERE id > 65536", 65_537), ("DELETE FROM t", 65_536),
        ])
    },
    ConformanceCase(
      "STMT-20", "rows changed by triggers and foreign keys do not count, except in the total", .core,
      "https://sqlite.org/c3ref/total_changes.html",
      "The affected rows MUST leave out the work of triggers and foreign key actions, and total_changes() include it.",
      needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database(holding: [
        "CREATE TABLE log(x)", "CREATE TABLE p(id INTEGER PRIMARY KEY)",
        "CREATE TABLE c(id INTEGER PRIMARY KEY, p REFERENCES p(id) ON DELETE CASCADE ON UPDATE CASCADE)",
        "CREATE TABLE t(a)",
        """
        CREATE TRIGGER g AFTER INSERT ON t BEGIN
          INSERT INTO log VALUES (new.a); INSERT INTO log VALUES (new.a); UPDATE log SET x = x;
        END
        """, "CREATE VIEW v AS SELECT a FROM t",
        "CREATE TRIGGER gv INSTEAD OF INSERT ON v BEGIN INSERT INTO p VALUES (new.a); END",
      ])
      try await database.write { transaction in
        let steps: [(sql: SQLFragment, own: Int64, total: Int64)] = [
          ("INSERT INTO p VALUES (1), (2)", 2, 2), ("INSERT INTO c VALUES (1, 1), (2, 1), (3, 2)", 3, 3),
          ("UPDATE p SET id = 9 WHERE id = 2", 1, 2), ("DELETE FROM p WHERE id = 1", 1, 3),
          ("INSERT INTO t VALUES (50)", 1, 5), ("INSERT INTO t VALUES (60), (70)", 2, 2 + 4 + 4 + 6),
          ("INSERT INTO v VALUES (80)", 0, 1), ("DELETE FROM log", 6, 6), ("DELETE FROM log", 0, 0),
        ]
        for step in steps {
          let before = try await test.value(transaction, "SELECT total_changes()")
          let own = try await transaction.execute(step.sql).affectedRows
          test.expectEqual(own, step.own, "changed by the statement itself: \(step.sql.sql)")
          let after = try await test.value(transaction, "SELECT total_changes()")
          guard case .integer(let from) = before, case .integer(let to) = after else {
            test.fail("total_changes() is an integer")
            continue
          }
          test.expectEqual(to - from, step.total, "changed in all: \(step.sql.sql)")
        }
      }
    },
    ConformanceCase(
      "STMT-21", "selects, definitions and failures report no changed rows", .core,
      "https://sqlite.org/c3ref/changes.html",
      "A statement that changes no rows MUST report 0, whatever the statement before it changed.",
      needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database(holding: ["CREATE TABLE t(id INTEGER PRIMARY KEY, a UNIQUE)"])
      try await database.write { transaction in
        await test.expectAffected(transaction, [("INSERT INTO t VALUES (1, 1), (2, 2), (3, 3)", 3)])
        for sql in [
          "SELECT * FROM t", "CREATE TABLE u(a)", "CREATE INDEX i ON t(a)", "PRAGMA user_version", "DROP INDEX i",
          "DROP TABLE u", "CREATE VIEW v AS SELECT 1", "CREATE TABLE copy AS SELECT * FROM t", "SAVEPOINT s",
          "RELEASE s", "VALUES (1)", "ALTER TABLE copy RENAME TO renamed",
        ] {
          await test.expectAffected(transaction, [(sql, 0)])
          await test.expectValue(transaction, "SELECT changes()", 3, "changes() is left alone by \(sql)")
        }
        await test.expectError(.constraintUnique, extended: 2067, transaction, "INSERT INTO t VALUES (4, 4), (5, 1)")
        await test.expectValue(transaction, "SELECT changes()", 0, "changes() after a change that failed")
        await test.expectAffected(transaction, [("UPDATE t SET a = a + 10 WHERE id < 3", 2)])
        await test.expectError(.noSuchObject, transaction, "INSERT INTO missing VALUES (1)")
        await test.expectValue(transaction, "SELECT changes()", 2, "changes() after a text that was not run")
        await test.expectAffected(transaction, [("UPDATE t SET a = 0 WHERE id = 77", 0)])
        await test.expectValue(transaction, "SELECT changes()", 0, "changes() after a change of no row")
      }
    },
    ConformanceCase(
      "STMT-22", "the rowid of the last inserted row", .core, "https://sqlite.org/c3ref/last_insert_rowid.html",
      "The last rowid MUST be set by inserts into tables with rowids and by nothing else.",
      needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database(holding: [
        "CREATE TABLE t(id INTEGER PRIMARY KEY, a UNIQUE)", "CREATE TABLE log(x)",
        "CREATE TABLE w(k PRIMARY KEY) WITHOUT ROWID", "CREATE TABLE g(a)",
        "CREATE TRIGGER gi AFTER INSERT ON g BEGIN INSERT INTO log(rowid, x) VALUES (1000 + new.a, 1); END",
      ])
      try await database.write { transaction in
        await expectRowIDs(
          test, transaction,
          [
            ("INSERT INTO t VALUES (5, 1)", 5), ("INSERT INTO t(a) VALUES (2)", 6),
            ("INSERT INTO t(a) VALUES (3), (4)", 8),
            ("SELECT 1", 8), ("UPDATE t SET id = 70 WHERE id = 8", 8), ("DELETE FROM t WHERE id = 70", 8),
            ("INSERT OR IGNORE INTO t VALUES (5, 99)", 8), ("REPLACE INTO t VALUES (5, 50)", 5),
            ("INSERT INTO t VALUES (-3, 33)", -3), ("INSERT INTO w VALUES ('k')", -3),
            ("REPLACE INTO w VALUES ('k')", -3),
            ("INSERT INTO g(rowid, a) VALUES (12, 1)", 12), ("INSERT INTO log(x) VALUES (1)", 1002),
            ("CREATE TABLE other(a)", 1002), ("INSERT INTO other SELECT a FROM t", 4),
            ("INSERT INTO t(id, a) VALUES (4000000000, 44)", 4_000_000_000), ("INSERT INTO t VALUES (0, 45)", 0),
          ])
        await test.expectError(.constraintUnique, extended: 2067, transaction, "INSERT INTO t VALUES (900, 50)")
        await expectRowIDs(test, transaction, [("SELECT 1", 0), ("INSERT INTO t VALUES (19, 19)", 19)])
        await test.expectError(.constraintUnique, extended: 2067, transaction, "INSERT INTO t VALUES (901, 50)")
        await expectRowIDs(
          test, transaction, [("UPDATE t SET a = 119 WHERE id = 19", 19), ("INSERT INTO t VALUES (20, 20)", 20)])
        if test.section(requires: .feature(.upsert)) {
          await expectRowIDs(
            test, transaction,
            [
              ("INSERT INTO t VALUES (5, 0) ON CONFLICT(id) DO UPDATE SET a = 51", 20),
              ("INSERT INTO t VALUES (5, 0) ON CONFLICT DO NOTHING", 20),
              ("INSERT INTO t VALUES (21, 21) ON CONFLICT(id) DO UPDATE SET a = 51", 21),
            ])
        }
      }
    },
    ConformanceCase(
      "STMT-33", "more than 2^31 changed rows are counted right", .gated(.apiChanges64),
      "https://sqlite.org/c3ref/changes.html",
      "Counts of changes MUST have 64 bits on their whole way from the driver to the caller.",
      absent: { test in
        try await test.expectAbsence()
        try await checkLargeCounts(try await test.driver(for: test.request("counted")), test)
      }
    ) { test in
      try await checkLargeCounts(try await test.driver(for: test.request("counted")), test)
    },
  ]

  private static func expectRowIDs(
    _ test: CaseContext, _ transaction: DatabaseTransaction, _ steps: [(sql: String, rowID: Int64)]
  ) async {
    for step in steps {
      do {
        let result = try await transaction.execute(SQLFragment(raw: step.sql))
        test.expectEqual(result.lastInsertedRowID, step.rowID, "the last rowid after \(step.sql)")
        await test.expectValue(
          transaction, "SELECT last_insert_rowid()", .integer(step.rowID), "last_insert_rowid() after \(step.sql)")
      } catch {
        test.fail("runs: \(step.sql)", actual: "\(error)")
      }
    }
  }

  private static func checkLargeCounts<D: DatabaseDriver>(_ driver: D, _ test: CaseContext) async throws {
    let database = try await Database(CountingDriver(base: driver))
    try await database.execute("CREATE TABLE t(a)")
    let one = try await database.execute("INSERT INTO t VALUES (1)")
    test.expectEqual(one.affectedRows, 4_294_967_297, "one row, counted as 2^32 more")
    let three = try await database.execute("INSERT INTO t VALUES (2), (3), (4)")
    test.expectEqual(three.affectedRows, 4_294_967_299, "three rows, counted as 2^32 more")
    let none = try await database.execute("SELECT a FROM t")
    test.expectEqual(none.affectedRows, 0, "a select changes nothing")
    let deleted = try await database.run(SQLDelete(CountedRecord.where { $0.a > 2 }))
    test.expectEqual(deleted.affectedRows, 4_294_967_298, "two rows through a query, counted as 2^32 more")
    if test.section("two rows in a transaction, counted as 2^32 more", requires: .capability(.interactiveTransactions))
    {
      let inside = try await database.write { try await $0.execute("DELETE FROM t").affectedRows }
      test.expectEqual(inside, 4_294_967_298, "two rows in a transaction, counted as 2^32 more")
    }
    await database.close()
  }
}
