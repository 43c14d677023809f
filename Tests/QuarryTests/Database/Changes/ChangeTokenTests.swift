import Foundation
import Quarry
import QuarryMemory
import QuarrySQLite
import Testing
import TestSupport

/// Tokens of databases whose reads see everything: they name their database, and cost nothing else.
@Suite struct ChangeTokenTests {
  private static let count = ("SELECT count(*) FROM t" as SQLFragment).values(Int.self)

  @Test func theTextOfATokenGivesTheTokenBack() throws {
    for position in [0, 1, 0xab, UInt64.max] {
      let token = ChangeToken(database: "file /tmp/music.db", position: position)
      #expect(ChangeToken(token.description) == token)
      #expect(token.description.utf8.count <= 36)
      #expect(token.description.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
      let coded = try JSONEncoder().encode([token])
      #expect(String(decoding: coded, as: UTF8.self) == "[\"\(token)\"]")
      #expect(try JSONDecoder().decode([ChangeToken].self, from: coded) == [token])
    }
    // The text must mean the same in another process and in a later version.
    #expect(ChangeToken(database: "a", position: 10).description == "q1-af63dc4c8601ec8c-a")
    for text in [
      "", "q1", "q1--", "q1-1", "q1-1-2-3", "q2-1-2", "q1-+1-2", "q1-1-g", "q1-11111111111111111-1", "q1-1- 2",
    ] {
      #expect(ChangeToken(text) == nil, "\(text)")
    }
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([ChangeToken].self, from: Data("[\"x\"]".utf8)) }
  }

  @Test func aFileHasTheSameNameOnEveryWayToIt() async throws {
    let folder = try TemporaryFolder()
    let links = try TemporaryFolder()
    let link = links.file("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path)
    let one = try await Database(SQLiteDriver(path: folder.file("a.db")))
    let same = try await Database(SQLiteDriver(path: link + "/a.db"))
    let other = try await Database(SQLiteDriver(path: folder.file("b.db")))
    for database in [one, other] { try await database.execute("CREATE TABLE t (n)") }
    for round in 1...20 {
      try await one.execute("INSERT INTO t VALUES (\(round))")
      let token = try await one.changeToken()
      #expect(try await same.fetchOne(Self.count, after: token) == round)
      #expect(try await same.fetchCount(("SELECT n FROM t" as SQLFragment).rows(), after: token) == round)
      #expect(try await same.read(after: token) { try $0.fetchOne(Self.count) } == round)
      #expect(
        try await same.read(after: token) { transaction in try await transaction.fetchAll(Self.count) } == [round])
    }
    let token = try await one.changeToken()
    #expect(await errorCode { try await other.fetchAll(Self.count, after: token) } == .foreignChangeToken)
    #expect(
      await errorCode { try await other.read(after: token) { try $0.fetchOne(Self.count) } } == .foreignChangeToken)
    for database in [one, same, other] { await database.close() }
  }

  @Test func aDatabaseWithoutANameKnowsItsOwnTokens() async throws {
    let named = DatabaseConfiguration(databaseName: "shop")
    let first = try await Database(MemoryDriver())
    let second = try await Database(MemoryDriver())
    let third = try await Database(MemoryDriver(), configuration: named)
    let fourth = try await Database(MemoryDriver(), configuration: named)
    for database in [first, second, third, fourth] { try await database.execute("CREATE TABLE t (n)") }
    let token = try await first.changeToken()
    #expect(try await first.fetchOne(Self.count, after: token) == 0)
    #expect(await errorCode { try await second.fetchOne(Self.count, after: token) } == .foreignChangeToken)
    let ofShop = try await third.changeToken()
    #expect(try await fourth.fetchOne(Self.count, after: ofShop) == 0)
    let change = ("INSERT INTO t VALUES (1) RETURNING n" as SQLFragment).rows()
    if !change.isReadOnly { #expect(await errorCode { try await first.fetchAll(change, after: token) } == .readOnly) }
  }
}
