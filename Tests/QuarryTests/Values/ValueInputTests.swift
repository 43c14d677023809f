import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

/// Values that do not fit, records and queries that cannot be, and constraints.
@Suite("Bad input: values, records and constraints")
struct ValueInputTests {
  static let wrongValues: [BadInput] = [
    BadInput("text that is not UTF-8", .decoding, names: "UTF-8") {
      _ = try $0.fetchAll(("SELECT CAST(x'ff' AS TEXT)" as SQLFragment).values(String.self))
    },
    BadInput("text that is not UTF-8, in a row of any values", .decoding, names: "UTF-8") {
      _ = try $0.fetchAll(("SELECT CAST(x'61fffe' AS TEXT)" as SQLFragment).rows())
    },
    BadInput("text that is not UTF-8, from a prepared statement", .decoding, names: "UTF-8") {
      _ = try $0.prepare("SELECT CAST(x'61fffe' AS TEXT)").rows()
    },
    BadInput("an integer beyond Int8", .decoding, names: "Int8") {
      _ = try $0.fetchOne(("SELECT 128" as SQLFragment).values(Int8.self))
    },
    BadInput("a negative number as UInt8", .decoding, names: "UInt8") {
      _ = try $0.fetchOne(("SELECT -1" as SQLFragment).values(UInt8.self))
    },
    BadInput("a negative number as UInt64", .decoding, names: "UInt64") {
      _ = try $0.fetchOne(("SELECT -1" as SQLFragment).values(UInt64.self))
    },
    BadInput("a fraction as Int", .decoding, names: "Int") {
      _ = try $0.fetchOne(("SELECT 1.5" as SQLFragment).values(Int.self))
    },
    BadInput("a real beyond Int64", .decoding, names: "Int64") {
      _ = try $0.fetchOne(("SELECT 1e300" as SQLFragment).values(Int64.self))
    },
    BadInput("text as Int", .decoding, names: "Int") {
      _ = try $0.fetchOne(("SELECT name FROM Member" as SQLFragment).values(Int.self))
    },
    BadInput("a blob as String", .decoding, names: "String") {
      _ = try $0.fetchOne(("SELECT x'0102'" as SQLFragment).values(String.self))
    },
    BadInput("NULL as Int", .unexpectedNull, names: "optional") {
      _ = try $0.fetchOne(("SELECT NULL" as SQLFragment).values(Int.self))
    },
    BadInput("NULL in a record's column", .unexpectedNull, names: "age", "Member") { context in
      _ = try context.transaction {
        try context.execute("UPDATE Member SET age = NULL")
        _ = try context.fetchAll(Misfit.all)
      }
    },
    BadInput("UInt64 beyond Int64, bound in a text", .valueOutOfRange, names: "UInt64") {
      try $0.execute("SELECT \(UInt64.max)")
    },
    BadInput("UInt64 beyond Int64, inserted", .valueOutOfRange, names: "age", "UInt64") {
      try $0.insert(Misfit(id: 9, age: .max))
    },
    BadInput("UInt64 beyond Int64, compared", .valueOutOfRange, names: "UInt64") {
      _ = try $0.fetchAll(Misfit.where { $0.age == UInt64.max })
    },
    BadInput("UInt64 beyond Int64, in a list", .valueOutOfRange, names: "UInt64") {
      _ = try $0.fetchAll(Misfit.where { $0.age.in([1, UInt64.max]) })
    },
    BadInput("UInt64 beyond Int64, assigned", .valueOutOfRange, names: "UInt64") {
      try $0.run(SQLUpdate(Misfit.all) { $0.age = UInt64.max })
    },
    BadInput("a sum beyond 64 bits", .statementFailed) {
      try $0.execute("SELECT sum(x) FROM (SELECT 9223372036854775807 AS x UNION ALL SELECT 1)")
    },
    BadInput("the absolute value of the smallest integer", .statementFailed) {
      try $0.execute("SELECT abs(-9223372036854775807 - 1)")
    },
    BadInput("text as a limit", .mismatch) { try $0.execute("SELECT 1 LIMIT \(secret)") },
    BadInput("text as a rowid", .mismatch) {
      try $0.execute("INSERT INTO Member(id, name) VALUES (\(secret), 'x')")
    },
  ]

  static let wrongRecords: [BadInput] = [
    BadInput("a record that reads an unlisted column", .unknownColumn, names: "colour", "Member") {
      _ = try $0.fetchAll(Outsider.all)
    },
    BadInput("a record that writes an unlisted column", .unknownColumn, names: "colour", "Member") {
      try $0.insert(Outsider(id: 9))
    },
    BadInput("a text that lacks a record's column", .unknownColumn, names: "boss") {
      _ = try $0.fetchAll(("SELECT id, name, age FROM Member" as SQLFragment).as(Member.self))
    },
    BadInput("a column that a row does not have, by name", .unknownColumn, names: "colour") {
      let row = try #require(try $0.fetchOne(("SELECT 1 AS a" as SQLFragment).rows()))
      _ = try row.get("colour", as: Int.self)
    },
    BadInput("a column that a row does not have, by index", .unknownColumn, names: "7") {
      let row = try #require(try $0.fetchOne(("SELECT 1 AS a" as SQLFragment).rows()))
      _ = try row.get(7, as: Int.self)
    },
    BadInput("a text with fewer columns than are read", .unknownColumn) {
      _ = try $0.fetchOne(("SELECT 1" as SQLFragment).values(Int.self, Int.self))
    },
    BadInput("too many values of a key", .invalidQuery, names: "id") { _ = try $0.find(Member.self, 1, 2) },
    BadInput("no value of a key", .invalidQuery, names: "id") { _ = try $0.find(Member.self) },
    BadInput("a record without a key, found by key", .invalidQuery, names: "Loner") { _ = try $0.find(Loner.self, 1) },
    BadInput("a column of no source", .invalidQuery, names: "first") {
      _ = try $0.fetchAll(Member.where { _ in Duel.first == 1 })
    },
    BadInput("an ambiguous foreign key", .invalidQuery, names: "first", "second") {
      _ = try $0.fetchAll(Duel.join(Member.self))
    },
    BadInput("a missing foreign key", .invalidQuery, names: "Loner") { _ = try $0.fetchAll(Member.join(Loner.self)) },
    BadInput("a foreign key of another table", .invalidQuery, names: "first") {
      _ = try $0.fetchAll(Member.join(Loner.self, on: Duel.first))
    },
    BadInput("a table that is not there", .noSuchObject, names: "Loner") { _ = try $0.fetchAll(Loner.all) },
  ]

  static let brokenConstraints: [BadInput] = [
    BadInput("a name twice", .constraintUnique, names: "name") { try $0.insert(Member(9, secret, 1)) },
    BadInput("a key twice", .constraintPrimaryKey, names: "id") { try $0.insert(Member(1, "x", 1)) },
    BadInput("a row twice among many", .constraintUnique, names: "name") {
      try $0.insert((10...300).map { Member($0, $0 == 299 ? secret : "n\($0)", 1) })
    },
    BadInput("no parent", .constraintForeignKey) { try $0.insert(Member(9, "x", 1, boss: 99)) },
    BadInput("a child left behind", .constraintForeignKey) {
      try $0.execute("UPDATE Member SET id = 50 WHERE id = 1")
    },
    BadInput("NULL where none may be", .constraintNotNull, names: "name") {
      try $0.execute("INSERT INTO Member(id) VALUES (9)")
    },
    BadInput("a failing check", .constraintCheck) {
      try $0.execute("INSERT INTO Log VALUES (1, \(secret))")
    },
    BadInput("a trigger that raises", .constraintTrigger, names: "kept") { try $0.delete(Member(1, "", nil)) },
    BadInput("a commit that fails", .constraintForeignKey) { context in
      _ = try context.transaction { try context.execute("INSERT INTO Log VALUES (99, 'x')") }
    },
    BadInput("a failing update of many", .constraintUnique) {
      try $0.run(SQLUpdate(Member.all) { $0.name = "same" })
    },
    BadInput("a failing upsert", .constraintUnique, names: "name") { try $0.upsert(Member(2, secret, 1)) },
  ]

  @Test("Values", arguments: wrongValues, LocalDriver.engines)
  func values(_ input: BadInput, _ place: LocalDriver) throws { try input.check(on: place) }

  @Test("Records and queries", arguments: wrongRecords, LocalDriver.engines)
  func records(_ input: BadInput, _ place: LocalDriver) throws { try input.check(on: place) }

  @Test("Constraints", arguments: brokenConstraints, LocalDriver.engines)
  func constraints(_ input: BadInput, _ place: LocalDriver) throws { try input.check(on: place) }

  @Test("The type rules of a strict table", arguments: [LocalDriver.sqlite, .memory])
  func strictTable(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try place.context(in: folder)
    try context.execute("CREATE TABLE t (n INTEGER) STRICT")
    let error = try databaseError { try context.execute("INSERT INTO t VALUES (\(secret))") }
    #expect(error.code == .constraintDatatype)
    #expect(error.code.isConstraint)
    #expect(try context.value("SELECT count(*) FROM t") == 0)
  }
}
