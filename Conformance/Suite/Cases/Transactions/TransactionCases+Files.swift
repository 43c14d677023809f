import Quarry

/// Several connections to one file.
extension TransactionCases {
  static let files: [ConformanceCase] = [
    ConformanceCase(
      "TXN-25", "a reader keeps its snapshot while a writer commits", .driver(.file, .shared),
      "https://sqlite.org/isolation.html",
      "Within one read transaction the same question MUST have the same answer, whatever others commit."
    ) { test in
      var request = test.request()
      request.busyTimeout = .milliseconds(20)
      let database = try await test.database(request)
      let writer = try await test.database(request)
      try await database.execute("CREATE TABLE t (n INTEGER)")
      // With a write-ahead log the writer goes on; without one it cannot commit beside a reader.
      let isLogged = database.capabilities.parallelReaders
      try await database.read { (transaction: DatabaseTransaction) in
        await test.expectValue(transaction, "SELECT count(*) FROM t", 0, "the count before")
        for number in 1...5 {
          if isLogged {
            try await writer.execute("INSERT INTO t VALUES (\(number))")
            await test.expectValue(
              writer, "SELECT count(*) FROM t", .integer(Int64(number)), "the writer sees its row")
          } else {
            await test.expectError(.busy, extended: 5, writer, "INSERT INTO t VALUES (\(number))")
          }
          await test.expectValue(transaction, "SELECT count(*) FROM t", 0, "the count after commit \(number)")
        }
      }
      await test.expectValue(database, "SELECT count(*) FROM t", isLogged ? 5 : 0, "a new transaction sees it all")
    },
    ConformanceCase(
      "TXN-26", "a read transaction that writes after another commit fails with 517, without waiting",
      .driver(.file, .shared), "https://sqlite.org/rescode.html#busy_snapshot",
      "Writing on a snapshot that is not the newest MUST fail at once, since waiting cannot help."
    ) { test in
      let database = try await test.database()
      var request = test.request()
      request.busyTimeout = .zero
      let writer = try await test.database(request)
      try await database.execute("CREATE TABLE t (n INTEGER)")
      let isLogged = database.capabilities.parallelReaders
      let start = SuspendingClock.now
      do {
        try await database.write(.deferred) { (transaction: DatabaseTransaction) in
          await test.expectValue(transaction, "SELECT count(*) FROM t", 0, "the read takes a snapshot")
          if isLogged {
            try await writer.execute("INSERT INTO t VALUES (1)")
            let error = await test.expectError(.busy, extended: 517, transaction, "INSERT INTO t VALUES (2)")
            test.expectEqual(error?.isRetrySafe, false, "the statement alone cannot be tried again")
            await test.expectValue(transaction, "SELECT count(*) FROM t", 0, "the snapshot is still there")
          } else {
            await test.expectError(.busy, extended: 5, writer, "INSERT INTO t VALUES (1)")
          }
        }
      }
      test.expect(SuspendingClock.now - start < .seconds(4), "nobody waited for the busy timeout of 5 s")
      try await database.write { (transaction: DatabaseTransaction) in
        try await transaction.execute("INSERT INTO t VALUES (3)")
      }
      await test.expectRows(
        database, "SELECT n FROM t ORDER BY n", isLogged ? [[1], [3]] : [[3]], "a new transaction can write")
    },
    ConformanceCase(
      "TXN-29", "of two writers the second waits up to its timeout, and then gets 5", .driver(.file, .shared),
      "https://sqlite.org/c3ref/busy_timeout.html",
      "A writer MUST wait for the write lock no shorter than its timeout, and MUST get it when it comes free."
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t (n INTEGER)")
      var request = test.request()
      request.busyTimeout = .milliseconds(60)
      let impatient = try await test.database(request)
      try await database.write { (transaction: DatabaseTransaction) in
        try await transaction.execute("INSERT INTO t VALUES (1)")
        let start = SuspendingClock.now
        let error = await test.expectError(.busy, extended: 5, "the second writer") {
          try await impatient.write { (other: DatabaseTransaction) in
            try await other.execute("INSERT INTO t VALUES (2)")
          }
        }
        let time = SuspendingClock.now - start
        test.expect(time >= .milliseconds(60), "it waited for its timeout: \(time)")
        test.expect(time < .seconds(4), "and not much longer: \(time)")
        test.expectEqual(error?.isRetrySafe, true, "it may be tried again")
        test.expectEqual(error?.outcome, .notApplied, "nothing was applied")
      }
      request.busyTimeout = .seconds(8)
      let patient = try await test.database(request)
      let waiting = Protected<Task<Void, any Error>?>(nil)
      try await database.write { (transaction: DatabaseTransaction) in
        try await transaction.execute("INSERT INTO t VALUES (3)")
        let task = Task {
          _ = try await patient.write { (other: DatabaseTransaction) in
            try await other.execute("INSERT INTO t VALUES (4)")
          }
        }
        waiting.withLock { $0 = task }
        try await Task.sleep(for: .milliseconds(20))
      }
      try await waiting.withLock { $0 }?.value
      await test.expectRows(database, "SELECT n FROM t ORDER BY n", [[1], [3], [4]], "the patient one got its turn")
    },
    ConformanceCase(
      "TXN-30", "a writer gets in while four readers loop", .driver(.file, .shared), "https://sqlite.org/wal.html",
      "Readers that come again and again MUST NOT keep a writer out."
    ) { test in
      let database = try await test.database(readers: 4)
      try await database.execute("CREATE TABLE t (n INTEGER)")
      try await database.execute("INSERT INTO t VALUES (0)")
      let writer = try await test.database()
      let isDone = Protected(false)
      let reads = Protected([0, 0, 0, 0])
      try await withThrowingTaskGroup(of: Void.self) { group in
        for reader in 0..<4 {
          group.addTask {
            while !isDone.withLock({ $0 }) {
              _ = try await database.read { (transaction: DatabaseTransaction) in
                try await transaction.fetchOne(("SELECT sum(n) FROM t" as SQLFragment).rows())
              }
              reads.withLock { $0[reader] += 1 }
            }
          }
        }
        group.addTask {
          defer { isDone.withLock { $0 = true } }
          while reads.withLock({ $0.contains(0) }) { try await Task.sleep(for: .milliseconds(1)) }
          for number in 1...20 {
            try await writer.write { (transaction: DatabaseTransaction) in
              try await transaction.execute("INSERT INTO t VALUES (\(number))")
            }
          }
        }
        try await group.waitForAll()
      }
      await test.expectValue(database, "SELECT count(*) FROM t", 21, "the writer wrote all its rows")
      test.expect(!reads.withLock { $0.contains(0) }, "every reader has read")
    },
  ]
}
