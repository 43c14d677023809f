import Quarry

extension ConcurrencyCases {
  static let readersAndWriters: [ConformanceCase] = [
    ConformanceCase(
      "CONC-14", "readers do not wait for the writer where they can read beside it", .core,
      "https://sqlite.org/wal.html",
      "Beside an open write a reader MUST answer with the state before; without parallel readers it MUST wait.",
      needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t (n INTEGER)")
      let waiting = Protected<[Task<SQLValue?, any Error>]>([])
      let isParallel = database.capabilities.parallelReaders
      try await database.write { (transaction: DatabaseTransaction) in
        try await transaction.execute("INSERT INTO t VALUES (1)")
        for round in 1...10 {
          let task = Task.detached { try await test.value(database, "SELECT count(*) FROM t") }
          if isParallel {
            test.expectIdentical(try await task.value, 0, "read \(round) sees the state before")
          } else {
            waiting.withLock { $0.append(task) }
          }
        }
      }
      for task in waiting.withLock({ $0 }) {
        test.expectIdentical(try await task.value, 1, "a read that waited sees the state after")
      }
      await test.expectValue(database, "SELECT count(*) FROM t", 1, "after the commit")
    },
    ConformanceCase(
      "CONC-15", "under load every task gets its turns", .core, "Quarry: Database",
      "While one task writes \(Turns.many) times, every other one that writes as often as it can MUST write three times."
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t (task INTEGER)")
      let state = Protected(Turns())
      try await withThrowingTaskGroup(of: Void.self) { group in
        for task in 0..<8 {
          group.addTask {
            while !state.withLock({ $0.isDone }) {
              try await database.execute("INSERT INTO t VALUES (\(task))")
              state.withLock { $0.count(task) }
            }
          }
        }
        try await group.waitForAll()
      }
      let counts = state.withLock { $0.counts }
      let total = counts.reduce(0, +)
      for (task, count) in counts.enumerated() {
        test.expect(count >= 3, "task \(task) had \(count) turns while another one had \(counts.max() ?? 0)")
      }
      await test.expectRows(
        database, "SELECT count(*), count(DISTINCT task) FROM t", [[.integer(Int64(total)), 8]], "all rows")
    },
    ConformanceCase(
      "CONC-17", "a slow reader slows the engine: no more rows are made than it is about to read", .driver(.local),
      "Quarry: Database.rows", "The rows of a stream MUST NOT be gathered before they are asked for.",
      body: ConformanceCase.inEngineLayer),
  ]

  static let closing: [ConformanceCase] = [
    ConformanceCase(
      "CONC-16", "closing a database in use: work that has begun ends, waiting and later calls fail by type", .core,
      "Quarry: Database.close", "Closing MUST neither crash nor hang, and every call MUST end.",
      needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t (n INTEGER)")
      let place = MeetingPlace()
      let running = Task {
        try await database.write { (transaction: DatabaseTransaction) in
          try await transaction.execute("INSERT INTO t VALUES (1)")
          try await place.stay()
          try await transaction.execute("INSERT INTO t VALUES (2)")
          return try await test.value(transaction, "SELECT count(*) FROM t")
        }
      }
      try await place.wait(for: 1)
      let waiting = (0..<5).map { number in
        Task { _ = try await database.execute("INSERT INTO t VALUES (\(10 + number))") }
      }
      try await Task.sleep(for: .milliseconds(5))
      await database.close()
      for task in waiting {
        await test.expectError(.connectionClosed, "a call that waited") { try await task.value }
      }
      place.open()
      test.expectIdentical(try await running.value, 2, "work that had begun came to its end")
      await test.expectError(.connectionClosed, "a later write") { try await database.execute("DELETE FROM t") }
      await test.expectError(.connectionClosed, "a later read") { try await test.rows(database, "SELECT 1") }
      await test.expectError(.connectionClosed, "a later stream") {
        for try await _ in database.rows(("SELECT 1" as SQLFragment).rows()) {}
        return 0
      }
      await test.expectError(.connectionClosed, "a later body") {
        try await database.read { (transaction: DatabaseTransaction) in try await transaction.execute("SELECT 1") }
      }
      await database.close()
      if test.section("with files", requires: .file) {
        let again = try await test.database()
        await test.expectRows(again, "SELECT n FROM t ORDER BY n", [[1], [2]], "its rows are there, and no others")
      }
    }
  ]
}

/// The number of turns of each of eight tasks.
private struct Turns: Sendable {
  /// The number of turns after which one task must have let every other task have three turns.
  ///
  /// A pool that forgets a task forgets it forever. With fewer turns, a busy machine could be too slow to run every
  /// thread.
  static let many = 10_000

  var counts = Array(repeating: 0, count: 8)

  /// Every task had three turns, or one had so many that another one was forgotten.
  var isDone: Bool { counts.allSatisfy { $0 >= 3 } || counts.contains { $0 >= Self.many } }

  mutating func count(_ task: Int) { counts[task] += 1 }
}
