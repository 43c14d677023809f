import Quarry

extension DistributedCases {
  /// Changes of the leader, and clusters without one.
  static let changes: [ConformanceCase] = [
    ConformanceCase(
      "DIST-03",
      "leader change during a transaction: `.transactionLost` or retried as a whole, never half applied",
      .driver(.dist), "Quarry: a transaction is done as a whole or not at all",
      "While leaders change, each transaction MUST be done as a whole or not at all, and its caller MUST be told so.",
      timeLimit: .seconds(120)
    ) { test in
      let cluster = try await test.cluster(with: .stepDown, .stopNodes)
      let truth = try await test.database(holding: ["CREATE TABLE log (n INTEGER, part TEXT)"])
      let told = ToldOutcomes()
      if test.has(.interactiveTransactions) {
        // In the middle of one that is held open.
        for number in 1...3 as ClosedRange<Int64> {
          let database = try await test.database(in: cluster, deadline: .seconds(10))
          await told.write(-number) {
            try await database.write { transaction in
              try await transaction.execute("INSERT INTO log VALUES (\(-number), 'first')")
              try await cluster.changeLeader(isCrash: number == 2)
              try await transaction.execute("INSERT INTO log VALUES (\(-number), 'second')")
            }
          }
        }
      }
      try await duringChanges(of: cluster, test) { number, database in
        await told.write(number) {
          try await database.batch { batch in
            batch.execute("INSERT INTO log VALUES (\(number), 'first')")
            batch.execute("INSERT INTO log VALUES (\(number), 'second')")
          }
        }
      } untilDone: {
        told.doneCount
      }
      told.check(try await ToldOutcomes.found(in: "log", truth, test), parts: 2, in: test)
      test.measure(told.summary)
    },
    ConformanceCase(
      "DIST-04", "leader change during a retryable single write with idempotency key: exactly one row",
      .driver(.dist), "Quarry: a write with a key may be made again, one without is never made again by itself",
      "A write with a key that is made until it is done MUST leave one row; one without a key MUST never leave two.",
      timeLimit: .seconds(120)
    ) { test in
      let cluster = try await test.cluster(with: .stepDown, .stopNodes)
      let truth = try await test.database(holding: [
        "CREATE TABLE log (n INTEGER)", "CREATE TABLE keyed (key TEXT UNIQUE, n INTEGER)",
      ])
      let told = ToldOutcomes()
      let again = Protected(0)
      try await duringChanges(of: cluster, test) { number, database in
        await told.write(number) { try await database.execute("INSERT INTO log VALUES (\(number))") }
        for _ in 0..<200 {
          let key = "key-\(number)"
          let error = await RemoteCases.failure {
            try await database.execute("INSERT INTO keyed VALUES (\(key), \(number)) ON CONFLICT (key) DO NOTHING")
          }
          guard error != nil, !Task.isCancelled else { break }
          again.withLock { $0 += 1 }
          try? await Task.sleep(for: .milliseconds(20))
        }
      } untilDone: {
        told.doneCount
      }
      told.check(try await ToldOutcomes.found(in: "log", truth, test), parts: 1, in: test)
      let keyed = try await ToldOutcomes.found(in: "keyed", truth, test)
      test.expectEqual(keyed.count, told.count, "every write with a key is done in the end")
      test.expect(keyed.values.allSatisfy { $0 == 1 }, "every write with a key is there once")
      test.measure("\(told.summary); writes with a key were made again \(again.withLock { $0 }) times")
    },
    ConformanceCase(
      "DIST-05", "no quorum: write fails with `.unavailable` within its timeout; reads as declared", .driver(.dist),
      "Quarry: what cannot be done now fails in time, and says what is known",
      "Without a quorum a write MUST fail within its time and say what is known, and a read MUST be as it is declared.",
      timeLimit: .seconds(120)
    ) { test in
      let cluster = try await test.cluster(with: .cutQuorum)
      let truth = try await test.database(holding: ["CREATE TABLE log (n INTEGER)", "INSERT INTO log VALUES (0)"])
      for node in cluster.nodes {
        let copy = try await test.copy(of: node, in: cluster)
        await test.expectEventually(copy, "SELECT count(*) FROM log", [[1]], "\(node) has the row")
      }
      // Opened while everything runs, as those of a program are.
      let deadline: Duration = .seconds(2)
      var ways: [(name: String, database: Database)] = []
      ways.append(("any node", try await test.database(in: cluster, deadline: deadline)))
      for node in cluster.nodes {
        let database = try await test.database(in: cluster, at: node, deadline: deadline)
        ways.append((node, database))
      }
      var readers: [String: [ClusterReadLevel: Database]] = [:]
      for node in cluster.nodes {
        for level in cluster.levels(at: node) {
          readers[node, default: [:]][level] = try await test.database(
            in: cluster, at: node, level: level, deadline: deadline)
        }
      }
      for (_, database) in ways { _ = try await test.rows(database, "SELECT n FROM log") }
      let running = try await cluster.cutQuorum()
      let told = ToldOutcomes()
      told.presume(done: 0)
      for (place, way) in ways.enumerated() {
        let start = SuspendingClock.now
        let error = await told.write(Int64(place) + 1) {
          try await way.database.execute("INSERT INTO log VALUES (\(place + 1))")
        }
        let time = SuspendingClock.now - start
        test.expect(error != nil, "a write on \(way.name) fails")
        guard let error else { continue }
        test.expect(unavailable.contains(error.code), "a write on \(way.name) fails by type: \(error)")
        test.expect(
          (error.code == .outcomeUnknown) == (error.outcome == .unknown),
          "a write on \(way.name) says the same twice: \(error)")
        // Beyond every doubt that a busy machine raises.
        test.expect(time < deadline * 10, "a write on \(way.name) fails within its time: \(time)")
      }
      for node in running {
        if let copy = readers[node]?[.eventual] {
          await test.expectRows(copy, "SELECT n FROM log", [[0]], "\(node) answers reads at the level eventual")
        }
        if let strong = readers[node]?[.strong] {
          let reading = await test.reading(strong, "SELECT n FROM log")
          test.expect(reading.isError, "\(node) answers no read at the level strong: \(reading)")
        }
      }
      try await cluster.heal()
      told.check(try await ToldOutcomes.found(in: "log", truth, test), parts: 1, in: test)
      let number = Int64(ways.count) + 1
      for (place, way) in ways.enumerated() {
        let id = number + Int64(place)
        try await way.database.execute("INSERT INTO log VALUES (\(id))")
        await test.expectRows(truth, "SELECT count(*) FROM log WHERE n = \(id)", [[1]], "\(way.name) writes again")
      }
    },
  ]

  /// The possible codes of a write that no node can accept.
  private static let unavailable: Set<DatabaseError.Code> = [
    .busy, .cannotOpen, .timedOut, .inputOutput, .outcomeUnknown,
  ]

  /// Writes on every node while the leader changes twelve times, and until some writes succeeded after the last change.
  ///
  /// - Parameters:
  ///   - write: Makes the write with a number, on a database.
  ///   - doneCount: Returns the number of successful writes.
  private static func duringChanges(
    of cluster: any ClusterUnderTest, _ test: CaseContext,
    _ write: @escaping @Sendable (Int64, Database) async -> Void,
    untilDone doneCount: @escaping @Sendable () -> Int
  ) async throws {
    let isOver = Protected(false)
    var databases: [Database] = [try await test.database(in: cluster, deadline: .seconds(5))]
    for node in cluster.nodes {
      databases.append(try await test.database(in: cluster, at: node, deadline: .seconds(5)))
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (place, database) in databases.enumerated() {
        group.addTask {
          var number = Int64(place) * 1_000_000 + 1
          while !isOver.withLock({ $0 }), !Task.isCancelled {
            await write(number, database)
            number += 1
            // Refusals come fast.
            try await Task.sleep(for: .milliseconds(1))
          }
        }
      }
      defer { isOver.withLock { $0 = true } }
      for round in 0..<12 {
        try await wait(until: doneCount() + 10, doneCount)
        try await cluster.changeLeader(isCrash: round % 2 == 1)
      }
      try await wait(until: doneCount() + 10, doneCount)
      isOver.withLock { $0 = true }
      try await group.waitForAll()
    }
    try await cluster.heal()
  }

  private static func wait(until count: Int, _ doneCount: @Sendable () -> Int) async throws {
    while doneCount() < count { try await Task.sleep(for: .milliseconds(5)) }
  }
}
