import Quarry
import Testing
import TestSupport

@Suite struct SelectTests {
  private let albums = #""t0"."AlbumId", "t0"."Title", "t0"."ArtistId", "t0"."Year""#

  private func expect<Query: SQLFetchable>(
    _ query: Query, _ text: String, _ values: [SQLValue] = [], on context: SQLGenerationContext = .modern,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let fragment = try query.statement(for: context)
    #expect(fragment.sql == text, sourceLocation: sourceLocation)
    #expect(fragment.values == values, sourceLocation: sourceLocation)
  }

  @Test func clausesInTheOrderOfSQL() throws {
    try expect(
      Album.all.limit(10).offset(5).order { ($0.year.descending, $0.title) }.where { $0.id > 1 }.where { $0.id < 9 }
        .distinct(),
      #"SELECT DISTINCT \#(albums) FROM "Album" AS "t0" WHERE "t0"."AlbumId" > ? AND "t0"."AlbumId" < ? "#
        + #"ORDER BY "t0"."Year" DESC, "t0"."Title" LIMIT ? OFFSET ?"#, [1, 9, 10, 5])
    try expect(Album.where(nil), #"SELECT \#(albums) FROM "Album" AS "t0""#)
    try expect(
      Album.where(Album.year > 3 && Album.id == 1),
      #"SELECT \#(albums) FROM "Album" AS "t0" WHERE "t0"."Year" > ? AND "t0"."AlbumId" = ?"#, [3, 1])
    try expect(Album.all.order { $0.id }.unordered(), #"SELECT \#(albums) FROM "Album" AS "t0""#)
  }

  @Test("S7: an offset works without a limit")
  func offsetAlone() throws {
    try expect(Album.all.offset(3), #"SELECT \#(albums) FROM "Album" AS "t0" LIMIT -1 OFFSET ?"#, [3])
  }

  @Test func nullsOrderIsNativeOrASortKey() throws {
    let query = Album.order {
      [
        $0.year.ascending.nullsLast, $0.year.descending.nullsFirst, $0.year.ascending.nullsFirst,
        $0.year.descending.nullsLast,
      ]
    }.select { $0.id }
    try expect(
      query,
      #"SELECT "t0"."AlbumId" FROM "Album" AS "t0" ORDER BY "t0"."Year" NULLS LAST, "t0"."Year" DESC NULLS FIRST, "#
        + #""t0"."Year" NULLS FIRST, "t0"."Year" DESC NULLS LAST"#)
    try expect(
      query,
      #"SELECT "t0"."AlbumId" FROM "Album" AS "t0" ORDER BY "t0"."Year" IS NULL, "t0"."Year", "#
        + #""t0"."Year" IS NULL DESC, "t0"."Year" DESC, "t0"."Year", "t0"."Year" DESC"#, on: .old)
  }

  @Test func groupsAggregatesAndWholeRecords() throws {
    try expect(
      Artist.join(Album.self, on: Album.artistID).group { artist, _ in artist.id }
        .having { _, album in album.id.count() > 3 }
        .select { artist, album in (artist, SQL.count(), album.year.sum(distinct: true)) },
      #"SELECT "t0"."ArtistId", "t0"."Name", count(*), sum(DISTINCT "t1"."Year") FROM "Artist" AS "t0" "#
        + #"JOIN "Album" AS "t1" ON "t1"."ArtistId" = "t0"."ArtistId" GROUP BY "t0"."ArtistId" "#
        + #"HAVING count("t1"."AlbumId") > ?"#, [3])
    try expect(
      Album.all.group { ($0.year, $0.artistID) }.select { ($0.year, $0.title.groupConcat(separator: "; ")) },
      #"SELECT "t0"."Year", group_concat("t0"."Title", ?) FROM "Album" AS "t0" GROUP BY "t0"."Year", "t0"."ArtistId""#,
      ["; "])
    #expect(
      errorCode { try sql(Album.select { $0.title.groupConcat(separator: ";", distinct: true) }) } == .invalidQuery)
  }

  @Test func filtersOfAggregates() throws {
    let query = Album.select {
      (
        SQL.count().filter($0.year > 1), $0.year.sum(distinct: true).filter($0.id > 2),
        $0.title.min().filter($0.id > 3).filter($0.id < 9)
      )
    }
    try expect(
      query,
      #"SELECT count(*) FILTER (WHERE "t0"."Year" > ?), sum(DISTINCT "t0"."Year") FILTER (WHERE "t0"."AlbumId" > ?), "#
        + #"min("t0"."Title") FILTER (WHERE "t0"."AlbumId" > ? AND "t0"."AlbumId" < ?) FROM "Album" AS "t0""#,
      [1, 2, 3, 9])
    try expect(
      query,
      #"SELECT count(CASE WHEN "t0"."Year" > ? THEN 1 END), "#
        + #"sum(DISTINCT CASE WHEN "t0"."AlbumId" > ? THEN "t0"."Year" END), "#
        + #"min(CASE WHEN "t0"."AlbumId" > ? AND "t0"."AlbumId" < ? THEN "t0"."Title" END COLLATE "NOCASE") "#
        + #"FROM "Album" AS "t0""#, [1, 2, 3, 9], on: .old)
    #expect(
      errorCode { try sql(Album.select { SQL.aggregate("mine", $0.id, as: Int.self).filter($0.id > 1) }, .old) }
        == .unsupportedFeature)
  }

  @Test func havingWithoutGroups() throws {
    let query = Album.all.having { _ in SQL.count() > 1 }.select { ($0.year.max(), SQL.count()) }
    try expect(
      query, #"SELECT max("t0"."Year"), count(*) FROM "Album" AS "t0" HAVING count(*) > ?"#, [1])
    try expect(
      query,
      #"SELECT "c0", "c1" FROM (SELECT max("t0"."Year") AS "c0", count(*) AS "c1", count(*) > ? AS "having" "#
        + #"FROM "Album" AS "t0") WHERE "having""#, [1], on: .old)
    for context in [SQLGenerationContext.modern, .old] {
      #expect(errorCode { try sql(Album.all.having { $0.year > 1 }, context) } == .invalidQuery)
    }
  }

  @Test func windows() throws {
    let query = Album.all.window("w") { SQLWindow(partitionBy: $0.artistID) }.select {
      (
        SQL.rowNumber().over(orderBy: $0.year.descending, $0.id),
        $0.year.lag(2, default: 0).over(partitionBy: $0.artistID, orderBy: $0.id),
        $0.year.sum().filter($0.id > 1).over(
          orderBy: $0.id, frame: SQLFrame(.rows, from: .preceding(2), to: .following(1), excluding: .currentRow)),
        $0.id.count().over(named: "w")
      )
    }
    try expect(
      query,
      #"SELECT row_number() OVER (ORDER BY "t0"."Year" DESC, "t0"."AlbumId"), "#
        + #"lag("t0"."Year", ?, ?) OVER (PARTITION BY "t0"."ArtistId" ORDER BY "t0"."AlbumId"), "#
        + #"sum("t0"."Year") FILTER (WHERE "t0"."AlbumId" > ?) OVER (ORDER BY "t0"."AlbumId" "#
        + #"ROWS BETWEEN ? PRECEDING AND ? FOLLOWING EXCLUDE CURRENT ROW), count("t0"."AlbumId") OVER "w" "#
        + #"FROM "Album" AS "t0" WINDOW "w" AS (PARTITION BY "t0"."ArtistId")"#, [2, 0, 1, 2, 1])
    #expect(errorCode { try sql(query, .old) } == .unsupportedFeature)
    #expect(errorCode { try sql(Album.select { $0.id.max().over() }, .old) } == .unsupportedFeature)
  }

  @Test func compounds() throws {
    let both = Album.select { ($0.id, $0.title) }.union(Artist.select { ($0.id, $0.name) })
    try expect(
      both.order { ($0.descending, $1) }.limit(3),
      #"SELECT "t0"."AlbumId", "t0"."Title" FROM "Album" AS "t0" UNION SELECT "t1"."ArtistId", "t1"."Name" "#
        + #"FROM "Artist" AS "t1" ORDER BY 1 DESC, 2 LIMIT ?"#, [3])
    try expect(
      both.order { id, _ in -id },
      #"SELECT * FROM (SELECT "t0"."AlbumId" AS "c0", "t0"."Title" AS "c1" FROM "Album" AS "t0" UNION "#
        + #"SELECT "t1"."ArtistId", "t1"."Name" FROM "Artist" AS "t1") ORDER BY -"c0""#)
    try expect(
      Album.select { $0.id }.limit(1).except(Artist.select { $0.id }).intersect(Artist.select { $0.id }.limit(2)),
      #"SELECT * FROM (SELECT "t0"."AlbumId" FROM "Album" AS "t0" LIMIT ?) EXCEPT SELECT "t1"."ArtistId" "#
        + #"FROM "Artist" AS "t1" INTERSECT SELECT * FROM (SELECT "t2"."ArtistId" FROM "Artist" AS "t2" LIMIT ?)"#,
      [1, 2])
    try expect(
      both.as(AlbumTitle.self).where { $0.title == "x" },
      #"SELECT "t0"."id", "t0"."title" FROM (SELECT "t1"."AlbumId" AS "id", "t1"."Title" AS "title" "#
        + #"FROM "Album" AS "t1" UNION SELECT "t2"."ArtistId", "t2"."Name" FROM "Artist" AS "t2") AS "t0" "#
        + #"WHERE "t0"."title" = ?"#, ["x"])
    #expect(errorCode { try sql(Album.select { $0.id }.as(AlbumTitle.self)) } == .invalidQuery)
  }

  @Test func countsAndFirstRows() throws {
    func count<Query: SQLFetchable>(_ query: Query) throws -> String { try query.countStatement(for: .modern).sql }
    func first<Query: SQLFetchable>(_ query: Query) throws -> SQLFragment { try query.firstRowStatement(for: .modern) }
    #expect(
      try count(Album.where { $0.id > 1 }.order { $0.id })
        == #"SELECT count(*) FROM "Album" AS "t0" WHERE "t0"."AlbumId" > ?"#)
    #expect(
      try count(Album.all.limit(3)) == #"SELECT count(*) FROM (SELECT \#(albums) FROM "Album" AS "t0" LIMIT ?)"#)
    #expect(
      try count(Album.select { $0.year }.distinct())
        == #"SELECT count(*) FROM (SELECT DISTINCT "t0"."Year" FROM "Album" AS "t0")"#)
    #expect(try first(Album.all.limit(7).offset(2)).values == [1, 2])
    #expect(try first(Album.all.limit(0)).values == [0])
    #expect(try first(Album.all.limit(-1)).values == [1])
    #expect(try first(Album.all).sql.hasSuffix("LIMIT ?"))
    let union = Album.select { $0.id }.union(Artist.select { $0.id })
    #expect(try first(union).sql.hasSuffix(#"FROM "Artist" AS "t1" LIMIT ?"#))
  }

  @Test func subqueriesFindTheirOwnSources() throws {
    try expect(
      Album.where { album in Artist.where { $0.id == album.artistID }.exists }.select { $0.id },
      #"SELECT "t0"."AlbumId" FROM "Album" AS "t0" WHERE EXISTS (SELECT "t1"."ArtistId", "t1"."Name" "#
        + #"FROM "Artist" AS "t1" WHERE "t1"."ArtistId" = "t0"."ArtistId")"#)
    // The same query value inside itself: each closure means its own row.
    let all = Album.all
    try expect(
      all.where { outer in all.where { $0.year > outer.year }.notExists }.select { $0.id },
      #"SELECT "t0"."AlbumId" FROM "Album" AS "t0" WHERE NOT EXISTS (SELECT "t1"."AlbumId", "t1"."Title", "#
        + #""t1"."ArtistId", "t1"."Year" FROM "Album" AS "t1" WHERE "t1"."Year" > "t0"."Year")"#)
    try expect(
      Artist.select { artist in
        (artist.name, SQL.scalar(Album.where { $0.artistID == artist.id }.select { _ in SQL.count() }))
      },
      #"SELECT "t0"."Name", (SELECT count(*) FROM "Album" AS "t1" WHERE "t1"."ArtistId" = "t0"."ArtistId") "#
        + #"FROM "Artist" AS "t0""#)
    try expect(
      Album.from(Album.order { $0.year }.limit(3)).where { $0.id > 1 },
      #"SELECT \#(albums) FROM (SELECT "t1"."AlbumId" AS "AlbumId", "t1"."Title" AS "Title", "#
        + #""t1"."ArtistId" AS "ArtistId", "t1"."Year" AS "Year" FROM "Album" AS "t1" ORDER BY "t1"."Year" LIMIT ?) "#
        + #"AS "t0" WHERE "t0"."AlbumId" > ?"#, [3, 1])
    var escaped: Album.SourceColumns?
    _ = Album.where { columns in
      escaped = columns
      return columns.id == 1
    }
    let stray = try #require(escaped)
    #expect(errorCode { try sql(Artist.where { $0.id == stray.id }) } == .invalidQuery)
  }

  @Test func commonTables() throws {
    let tree = SQLCommonTable(
      AlbumTitle.self, named: "tree", initial: Employee.where { $0.id == 1 }.select { ($0.id, $0.name) }
    ) {
      Employee.join($0) { employee, above in employee.managerID == above.id }
        .select { employee, _ in (employee.id, employee.name) }
    }
    try expect(
      tree.all.order { $0.id },
      #"WITH RECURSIVE "tree"("id", "title") AS (SELECT "t1"."EmployeeId", "t1"."Name" FROM "Employee" AS "t1" "#
        + #"WHERE "t1"."EmployeeId" = ? UNION ALL SELECT "t2"."EmployeeId", "t2"."Name" FROM "Employee" AS "t2" "#
        + #"JOIN "tree" AS "t3" ON "t2"."ManagerId" = "t3"."id") "#
        + #"SELECT "t0"."id", "t0"."title" FROM "tree" AS "t0" ORDER BY "t0"."id""#, [1])
    let named = SQLCommonTable(
      AlbumTitle.self, named: "named", materialized: true, as: Album.where { $0.id > 5 }.select { ($0.id, $0.title) })
    let used = Album.where { $0.id == 7 && $0.id.in(named.all.select { $0.id }) }.select { $0.id }
    let body =
      #"SELECT "t0"."AlbumId" FROM "Album" AS "t0" WHERE "t0"."AlbumId" = ? AND "t0"."AlbumId" IN "#
      + #"(SELECT "t1"."id" FROM "named" AS "t1")"#
    let definition = #"(SELECT "t2"."AlbumId", "t2"."Title" FROM "Album" AS "t2" WHERE "t2"."AlbumId" > ?) "#
    try expect(used, #"WITH "named"("id", "title") AS MATERIALIZED \#(definition)\#(body)"#, [5, 7])
    try expect(used, #"WITH "named"("id", "title") AS \#(definition)\#(body)"#, [5, 7], on: .old)
    #expect(errorCode { try sql(used, .engine(EngineVersion(3, 15, 2), .strict)) } == .unsupportedFeature)
    let hiding = SQLCommonTable(AlbumTitle.self, named: "album", as: Album.select { ($0.id, $0.title) })
    #expect(errorCode { try sql(hiding.all) } == .invalidQuery)
    let other = SQLCommonTable(AlbumTitle.self, named: "NAMED", as: Album.select { ($0.id, $0.title) })
    #expect(errorCode { try sql(named.all.join(other.all) { $0.id == $1.id }) } == .invalidQuery)
    let narrow = SQLCommonTable(AlbumTitle.self, named: "n", as: Album.select { $0.id })
    #expect(errorCode { try sql(narrow.all) } == .invalidQuery)
  }

  @Test func rowsOfConstants() throws {
    let values = Album.values([Album(id: 1, title: "x", artistID: nil, year: 4)])
    try expect(
      values.where { $0.id == 1 },
      #"WITH "values"("AlbumId", "Title", "ArtistId", "Year") AS (VALUES (?, ?, ?, ?)) "#
        + #"SELECT \#(albums) FROM "values" AS "t0" WHERE "t0"."AlbumId" = ?"#, [1, "x", .null, 4, 1])
    try expect(
      Album.values([]),
      #"WITH "values"("AlbumId", "Title", "ArtistId", "Year") AS (SELECT NULL, NULL, NULL, NULL WHERE 0) "#
        + #"SELECT \#(albums) FROM "values" AS "t0""#)
    #expect(try sql(values.join(Album.values([])) { $0.id == $1.id }).sql.contains(#", "values1"("#))
  }
}
