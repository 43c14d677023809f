import QuarryMemory
import Testing
import TestSupport

@testable import Quarry

/// Lists of similar lengths share one statement, and mean what they meant.
@Suite("Padded lists")
struct ListPaddingTests {
  @Test("Few different numbers of parameters, at most a quarter more than values") func steps() {
    var counts: Set<Int> = []
    for count in 0..<5000 {
      let padded = SQLGenerator.paddedCount(count)
      #expect(padded >= count && padded <= max(8, count + count / 4 + 1))
      #expect(SQLGenerator.paddedCount(padded) == padded)
      counts.insert(padded)
    }
    #expect(counts.count < 50)
  }

  @Test("Lists of similar lengths have one text") func texts() throws {
    func text(_ count: Int) throws -> String {
      try sql(Album.where { $0.id.in((0..<count).map { Int64($0) }) }).sql
    }
    #expect(try text(9) == text(10))
    #expect(try text(8) != text(9))
    #expect(try text(700) == text(768))
    func change(_ count: Int) throws -> [String] {
      try MachineScript.texts(SQLDelete(Album.where { $0.id.notIn((0..<count).map { Int64($0) }) }))
    }
    #expect(try change(17) == change(20))
    func rows(_ count: Int) throws -> String {
      try sql(Album.where { SQL.tuple($0.id, $0.title).in((0..<count).map { (Int64($0), "t") }) }).sql
    }
    #expect(try rows(33) == rows(40))
  }

  @Test("A list that fits the engine's limits only without padding is written without", arguments: 9...40)
  func limits(_ count: Int) throws {
    let context = SQLGenerationContext.engine(EngineVersion(3, 40, 1), parameters: count)
    let statement = try sql(Album.where { $0.id.in((0..<count).map { Int64($0) }) }, context)
    #expect(statement.values.count == count)
    #expect(statement.values.last == .integer(Int64(count - 1)))
  }

  @Test("Long values aren't repeated") func longValues() throws {
    let titles = (0..<9).map { String(repeating: "\($0)", count: 65) }
    #expect(try sql(Album.where { $0.title.in(titles) }).values.count == 9)
  }

  @Test("The same rows as without padding, with NULL in any place", arguments: [nil, 0, 1, 2] as [Int?])
  func meaning(_ null: Int?) async throws {
    let database = try await Database(MemoryDriver())
    try await database.run(SQLCreateTable(Left.table))
    let values: [SQLValue] = [.null, 0, 1, 2.5, 7, "12", 12, 39]
    try await database.insert(values.enumerated().map { Left(id: Int64($0 + 1), k: nil, v: $1) })
    for count in 0..<45 {
      var list = (0..<count).map { SQLValue.integer(Int64($0)) }
      if let null, count > 0 { list[null * (count - 1) / 2] = .null }
      let found = try await database.fetchAll(Left.where { $0.v.in(list) }.order { $0.id }).map(\.v)
      #expect(found == values.filter { !$0.isNull && list.contains($0) })
      let others = try await database.fetchAll(Left.where { $0.v.notIn(list) }.order { $0.id }).map(\.v)
      if list.isEmpty {
        #expect(others.count == values.count)
      } else {
        #expect(others == (list.contains(.null) ? [] : values.filter { !$0.isNull && !list.contains($0) }))
      }
    }
    await database.close()
  }
}
