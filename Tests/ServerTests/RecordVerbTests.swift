#if Command
import Foundation
import Quarry
import QuarryMemory
import QuarryRemote
import QuarrySQLCipher
import QuarrySQLite
import QuarryServer
import TestSupport
import Testing

/// The verbs of records and pages, the same on every kind of database.
@Suite("Records and pages, on files, in memory and over HTTP") struct RecordVerbTests {
  /// A record with a compound key, codings, NULLs, a unique key and time stamps.
  struct Visit: SQLCodable, Hashable {
    var city: String
    var day: Date
    var guest: UUID?
    var price: Decimal
    var madeAt: Date?
    var changedAt: Date?

    static let city = SQLColumn<String>("city", collation: .nocase)
    static let day = SQLColumn<Date>("day", coding: .unixInteger)
    static let guest = SQLColumn<UUID?>("guest", coding: .lowercaseText)
    static let price = SQLColumn<Decimal>("price", coding: .scaled(2))
    static let madeAt = SQLColumn<Date?>("madeAt", stamp: .created)
    static let changedAt = SQLColumn<Date?>("changedAt", stamp: .updated, coding: .unixMilliseconds)
    static let table = SQLTable(
      "Visit", city, day, guest, price, madeAt, changedAt, primaryKey: [city, day], uniqueKeys: [[guest, price]])

    init(_ city: String, _ day: Int, guest: UInt8? = nil, price: Decimal = 0) {
      self.city = city
      self.day = Self.date(day)
      self.guest = guest.map { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, $0)) }
      self.price = price
    }
    static func date(_ day: Int) -> Date { Date(timeIntervalSince1970: Double(day) * 86_400) }

    init(row: inout SQLRowReader<Self>) throws {
      city = try row[Self.city]
      day = try row[Self.day]
      guest = try row[Self.guest]
      price = try row[Self.price]
      madeAt = try row[Self.madeAt]
      changedAt = try row[Self.changedAt]
    }

    func encode(to row: inout SQLRowWriter<Self>) {
      row[Self.city] = city
      row[Self.day] = day
      row[Self.guest] = guest
      row[Self.price] = price
      row[Self.madeAt] = madeAt
      row[Self.changedAt] = changedAt
    }
  }

  private static let configuration = DatabaseConfiguration(now: { Visit.date(1000) })

  @Test func files() async throws {
    let folder = try TemporaryFolder()
    let plain = SQLiteDriver(path: folder.file("a.db"))
    let encrypted = SQLCipherDriver(path: folder.file("c.db"), key: .passphrase("a secret of the tests"))
    try await check(Database(plain, configuration: Self.configuration))
    try await check(Database(encrypted, configuration: Self.configuration))
    try await check(Database(MemoryDriver(), configuration: Self.configuration))
  }

  @Test func overHrana() async throws {
    let faults = FaultPlan()
    try await withServer(isFile: true, faults: faults) { served in
      let driver = HranaDriver(
        url: "http://127.0.0.1:\(served.client.port)", retries: .patient, timeout: .seconds(300))
      try await check(Database(driver, configuration: Self.configuration)) { faults.requestCount }
    }
  }

  @Test func overPerSQL() async throws {
    let faults = FaultPlan()
    try await withServer(isFile: true, faults: faults) { served in
      let driver = try PerSQLDriver(
        baseURL: "http://127.0.0.1:\(served.client.port)", database: "default/main", transport: CurlTransport(),
        policy: .patient, timeouts: .patient)
      try await check(Database(driver, configuration: Self.configuration)) { faults.requestCount }
    }
  }

  private func check(_ database: Database, requests: () -> Int = { 0 }) async throws {
    try await database.createTable(Visit.self)
    try await records(database)
    try await pages(database, requests)
    await database.close()
  }

  private func records(_ database: Database) async throws {
    let oslo = try await database.save(Visit("Oslo", 1, guest: 1, price: 1.25))
    #expect(oslo.madeAt == Visit.date(1000) && oslo.changedAt == Visit.date(1000))
    var dearer = oslo
    dearer.price = 2.5
    #expect(try await database.save(dearer) == dearer)
    #expect(try await database.require(Visit.find("oslo", Visit.date(1))) == dearer)
    #expect(try await database.find(Visit.self, by: (Visit.guest, Visit.price), (oslo.guest, 2.5)) == dearer)
    #expect(try await database.find(Visit.self, by: (Visit.guest, Visit.price), (nil, 2.5)) == nil)
    await #expect(throws: DatabaseError.self) { try await database.find(Visit.self, by: Visit.guest, nil) }
    #expect(try await database.refresh(oslo) == dearer)
    var moved = dearer
    moved.guest = nil
    #expect(try await database.update(moved, onlyChangedFrom: dearer).affectedRows == 1)
    #expect(try await database.update(moved, onlyChangedFrom: moved).affectedRows == 0)
    #expect(try await database.fetchSet(Visit.all) == [moved])
    do {
      _ = try await database.require(Visit.where { $0.price == 99 })
      Issue.record("a missing row was required")
    } catch let error as DatabaseError {
      #expect(error.code == .rowNotFound && "\(error)".contains("price") && !"\(error)".contains("99"))
    }
    let (rome, byCity, found) = try await database.batch { batch in
      (
        batch.save(Visit("Rome", 2)), batch.fetchDictionary(Visit.all) { $0.city },
        batch.find(Visit.self, by: (Visit.city, Visit.day), ("ROME", Visit.date(2)))
      )
    }
    #expect(found == rome && byCity == ["Oslo": moved, "Rome": rome])
    struct Total: Decodable, Equatable { var city: String, visits: Int }
    let totals: SQLFragment = "SELECT count(*) AS visits, city FROM Visit GROUP BY city ORDER BY city"
    #expect(
      try await database.fetchAll(totals.decoded(as: Total.self)) == [
        Total(city: "Oslo", visits: 1), Total(city: "Rome", visits: 1),
      ])
    try await database.delete(Visit.all)
  }

  private func pages(_ database: Database, _ requests: () -> Int) async throws {
    try await database.insert(
      (0..<23).map {
        Visit(["a", "B", "b", "C"][$0 % 4], $0, guest: $0 % 3 == 0 ? nil : UInt8($0), price: Decimal($0 % 5))
      })
    for (index, query) in [
      Visit.all, Visit.order { $0.guest }, Visit.order { ($0.guest.descending, $0.price) },
      Visit.order { ($0.price.descending, $0.city.descending, $0.day.descending) },
      Visit.order { $0.guest.ascending.nullsLast }, Visit.order { ($0.city, $0.price.descending) },
    ].enumerated() {
      let all = try await database.fetchAll(query.order { ($0.city, $0.day) })
      for size in [4, 23] {
        var forward: [Visit] = []
        var last: DatabasePage<Visit>?
        for try await page in database.pages(query, size: size) {
          forward += page
          last = page
        }
        #expect(forward == all, "order \(index), size \(size)")
        var backward = last?.rows ?? []
        while let cursor = last?.previous {
          // The cursor travels as text.
          let page = try await database.page(query, size: size, before: #require(PageCursor("\(cursor)")))
          backward = page.rows + backward
          last = page
        }
        #expect(backward == all, "order \(index), size \(size), backwards")
      }
    }
    let before = requests()
    let numbered = try await database.page(Visit.order { $0.price }, number: 2, size: 5)
    #expect(requests() - before <= 1)
    #expect(numbered.total == 23 && numbered.pageCount == 5 && numbered.allSatisfy { $0.price == 1 })
    let (first, count) = try await database.batch { ($0.page(Visit.all, size: 2), $0.fetchCount(Visit.all)) }
    #expect(first.count == 2 && count == 23)
  }
}
#endif
