import Quarry

/// Processes that die during a transaction.
extension TransactionCases {
  static let processes: [ConformanceCase] = [
    ConformanceCase(
      "TXN-27", "a process killed between BEGIN and COMMIT leaves no row behind", .driver(.file, .shared),
      "https://sqlite.org/atomiccommit.html",
      "After reopening, a transaction without its commit MUST be gone, with a journal as with a log.",
      usesProcesses: true
    ) { test in
      for journal in ["DELETE", "WAL"] {
        let request = test.request("killed-\(journal)")
        do {
          let database = try await test.database(request)
          try await database.execute("CREATE TABLE t (n INTEGER PRIMARY KEY, s TEXT)")
          try await database.execute("INSERT INTO t VALUES (1, 'before')")
          await database.close()
        }
        let process = try test.childProcess("transaction.open", request, ["journal": journal, "rows": "400"])
        try await test.require(process, says: "open 401")
        test.expectEqual(await process.kill(), .signal(9), "\(journal): the process is killed inside its transaction")
        let database = try await test.database(request)
        await test.expectRows(database, "SELECT n, s FROM t", [[1, "before"]], "\(journal): what was there before")
        await test.expectValue(database, "PRAGMA integrity_check", "ok", "\(journal): the file is sound")
        try await database.execute("INSERT INTO t VALUES (2, 'after')")
        await test.expectValue(database, "SELECT count(*) FROM t", 2, "\(journal): no lock was left")
        await database.close()
      }
    },
    ConformanceCase(
      "TXN-28", "a process killed after COMMIT has returned leaves all rows", .driver(.file, .shared),
      "https://sqlite.org/pragma.html#pragma_synchronous",
      "After reopening, every transaction whose commit had returned MUST be there.", usesProcesses: true
    ) { test in
      for journal in ["DELETE", "WAL"] {
        let request = test.request("killed-\(journal)")
        let process = try test.childProcess("transaction.committed", request, ["journal": journal, "rows": "400"])
        try await test.require(process, says: "committed 400")
        test.expectEqual(await process.kill(), .signal(9), "\(journal): the process is killed after its commit")
        let database = try await test.database(request)
        await test.expectRows(
          database, "SELECT count(*), sum(n), sum(length(s)) FROM t", [[400, 80_200, 80_000]], "\(journal): all rows")
        await test.expectValue(database, "PRAGMA integrity_check", "ok", "\(journal): the file is sound")
        await database.close()
      }
    },
  ]
}

extension ProcessScenario {
  static let transactions = [
    ProcessScenario("transaction.open") { context in
      let database = try await context.database()
      try await set(context.arguments["journal"] ?? "", on: database)
      // A small cache, so that pages of the open transaction reach the disk.
      _ = try await database.fetchAll(("PRAGMA cache_size = 10" as SQLFragment).rows(readOnly: false))
      try await database.write { (transaction: DatabaseTransaction) in
        try await insert(context.number("rows"), into: transaction, from: 2)
        let count = try await transaction.fetchOne(("SELECT count(*) FROM t" as SQLFragment).values(Int64.self))
        context.say("open \(count ?? 0)")
        _ = context.hear()
        // Only when the case has ended without killing this process.
        throw LeaveBody()
      }
    },
    ProcessScenario("transaction.committed") { context in
      let database = try await context.database()
      try await set(context.arguments["journal"] ?? "", on: database)
      _ = try await database.fetchAll(("PRAGMA synchronous = FULL" as SQLFragment).rows(readOnly: false))
      try await database.execute("CREATE TABLE t (n INTEGER PRIMARY KEY, s TEXT)")
      try await database.write { (transaction: DatabaseTransaction) in
        try await insert(context.number("rows"), into: transaction, from: 1)
      }
      context.say("committed \(context.number("rows"))")
      _ = context.hear()
    },
  ]

  private static func set(_ journal: String, on database: Database) async throws {
    let answer = try await database.fetchOne(
      SQLFragment(raw: "PRAGMA journal_mode = \(journal)").values(String.self, readOnly: false))
    guard answer?.uppercased() == journal else { throw DatabaseError(.invalidConfiguration, "the journal mode stays") }
  }

  private static func insert(_ count: Int, into transaction: DatabaseTransaction, from first: Int) async throws {
    let text = String(repeating: "a long text ", count: 20).prefix(200)
    for number in first..<first + count {
      try await transaction.execute("INSERT INTO t VALUES (\(number), \(String(text)))")
    }
  }
}
