import Quarry

extension UpsertCases {
  static let reference = "https://sqlite.org/lang_upsert.html"
  private static let refused = "INSERT INTO stock VALUES (1, 'a', 1) ON CONFLICT (id) DO NOTHING"

  /// UPS-01 to UPS-09.
  static let conflicts: [ConformanceCase] = [
    ConformanceCase(
      "UPS-01", "ON CONFLICT DO UPDATE with the excluded row, where it inserts and where it updates", .gated(.upsert),
      reference, "A new key MUST be inserted, a known one updated from what was to be inserted; typed, everywhere.",
      absent: { test in
        try await test.expectAbsence()
        let database = try await test.stockDatabase()
        await test.expectEngineErrors(database, [refused])
        try await expectTypedUpserts(test, database)
      }
    ) { test in
      let database = try await test.stockDatabase()
      let upsert: (SQLFragment) -> SQLFragment = { values in
        "INSERT INTO stock VALUES \(values) ON CONFLICT (id) DO UPDATE SET amount = coalesce(amount, 0) + excluded.amount"
      }
      test.expectEqual(try await database.execute(upsert("(1, 'q', 5)")).affectedRows, 1, "an update counts one row")
      test.expectEqual(try await database.execute(upsert("(9, 'n', 5)")).affectedRows, 1, "an insert counts one row")
      await test.expectStocks(database, [[1, "a", 15], [2, "b", 20], [3, "c", nil], [9, "n", 5]])
      try await test.run(
        database,
        """
        INSERT INTO stock (code, amount) VALUES ('b', 1) ON CONFLICT (code) DO UPDATE SET amount = excluded.amount, \
        id = 20
        """
      )
      await test.expectStocks(database, [[1, "a", 15], [3, "c", nil], [9, "n", 5], [20, "b", 1]])
      try await test.run(
        database, "INSERT INTO stock VALUES (3, 'd', 4) ON CONFLICT DO NOTHING",
        "INSERT INTO stock VALUES (3, 'd', 4) ON CONFLICT (id) DO UPDATE SET (code, amount) = (excluded.code, 44)")
      await test.expectRows(database, "SELECT code, amount FROM stock WHERE id = 3", [["d", 44]])
      await test.expectEngineErrors(
        database,
        [
          "INSERT INTO stock VALUES (1, 'a', 1) ON CONFLICT (amount) DO NOTHING",
          "INSERT INTO stock VALUES (1, 'a', 1) ON CONFLICT (id) DO UPDATE SET missing = 1",
        ])
      try await test.resetStocks(database)
      try await expectTypedUpserts(test, database)
    },
    ConformanceCase(
      "UPS-02", "DO NOTHING changes nothing, counts nothing and leaves the last inserted id", .gated(.upsert),
      reference,
      "A conflict MUST leave the row, give 0 changed rows, and not touch the last inserted id.",
      absent: { test in
        try await test.expectAbsence()
        try await expectTypedNothing(test, try await test.stockDatabase())
      }
    ) { test in
      let database = try await test.stockDatabase()
      let first = try await database.execute("INSERT INTO stock (code, amount) VALUES ('n', 1)")
      test.expectEqual(first.lastInsertedRowID, 4, "the id of an insert")
      for target in ["", "(code)"] {
        let result = try await database.execute(
          SQLFragment(raw: "INSERT INTO stock (code, amount) VALUES ('a', 99) ON CONFLICT \(target) DO NOTHING"))
        test.expectEqual(result.affectedRows, 0, "no row is changed")
        test.expectEqual(result.lastInsertedRowID, 4, "the last inserted id stays")
      }
      let mixed = try await database.execute(
        "INSERT INTO stock VALUES (1, 'x', 1), (5, 'y', 2), (2, 'z', 3) ON CONFLICT (id) DO NOTHING")
      test.expectEqual(mixed.affectedRows, 1, "one of three rows is inserted")
      await test.expectStocks(database, [[1, "a", 10], [2, "b", 20], [3, "c", nil], [4, "n", 1], [5, "y", 2]])
      try await test.resetStocks(database)
      try await expectTypedNothing(test, database)
    },
    ConformanceCase(
      "UPS-03", "WHERE on the update, and on the target for a partial index", .gated(.upsert), reference,
      "A row whose condition does not hold MUST stay unchanged; a partial index MUST be named with its condition.",
      absent: { test in
        try await test.expectAbsence()
        try await expectTypedConditions(test, try await test.stockDatabase())
      }
    ) { test in
      let database = try await test.stockDatabase()
      let result = try await database.execute(
        """
        INSERT INTO stock VALUES (1, 'a', 5), (2, 'b', 50), (3, 'c', 1)
        ON CONFLICT (id) DO UPDATE SET amount = excluded.amount WHERE excluded.amount > stock.amount
        """)
      test.expectEqual(result.affectedRows, 1, "one row meets the condition")
      await test.expectStocks(database, [[1, "a", 10], [2, "b", 50], [3, "c", nil]])
      try await test.run(
        database, "CREATE TABLE part (x INTEGER, y INTEGER, z)", "CREATE UNIQUE INDEX part_x ON part (x) WHERE y > 0",
        "INSERT INTO part VALUES (1, 1, 'old'), (1, 0, 'free')")
      try await test.run(
        database, "INSERT INTO part VALUES (1, 2, 'new') ON CONFLICT (x) WHERE y > 0 DO UPDATE SET z = excluded.z")
      await test.expectRows(database, "SELECT x, y, z FROM part ORDER BY y", [[1, 0, "free"], [1, 1, "new"]])
      await test.expectEngineErrors(database, ["INSERT INTO part VALUES (1, 2, 'x') ON CONFLICT (x) DO NOTHING"])
      try await test.resetStocks(database)
      try await expectTypedConditions(test, database)
    },
    ConformanceCase(
      "UPS-04", "Upsert by an index on an expression, and by a collation", .gated(.upsert, .expressionIndexes),
      reference,
      "The target MUST be the expression and collation of a unique index.",
      absent: CaseContext.refusing(refused)
    ) { test in
      let database = try await test.database()
      try await test.run(
        database, "CREATE TABLE word (w TEXT, n INTEGER)", "CREATE UNIQUE INDEX word_l ON word (lower(w))",
        "INSERT INTO word VALUES ('Abc', 1)",
        "INSERT INTO word VALUES ('aBC', 5) ON CONFLICT (lower(w)) DO UPDATE SET n = n + excluded.n")
      await test.expectRows(database, "SELECT w, n FROM word", [["Abc", 6]])
      await test.expectEngineErrors(database, ["INSERT INTO word VALUES ('x', 1) ON CONFLICT (upper(w)) DO NOTHING"])
      try await test.run(
        database, "CREATE TABLE name (w TEXT, n INTEGER)", "CREATE UNIQUE INDEX name_w ON name (w COLLATE NOCASE)",
        "INSERT INTO name VALUES ('Abc', 1)",
        "INSERT INTO name VALUES ('aBC', 5) ON CONFLICT (w COLLATE NOCASE) DO UPDATE SET n = 7, w = excluded.w")
      await test.expectRows(database, "SELECT w, n FROM name", [["aBC", 7]])
      await test.expectEngineErrors(
        database, ["INSERT INTO name VALUES ('x', 1) ON CONFLICT (w COLLATE RTRIM) DO NOTHING"])
    },
    ConformanceCase(
      "UPS-05", "A conflict with another constraint than the target is an error", .gated(.upsert), reference,
      "Only the named constraint MUST be handled; any other MUST fail as in a plain insert and change nothing.",
      absent: { test in
        try await test.expectAbsence()
        await expectTypedOtherConflicts(test, try await test.stockDatabase())
      }
    ) { test in
      let database = try await test.stockDatabase()
      await test.expectError(
        .constraintUnique, extended: 2067, database,
        "INSERT INTO stock VALUES (9, 'a', 1) ON CONFLICT (id) DO UPDATE SET amount = 1")
      await test.expectError(
        .constraintPrimaryKey, extended: 1555, database,
        "INSERT INTO stock VALUES (1, 'n', 1) ON CONFLICT (code) DO NOTHING")
      await test.expectError(
        .constraintUnique, extended: 2067, database,
        "INSERT INTO stock VALUES (1, 'n', 1) ON CONFLICT (id) DO UPDATE SET code = 'b'")
      await test.expectError(
        .constraintNotNull, extended: 1299, database,
        "INSERT INTO stock VALUES (1, NULL, 1) ON CONFLICT (id) DO UPDATE SET amount = 1")
      await test.expectStocks(database, [[1, "a", 10], [2, "b", 20], [3, "c", nil]])
      await expectTypedOtherConflicts(test, database)
    },
    ConformanceCase(
      "UPS-06", "An upsert of several rows that meets one key twice", .gated(.upsert), reference,
      "The rows MUST be handled one after the other, so that the second updates what the first inserted.",
      absent: { test in
        try await test.expectAbsence()
        try await expectTypedRepetition(test, try await test.stockDatabase())
      }
    ) { test in
      let database = try await test.stockDatabase()
      let result = try await database.execute(
        """
        INSERT INTO stock VALUES (7, 'g', 1), (7, 'h', 2), (1, 'x', 3), (7, 'i', 4)
        ON CONFLICT (id) DO UPDATE SET amount = amount + excluded.amount
        """)
      test.expectEqual(result.affectedRows, 4, "every row counts")
      await test.expectStocks(database, [[1, "a", 13], [2, "b", 20], [3, "c", nil], [7, "g", 7]])
      try await test.resetStocks(database)
      try await expectTypedRepetition(test, database)
    },
    ConformanceCase(
      "UPS-07", "INSERT … SELECT with ON CONFLICT needs WHERE true", .gated(.upsert),
      "https://sqlite.org/lang_upsert.html#parsing_ambiguity",
      "Without a WHERE the parser takes ON for a join and MUST refuse it; with WHERE true it MUST work.",
      absent: CaseContext.refusing(
        "INSERT INTO stock (code, amount) SELECT code, amount FROM delivery WHERE 1 ON CONFLICT (code) DO NOTHING")
    ) { test in
      let database = try await test.stockDatabase()
      await test.expectEngineErrors(
        database,
        [
          """
          INSERT INTO stock (code, amount) SELECT code, amount FROM delivery ON CONFLICT (code) DO UPDATE SET \
          amount = 1
          """
        ])
      let result = try await database.execute(
        """
        INSERT INTO stock (code, amount) SELECT code, amount FROM delivery WHERE 1
        ON CONFLICT (code) DO UPDATE SET amount = amount + excluded.amount
        """)
      test.expectEqual(result.affectedRows, 3, "two rows are updated, one is inserted")
      await test.expectStocks(database, [[1, "a", 15], [2, "b", 27], [3, "c", nil], [4, "z", 9]])
      try await test.run(
        database,
        """
        INSERT INTO stock (code, amount) SELECT code, 0 FROM delivery ORDER BY code LIMIT 1 ON CONFLICT (code) DO \
        UPDATE SET amount = 0
        """
      )
      await test.expectRows(database, "SELECT amount FROM stock WHERE code = 'a'", [[0]])
    },
    ConformanceCase(
      "UPS-08", "Several ON CONFLICT clauses: the first that matches wins", .gated(.multipleUpsertClauses), reference,
      "From 3.35.0 on each clause MUST handle its own constraint.",
      absent: CaseContext.refusing(
        "INSERT INTO stock VALUES (1, 'a', 1) ON CONFLICT (id) DO NOTHING ON CONFLICT (code) DO NOTHING")
    ) { test in
      let database = try await test.stockDatabase()
      let clauses: SQLFragment =
        " ON CONFLICT (id) DO UPDATE SET amount = 100 ON CONFLICT (code) DO UPDATE SET amount = 200"
      for values in ["(1, 'n', 0)", "(9, 'b', 0)", "(3, 'a', 0)", "(8, 'h', 8)"] {
        _ = try await database.execute("INSERT INTO stock VALUES \(raw: values)\(clauses)")
      }
      await test.expectStocks(database, [[1, "a", 100], [2, "b", 200], [3, "c", 100], [8, "h", 8]])
      try await test.run(
        database,
        "INSERT INTO stock VALUES (1, 'n', 0) ON CONFLICT (code) DO UPDATE SET amount = 1 ON CONFLICT (id) DO NOTHING")
      await test.expectRows(database, "SELECT amount FROM stock WHERE id = 1", [[100]])
    },
    ConformanceCase(
      "UPS-09", "A last clause without target takes every other conflict", .gated(.upsertDoUpdateWithoutTarget),
      reference,
      "From 3.35.0 on the last clause MUST be allowed to name no target, also with DO UPDATE.",
      absent: CaseContext.refusing("INSERT INTO stock VALUES (1, 'a', 1) ON CONFLICT DO UPDATE SET amount = 1")
    ) { test in
      let database = try await test.stockDatabase()
      try await test.run(
        database, "INSERT INTO stock VALUES (1, 'n', 0) ON CONFLICT DO UPDATE SET amount = 1",
        "INSERT INTO stock VALUES (9, 'b', 0) ON CONFLICT (id) DO NOTHING ON CONFLICT DO UPDATE SET amount = 2",
        "INSERT INTO stock VALUES (3, 'n', 0) ON CONFLICT (id) DO UPDATE SET amount = 3 ON CONFLICT DO NOTHING")
      await test.expectStocks(database, [[1, "a", 1], [2, "b", 2], [3, "c", 3]])
      await test.expectEngineErrors(
        database, ["INSERT INTO stock VALUES (1, 'n', 0) ON CONFLICT DO NOTHING ON CONFLICT (id) DO NOTHING"])
    },
  ]

  private static func expectTypedUpserts(_ test: CaseContext, _ database: Database) async throws {
    let result = try await database.run(SQLUpsert([Stock(1, "q", 5), Stock(9, "n", 6)]))
    test.expectEqual(result.affectedRows, 2, "typed: both rows count")
    await test.expectStocks(database, [[1, "q", 5], [2, "b", 20], [3, "c", nil], [9, "n", 6]], "typed: by key")
    _ = try await database.run(SQLInsert(Stock(0, "b", 7)).onConflict(Stock.code).doUpdate(Stock.amount))
    await test.expectRows(
      database, "SELECT id, amount FROM stock WHERE code = 'b'", [[2, 7]], "typed: by a unique column")
    _ = try await database.run(
      SQLInsert([Stock(2, "x", 3), Stock(8, "y", 3)]).onConflict(Stock.id).doUpdate { row, excluded in
        row.amount = Stock.amount + excluded.amount
      })
    await test.expectStocks(
      database, [[1, "q", 5], [2, "b", 10], [3, "c", nil], [8, "y", 3], [9, "n", 6]], "typed: with an expression")
    _ = try await database.upsert(Stock(3, "c", 1))
    await test.expectRows(database, "SELECT amount FROM stock WHERE id = 3", [[1]], "typed: one record")
    await test.expectError(.invalidQuery, "typed: a conflict algorithm beside a target") {
      try await database.run(SQLInsert(Stock(1, "q", 5), or: .ignore).onConflict(Stock.id).doNothing())
    }
  }

  private static func expectTypedNothing(_ test: CaseContext, _ database: Database) async throws {
    let one = try await database.run(SQLInsert(Stock(0, "a", 99)).onConflict(Stock.code).doNothing())
    test.expectEqual(one.affectedRows, 0, "typed: no row is changed")
    let several = try await database.run(
      SQLInsert([Stock(1, "x", 1), Stock(5, "y", 2), Stock(2, "z", 3)]).onConflict(Stock.id).doNothing())
    test.expectEqual(several.affectedRows, 1, "typed: one of three rows is inserted")
    await test.expectStocks(
      database, [[1, "a", 10], [2, "b", 20], [3, "c", nil], [5, "y", 2]], "typed: DO NOTHING")
    let any = try await database.run(SQLInsert(Stock(6, "y", 2), or: .ignore))
    test.expectEqual(any.affectedRows, 0, "typed: INSERT OR IGNORE")
  }

  private static func expectTypedConditions(_ test: CaseContext, _ database: Database) async throws {
    let result = try await database.run(
      SQLInsert([Stock(1, "a", 5), Stock(2, "b", 50), Stock(3, "c", 1)]).onConflict(Stock.id).doUpdate(
        set: { row, excluded in row.amount = excluded.amount.asOptional },
        where: { excluded in excluded.amount > Stock.amount }))
    test.expectEqual(result.affectedRows, 1, "typed: one row meets the condition")
    await test.expectStocks(database, [[1, "a", 10], [2, "b", 50], [3, "c", nil]], "typed: a condition")
  }

  private static func expectTypedOtherConflicts(_ test: CaseContext, _ database: Database) async {
    await test.expectError(.constraintUnique, extended: 2067, "typed: another unique column") {
      try await database.run(SQLUpsert([Stock(8, "h", 1), Stock(9, "a", 1)]))
    }
    await test.expectError(.constraintPrimaryKey, extended: 1555, "typed: the key, where the code is the target") {
      try await database.run(SQLInsert(Stock(1, "n", 1)).onConflict(Stock.code).doNothing())
    }
    await test.expectStocks(
      database, [[1, "a", 10], [2, "b", 20], [3, "c", nil]], "typed: nothing is changed, not even by the first record")
  }

  private static func expectTypedRepetition(_ test: CaseContext, _ database: Database) async throws {
    let result = try await database.run(
      SQLInsert([Stock(7, "g", 1), Stock(7, "h", 2), Stock(1, "x", 3), Stock(7, "i", 4)]).onConflict(Stock.id)
        .doUpdate { row, excluded in row.amount = Stock.amount + excluded.amount })
    test.expectEqual(result.affectedRows, 4, "typed: every row counts")
    await test.expectStocks(
      database, [[1, "a", 13], [2, "b", 20], [3, "c", nil], [7, "g", 7]], "typed: one key twice")
  }
}
