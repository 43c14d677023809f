import Quarry
import QuarryConformance
import QuarrySQLiteEngine

extension EngineParts {
  static let connections: [EngineLayerPart] = [
    EngineLayerPart("CONC-23") { test in
      var request = test.request()
      request.busyTimeout = .zero
      let writer = try await test.engineSession(request)
      defer { writer.close() }
      let reader = try await test.engineSession(request)
      defer { reader.close() }
      try writer.execute("CREATE TABLE t (n INTEGER)")
      let isLogged = writer.capabilities.parallelReaders
      func insert() throws { try writer.execute("INSERT INTO t VALUES (1)") }
      for mode in SQLiteCheckpointMode.allCases {
        try insert()
        let result = try writer.engineConnection.checkpoint(mode)
        test.expectEqual(result.logPages, result.checkpointedPages, "\(mode) without a reader: the whole log")
        test.expectEqual(
          result.logPages > 0, isLogged && mode != .truncate, "\(mode) without a reader: \(result.logPages) pages")
      }
      guard isLogged else {
        let result = try writer.engineConnection.checkpoint(.full)
        test.expectEqual(
          [result.logPages, result.checkpointedPages], [-1, -1], "without a log there is nothing to do")
        return
      }
      // The reader stands on an older snapshot (true) or on the newest one (false).
      let busyModes: [Bool: Set<SQLiteCheckpointMode>] = [
        true: [.full, .restart, .truncate], false: [.restart, .truncate],
      ]
      for isBehind in [true, false] {
        for mode in SQLiteCheckpointMode.allCases {
          let name = "\(mode) with a reader on \(isBehind ? "an older" : "the newest") snapshot"
          try writer.engineConnection.checkpoint(.truncate)
          try insert()
          try reader.execute("BEGIN")
          let count = try reader.fetchOne(("SELECT count(*) FROM t" as SQLFragment).values(Int64.self))
          if isBehind { try insert() }
          let outcome: String
          do {
            let result = try writer.engineConnection.checkpoint(mode)
            outcome = result.checkpointedPages == result.logPages ? "all" : "part"
          } catch let error as DatabaseError {
            outcome = "\(error.code)"
          }
          let isBusy = busyModes[isBehind]?.contains(mode) ?? false
          test.expectEqual(outcome, isBusy ? "busy" : isBehind ? "part" : "all", name)
          let again = try reader.fetchOne(("SELECT count(*) FROM t" as SQLFragment).values(Int64.self))
          test.expectEqual(again, count, "\(name): it keeps its snapshot")
          try reader.execute("COMMIT")
        }
      }
      try writer.engineConnection.checkpoint(.truncate)
      let result = try writer.engineConnection.checkpoint(.passive)
      test.expectEqual(result.logPages, 0, "at the end the log is empty")
    },
    EngineLayerPart("CONC-13") { test in
      let (database, roles) = try await test.countedDatabase(readers: 1)
      try await database.execute("CREATE TABLE IF NOT EXISTS t (n INTEGER)")
      for round in 1...3 {
        let before = roles.withLock { $0.count }
        await test.expectError(.connectionClosed, "round \(round): the call whose connection breaks") {
          try await database.withoutTransaction { session in
            try session.withDriverConnection(SQLiteConnection.self) { $0.closeSynchronously() }
            return try session.execute("SELECT 1")
          }
        }
        try await database.execute("CREATE TABLE IF NOT EXISTS t (n INTEGER)")
        try await database.execute("INSERT INTO t VALUES (\(round))")
        await test.expectValue(
          database, "SELECT max(n) FROM t", .integer(Int64(round)), "round \(round): a new one works")
        test.expect(roles.withLock { $0.count } > before, "round \(round): it was opened again")
      }
    },
    EngineLayerPart("CONC-17") { test in
      let database = try await test.database(test.request(), DatabaseConfiguration(maximumReaders: 1))
      let made = Protected(0)
      try await database.read { session in
        try session.withDriverConnection(SQLiteConnection.self) { connection in
          try connection.addFunction("made", argumentCount: 1) { arguments in
            made.withLock { $0 += 1 }
            return arguments[0]
          }
        }
      }
      let endless =
        ("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT made(i) FROM n"
        as SQLFragment).rows()
      var read = 0
      var ahead = 0
      for try await row in database.rows(endless) {
        read += 1
        if row.values != [.integer(Int64(read))] { test.fail("row \(read) of the stream", actual: "\(row.values)") }
        ahead = max(ahead, made.withLock { $0 } - read)
        if read == 20_000 { break }
      }
      test.expectEqual(read, 20_000, "rows of a query that never ends")
      test.expect(ahead <= 1024, "the engine was at most one batch ahead: \(ahead) rows")
      await test.expectUsable(database)
      let after = made.withLock { $0 }
      test.expect(after - read <= 1024, "nothing is made after the loop was left: \(after - read) rows")
    },
    EngineLayerPart("TXN-06") { test in
      let session = try await test.engineSession()
      defer { session.close() }
      let error = await test.expectError(.interrupted, "an interrupted INSERT") {
        let session = try await test.engineSession()
        defer { session.close() }
        return try session.transaction {
          try session.execute("INSERT INTO c VALUES (3)")
          try session.engineConnection.setProgressHandler(every: 1) { false }
          defer { try? session.engineConnection.setProgressHandler(nil) }
          return try session.execute("INSERT INTO c SELECT b FROM c")
        }
      }
      test.expectEqual(error?.isTransactionOpen, false, "an interrupted change rolls back everything")
      test.expectIdentical(
        try session.fetchAll(("SELECT count(*) FROM c" as SQLFragment).rows()).map(\.values), [[1]], "nothing stays")
    },
    EngineLayerPart("CON-16") { test in
      let database = try await test.database()
      let session = try await test.engineSession()
      defer { session.close() }
      test.expectSynchronousError(.constraintForeignKey, extended: 787, "a session") {
        try session.execute("INSERT INTO c VALUES (1)")
      }
      test.expectEqual(try session.enforcesForeignKeys, true, "a session says so")
      try session.transaction {
        test.expectSynchronousError(.transactionState, "not switched inside of a transaction") {
          try session.setEnforcesForeignKeys(false)
        }
      }
      try session.setEnforcesForeignKeys(false)
      try session.execute("INSERT INTO c VALUES (1)")
      await test.expectError(
        .constraintForeignKey, extended: 787, database, "INSERT INTO c VALUES (2)", "other connections are left alone")
    },
    EngineLayerPart("CON-22") { test in
      let database = try await test.database()
      let session = try await test.engineSession()
      defer { session.close() }
      try session.setEnforcesForeignKeys(false)
      try session.executeScript(
        "INSERT INTO c VALUES (2, 9, 'x'), (3, 1, 'z'), (4, 8, 'y'), (5, NULL, NULL); INSERT INTO w VALUES ('a', 7), ('b', 1)"
      )
      let expected: [[SQLValue]] = [
        ["c", 2, "p", 1], ["c", 3, "q", 0], ["c", 4, "p", 1], ["c", 4, "q", 0], ["w", nil, "p", 0],
      ]
      for (sql, violations) in [
        ("PRAGMA foreign_key_check", expected), ("PRAGMA foreign_key_check(c)", Array(expected.prefix(4))),
        ("PRAGMA foreign_key_check(w)", Array(expected.suffix(1))),
      ] {
        // A table without rowids has none to tell; old engines tell something else than NULL.
        let rows = try await test.rows(database, SQLFragment(raw: sql))
        let known = rows.map { $0.first == "w" ? [$0[0], nil] + $0.dropFirst(2) : $0 }
        test.expectIdentical(known.sortedForComparison, violations.sortedForComparison, "the violations of \(sql)")
      }
      await test.expectRows(database, "PRAGMA foreign_key_check(p)", [], "a table without keys")
    },
  ]
}
