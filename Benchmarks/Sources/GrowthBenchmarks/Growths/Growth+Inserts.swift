import CSQLite
import Quarry

/// Records in one transaction, each run into an empty table.
extension Growth {
  static func inserted(_ files: Files) throws -> Growth {
    var candidates = [
      GrowingCandidate(name: "raw") { size in
        let raw = try files.raw()
        try raw.execute(Entry.make)
        let statement = try raw.statement(
          "INSERT INTO entry (id, name, score, count, weight) VALUES (?, ?, ?, ?, ?)")
        let entries = (1...size).map { Entry(id: Int64($0)) }
        return Pass(units: size, prepare: { try raw.execute("DELETE FROM entry") }) {
          try raw.execute("BEGIN IMMEDIATE")
          for entry in entries { try insert(entry, statement, raw) }
          try raw.execute("COMMIT")
        }
      },
      inserting("context", files) { Entry(id: $0) },
      GrowingCandidate(name: "database") { size in
        let database = try await files.database()
        try files.raw().execute(Entry.make)
        let entries = (1...size).map { Entry(id: Int64($0)) }
        return Pass(units: size, prepare: { try await database.execute("DELETE FROM entry") }) {
          try await database.insert(entries)
        }
      },
      inserting("Codable", files, most: 100_000) { CodableEntry(id: $0) },
    ]
    #if Macros
    candidates.append(inserting("@Table", files) { MacroEntry(id: $0) })
    #endif
    return Growth(
      name: "rows-inserted", title: "Inserting records in one transaction", axis: "rows", unit: "row",
      sizes: [1_000, 10_000, 100_000, 1_000_000], candidates: candidates)
  }

  private static func inserting<Record: SQLCodable>(
    _ name: String, _ files: Files, most: Int = .max, _ make: @escaping (Int64) -> Record
  ) -> GrowingCandidate {
    GrowingCandidate(name: name, most: most) { size in
      let context = try files.context()
      try files.raw().execute(Entry.make)
      let records = (1...size).map { make(Int64($0)) }
      return Pass(units: size, prepare: { try context.execute("DELETE FROM entry") }) {
        try context.transaction { _ = try context.insert(records) }
      }
    }
  }

  @inline(__always)
  private static func insert(_ entry: Entry, _ statement: OpaquePointer, _ raw: Raw) throws {
    sqlite3_bind_int64(statement, 1, entry.id)
    if let score = entry.score {
      sqlite3_bind_double(statement, 3, score)
    } else {
      sqlite3_bind_null(statement, 3)
    }
    sqlite3_bind_int64(statement, 4, entry.count)
    sqlite3_bind_double(statement, 5, entry.weight)
    var name = entry.name
    try name.withUTF8 { text in
      try text.withMemoryRebound(to: CChar.self) { text in
        _ = sqlite3_bind_text(statement, 2, text.baseAddress, Int32(text.count), nil)
        try raw.rows(statement) { _ in }
      }
    }
  }
}
