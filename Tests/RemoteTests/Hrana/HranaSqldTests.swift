import Quarry
import QuarryRemote
import Testing
import TestPeers
import TestSupport

/// The driver on a real server.
@Suite("Hrana: sqld", .needsSqld, .serialized)
struct HranaSqldTests {
  private func withDatabase(_ body: (Database, SqldServer) async throws -> Void) async throws {
    let server = try await SqldServer()
    let database = try await Database(
      HranaDriver(url: server.url, retries: RetryPolicy(deadline: .seconds(300)), timeout: .seconds(300)))
    try await database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, c TEXT UNIQUE, n REAL)")
    try await body(database, server)
    await database.close()
  }

  @Test func valuesAndErrorsAreThoseOfTheEngine() async throws {
    try await withDatabase { database, _ in
      let values: [SQLValue] = [
        .null, .integer(.min), .integer(.max), -0.0, 0.1, .real(.leastNonzeroMagnitude),
        .real(.greatestFiniteMagnitude),
        "", "a\0b", "ä\u{1F600}", .blob([]), .blob([0]), .blob([0, 255]), .blob([1, 2, 3]),
      ]
      for value in values {
        let row = try #require(try await database.fetchAll(("SELECT \(value) AS v" as SQLFragment).rows()).first)
        #expect(row.values[0].isIdentical(to: value), "\(value)")
        #expect(row.columnNames == ["v"])
      }
      try await database.execute("INSERT INTO t VALUES (1, 'a', 1)")
      let cases: [(SQLFragment, DatabaseError.Code, Int32?)] = [
        ("INSERT INTO t VALUES (2, 'a', 1)", .constraintUnique, 2067),
        ("INSERT INTO t VALUES (1, 'b', 1)", .constraintPrimaryKey, 1555), ("SELEC", .syntax, 1),
        ("SELECT", .incompleteStatement, 1), ("SELECT * FROM nowhere", .noSuchObject, 1),
        ("INSERT INTO nowhere VALUES (1)", .noSuchObject, 1), ("SELECT 1; SELECT 2", .multipleStatements, nil),
        ("", .emptyStatement, nil), ("BEGIN", .transactionState, nil), ("VACUUM", .unsupportedFeature, nil),
        ("ATTACH 'x' AS y", .unsupportedFeature, nil), ("SELECT \(Double.infinity)", .unsupportedFeature, nil),
        ("SELECT 9e999", .unsupportedFeature, nil), (SQLFragment(raw: "SELECT ?"), .missingParameter, nil),
        (SQLFragment(raw: "SELECT ?, :a", values: [1]), .missingParameter, nil),
        ("SELECT abs(-9223372036854775807 - 1)", .statementFailed, 1),
      ]
      for (text, code, number) in cases {
        let error = try await databaseError { try await database.execute(text) }
        #expect(error.code == code && error.engineCode?.rawValue == number, "\(text.sql): \(error)")
      }
      let mixed = SQLFragment(raw: "SELECT ?, :a, ?2, ?5, $b", values: [1, 2, 3, 4, 5, 6])
      #expect(try await database.fetchAll(mixed.rows()).first?.values == [1, 2, 2, 5, 6])
    }
  }

  @Test func transactionsAndSavepoints() async throws {
    try await withDatabase { database, _ in
      try await database.write { transaction in
        try await transaction.execute("INSERT INTO t VALUES (1, 'a', NULL)")
        do {
          try await transaction.savepoint { inner in
            try await inner.execute("INSERT INTO t VALUES (2, 'b', NULL)")
            throw Refused()
          }
        } catch is Refused {}
        try await transaction.savepoint { try await $0.execute("INSERT INTO t VALUES (3, 'c', NULL)") }
      }
      await #expect(throws: Refused.self) {
        try await database.write { transaction in
          try await transaction.execute("DELETE FROM t")
          throw Refused()
        }
      }
      let ended = try await databaseError {
        try await database.write { transaction in
          try await transaction.execute("INSERT OR ROLLBACK INTO t VALUES (4, 'a', 1)")
        }
      }
      #expect(ended.code == .constraintUnique)
      let ids: [Int64] = try await database.read { transaction in
        try await transaction.fetchAll(("SELECT id FROM t ORDER BY id" as SQLFragment).values(Int64.self))
      }
      #expect(ids == [1, 3])
      try await database.batch { batch in
        batch.execute("INSERT INTO t VALUES (5, \("e"), \(1.5))")
        batch.execute("UPDATE t SET n = 2 WHERE id = 1")
      }
      let failed = try await databaseError {
        try await database.batch { batch in
          batch.execute("DELETE FROM t")
          batch.execute("INSERT INTO t VALUES (6, 'z', 1), (6, 'y', 1)")
        }
      }
      #expect(failed.code == .constraintPrimaryKey && failed.statementIndex == 1)
      let count: SQLFragment = "SELECT count(*) FROM t"
      #expect(try await database.fetchAll(count.values(Int.self)) == [3])
    }
  }

  /// A command of several statements is one call and a savepoint of its own.
  @Test func commandsOfManyStatementsInATransaction() async throws {
    try await withDatabase { database, _ in
      let many = (1...300).map { Item(id: Int64($0), text: "text \($0)") }
      try await database.write { transaction in
        try await transaction.run(SQLInsert(Array(many[..<200])))
        let error = try await databaseError { try await transaction.run(SQLInsert(Array(many[100...]))) }
        #expect(error.code == .constraintPrimaryKey)
        try await transaction.run(SQLInsert(Array(many[200...])))
        #expect(try await transaction.run(SQLUpsert(many)).affectedRows == 300)
      }
      #expect(try await database.run(SQLInsert((301...700).map { Item(id: $0, text: nil) })).affectedRows == 400)
      let count: SQLFragment = "SELECT count(*) FROM t"
      #expect(try await database.fetchAll(count.values(Int.self)) == [700])
    }
  }

  private struct Item: SQLEncodable {
    var id: Int64
    var text: String?

    static let id = SQLColumn<Int64>("id", primaryKey: .plain)
    static let text = SQLColumn<String?>("c")
    static let table = SQLTable("t", id, text)

    init(id: Int64, text: String?) {
      self.id = id
      self.text = text
    }

    init(row: inout SQLRowReader<Self>) throws {
      id = try row[Self.id]
      text = try row[Self.text]
    }

    func encode(to row: inout SQLRowWriter<Self>) {
      row[Self.id] = id
      row[Self.text] = text
    }
  }

  @Test func rowsStreamInsideAndOutsideOfTransactions() async throws {
    try await withDatabase { database, _ in
      let numbers: SQLFragment =
        "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 20000) SELECT x, printf('%0600d', x) FROM c"
      var next = 1
      for try await row in database.rows(numbers.rows()) {
        #expect(row.values[0] == .integer(Int64(next)))
        next += 1
      }
      #expect(next == 20_001)
      // More than the server sends in one answer, with statements and an early end between.
      try await database.write { transaction in
        var seen = 0
        for try await _ in transaction.rows(numbers.rows()) {
          seen += 1
          if seen == 5 { try await transaction.execute("INSERT INTO t VALUES (1, 'a', 1)") }
          if seen == 15_000 { break }
        }
        try await transaction.execute("INSERT INTO t VALUES (2, 'b', 1)")
      }
      let count: SQLFragment = "SELECT count(*) FROM t"
      #expect(try await database.fetchAll(count.values(Int.self)) == [2])
    }
  }

  @Test func aStreamThatWasIdleTellsTheColumnsOfNow() async throws {
    try await withDatabase { database, server in
      try await database.execute("INSERT INTO t VALUES (1, 'a', 0.5)")
      let other = try await Database(
        HranaDriver(url: server.url, retries: RetryPolicy(deadline: .seconds(300)), timeout: .seconds(300)))
      for column in ["x", "y", "z"] {
        let before = try await database.fetchAll(("SELECT * FROM t" as SQLFragment).rows())
        try await other.execute("ALTER TABLE t ADD COLUMN \(identifier: column)")
        let after = try await database.fetchAll(("SELECT * FROM t" as SQLFragment).rows())
        #expect(after.first?.columnNames == (before.first?.columnNames ?? []) + [column])
      }
      await other.close()
    }
  }

  @Test func cancellingEndsTheStatementAndTheTransaction() async throws {
    try await withDatabase { database, _ in
      let endless: SQLFragment =
        "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"
      for round in 0..<4 {
        let task = Task {
          if round % 2 == 0 { return try await database.fetchOne(endless.values(Int64.self)) }
          return try await database.write { transaction in
            try await transaction.execute("INSERT INTO t VALUES (1, 'a', 1)")
            return try await transaction.fetchOne(endless.values(Int64.self))
          }
        }
        try await Task.sleep(for: .milliseconds(30))
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
        let count: SQLFragment = "SELECT count(*) FROM t"
        #expect(try await database.fetchAll(count.values(Int.self)) == [0])
      }
      try await database.execute("INSERT INTO t VALUES (1, 'a', 1)")
    }
  }

  @Test func theEngineIsTold() async throws {
    try await withDatabase { database, server in
      let engine = try await database.read { (transaction) async in transaction.capabilities.engine }
      #expect(engine.version >= EngineVersion(3, 40) && engine.product == .libsql)
      for feature: SQLFeature in [.returning, .strictTables, .windowFunctions, .upsert] {
        #expect(engine.supports(feature), "\(feature.id)")
      }
      let registry = DriverRegistry([.hranaHTTP])
      let again = try await Database(url: "hrana+\(server.url)?timeout=20s", registry: registry)
      #expect(try await again.fetchAll(("SELECT 42" as SQLFragment).values(Int.self)) == [42])
      await again.close()
    }
    let nobody = HranaDriver(url: "http://127.0.0.1:1", retries: .never)
    #expect(try await databaseError { try await Database(nobody) }.code == .cannotOpen)
  }
}
