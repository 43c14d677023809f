import Quarry

extension ConstraintCases {
  /// A table with a row, and another one for what the triggers see.
  private static let schema = [
    "CREATE TABLE t(id INTEGER PRIMARY KEY, a UNIQUE, b NOT NULL, c CHECK(c > 0))",
    "INSERT INTO t VALUES (1, 10, 1, 1)",
  ]

  /// What happens to a statement and its transaction when a row breaks a constraint.
  static let conflicts: [ConformanceCase] = [
    ConformanceCase(
      "CON-01", "INSERT OR ABORT undoes the statement and leaves the transaction open", .core,
      "https://sqlite.org/lang_conflict.html",
      "ABORT, which is also what happens without a clause, MUST undo exactly the failing statement.",
      needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database(holding: schema)
      try await database.write { transaction in
        try await transaction.execute("INSERT INTO t VALUES (2, 20, 1, 1)")
        for clause in ["INSERT OR ABORT INTO", "INSERT INTO"] {
          for (values, code) in [
            ("(3, 30, 1, 1), (4, 10, 1, 1)", 2067), ("(3, 30, 1, 1), (1, 40, 1, 1)", 1555),
            ("(3, 30, 1, 1), (4, 40, NULL, 1)", 1299),
            ("(3, 30, 1, 1), (4, 40, 1, 0)", 275), ("(3, 30, 1, 1), (4, 30, 1, 1)", 2067),
          ] as [(String, Int32)] {
            let error = await test.expectError(
              .constraint, extended: code, transaction, SQLFragment(raw: "\(clause) t VALUES \(values)"))
            test.expectEqual(error?.isTransactionOpen, true, "the transaction is open")
            test.expectEqual(error?.outcome, .notApplied, "the statement left nothing")
            await test.expectRows(
              transaction, "SELECT id FROM t ORDER BY id", [[1], [2]], "only the statement is undone")
          }
        }
      }
      await test.expectRows(database, "SELECT id FROM t ORDER BY id", [[1], [2]], "the rest is committed")
    },
    ConformanceCase(
      "CON-02", "INSERT OR FAIL keeps the rows before the failing one", .core, "https://sqlite.org/lang_conflict.html",
      "FAIL MUST keep what the statement did before the row that broke the constraint, and say that something took effect."
    ) { test in
      let database = try await test.database(holding: schema)
      for (values, code, rows) in [
        ("(2, 20, 1, 1), (3, 10, 1, 1), (4, 40, 1, 1)", 2067, [1, 2]),
        ("(5, 50, 1, 1), (1, 60, 1, 1), (6, 60, 1, 1)", 1555, [1, 2, 5]),
        ("(7, 70, 1, 1), (8, 80, NULL, 1), (9, 90, 1, 1)", 1299, [1, 2, 5, 7]),
        ("(8, 80, 1, 1), (9, 90, 1, 0)", 275, [1, 2, 5, 7, 8]),
        ("(1, 11, 1, 1), (20, 200, 1, 1)", 1555, [1, 2, 5, 7, 8]),
      ] as [(String, Int32, [SQLValue])] {
        let before = try await test.rows(database, "SELECT id FROM t ORDER BY id")
        let error = await test.expectError(
          .constraint, extended: code, database, SQLFragment(raw: "INSERT OR FAIL INTO t VALUES \(values)"))
        // Where a statement is sent with the question for its count as one transaction, nothing of it stays.
        let isUndone = !test.has(.interactiveTransactions) && error?.outcome == .notApplied
        await test.expectRows(
          database, "SELECT id FROM t ORDER BY id", isUndone ? before : rows.map { [$0] },
          "the rows before stay: \(values)")
        if isUndone { continue }
        let outcome: DatabaseError.Outcome = rows.count > before.count ? .applied : .notApplied
        test.expect(
          error?.outcome == outcome
            || (!test.profile.capabilities.exactOutcomes && error?.outcome == .unknown),
          "the error tells whether something stayed, or that it does not know: \(values)")
      }
    },
    ConformanceCase(
      "CON-03", "INSERT OR IGNORE skips rows, but not violations of foreign keys", .core,
      "https://sqlite.org/lang_conflict.html",
      "IGNORE MUST skip rows against UNIQUE, PRIMARY KEY, NOT NULL and CHECK; a foreign key still fails the statement."
    ) { test in
      let database = try await test.database(
        holding: schema + [
          "CREATE TABLE child(id INTEGER PRIMARY KEY, t REFERENCES t(id))"
        ])
      await test.expectAffected(
        database,
        [
          (
            "INSERT OR IGNORE INTO t VALUES (5, 10, 1, 1), (6, 60, NULL, 1), (7, 70, 1, 0), (1, 80, 1, 1), (8, 80, 1, 1)",
            1
          ),
          ("INSERT OR IGNORE INTO t VALUES (7, 70, 1, -1)", 0),
          ("INSERT OR IGNORE INTO t VALUES (9, 90, 1, 1), (9, 91, 1, 1), (10, 90, 1, 1)", 1),
          ("INSERT OR IGNORE INTO child VALUES (1, 1), (1, 8)", 1),
        ])
      await test.expectRows(database, "SELECT id FROM t ORDER BY id", [[1], [8], [9]])
      await test.expectError(
        .constraintForeignKey, extended: 787, database, "INSERT OR IGNORE INTO child VALUES (2, 8), (3, 99)")
      await test.expectRows(database, "SELECT id, t FROM child", [[1, 1]], "the statement was undone")
    },
    ConformanceCase(
      "CON-04", "INSERT OR REPLACE deletes the rows in the way", .core, "https://sqlite.org/lang_conflict.html",
      "REPLACE MUST delete every row in the way, with delete triggers only where triggers are recursive."
    ) { test in
      let database = try await test.database(holding: [
        "CREATE TABLE t(id INTEGER PRIMARY KEY, a UNIQUE, b UNIQUE, c)", "CREATE TABLE log(x)",
        "INSERT INTO t VALUES (1, 1, 1, 'one'), (2, 2, 2, 'two'), (3, 3, 3, 'three'), (4, 4, 4, 'four')",
        "CREATE TRIGGER g AFTER DELETE ON t BEGIN INSERT INTO log VALUES (old.id); END",
      ])
      await test.expectAffected(database, [("INSERT OR REPLACE INTO t VALUES (5, 1, 2, 'both')", 1)])
      await test.expectRows(
        database, "SELECT id FROM t ORDER BY id", [[3], [4], [5]], "two rows by two constraints are gone")
      await test.expectAffected(database, [("REPLACE INTO t VALUES (5, 3, 4, 'all')", 1)])
      await test.expectRows(
        database, "SELECT id, a, b, c FROM t", [[5, 3, 4, "all"]], "three rows by three constraints are gone")
      await test.expectRows(database, "SELECT x FROM log", [], "delete triggers do not fire")
      await test.expectAffected(
        database,
        [("REPLACE INTO t VALUES (6, NULL, NULL, 'x')", 1), ("REPLACE INTO t VALUES (7, NULL, NULL, 'y')", 1)])
      await test.expectRows(database, "SELECT count(*) FROM t", [[3]], "NULLs are in nobody's way")
      guard test.section(requires: .capability(.interactiveTransactions)) else { return }
      try await database.write { transaction in
        try await transaction.execute("PRAGMA recursive_triggers = 1")
        await test.expectAffected(transaction, [("REPLACE INTO t VALUES (6, 3, 8, 'z')", 1)])
        await test.expectRows(transaction, "SELECT x FROM log ORDER BY x", [[5], [6]], "recursive triggers fire")
        try await transaction.execute("PRAGMA recursive_triggers = 0")
      }
    },
    ConformanceCase(
      "CON-05", "INSERT OR ROLLBACK ends the transaction", .core, "https://sqlite.org/lang_conflict.html",
      "ROLLBACK MUST undo the whole transaction, and the layer MUST notice that it is gone.",
      needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database(holding: schema)
      for (values, code) in [
        ("(2, 10, 1, 1)", 2067), ("(1, 20, 1, 1)", 1555), ("(2, 20, NULL, 1)", 1299), ("(2, 20, 1, 0)", 275),
      ] as [(String, Int32)] {
        await test.expectError(.constraint, extended: code, "the body's error is thrown: \(values)") {
          try await database.write { transaction in
            try await transaction.execute("INSERT INTO t VALUES (5, 50, 1, 1)")
            try await transaction.execute(SQLFragment(raw: "INSERT OR ROLLBACK INTO t VALUES \(values)"))
          }
        }
        await test.expectRows(database, "SELECT id FROM t", [[1]], "the whole transaction is undone: \(values)")
        await test.expectError(.transactionState, "a body that goes on cannot commit: \(values)") {
          try await database.write { transaction in
            try await transaction.execute("INSERT INTO t VALUES (5, 50, 1, 1)")
            _ = try? await transaction.execute(SQLFragment(raw: "INSERT OR ROLLBACK INTO t VALUES \(values)"))
          }
        }
        await test.expectRows(database, "SELECT id FROM t", [[1]], "nothing is committed: \(values)")
      }
      await test.expectError(
        .constraintUnique, extended: 2067, database, "INSERT OR ROLLBACK INTO t VALUES (2, 10, 1, 1)", "alone")
      await test.expectAffected(database, [("INSERT INTO t VALUES (2, 20, 1, 1)", 1)])
    },
    ConformanceCase(
      "CON-06", "UPDATE OR each of the five", .core, "https://sqlite.org/lang_update.html",
      "The conflict clause of an UPDATE MUST do the same as that of an INSERT.", needs: [.interactiveTransactions]
    ) { test in
      let rows = "INSERT INTO t VALUES (2, 20, 1, 1), (3, 30, 1, 1)"
      let expected: [(clause: String, fails: Bool, rows: [[SQLValue]])] = [
        ("", true, [[1, 10], [2, 20], [3, 30]]), ("OR ABORT", true, [[1, 10], [2, 20], [3, 30]]),
        ("OR FAIL", true, [[1, 11], [2, 20], [3, 30]]), ("OR IGNORE", false, [[1, 11], [2, 20], [3, 31]]),
        ("OR REPLACE", false, [[1, 11], [2, 30]]),
      ]
      for (clause, fails, after) in expected {
        let database = try await test.database(test.uniqueName(), holding: schema + [rows])
        // 10 becomes 11; 20 becomes 30, which is taken; 30 becomes 31.
        let update = SQLFragment(raw: "UPDATE \(clause) t SET a = CASE a WHEN 20 THEN 30 ELSE a + 1 END WHERE id < 4")
        try await database.write { transaction in
          if fails {
            let error = await test.expectError(.constraintUnique, extended: 2067, transaction, update)
            test.expectEqual(error?.isTransactionOpen, true, "the transaction is open: \(clause)")
          } else {
            let affected = try await transaction.execute(update).affectedRows
            test.expectEqual(affected, 2, "changed rows: \(clause)")
          }
        }
        await test.expectRows(database, "SELECT id, a FROM t ORDER BY id", after, "the rows after UPDATE \(clause)")
      }
      let database = try await test.database(test.uniqueName(), holding: schema + [rows])
      await test.expectError(.constraintUnique, extended: 2067, "UPDATE OR ROLLBACK") {
        try await database.write { transaction in
          try await transaction.execute("DELETE FROM t WHERE id = 1")
          try await transaction.execute("UPDATE OR ROLLBACK t SET a = 30 WHERE id = 2")
        }
      }
      await test.expectRows(
        database, "SELECT id, a FROM t ORDER BY id", [[1, 10], [2, 20], [3, 30]], "all is undone")
      await test.expectError(
        .constraintNotNull, extended: 1299, database, "UPDATE OR REPLACE t SET b = NULL", "no default to replace by")
      await test.expectAffected(
        database, [("UPDATE OR IGNORE t SET b = NULL", 0), ("UPDATE OR IGNORE t SET c = -1", 0)])
      await test.expectError(
        .constraintCheck, extended: 275, database, "UPDATE OR REPLACE t SET c = -1", "a CHECK is not replaced")
    },
    ConformanceCase(
      "CON-07", "a conflict clause of the definition, and of the statement above it", .core,
      "https://sqlite.org/lang_conflict.html",
      "The clause of a column MUST apply unless the statement has one."
    ) { test in
      let database = try await test.database(holding: [
        """
        CREATE TABLE q(id INTEGER PRIMARY KEY, a UNIQUE ON CONFLICT REPLACE, b NOT NULL ON CONFLICT IGNORE,
          c UNIQUE ON CONFLICT FAIL)
        """, "INSERT INTO q VALUES (1, 1, 1, 1)",
      ])
      await test.expectAffected(database, [("INSERT INTO q VALUES (2, 1, 1, 2)", 1)])
      await test.expectRows(database, "SELECT * FROM q", [[2, 1, 1, 2]], "REPLACE of the column")
      await test.expectAffected(database, [("INSERT INTO q VALUES (3, 3, NULL, 3)", 0)])
      await test.expectRows(database, "SELECT count(*) FROM q", [[1]], "IGNORE of the column")
      let failure = await test.expectError(
        .constraintUnique, extended: 2067, database, "INSERT INTO q VALUES (4, 4, 4, 4), (5, 5, 5, 2), (6, 6, 6, 6)")
      if !test.has(.interactiveTransactions), failure?.outcome == .notApplied {
        await test.expectRows(
          database, "SELECT * FROM q", [[2, 1, 1, 2]], "the statement was a transaction of its own")
        try await database.execute("INSERT INTO q VALUES (4, 4, 4, 4)")
      }
      await test.expectRows(database, "SELECT * FROM q", [[2, 1, 1, 2], [4, 4, 4, 4]], "FAIL of the column")
      await test.expectError(.constraintUnique, extended: 2067, database, "INSERT OR ABORT INTO q VALUES (9, 4, 4, 9)")
      await test.expectError(
        .constraintNotNull, extended: 1299, database, "INSERT OR ABORT INTO q VALUES (9, 9, NULL, 9)")
      await test.expectAffected(
        database,
        [("INSERT OR IGNORE INTO q VALUES (9, 4, 4, 9)", 0), ("INSERT OR REPLACE INTO q VALUES (9, 9, 9, 2)", 1)])
      await test.expectRows(database, "SELECT * FROM q", [[4, 4, 4, 4], [9, 9, 9, 2]], "the statement's clause wins")
      await test.expectAffected(database, [("UPDATE q SET a = 9 WHERE id = 4", 1)])
      await test.expectRows(database, "SELECT * FROM q", [[4, 9, 4, 4]], "the column's clause applies to updates")
    },
  ]
}
