import Quarry

extension ConstraintCases {
  /// Returns a trigger that records what it sees.
  private static func trigger(_ name: String, _ head: String, _ text: String) -> String {
    "CREATE TRIGGER \(name) \(head) BEGIN INSERT INTO log(x) VALUES (\(text)); END"
  }

  /// Triggers.
  static let triggers: [ConformanceCase] = [
    ConformanceCase(
      "CON-23", "triggers fire before, after and instead, once for each row", .core,
      "https://sqlite.org/lang_createtrigger.html",
      "BEFORE MUST see the table without the change, AFTER with it, INSTEAD OF alone; each row in its turn."
    ) { test in
      let rows = "(SELECT count(*) FROM t)"
      let database = try await test.database(holding: [
        "CREATE TABLE t(a, b)", "CREATE TABLE log(n INTEGER PRIMARY KEY, x)", "CREATE VIEW v AS SELECT a, b FROM t",
        trigger("bi", "BEFORE INSERT ON t", "'before insert ' || new.a || ' of ' || \(rows)"),
        trigger("ai", "AFTER INSERT ON t", "'after insert ' || new.a || ' of ' || \(rows)"),
        trigger(
          "bu", "BEFORE UPDATE ON t", "'before update ' || old.a || '>' || new.a || ' sum ' || (SELECT sum(a) FROM t)"),
        trigger(
          "au", "AFTER UPDATE ON t", "'after update ' || old.a || '>' || new.a || ' sum ' || (SELECT sum(a) FROM t)"),
        trigger("bd", "BEFORE DELETE ON t", "'before delete ' || old.a || ' of ' || \(rows)"),
        trigger("ad", "AFTER DELETE ON t", "'after delete ' || old.a || ' of ' || \(rows)"),
        trigger("vi", "INSTEAD OF INSERT ON v", "'instead of insert ' || new.a"),
        trigger("vu", "INSTEAD OF UPDATE ON v", "'instead of update ' || old.a || '>' || new.a"),
        trigger("vd", "INSTEAD OF DELETE ON v", "'instead of delete ' || old.a"),
      ])
      for (sql, affected, expected) in [
        (
          "INSERT INTO t VALUES (1, 0), (2, 0)", 2,
          ["before insert 1 of 0", "after insert 1 of 1", "before insert 2 of 1", "after insert 2 of 2"]
        ),
        ("UPDATE t SET a = a + 10 WHERE a = 1", 1, ["before update 1>11 sum 3", "after update 1>11 sum 13"]),
        (
          "UPDATE t SET a = a + 1", 2,
          [
            "before update 11>12 sum 13", "after update 11>12 sum 14", "before update 2>3 sum 14",
            "after update 2>3 sum 15",
          ]
        ),
        ("UPDATE t SET a = 0 WHERE a = 99", 0, []), ("INSERT INTO v VALUES (7, 7)", 0, ["instead of insert 7"]),
        ("UPDATE v SET a = 5 WHERE a = 3", 0, ["instead of update 3>5"]),
        ("DELETE FROM v WHERE a = 12", 0, ["instead of delete 12"]),
        ("DELETE FROM t WHERE a = 12", 1, ["before delete 12 of 2", "after delete 12 of 1"]),
        ("DELETE FROM t", 1, ["before delete 3 of 1", "after delete 3 of 0"]),
        ("INSERT INTO t SELECT 1, 1 WHERE 0", 0, []),
      ] as [(String, Int64, [String])] {
        let before = try await test.rows(database, "SELECT n FROM log").count
        let result = try await database.execute(SQLFragment(raw: sql))
        if !sql.contains(" v ") { test.expectEqual(result.affectedRows, affected, "affected rows: \(sql)") }
        await test.expectRows(
          database, "SELECT x FROM log WHERE n > \(before) ORDER BY n", expected.map { [.text($0)] },
          "what fired: \(sql)")
      }
    },
    ConformanceCase(
      "CON-24", "WHEN, OLD and NEW, and UPDATE OF", .core, "https://sqlite.org/lang_createtrigger.html",
      "A trigger MUST fire only for the columns it names and where WHEN is true, and see both sides of the row."
    ) { test in
      let database = try await test.database(holding: [
        "CREATE TABLE t(id INTEGER PRIMARY KEY, a, b, c)", "CREATE TABLE log(n INTEGER PRIMARY KEY, x)",
        "INSERT INTO t VALUES (1, 1, 1, 1), (2, 2, 2, 2), (3, 3, 3, 3)",
        trigger("ga", "AFTER UPDATE OF a ON t", "'a ' || old.a || '>' || new.a"),
        trigger("gbc", "AFTER UPDATE OF b, c ON t", "'bc ' || old.b || old.c || '>' || new.b || new.c"),
        trigger("gw", "BEFORE UPDATE ON t WHEN new.a > old.a AND old.id <> 2", "'grows ' || old.id"),
        trigger("gn", "AFTER INSERT ON t WHEN new.c", "'c ' || new.id"),
        trigger("gr", "AFTER DELETE ON t FOR EACH ROW WHEN old.a IS NULL", "'gone ' || old.rowid"),
      ])
      for (sql, expected) in [
        ("UPDATE t SET a = 5 WHERE id = 1", ["grows 1", "a 1>5"]), ("UPDATE t SET a = 5 WHERE id = 2", ["a 2>5"]),
        ("UPDATE t SET a = a WHERE id = 1", ["a 5>5"]), ("UPDATE t SET b = 7 WHERE id = 1", ["bc 11>71"]),
        ("UPDATE t SET b = 8, c = 9 WHERE id = 1", ["bc 71>89"]), ("UPDATE t SET id = 10 WHERE id = 1", []),
        ("UPDATE t SET a = 4, c = 4 WHERE id = 3", ["a 3>4", "bc 33>34", "grows 3"]),
        ("INSERT INTO t VALUES (20, 1, 1, 0)", []),
        ("INSERT INTO t VALUES (21, 1, 1, NULL)", []), ("INSERT INTO t VALUES (22, NULL, 1, 2)", ["c 22"]),
        ("DELETE FROM t WHERE id = 20", []),
        ("DELETE FROM t WHERE id = 22", ["gone 22"]),
      ] as [(String, [String])] {
        let before = try await test.rows(database, "SELECT n FROM log").count
        await test.expectAffected(database, [(sql, 1)])
        // Several triggers of one kind fire in an order that is not defined.
        await test.expectRows(
          database, "SELECT x FROM log WHERE n > \(before) ORDER BY x", expected.sorted().map { [.text($0)] },
          "what fired: \(sql)")
      }
      await test.expectError(
        .syntax, database, "CREATE TRIGGER x AFTER UPDATE OF ON t BEGIN SELECT 1; END", "UPDATE OF nothing")
      await test.expectError(.noSuchObject, database, "UPDATE missing SET a = 1", "no table")
    },
    ConformanceCase(
      "CON-25", "RAISE(IGNORE) skips the row silently", .core,
      "https://sqlite.org/lang_createtrigger.html#raise",
      "RAISE(IGNORE) MUST leave out the row and its remaining triggers without an error, and the row does not count."
    ) { test in
      let database = try await test.database(holding: [
        "CREATE TABLE t(a)", "CREATE TABLE log(x)",
        "CREATE TRIGGER ig BEFORE INSERT ON t WHEN new.a = 5 BEGIN INSERT INTO log VALUES ('seen'); SELECT RAISE(IGNORE); INSERT INTO log VALUES ('never'); END",
        "CREATE TRIGGER ai AFTER INSERT ON t BEGIN INSERT INTO log VALUES (new.a); END",
        "CREATE TRIGGER ud BEFORE UPDATE ON t WHEN old.a = 4 BEGIN SELECT RAISE(IGNORE); END",
        "CREATE TRIGGER dd BEFORE DELETE ON t WHEN old.a = 4 BEGIN SELECT RAISE(IGNORE); END",
      ])
      await test.expectAffected(
        database,
        [("INSERT INTO t VALUES (4), (5), (6)", 2), ("INSERT INTO t VALUES (5)", 0), ("INSERT INTO t SELECT 5", 0)])
      await test.expectRows(database, "SELECT a FROM t ORDER BY a", [[4], [6]])
      await test.expectRows(
        database, "SELECT x FROM log", [[4], ["seen"], [6], ["seen"], ["seen"]], "what the trigger did before stays")
      await test.expectAffected(database, [("UPDATE t SET a = a + 10", 1), ("DELETE FROM t", 1), ("DELETE FROM t", 0)])
      await test.expectRows(database, "SELECT a FROM t", [[4]])
      if test.section(requires: .feature(.returning)) {
        await test.expectRows(
          database, "SELECT count(*) FROM t", [[1]], "one row is left")
        let returned = try await test.rows(database, "INSERT INTO t VALUES (5), (7) RETURNING a")
        test.expectIdentical(returned, [[7]], "RETURNING gives only what was inserted")
      }
    },
    ConformanceCase(
      "CON-26", "triggers are not recursive unless asked; too deep a recursion is an error", .core,
      "https://sqlite.org/pragma.html#pragma_recursive_triggers",
      "A trigger MUST NOT fire itself by default; where it may, the depth limit MUST be an error and not a crash.",
      needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database(holding: [
        "CREATE TABLE n(x)",
        "CREATE TRIGGER rec AFTER INSERT ON n WHEN new.x < 100000 BEGIN INSERT INTO n VALUES (new.x + 1); END",
        "CREATE TABLE a(x)", "CREATE TABLE b(x)",
        "CREATE TRIGGER ta AFTER INSERT ON a BEGIN INSERT INTO b VALUES (new.x); END",
        "CREATE TRIGGER tb AFTER INSERT ON b WHEN new.x < 3 BEGIN INSERT INTO a VALUES (new.x + 1); END",
      ])
      await test.expectAffected(database, [("INSERT INTO n VALUES (1)", 1)])
      await test.expectRows(
        database, "SELECT x FROM n ORDER BY x", [[1], [2]], "the trigger's own insert fires nothing")
      await test.expectAffected(database, [("INSERT INTO a VALUES (1)", 1)])
      await test.expectRows(
        database, "SELECT (SELECT group_concat(x) FROM a), (SELECT group_concat(x) FROM b)", [["1,2", "1"]])
      try await database.write { transaction in
        await test.expectRows(transaction, "PRAGMA recursive_triggers", [[0]], "off by default")
        try await transaction.execute("PRAGMA recursive_triggers = 1")
        await test.expectAffected(transaction, [("DELETE FROM n", 2), ("INSERT INTO n VALUES (99900)", 1)])
        await test.expectRows(
          transaction, "SELECT count(*), max(x) FROM n", [[101, 100_000]], "a recursion of 100 steps")
        // The engine keeps no journal for such a statement: in a transaction it may leave rows, in a savepoint none.
        let error = await test.expectError(.tooBig, extended: 1, "a recursion of 100,000 steps") {
          try await transaction.savepoint { try await $0.execute("INSERT INTO n VALUES (1)") }
        }
        test.expectEqual(error?.isTransactionOpen, true, "the transaction is open")
        await test.expectRows(transaction, "SELECT count(*) FROM n", [[101]], "the savepoint was undone")
        let direct = await test.expectError(.tooBig, extended: 1, transaction, "INSERT INTO n VALUES (1)")
        let count = try await test.value(transaction, "SELECT count(*) FROM n")
        test.expect(
          count == 101 || direct?.outcome != .notApplied,
          "an error after which rows stay does not say that nothing stayed")
        try await transaction.execute("PRAGMA recursive_triggers = 0")
      }
      await test.expectUsable(database)
    },
  ]
}
