import Quarry

extension StatementCases {
  /// Running texts: single statements, scripts, and empty texts.
  static let running: [ConformanceCase] = [
    ConformanceCase(
      "STMT-01", "execute runs definitions, changes and selects; the rows of a select are dropped", .core,
      "Quarry: SQLExecutor.execute",
      "Every kind of statement MUST run through execute without an error, and take effect exactly once."
    ) { test in
      let database = try await test.database()
      await test.expectAffected(
        database,
        [
          ("CREATE TABLE t(a, b)", 0), ("INSERT INTO t VALUES (1, 'x'), (2, 'y')", 2), ("SELECT * FROM t", 0),
          ("VALUES (1), (2)", 0), ("UPDATE t SET b = 'z' WHERE a = 1", 1), ("SELECT * FROM t WHERE 0", 0),
          ("CREATE INDEX i ON t(a)", 0), ("DELETE FROM t WHERE a = 2", 1), ("PRAGMA table_info(t)", 0),
          ("CREATE VIEW v AS SELECT a FROM t", 0), ("SELECT count(*) FROM v", 0), ("DROP VIEW v", 0),
          ("ALTER TABLE t RENAME TO u", 0), ("INSERT INTO u SELECT 5, 6", 1), ("DROP INDEX i", 0),
        ])
      await test.expectRows(database, "SELECT a, b FROM u ORDER BY a", [[1, "z"], [5, 6]])
      let none = try await database.fetchAll(("INSERT INTO u VALUES (7, 8)" as SQLFragment).rows())
      test.expectEqual(none.count, 0, "a change that is asked for rows gives none")
      await test.expectRows(database, "SELECT count(*) FROM u", [[3]], "the change took effect once")
    },
    ConformanceCase(
      "STMT-02", "a script runs all its statements in order and tells what the last one did", .core,
      "Quarry: SQLExecutor.executeScript",
      "A script MUST run every statement in order; its result is the last statement's.",
      needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database()
      let result = try await database.executeScript(
        """
        -- the first line
        CREATE TABLE t(a INTEGER PRIMARY KEY, b);
        INSERT INTO t(b) VALUES ('one;');;
        SELECT * FROM t; /* dropped; */
        INSERT INTO t(b) SELECT b || '+' FROM t;
        UPDATE t SET b = b || a
        """)
      test.expectEqual(result.affectedRows, 2, "the result is the last statement's")
      await test.expectRows(database, "SELECT a, b FROM t ORDER BY a", [[1, "one;1"], [2, "one;+2"]])
      let inserts = (1...200).map { "INSERT INTO t(b) VALUES (\($0));" }.joined(separator: "\n")
      let last = try await database.executeScript(inserts)
      test.expectEqual(last.affectedRows, 1, "one row by the last of 200 statements")
      test.expectEqual(last.lastInsertedRowID, 202, "the rowid of the last of 200 statements")
      let numbers = try await test.rows(database, "SELECT b FROM t WHERE a > 2 ORDER BY a")
      test.expectIdentical(numbers, (1...200).map { [SQLValue.integer($0)] }, "200 statements ran in order")
      try await database.write { transaction in
        try await transaction.executeScript("DELETE FROM t; INSERT INTO t VALUES (9, 'in a transaction')")
        await test.expectRows(transaction, "SELECT a, b FROM t", [[9, "in a transaction"]])
      }
      let nothing = try await database.executeScript(" ; -- nothing\n;")
      test.expectEqual(nothing.affectedRows, 0, "a script of nothing")
    },
    ConformanceCase(
      "STMT-03", "a script whose third of five statements fails tells which, where, and leaves nothing behind", .core,
      "Quarry: SQLExecutor.executeScript",
      "A failing script MUST be undone as a whole, and its error MUST carry the statement's index and offset.",
      needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database(holding: ["CREATE TABLE t(a PRIMARY KEY)", "INSERT INTO t VALUES (0)"])
      let head = "INSERT INTO t VALUES (1); -- ümläut 日本\nINSERT INTO t VALUES (2);\n"
      let offset = head.utf8.count
      let tail = "; INSERT INTO t VALUES (4); INSERT INTO t VALUES (5)"
      for (third, code) in [
        ("INSERT INTO t VALUES (0)", DatabaseError.Code.constraintPrimaryKey),
        ("INSERT INTO nowhere VALUES (1)", .noSuchObject),
        ("INSERT INTO t VALUES (1, 2)", .syntax), ("INSERT INTO t VALUES (?)", .missingParameter),
        ("INSERT INTO t VALUES (abs(-9223372036854775807 - 1))", .statementFailed),
      ] {
        let error = await test.expectError(code, "the script fails: \(third)") {
          try await database.executeScript(head + third + tail)
        }
        test.expectEqual(error?.statementIndex, 2, "the index of the failing statement: \(third)")
        let place = error?.offset ?? -1
        test.expect(
          place >= offset && place < offset + third.utf8.count, "the offset \(place) lies in the statement: \(third)")
        test.expect(error?.sql?.hasPrefix(third) == true, "the error shows the failing statement: \(third)")
        await test.expectRows(database, "SELECT a FROM t", [[0]], "nothing of the script took effect: \(third)")
      }
      let wrong = await test.expectError(.syntax, "the script does not parse") {
        try await database.executeScript(head + "INSRT INTO t VALUES (3)" + tail)
      }
      test.expectEqual(wrong?.statementIndex, 2, "the index of the statement that does not parse")
      if test.section("the offset of the wrong token, in bytes of the script", requires: .feature(.apiErrorOffset)) {
        test.expectEqual(wrong?.offset, offset, "the offset of the wrong token, in bytes of the script")
      }
      try await database.write { transaction in
        try await transaction.execute("INSERT INTO t VALUES (10)")
        await test.expectError(.constraintPrimaryKey, "the script fails in a transaction") {
          try await transaction.executeScript("INSERT INTO t VALUES (11); INSERT INTO t VALUES (0)")
        }
        await test.expectRows(transaction, "SELECT a FROM t ORDER BY a", [[0], [10]], "only the script is undone")
      }
      await test.expectRows(database, "SELECT a FROM t ORDER BY a", [[0], [10]])
      guard test.section("a script outside of a transaction", requires: .local) else { return }
      let session = try await test.session()
      defer { session.close() }
      let error = test.expectSynchronousError(.constraintPrimaryKey, "a script outside of a transaction") {
        try session.executeScript(
          "INSERT INTO t VALUES (21); INSERT INTO t VALUES (22); INSERT INTO t VALUES (0); SELECT 1")
      }
      test.expectEqual(error?.statementIndex, 2, "the index of the failing statement in a session")
      let kept = try session.fetchAll(("SELECT a FROM t WHERE a > 20 ORDER BY a" as SQLFragment).rows()).map(\.values)
      test.expectIdentical(kept, [[21], [22]], "without a transaction the first two statements stay")
    },
    ConformanceCase(
      "STMT-04", "texts without a statement: refused where one statement is expected, nothing at all in a script",
      .core,
      "Quarry: DatabaseError.Code.emptyStatement",
      "A text of blanks, comments and semicolons MUST be refused by type as a statement, and be an empty script."
    ) { test in
      let database = try await test.database()
      let texts = [
        "", " ", "\n\t\r\u{0C}", ";", ";;", " ; ; ", "-- comment", "-- comment\n", "/* comment */", "/* open",
        "/**/;--", ";-- a\n;/* b */;", "-- SELECT 1;", "/* SELECT 1; */",
      ]
      for text in texts {
        let shown = text.debugDescription
        await test.expectError(.emptyStatement, "execute: \(shown)") {
          try await database.execute(SQLFragment(raw: text))
        }
        await test.expectError(.emptyStatement, "fetchAll: \(shown)") {
          try await database.fetchAll(SQLFragment(raw: text).rows())
        }
        test.expect(SQLScript(text).allSatisfy { _ in false }, "no statement in the script \(shown)")
        if test.section(requires: .capability(.interactiveTransactions)) {
          let result = try await database.executeScript(text)
          test.expectEqual(result.affectedRows, 0, "executeScript: \(shown)")
        }
      }
      await test.expectUsable(database)
    },
    ConformanceCase(
      "STMT-05", "a semicolon, comment or blanks after a single statement are accepted", .core,
      "https://sqlite.org/lang.html", "What follows a statement and is no statement MUST be ignored."
    ) { test in
      let database = try await test.database(holding: ["CREATE TABLE t(a)"])
      let tails = [
        "", ";", ";;", " ; ;", " ", "\n", "\t;\u{0C}\r\n", " -- end", "; -- end", "-- end\n", "/* end */;",
        "; /* end */",
        "; /* open", ";--", "; -- it's; \"open\n;", " /* ; */ ; /* ; */ ",
      ]
      for (index, tail) in tails.enumerated() {
        await test.expectRows(
          database, SQLFragment(raw: "SELECT 7" + tail), [[7]], "a select before \(tail.debugDescription)")
        let insert = SQLFragment(raw: "INSERT INTO t VALUES (?)" + tail, values: [.integer(Int64(index))])
        let affected = try? await database.execute(insert).affectedRows
        test.expectEqual(affected, 1, "an insert before \(tail.debugDescription)")
      }
      await test.expectRows(
        database, "SELECT count(*), count(DISTINCT a) FROM t",
        [[.integer(Int64(tails.count)), .integer(Int64(tails.count))]],
        "every insert ran once")
    },
    ConformanceCase(
      "STMT-06", "a second statement is refused where one is expected, and the first does not run", .core,
      "Quarry: DatabaseError.Code.multipleStatements",
      "Text after the first statement MUST be refused by type and never be dropped or run silently."
    ) { test in
      let database = try await test.database(holding: ["CREATE TABLE t(a)", "INSERT INTO t VALUES (1)"])
      let texts = [
        "INSERT INTO t VALUES (2); INSERT INTO t VALUES (3)", "DELETE FROM t; SELECT 1", "DELETE FROM t;;DELETE FROM t",
        "SELECT 1; DELETE FROM t", "DELETE FROM t; no statement at all", "DELETE FROM t; 'open",
        "DELETE FROM t; -- comment\n SELECT 1", "DELETE FROM t /* ; */; /* ; */ SELECT 1;", "DELETE FROM t; SELECT 1;",
        "DELETE FROM t; DELETE FROM missing", "DROP TABLE t; SELECT a FROM t", "DELETE FROM t; 1",
      ]
      for text in texts {
        await test.expectError(.multipleStatements, "execute: \(text)") {
          try await database.execute(SQLFragment(raw: text))
        }
        await test.expectError(.multipleStatements, database, SQLFragment(raw: text), "fetchAll")
        await test.expectRows(database, "SELECT a FROM t", [[1]], "nothing ran: \(text)")
      }
      await test.expectError(.multipleStatements, "in a batch") {
        try await database.batch { $0.execute("INSERT INTO t VALUES (2); INSERT INTO t VALUES (3)") }
      }
      await test.expectRows(database, "SELECT a FROM t", [[1]], "nothing of the batch ran")
    },
  ]

  /// Texts that must not reach the engine, or that are too long.
  static let refused: [ConformanceCase] = [
    ConformanceCase(
      "STMT-09", "a text with a zero byte is refused wherever the byte stands", .core,
      "https://sqlite.org/c3ref/prepare.html",
      "SQL text with U+0000 MUST be refused with the class syntax and never be cut there."
    ) { test in
      let database = try await test.database(holding: ["CREATE TABLE t(a)", "INSERT INTO t VALUES (1)"])
      for text in ["SELECT 1, 'abc' AS \"x\" -- y", "DELETE FROM t WHERE 1 -- z;"] {
        for index in Array(text.indices) + [text.endIndex] {
          var cut = text
          cut.insert("\u{0}", at: index)
          let offset = text.utf8.distance(from: text.startIndex, to: index)
          await test.expectError(.syntax, database, SQLFragment(raw: cut), "a zero byte at \(offset)")
        }
      }
      await test.expectRows(database, "SELECT a FROM t", [[1]], "nothing was deleted")
    },
    ConformanceCase(
      "STMT-10", "a text of 1 MB works; what is beyond a limit is refused as too big", .core,
      "https://sqlite.org/limits.html",
      "Texts up to the declared limits MUST work, and beyond them MUST fail with the class tooBig."
    ) { test in
      let database = try await test.database()
      let limits = test.profile.capabilities.limits
      let length = min(1_000_000, limits.sqlBytes) - 100
      let text = String(repeating: "q", count: length)
      await test.expectRows(
        database, SQLFragment(raw: "SELECT length('\(text)')"), [[.integer(Int64(length))]], "a long literal")
      let blanks = String(repeating: " ", count: length)
      await test.expectRows(database, SQLFragment(raw: "SELECT 5\(blanks)"), [[5]], "a long run of blanks")
      await test.expectRows(database, SQLFragment(raw: "SELECT /*\(text)*/ 6"), [[6]], "a long comment")
      if limits.sqlBytes <= 4_000_000 {
        let beyond = String(repeating: "q", count: limits.sqlBytes)
        // Where the limit is not the engine's own, the layer refuses, without the engine's code.
        let code: Int32? = test.profile.capabilities.engineReports(\.sqlBytes) ? 18 : nil
        await test.expectError(.tooBig, extended: code, "a text beyond the limit") {
          try await database.fetchAll(SQLFragment(raw: "SELECT '\(beyond)'").rows())
        }
      }
      await test.expectError(.tooBig, extended: 18, database, "SELECT zeroblob(2000000000)", "a value beyond the limit")
      let terms = limits.compoundSelectTerms
      let compound = { (count: Int) in Array(repeating: "SELECT 1", count: count).joined(separator: " UNION ALL ") }
      await test.expectRows(
        database, SQLFragment(raw: "SELECT count(*) FROM (\(compound(terms)))"), [[.integer(Int64(terms))]],
        "as many selects in one as the limit allows")
      if test.holds(\.compoundSelectTerms) {
        await test.expectError(.tooBig, database, SQLFragment(raw: compound(terms + 1)), "one select more")
      }
      let columns = { (count: Int) in Array(repeating: "1", count: count).joined(separator: ",") }
      await test.expectRows(
        database, SQLFragment(raw: "SELECT " + columns(limits.columns)), [Array(repeating: 1, count: limits.columns)],
        "as many columns as the limit allows")
      await test.expectError(
        .tooBig, database, SQLFragment(raw: "SELECT " + columns(limits.columns + 1)), "one column more")
      let sum = { (count: Int) in Array(repeating: "1", count: count).joined(separator: "+") }
      await test.expectRows(
        database, SQLFragment(raw: "SELECT " + sum(limits.expressionDepth - 1)),
        [[.integer(Int64(limits.expressionDepth - 1))]], "as deep as the limit allows")
      if test.holds(\.expressionDepth) {
        await test.expectError(
          .tooBig, database, SQLFragment(raw: "SELECT " + sum(limits.expressionDepth + 1)), "deeper than the limit")
      }
      await test.expectUsable(database)
    },
  ]
}
