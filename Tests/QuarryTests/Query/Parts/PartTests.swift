import Quarry
import QuarrySQLite
import TestSupport
import Testing

/// What comes with each row of a query, on each kind of driver.
@Suite("Queries with parts") struct PartTests {
  private func withDatabase(_ place: BatchPlace, _ body: (Database) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    let database = try await place.database(in: folder)
    try await Bands.create(in: database)
    try await body(database)
    await database.close()
  }

  @Test(arguments: BatchPlace.allCases) func everyShape(_ place: BatchPlace) async throws {
    try await withDatabase(place) { database in
      let all = Band.order { $0.id }
      for (band, discs) in try await database.fetchAll(all.with(many: Disc.self, on: Disc.bandID)) {
        #expect(discs == Bands.records(of: band))
      }
      let named = try await database.fetchAll(Band.order { $0.name }.with(Band.records))
      #expect(named.map(\.0.name) == ["Abdullah", "Nina", "Nobody"])
      #expect(named.map { $0.1.map(\.year) } == [[1973], [1970, 1966, 1958], []])
      let discs = try await database.fetchAll(
        Disc.order { $0.id }.with(one: Band.self, on: Disc.bandID).with(one: Band.self, on: Disc.guestID)
          .with(many: Song.self, on: Song.recordID).with(count: Song.self, on: Song.recordID))
      #expect(discs.map(\.0) == Bands.records)
      for (disc, band, guest, songs, count) in discs {
        #expect(band.id == disc.bandID)
        #expect(guest?.id == (disc.guestID == 2 ? 2 : nil))
        #expect(songs == Bands.songs(of: disc) && count == songs.count)
      }
      let nested = try await database.fetchAll(
        all.with(many: Disc.all.with(many: Song.self, on: Song.recordID), on: Disc.bandID))
      for (band, discs) in nested {
        #expect(discs.map(\.0) == Bands.records(of: band))
        for (disc, songs) in discs { #expect(songs == Bands.songs(of: disc)) }
      }
      let up = try await database.fetchAll(
        Song.order { $0.id }.with(one: Disc.all.with(one: Band.self, on: Disc.bandID), on: Song.recordID))
      #expect(up.map { $0.1.1.id } == [1, 1, 2])
      let labels = try await database.fetchAll(
        Disc.order { $0.id }.with(
          many: Genre.self, through: DiscGenre.self, on: DiscGenre.recordID, DiscGenre.label))
      #expect(labels.map { $0.1.map(\.name) } == [["jazz", "live"], [], ["jazz"], []])
      let some = try await database.fetchAll(
        all.with(many: Disc.self, on: Disc.bandID) { $0.where { $0.year > 1960 }.order { $0.year } })
      #expect(some.map { $0.1.map(\.year) } == [[1966, 1970], [1973], []])
      let none = try await database.fetchAll(Band.where { $0.id > 99 }.with(Band.records))
      #expect(none.isEmpty)
    }
  }

  @Test(arguments: BatchPlace.allCases) func limitsAreOfEachParent(_ place: BatchPlace) async throws {
    try await withDatabase(place) { database in
      let query = Band.order { $0.id }.with(many: Disc.self, on: Disc.bandID) {
        $0.order { $0.year }.limit(1).offset(1)
      }
      if !database.engine.supports(.windowFunctions) {
        let error = try await databaseError { try await database.fetchAll(query) }
        #expect(error.code == .unsupportedFeature)
        return
      }
      #expect(try await database.fetchAll(query).map { $0.1.map(\.id) } == [[1], [], []])
      let nested = try await database.fetchAll(
        Band.order { $0.id }.limit(2).with(
          many: Disc.order { $0.year }.limit(2).with(many: Song.self, on: Song.recordID), on: Disc.bandID))
      #expect(nested.map { $0.1.map(\.0.id) } == [[2, 1], [3]])
      #expect(nested.map { $0.1.map { $0.1.map(\.id) } } == [[[], [1, 2]], [[3]]])
    }
  }

  @Test(arguments: BatchPlace.allCases) func everyVerb(_ place: BatchPlace) async throws {
    try await withDatabase(place) { database in
      let query = Band.order { $0.name }.with(Band.records)
      #expect(try await database.fetchOne(query)?.1.map(\.id) == [3])
      #expect(try await database.require(query).0.id == 2)
      #expect(try await database.fetchCount(query) == 3)
      #expect(try await database.exists(query))
      let missing = try await databaseError {
        try await database.require(Band.where { $0.id == 77 }.with(Band.records)).0
      }
      #expect(missing.code == .rowNotFound && missing.batchEntry == nil)
      let first = try await database.page(query, size: 2)
      #expect(first.rows.map(\.1.count) == [1, 3] && first.previous == nil)
      let second = try await database.page(query, size: 2, after: first.next)
      #expect(second.rows.map(\.0.id) == [3] && second.next == nil)
      let back = try await database.page(query, size: 2, before: try #require(second.previous))
      #expect(back.rows.map(\.1.count) == [1, 3])
      let numbered = try await database.page(query, number: 2, size: 1)
      #expect(numbered.total == 3 && numbered.rows.map(\.1.count) == [3])
      var seen: [Int] = []
      for try await page in database.pages(query, size: 1) { seen += page.map(\.1.count) }
      #expect(seen == [1, 3, 0])
      var streamed: [[Int64]] = []
      for try await (_, discs) in database.rows(query) { streamed.append(discs.map(\.id)) }
      #expect(streamed == [[3], [4, 1, 2], []])
      let (rows, count, one) = try await database.batch { batch in
        (batch.fetchAll(query), batch.fetchCount(query), batch.fetchOne(query))
      }
      #expect(rows.map(\.1.count) == [1, 3, 0] && count == 3 && one?.0.id == 2)
      for try await value in database.observe(query) {
        #expect(value.map(\.1.count) == [1, 3, 0])
        break
      }
    }
  }

  @Test(arguments: BatchPlace.withBodies) func bodies(_ place: BatchPlace) async throws {
    try await withDatabase(place) { database in
      let query = Band.order { $0.name }.with(Band.records)
      let inside = try await database.read { (transaction: DatabaseTransaction) in
        var streamed: [Int] = []
        for try await (_, discs) in transaction.rows(query) { streamed.append(discs.count) }
        return (try await transaction.fetchAll(query).map(\.1.count), streamed)
      }
      #expect(inside.0 == [1, 3, 0] && inside.1 == [1, 3, 0])
      let written = try await database.write { (session: SQLSession) in
        try session.insert(Disc(9, 3, year: 2000))
        var seen: [Int] = []
        try session.forEachRow(query) { band, discs in
          seen.append(discs.count)
          return band.id != 1
        }
        return (try session.fetchAll(query).map(\.1.count), try session.page(query, size: 1).rows.map(\.1.count), seen)
      }
      #expect(written.0 == [1, 3, 1] && written.1 == [1] && written.2 == [1, 3])
    }
  }

  @Test(arguments: BatchPlace.allCases) func aMissingParent(_ place: BatchPlace) async throws {
    try await withDatabase(place) { database in
      try await database.insert(Disc(7, 99, year: 1))
      let error = try await databaseError {
        try await database.fetchAll(Disc.all.with(one: Band.self, on: Disc.bandID)).count
      }
      #expect(error.code == .rowNotFound && error.message.contains("\"record\"") && error.message.contains("\"band\""))
    }
  }

  /// The error of a fetch.
  private func failure<Record: SQLDecodable, Row: Sendable>(
    _ place: BatchPlace, _ query: QueryWithParts<Record, Row>
  ) async throws -> DatabaseError? {
    var result: DatabaseError?
    try await withDatabase(place) { database in
      do { _ = try await database.fetchAll(query) } catch { result = error as? DatabaseError }
    }
    return result
  }

  @Test(arguments: BatchPlace.allCases) func whatIsRefused(_ place: BatchPlace) async throws {
    #expect(try await failure(place, Band.all.with(many: Song.self, on: Song.recordID))?.code == .invalidQuery)
    #expect(try await failure(place, Band.all.with(many: Song.self, on: Disc.bandID))?.code == .invalidQuery)
    let grouped = Disc.group(by: { $0.year })
    #expect(try await failure(place, Band.all.with(many: grouped, on: Disc.bandID))?.code == .invalidQuery)
    let limited = Band.all.with(count: Disc.self, on: Disc.bandID) { $0.limit(1) }
    #expect(try await failure(place, limited)?.code == .invalidQuery)
    let random = Band.where { _ in SQL.random() != 0 }.with(Band.records)
    let error = try await failure(place, random)
    #expect(error?.code == (place == .batchingOnly ? .unsupportedFeature : nil))
    #expect(error?.missing == (place == .batchingOnly ? .interactiveTransactions : nil))
  }

  /// More parents than keys of one statement, and many of them twice.
  @Test(arguments: [BatchPlace.sqlite, .batchingOnly]) func manyParents(_ place: BatchPlace) async throws {
    try await withDatabase(place) { database in
      try await database.insert((10..<2510).map { Band(Int64($0), "b") })
      try await database.insert((10..<2510).map { Disc(Int64($0), Int64($0), year: 1) })
      let rows = try await database.fetchAll(Band.where { $0.id >= 10 }.order { $0.id }.with(Band.records))
      #expect(rows.map { $0.1.map(\.id) } == (10..<2510).map { [Int64($0)] })
      let up = try await database.fetchAll(
        Disc.where { $0.id >= 10 }.order { $0.id }.with(one: Band.self, on: Disc.bandID))
      #expect(up.map(\.1.id) == (10..<2510).map { Int64($0) })
    }
  }

  @Test func oneStatementForEachLevel() async throws {
    let folder = try TemporaryFolder()
    let driver = DeclaringDriver(SQLiteDriver(path: folder.file("a.db"))) { _ in }
    let database = try await Database(driver)
    try await Bands.create(in: database)
    driver.arrivals.removeAll()
    let query = Band.all.with(many: Disc.all.with(many: Song.self, on: Song.recordID), on: Disc.bandID)
      .with(count: Disc.self, on: Disc.bandID)
    _ = try await database.fetchAll(query)
    let texts = driver.arrivals.statements.map(\.sql)
    #expect(texts.first?.hasPrefix("BEGIN") == true && texts.last == "COMMIT")
    #expect(
      texts.filter { $0.hasPrefix("SELECT") } == [
        #"SELECT "t0"."id", "t0"."name" FROM "band" AS "t0""#,
        #"SELECT "t0"."id", "t0"."band", "t0"."guest", "t0"."year", "t1"."id" FROM "record" AS "t0" JOIN "band" AS "t1" "#
          + #"ON "t1"."id" = "t0"."band" WHERE "t1"."id" IN (?, ?, ?) ORDER BY "t0"."id""#,
        #"SELECT "t1"."id", count(*) FROM "record" AS "t0" JOIN "band" AS "t1" ON "t1"."id" = "t0"."band" "#
          + #"WHERE "t1"."id" IN (?, ?, ?) GROUP BY "t1"."id" COLLATE "BINARY""#,
        #"SELECT "t0"."id", "t0"."record", "t1"."id" FROM "song" AS "t0" JOIN "record" AS "t1" ON "t1"."id" = "t0"."record" "#
          + #"WHERE "t1"."id" IN (?, ?, ?, ?) ORDER BY "t0"."id""#,
      ])
    await database.close()
  }
}
