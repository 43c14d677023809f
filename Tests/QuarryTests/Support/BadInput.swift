import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

/// One kind of bad input on an open database: what is done, which error it gives, and what the error must name.
struct BadInput: Sendable, CustomTestStringConvertible {
  let name: String
  let code: DatabaseError.Code
  let mentions: [String]
  let run: @Sendable (SQLContext) throws -> Void
  var testDescription: String { name }

  init(
    _ name: String, _ code: DatabaseError.Code, names mentions: String...,
    run: @escaping @Sendable (SQLContext) throws -> Void
  ) {
    self.name = name
    self.code = code
    self.mentions = mentions
    self.run = run
  }

  /// Runs the case on a database with content; then the content and the connection must be as before.
  func check(on place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try place.context(in: folder)
    try context.executeScript(
      """
      CREATE TABLE "Member" ("id" INTEGER PRIMARY KEY, "name" TEXT NOT NULL UNIQUE, "age" INTEGER,
        "boss" INTEGER REFERENCES "Member" ("id"));
      CREATE TABLE "Log" ("member" INTEGER REFERENCES "Member" DEFERRABLE INITIALLY DEFERRED,
        "text" CHECK (length("text") < 5));
      CREATE TRIGGER "guard" BEFORE DELETE ON "Member" WHEN old."id" = 1 BEGIN SELECT RAISE(ABORT, 'kept'); END;
      """)
    try context.insert([Member(1, secret, 40), Member(2, "b", 20, boss: 1)])
    let before = try context.values("SELECT * FROM \"Member\" UNION ALL SELECT *, NULL, NULL FROM \"Log\"")
    let error = try databaseError { try run(context) }
    #expect(error.code == code, "\(error)")
    for mention in mentions { #expect(error.message.contains(mention), "\(mention) in: \(error.message)") }
    #expect(!error.message.isEmpty)
    let everything = error.description + String(reflecting: error) + String(describing: error.underlying)
    #expect(!everything.contains(secret), "\(everything)")
    #expect(!context.isInTransaction)
    let after = try context.values("SELECT * FROM \"Member\" UNION ALL SELECT *, NULL, NULL FROM \"Log\"")
    #expect(isIdentical(before, after))
    #expect(try context.find(Member.self, 2) == Member(2, "b", 20, boss: 1))
    try context.transaction { try context.insert(Member(3, "c", nil)) }
    #expect(try context.fetchCount(Member.all) == 3)
  }
}

/// The record that the cases work with.
struct Member: SQLCodable, Equatable {
  var id: Int64
  var name: String
  var age: Int64?
  var boss: Int64?

  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let name = SQLColumn<String>("name", unique: true)
  static let age = SQLColumn<Int64?>("age")
  static let boss = SQLColumn<Int64?>("boss", references: .table("Member", "id"))
  static let table = SQLTable("Member", id, name, age, boss)

  init(_ id: Int64, _ name: String, _ age: Int64?, boss: Int64? = nil) {
    self.id = id
    self.name = name
    self.age = age
    self.boss = boss
  }

  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    name = try row[Self.name]
    age = try row[Self.age]
    boss = try row[Self.boss]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.name] = name
    row[Self.age] = age
    row[Self.boss] = boss
  }
}

/// Reads the members' table into types that do not fit it.
struct Misfit: SQLCodable {
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let age = SQLColumn<UInt64>("age")
  static let table = SQLTable("Member", id, age)
  var id: Int64
  var age: UInt64

  init(id: Int64, age: UInt64) {
    self.id = id
    self.age = age
  }

  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    age = try row[Self.age]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.age] = age
  }
}

/// Reads and writes a column that its table does not list.
struct Outsider: SQLCodable {
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let colour = SQLColumn<String?>("colour")
  static let table = SQLTable("Member", id)
  var id: Int64

  init(id: Int64) { self.id = id }

  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    _ = try row[Self.colour]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.colour] = secret
  }
}

/// Refers to the members in two ways.
struct Duel: SQLDecodable {
  static let first = SQLColumn<Int64>("first", references: .table("Member"))
  static let second = SQLColumn<Int64>("second", references: .table("Member"))
  static let table = SQLTable("Duel", first, second)
  init(row: inout SQLRowReader<Self>) throws { _ = try row[Self.first] }
}

/// Refers to nothing.
struct Loner: SQLDecodable {
  static let id = SQLColumn<Int64>("id")
  static let table = SQLTable("Loner", id)
  init(row: inout SQLRowReader<Self>) throws { _ = try row[Self.id] }
}
