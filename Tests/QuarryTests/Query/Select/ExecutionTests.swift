import Foundation
import Quarry
import QuarryMemory
import QuarrySQLCipher
import Testing
import TestSupport

/// A query rendered as for an engine that lacks features, whatever the real one has.
struct Without<Query: SQLFetchable>: SQLFetchable {
  let query: Query
  let hidden: FeatureSet

  func statement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    let engine = context.engine
    var capabilities = context.capabilities
    capabilities.engine = DatabaseEngine(
      product: engine.product, version: engine.version, compileOptions: engine.compileOptions,
      features: engine.features.subtracting(hidden), absence: engine.absence)
    return try query.statement(for: SQLGenerationContext(capabilities: capabilities, policy: context.policy))
  }

  func decode(_ row: inout SQLRowDecoder) throws -> Query.Row { try query.decode(&row) }
  func decodeRows(_ batch: SQLRowBatch, into rows: inout [Query.Row]) throws {
    try query.decodeRows(batch, into: &rows)
  }
}

/// A query with its rows as plain values.
struct Plain<Query: SQLFetchable>: SQLFetchable {
  let query: Query

  func statement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    try query.statement(for: context)
  }
  func decode(_ row: inout SQLRowDecoder) throws -> [SQLValue] { throw DatabaseError(.misuse, "read in batches") }
  func decodeRows(_ batch: SQLRowBatch, into rows: inout [[SQLValue]]) throws {
    var dynamic: [SQLRow] = []
    try SQLFragment(raw: "SELECT 1").rows().decodeRows(batch, into: &dynamic)
    rows += dynamic.map(\.values)
  }
}

/// The engines of this machine, each with the same data.
enum TestEngine: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case sqlite, sqlcipher

  var testDescription: String { rawValue }

  /// Runs a body with a fresh database.
  func run(_ body: (Database) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    let database = try await (self == .sqlite ? LocalDriver.memory : .sqlcipher).database(in: folder)
    try await database.executeScript(
      """
      CREATE TABLE Artist(ArtistId INTEGER PRIMARY KEY AUTOINCREMENT, Name TEXT NOT NULL);
      CREATE TABLE Album(AlbumId INTEGER PRIMARY KEY, Title TEXT NOT NULL COLLATE NOCASE,
        ArtistId INTEGER, Year INTEGER);
      CREATE TABLE Track(Name TEXT, AlbumId INTEGER, Price REAL);
      CREATE TABLE Employee(EmployeeId INTEGER PRIMARY KEY, Name TEXT NOT NULL, ManagerId INTEGER);
      CREATE VIEW AlbumTitle AS SELECT AlbumId AS id, Title AS title FROM Album WHERE AlbumId % 2 = 0;
      INSERT INTO Artist VALUES (1, 'Ann'), (2, 'Bob'), (3, 'Cy'), (4, 'ann');
      INSERT INTO Album VALUES (1, 'one', 1, 1990), (2, 'Two', 1, NULL), (3, 'three', 2, 2001), (4, 'ONE', NULL, 1990),
        (5, 'five', 77, 1985), (6, 'six', 2, 2001);
      INSERT INTO Track VALUES ('a', 1, 0.5), ('b', 1, 1.5), (NULL, NULL, NULL), ('d', 3, NULL), ('e', 99, 2.5),
        (NULL, 2, NULL);
      INSERT INTO Employee VALUES (1, 'boss', NULL), (2, 'x', 1), (3, 'y', 1), (4, 'z', 2);
      """)
    do { try await body(database) } catch {
      await database.close()
      throw error
    }
    await database.close()
  }
}

@Suite struct ExecutionTests {
  static let hidden: FeatureSet = [
    .rightJoin, .fullJoin, .nullsOrder, .filterAggregate, .havingWithoutGroupBy, .isDistinctFrom, .iifFunction,
    .rowValues,
    .unixEpochFunction, .materializedHint, .formatFunction, .concatFunction,
  ]

  /// Native and equal forms give equal rows.
  private func compare<Query: SQLFetchable>(
    _ query: Query, _ database: Database, ordered: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    // Rows are compared as their records: markers of absence, which may be NULL or 0, are no part of these.
    func rows<Some: SQLFetchable>(_ query: Some) async throws -> [String] {
      let rows = try await database.fetchAll(query).map { String(reflecting: $0) }
      return ordered ? rows : rows.sorted()
    }
    let native = try await rows(query)
    let lowered = try await rows(Without(query: query, hidden: ExecutionTests.hidden))
    #expect(native == lowered, sourceLocation: sourceLocation)
    #expect(!native.isEmpty, "the comparison needs rows", sourceLocation: sourceLocation)
    let count = try await database.fetchCount(query)
    #expect(count == native.count, sourceLocation: sourceLocation)
  }

  @Test(arguments: TestEngine.allCases) func nativeAndEqualFormsGiveEqualRows(_ engine: TestEngine) async throws {
    try await engine.run { database in
      try await compare(Artist.rightJoin(Album.self), database)
      try await compare(Artist.fullJoin(Album.self), database)
      try await compare(
        Artist.fullJoin(Album.self).where { artist, album in artist.id == nil || album.id == nil }, database)
      try await compare(Artist.fullJoin(Album.self) { $0.id == $1.artistID && $1.year > 1990 }, database)
      try await compare(Artist.join(Album.self).rightJoin(Track.self), database)
      try await compare(Artist.leftJoin(Album.self).fullJoin(Track.self), database)
      try await compare(Artist.fullJoin(Album.self).fullJoin(Track.self), database)
      try await compare(Artist.fullJoin(Album.self).leftJoin(Track.self), database)
      try await compare(Artist.rightJoin(Album.self).rightJoin(Track.self).rightJoin(AlbumTitle.self), database)
      try await compare(Artist.rightJoin(Album.self).fullJoin(AlbumTitle.self).leftJoin(Track.self), database)
      try await compare(Track.fullJoin(Track.self) { $0.albumID == $1.albumID }, database)
      try await compare(AlbumTitle.fullJoin(Track.self) { $0.id == $1.albumID }, database)
      try await compare(
        Artist.fullJoin(Album.where { $0.year > 1986 }).group { artist, _ in artist.name }
          .select { artist, album in (artist.name, album.id.count(), album.year.max(), SQL.count()) }, database)
      try await compare(
        Artist.fullJoin(Album.self).select { artist, album in (album.title.min(), artist.name.max(), SQL.count()) },
        database)
      try await compare(
        Artist.where { artist in
          Album.fullJoin(Track.self) { $0.id == $1.albumID && $0.artistID == artist.id }
            .where { album, _ in album.artistID == artist.id }.exists
        }, database)
      try await compare(Album.order { ($0.year.ascending.nullsLast, $0.id) }, database, ordered: true)
      try await compare(Album.order { ($0.year.descending.nullsFirst, $0.id) }, database, ordered: true)
      try await compare(
        Album.select { ($0.id, $0.year) }.unionAll(Artist.select { ($0.id, SQL.null(Int.self)) })
          .order { id, year in (year.ascending.nullsLast, id) }, database, ordered: true)
      try await compare(
        Album.select {
          (
            SQL.count().filter($0.year > 1990), $0.year.sum(distinct: true).filter($0.id > 1),
            $0.title.min().filter($0.id > 1), $0.title.count(distinct: true).filter($0.id < 9),
            $0.year.total().filter($0.year > 9999), $0.year.average().filter($0.id > 2)
          )
        }, database)
      try await compare(Album.all.having { _ in SQL.count() > 1 }.select { ($0.year.max(), SQL.count()) }, database)
      try await compare(
        Album.where { $0.artistID.isDistinct(from: SQL.value(Optional<Int64>.some(1))) }, database)
      let pairs: [(Int64, String)] = [(1, "one"), (4, "one"), (6, "no")]
      try await compare(Album.where { SQL.tuple($0.id, $0.title).in(pairs) }, database)
      try await compare(Album.where { SQL.tuple($0.id, $0.title).notIn(pairs) }, database)
      let nullable: [(Int?, Int64)] = [(nil, 2), (1990, 1)]
      try await compare(Album.where { SQL.tuple($0.year, $0.id).in(nullable) }, database)
      try await compare(Album.where { SQL.tuple($0.year, $0.id).notIn(nullable) }, database)
      try await compare(
        Album.order { $0.id }.select {
          (
            SQL.iif($0.year > 1990, $0.title, SQL.value("x")), SQL.concat($0.title, $0.year),
            SQL.concat(separator: "-", $0.year, $0.title, $0.artistID), SQL.format("%03d", $0.id),
            SQL.unixEpoch(SQL.value("2001-02-03"))
          )
        }, database, ordered: true)
    }
  }

  @Test("S12: a row of NULLs stays a row", arguments: TestEngine.allCases)
  func presence(_ engine: TestEngine) async throws {
    try await engine.run { database in
      let rows = try await database.fetchAll(
        Album.where { $0.id == 2 }.leftJoin(Track.self).order { album, _ in album.id })
      #expect(rows.count == 1)
      #expect(rows.first?.1 == Track(name: nil, albumID: 2, price: nil))
      let none = try await database.fetchAll(Album.where { $0.id == 4 }.leftJoin(Track.self))
      #expect(none.count == 1 && none.first?.1 == nil)
      let all = try await database.fetchAll(Album.fullJoin(Track.self) { $0.id == $1.albumID })
      #expect(all.filter { $0.0 == nil }.map(\.1).contains(Track(name: nil, albumID: nil, price: nil)))
      let views = try await database.fetchAll(Album.leftJoin(AlbumTitle.self).order { album, _ in album.id })
      #expect(views.map { $0.1?.id } == [nil, 2, nil, 4, nil, 6])
      let nested = try await database.fetchAll(
        Album.leftJoin(Track.where { $0.price == nil }).order { album, _ in album.id })
      #expect(nested.map { $0.1 != nil } == [false, true, true, false, false, false])
    }
  }

  private func expect(
    _ ids: [Int64], _ query: SQLQuery<Album>, _ database: Database, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let found = try await database.fetchAll(query.order { $0.id }.select { $0.id })
    #expect(found == ids, sourceLocation: sourceLocation)
  }

  @Test("S1, S7, S8, S14, S40: conditions choose the rows they say", arguments: TestEngine.allCases)
  func conditions(_ engine: TestEngine) async throws {
    try await engine.run { database in
      try await expect([2, 3, 4], Album.where { $0.id.between(2, 4) }, database)
      try await expect([1, 5, 6], Album.where { $0.id.notBetween(2...4) }, database)
      try await expect([5, 6], Album.all.offset(4), database)
      try await expect([1], Album.where { SQL.raw("\($0.id) = 1 OR \($0.id) = 2") && $0.year == 1990 }, database)
      try await expect([2], Album.where { nil == $0.year }, database)
      try await expect([1, 3, 4, 5, 6], Album.where { $0.year != nil }, database)
      try await expect([], Album.where { $0.year < nil }, database)
      try await expect([1, 2, 3, 4, 5, 6], Album.where { _ in SQLPredicate.all([]) }, database)
      try await expect([], Album.where { _ in SQLPredicate.any([]) }, database)
      try await expect([], Album.where { $0.year.in([]) }, database)
      try await expect([1, 2, 3, 4, 5, 6], Album.where { $0.year.notIn([]) }, database)
      try await expect([3, 5, 6], Album.where { $0.year.notIn([1990]) }, database)
      try await expect([1, 4], Album.where { $0.title.startsWith("O") }, database)
      try await expect([4], Album.where { $0.title.startsWith("O", caseSensitive: true) }, database)
      try await expect([], Album.where { $0.title.contains("%") }, database)
      try await expect([1, 4], Album.where { $0.title == "one" }, database)
      try await expect([1], Album.where { $0.title.collate(.binary) == "one" }, database)
      try await expect([3, 4, 6], Album.where { SQL.tuple($0.year, $0.id).isGreater(than: 1990, 1) }, database)
      try await expect([4, 5], Album.where { album in Artist.where { $0.id == album.artistID }.notExists }, database)
      try await expect(
        [3, 6], Album.where { $0.artistID.in(Artist.where { $0.name == "Bob" }.select { $0.id }) }, database)
      try await expect(
        [2, 4, 5, 6], Album.where { (($0.id * 2 + 1) % 5).asNonNull == 0 || ($0.id & 4) == 4 }, database)
      let all = Album.all
      try await expect(
        [3, 6], all.where { outer in all.where { $0.year > outer.year }.notExists && outer.year != nil }, database)
    }
  }

  @Test("S44: lists of any length give the right rows", arguments: TestEngine.allCases)
  func longLists(_ engine: TestEngine) async throws {
    try await engine.run { database in
      for count in [998, 999, 1000, 40_000, 300_000] {
        let numbers = (0..<count).map { Int64($0 * 3) }
        let found = try await database.fetchAll(Album.where { $0.id.in(numbers) }.order { $0.id }.select { $0.id })
        #expect(found == [3, 6])
        let others = try await database.fetchAll(Album.where { $0.id.notIn(numbers) }.order { $0.id }.select { $0.id })
        #expect(others == [1, 2, 4, 5])
      }
      let titles = (0..<2000).map { "it's \($0) \"\\\u{1}" } + ["TWO", "six"]
      // The column's collation decides in every form.
      let found = try await database.fetchAll(Album.where { $0.title.in(titles) }.order { $0.id }.select { $0.id })
      #expect(found == [2, 6])
      let limited = Limited(query: Album.where { $0.title.in(titles) }.order { $0.id }.select { $0.id })
      #expect(try await database.fetchAll(limited) == [2, 6])
    }
  }

  /// A query rendered as for an engine that takes few parameters and reads no JSON.
  struct Limited<Query: SQLFetchable>: SQLFetchable {
    let query: Query
    func statement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
      var few = context.capabilities
      few.limits.parameters = 100
      return try Without(query: query, hidden: [.jsonCore]).statement(for: SQLGenerationContext(capabilities: few))
    }
    func decode(_ row: inout SQLRowDecoder) throws -> Query.Row { try query.decode(&row) }
  }

  @Test(arguments: TestEngine.allCases) func commonTablesValuesAndMapping(_ engine: TestEngine) async throws {
    try await engine.run { database in
      let boss = Employee.where { $0.id == 1 }.select { ($0.id, $0.name) }
      let tree = SQLCommonTable(AlbumTitle.self, named: "tree", initial: boss) {
        Employee.join($0) { employee, above in employee.managerID == above.id }
          .select { employee, _ in (employee.id, employee.name) }
      }
      let found = try await database.fetchAll(tree.all.order { $0.id })
      #expect(found.map(\.title) == ["boss", "x", "y", "z"])
      #expect(try await database.fetchCount(tree.all) == 4)
      let below = try await database.fetchAll(
        Employee.leftJoin(tree.all.where { $0.id > 2 }) { $0.id == $1.id }.order { employee, _ in employee.id })
      #expect(below.map { $0.1?.id } == [nil, nil, 3, 4])
      let constants = Album.values([
        Album(id: 1, title: "x", artistID: nil, year: nil), Album(id: 9, title: "y", artistID: 2, year: 3),
      ])
      let joined = try await database.fetchAll(
        constants.leftJoin(Album.self) { $0.id == $1.id }.order { one, _ in one.id })
      #expect(joined.map { $0.1?.title } == ["one", nil])
      #expect(joined.map { $0.0.title } == ["x", "y"])
      let perArtist = try await database.fetchAll(
        Artist.leftJoin(Album.self).group { artist, _ in artist.id }.order { artist, _ in artist.id }
          .select { artist, album in (artist, album.id.count()) }.map { artist, count in "\(artist.name) \(count)" })
      #expect(perArtist == ["Ann 2", "Bob 2", "Cy 0", "ann 0"])
      #expect(try await database.fetchOne(Album.order { $0.id.descending }.limit(3))?.id == 6)
      #expect(try await database.fetchOne(Album.all.limit(0)) == nil)
      #expect(try await database.fetchCount(Album.all.limit(2)) == 2)
      #expect(try await database.fetchCount(Album.select { $0.year }.distinct()) == 4)
      #expect(
        try await database.fetchAll(Album.select { $0.id }.except(Album.where { $0.id > 2 }.select { $0.id })) == [
          1, 2,
        ])
    }
  }

  @Test(arguments: TestEngine.allCases) func rawQueries(_ engine: TestEngine) async throws {
    try await engine.run { database in
      let byName: SQLFragment = "SELECT Year, Title, 1 AS extra, ArtistId, AlbumId FROM Album WHERE AlbumId = \(3)"
      #expect(
        try await database.fetchAll(byName.as(Album.self)) == [Album(id: 3, title: "three", artistID: 2, year: 2001)])
      let short: SQLFragment = "SELECT AlbumId FROM Album"
      await #expect(throws: DatabaseError.self) { try await database.fetchAll(short.as(Album.self)) }
      let pairs: SQLFragment = "SELECT AlbumId, Title FROM Album WHERE AlbumId < 3 ORDER BY 1"
      let tuples = try await database.fetchAll(pairs.values(Int.self, String.self))
      #expect(tuples.map(\.0) == [1, 2] && tuples.map(\.1) == ["one", "Two"])
      let dynamic: SQLFragment = "SELECT 1 AS a, 'x' AS b, 2 AS a, NULL AS c"
      let row = try #require(try await database.fetchOne(dynamic.rows()))
      #expect(row.columnNames == ["a", "b", "a", "c"])
      #expect(row["A"] == .integer(1) && row[2] == .integer(2) && row["c"] == .null)
      #expect(row.values == [1, "x", 2, .null])
      #expect(row["d"].map(\.storageClass) == nil && row[4].map(\.storageClass) == nil)
      #expect(try row.get("b", as: String.self) == "x")
      #expect(throws: DatabaseError.self) { try row.get("c", as: Int.self) }
      #expect(dynamic.rows().isReadOnly)
      #expect(!SQLFragment(raw: "INSERT INTO t VALUES (1) RETURNING *").rows().isReadOnly)
    }
  }

  @Test func windowsOnAnEngineThatHasThem() async throws {
    try await TestEngine.sqlite.run { database in
      let rows = try await database.fetchAll(
        Album.order { $0.id }.select {
          (
            $0.id, SQL.rowNumber().over(partitionBy: $0.artistID, orderBy: $0.id.descending),
            $0.year.lag(1).over(orderBy: $0.id),
            $0.id.sum().over(orderBy: $0.id, frame: SQLFrame(.rows, from: .preceding(1)))
          )
        })
      #expect(rows.map(\.1) == [2, 1, 2, 1, 1, 1])
      #expect(rows.map(\.2) == [nil, 1990, nil, 2001, 1990, 1985])
      #expect(rows.map(\.3) == [1, 3, 5, 7, 9, 11])
    }
  }
}
