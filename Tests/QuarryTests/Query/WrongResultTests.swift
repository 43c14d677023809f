import Foundation
import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

/// S1 to S18: what gave wrong results without an error.
@Suite("Defects: silently wrong results")
struct WrongResultTests {
  private func context(_ place: LocalDriver, _ folder: TemporaryFolder, items: Int64 = 0) throws -> SQLContext {
    let context = try place.context(in: folder)
    try context.createTable(Item.self)
    if items > 0 { try context.insert((1...items).map { Item($0, "n\($0)", $0 * 10) }) }
    return context
  }

  @Test("S1: between uses both bounds, and so does notBetween", arguments: LocalDriver.engines)
  func between(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try context(place, folder, items: 5)
    let inside = Item.where { $0.id.between(2, 4) }.order { $0.id.ascending }
    let outside = Item.where { $0.id.notBetween(2, 4) }.order { $0.id.ascending }
    #expect(try context.fetchAll(inside).map(\.id) == [2, 3, 4])
    #expect(try context.fetchAll(outside).map(\.id) == [1, 5])
    #expect(try context.fetchAll(Item.where { $0.id.between(2...4) }).count == 3)
    #expect(try context.fetchCount(Item.where { $0.score.between($0.id, SQL.value(Int64(25))) }) == 2)
  }

  @Test("S2: a unique index is unique", arguments: LocalDriver.engines)
  func uniqueIndex(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try place.context(in: folder)
    try context.run(
      SQLCreateTable(SQLTable("t", SQLColumn<Int64?>("a"), indexes: [SQLIndex("ix", on: "a", unique: true)])))
    try context.execute("INSERT INTO t VALUES (1)")
    #expect(try databaseError { try context.execute("INSERT INTO t VALUES (1)") }.code == .constraintUnique)
    #expect(try context.fetchAll(SQLSchema.indexes(of: "t")).map(\.isUnique) == [true])
    #expect(try context.value("SELECT count(*) FROM t") == 1)
  }

  @Test(
    "S3: a text of several statements is refused before anything runs; a script runs them all",
    arguments: LocalDriver.engines)
  func severalStatements(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try context(place, folder)
    let text: SQLFragment = "INSERT INTO Item(id) VALUES (1); INSERT INTO Item(id) VALUES (2)"
    #expect(try databaseError { try context.execute(text) }.code == .multipleStatements)
    #expect(try context.fetchCount(Item.all) == 0)
    try context.executeScript(text.sql)
    #expect(try context.fetchCount(Item.all) == 2)
  }

  @Test("S4: a blob of no bytes is not NULL", arguments: LocalDriver.engines)
  func emptyBlob(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try place.context(in: folder)
    try context.execute("CREATE TABLE t (b)")
    try context.execute("INSERT INTO t VALUES (\([UInt8]()))")
    #expect(isIdentical(try context.values("SELECT b, typeof(b) FROM t"), [[.blob([]), "blob"]]))
    let found = try #require(try context.fetchOne(("SELECT b FROM t" as SQLFragment).values([UInt8]?.self)))
    #expect(found == [])
    try context.execute("UPDATE t SET b = \("")")
    #expect(isIdentical(try context.values("SELECT b, typeof(b) FROM t"), [["", "text"]]))
  }

  @Test("S5: text keeps its NUL characters, bound and read", arguments: LocalDriver.engines)
  func embeddedNUL(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try context(place, folder)
    for (id, text) in ["a\0b", "\0", "a", ""].enumerated() { try context.insert(Item(Int64(id + 1), text)) }
    #expect(
      try context.fetchAll(Item.order { $0.id.ascending }).map(\.name) == ["a\0b", "\0", "a", ""])
    #expect(try context.fetchAll(Item.where { $0.name == "a\0b" }).map(\.id) == [1])
    #expect(try context.value("SELECT hex(name) FROM Item WHERE id = 1") == "610062")
  }

  @Test("S6: an upsert writes NULL, an insert writes NULL over a default", arguments: LocalDriver.engines)
  func nullIsAValue(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try context(place, folder)
    #expect(try context.insert(Item(1, nil, 5)) == Item(1, nil, 5))
    try context.insert(Item(2, "x", 5))
    try context.upsert(Item(2, nil, nil))
    try context.insert(Item(3, "y", 6))
    try context.update(Item(3, nil, nil))
    #expect(
      try context.fetchAll(Item.order { $0.id.ascending }) == [Item(1, nil, 5), Item(2), Item(3)])
  }

  @Test("S7: an offset without a limit counts", arguments: LocalDriver.engines)
  func offset(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try context(place, folder, items: 5)
    let query = Item.order { $0.id.ascending }.offset(3)
    #expect(try context.fetchAll(query).map(\.id) == [4, 5])
    #expect(try context.fetchCount(query) == 2)
    #expect(try context.fetchOne(query)?.id == 4)
    #expect(try context.fetchAll(query.limit(1)).map(\.id) == [4])
  }

  @Test("S8: raw conditions keep to themselves when they are combined", arguments: LocalDriver.engines)
  func rawConditions(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try context(place, folder, items: 3)
    let one: Int64 = 1
    let query = Item.where { item -> SQLPredicate in
      SQL.raw("\(item.id) = \(one) OR \(item.id) = 2") && item.score == 20
    }
    #expect(try context.fetchAll(query).map(\.id) == [2])
    let negated = Item.where { item -> SQLPredicate in !SQL.raw("\(item.id) = 1 OR \(item.id) = 2") }
    #expect(try context.fetchAll(negated).map(\.id) == [3])
  }

  @Test("S9: a join over a column without a foreign key is an error, not a product", arguments: LocalDriver.engines)
  func joinWithoutKey(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try context(place, folder, items: 3)
    try context.createTable(Part.self)
    try context.createTable(Blank.self)
    let error = try databaseError { try context.fetchAll(Item.join(Part.self, on: Part.name)) }
    #expect(error.code == .invalidQuery)
    #expect(error.message.contains("name"))
    #expect(try databaseError { try context.fetchAll(Item.join(Blank.self)) }.code == .invalidQuery)
    #expect(try context.fetchAll(Item.join(Part.self, on: Part.item)).isEmpty)
  }

  @Test("S10: a key with too few or too many values is an error", arguments: LocalDriver.engines)
  func keyArity(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try place.context(in: folder)
    try context.createTable(Seat.self)
    try context.insert([Seat("a", 1, "x"), Seat("a", 2, "y"), Seat("b", 1, "z")])
    #expect(try context.find(Seat.self, "a", 2) == Seat("a", 2, "y"))
    #expect(try context.find(Seat.self, "b", 2) == nil)
    let error = try databaseError { try context.find(Seat.self, "a") }
    #expect(error.code == .invalidQuery)
    #expect(error.message.contains("room, number"))
    #expect(try databaseError { try context.find(Seat.self, "a", 1, 1) }.code == .invalidQuery)
  }

  @Test(
    "S11: dates are read with fraction and offset, as dates alone, and from numbers",
    arguments: [
      ("2024-01-01T07:00:00.500+02:00", 1_704_085_200.5), ("2024-01-01 07:00:00.500+02:00", 1_704_085_200.5),
      ("2024-01-01T05:00:00Z", 1_704_085_200), ("2024-01-01", 1_704_067_200),
      ("2023-12-31T23:59:59.999-01:30", 1_704_072_599.999),
    ])
  func dates(_ text: String, _ seconds: Double) throws {
    let folder = try TemporaryFolder()
    for place in LocalDriver.engines {
      let context = try place.context(in: folder)
      let date = try #require(try context.fetchOne(("SELECT \(text)" as SQLFragment).values(Date.self)))
      #expect(abs(date.timeIntervalSince1970 - seconds) < 0.0005)
      try context.createTable(Moment.self)
      try context.execute("INSERT INTO Moment VALUES (\(text), \(Int64(seconds)))")
      let moment = try #require(try context.fetchOne(Moment.all))
      #expect(abs(moment.text.timeIntervalSince1970 - seconds) < 0.0005)
      #expect(moment.number.timeIntervalSince1970 == seconds.rounded(.towardZero))
    }
  }

  @Test("S12: a real row of NULLs stays a row in every join", arguments: LocalDriver.engines)
  func rowOfNulls(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try context(place, folder, items: 1)
    try context.createTable(Blank.self)
    try context.insert([Blank()])
    let always = SQLPredicate.true
    let left = try context.fetchAll(Item.leftJoin(Blank.self, on: { _, _ in always }))
    #expect(left.map(\.1) == [Blank()])
    let inner = try context.fetchAll(Item.join(Blank.self, on: { _, _ in always }))
    #expect(inner.map(\.1) == [Blank()])
    #expect(try context.fetchAll(Item.crossJoin(Blank.self)).map(\.1) == [Blank()])
    let right = try context.fetchAll(Blank.rightJoin(Item.self, on: { _, _ in always }))
    #expect(right.map(\.0) == [Blank()])
    let none = try context.fetchAll(Item.leftJoin(Blank.self, on: { _, _ in SQLPredicate.false }))
    #expect(none.map(\.1) == [nil])
    let full = try context.fetchAll(Item.fullJoin(Blank.self, on: { _, _ in SQLPredicate.false }))
    #expect(full.count == 2)
    #expect(full.contains { $0.0 == Item(1, "n1", 10) && $0.1 == nil })
    #expect(full.contains { $0.0 == nil && $0.1 == Blank() })
  }

  @Test("S13: a key that is no integer is never taken for the rowid", arguments: LocalDriver.engines)
  func textKey(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try place.context(in: folder)
    try context.createTable(Label.self)
    #expect(try context.insert(Label(nil)) == Label(nil))
    #expect(try context.insert(Label("x")) == Label("x"))
    #expect(isIdentical(try context.values("SELECT code FROM Label ORDER BY rowid"), [[.null], ["x"]]))
  }

  @Test("S14: NULL on either side of = tests for NULL", arguments: LocalDriver.engines)
  func nullOnTheLeft(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try context(place, folder)
    try context.insert([Item(1, nil), Item(2, "x")])
    let nothing: String? = nil
    #expect(try context.fetchAll(Item.where { nothing == $0.name }).map(\.id) == [1])
    #expect(try context.fetchAll(Item.where { $0.name == nothing }).map(\.id) == [1])
    #expect(try context.fetchAll(Item.where { nothing != $0.name }).map(\.id) == [2])
    #expect(try context.fetchAll(Item.where { SQL.null(String.self) == $0.name }).map(\.id) == [1])
    #expect(try context.fetchAll(Item.where { $0.name == nil }).map(\.id) == [1])
  }

  @Test("S15: a user version is kept whole; that of a broken or wrongly keyed file is an error, not 0")
  func userVersion() throws {
    let folder = try TemporaryFolder()
    for place in LocalDriver.engines {
      let context = try place.context(in: folder)
      for version in [Int32.max, .min, -1, 7] {
        try context.setUserVersion(version)
        #expect(try context.userVersion == version)
      }
    }
    try folder.write(Array("this is no database, and it is long enough to be read as one".utf8), to: "broken.db")
    #expect(try databaseError { try SQLContext(path: folder.file("broken.db")).userVersion }.code == .notADatabase)
    let wrong = SQLCipherEncryption(key: .raw(Array(repeating: 8, count: 32)))
    let error = try databaseError {
      try SQLContext(path: folder.file("c.db"), library: .systemSQLCipher, encryption: wrong).userVersion
    }
    #expect(error.code == .wrongKey)
  }

  @Test(
    "S16: an index name that another table has is an error, also with IF NOT EXISTS", arguments: LocalDriver.engines)
  func indexNames(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try place.context(in: folder)
    let one = SQLTable("one", SQLColumn<Int64?>("a"), indexes: [SQLIndex("IDX", on: "a")])
    let two = SQLTable("two", SQLColumn<Int64?>("a"), indexes: [SQLIndex("idx", on: "a")])
    for _ in 0..<2 { try context.run(SQLCreateTable(one, ifNotExists: true)) }
    let error = try databaseError { try context.run(SQLCreateTable(two, ifNotExists: true)) }
    #expect(error.code == .invalidQuery)
    #expect(error.message.contains("idx") && error.message.contains("one") && error.message.contains("two"))
    #expect(try context.values("SELECT name FROM sqlite_master WHERE type = 'table'") == [["one"]])
  }

  @Test("S17: infinity as a default is stored as a real", arguments: LocalDriver.engines)
  func infiniteDefault(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try place.context(in: folder)
    try context.run(
      SQLCreateTable(
        SQLTable(
          "t", SQLColumn<Double?>("high", defaultValue: .value(.real(.infinity))),
          SQLColumn<Double?>("low", defaultValue: .value(.real(-.infinity))))))
    try context.execute("INSERT INTO t DEFAULT VALUES")
    #expect(isIdentical(try context.values("SELECT high, low FROM t"), [[.real(.infinity), .real(-.infinity)]]))
  }

  @Test("S18: a text is a text everywhere, also one that is a column's name", arguments: LocalDriver.engines)
  func textLiterals(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try place.context(in: folder)
    let table = SQLTable(
      "t", SQLColumn<Int64?>("id"), SQLColumn<String?>("name", defaultValue: "id"),
      SQLColumn<String?>("quote", defaultValue: "it's \"so\"", check: "\"quote\" <> \("id")"),
      indexes: [SQLIndex("i", terms: [.column("name")], unique: true, where: "\"name\" = \("id")")])
    try context.run(SQLCreateTable(table))
    try context.execute("INSERT INTO t(id) VALUES (5)")
    #expect(try context.values("SELECT name, quote FROM t") == [["id", "it's \"so\""]])
    #expect(try databaseError { try context.execute("INSERT INTO t(id) VALUES (6)") }.code == .constraintUnique)
    #expect(
      try databaseError { try context.execute("INSERT INTO t(name, quote) VALUES ('x', 'id')") }.code
        == .constraintCheck)
    try context.createTable(Item.self)
    try context.insert([Item(1, "id"), Item(2, "name")])
    #expect(try context.fetchAll(Item.where { $0.name == "id" }).map(\.id) == [1])
  }
}

/// A record of two moments, one in text and one in whole seconds.
struct Moment: SQLCodable {
  var text: Date
  var number: Date

  static let text = SQLColumn<Date>("text")
  static let number = SQLColumn<Date>("number", coding: .unixInteger)
  static let table = SQLTable("Moment", text, number)

  init(row: inout SQLRowReader<Self>) throws {
    text = try row[Self.text]
    number = try row[Self.number]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.text] = text
    row[Self.number] = number
  }
}
