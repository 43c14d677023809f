import CSQLite
import Quarry

/// Queries that get longer: terms of a condition, members of a list.
extension Growth {
  private static let columns = "id, name, score, count, weight"
  /// How many queries a run makes, so that the reading of the clock is nothing beside them.
  private static func queries(_ size: Int) -> Int { max(4, 2_000 / size) }

  private static func fill(_ files: Files) throws {
    let raw = try files.raw()
    try raw.execute(Entry.make)
    try raw.execute("INSERT OR IGNORE INTO entry VALUES (1, 'one', 1.0, 0, 1.0), (2, 'two', NULL, 0, 2.0)")
  }

  /// The key is one, and the count is none of some numbers.
  private static func condition(_ terms: Int) -> SQLQuery<Entry> {
    Entry.where { entry in
      var condition = entry.id == 1
      for number in 1..<max(terms, 2) { condition = condition && entry.count != Int64(number) }
      return condition
    }
  }

  static func terms(_ files: Files) throws -> Growth {
    try fill(files)
    return Growth(
      name: "terms", title: "A condition of more and more terms (&&), built and run each time", axis: "terms",
      unit: "query", sizes: [2, 4, 8, 16, 32, 64, 128, 256],
      candidates: [
        GrowingCandidate(name: "raw") { size in
          let raw = try files.raw()
          let statement = try raw.statement(
            "SELECT \(columns) FROM entry WHERE id = ?" + String(repeating: " AND count <> ?", count: size - 1))
          return Pass(units: queries(size)) {
            for _ in 0..<queries(size) {
              for number in 0..<size { sqlite3_bind_int64(statement, Int32(number + 1), Int64(max(1, number))) }
              var entries: [Entry] = []
              try raw.rows(statement) { entries.append(Entry(raw: $0)) }
              try expect(entries.count, 1, "raw")
            }
          }
        },
        GrowingCandidate(name: "context") { size in
          let context = try files.context()
          return Pass(units: queries(size)) {
            for _ in 0..<queries(size) { try expect(try context.fetchAll(condition(size)).count, 1, "context") }
          }
        },
        GrowingCandidate(name: "only built") { size in
          Pass(units: queries(size)) {
            for _ in 0..<queries(size) { withExtendedLifetime(condition(size)) {} }
          }
        },
      ])
  }

  static func lists(_ files: Files) throws -> Growth {
    try fill(files)
    // Keys that no row has: what grows is the list, not the result.
    func list(_ size: Int) -> [Int64] { (0..<size).map { -Int64($0) - 1 } }
    return Growth(
      name: "lists", title: "IN with a list of values", axis: "values in the list", unit: "query",
      sizes: [1, 10, 100, 1_000, 10_000],
      candidates: [
        GrowingCandidate(name: "raw") { size in
          let raw = try files.raw()
          let values = list(size)
          let statement = try raw.statement(
            "SELECT \(columns) FROM entry WHERE id IN (?" + String(repeating: ", ?", count: size - 1) + ")")
          return Pass(units: queries(size)) {
            for _ in 0..<queries(size) {
              for (index, value) in values.enumerated() { sqlite3_bind_int64(statement, Int32(index + 1), value) }
              var count = 0
              try raw.rows(statement) { _ in count += 1 }
              try expect(count, 0, "raw")
            }
          }
        },
        GrowingCandidate(name: "context, one length") { size in
          let context = try files.context()
          let values = list(size)
          return Pass(units: queries(size)) {
            for _ in 0..<queries(size) {
              try expect(try context.fetchAll(Entry.where { $0.id.in(values) }).count, 0, "context")
            }
          }
        },
        GrowingCandidate(name: "context, other lengths") { size in
          // As many lengths as no cache of statements holds, all near to the size.
          let context = try files.context()
          let values = list(size + 100)
          var number = 0
          return Pass(units: queries(size)) {
            for _ in 0..<queries(size) {
              number += 1
              let some = values.prefix(size + number % 100)
              try expect(try context.fetchAll(Entry.where { $0.id.in(some) }).count, 0, "context")
            }
          }
        },
      ])
  }
}
