import Quarry
import QuarrySQLite

/// Rows of more and more columns, integers and texts by turns.
extension Growth {
  static func columns(_ files: Files) throws -> Growth {
    @Sendable func rows(_ size: Int) -> Int { 100_000 / size }
    @Sendable func sql(_ size: Int) -> String { "SELECT * FROM wide\(size)" }
    let sizes = [2, 10, 50, 100, 200]
    let raw = try files.raw()
    for size in sizes {
      let names = (0..<size).map { "c\($0) " + ($0 % 2 == 0 ? "INTEGER NOT NULL" : "TEXT NOT NULL") }
      let values = (0..<size).map { $0 % 2 == 0 ? "i + \($0)" : "'a text, number ' || i" }
      try raw.execute(
        """
        CREATE TABLE wide\(size) (\(names.joined(separator: ", ")));
        INSERT INTO wide\(size)
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows(size)))
        SELECT \(values.joined(separator: ", ")) FROM n;
        """)
    }
    return Growth(
      name: "columns", title: "Fetching rows of more and more columns", axis: "columns", unit: "cell", sizes: sizes,
      candidates: [
        GrowingCandidate(name: "raw") { size in
          let raw = try files.raw()
          let statement = try raw.statement(sql(size))
          return Pass(units: rows(size) * size) {
            var values: [WideValues] = []
            try raw.rows(statement) { values.append(WideValues(raw: $0, size)) }
            try expect(values.count, rows(size), "raw")
          }
        },
        GrowingCandidate(name: "context") { size in
          let context = try files.context()
          return Pass(units: rows(size) * size) { try expect(try fetch(size, context), rows(size), "context") }
        },
        GrowingCandidate(name: "Codable") { size in
          let context = try files.context()
          let query = SQLFragment(raw: sql(size))
          return Pass(units: rows(size) * size) { try expect(try decode(size, query, context), rows(size), "Codable") }
        },
        GrowingCandidate(name: "SQLRow") { size in
          let context = try files.context()
          let query = SQLFragment(raw: sql(size)).rows()
          return Pass(units: rows(size) * size) {
            try expect(try context.fetchAll(query).count, rows(size), "SQLRow")
          }
        },
      ])
  }

  private static func fetch(_ size: Int, _ context: SQLContext) throws -> Int {
    switch size {
    case 2: try context.fetchAll(Wide<Width2>.all).count
    case 10: try context.fetchAll(Wide<Width10>.all).count
    case 50: try context.fetchAll(Wide<Width50>.all).count
    case 100: try context.fetchAll(Wide<Width100>.all).count
    case 200: try context.fetchAll(Wide<Width200>.all).count
    default: throw GrowthError(description: "there is no record of \(size) columns")
    }
  }

  private static func decode(_ size: Int, _ sql: SQLFragment, _ context: SQLContext) throws -> Int {
    switch size {
    case 2: try context.fetchAll(sql.decoded(as: DecodableWide<Width2>.self)).count
    case 10: try context.fetchAll(sql.decoded(as: DecodableWide<Width10>.self)).count
    case 50: try context.fetchAll(sql.decoded(as: DecodableWide<Width50>.self)).count
    case 100: try context.fetchAll(sql.decoded(as: DecodableWide<Width100>.self)).count
    case 200: try context.fetchAll(sql.decoded(as: DecodableWide<Width200>.self)).count
    default: throw GrowthError(description: "there is no record of \(size) columns")
    }
  }
}
