import Quarry
import QuarryMemory
import Testing
import TestSupport

/// What is named as in Swift finds the rows that Swift would find.
@Suite struct SwiftNameTests {
  private static let albums = [
    Album(id: 1, title: "", artistID: nil, year: 1969), Album(id: 2, title: "Abbey Road", artistID: 1, year: 1969),
    Album(id: 3, title: "Kind of Blue", artistID: 2, year: nil), Album(id: 4, title: "Blue", artistID: nil, year: 1971),
  ]

  private func database() async throws -> Database {
    let database = try await Database(MemoryDriver())
    try await database.run(SQLCreateTable(Artist.table))
    try await database.run(SQLCreateTable(Album.table))
    try await database.insert([Artist(id: 1, name: "The Beatles"), Artist(id: 2, name: "Miles Davis")])
    try await database.insert(Self.albums)
    return database
  }

  @Test func conditions() async throws {
    let database = try await database()
    func found(_ condition: (Album.SourceColumns) -> SQLPredicate) async throws -> [Int64] {
      try await database.fetchAll(Album.where(condition).order { $0.id }.select { $0.id })
    }
    #expect(try await found { $0.title.isEmpty } == [1])
    #expect(try await found { !$0.title.isEmpty } == [2, 3, 4])
    #expect(try await found { [2, 4, 9].contains($0.id) } == [2, 4])
    #expect(try await found { ![2, 4, 9].contains($0.id) } == [1, 3])
    #expect(try await found { [1969, 1970].contains($0.year) } == [1, 2])
    #expect(try await found { Set<String>().contains($0.title) } == [])
    #expect(try await found { (1...3).contains($0.id) } == [1, 2, 3])
  }

  @Test func groups() async throws {
    let database = try await database()
    let years = try await database.fetchAll(
      Album.group { $0.year }.select { ($0.year, $0.id.count()) })
    #expect(Set(years.map { "\($0.0 ?? 0) \($0.1)" }) == ["0 1", "1969 2", "1971 1"])
    let pairs = try await database.fetchAll(
      Album.group { ($0.year, $0.artistID) }.select { ($0.year, SQL.count()) })
    #expect(pairs.count == 4)
  }
}
