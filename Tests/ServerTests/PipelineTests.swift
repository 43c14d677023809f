#if Command
import Quarry
import QuarryMemory
import QuarryRemote
import TestSupport
import Testing

/// A pipeline has the effects, results and errors of the same calls one by one; over Hrana it is one request.
@Suite struct PipelineTests {
  enum Place: CaseIterable, Sendable { case memory, hrana }

  /// Statements of every kind that can go ahead, fail, keep rows, or end the transaction.
  static let statements: [SQLFragment] = [
    "INSERT INTO t VALUES (\(5), 'five') RETURNING n", "SELECT n, s FROM t ORDER BY n", "UPDATE t SET s = s || '!'",
    "SELECT count(*) FROM t WHERE s LIKE '%!'", "INSERT INTO t VALUES (1, 'again')",
    "INSERT OR FAIL INTO t VALUES (8, 'eight'), (2, 'again')", "SELECT abs(-9223372036854775808)",
    "INSERT OR ROLLBACK INTO t VALUES (1, 'again')", "SELECT * FROM missing", "SELEC 1", "COMMIT", "SAVEPOINT inner",
    "SELECT 1; SELECT 2", SQLFragment(raw: "SELECT ?", values: []), "PRAGMA user_version",
    "WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 600) SELECT i FROM c",
    "INSERT INTO t SELECT max(n) + 1, 'more' FROM t RETURNING n", "DELETE FROM t WHERE n = 3",
  ]

  /// What a body has come to see.
  private struct Outcome: Equatable {
    var results: [String]?
    var error: String?
    var rest: String
    var content: [String]
  }

  private func describe(_ error: DatabaseError?) -> String? {
    error.map {
      "\($0.code) \($0.engineCode.map { "\($0)" } ?? "-") \($0.outcome) \($0.sql ?? "-") \($0.message) "
        + "\($0.isTransactionOpen.map { "\($0)" } ?? "-")"
    }
  }

  private func run(_ statements: [SQLFragment], together: Bool, on database: Database) async throws -> Outcome {
    try await database.execute("DROP TABLE IF EXISTS t")
    try await database.execute("CREATE TABLE t (n INTEGER PRIMARY KEY, s TEXT)")
    try await database.execute("INSERT INTO t VALUES (1, 'one'), (2, 'two'), (3, 'three')")
    let seen = Protected<(results: [String]?, error: String?, rest: String)>((nil, nil, ""))
    let thrown = await thrownError {
      try await database.write { (transaction: DatabaseTransaction) in
        do {
          var all: [[SQLRow]] = []
          if together {
            all = try await transaction.pipeline { batch in statements.map { batch.fetchAll($0.rows()) } }
          } else {
            for statement in statements {
              all += try await transaction.pipeline { batch in [batch.fetchAll(statement.rows())] }
            }
          }
          let results = all.map { rows in "\(rows.map(\.values))" }
          seen.withLock { $0.results = results }
        } catch let error as DatabaseError {
          let text = describe(error)
          seen.withLock { $0.error = text }
        }
        // The body goes on, as far as the transaction does.
        do {
          let rest = try await transaction.fetchAll(("SELECT n, s FROM t ORDER BY n" as SQLFragment).rows())
          seen.withLock { $0.rest = "\(rest.map(\.values))" }
        } catch let error as DatabaseError {
          seen.withLock { $0.rest = "\(error.code)" }
          throw error
        }
      }
    }
    let content = try await database.fetchAll(("SELECT n || s FROM t ORDER BY n" as SQLFragment).values(String.self))
    return seen.withLock {
      Outcome(
        results: $0.results, error: $0.error, rest: $0.rest + " then \(thrown.map { "\($0.code)" } ?? "committed")",
        content: content)
    }
  }

  private func withDatabase(
    _ place: Place, _ body: (Database, CountingTransport?) async throws -> Void
  ) async throws {
    guard place == .hrana else {
      let database = try await Database(MemoryDriver())
      try await body(database, nil)
      await database.close()
      return
    }
    try await withServer(isFile: true) { (served) async throws in
      let transport = CountingTransport()
      let database = try await Database(
        HranaDriver(
          url: "http://127.0.0.1:\(served.client.port)", transport: transport, retries: .patient,
          timeout: .seconds(300)))
      try await body(database, transport)
      await database.close()
    }
  }

  @Test(arguments: Place.allCases) func sameAsOneByOne(_ place: Place) async throws {
    var generator = SeededGenerator(seed: 41)
    try await withDatabase(place) { (database, _) async throws in
      // Every statement at every place among three, and longer ones by chance.
      var scripts: [[SQLFragment]] = []
      for statement in Self.statements {
        for position in 0..<3 {
          var script = [Self.statements[2], Self.statements[1]]
          script.insert(statement, at: position)
          scripts.append(script)
        }
      }
      for _ in 0..<20 { scripts.append((0..<6).compactMap { _ in Self.statements.randomElement(using: &generator) }) }
      for script in scripts {
        let single = try await run(script, together: false, on: database)
        let together = try await run(script, together: true, on: database)
        #expect(together == single, "\(script.map(\.sql))")
      }
    }
  }

  @Test(arguments: [0, 1, 2]) func theErrorNamesItsEntry(_ position: Int) async throws {
    for place in Place.allCases {
      try await withDatabase(place) { (database, _) async throws in
        try await database.execute("CREATE TABLE t (n INTEGER PRIMARY KEY)")
        try await database.execute("INSERT INTO t VALUES (1)")
        try await database.write { (transaction: DatabaseTransaction) in
          let error = try await databaseError {
            try await transaction.pipeline { batch in
              for index in 0..<3 { batch.execute("INSERT INTO t VALUES (\(index == position ? 1 : index + 10))") }
            }
          }
          #expect(error.code.isConstraint && error.batchEntry == position + 1, "\(place)")
        }
        // What ran before it stays.
        #expect(try await database.fetchAll(("SELECT n FROM t" as SQLFragment).values(Int.self)).count == 1 + position)
      }
    }
  }

  @Test func isOneRequest() async throws {
    try await withDatabase(.hrana) { (database, transport) async throws in
      let transport = try #require(transport)
      try await database.execute("CREATE TABLE t (n INTEGER PRIMARY KEY)")
      let inWrite = try await transport.counted {
        try await database.write { (transaction: DatabaseTransaction) in
          let (inserted, count, rows) = try await transaction.pipeline { batch in
            (
              batch.execute("INSERT INTO t VALUES (7)"),
              batch.fetchOne(("SELECT count(*) FROM t" as SQLFragment).values(Int.self)),
              batch.fetchAll(("SELECT n FROM t" as SQLFragment).values(Int.self))
            )
          }
          #expect(inserted == StatementResult(affectedRows: 1, lastInsertedRowID: 7) && count == 1 && rows == [7])
        }
      }
      // BEGIN, the pipeline, COMMIT.
      #expect(inWrite == 3)
      _ = try await database.fetchOne(("SELECT 1" as SQLFragment).values(Int.self))
      let query = ("SELECT n FROM t" as SQLFragment).values(Int.self)
      let inRead = try await transport.counted {
        try await database.read { (transaction: DatabaseTransaction) in
          let (one, all) = try await transaction.pipeline { ($0.fetchOne(query), $0.fetchAll(query)) }
          #expect(one == 7 && all == [7])
        }
      }
      // BEGIN goes with the queries.
      #expect(inRead == 2)
    }
  }

  @Test(arguments: Place.allCases) func aReadBodyWritesNothing(_ place: Place) async throws {
    try await withDatabase(place) { (database, _) async throws in
      try await database.execute("CREATE TABLE t (n INTEGER PRIMARY KEY)")
      try await database.read { (transaction: DatabaseTransaction) in
        let error = try await databaseError {
          try await transaction.pipeline { batch in
            batch.fetchCount(("SELECT 1" as SQLFragment).rows())
            batch.execute("INSERT INTO t VALUES (1)")
          }
        }
        #expect(error.code == .readOnly && error.batchEntry == 2)
      }
      #expect(try await database.fetchAll(("SELECT n FROM t" as SQLFragment).rows()).isEmpty)
    }
  }

  @Test func aTicketOfAnotherBatchAndAnEndedTransactionAreErrors() async throws {
    let database = try await Database(MemoryDriver())
    let kept = Protected<DatabaseTransaction?>(nil)
    try await database.write { (transaction: DatabaseTransaction) in
      kept.withLock { $0 = transaction }
      var foreign: DatabaseBatch.Ticket<Int?>?
      try await transaction.pipeline { foreign = $0.fetchOne(("SELECT 1" as SQLFragment).values(Int.self)) }
      let error = try await databaseError { try await transaction.pipeline { [foreign] _ in foreign } }
      #expect(error.code == .misuse)
    }
    let ended = kept.withLock { $0 }
    let error = try await databaseError { try await ended?.pipeline { $0.execute("SELECT 1") } }
    #expect(error.code == .transactionState)
    await database.close()
  }
}
#endif
