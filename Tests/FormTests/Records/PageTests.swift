import Foundation
import Quarry
import TestSupport
import Testing

@Suite struct PageTests {
  /// Every direction, placement of NULL and coding, alone and mixed.
  static let orders: [SQLQuery<Sample>] = [
    Sample.all, Sample.order { $0.number }, Sample.order { $0.number.descending },
    Sample.order { $0.number.ascending.nullsLast }, Sample.order { $0.number.descending.nullsFirst },
    Sample.order { ($0.number.ascending, $0.text.descending) },
    Sample.order { ($0.text.descending.nullsFirst, $0.number.ascending.nullsLast, $0.date.descending) },
    Sample.order { ($0.date.ascending, $0.real.descending) }, Sample.order { ($0.real, $0.id) },
    Sample.order { ($0.real.descending, $0.id.descending) }, Sample.order { $0.real.descending },
    Sample.order { ($0.text.collate(.binary), $0.real) }, Sample.order { ($0.number % 3, $0.text.length) },
    Sample.where { $0.real > 1 }.order { $0.text },
  ]

  private static func fill(_ database: Database) async throws {
    var generator = SeededGenerator(seed: 11)
    let texts: [String?] = [nil, "", "a", "A", "b", "B", "é", "zz"]
    try await database.insert(
      (0..<60).map { index in
        Sample(
          id: someUUID(UInt8(index &* 37 % 251)),
          number: Bool.random(using: &generator) ? nil : Int.random(in: -2...2, using: &generator),
          text: texts.randomElement(using: &generator) ?? nil,
          date: Bool.random(using: &generator) ? nil : someDay(.random(in: 0...3, using: &generator)),
          real: Double.random(in: 0...4, using: &generator).rounded())
      })
  }

  @Test(arguments: FormEngine.allCases) func everyRowOnceInBothDirections(_ engine: FormEngine) async throws {
    try await engine.withRecords { database in
      try await Self.fill(database)
      for (index, query) in Self.orders.enumerated() {
        let all = try await database.fetchAll(query.order { $0.id })
        for size in [1, 7, 59, 60, 61] {
          var forward: [Sample] = []
          var pages: [DatabasePage<Sample>] = []
          for try await page in database.pages(query, size: size) {
            forward += page
            pages.append(page)
          }
          #expect(forward == all, "order \(index), size \(size)")
          #expect(pages.first?.previous == nil && pages.last?.next == nil)
          guard var last = pages.last else { continue }
          var backward = last.rows
          while let cursor = last.previous {
            last = try await database.page(query, size: size, before: cursor)
            backward = last.rows + backward
          }
          #expect(backward == all, "order \(index), size \(size), backwards")
          let numbered = try await database.page(query, number: 2, size: size)
          #expect(numbered.rows == Array(all.dropFirst(size).prefix(size)) && numbered.total == all.count)
        }
      }
    }
  }

  @Test(arguments: FormEngine.allCases) func pagesOfJoins(_ engine: FormEngine) async throws {
    try await engine.withNotes { database in
      try await database.insert((1...5).map { Note(id: $0, n: Int($0) % 2, text: nil) })
      try await database.insert(Tag(id: 1, noteID: 2, name: "x"))
      try await database.insert(Tag(id: 2, noteID: 2, name: nil))
      let query = Note.leftJoin(Tag.self, on: Tag.noteID).order { note, tag in (note.n, tag.name.descending) }
      let all = try await database.fetchAll(query.order { note, tag in (note.id, tag.id) })
      var ids: [[Int64?]] = []
      for try await page in database.pages(query, size: 2) { ids += page.map { [$0.0.id, $0.1?.id] } }
      #expect(ids == all.map { [$0.0.id, $0.1?.id] } && ids.count == 6)
    }
  }

  @Test func cursorsAreText() async throws {
    try await FormEngine.memory.withRecords { database in
      try await Self.fill(database)
      let query = Sample.order { ($0.text, $0.real.descending) }
      let page = try await database.page(query, size: 5)
      let cursor = try #require(page.next)
      let text = "\(cursor)"
      #expect(text.hasPrefix("k1-") && text.utf8.allSatisfy { $0.isWord })
      #expect(PageCursor(text) == cursor)
      #expect(try JSONDecoder().decode([PageCursor].self, from: JSONEncoder().encode([cursor])) == [cursor])
      #expect(try await database.page(query, size: 5, after: PageCursor(text)).count == 5)
      for position in text.utf8.indices {
        var bytes = Array(text.utf8)
        let offset = text.utf8.distance(from: text.startIndex, to: position)
        bytes[offset] = bytes[offset] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        #expect(PageCursor(String(decoding: bytes, as: UTF8.self)) == nil)
      }
      for wrong in ["", "k1-", "k2-abc", text + "A", String(text.dropLast()), "k1-====", "k1-AAAAAAAAAAAAAAAAAAAAAA"] {
        #expect(PageCursor(wrong) == nil, "\(wrong)")
      }
      for other in [Sample.order { $0.text }, Sample.order { ($0.text, $0.real) }, Sample.all] {
        do {
          _ = try await database.page(other, size: 5, after: cursor)
          Issue.record("a foreign cursor was taken")
        } catch let error as DatabaseError {
          #expect(error.code == .foreignCursor)
        }
      }
      // The condition may change from page to page.
      _ = try await database.page(query.where { $0.real > 2 }, size: 5, after: cursor)
    }
  }

  @Test func whatHasNoPagesIsRefused() async throws {
    try await FormEngine.memory.withRecords { database in
      func refused(_ body: () async throws -> Void) async -> Bool {
        do {
          try await body()
          return false
        } catch { return (error as? DatabaseError)?.code == .invalidQuery }
      }
      #expect(await refused { _ = try await database.page(Sample.all, size: 0) })
      #expect(await refused { _ = try await database.page(Sample.all, size: 10_001) })
      #expect(await refused { _ = try await database.page(Sample.all, number: 0, size: 1) })
      #expect(await refused { _ = try await database.page(Sample.all, number: .max, size: 10_000) })
      #expect(await refused { _ = try await database.page(Sample.all.limit(3), size: 1) })
      #expect(await refused { _ = try await database.page(Sample.all.distinct(), size: 1) })
      #expect(await refused { _ = try await database.page(Sample.group { $0.number }, size: 1) })
      #expect(await refused { _ = try await database.page(Sample.order { _ in SQL.random() }, size: 1) })
      #expect(await refused { _ = try await database.page(Sample.order { $0.real.sum() }, size: 1) })
      let windowed = Sample.order { SQL.rowNumber().over(orderBy: $0.real) }
      #expect(await refused { _ = try await database.page(windowed, size: 1) })
      let empty = try await database.page(Sample.all, size: 3)
      #expect(empty.isEmpty && empty.next == nil && empty.previous == nil)
      #expect(try await database.page(Sample.all, number: 4, size: 3).pageCount == 0)
      for try await _ in database.pages(Sample.all, size: 3) { Issue.record("a page of nothing") }
    }
  }
}

extension UInt8 {
  fileprivate var isWord: Bool {
    let scalar = Unicode.Scalar(self)
    return scalar.properties.isAlphabetic || (48...57).contains(self) || scalar == "-" || scalar == "_"
  }
}
