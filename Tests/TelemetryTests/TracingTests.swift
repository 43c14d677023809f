#if Telemetry
import MetricsTestKit
import Logging
import InMemoryLogging
import InMemoryTracing
import Quarry
import TestSupport
import Testing
import Tracing

/// Which spans there are, how they stand in each other, and what they tell.
@Suite("Traces") struct TracingTests {
  @Test("A call is one span with OpenTelemetry's names", arguments: WatchedDriver.installed)
  func call(_ driver: WatchedDriver) async throws {
    let watched = try await Watched(driver)
    let database = watched.database
    try await database.execute("CREATE TABLE album (id INTEGER PRIMARY KEY, title TEXT)")
    try await database.execute("INSERT INTO album VALUES (1, 'a'), (2, 'b')")
    let spans = try await watched.spans {
      _ = try await database.fetchAll(("SELECT title FROM album WHERE id IN (1, 2)" as SQLFragment).rows())
    }
    let span = try #require(spans.first)
    #expect(spans.count == 1)
    #expect(span.operationName == "SELECT album")
    #expect(span.kind == (driver == .memory ? .internal : .client))
    #expect(span["db.system.name"] == "sqlite")
    #expect(span["db.namespace"] == (driver == .memory ? nil : "music.db"))
    #expect(span["db.query.text"] == "SELECT title FROM album WHERE id IN (?, ?)")
    #expect(span["db.query.summary"] == "SELECT album")
    #expect(span["db.operation.name"] == "SELECT")
    #expect(span["db.collection.name"] == "album")
    #expect(span["db.response.returned_rows"] == "2")
    #expect(span["db.operation.batch.size"] == nil)
    #expect(span["server.address"] == (driver == .line ? "127.0.0.1" : nil))
    #expect((span["server.port"] != nil) == (driver == .line))
    #expect(span.status == nil && span.errors.isEmpty)
    await watched.end()
  }

  @Test("Every verb is one span", arguments: WatchedDriver.installed)
  func verbs(_ driver: WatchedDriver) async throws {
    let watched = try await Watched(driver)
    let database = watched.database
    try await database.createTable(Artist.self)
    let query = Artist.all
    let verbs: [(String, Int, @Sendable () async throws -> Void)] = [
      ("insert", 1, { try await database.insert(Artist(id: 0, name: "a")) }),
      ("fetchAll", 1, { _ = try await database.fetchAll(query) }),
      ("fetchOne", 1, { _ = try await database.fetchOne(query) }),
      ("fetchCount", 1, { _ = try await database.fetchCount(query) }),
      ("execute", 1, { try await database.execute("SELECT 1") }),
      ("rows", 1, { for try await _ in database.rows(query) {} }),
      (
        "batch", 1,
        {
          try await database.batch {
            $0.execute("SELECT 1"); $0.execute("SELECT 2")
          }
        }
      ),
      // The transaction, and the statements in it.
      ("script", 3, { try await database.executeScript("SELECT 1; SELECT 2;") }),
      ("read", 2, { try await database.read { (session: SQLSession) in _ = try session.fetchAll(query) } }),
      (
        "read, suspending", 2,
        { try await database.read { (body: DatabaseTransaction) in _ = try await body.fetchAll(query) } }
      ),
      ("write", 2, { _ = try await database.write { (session: SQLSession) in try session.execute("SELECT 1") } }),
      (
        "write, suspending", 2,
        { _ = try await database.write { (body: DatabaseTransaction) in _ = try await body.execute("SELECT 1") } }
      ),
    ]
    for (name, count, verb) in verbs {
      let spans = try await watched.spans { try await verb() }
      #expect(spans.count == count, "\(name): \(spans.map(\.operationName))")
      #expect(watched.tracer.activeSpans.isEmpty, "\(name) ends its spans")
    }
    await watched.end()
  }

  @Test(
    "Calls in a body stand below the transaction, which stands below the task's span",
    arguments: WatchedDriver.installed)
  func nesting(_ driver: WatchedDriver) async throws {
    let watched = try await Watched(driver)
    let database = watched.database
    try await database.execute("CREATE TABLE t (a)")
    let tracer = watched.tracer
    for isSuspending in [false, true] {
      let spans = try await watched.spans {
        try await tracer.withSpan("request") { _ in
          if isSuspending {
            try await database.write { (body: DatabaseTransaction) in
              try await body.execute("INSERT INTO t VALUES (1)")
              try await tracer.withSpan("inner") { _ in _ = try await body.execute("INSERT INTO t VALUES (2)") }
            }
          } else {
            try await database.write { (session: SQLSession) in
              try session.execute("INSERT INTO t VALUES (1)")
              try tracer.withSpan("inner") { _ in _ = try session.execute("INSERT INTO t VALUES (2)") }
            }
          }
        }
      }
      let request = try #require(spans.first { $0.operationName == "request" })
      let transaction = try #require(spans.first { $0.operationName == "quarry.transaction" })
      let inner = try #require(spans.first { $0.operationName == "inner" })
      let inserts = spans.filter { $0.operationName == "INSERT t" }
      #expect(spans.count == 5)
      #expect(transaction.parentSpanID == request.spanID)
      #expect(inner.parentSpanID == transaction.spanID)
      #expect(inserts.map(\.parentSpanID) == [transaction.spanID, inner.spanID])
    }
    await watched.end()
  }

  @Test("A span tells of an error by its codes", arguments: WatchedDriver.installed)
  func errors(_ driver: WatchedDriver) async throws {
    let watched = try await Watched(driver)
    try await watched.database.execute("CREATE TABLE t (a UNIQUE)")
    try await watched.database.execute("INSERT INTO t VALUES (\(Canary.text))")
    let spans = await watched.spans {
      await #expect(throws: DatabaseError.self) {
        try await watched.database.execute("INSERT INTO t VALUES (\(Canary.text))")
      }
    }
    let span = try #require(spans.first)
    #expect(spans.count == 1)
    #expect(span["error.type"] == DatabaseError.Code.constraintUnique.rawValue)
    #expect(span["db.response.status_code"] == "2067")
    #expect(span.status?.code == .error)
    #expect(!watched.everything.contains(Canary.text))
    await watched.end()
  }

  @Test("A batch tells its size", arguments: WatchedDriver.installed)
  func batch(_ driver: WatchedDriver) async throws {
    let watched = try await Watched(driver)
    try await watched.database.execute("CREATE TABLE t (a)")
    let spans = try await watched.spans {
      try await watched.database.batch { batch in
        for number in 0..<3 { batch.execute("INSERT INTO t VALUES (\(number))") }
      }
    }
    #expect(spans.map { $0["db.operation.batch.size"] } == ["3"])
    await watched.end()
  }

  @Test("A call that is refused before anything is sent is a span", arguments: WatchedDriver.installed)
  func closed(_ driver: WatchedDriver) async throws {
    let watched = try await Watched(driver)
    await watched.end()
    let spans = await watched.spans {
      await #expect(throws: DatabaseError.self) { try await watched.database.execute("SELECT 1") }
    }
    #expect(spans.map { $0["error.type"] } == [DatabaseError.Code.connectionClosed.rawValue])
  }

  @Test("A cancelled call says so") func cancelled() async throws {
    let watched = try await Watched(.memory)
    let spans = await watched.spans {
      let database = watched.database
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await database.execute("SELECT 1")
      }
      _ = await task.result
    }
    #expect(spans.map { $0["error.type"] } == ["cancelled"])
    await watched.end()
  }
}
#endif
