import CSQLite
import Quarry

private struct Note: SQLDecodable {
  var id: Int64
  var text: String

  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let text = SQLColumn<String>("text")
  static let table = SQLTable("note", id, text)

  init(id: Int64, text: String) {
    self.id = id
    self.text = text
  }

  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    text = try row[Self.text]
  }
}

/// Rows with one text, which gets longer.
extension Growth {
  static func texts(_ files: Files) throws -> Growth {
    @Sendable func rows(_ size: Int) -> Int { max(8, min(20_000, (16 << 20) / size)) }
    func fill(_ size: Int) throws {
      try files.raw().execute(
        """
        CREATE TABLE IF NOT EXISTS note (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
        DELETE FROM note;
        INSERT INTO note
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows(size)))
        SELECT i, printf('%.*c', \(size), 'x') FROM n;
        """)
    }
    return Growth(
      name: "texts", title: "Fetching rows with one text", axis: "bytes of a text", unit: "row",
      sizes: [8, 64, 512, 4_096, 65_536, 1 << 20],
      candidates: [
        // The first one fills the table for all.
        GrowingCandidate(name: "raw") { size in
          try fill(size)
          let raw = try files.raw()
          let statement = try raw.statement("SELECT id, text FROM note")
          return Pass(units: rows(size)) {
            var notes: [Note] = []
            try raw.rows(statement) { notes.append(Note(id: sqlite3_column_int64($0, 0), text: rawText($0, 1))) }
            try expect(notes.count, rows(size), "raw")
          }
        },
        GrowingCandidate(name: "context") { size in
          let context = try files.context()
          return Pass(units: rows(size)) { try expect(try context.fetchAll(Note.all).count, rows(size), "context") }
        },
        GrowingCandidate(name: "database") { size in
          let database = try await files.database()
          return Pass(units: rows(size)) {
            try expect(try await database.fetchAll(Note.all).count, rows(size), "database")
          }
        },
      ])
  }
}
