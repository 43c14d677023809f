import Quarry
import Testing
import TestSupport

@Suite struct JoinTests {
  /// FROM and what follows.
  private func from<Query: SQLFetchable>(
    _ query: Query, _ context: SQLGenerationContext = .modern
  ) throws -> String {
    let text = try query.statement(for: context).sql
    let range = try #require(text.firstRange(of: " FROM "))
    return String(text[range.upperBound...])
  }

  private func message<Query: SQLFetchable>(_ query: Query) throws -> String {
    do {
      _ = try query.statement(for: .modern)
      return ""
    } catch {
      #expect(error.code == .invalidQuery)
      return error.message
    }
  }

  @Test func aForeignKeyIsFollowedInBothDirections() throws {
    let albumFirst = #""Album" AS "t0" JOIN "Artist" AS "t1" ON "t0"."ArtistId" = "t1"."ArtistId""#
    #expect(try from(Album.join(Artist.self, on: Album.artistID)) == albumFirst)
    #expect(try from(Album.join(Artist.self)) == albumFirst)
    let artistFirst = #""Artist" AS "t0" JOIN "Album" AS "t1" ON "t1"."ArtistId" = "t0"."ArtistId""#
    #expect(try from(Artist.join(Album.self, on: Album.artistID)) == artistFirst)
    #expect(try from(Artist.join(Album.self)) == artistFirst)
  }

  @Test("S38: a foreign key finds any earlier table, not only the last one")
  func earlierTables() throws {
    #expect(
      try from(Album.join(Track.self).join(Artist.self, on: Album.artistID))
        == #""Album" AS "t0" JOIN "Track" AS "t1" ON "t1"."AlbumId" = "t0"."AlbumId" "#
        + #"JOIN "Artist" AS "t2" ON "t0"."ArtistId" = "t2"."ArtistId""#)
    #expect(
      try from(Artist.join(Album.self).leftJoin(Track.self).join(AlbumTitle.self))
        == #""Artist" AS "t0" JOIN "Album" AS "t1" ON "t1"."ArtistId" = "t0"."ArtistId" "#
        + #"LEFT JOIN "Track" AS "t2" ON "t2"."AlbumId" = "t1"."AlbumId" "#
        + #"JOIN "AlbumTitle" AS "t3" ON "t3"."id" = "t1"."AlbumId""#)
  }

  @Test("S9: a column without a foreign key is an error, never a cross product")
  func missingForeignKeys() throws {
    #expect(try message(Album.join(Artist.self, on: Album.title)).contains(#""Title" has no foreign key"#))
    #expect(try message(Album.join(Artist.self, on: Track.albumID)).contains("belongs to neither"))
    #expect(try message(Artist.join(Track.self)).contains(#"doesn't relate "Track""#))
    #expect(try message(Artist.join(Track.self, on: Track.albumID)).contains(#"(\#("\"Artist\""))"#))
  }

  @Test func ambiguousForeignKeysNameTheCandidates() throws {
    let selfJoin = try message(Employee.join(Employee.self, on: Employee.managerID))
    #expect(selfJoin.contains("in 2 ways"))
    #expect(selfJoin.contains(#""Employee" (source 1) by "ManagerId" to "Employee" (source 2)"#))
    let twice = try message(Album.join(Album.self) { $0.id < $1.id }.join(Artist.self))
    #expect(twice.contains(#""Album" (source 1)"#) && twice.contains(#""Album" (source 2)"#))
    #expect(
      try from(Employee.join(Employee.self) { worker, boss in worker.managerID == boss.id })
        == #""Employee" AS "t0" JOIN "Employee" AS "t1" ON "t0"."ManagerId" = "t1"."EmployeeId""#)
  }

  @Test func compoundForeignKeysAndSchemas() throws {
    let condition = #"ON "t0"."order" = "t1"."order" AND "t0"."text" = "t1"."a""b""#
    for query in [Line.join(Odd.self, on: Line.odd), Line.join(Odd.self, on: Line.text), Line.join(Odd.self)] {
      #expect(try from(query) == #""Line" AS "t0" JOIN "at"."ß t0" AS "t1" \#(condition)"#)
    }
  }

  @Test("S37: equal column names need no aliases")
  func equalNames() throws {
    let query = Album.join(Artist.self).where { album, artist in album.artistID == artist.id }
      .select { album, artist in (album.artistID, artist.id) }
    #expect(
      try sql(query).sql
        == #"SELECT "t0"."ArtistId", "t1"."ArtistId" FROM "Album" AS "t0" JOIN "Artist" AS "t1" "#
        + #"ON "t0"."ArtistId" = "t1"."ArtistId" WHERE "t0"."ArtistId" = "t1"."ArtistId""#)
  }

  @Test func bareColumnsAreFoundOrRefused() throws {
    #expect(
      try from(Album.join(Artist.self).where(Artist.name == "x" && Album.year > 1)).hasSuffix(
        #"WHERE "t1"."Name" = ? AND "t0"."Year" > ?"#))
    #expect(try message(Album.where(Artist.name == "x")).contains("belongs to none"))
    #expect(try message(Album.join(Album.self) { $0.id < $1.id }.where(Album.year > 1)).contains("ambiguous"))
    // A bare column of the outer query inside a subquery.
    #expect(
      try from(Artist.where { _ in Album.where { $0.artistID == Artist.id }.exists }).hasSuffix(
        #"WHERE "t1"."ArtistId" = "t0"."ArtistId")"#))
  }

  @Test("S12: the key or the rowid tells whether a row is there")
  func presence() throws {
    #expect(
      try sql(Artist.leftJoin(Album.self)).sql.hasPrefix(
        #"SELECT "t0"."ArtistId", "t0"."Name", "t1"."AlbumId" IS NOT NULL, "t1"."AlbumId", "#))
    #expect(try sql(Album.leftJoin(Track.self)).sql.contains(#""t1"."rowid" IS NOT NULL, "t1"."Name""#))
    #expect(try sql(Line.leftJoin(Odd.self)).sql.contains(#""t1"."order" IS NOT NULL, "t1"."order""#))
    #expect(
      try sql(Album.leftJoin(AlbumTitle.self)).sql
        .contains(#"LEFT JOIN (SELECT "id", "title", 1 AS "present" FROM "AlbumTitle") AS "t1""#))
    #expect(
      try sql(Album.leftJoin(Track.where { $0.price > 1 })).sql
        .contains(#"LEFT JOIN (SELECT "Name", "AlbumId", "Price", 1 AS "present" FROM (SELECT "#))
    struct Shadowed: SQLDecodable {
      static let a = SQLColumn<Int64?>("rowid")
      static let b = SQLColumn<Int?>("_ROWID_")
      static let c = SQLColumn<Int?>("Oid")
      static let d = SQLColumn<Int?>("present")
      static let table = SQLTable("Shadowed", a, b, c, d)
      init(row: inout SQLRowReader<Self>) throws {}
    }
    let shadowed = try sql(Album.leftJoin(Shadowed.self) { album, other in album.id == other.a }).sql
    #expect(shadowed.contains(#"(SELECT "rowid", "_ROWID_", "Oid", "present", 1 AS "present1" FROM "Shadowed")"#))
  }

  @Test func rightJoinsAreSwappedWhereTheEngineHasNone() throws {
    let query = Artist.rightJoin(Album.self).where { artist, album in artist.name == nil && album.year > 1 }
    #expect(
      try sql(query).sql
        == #"SELECT "t0"."ArtistId" IS NOT NULL, "t0"."ArtistId", "t0"."Name", "t1"."AlbumId", "t1"."Title", "#
        + #""t1"."ArtistId", "t1"."Year" FROM "Artist" AS "t0" RIGHT JOIN "Album" AS "t1" "#
        + #"ON "t1"."ArtistId" = "t0"."ArtistId" WHERE "t0"."Name" IS NULL AND "t1"."Year" > ?"#)
    #expect(
      try sql(query, .old).sql
        == #"SELECT "t1"."ArtistId" IS NOT NULL, "t1"."ArtistId", "t1"."Name", "t0"."AlbumId", "t0"."Title", "#
        + #""t0"."ArtistId", "t0"."Year" FROM "Album" AS "t0" LEFT JOIN "Artist" AS "t1" "#
        + #"ON "t0"."ArtistId" = "t1"."ArtistId" WHERE "t1"."Name" IS NULL AND "t0"."Year" > ?"#)
  }

  @Test func fullJoinsBecomeAUnionWhereTheEngineHasNone() throws {
    let query = Artist.fullJoin(Album.self) { artist, album in artist.id == album.artistID && album.year > 1 }
      .select { artist, album in (artist.name, album.title) }
    #expect(
      try sql(query, .old).sql
        == #"SELECT "t4"."c1", "t4"."c3" FROM (SELECT "t0"."ArtistId" AS "c0", "t0"."Name" AS "c1", "#
        + #""t1"."AlbumId" AS "c2", "t1"."Title" AS "c3", "t1"."ArtistId" AS "c4", "t1"."Year" AS "c5" "#
        + #"FROM "Artist" AS "t0" LEFT JOIN "Album" AS "t1" ON "t0"."ArtistId" = "t1"."ArtistId" AND "t1"."Year" > ? "#
        + #"UNION ALL SELECT NULL, NULL, "t2"."AlbumId", "t2"."Title", "t2"."ArtistId", "t2"."Year" "#
        + #"FROM "Album" AS "t2" WHERE NOT EXISTS (SELECT 1 FROM "Artist" AS "t3" "#
        + #"WHERE "t3"."ArtistId" = "t2"."ArtistId" AND "t2"."Year" > ?)) AS "t4""#)
    #expect(try sql(query, .old).values == [1, 1])
  }
}

@Suite struct FeatureGatingTests {
  private let strict = SQLGenerationContext.engine(EngineVersion(3, 15, 2), .strict)

  @Test func strictRefusesEveryEqualForm() throws {
    let refused: [any SQLFetchable] = [
      Artist.rightJoin(Album.self), Artist.fullJoin(Album.self), Album.order { $0.year.ascending.nullsLast },
      Album.order { $0.year.ascending.nullsFirst }, Album.select { $0.year.sum().filter($0.id > 1) },
      Album.all.having { _ in SQL.count() > 1 }.select { $0.id.max() },
      Album.where { $0.id.isDistinct(from: $0.year.cast(to: Int64.self)) },
      Album.select { SQL.iif($0.id > 1, $0.title, SQL.value("x")) }, Album.select { _ in SQL.unixEpoch(SQL.now) },
      Album.select { SQL.format("%d", $0.id) }, Album.select { SQL.concat($0.id) },
      Album.select { SQL.concat(separator: ",", $0.id) },
    ]
    for query in refused {
      #expect(errorCode { try query.statement(for: strict) } == .unsupportedFeature)
      #expect(errorCode { try query.statement(for: .old) } == nil)
    }
  }

  @Test func theRefusalNamesFeatureVersionAndEngine() throws {
    do {
      _ = try sql(Album.select { $0.id.max().over() }, .old)
      Issue.record("a window function was rendered for SQLite 3.15")
    } catch let error as DatabaseError {
      #expect(error.code == .unsupportedFeature)
      for word in ["query.window", "3.25.0", "3.15.2"] { #expect(error.message.contains(word)) }
    }
  }

  @Test func whatOldEnginesAnswerSilentlyIsRefused() {
    let silent: [any SQLFetchable] = [
      Album.select { SQL.date($0.title, "auto") }, Album.select { SQL.date($0.title, "subsec") },
      Album.select { SQL.dateTime($0.title, "julianday") }, Album.select { SQL.date($0.title, "+0001-02-03") },
      Album.select { SQL.date($0.title, "floor") }, Album.select { SQL.formatDate("%F", $0.title) },
      Album.select { SQL.formatDate("%d %G", $0.title) }, Album.select { SQL.format("%,d", $0.id) },
      Album.select { SQL.format("%,.2f", $0.id) }, Album.select { $0.title.json("$[#-1]", as: Int.self) },
    ]
    for query in silent { #expect(errorCode { try query.statement(for: .old) } == .unsupportedFeature) }
    for query: any SQLFetchable in [
      Album.select { SQL.date($0.title, "+1 day", "start of month") },
      Album.select { SQL.formatDate("%Y-%m %%F", $0.title) },
      Album.select { SQL.format("%5d, %s", $0.id, $0.title) },
    ] { #expect(errorCode { try query.statement(for: .old) } == nil) }
  }

  @Test func functionsAreRefusedWhereTheyAreMissing() {
    for query: any SQLFetchable in [
      Track.select { $0.price.squareRoot }, Track.select { $0.price.sign },
      Album.select { $0.title.json("$.a", as: Int.self) },
      Album.select { $0.title.jsonSet("$.a", to: 1) }, Album.select { $0.title.jsonGroupArray() },
      Album.select { $0.title.groupConcat().order(by: $0.id) },
    ] { #expect(errorCode { try query.statement(for: .old) } == .unsupportedFeature) }
    #expect(errorCode { try sql(Album.select { $0.title.json("a", as: Int.self) }) } == .invalidQuery)
  }
}

/// Tests whose point is that they type-check.
@Suite struct TypingTests {
  @Test func theKindOfJoinDecidesWhatIsOptional() {
    func rows<Query: SQLFetchable>(_ query: Query) -> [Query.Row].Type { [Query.Row].self }
    let inner: [(Album, Artist)].Type = rows(Album.join(Artist.self))
    let left: [(Album, Artist?)].Type = rows(Album.leftJoin(Artist.self))
    let right: [(Album?, Artist)].Type = rows(Album.rightJoin(Artist.self))
    let full: [(Album?, Artist?)].Type = rows(Album.fullJoin(Artist.self))
    let chain: [(Album?, Artist?, Track?, Employee)].Type = rows(
      Album.join(Artist.self).leftJoin(Track.self).rightJoin(Employee.self) { _, artist, _, employee in
        artist.name == employee.name
      })
    let single: [Album].Type = rows(Album.where { $0.id == 1 })
    let values: [(Int?, String, Artist, Int)].Type = rows(
      Album.join(Artist.self).select { album, artist in (album.year, album.title, artist, SQL.count()) })
    let optional: [(String?, Artist?)].Type = rows(
      Album.leftJoin(Artist.self).select { _, artist in (artist.name, artist) })
    let one: [String].Type = rows(Album.select { $0.title })
    let mapped: [Set<String>].Type = rows(Album.select { ($0.title, $0.title) }.map { [$0, $1] })
    _ = (inner, left, right, full, chain, single, values, optional, one, mapped)
  }

  @Test func longChainsWithLiteralsTypeCheck() throws {
    let query = Artist.join(Album.self).leftJoin(Track.self).crossJoin(Employee.self).join(AlbumTitle.self)
      .crossJoin(Line.self)
      .where { artist, album, track, employee, title, line in
        artist.id == 1 && album.year >= 1990 && track.price > 0.5 && employee.id != 3 && title.title == nil
          && line.number + 1 == 2
      }
      .order { artist, album, _, _, _, _ in (artist.id.descending, album.title) }
      .limit(3)
    let many = query.crossJoin(Odd.self)
    let more = many.crossJoin(Album.self)
    #expect(try sql(many).sql.contains(#"CROSS JOIN "at"."ß t0" AS "t6""#))
    #expect(
      try sql(more.where { a, b, c, d, e, f, g, h in a.id == h.id && h.year == 1 }).sql.contains(
        #""t0"."ArtistId" = "t7"."AlbumId" AND "t7"."Year" = ?"#))
  }
}
