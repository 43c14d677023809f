import Quarry

extension ConcurrencyCases {
  static let files: [ConformanceCase] = [
    ConformanceCase(
      "CONC-19", "data_version changes when another connection commits, and not when this one does",
      .driver(.file, .shared), "https://sqlite.org/pragma.html#pragma_data_version",
      "The number MUST change with the commits of others, and only with them."
    ) { test in
      let database = try await test.database()
      let other = try await test.database()
      try await database.execute("CREATE TABLE t (n INTEGER)")
      // Not for reading, so that the connection is always the writer.
      let question = ("PRAGMA data_version" as SQLFragment).values(Int64.self, readOnly: false)
      var last = try await database.fetchOne(question)
      for round in 1...5 {
        try await database.execute("INSERT INTO t VALUES (\(round))")
        let own = try await database.fetchOne(question)
        test.expectEqual(own, last, "round \(round): a commit of its own")
        _ = try await test.rows(other, "SELECT * FROM t")
        test.expectEqual(try await database.fetchOne(question), last, "round \(round): a read of another one")
        try? await other.write { (transaction: DatabaseTransaction) in
          try await transaction.execute("INSERT INTO t VALUES (0)")
          throw LeaveBody()
        }
        test.expectEqual(try await database.fetchOne(question), last, "round \(round): a rollback of another one")
        try await other.execute("INSERT INTO t VALUES (\(-round))")
        let changed = try await database.fetchOne(question)
        test.expect(changed != last, "round \(round): a commit of another one")
        last = changed
      }
    },
    ConformanceCase(
      "CONC-23", "checkpoints PASSIVE, FULL, RESTART, TRUNCATE, with and without a reader", .driver(.file, .local),
      "https://sqlite.org/c3ref/wal_checkpoint_v2.html",
      "Each mode MUST do what it says, and MUST be busy when a reader is in its way.",
      body: ConformanceCase.inEngineLayer),
    ConformanceCase(
      "CONC-24", "two connections to a shared database in memory: a conflict is reported as one",
      .driver(.memory, .shared, .local), "https://sqlite.org/sharedcache.html",
      "A conflict MUST be `.busy`, with 262 where the cache is shared and 5 elsewhere, and MUST be retry-safe."
    ) { test in
      var request = test.request()
      request.busyTimeout = .milliseconds(10)
      let writer = try await test.session(request)
      defer { writer.close() }
      let other = try await test.session(request)
      defer { other.close() }
      try writer.execute("CREATE TABLE t (n INTEGER)")
      // From 3.36 on the two share the pages through a file system in memory, not through one cache.
      let extended: Int32 = test.engine.version < EngineVersion(3, 36) ? 262 : 5
      // Read once, since an engine that cannot read the schema again says that there is no such table.
      test.expectEqual(try other.fetchCount(("SELECT n FROM t" as SQLFragment).rows()), 0, "both see the table")
      try writer.execute("BEGIN IMMEDIATE")
      try writer.execute("INSERT INTO t VALUES (1)")
      for sql: SQLFragment in ["INSERT INTO t VALUES (2)", "UPDATE t SET n = 3", "DELETE FROM t", "CREATE TABLE u (n)"]
      {
        do {
          try other.execute(sql)
          test.fail("refused: \(sql.sql)")
        } catch let error as DatabaseError {
          test.expectEqual(error.code, .busy, "the class of: \(sql.sql)")
          test.expectEqual(error.engineCode?.rawValue, extended, "the code of: \(sql.sql)")
          test.expectEqual(error.isRetrySafe, true, "it may be made again: \(sql.sql)")
        }
      }
      try writer.execute("COMMIT")
      try other.execute("INSERT INTO t VALUES (4)")
      test.expectEqual(try other.fetchCount(("SELECT n FROM t" as SQLFragment).rows()), 2, "afterwards it can")
    },
  ]
}
