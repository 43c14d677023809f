import Foundation
import Quarry
import QuarryRemote
import RqliteStandIn
import Testing
import TestSupport

/// The driver from end to end: against a stand-in, and against a real cluster where there is one.
@Suite struct RqliteClusterTests {
  /// A cluster to test against, such as `127.0.0.1:4001,127.0.0.1:4003`; its table `quarry_test_…` is dropped again.
  static let cluster = Surroundings.variable("QUARRY_TEST_RQLITE").map {
    $0.contains("://") ? $0 : "rqlite+http://" + $0
  }

  private func exercise(_ database: Database, table: String) async throws {
    let name = SQLIdentifier.quote(table)
    try await database.execute(
      SQLFragment(raw: "CREATE TABLE \(name) (id INTEGER PRIMARY KEY, t TEXT UNIQUE, r REAL, b BLOB)"))
    let values: [[SQLValue]] = [
      [.integer(1), .text("x'41'"), .real(2), .blob([0, 255])],
      [.integer(.max), .text("é\0<&>"), .real(0.1), .blob([])],
      [.integer(.min), .null, .real(-1e300), .null],
    ]
    for row in values {
      let result = try await database.execute(SQLFragment(raw: "INSERT INTO \(name) VALUES (?, ?, ?, ?)", values: row))
      #expect(result.affectedRows == 1)
      #expect(.integer(result.lastInsertedRowID) == row[0])
    }
    let all = SQLFragment(raw: "SELECT * FROM \(name) ORDER BY id DESC")
    let found = try await database.fetchAll(all.rows()).map(\.values)
    #expect(found == [values[1], values[0], values[2]])
    let failed = await thrownError {
      try await database.batch { batch in
        batch.execute(SQLFragment(raw: "DELETE FROM \(name)"))
        batch.execute(SQLFragment(raw: "INSERT INTO \(name)(t) VALUES (?)", values: [.text("a")]))
        batch.execute(SQLFragment(raw: "INSERT INTO \(name)(t) VALUES (?)", values: [.text("a")]))
      }
    }
    #expect(failed?.code == .constraintUnique && failed?.statementIndex == 2 && failed?.outcome == .notApplied)
    let unprepared = await thrownError {
      try await database.batch { batch in
        batch.execute(SQLFragment(raw: "DELETE FROM \(name)"))
        batch.execute("INSERT INTO quarry_test_nowhere VALUES (1)")
      }
    }
    #expect(unprepared?.code == .noSuchObject && unprepared?.statementIndex == 1)
    #expect(try await database.fetchCount(all.rows()) == 3)
    let returning = SQLFragment(raw: "DELETE FROM \(name) WHERE id = 1 RETURNING t, r")
    #expect(try await database.fetchAll(returning.rows()).map(\.values) == [[.text("x'41'"), .real(2)]])
  }

  @Test func aPragmaTellsOfTheNewestSchema() async throws {
    let standIn = try await RqliteStandIn()
    let database = try await Database(
      try RqliteDriver(
        addresses: await standIn.addresses, transport: CurlTransport(), policy: RetryPolicy(deadline: .seconds(300)),
        timeouts: RemoteTimeouts(call: .seconds(300))))
    for number in 1...3 {
      // The connection for reading has seen the schema before the table is made. Unlike table_info, these two do not notice.
      _ = try await database.fetchAll(("SELECT count(*) FROM sqlite_master" as SQLFragment).rows())
      try await database.execute(SQLFragment(raw: "CREATE TABLE n\(number) (a UNIQUE, b REFERENCES n1(a))"))
      for name in number.isMultiple(of: 2) ? ["index_list", "foreign_key_list"] : ["foreign_key_list", "index_list"] {
        let list = SQLFragment(raw: "PRAGMA \(name)(n\(number))")
        #expect(try await database.fetchAll(list.rows()).count == 1, "\(name)")
      }
    }
    await database.close()
    await standIn.close()
  }

  @Test func againstTheStandIn() async throws {
    let standIn = try await RqliteStandIn()
    let database = try await Database(
      try RqliteDriver(
        addresses: await standIn.addresses, redirects: true, transport: CurlTransport(),
        policy: RetryPolicy(deadline: .seconds(300)),
        timeouts: RemoteTimeouts(call: .seconds(300))))
    try await exercise(database, table: "quarry_test")
    await database.close()
  }

  @Test(
    .enabled(
      if: cluster != nil, "skipped: QUARRY_TEST_RQLITE does not name a cluster, such as 127.0.0.1:4001,127.0.0.1:4003"))
  func againstARealCluster() async throws {
    let url = try #require(Self.cluster)
    let registry = DriverRegistry([.rqliteHTTP, .rqliteHTTPS])
    let database = try await Database(url: url, registry: registry)
    let table = "quarry_test_\(UInt64.random(in: 0 ... .max))"
    let drop = SQLFragment(raw: "DROP TABLE IF EXISTS \(SQLIdentifier.quote(table))")
    do {
      try await exercise(database, table: table)
    } catch {
      _ = try? await database.execute(drop)
      throw error
    }
    try await database.execute(drop)
    await database.close()
  }
}
