import Quarry

extension ObservationCases {
  static let consistency: [ConformanceCase] = [
    ConformanceCase(
      "OBS-07", "every value is one snapshot", .core, "https://sqlite.org/isolation.html",
      "Two sums that every transaction keeps equal MUST be equal in every value.", needs: [.interactiveTransactions],
      timeLimit: .seconds(60)
    ) { test in
      let database = try await test.database()
      try await database.executeScript(
        "CREATE TABLE pair (id INTEGER PRIMARY KEY, n INTEGER); INSERT INTO pair VALUES (1, 0), (2, 0)")
      let commits: Int64 = test.isOf(.remote) ? 60 : 200
      let values = test.observe(
        database.observe { transaction in
          var halves: [Int64] = []
          for id in 1...2 {
            let question: SQLFragment = "SELECT n FROM pair WHERE id = \(id)"
            halves.append(try await transaction.fetchOne(question.values(Int64.self)) ?? -1)
            await Task.yield()
          }
          return halves
        })
      await test.expectNext(values, [0, 0], "the first value")
      let writing = Task {
        for number in 1...commits {
          try await database.write { (transaction: DatabaseTransaction) in
            for id in 1...2 { try await transaction.execute("UPDATE pair SET n = \(number) WHERE id = \(id)") }
          }
        }
      }
      var last: [Int64] = [0, 0]
      var torn = 0
      while last.last != commits {
        guard case .success(let value?)? = await values.ask().result(within: .seconds(8)) else { break }
        if value[0] != value[1] { torn += 1 }
        last = value
      }
      try await writing.value
      test.expectEqual(torn, 0, "no value is made of two states")
      test.expectEqual(last, [commits, commits], "the last value is the last state")
    },
    ConformanceCase(
      "OBS-08", "values never go back", .core, "Quarry: Database.observe",
      "While writers count upwards, no value MUST be lower than one before it, and after each write alone the next MUST "
        + "come.",
      timeLimit: .seconds(60)
    ) { test in
      let database = try await test.database(holding: ["CREATE TABLE c (n INTEGER)", "INSERT INTO c VALUES (0)"])
      let number = ("SELECT n FROM c" as SQLFragment).values(Int64.self)
      let commits: Int64 = test.isOf(.remote) ? 24 : 200
      let values = test.observe(database.observe(first: number))
      await test.expectNext(values, 0, "the first value")
      let writing = Task {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<4 {
            group.addTask {
              for _ in 0..<(commits / 4) { try await database.execute("UPDATE c SET n = n + 1") }
            }
          }
          try await group.waitForAll()
        }
      }
      var last: Int64 = 0
      var steps = 0
      while last != commits {
        guard case .success(.some(.some(let value)))? = await values.ask().result(within: .seconds(8)) else { break }
        if value <= last { test.fail("values rise", expected: "more than \(last)", actual: "\(value)") }
        if value < last { break }
        last = value
        steps += 1
      }
      try await writing.value
      test.expectEqual(last, commits, "the last value is the last state")
      test.expect(steps <= commits, "not more values than commits")
      // Few values are fetched of quick commits; here each connection that can be chosen fetches several.
      for expected in (commits + 1)...(commits + 24) {
        try await database.execute("UPDATE c SET n = n + 1")
        guard await test.expectNext(values, expected, "the value after write \(expected)") else { return }
      }
    },
    ConformanceCase(
      "OBS-09", "after the last commit the last value is the last state", .core, "Quarry: Database.observe",
      "However commits and fetches meet, no change MUST be lost.", timeLimit: .seconds(60)
    ) { test in
      let database = try await test.database(holding: schema)
      let observers = (0..<4).map { _ in test.observe(database.observe(column)) }
      for values in observers { await test.expectNext(values, [10, 20], "the first value") }
      for round in 0..<(test.isOf(.remote) ? 5 : 40) {
        let following = observers.map { values in
          Task {
            while true {
              guard case .success(let value?)? = await values.ask().result(within: .seconds(8)) else { return false }
              if value == [Int64(round), Int64(-round - 1)] { return true }
            }
          }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await database.execute("UPDATE t SET a = \(round) WHERE id = 1") }
          group.addTask { try await database.execute("UPDATE t SET a = \(-round - 1) WHERE id = 2") }
          group.addTask { try await database.execute("UPDATE other SET n = \(round)") }
          try await group.waitForAll()
        }
        for task in following where await !task.value {
          return test.fail("round \(round): every observer gets to the last state")
        }
        test.expect(true, "every observer gets to the last state")
      }
    },
    ConformanceCase(
      "OBS-14", "after a write, a value that is asked for is not older than it", .core, "Quarry: Database.observe",
      "A value that is asked for when a write of the same database has returned MUST hold the write.",
      timeLimit: .seconds(30)
    ) { test in
      let database = try await test.database(holding: schema)
      let values = test.observe(database.observe(column))
      await test.expectNext(values, [10, 20], "the first value")
      for number: Int64 in 0..<(test.isOf(.remote) ? 5 : 50) {
        try await database.execute("UPDATE t SET a = \(number - 1000) WHERE id = 1")
        guard await test.expectNext(values, [number - 1000, 20], "the value after write \(number)") else { return }
      }
    },
  ]

  static let pace: [ConformanceCase] = [
    ConformanceCase(
      "OBS-10", "commits while nobody asks make at most one fetch and one value", .core, "Quarry: Database.observe",
      "A consumer that is busy MUST get the latest value alone, fetched when it asks.", timeLimit: .seconds(30)
    ) { test in
      let (database, counter) = try await test.countedObservation()
      try await test.run(schema, in: database)
      let values = test.observe(database.observe(column))
      await test.expectNext(values, [10, 20], "the first value")
      let before = counter.starts(of: "SELECT a FROM t ORDER BY id")
      for number in 0..<20 { try await database.execute("UPDATE t SET a = \(number) WHERE id = 1") }
      for _ in 0..<20 { await test.expectValue(database, "SELECT count(*) FROM t", 2) }
      test.expectEqual(counter.starts(of: "SELECT a FROM t ORDER BY id"), before, "nothing is fetched meanwhile")
      await test.expectNext(values, [19, 20], "the latest value")
      test.expectEqual(counter.starts(of: "SELECT a FROM t ORDER BY id"), before + 1, "it is fetched once")
    },
    ConformanceCase(
      "OBS-11", "equal values come once, unless they are wanted", .core, "Quarry: Database.observe",
      "A value that equals the one before MUST be left out, and MUST come where duplicates are not removed.",
      timeLimit: .seconds(30)
    ) { test in
      let database = try await test.database(holding: schema)
      let once = test.observe(database.observe(column))
      let always = test.observe(database.observe(column, removingDuplicates: false))
      await test.expectNext(once, [10, 20], "the first value")
      await test.expectNext(always, [10, 20], "the first value with duplicates")
      let asked = once.ask()
      for _ in 0..<3 {
        let next = always.ask()
        try await database.execute("UPDATE t SET a = a")
        await test.expectAsked(next, [10, 20], "an equal value, where it is wanted")
      }
      test.expect(!asked.hasCome, "no equal value elsewhere")
      try await database.execute("UPDATE t SET a = 11 WHERE id = 1")
      await test.expectAsked(asked, [11, 20], "another value")
      await test.expectNext(always, [11, 20], "another value with duplicates")
    },
    ConformanceCase(
      "OBS-16", "100 observers and many commits: memory stays flat, and no reader is held between values", .core,
      "Quarry: Database.observe",
      "What an observation holds MUST NOT grow with the number of commits, and between two values it MUST hold no connection.",
      timeLimit: .seconds(240)
    ) { test in
      let database = try await test.database("main", readers: 1)
      try await test.run(schema, in: database)
      let commits = test.isOf(.remote) ? 100 : 10_000
      // Half of them observe what changes, and are never asked meanwhile; the others wait for what does not change.
      let busy = (0..<50).map { _ in test.observe(database.observe(column)) }
      let waiting = (0..<50).map { _ in
        test.observe(database.observe(("SELECT n FROM other" as SQLFragment).values(Int64.self)))
      }
      for values in busy { await test.expectNext(values, [10, 20], "the first value") }
      for values in waiting { await test.expectNext(values, [1], "the first value") }
      let asked = waiting.map { $0.ask() }
      var sizes: [Int] = []
      for number in 1...commits {
        try await database.execute("UPDATE t SET a = \(number) WHERE id = 1")
        if number.isMultiple(of: commits / 5), let size = ProcessMemory.resident() { sizes.append(size) }
      }
      // Other work of the process may take memory meanwhile; what grows with the commits grows in each part.
      if let growth = zip(sizes, sizes.dropFirst()).map({ $1 - $0 }).min() {
        test.expect(
          growth < 2 << 20, "memory stays flat: each fifth of the commits took at least \(growth >> 10) KiB")
        test.measure("\(commits) commits: each fifth took at least \(growth >> 10) KiB")
      } else {
        test.note("this platform doesn't tell how much memory the process has")
      }
      await test.expectValue(database, "SELECT count(*) FROM t", 2, "the one reader is free")
      for values in busy.prefix(10) { await test.expectNext(values, [Int64(commits), 20], "the latest value") }
      for one in asked { one.cancel() }
    },
  ]
}
