import Quarry
import QuarryMemory
import QuarryRemote
import RqliteStandIn
import Testing
import TestSupport

/// Rows of RETURNING are those that a local engine returns, bit for bit: storage classes by declared types by forms.
@Suite struct RqliteReturningTests {
  private static let values = [
    "NULL", "0", "1", "-5", "9223372036854775807", "-9223372036854775808", "1.0", "2.5", "-0.0", "1e20", "1e21",
    "1e300",
    "5e-324", "0.1", "9e999", "-9e999", "''", "'abc'", "'12'", "'1.0'", "'now'", "'2024-01-02 03:04:05'",
    "'x''4142'''", "'é😀<&>'", "'Inf'", "'a' || char(0) || 'b'", "char(65533)", "x''", "x'00ff'", "x'616263'", "x'31'",
  ]
  /// No text that anything can hold as one.
  private static let invalid = "CAST(x'61ff62' AS TEXT)"

  private static let types = [
    "", "INTEGER", "REAL", "TEXT", "BLOB", "NUMERIC", "BOOLEAN", "DATE", "DATETIME", "TIMESTAMP", "VARCHAR(20)", "JSON",
    "CLOB", "DOUBLE PRECISION", "DECIMAL(10,2)", "ANY",
  ]

  private static let forms = [
    "x", "*", "x AS y", "x \"the name\"", "t.x, \"X\"", "+x", "x, typeof(x)", "max(x, x), *", "(SELECT x) AS z",
    "coalesce(x, x'ff')",
    "x || x", "CASE WHEN id > 3 THEN x ELSE id END kind", "x COLLATE NOCASE", "hex(x), x IS NULL", "rowid, x, x",
    "1, 'text', x'ff', 2.0, NULL",
  ]

  private enum Outcome: Equatable {
    case rows([String], [[Cell]])
    case failure(DatabaseError.Code)

    /// The same with integers as reals, where a column holds nothing else.
    func withRealsOnly(_ isReal: Bool) -> Outcome {
      guard isReal, case .rows(let names, let rows) = self else { return self }
      return .rows(
        names,
        rows.map { row in
          row.map { cell in
            if case .integer(let integer) = cell { return Cell.real(Double(integer).bitPattern) }
            return cell
          }
        })
    }
  }

  /// A value by its class and bits.
  private enum Cell: Hashable {
    case null
    case integer(Int64)
    case real(UInt64)
    case text([UInt8])
    case blob([UInt8])

    init(_ value: SQLValue) {
      self =
        switch value {
        case .null: .null
        case .integer(let integer): .integer(integer)
        case .real(let real): .real(real.bitPattern)
        case .text(let text): .text(Array(text.utf8))
        case .blob(let bytes): .blob(bytes)
        }
    }
  }

  private static func outcome(_ database: Database, _ sql: String) async -> Outcome {
    let rows = Protected<[SQLRow]>([])
    let error = await thrownError {
      let found = try await database.fetchAll(SQLFragment(raw: sql).rows())
      rows.withLock { $0 = found }
    }
    if let error { return .failure(error.code) }
    let found = rows.withLock { $0 }
    return .rows(found.first?.columnNames ?? [], found.map { $0.values.map(Cell.init) })
  }

  private func databases() async throws -> (remote: Database, local: Database, cluster: RqliteStandIn) {
    var configuration = RqliteStandIn.Configuration()
    configuration.commit = .zero
    let cluster = try await RqliteStandIn(configuration)
    let remote = try await Database(
      try RqliteDriver(
        addresses: await cluster.addresses, transport: CurlTransport(), policy: RetryPolicy(deadline: .seconds(300)),
        timeouts: RemoteTimeouts(call: .seconds(300))))
    return (remote, try await Database(MemoryDriver()), cluster)
  }

  @Test(arguments: types)
  func rowsAreThoseOfALocalEngine(_ type: String) async throws {
    let (remote, local, cluster) = try await databases()
    var count = 0
    let isReal = ["REAL", "DOUBLE PRECISION"].contains(type)
    func compare(_ sql: String) async throws {
      let found = (await Self.outcome(remote, sql)).withRealsOnly(isReal)
      // Engines return a whole real of such a column as an integer, though they store it, and call it, a real.
      let expected = (await Self.outcome(local, sql)).withRealsOnly(isReal)
      #expect(found == expected, "\(sql)")
      count += 1
    }
    for database in [remote, local] {
      try await database.execute(SQLFragment(raw: "CREATE TABLE t(id INTEGER PRIMARY KEY, x \(type))"))
    }
    let several = Self.values.map { "(\($0))" }.joined(separator: ", ")
    for form in Self.forms {
      try await compare("INSERT INTO t(x) VALUES \(several) RETURNING \(form)")
      try await compare("UPDATE t SET x = x RETURNING \(form)")
      try await compare("DELETE FROM t RETURNING \(form)")
    }
    for value in Self.values + [Self.invalid] {
      for form in ["x", "*", "x, +x, typeof(x)"] {
        try await compare("INSERT INTO t(x) VALUES (\(value)) RETURNING \(form)")
        try await compare("WITH k AS (SELECT \(value) AS v) UPDATE t SET x = (SELECT v FROM k) RETURNING\n\(form)")
      }
      try await compare("REPLACE INTO main.t AS y (id, x) VALUES (1, \(value)) RETURNING y.x, id")
      try await compare("DELETE FROM \"t\" WHERE 1 RETURNING\tx -- the end")
    }
    #expect(count > 300)
    await remote.close()
    await local.close()
    await cluster.close()
  }

  @Test func namesWithoutRowsAndErrors() async throws {
    let (remote, local, cluster) = try await databases()
    for database in [remote, local] {
      try await database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, Name TEXT UNIQUE)")
      _ = try await database.fetchAll(("INSERT INTO t(name) VALUES ('a') RETURNING *" as SQLFragment).rows())
    }
    for sql in [
      "INSERT INTO t(name) VALUES ('a') RETURNING *", "INSERT INTO t(name) VALUES ('b') RETURNING nothing",
      "INSERT INTO nowhere VALUES ('b') RETURNING *", "INSERT INTO t(name) VALUES ('b') RETURNING",

      "UPDATE t SET name = 'c' WHERE id = 5 RETURNING *",
    ] {
      #expect(await Self.outcome(remote, sql) == (await Self.outcome(local, sql)), "\(sql)")
    }
    #expect(try await remote.fetchCount(("SELECT * FROM t" as SQLFragment).rows()) == 1)
    await remote.close()
    await local.close()
    await cluster.close()
  }

  @Test func parametersInEveryPart() async throws {
    let (remote, local, cluster) = try await databases()
    for database in [remote, local] { try await database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, x)") }
    let sql: SQLFragment = """
      WITH k(v) AS (VALUES (\("x'41'"))) INSERT INTO t(x) SELECT v || \("!") FROM k WHERE v = \("x'41'") \
      RETURNING x || \("?"), \([UInt8]([255])) AS b, typeof(\(2.0)), x
      """
    let found = try await remote.fetchAll(sql.rows())
    #expect(found.map(\.values) == [[.text("x'41'!?"), .blob([255]), .text("real"), .text("x'41'!")]])
    #expect(try await local.fetchAll(sql.rows()).map(\.values) == found.map(\.values))
    await remote.close()
    await local.close()
    await cluster.close()
  }
}
