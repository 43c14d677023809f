import Quarry

extension ObservationCases {
  static let ends: [ConformanceCase] = [
    ConformanceCase(
      "OBS-12", "canceling ends the wait, interrupts a fetch, and leaves nothing behind", .core,
      "Quarry: Database.observe",
      "A canceled observation MUST end soon with CancellationError, keep no waiter, and leave the pool whole.",
      timeLimit: .seconds(60)
    ) { test in
      let (database, counter) = try await test.countedObservation()
      try await test.run(schema, in: database)
      for round in 0..<5 {
        let values = (0..<4).map { _ in test.observe(database.observe(column)) }
        for source in values { await test.expectNext(source, [10, 20], "round \(round): the first value") }
        let asked = values.map { $0.ask() }
        let start = SuspendingClock.now
        for one in asked { one.cancel() }
        for one in asked {
          guard case .failure(let error)? = await one.result(within: .seconds(5)) else {
            test.fail("round \(round): a canceled wait ends")
            continue
          }
          test.expect(error is CancellationError, "round \(round): with CancellationError: \(error)")
        }
        test.expect(SuspendingClock.now - start < .seconds(3), "round \(round): and soon")
      }
      // Whoever still observed would have effects asked for.
      let before = counter.counts.effects
      try await database.execute("UPDATE t SET a = 12 WHERE id = 1")
      test.expectEqual(counter.counts.effects, before, "nobody observes any more")
      await test.expectRows(database, "SELECT a FROM t ORDER BY id", [[12], [20]], "the pool is whole")
      guard test.section("a fetch", requires: .other("interrupts", isMet: test.has(.interrupts))) else { return }
      let endless = SQLFragment(raw: ConcurrencyCases.endlessText).values(Int64.self)
      for round in 0..<3 {
        let asked = test.observe(database.observe(endless)).ask()
        try await Task.sleep(for: .milliseconds(5))
        asked.cancel()
        guard case .failure(let error)? = await asked.result(within: .seconds(5)) else {
          test.fail("round \(round): a canceled fetch ends")
          continue
        }
        test.expect(error is CancellationError, "round \(round): with CancellationError: \(error)")
        await test.expectValue(database, "SELECT 7", 7, "round \(round): the connection is usable")
      }
    },
    ConformanceCase(
      "OBS-13", "an error of the fetch ends the sequence, and a new loop starts again", .core,
      "Quarry: Database.observe",
      "The error of a fetch MUST end the sequence, and MUST NOT end any other one.", timeLimit: .seconds(30)
    ) { test in
      let database = try await test.database(holding: schema)
      let late = database.observe(("SELECT n FROM late ORDER BY n" as SQLFragment).values(Int64.self))
      let first = test.observe(late)
      await test.expectError(.noSuchObject, "a query that fails") { try await first.next() }
      await test.expectEnd(first)
      let others = test.observe(database.observe(column))
      await test.expectNext(others, [10, 20], "another sequence")
      try await test.run(["CREATE TABLE late (n INTEGER)", "INSERT INTO late VALUES (1)"], in: database)
      let second = test.observe(late)
      await test.expectNext(second, [1], "a new loop starts again")
      try await test.run(["DROP TABLE late", "UPDATE t SET a = 11 WHERE id = 1"], in: database)
      await test.expectError(.noSuchObject, "a query that fails later") { try await second.next() }
      await test.expectNext(others, [11, 20], "another sequence goes on")
    },
    ConformanceCase(
      "OBS-17", "closing the database ends all sequences", .core, "Quarry: Database.close",
      "Every sequence MUST end with `.connectionClosed` when its database is closed.", timeLimit: .seconds(30)
    ) { test in
      let database = try await test.database(holding: schema)
      let values = (0..<3).map { _ in test.observe(database.observe(column)) }
      for source in values { await test.expectNext(source, [10, 20], "the first value") }
      let asked = values.dropLast().map { $0.ask() }
      await database.close()
      for one in asked { await test.expectClosed(one, "one that waits") }
      await test.expectClosed(values[2].ask(), "one that is asked later")
      await test.expectClosed(test.observe(database.observe(column)).ask(), "one that begins later")
      await test.expectError(.connectionClosed, "notices") {
        var notices = database.changes(in: .everything).makeAsyncIterator()
        return try await notices.next()
      }
    },
    ConformanceCase(
      "OBS-18", "observing inside a body, and a query that writes, are refused by type", .core,
      "Quarry: Database.observe", "What would wait for itself, or would write, MUST be refused by type."
    ) { test in
      let database = try await test.database(holding: schema)
      let inserting = ("INSERT INTO t (a) VALUES (1) RETURNING a" as SQLFragment).values(Int64.self)
      await test.expectError(.readOnly, "a query that writes") {
        try await test.observe(database.observe(inserting)).next()
      }
      await test.expectValue(database, "SELECT count(*) FROM t", 2, "nothing was written")
      let body = database.observe { try await $0.execute("DELETE FROM t").affectedRows }
      guard test.section("bodies", requires: .capability(.interactiveTransactions)) else {
        await test.expectError(.unsupportedFeature, "a body") { try await test.observe(body).next() }
        return
      }
      await test.expectError(.readOnly, "a body that writes") { try await test.observe(body).next() }
      await test.expectValue(database, "SELECT count(*) FROM t", 2, "nothing was written by a body")
      await test.expectError(.reentrantAccess, "observing inside a body") {
        try await database.write { (_: DatabaseTransaction) in try await test.observe(database.observe(column)).next() }
      }
    },
  ]

  static let sharing: [ConformanceCase] = [
    ConformanceCase(
      "OBS-19", "several loops share one fetch for each change", .core, "Quarry: DatabaseObservation.shared",
      "Loops that share an observation MUST all get its values by one fetch for each change, and the last one that ends MUST "
        + "end it.", timeLimit: .seconds(60)
    ) { test in
      let (database, counter) = try await test.countedObservation()
      try await test.run(schema, in: database)
      func fetches() -> Int { counter.starts(of: "SELECT a FROM t ORDER BY id") }
      let shared = database.observe(column).shared()
      let seen = Protected<[[[Int64]]]>(Array(repeating: [], count: 4))
      let loops = (0..<4).map { number in
        Task {
          for try await value in shared { seen.withLock { $0[number].append(value) } }
        }
      }
      for step: Int64 in 0..<4 {
        if step > 0 { try await database.execute("UPDATE t SET a = \(10 + step) WHERE id = 1") }
        let isThere = await test.becomesTrue { seen.withLock { $0.allSatisfy { $0.last == [10 + step, 20] } } }
        guard test.expect(isThere, "every loop gets value \(step)") else { break }
      }
      test.expectEqual(fetches(), 4, "one fetch for each value")
      var late = shared.makeAsyncIterator()
      test.expectEqual(try await late.next(), [13, 20], "who comes later gets the latest value")
      test.expectEqual(fetches(), 4, "without a fetch")
      // One after the other leaves; the others go on.
      for (number, loop) in loops.dropLast().enumerated() {
        loop.cancel()
        _ = await loop.result
        try await database.execute("UPDATE t SET a = \(20 + number) WHERE id = 1")
        let isThere = await test.becomesTrue { seen.withLock { $0[3].last == [Int64(20 + number), 20] } }
        test.expect(isThere, "the others go on")
      }
      loops[3].cancel()
      _ = await loops[3].result
      late = shared.makeAsyncIterator()
      test.expectEqual(try await late.next(), [22, 20], "a loop after all others")
    }
  ]
}

extension CaseContext {
  fileprivate func expectClosed<Value: Sendable>(
    _ asked: AskedValue<Value>, _ message: String, file: StaticString = #fileID, line: UInt = #line
  ) async {
    let result = await asked.result(within: .seconds(8))
    guard case .failure(let error as DatabaseError)? = result else {
      return fail(
        message, expected: ".connectionClosed", actual: result.map { "\($0)" } ?? "nothing", file: file, line: line)
    }
    expectEqual(error.code, .connectionClosed, message, file: file, line: line)
  }

  /// Returns whether a condition becomes true within some seconds.
  func becomesTrue(_ condition: () async throws -> Bool) async rethrows -> Bool {
    let end = ContinuousClock.now + .seconds(8)
    while ContinuousClock.now < end {
      if try await condition() { return true }
      try? await Task.sleep(for: .milliseconds(1))
    }
    return false
  }
}
