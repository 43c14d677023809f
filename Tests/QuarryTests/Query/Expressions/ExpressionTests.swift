import Quarry
import Testing
import TestSupport

@Suite struct ExpressionTests {
  /// One condition, the text it becomes, and the values it binds.
  private func expect(
    _ text: String, _ values: [SQLValue] = [], on context: SQLGenerationContext = .modern,
    sourceLocation: SourceLocation = #_sourceLocation, _ make: (Album.SourceColumns) -> SQLPredicate
  ) throws {
    let fragment = try condition(context, make)
    #expect(fragment.sql == text, sourceLocation: sourceLocation)
    #expect(fragment.values == values, sourceLocation: sourceLocation)
  }

  @Test func comparisonsBindTheirValues() throws {
    try expect(#""t0"."Year" = ?"#, [1990]) { $0.year == 1990 }
    try expect(#""t0"."Year" = ?"#, [1990]) { 1990 == $0.year }
    try expect(#""t0"."Year" <> ?"#, [1990]) { $0.year != 1990 }
    try expect(#""t0"."Year" > ?"#, [1990]) { 1990 < $0.year }
    try expect(#""t0"."Year" >= ?"#, [1990]) { 1990 <= $0.year }
    try expect(#""t0"."Year" < ?"#, [1990]) { 1990 > $0.year }
    try expect(#""t0"."Year" <= ?"#, [1990]) { 1990 >= $0.year }
    try expect(#""t0"."AlbumId" = "t0"."ArtistId""#) { $0.id == $0.artistID }
    try expect(#""t0"."AlbumId" IS ?"#, [3]) { $0.id.is(3) }
    try expect(#""t0"."AlbumId" IS NOT "t0"."ArtistId""#) { $0.id.isNot($0.artistID) }
  }

  @Test("S14: NULL on either side of a comparison is a test for NULL")
  func nullComparisons() throws {
    try expect(#""t0"."Year" IS NULL"#) { $0.year == nil }
    try expect(#""t0"."Year" IS NULL"#) { nil == $0.year }
    try expect(#""t0"."Year" IS NOT NULL"#) { $0.year != nil }
    try expect(#""t0"."Year" IS NOT NULL"#) { nil != $0.year }
    try expect(#""t0"."Year" IS NULL"#) { $0.year == SQL.null(Int.self) }
    try expect(#""t0"."Year" IS NULL"#) { SQL.null(Int.self) == $0.year }
    try expect("NULL") { $0.year < nil }
    try expect("NULL") { nil >= $0.year }
  }

  @Test("S1: between uses both bounds")
  func between() throws {
    try expect(#""t0"."Year" BETWEEN ? AND ?"#, [2, 4]) { $0.year.between(2, 4) }
    try expect(#""t0"."Year" BETWEEN ? AND ?"#, [2, 4]) { $0.year.between(2...4) }
    try expect(#""t0"."Year" NOT BETWEEN ? AND ?"#, [2, 4]) { $0.year.notBetween(2, 4) }
    try expect(#""t0"."Year" >= ? AND "t0"."Year" < ?"#, [2, 4]) { $0.year.between(2..<4) }
    try expect(#""t0"."AlbumId" BETWEEN "t0"."ArtistId" AND "t0"."ArtistId" + ?"#, [1]) {
      $0.id.between($0.artistID, $0.artistID + 1)
    }
  }

  @Test("S40: empty conjunctions are true, empty disjunctions false")
  func emptyLogic() throws {
    try expect("1") { _ in SQLPredicate.all([]) }
    try expect("0") { _ in SQLPredicate.any([]) }
    try expect(#"1 AND "t0"."AlbumId" = ?"#, [1]) { SQLPredicate.true && $0.id == 1 }
    try expect(#"NOT 0 OR "t0"."AlbumId" = ?"#, [1]) { !SQLPredicate.false || $0.id == 1 }
  }

  @Test func logicKeepsItsShape() throws {
    try expect(#"("t0"."AlbumId" = ? OR "t0"."AlbumId" = ?) AND "t0"."Year" = ?"#, [1, 2, 3]) {
      ($0.id == 1 || $0.id == 2) && $0.year == 3
    }
    try expect(#"NOT ("t0"."AlbumId" = ? AND "t0"."Year" = ?)"#, [1, 2]) { !($0.id == 1 && $0.year == 2) }
    try expect(#"NOT (NOT "t0"."AlbumId" = ?)"#, [1]) { !(!($0.id == 1)) }
  }

  @Test func longConditionsAreBalanced() throws {
    let terms = (0..<1000).map { SQLPredicate(syntax: .binary(.equal, Album.id.syntax, .value(.integer($0)))) }
    let text = try sql(Album.where(SQLPredicate.any(terms)), .engine(EngineVersion(3, 40, 1), parameters: 1000)).sql
    let depth = text.reduce(into: (now: 0, most: 0)) { depth, character in
      if character == "(" { depth.now += 1 } else if character == ")" { depth.now -= 1 }
      depth.most = max(depth.most, depth.now)
    }
    #expect(depth.most == 4)
    #expect(depth.now == 0)
  }

  @Test("S8: raw fragments are parenthesised when they are combined")
  func rawFragments() throws {
    try expect(#"("t0"."AlbumId" = 1 OR "t0"."Year" = ?) AND "t0"."AlbumId" = ?"#, [2, 3]) {
      SQL.raw("\($0.id) = 1 OR \($0.year) = \(2)") && $0.id == 3
    }
    try expect(#"NOT (a OR b)"#) { _ in !SQL.raw("a OR b") }
    try expect(#"(("t0"."AlbumId" + ?) * 2) = ?"#, [1, 4]) { SQL.raw("\($0.id + 1) * 2", as: Int64.self) == 4 }
    let fragment: SQLFragment = "x = \("O'Hara") OR y"
    try expect(#"(x = ? OR y) AND "t0"."AlbumId" = ?"#, ["O'Hara", 1]) {
      SQL.raw(SQLRawExpression(fragment)) && $0.id == 1
    }
  }

  @Test func membership() throws {
    try expect(#""t0"."AlbumId" IN (?, ?)"#, [1, 2]) { $0.id.in([1, 2]) }
    try expect(#""t0"."AlbumId" NOT IN (?, ?)"#, [1, 2]) { $0.id.notIn([1, 2]) }
    try expect(#""t0"."AlbumId" IN ()"#) { $0.id.in([]) }
    try expect(#""t0"."AlbumId" IN ("t0"."ArtistId", ?)"#, [7]) { $0.id.in([$0.artistID, SQL.value(7)]) }
    try expect(#""t0"."AlbumId" IN (SELECT "t1"."ArtistId" FROM "Artist" AS "t1" WHERE "t1"."Name" = ?)"#, ["x"]) {
      $0.id.in(Artist.where { $0.name == "x" }.select { $0.id })
    }
    let pairs: [(Int64, String)] = [(1, "a"), (2, "b")]
    try expect(#"("t0"."AlbumId", "t0"."Title") IN (VALUES (?, ?), (?, ?))"#, [1, "a", 2, "b"]) {
      SQL.tuple($0.id, $0.title).in(pairs)
    }
    try expect(#"0"#) { SQL.tuple($0.id, $0.title).in([]) }
    try expect(#"1"#) { SQL.tuple($0.id, $0.title).notIn([]) }
    try expect(#"("t0"."AlbumId", "t0"."Title") > (?, ?)"#, [1, "a"]) {
      SQL.tuple($0.id, $0.title).isGreater(than: 1, "a")
    }
    try expect(
      #"("t0"."AlbumId", "t0"."Title") IN (SELECT "t1"."ArtistId", "t1"."Name" FROM "Artist" AS "t1")"#
    ) { SQL.tuple($0.id, $0.title).in(Artist.select { ($0.id, $0.name) }) }
  }

  @Test func patterns() throws {
    try expect(#""t0"."Title" LIKE ?"#, ["a%"]) { $0.title.like("a%") }
    try expect(#""t0"."Title" NOT LIKE ? ESCAPE ?"#, ["a!%", "!"]) { $0.title.notLike("a!%", escape: "!") }
    try expect(#""t0"."Title" LIKE ? ESCAPE '\'"#, [#"%5\%\_\\%"#]) { $0.title.contains(#"5%_\"#) }
    try expect(#""t0"."Title" LIKE ? ESCAPE '\'"#, ["a%"]) { $0.title.startsWith("a") }
    try expect(#""t0"."Title" LIKE ? ESCAPE '\'"#, ["%a"]) { $0.title.endsWith("a") }
    try expect(#""t0"."Title" GLOB ?"#, ["*[*][?][[]a]*"]) { $0.title.contains("*?[a]", caseSensitive: true) }
    try expect(#""t0"."Title" NOT GLOB ?"#, ["a*"]) { $0.title.notGlob("a*") }
    try expect(#""t0"."Title" MATCH ?"#, ["a"]) { $0.title.match("a") }
    #expect(errorCode { try condition { $0.title.regexp("a") } } == .unsupportedFeature)
  }

  @Test func arithmeticBindsAsWritten() throws {
    try expect(#"("t0"."Year" + ?) * ? = ?"#, [1, 2, 3]) { ($0.year + 1) * 2 == 3 }
    try expect(#"? - ("t0"."Year" - ?) = ?"#, [9, 1, 3]) { 9 - ($0.year - 1) == 3 }
    try expect(#"-(-"t0"."Year") = ?"#, [3]) { -(-$0.year) == 3 }
    try expect(#""t0"."Year" / ? % ? = ?"#, [2, 5, 3]) { ($0.year / 2) % 5 == 3 }
    try expect(#"~"t0"."Year" & ? = "t0"."Year" | ?"#, [1, 2]) { (~$0.year & 1) == ($0.year | 2) }
    try expect(#""t0"."Year" << ? = ?"#, [2, 8]) { $0.year << 2 == 8 }
    try expect(#""t0"."Title" || ? || "t0"."Title" = ?"#, ["-", "a-a"]) { $0.title + "-" + $0.title == "a-a" }
  }

  @Test func functionsCaseCastAndCollation() throws {
    try expect(#"coalesce("t0"."Year", ?) = ?"#, [0, 1]) { $0.year.coalesce(0) == 1 }
    try expect(#"substr(lower("t0"."Title"), ?, ?) = ?"#, [1, 2, "ab"]) { $0.title.lower.substr(1, 2) == "ab" }
    try expect(
      #"CASE WHEN "t0"."Year" < ? THEN ? WHEN "t0"."Year" < ? THEN ? ELSE ? END = ?"#, [1, "a", 2, "b", "c", "d"]
    ) { SQL.when($0.year < 1, then: "a").when($0.year < 2, then: "b").else("c") == "d" }
    try expect(#"CAST("t0"."Title" AS INTEGER) = ?"#, [1]) { $0.title.cast(to: Int.self) == 1 }
    try expect(#""t0"."Title" COLLATE "RTRIM" = ?"#, ["a"]) { $0.title.collate(.rtrim) == "a" }
    try expect(#"sqrt(?) > ?"#, [.real(2), .real(1)]) { _ in SQL.value(2.0).squareRoot > 1 }
    try expect(#"min("t0"."AlbumId", ?) = ?"#, [2, 1]) { SQL.least($0.id, SQL.value(2)) == 1 }
    try expect(#"printf(?, "t0"."AlbumId") = ?"#, ["%05d", "00001"], on: .old) {
      SQL.format("%05d", $0.id) == "00001"
    }
    try expect(#"date("t0"."Title", ?) = date('now')"#, ["+1 day"]) {
      SQL.date($0.title, "+1 day") == SQL.date(SQL.now)
    }
    try expect(#"json_extract("t0"."Title", '$.a[0]') = ?"#, [1]) { $0.title.json("$.a[0]", as: Int.self) == 1 }
    try expect(#"("t0"."Title" -> '$.a') = ?"#, ["1"]) { $0.title.jsonText("$.a") == "1" }
  }

  @Test("S39: names given by the program are quoted identifiers")
  func names() throws {
    try expect(#""count(*); DROP TABLE x --"("t0"."AlbumId") = ?"#, [1]) {
      SQL.function("count(*); DROP TABLE x --", $0.id, as: Int.self) == 1
    }
    let text = try sql(Odd.where { $0.order == 1 && $0.quote == "x" }.select { $0.order.named("order\"") }).sql
    #expect(
      text == #"SELECT "t0"."order" AS "order""" FROM "at"."ß t0" AS "t0" WHERE "t0"."order" = ? AND "t0"."a""b" = ?"#)
  }

  @Test func aValueThatCannotBeStoredIsRefusedWhenRendered() {
    struct Wide: SQLDecodable {
      static let number = SQLColumn<UInt64>("n")
      static let table = SQLTable("Wide", number)
      init(row: inout SQLRowReader<Self>) throws {}
    }
    #expect(errorCode { try sql(Wide.where { $0.number == UInt64.max }) } == .valueOutOfRange)
    #expect(errorCode { try sql(Wide.where { $0.number.in([1, UInt64.max]) }) } == .valueOutOfRange)
    #expect(errorCode { try sql(Wide.where { $0.number == UInt64(Int64.max) }) } == nil)
  }

  @Test func valuesUseTheCodingOfTheColumn() throws {
    struct Event: SQLDecodable {
      static let flag = SQLColumn<Bool>(
        "flag",
        coding: SQLValueCoding(
          columnType: .text, encode: { .text($0 ? "yes" : "no") }, decode: { $0 == .text("yes") }))
      static let table = SQLTable("Event", flag)
      init(row: inout SQLRowReader<Self>) throws {}
    }
    #expect(try sql(Event.where { $0.flag == true && $0.flag.in([false]) }).values == ["yes", "no"])
    #expect(try sql(Event.leftJoin(Event.self) { $0.flag == $1.flag }.where { $1.flag == true }).values == ["yes"])
  }

  @Test("S44: a list longer than the parameter limit is rendered with fewer parameters")
  func longLists() throws {
    let few = SQLGenerationContext.engine(EngineVersion(3, 40, 1), parameters: 50)
    let numbers = (1...60).map(Int64.init)
    let byJSON = try condition(few) { $0.id.in(numbers) }
    #expect(byJSON.sql == #""t0"."AlbumId" IN (SELECT +"value" FROM json_each(?))"#)
    #expect(byJSON.values == [.text("[" + numbers.map(String.init).joined(separator: ",") + "]")])
    let old = SQLGenerationContext.engine(EngineVersion(3, 15, 2), parameters: 50)
    let inText = try condition(old) { $0.id.in(numbers) && $0.year == 3 }
    #expect(inText.sql.hasPrefix(#""t0"."AlbumId" IN (1, 2, 3, "#))
    #expect(inText.values == [3])
    let texts = try condition(old) { $0.title.notIn((1...60).map { "it's \($0)" }) }
    #expect(texts.sql.hasPrefix(#""t0"."Title" NOT IN ('it''s 1', 'it''s 2', "#))
    // Reals cannot be written exactly for every engine: refused rather than rounded.
    #expect(
      errorCode { try sql(Track.where { $0.price.in((1...90).map { Double($0) / 3 }) }, old) } == .tooManyParameters)
    #expect(errorCode { try sql(Track.where { $0.price.in((1...50).map { Double($0) / 3 }) }, old) } == nil)
  }
}
