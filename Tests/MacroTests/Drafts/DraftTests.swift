#if Macros
import Foundation
@testable import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

/// Drafts of every shape, through every verb, on engines with and without RETURNING and upsert.
@Suite("Drafts") struct DraftTests {
  @Table struct Artist: Equatable {
    @Column(primaryKey: .autoincrement) var id: Int64
    @Column(unique: true) var name: String
    var born: Date?
    var plays = 7
    @Column(default: "calm") var mood: Mood
    @Column(default: "sn") var country: String?
    @Column(default: "a,b", as: Comma.self) var tags: [String]
    @Column(coding: .unixInteger) var seen: Date = Date(timeIntervalSince1970: 9)
    @Ignored var isSelected = false
    private var note = "n"
    @Column(generated: SQLGeneratedColumn("upper(name)")) private(set) var shout = ""
  }

  @Table struct Token: Equatable {
    var id: UUID = UUID()
    var text: String
  }

  @Table struct Word: Equatable {
    var id: String
    var count = 0
  }

  @Table struct Counter: Equatable { var id: Int }

  /// SQLCipher 3.4.1 has no generated columns.
  @Table struct Plain: Equatable {
    var id: Int64
    @Column(unique: true) var name: String
    var score: Double?
  }

  @Test("What a draft leaves out, the database assigns") func leftOut() async throws {
    let folder = try TemporaryFolder()
    let database = try await LocalDriver.memory.database(in: folder)
    try await database.createTable(Artist.self)
    let stored = try await database.insert(Artist.Draft(name: "Nina"))
    #expect(stored.id == 1)
    #expect(stored.plays == 7)
    #expect(stored.mood == .calm, "the default of the column")
    #expect(stored.country == "sn")
    #expect(stored.tags == ["a", "b"])
    #expect(stored.seen == Date(timeIntervalSince1970: 9))
    #expect(stored.shout == "NINA")
    var draft = Artist.Draft(stored)
    #expect(draft.id == 1)
    draft.mood = .loud
    draft.country = "fr"
    draft.tags = []
    let saved = try await database.save(draft)
    #expect(saved.mood == .loud && saved.country == "fr" && saved.tags == [] && saved.id == 1)
    #expect(try await database.fetchCount(Artist.all) == 1)
    await database.close()
  }

  @Test("Keys that are no integers") func otherKeys() async throws {
    let folder = try TemporaryFolder()
    let database = try await LocalDriver.memory.database(in: folder)
    for type in [Token.self, Word.self, Counter.self] as [any SQLCodable.Type] { try await database.createTable(type) }
    let token = try await database.insert(Token.Draft(text: "a"))
    #expect(try await database.find(Token.self, token.id) == token)
    #expect(try await database.save(Token.Draft(id: token.id, text: "b")).text == "b")
    #expect(try await database.save(Word.Draft(id: "x")) == Word(id: "x"))
    #expect(try await database.save(Word.Draft(id: "x", count: 2)).count == 2)
    #expect(try await database.fetchCount(Word.all) == 1)
    #expect(try await database.insert(Counter.Draft()).id == 1)
    #expect(try await database.save(Counter.Draft(id: 9)).id == 9)
    #expect(try await database.save(Counter.Draft(id: 9)).id == 9, "a row that is only its key")
    #expect(try await database.save(Counter.Draft(id: 0)).id == 10, "0 is no key")
    await database.close()
  }

  @Test("Every executor has the verbs", arguments: LocalDriver.engines) func executors(_ driver: LocalDriver)
    async throws
  {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    try await database.createTable(Plain.self)
    let one = try await database.insert(Plain.Draft(name: "a"))
    #expect(one == Plain(id: 1, name: "a"))
    #expect(try await database.insert([Plain.Draft(name: "b"), Plain.Draft(name: "c", score: 1)]).affectedRows == 2)
    #expect(try await database.insert(Plain.Draft(name: "a"), or: .ignore) == nil)
    #expect(try await database.insert([] as [Plain.Draft]).affectedRows == 0)
    let saved = try await database.save(Plain.Draft(id: one.id, name: "z", score: 2))
    #expect(saved == Plain(id: 1, name: "z", score: 2))
    let inTransaction = try await database.write { transaction in
      let inserted = try await transaction.insert(Plain.Draft(name: "d"))
      let ignored = try await transaction.insert(Plain.Draft(name: "d"), or: .ignore)
      let count = try await transaction.insert([Plain.Draft(name: "e")]).affectedRows
      let saved = try await transaction.save(Plain.Draft(id: 5, name: "f"))
      return (inserted.id, ignored, count, saved.name)
    }
    #expect(inTransaction.0 == 4 && inTransaction.1 == nil && inTransaction.2 == 1 && inTransaction.3 == "f")
    let inSession = try await database.write { session in
      let inserted = try session.insert(Plain.Draft(name: "g"))
      let ignored = try session.insert(Plain.Draft(name: "g"), or: .ignore)
      let count = try session.insert([Plain.Draft(name: "h")]).affectedRows
      return (inserted.id, ignored, count, try session.save(Plain.Draft(name: "i")).id)
    }
    #expect(inSession.0 == 6 && inSession.1 == nil && inSession.2 == 1 && inSession.3 == 8)
    let (first, ignored, count, last) = try await database.batch { batch in
      (
        batch.insert(Plain.Draft(name: "j")), batch.insert(Plain.Draft(name: "j"), or: .ignore),
        batch.insert([Plain.Draft(name: "k")]), batch.save(Plain.Draft(id: 9, name: "l"))
      )
    }
    #expect(first.id == 9 && ignored == nil && count.affectedRows == 1)
    #expect(last == Plain(id: 9, name: "l"))
    #expect(try await database.fetchCount(Plain.all) == 10)
    await database.close()
    let other = try TemporaryFolder()
    let context = try driver.context(in: other)
    try context.createTable(Plain.self)
    #expect(try context.save(Plain.Draft(name: "a")).id == 1)
    #expect(try context.insert(Plain.Draft(name: "b")).id == 2)
  }

  @Test("Another unique column that conflicts is an error", arguments: LocalDriver.engines)
  func conflicts(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    try await database.createTable(Plain.self)
    try await database.insert([Plain.Draft(name: "a"), Plain.Draft(name: "b")])
    for draft in [Plain.Draft(id: 2, name: "a"), Plain.Draft(name: "a")] {
      let error = await #expect(throws: DatabaseError.self) { try await database.save(draft) }
      #expect(error?.code == .constraintUnique)
    }
    await #expect(throws: DatabaseError.self) {
      try await database.insert([Plain.Draft(name: "c"), Plain.Draft(name: "a")])
    }
    #expect(try await database.fetchCount(Plain.all) == 2, "all or none")
    await database.close()
  }

  @Test("A schema can be chosen by the call") func schema() async throws {
    let folder = try TemporaryFolder()
    let context = try LocalDriver.memory.context(in: folder)
    try context.execute("ATTACH ':memory:' AS archive")
    try context.createTable(Plain.self, inSchema: "archive")
    #expect(try context.insert(Plain.Draft(name: "a"), inSchema: "archive").id == 1)
    #expect(try context.save(Plain.Draft(id: 1, name: "b"), inSchema: "archive").name == "b")
    #expect(try context.save(Plain.Draft(name: "c"), inSchema: "archive").id == 2)
    #expect(try context.insert([Plain.Draft(name: "d")], inSchema: "archive").affectedRows == 1)
    #expect(try context.fetchCount(Plain.inSchema("archive").where { $0.id > 0 }) == 3)
  }
}
#endif
