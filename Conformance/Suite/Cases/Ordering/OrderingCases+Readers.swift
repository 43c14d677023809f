import Quarry

/// A row of the table that is read page by page.
private struct Page: SQLDecodable {
  var a: Int64
  var b: String
  static let a = SQLColumn<Int64>("a")
  static let b = SQLColumn<String>("b")
  static let table = SQLTable("page", a, b, primaryKey: ["a", "b"])
  init(row: inout SQLRowReader<Self>) throws {
    a = try row[Self.a]
    b = try row[Self.b]
  }
}

extension OrderingCases {
  /// ORD-15 and ORD-16.
  static let readers: [ConformanceCase] = [
    ConformanceCase(
      "ORD-15", "With ties nothing is promised: rows are compared as sets", .core, reference,
      "Rows that are equal in all terms MAY come in any order, but each MUST come exactly once, every time."
    ) { test in
      let database = try await test.database()
      try await test.run(
        database, "CREATE TABLE tie (id INTEGER PRIMARY KEY, k INTEGER)",
        """
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
        INSERT INTO tie SELECT i, i % 3 FROM n
        """)
      let all: [[SQLValue]] = (1...60).map { [.integer($0), .integer($0 % 3)] }
      for isIndexed in [false, true] {
        if isIndexed { try await test.run(database, "CREATE INDEX tie_k ON tie (k)") }
        for order in ["k", "k DESC", "k / 2", "NULL"] {
          let sql = SQLFragment(raw: "SELECT id, k FROM tie ORDER BY \(order)")
          await test.expectRows(database, sql, all, "ORDER BY \(order)", sorted: true)
        }
        let keys = try await test.rows(database, "SELECT k FROM tie ORDER BY k")
        test.expectIdentical(
          keys, (0..<3).flatMap { key in (0..<20).map { _ in [.integer(Int64(key))] } }, "the keys are in order")
        await test.expectRows(
          database, "SELECT count(DISTINCT id) FROM (SELECT id FROM tie ORDER BY k LIMIT 30)", [[30]])
      }
    },
    ConformanceCase(
      "ORD-16", "Reading by key, page after page, visits each row once", .core,
      "https://sqlite.org/rowvalue.html#scrolling_window_queries",
      "`(a, b) > (?, ?)` with the last row's key MUST give the rows that follow, without gap or repetition."
    ) { test in
      let database = try await test.database()
      try await test.run(
        database, "CREATE TABLE page (a INTEGER, b TEXT, PRIMARY KEY (a, b))",
        """
        WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 99)
        INSERT INTO page SELECT i / 7, char(97 + (i * 5) % 7) FROM n
        """)
      let whole = try await test.rows(database, "SELECT a, b FROM page ORDER BY a, b")
      test.expectEqual(whole.count, 100, "the number of rows")
      for size in [1, 3, 7, 10, 100, 101] {
        var found: [[SQLValue]] = []
        var last: (SQLValue, SQLValue) = (-1, "")
        while true {
          let page = try await test.rows(
            database,
            "SELECT a, b FROM page WHERE a > \(last.0) OR (a = \(last.0) AND b > \(last.1)) ORDER BY a, b LIMIT \(size)"
          )
          found += page
          guard page.count == size, let end = page.last else { break }
          last = (end[0], end[1])
        }
        test.expectIdentical(found, whole, "pages of \(size), with OR")
        if test.section(requires: .feature(.rowValues)) {
          test.expectIdentical(try await pages(database, size), whole, "typed: pages of \(size), with row values")
        }
      }
    },
  ]

  private static func pages(_ database: Database, _ size: Int) async throws -> [[SQLValue]] {
    var found: [[SQLValue]] = []
    var last: (Int64, String) = (-1, "")
    while true {
      let page = try await database.fetchAll(
        Page.where { SQL.tuple($0.a, $0.b).isGreater(than: last.0, last.1) }.order { ($0.a, $0.b) }.limit(size))
      found += page.map { [.integer($0.a), .text($0.b)] }
      guard page.count == size, let end = page.last else { return found }
      last = (end.a, end.b)
    }
  }
}
