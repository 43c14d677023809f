import CSQLite
import Quarry
import QuarrySQLite

private struct Link: SQLDecodable {
  var id: Int64
  var next: Int64
  var name: String

  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let next = SQLColumn<Int64>("next")
  static let name = SQLColumn<String>("name")
  static let table = SQLTable("link", id, next, name)

  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    next = try row[Self.next]
    name = try row[Self.name]
  }

  init(raw statement: OpaquePointer, at offset: Int32) {
    id = sqlite3_column_int64(statement, offset)
    next = sqlite3_column_int64(statement, offset + 1)
    name = rawText(statement, offset + 2)
  }
}

/// A row with its successor, that one's successor and so on, by key.
extension Growth {
  static func joins(_ files: Files) throws -> Growth {
    let queries = 500
    let rows = 1_000
    try files.raw().execute(
      """
      CREATE TABLE IF NOT EXISTS link (id INTEGER PRIMARY KEY, next INTEGER NOT NULL, name TEXT NOT NULL);
      INSERT OR IGNORE INTO link
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
      SELECT i, i % \(rows) + 1, 'the link ' || i FROM n;
      """)
    return Growth(
      name: "joins", title: "One row with its successors: joins of more and more sources", axis: "sources",
      unit: "query",
      sizes: Array(1...6),
      candidates: [
        GrowingCandidate(name: "raw") { size in
          let raw = try files.raw()
          let statement = try raw.statement(
            "SELECT " + (1...size).map { "s\($0).id, s\($0).next, s\($0).name" }.joined(separator: ", ")
              + " FROM link AS s1"
              + (1..<size).map { " JOIN link AS s\($0 + 1) ON s\($0).next = s\($0 + 1).id" }.joined()
              + " WHERE s1.id = ?")
          return Pass(units: queries) {
            for key in 1...queries {
              sqlite3_bind_int64(statement, 1, Int64(key))
              var links: [Link] = []
              links.reserveCapacity(size)
              try raw.rows(statement) { for source in 0..<size { links.append(Link(raw: $0, at: Int32(3 * source))) } }
              try expect(links.count, size, "raw")
            }
          }
        },
        GrowingCandidate(name: "context") { size in
          let context = try files.context()
          return Pass(units: queries) {
            for key in 1...queries { try expect(try fetch(size, context, Int64(key)), 1, "context") }
          }
        },
      ])
  }

  private static func fetch(_ size: Int, _ context: SQLContext, _ key: Int64) throws -> Int {
    switch size {
    case 1: try context.fetchAll(one(key)).count
    case 2: try context.fetchAll(two(key)).count
    case 3: try context.fetchAll(three(key)).count
    case 4: try context.fetchAll(four(key)).count
    case 5: try context.fetchAll(five(key)).count
    case 6: try context.fetchAll(six(key)).count
    default: throw GrowthError(description: "there is no join of \(size) sources")
    }
  }

  private static func one(_ key: Int64) -> SQLQuery<Link> { Link.where { $0.id == key } }

  private static func two(_ key: Int64) -> some SQLFetchable<(Link, Link)> {
    one(key).join(Link.self) { $0.next == $1.id }
  }

  private static func three(_ key: Int64) -> some SQLFetchable<(Link, Link, Link)> {
    one(key).join(Link.self) { $0.next == $1.id }.join(Link.self) { $1.next == $2.id }
  }

  private static func four(_ key: Int64) -> some SQLFetchable<(Link, Link, Link, Link)> {
    one(key).join(Link.self) { $0.next == $1.id }.join(Link.self) { $1.next == $2.id }
      .join(Link.self) { $2.next == $3.id }
  }

  private static func five(_ key: Int64) -> some SQLFetchable<(Link, Link, Link, Link, Link)> {
    one(key).join(Link.self) { $0.next == $1.id }.join(Link.self) { $1.next == $2.id }
      .join(Link.self) { $2.next == $3.id }.join(Link.self) { $3.next == $4.id }
  }

  private static func six(_ key: Int64) -> some SQLFetchable<(Link, Link, Link, Link, Link, Link)> {
    one(key).join(Link.self) { $0.next == $1.id }.join(Link.self) { $1.next == $2.id }
      .join(Link.self) { $2.next == $3.id }.join(Link.self) { $3.next == $4.id }
      .join(Link.self) { $4.next == $5.id }
  }
}
