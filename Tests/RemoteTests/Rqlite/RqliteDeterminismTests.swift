import Foundation
import Quarry
import QuarryRemote
import QuarryWire
import RqliteStandIn
import Testing
import TestSupport

/// Nothing that nodes evaluate differently reaches the log: every such thing in every place of every kind of write, on three
/// nodes that each run the log, at another time and in another order.
@Suite struct RqliteDeterminismTests {
  private typealias Thing = RqliteNondeterminism.Thing

  private struct Tally: Sendable {
    var done = 0
    var refused = 0
    var failed = 0
    var rows = 0
    var differences: [String] = []
    var surprises: [String] = []

    mutating func add(_ other: Tally) {
      done += other.done
      refused += other.refused
      failed += other.failed
      rows += other.rows
      differences += other.differences
      surprises += other.surprises
    }
  }

  private static func cluster() async throws -> RqliteStandIn {
    var configuration = RqliteStandIn.Configuration()
    configuration.commit = .zero
    configuration.nodesThatReadBackwards = [2]
    return try await RqliteStandIn(configuration)
  }

  /// A driver whose limits a busy machine does not reach: no answer here is late by design.
  private static func database(of cluster: RqliteStandIn) async throws -> Database {
    try await Database(
      try RqliteDriver(
        addresses: await cluster.addresses, transport: CurlTransport(), policy: RetryPolicy(deadline: .seconds(300)),
        timeouts: RemoteTimeouts(call: .seconds(300))))
  }

  private static let setUp = [
    "CREATE TABLE src(a INTEGER PRIMARY KEY, b)", "INSERT INTO src VALUES (1, 1), (2, 1), (3, 1)",
    "CREATE TABLE spell(word TEXT)", "INSERT INTO spell VALUES ('Now')",
  ]

  private static func table(_ number: Int) -> [String] {
    ["CREATE TABLE t\(number)(id INTEGER PRIMARY KEY, v, w)", "INSERT INTO t\(number)(id, v) VALUES (1, 1), (2, 2)"]
  }

  /// The nodes have run the log; a clock that goes by seconds has gone on between them.
  private static func contents(_ cluster: RqliteStandIn) async throws -> [[String: [String]]] {
    var contents: [[String: [String]]] = []
    for node in 0..<3 {
      let second = Int(Date().timeIntervalSince1970)
      while node > 0, Int(Date().timeIntervalSince1970) == second { try await Task.sleep(for: .milliseconds(20)) }
      contents.append(try await cluster.contents(of: node))
    }
    return contents
  }

  private static func differences(_ contents: [[String: [String]]]) -> [String] {
    Set(contents.flatMap(\.keys)).filter { name in Set(contents.map { $0[name] ?? [] }).count > 1 }.sorted()
  }

  private static func play(_ position: RqliteNondeterminism.Position, at place: Int) async throws -> Tally {
    let cluster = try await cluster()
    let database = try await database(of: cluster)
    for sql in setUp { try await database.execute(SQLFragment(raw: sql)) }
    var tally = Tally()
    for (number, thing) in RqliteNondeterminism.things.enumerated() {
      for sql in table(number) { try await database.execute(SQLFragment(raw: sql)) }
      for template in position.statements {
        let sql = template.replacing("{T}", with: "t\(number)").replacing("{E}", with: thing.sql)
        let values = template.contains("{E}") ? thing.values : []
        let error = await thrownError {
          _ = try await database.fetchAll(SQLFragment(raw: sql, values: values).rows())
        }
        guard let error else {
          if template == position.statements[0] { tally.done += 1 }
          continue
        }
        if error.code == .unsupportedFeature, error.message.hasPrefix("rqlite: ") {
          tally.refused += 1
        } else {
          tally.failed += 1
        }
        if error.outcome != .notApplied || error.code == .protocolViolation || error.code == .inputOutput {
          tally.surprises.append("\(sql): \(error)")
        }
        break
      }
    }
    let contents = try await contents(cluster)
    tally.rows = contents[0].values.reduce(0) { $0 + $1.count }
    tally.differences = differences(contents).map { name in
      let number = Int(name.dropFirst().prefix { $0.isNumber })
      let thing = number.map { RqliteNondeterminism.things[$0].sql } ?? name
      return "\(position.statements[0]) with \(thing): \(contents.map { $0[name] ?? [] })"
    }
    await database.close()
    await cluster.close()
    return tally
  }

  @Test func everyThingInEveryPlace() async throws {
    let queue = Protected(Array(RqliteNondeterminism.positions.enumerated())[...])
    let tally = try await withThrowingTaskGroup(of: Tally.self) { group in
      for _ in 0..<4 {
        group.addTask {
          var tally = Tally()
          while let (place, position) = queue.withLock({ $0.popFirst() }) {
            tally.add(try await Self.play(position, at: place))
          }
          return tally
        }
      }
      return try await group.reduce(into: Tally()) { $0.add($1) }
    }
    let (positions, things) = (RqliteNondeterminism.positions.count, RqliteNondeterminism.things.count)
    print(
      "\(positions) positions x \(things) things x 3 nodes: \(tally.done) evaluated, \(tally.refused) refused, "
        + "\(tally.failed) refused by the engine, \(tally.rows) rows and texts on each node, "
        + "\(tally.differences.count) differences")
    #expect(tally.differences.isEmpty, "\(tally.differences.joined(separator: "\n"))")
    #expect(tally.surprises.isEmpty, "\(tally.surprises.joined(separator: "\n"))")
    #expect(tally.done + tally.refused + tally.failed >= positions * things)
    #expect(tally.done >= 500 && tally.refused >= 500)
  }

  /// The same things past the driver: the comparison sees what it is there for.
  @Test func theNodesDifferWithoutTheDriver() async throws {
    let cluster = try await Self.cluster()
    let transport = CurlTransport()
    let url = await cluster.addresses[0] + "/db/execute?norwrandom&norwtime"
    func send(_ sql: String, _ values: [SQLValue] = []) async throws {
      var writer = JSONWriter(capacity: 100)
      writer.beginArray()
      writer.beginArray()
      writer.string(sql)
      for value in values {
        switch value {
        case .text(let text): writer.string(text)
        case .blob(let bytes):
          writer.beginArray()
          for byte in bytes { writer.integer(Int64(byte)) }
          writer.endArray()
        case .integer(let integer): writer.integer(integer)
        default: writer.null()
        }
      }
      writer.endArray()
      writer.endArray()
      let answer = try await transport.send(HTTPRequest(method: "POST", url: url, body: writer.bytes))
      #expect(answer.status == 200)
    }
    for sql in Self.setUp { try await send(sql) }
    for (number, thing) in RqliteNondeterminism.things.enumerated() {
      for sql in Self.table(number) { try await send(sql) }
      try await send("INSERT INTO t\(number)(v) VALUES (\(thing.sql))", thing.values)
    }
    let different = Set(Self.differences(try await Self.contents(cluster)))
    for (number, thing) in RqliteNondeterminism.things.enumerated() where thing.differs {
      #expect(different.contains("t\(number)"), "\(thing.sql)")
    }
    await cluster.close()
  }

  /// What is evaluated beforehand is what the engine would have made of it.
  @Test func valuesAreThoseOfTheMoment() async throws {
    let cluster = try await Self.cluster()
    let database = try await Self.database(of: cluster)
    try await database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, a, b, c, d, e, f)")
    try await database.execute(
      """
      INSERT INTO t(a, b, c, d, e, f) VALUES (CURRENT_TIMESTAMP, datetime('now'), strftime('%Y-%m-%d %H:%M:%f', 'no'||'w'), \
      CURRENT_DATE || ' ' || CURRENT_TIME, random(), randomblob(16))
      """)
    let checks: SQLFragment = """
      SELECT typeof(a), a = b, a = d, substr(c, 1, 19) = a, length(c), abs(julianday('now') - julianday(a)) < 0.01, typeof(e),
      typeof(f), length(f) FROM t
      """
    #expect(
      try await database.fetchAll(checks.rows()).map(\.values) == [
        [.text("text"), 1, 1, 1, 23, 1, .text("integer"), .text("blob"), 16]
      ])
    // One moment for all rows of a statement, as in SQLite.
    try await database.execute(
      "INSERT INTO t(a) VALUES ('now'), ('2024-02-29 12:00:00'), (2460000.5), (NULL), ('nowhere')")
    try await database.execute("UPDATE t SET b = datetime(a, '+1 day'), c = datetime('now', '+1 day') WHERE id > 1")
    let found = try await database.fetchAll(
      ("SELECT a, b, b = c FROM t WHERE id > 1 ORDER BY id" as SQLFragment).rows())
    #expect(found.map { $0.values[2] } == [1, 0, 0, .null, .null])
    #expect(found[1].values[1] == .text("2024-03-01 12:00:00") && found[2].values[1] == .text("2023-02-26 00:00:00"))
    await database.close()
    await cluster.close()
  }

  @Test(arguments: [
    ("INSERT INTO t(v) VALUES (changes())", "program"), ("UPDATE t SET v = random()", "bind"),
    ("INSERT INTO t SELECT * FROM t LIMIT 1", "ORDER BY"), ("UPDATE t SET v = datetime(v, 'localtime')", "convert"),
    ("CREATE TABLE t(v DEFAULT CURRENT_TIMESTAMP)", "bind"), ("CREATE VIEW v AS SELECT date(a) FROM t", "GLOB"),
    ("INSERT INTO t VALUES (sqlite_version())", "bind"), ("INSERT INTO t VALUES (mine(1))", "bind"),
    ("INSERT INTO t SELECT file FROM pragma_database_list", "bind"), ("PRAGMA case_sensitive_like = ON", "connection"),
    ("PRAGMA optimize", "ANALYZE"),
  ])
  func aRefusalSaysWhatToWrite(_ sql: String, _ word: String) async throws {
    let script = try RqliteScript { (_, _) in .results("{}") }
    let database = try await script.database()
    let error = await thrownError { _ = try await database.execute(SQLFragment(raw: sql)) }
    #expect(error?.code == .unsupportedFeature && error?.outcome == .notApplied)
    #expect(error?.message.contains(word) == true, "\(error?.message ?? "no error")")
    #expect(script.requests.isEmpty)
  }

  @Test(arguments: [
    "INSERT INTO t(a, b) VALUES (lower('A'), substr('abc', 2))",
    "CREATE TABLE t(a VARCHAR(20), b DECIMAL(10, 2) CHECK (b > 0))",
    "CREATE TABLE IF NOT EXISTS main.t(a REFERENCES u(a), PRIMARY KEY (a), CHECK (a IS date(a)))",
    "CREATE INDEX i ON t(a, lower(b))", "CREATE UNIQUE INDEX IF NOT EXISTS main.i ON t(date(a))",
    "CREATE VIEW v(a, b) AS SELECT a, count(*) FROM t GROUP BY a",
    "CREATE VIRTUAL TABLE f USING fts5(a, tokenize = 'porter')",
    "WITH c(x, y) AS (SELECT a, b FROM t), d(z) AS MATERIALIZED (SELECT x FROM c) DELETE FROM t WHERE a IN (SELECT z FROM d)",
    "UPDATE t SET a = CAST(b AS VARCHAR(20)) WHERE a LIKE ('x' || '%')",
    "INSERT INTO t AS x (a) VALUES (1) ON CONFLICT(a) DO NOTHING",
    "DELETE FROM t WHERE id IN (SELECT id FROM t ORDER BY score DESC, id LIMIT 3)",
    "DELETE FROM t WHERE id IN (SELECT id FROM t ORDER BY score DESC, rowid LIMIT 3)",
    "UPDATE t SET a = datetime(b, 'unixepoch')", "UPDATE t SET a = date(b + 0)",
    "INSERT INTO t VALUES ('dbstat', 'now', 'random()')",
    "CREATE VIEW v AS SELECT date(CASE WHEN a GLOB '[0-9]*' THEN a END) FROM t",
    "CREATE TABLE t(now TEXT, random INTEGER)",
    "INSERT INTO t SELECT value FROM json_each('[1]')", "ALTER TABLE t ADD COLUMN b NUMERIC(10, 2) DEFAULT (abs(-4))",
  ])
  func whatIsTheSameOnEveryNodeIsSentAsItIs(_ sql: String) async throws {
    let script = try RqliteScript { (_, _) in .results("{}") }
    let database = try await script.database()
    try await database.execute(SQLFragment(raw: sql))
    #expect(script.bodies == [#"[["\#(sql)"]]"#])
  }
}
