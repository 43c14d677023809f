#if Command
import Quarry
import QuarryRemote
import QuarrySQLite
import Synchronization
import TestSupport
import Testing

/// What 200 parents with their children cost: one query for each parent, against one query with parts.
@Suite struct PartCostTests {
  private struct Parent: SQLCodable {
    var id: Int64
    static let id = SQLColumn<Int64>("id", primaryKey: .plain)
    static let table = SQLTable("parent", id)
    init(_ id: Int64) { self.id = id }
    init(row: inout SQLRowReader<Self>) throws { id = try row[Self.id] }
    func encode(to row: inout SQLRowWriter<Self>) { row[Self.id] = id }
  }

  private struct Child: SQLCodable {
    var id: Int64
    var parentID: Int64
    static let id = SQLColumn<Int64>("id", primaryKey: .plain)
    static let parentID = SQLColumn<Int64>("parent", references: .table("parent"))
    static let table = SQLTable("child", id, parentID)
    init(_ id: Int64, _ parentID: Int64) {
      self.id = id
      self.parentID = parentID
    }
    init(row: inout SQLRowReader<Self>) throws {
      id = try row[Self.id]
      parentID = try row[Self.parentID]
    }
    func encode(to row: inout SQLRowWriter<Self>) {
      row[Self.id] = id
      row[Self.parentID] = parentID
    }
  }

  private struct CountingTransport: HTTPTransport {
    let base = CurlTransport()
    final class Count: Sendable { let posts = Atomic<Int>(0) }
    let count = Count()

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
      if request.method == "POST" { count.posts.add(1, ordering: .relaxed) }
      return try await base.send(request)
    }

    func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPBodyStream {
      if request.method == "POST" { count.posts.add(1, ordering: .relaxed) }
      return try await base.stream(request)
    }
  }

  enum Place: String, CaseIterable, Sendable { case sqlite, hrana, perSQL }

  @Test(arguments: Place.allCases) func twoHundredParents(_ place: Place) async throws {
    try await withServer(isFile: true) { (served) async throws in
      let transport = CountingTransport()
      let folder = try TemporaryFolder()
      let url = "http://127.0.0.1:\(served.client.port)"
      let arrivals = Arrivals()
      let driver: any DatabaseDriver =
        switch place {
        case .sqlite: DeclaringDriver(SQLiteDriver(path: folder.file("a.db")), arrivals) { _ in }
        case .hrana:
          DeclaringDriver(
            HranaDriver(url: url, transport: transport, retries: .patient, timeout: .seconds(300)), arrivals
          ) { _ in }
        case .perSQL:
          DeclaringDriver(
            try PerSQLDriver(
              baseURL: url, database: "default/main", transport: transport, policy: .patient, timeouts: .patient),
            arrivals
          ) { _ in }
        }
      let database = try await Database(driver)
      try await database.executeScript(
        "CREATE TABLE parent (id INTEGER PRIMARY KEY); CREATE TABLE child (id INTEGER PRIMARY KEY, parent INTEGER NOT NULL)"
      )
      try await database.insert((1...200).map { Parent($0) })
      try await database.insert((1...600).map { Child($0, $0 % 200 + 1) })
      _ = try await database.fetchCount(Parent.all)
      func cost(_ name: String, _ body: () async throws -> Int) async throws -> (statements: Int, requests: Int) {
        arrivals.removeAll()
        transport.count.posts.store(0, ordering: .relaxed)
        #expect(try await body() == 600)
        let statements = arrivals.statements.filter { $0.sql.hasPrefix("SELECT") }.count
        let requests = transport.count.posts.load(ordering: .relaxed)
        print("\(place.rawValue), \(name): \(statements) statements, \(requests) round trips")
        return (statements, requests)
      }
      let single = try await cost("one query for each parent") {
        var count = 0
        for parent in try await database.fetchAll(Parent.all) {
          count += try await database.fetchAll(Child.where { $0.parentID == parent.id }).count
        }
        return count
      }
      let together = try await cost("with(many:on:)") {
        try await database.fetchAll(Parent.all.with(many: Child.self, on: Child.parentID)).reduce(0) { $0 + $1.1.count }
      }
      #expect(single.statements == 201 && together.statements == 2)
      if place != .sqlite { #expect(single.requests >= 201 && together.requests == 1) }
      await database.close()
    }
  }
}
#endif
