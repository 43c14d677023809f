import Quarry
import QuarryConformance
import QuarrySQLiteEngine

extension EngineParts {
  static let securityFiles: [EngineLayerPart] = [
    EngineLayerPart("SEC-14") { test in
      let image = try await damageableImage(test)
      test.expect(image.count > 8192, "the database to damage has several pages")
      var generator = test.generator()
      let queries = [
        "PRAGMA integrity_check(5)", "SELECT count(*), sum(length(body)), max(extra) FROM Note",
        "SELECT id FROM Note WHERE body > 'm' ORDER BY body LIMIT 20", "SELECT name, sql FROM sqlite_master",
        "SELECT * FROM Summary", "SELECT rowid, * FROM Note ORDER BY id DESC",
      ]
      for number in 0..<100 {
        let damaged = number == 0 ? image : damage(image, number, &generator)
        await test.expectTyped("damaged database \(number)") {
          try await read(damaged, queries, number, test)
        }
      }
      let rows = try await read(image, queries, 100, test)
      test.expectEqual(rows, 1 + 1 + 20 + 3 + 1 + 200, "the database that is not damaged has its rows")
    }
  ]

  /// The bytes of a database with a table, an index, long values, a view and a trigger.
  private static func damageableImage(_ test: CaseContext) async throws -> [UInt8] {
    let request = test.quickRequest("seed")
    let session = try await test.engineSession(request)
    for text in [
      "CREATE TABLE Note(id INTEGER PRIMARY KEY, body TEXT NOT NULL, extra BLOB)",
      "CREATE INDEX NoteBody ON Note(body)", "CREATE VIEW Summary AS SELECT count(*) AS n FROM Note",
      """
      INSERT INTO Note WITH RECURSIVE c(x) AS (VALUES(1) UNION ALL SELECT x+1 FROM c WHERE x < 200)
      SELECT x, char(97 + x % 26) || ' note ' || x, zeroblob(x * 7 % 300) FROM c
      """, "UPDATE Note SET extra = zeroblob(9000) WHERE id = 100",
    ] {
      try session.execute(SQLFragment(raw: text))
    }
    let image = test.isOf(.file) ? nil : try session.engineConnection.image()
    // Closing puts everything into the file.
    session.engineConnection.closeSynchronously()
    return try test.require(image ?? SecurityFiles.read(request.filePath), "the database can be read as bytes")
  }

  /// A copy with some bytes changed, cut off or moved.
  private static func damage(_ image: [UInt8], _ number: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    var copy = image
    switch number % 5 {
    case 0:
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        copy[Int.random(in: 16..<100, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
    case 1:
      copy.removeLast(Int.random(in: 1..<(image.count - 512), using: &generator))
    case 2:
      // The heads of pages and the places of their cells.
      let page = Int.random(in: 0..<(image.count / 4096), using: &generator) * 4096
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        copy[page + Int.random(in: 0..<40, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
    case 3:
      let from = Int.random(in: 0..<(image.count / 4096), using: &generator) * 4096
      let to = Int.random(in: 0..<(image.count / 4096), using: &generator) * 4096
      copy.replaceSubrange(to..<(to + 4096), with: image[from..<(from + 4096)])
    default:
      for _ in 0..<Int.random(in: 1...200, using: &generator) {
        copy[Int.random(in: 100..<image.count, using: &generator)] ^= UInt8.random(in: 1...255, using: &generator)
      }
    }
    return copy
  }

  /// Opens bytes as a read-only database, and runs the queries.
  ///
  /// - Returns: The number of rows.
  @discardableResult
  private static func read(
    _ bytes: [UInt8], _ queries: [String], _ number: Int, _ test: CaseContext
  ) async throws -> Int {
    var request = test.quickRequest("damaged\(number)")
    let session: SQLContext
    if test.isOf(.file) {
      let path = "\(test.folder)/damaged\(number).db"
      try SecurityFiles.write(bytes, to: path)
      request.path = path
      request.access = .readOnly
      session = try await test.engineSession(request)
    } else {
      session = try await test.engineSession(request)
      try session.engineConnection.load(image: bytes)
      try session.engineConnection.setReadsOnly(true)
    }
    defer { session.engineConnection.closeSynchronously() }
    var count = 0
    var failure: (any Error)?
    for query in queries {
      do { count += try session.plainRows(SQLFragment(raw: query)).count } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
    return count
  }
}
