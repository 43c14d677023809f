import Quarry

extension ConcurrencyCases {
  static let processes: [ConformanceCase] = [
    ConformanceCase(
      "CONC-18", "two processes write and read: a reader always sees whole transactions", .driver(.file, .shared),
      "https://sqlite.org/isolation.html",
      "A reader MUST never see a part of another process's transaction.", usesProcesses: true
    ) { test in
      let database = try await test.database()
      try await database.executeScript(
        "CREATE TABLE pair (id INTEGER PRIMARY KEY, n INTEGER); INSERT INTO pair VALUES (1, 0), (2, 0)")
      let last = 100
      let arguments = ["last": "\(last)"]
      let writer = try test.childProcess("pairs.write", nil, arguments)
      let reader = try test.childProcess("pairs.read", nil, arguments)
      try await test.require(writer, says: "ready")
      try await test.require(reader, says: "ready")
      try writer.say("go")
      let torn = try await tornReads(database, until: last)
      test.expectEqual(torn, 0, "this process never sees half of a transaction")
      try await test.require(writer, says: "written \(last)")
      try await test.require(reader, says: "torn 0")
      test.expectEqual(await writer.finish(), .exit(0), "the writer ends by itself")
      test.expectEqual(await reader.finish(), .exit(0), "the reader ends by itself")
      await test.expectRows(
        database, "SELECT id, n FROM pair ORDER BY id", [[1, .integer(Int64(last))], [2, .integer(Int64(last))]],
        "all transactions are there")
      await test.expectValue(database, "PRAGMA integrity_check", "ok", "the file is sound")
    }
  ]

  /// Reads the pair until it has the last number, and counts how often its halves differ.
  static func tornReads(_ database: Database, until last: Int) async throws -> Int {
    var torn = 0
    while true {
      let halves = try await database.read { (transaction: DatabaseTransaction) in
        var halves: [Int64] = []
        for id in 1...2 {
          let question: SQLFragment = "SELECT n FROM pair WHERE id = \(id)"
          halves.append(try await transaction.fetchOne(question.values(Int64.self)) ?? -1)
        }
        return halves
      }
      if halves[0] != halves[1] { torn += 1 }
      if halves == [Int64(last), Int64(last)] { return torn }
    }
  }
}

extension ProcessScenario {
  static let concurrency = [
    ProcessScenario("pairs.write") { context in
      let database = try await context.database()
      context.say("ready")
      _ = context.hear()
      for number in 1...max(context.number("last"), 1) {
        try await database.write { (transaction: DatabaseTransaction) in
          for id in 1...2 { try await transaction.execute("UPDATE pair SET n = \(number) WHERE id = \(id)") }
        }
      }
      context.say("written \(context.number("last"))")
      await database.close()
    },
    ProcessScenario("pairs.read") { context in
      let database = try await context.database()
      context.say("ready")
      context.say("torn \(try await ConcurrencyCases.tornReads(database, until: context.number("last")))")
      await database.close()
    },
  ]
}
