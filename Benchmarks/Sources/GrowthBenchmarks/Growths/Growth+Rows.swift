import CSQLite
import Quarry

/// Rows into an array of structs, and rows that are only looked at, out of a table of a million.
extension Growth {
  private static let columns = "id, name, score, count, weight"
  private static let inTable = 1_000_000

  private static func fill(_ files: Files, _ table: String = "entry") throws {
    try files.raw().execute(
      """
      \(Entry.make.replacing("entry", with: table));
      INSERT INTO \(table)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(inTable))
      SELECT i, 'the entry ' || i, iif(i % 5, i / 7.0, NULL), i % 100, i / 3.0 FROM n;
      """)
  }

  static func fetched(_ files: Files) throws -> Growth {
    try fill(files)
    var candidates = [
      GrowingCandidate(name: "raw") { size in
        let raw = try files.raw()
        let statement = try raw.statement("SELECT \(columns) FROM entry LIMIT ?")
        return Pass(units: size) {
          sqlite3_bind_int64(statement, 1, Int64(size))
          var entries: [Entry] = []
          try raw.rows(statement) { entries.append(Entry(raw: $0)) }
          try expect(entries.count, size, "raw")
        }
      },
      fetching("context", Entry.self, files),
      GrowingCandidate(name: "database") { size in
        let database = try await files.database()
        return Pass(units: size) {
          try expect(try await database.fetchAll(Entry.all.limit(size)).count, size, "database")
        }
      },
      fetching("Codable", CodableEntry.self, files, most: 100_000),
    ]
    #if Macros
    candidates.append(fetching("@Table", MacroEntry.self, files))
    #endif
    return Growth(
      name: "rows-fetched", title: "Fetching rows into an array of structs", axis: "rows", unit: "row",
      sizes: [1_000, 10_000, 100_000, 1_000_000], candidates: candidates)
  }

  private static func fetching<Record: SQLDecodable>(
    _ name: String, _ type: Record.Type, _ files: Files, most: Int = .max
  ) -> GrowingCandidate {
    GrowingCandidate(name: name, most: most) { size in
      let context = try files.context()
      return Pass(units: size) {
        try expect(try context.fetchAll(Record.all.limit(size)).count, size, name)
      }
    }
  }

  static func streamed(_ files: Files) throws -> Growth {
    try fill(files, "stored")
    // Ten times the table, so that ten million rows need no file of their size.
    try files.raw().execute(
      """
      CREATE TABLE ten (n INTEGER PRIMARY KEY);
      INSERT INTO ten VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10);
      CREATE VIEW entry AS SELECT \(columns) FROM ten CROSS JOIN stored;
      """)
    let sizes = [1_000, 10_000, 100_000, 1_000_000, 10_000_000]
    return Growth(
      name: "rows-streamed", title: "Streaming rows, one struct at a time", axis: "rows", unit: "row", sizes: sizes,
      candidates: [
        GrowingCandidate(name: "raw") { size in
          let raw = try files.raw()
          let statement = try raw.statement("SELECT \(columns) FROM entry LIMIT ?")
          return Pass(units: size) {
            sqlite3_bind_int64(statement, 1, Int64(size))
            var sum: Int64 = 0
            var count = 0
            try raw.rows(statement) {
              sum &+= Entry(raw: $0).count
              count += 1
            }
            try expect(count, size, "raw, \(sum)")
          }
        },
        GrowingCandidate(name: "context") { size in
          let context = try files.context()
          return Pass(units: size) {
            var sum: Int64 = 0
            var count = 0
            try context.forEachRow(Entry.all.limit(size)) { entry in
              sum &+= entry.count
              count += 1
              return true
            }
            try expect(count, size, "context, \(sum)")
          }
        },
        GrowingCandidate(name: "database", most: 1_000_000) { size in
          let database = try await files.database()
          return Pass(units: size) {
            var sum: Int64 = 0
            var count = 0
            for try await entry in database.rows(Entry.all.limit(size)) {
              sum &+= entry.count
              count += 1
            }
            try expect(count, size, "database, \(sum)")
          }
        },
      ])
  }
}
