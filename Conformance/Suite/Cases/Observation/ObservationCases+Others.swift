import Quarry

extension ObservationCases {
  static let others: [ConformanceCase] = [
    ConformanceCase(
      "OBS-15", "commits of another process are seen", .driver(.file),
      "https://sqlite.org/pragma.html#pragma_data_version",
      "A commit of another process MUST reach who observes the file, in a write-ahead log and with a rollback journal.",
      usesProcesses: true, timeLimit: .seconds(60)
    ) { test in
      // A driver that doesn't learn of others by itself fetches and compares.
      let policy: ObservationPolicy =
        test.profile.capabilities.changeDetection == .events ? .automatic : .polling(every: .milliseconds(50))
      for usesJournal in [false, true] {
        var request = test.request(usesJournal ? "journal" : "log")
        request.rollbackJournal = usesJournal
        let database = try await test.database(request)
        try await test.run(["CREATE TABLE c (n INTEGER)", "INSERT INTO c VALUES (0)"], in: database)
        let mode = try await test.value(database, "PRAGMA journal_mode")
        guard
          test.section(
            "a rollback journal",
            requires: .other("a choice of the journal", isMet: (mode == "wal") != usesJournal))
        else { continue }
        let number = ("SELECT n FROM c" as SQLFragment).values(Int64.self)
        let values = test.observe(database.observe(first: number, policy: policy))
        let deaf = test.observe(database.observe(first: number, policy: .ownWrites))
        await test.expectNext(values, 0, "the first value")
        await test.expectNext(deaf, 0, "the first value of who wants own writes alone")
        let unheard = deaf.ask()
        let process = try test.childProcess("observation.write", request, ["last": "20"])
        try await test.require(process, says: "ready")
        for step: Int64 in 1...20 {
          let asked = values.ask()
          let start = SuspendingClock.now
          try process.say("\(step)")
          guard await test.expectAsked(asked, step, "\(usesJournal ? "journal" : "log"): commit \(step) is seen") else {
            break
          }
          test.measure("seen after \(SuspendingClock.now - start)")
        }
        test.expect(!unheard.hasCome, "an observation of own writes reports no others")
        unheard.cancel()
        test.expectEqual(await process.finish(), .exit(0), "the other process ends by itself")
      }
    },
    ConformanceCase(
      "OBS-20", "on a server, own writes are seen, and polling sees others' at the declared number of requests",
      .driver(.remote), "Quarry: ObservationPolicy",
      "Polling MUST see what others write, and MUST NOT send more requests than its policy says.",
      timeLimit: .seconds(60)
    ) { test in
      let clock = ManualClock()
      var configuration = DatabaseConfiguration(maximumReaders: 2)
      configuration.surroundings = clock.surroundings
      let (database, counter) = try await test.countedObservation(configuration)
      try await test.run(schema, in: database)
      let other = try await test.database()
      let detection = test.profile.capabilities.changeDetection
      test.expect(detection != .events, "a server tells nobody by itself")
      let own = test.observe(database.observe(column, policy: .ownWrites))
      await test.expectNext(own, [10, 20], "the first value")
      try await database.execute("UPDATE t SET a = 11 WHERE id = 1")
      await test.expectNext(own, [11, 20], "an own write is seen")
      // Any number of observations ask together.
      let polling = (0..<3).map { _ in test.observe(database.observe(column, policy: .polling(every: .seconds(5)))) }
      for values in polling { await test.expectNext(values, [11, 20], "the first value of who polls") }
      let unheard = own.ask()
      let asked = polling.map { $0.ask() }
      // What a follower has applied may still be told: the own write is a change for whoever asks it.
      for _ in 0..<2 { await clock.advance(by: .seconds(5)) }
      let before = counter.counts.calls
      for _ in 0..<12 { await clock.advance(by: .seconds(5)) }
      let made = counter.counts.calls - before
      let most = detection == .position ? 12 : 12 * polling.count
      test.expect((1...most).contains(made), "at most \(most) requests in a minute, and some: \(made)")
      test.measure("\(made) requests a minute for \(polling.count) observations that poll every 5 seconds")
      test.expect(asked.allSatisfy { !$0.hasCome }, "nothing was changed")
      try await other.execute("UPDATE t SET a = 12 WHERE id = 1")
      for _ in 0..<3 { await clock.advance(by: .seconds(5)) }
      for one in asked { await test.expectAsked(one, [12, 20], "what another one wrote is seen") }
      test.expect(!unheard.hasCome, "who wants own writes alone is not told")
      unheard.cancel()
      guard test.section("the automatic pace", requires: .other("a position", isMet: detection == .position)) else {
        return
      }
      let automatic = test.observe(database.observe(column))
      await test.expectNext(automatic, [12, 20], "the first value by itself")
      let last = automatic.ask()
      let start = counter.counts.positions
      for _ in 0..<60 { await clock.advance(by: .seconds(5)) }
      let questions = counter.counts.positions - start
      test.expect((4...10).contains(questions), "few questions in five minutes without a change: \(questions)")
      try await other.execute("UPDATE t SET a = 13 WHERE id = 1")
      for _ in 0..<14 { await clock.advance(by: .seconds(5)) }
      await test.expectAsked(last, [13, 20], "what another one wrote is seen within a minute")
    },
    ConformanceCase(
      "OBS-21", "who says that others' changes are not seen asks for nothing in the background", .core,
      "Quarry: DriverCapabilities.ChangeDetection",
      "Without a way to learn of others' changes, and where own writes alone are wanted, nothing MUST be sent while an "
        + "observation waits.", timeLimit: .seconds(30)
    ) { test in
      let clock = ManualClock()
      var configuration = DatabaseConfiguration(maximumReaders: 2)
      configuration.surroundings = clock.surroundings
      let (database, counter) = try await test.countedObservation(configuration)
      try await test.run(schema, in: database)
      var policies: [ObservationPolicy] = [.ownWrites]
      if test.profile.capabilities.changeDetection == .none { policies.append(.automatic) }
      for policy in policies {
        let values = test.observe(database.observe(column, policy: policy))
        await test.expectNext(values, [10, 20], "\(policy): the first value")
        let asked = values.ask()
        let before = counter.counts.calls
        for _ in 0..<20 { await clock.advance(by: .seconds(30)) }
        test.expectEqual(counter.counts.calls, before, "\(policy): nothing is sent in ten minutes")
        test.expectEqual(counter.counts.positions + counter.counts.watches, 0, "\(policy): nothing is asked or watched")
        asked.cancel()
      }
    },
  ]

  static let costs: [ConformanceCase] = [
    ConformanceCase(
      "OBS-22", "where nobody observes, nothing is done for observation", .core, "Quarry: Database.observe",
      "A database that nobody observes MUST NOT ask its driver for effects or positions, nor watch anything.",
      timeLimit: .seconds(30)
    ) { test in
      let (database, counter) = try await test.countedObservation()
      try await test.run(schema, in: database)
      for number in 0..<10 {
        try await database.execute("UPDATE t SET a = \(number) WHERE id = 1")
        _ = try await database.fetchAll(column)
      }
      test.expectEqual(counter.counts.observing, 0, "nothing is done before anybody observes")
      let values = test.observe(database.observe(column))
      await test.expectNext(values, [9, 20], "the first value")
      try await database.execute("UPDATE t SET a = 10 WHERE id = 1")
      test.expect(counter.counts.observing > 0, "what is done is seen")
      await test.expectNext(values, [10, 20], "the next value")
    }
  ]
}

extension ProcessScenario {
  /// Commits to the database of the case on request.
  static let observation: [ProcessScenario] = [
    ProcessScenario("observation.write") { context in
      let database = try await context.database()
      context.say("ready")
      while let line = context.hear(), let number = Int64(line) {
        try await database.execute("UPDATE c SET n = \(number)")
        if number == Int64(context.number("last")) { break }
      }
      await database.close()
    }
  ]
}

/// A clock that only advances on request.
final class ManualClock: Sendable {
  private struct Sleeper {
    var end: Duration
    var wake: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Duration.zero
    var sleepers: [UInt64: Sleeper] = [:]
    var last: UInt64 = 0
  }

  private let state = Protected(State())

  /// The clock in the form that a database uses.
  var surroundings: RetrySurroundings {
    RetrySurroundings(now: { self.state.withLock { $0.now } }, sleep: { try await self.sleep($0) }, random: { 0.5 })
  }

  /// Advances the clock, and gives everybody who wakes up some time to work.
  func advance(by time: Duration) async {
    let woken = state.withLock { state in
      state.now += time
      let due = state.sleepers.filter { $0.value.end <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.map(\.wake)
    }
    for sleeper in woken { sleeper.resume() }
    try? await Task.sleep(for: .milliseconds(30))
  }

  private func sleep(_ time: Duration) async throws {
    let id = state.withLock { state in
      state.last += 1
      return state.last
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (wake: CheckedContinuation<Void, any Error>) in
        let result: Result<Void, any Error>? = state.withLock { state in
          if Task.isCancelled { return .failure(CancellationError()) }
          state.sleepers[id] = Sleeper(end: state.now + time, wake: wake)
          return nil
        }
        if let result { wake.resume(with: result) }
      }
    } onCancel: {
      let sleeper = state.withLock { $0.sleepers.removeValue(forKey: id) }
      sleeper?.wake.resume(throwing: CancellationError())
    }
  }
}
