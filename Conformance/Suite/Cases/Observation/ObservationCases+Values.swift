import Quarry

extension ObservationCases {
  static let values: [ConformanceCase] = [
    ConformanceCase(
      "OBS-01", "the first value comes without any change", .core, "Quarry: Database.observe",
      "A value MUST come as soon as it is asked for, and equal what a fetch gives."
    ) { test in
      let database = try await test.database(holding: schema)
      await test.expectNext(test.observe(database.observe(column)), [10, 20], "the rows")
      await test.expectNext(test.observe(database.observe(first: column)), 10, "the first row")
      await test.expectNext(test.observe(database.observe(count: column)), 2, "the number of rows")
      let none = ("SELECT a FROM t WHERE id = 99" as SQLFragment).values(Int64.self)
      await test.expectNext(test.observe(database.observe(none)), [], "no rows")
      await test.expectNext(test.observe(database.observe(first: none)), nil, "no first row")
      guard test.section("a body", requires: .capability(.interactiveTransactions)) else { return }
      let body = database.observe { transaction in
        [try await transaction.fetchCount(column), try await transaction.fetchAll(column).count]
      }
      await test.expectNext(test.observe(body), [2, 2], "what a body makes of several queries")
    },
    ConformanceCase(
      "OBS-02", "after a commit that changes the result a value follows that equals a fetch", .core,
      "Quarry: Database.observe",
      "However a change was committed, a value MUST follow that equals what a fetch gives.", timeLimit: .seconds(30)
    ) { test in
      let database = try await test.database(holding: schema)
      let values = test.observe(database.observe(column))
      await test.expectNext(values, [10, 20], "the first value")
      try await database.execute("UPDATE t SET a = 11 WHERE id = 1")
      await test.expectNext(values, [11, 20], "after a statement")
      // In waiting: nothing asks again when the call has returned.
      var asked = values.ask()
      try await database.execute("INSERT INTO t VALUES (3, 30, 300)")
      await test.expectAsked(asked, [11, 20, 30], "after a statement that comes while a value is waited for")
      asked = values.ask()
      try await database.batch { batch in
        batch.execute("UPDATE t SET a = 12 WHERE id = 1")
        batch.execute("DELETE FROM t WHERE id = 3")
      }
      await test.expectAsked(asked, [12, 20], "after a batch")
      asked = values.ask()
      try await database.executeScript("INSERT INTO other VALUES (7, 7); UPDATE t SET a = 21 WHERE id = 2")
      await test.expectAsked(asked, [12, 21], "after a script")
      guard test.section("transactions", requires: .capability(.interactiveTransactions)) else { return }
      asked = values.ask()
      try await database.write { (session: SQLSession) in
        try session.execute("UPDATE t SET a = 13 WHERE id = 1")
        try session.execute("UPDATE t SET a = 22 WHERE id = 2")
      }
      await test.expectAsked(asked, [13, 22], "after a synchronous body")
      asked = values.ask()
      try await database.write { (transaction: DatabaseTransaction) in
        try await transaction.execute("UPDATE t SET a = 14 WHERE id = 1")
        try await transaction.savepoint { try await $0.execute("UPDATE t SET a = 23 WHERE id = 2") }
      }
      await test.expectAsked(asked, [14, 23], "after an asynchronous body")
      asked = values.ask()
      try await database.withoutTransaction { session in
        try session.transaction { _ = try session.execute("UPDATE t SET a = 15 WHERE id = 1") }
      }
      await test.expectAsked(asked, [15, 23], "after a transaction in a body without one")
    },
    ConformanceCase(
      "OBS-03", "what is rolled back, and what fails, gives no value", .core, "Quarry: Database.observe",
      "No value MUST come of a change that does not stay.", timeLimit: .seconds(30)
    ) { test in
      guard test.section(requires: .capability(.exactOutcomes)) else {
        // Nobody knows what became of such a change, so it may be seen; its value is the one before.
        let database = try await test.database(holding: schema)
        let values = test.observe(database.observe(column))
        await test.expectNext(values, [10, 20], "the first value")
        let asked = values.ask()
        _ = try? await database.execute("INSERT INTO t VALUES (1, 5, 5)")
        try await database.execute("UPDATE t SET a = 11 WHERE id = 1")
        await test.expectAsked(asked, [11, 20], "the value after a change that stays")
        return
      }
      let (database, counter) = try await test.countedObservation()
      try await test.run(schema, in: database)
      let values = test.observe(database.observe(column, removingDuplicates: false))
      await test.expectNext(values, [10, 20], "the first value")
      let fetches = counter.starts(of: "SELECT a FROM t ORDER BY id")
      let asked = values.ask()
      for _ in 0..<3 {
        _ = try? await database.execute("INSERT INTO t VALUES (1, 5, 5)")
        _ = try? await database.execute("UPDATE missing SET a = 1")
        guard test.section("transactions", requires: .capability(.interactiveTransactions)) else { continue }
        _ = try? await database.write { (transaction: DatabaseTransaction) in
          try await transaction.execute("UPDATE t SET a = 77")
          try await transaction.savepoint { _ = try await $0.execute("DELETE FROM t") }
          throw Undone()
        }
        _ = try? await database.write { (session: SQLSession) in
          try session.execute("DELETE FROM t")
          throw Undone()
        }
      }
      // Whoever was woken would have fetched by the time that other calls are answered.
      for _ in 0..<20 { await test.expectValue(database, "SELECT count(*) FROM t", 2) }
      test.expectEqual(
        counter.starts(of: "SELECT a FROM t ORDER BY id"), fetches, "nothing is fetched for what does not stay")
      try await database.execute("UPDATE t SET a = 12 WHERE id = 1")
      await test.expectAsked(asked, [12, 20], "the value after a change that stays")
      guard test.section("a savepoint", requires: .capability(.interactiveTransactions)) else { return }
      try await database.write { (transaction: DatabaseTransaction) in
        _ = try? await transaction.savepoint { savepoint in
          try await savepoint.execute("DELETE FROM t")
          throw Undone()
        }
        try await transaction.execute("UPDATE t SET a = 13 WHERE id = 1")
      }
      await test.expectNext(values, [13, 20], "what a savepoint undid is not in the value")
    },
    ConformanceCase(
      "OBS-04", "a commit to an unrelated table or column makes no fetch", .core, "Quarry: StatementEffects",
      "Nothing MUST be fetched for a change of what the last fetch has not read.", timeLimit: .seconds(30)
    ) { test in
      let (database, counter) = try await test.countedObservation()
      try await test.run(schema, in: database)
      let values = test.observe(database.observe(column))
      await test.expectNext(values, [10, 20], "the first value")
      let before = counter.starts(of: "SELECT a FROM t ORDER BY id")
      let asked = values.ask()
      for number in 0..<10 {
        try await database.execute("UPDATE other SET n = \(number)")
        try await database.execute("UPDATE t SET b = \(number)")
        try await database.execute("UPDATE t SET a = 1 WHERE id = 99")
        try await database.execute("INSERT INTO other (n) VALUES (\(number))")
      }
      // Whoever was woken would have fetched by the time that other calls are answered.
      for _ in 0..<20 { await test.expectValue(database, "SELECT count(*) FROM t", 2) }
      test.expect(!asked.hasCome, "no value comes of it")
      if test.section("fetches", requires: .capability(.statementEffects)) {
        test.expectEqual(counter.starts(of: "SELECT a FROM t ORDER BY id"), before, "nothing is fetched for it")
      }
      try await database.execute("UPDATE t SET a = 12 WHERE id = 1")
      await test.expectAsked(asked, [12, 20], "the value after a related change")
    },
  ]

  /// Ends a body whose work must be rolled back.
  struct Undone: Error {}
}
