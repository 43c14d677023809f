import Quarry

/// A pair of identifiers that a joined query gives.
private struct BetaGamma: SQLDecodable {
  var beta: Int64
  var key: Int64?
  var gamma: Int64?
  static let beta = SQLColumn<Int64>("bid")
  static let key = SQLColumn<Int64?>("bk")
  static let gamma = SQLColumn<Int64?>("cid")
  static let table = SQLTable("bc", beta, key, gamma, kind: .view)
  init(row: inout SQLRowReader<Self>) throws {
    beta = try row[Self.beta]
    key = try row[Self.key]
    gamma = try row[Self.gamma]
  }
}

/// A row of the large tables.
private struct Many: SQLDecodable {
  var id: Int64
  var key: Int64
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let key = SQLColumn<Int64>("k")
  static let table = SQLTable("many", id, key)
  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    key = try row[Self.key]
  }
}

extension JoinCases {
  /// JOIN-13 to JOIN-17 and JOIN-22.
  static let shapes: [ConformanceCase] = [
    ConformanceCase(
      "JOIN-13", "Many to many: 1000 rows with 1000 rows on 10 keys give 100,000", .core, reference,
      "Every pair with equal keys MUST come once, also where there are many."
    ) { test in
      let database = try await test.database()
      try await test.run(
        database, "CREATE TABLE many (id INTEGER PRIMARY KEY, k INTEGER)",
        """
        WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
        INSERT INTO many SELECT i, i % 10 FROM n
        """)
      await test.expectRows(
        database, "SELECT count(*), sum(x.id), sum(y.id), sum(x.k = y.k) FROM many AS x JOIN many AS y ON x.k = y.k",
        [[100_000, 49_950_000, 49_950_000, 100_000]])
      await test.expectRows(
        database, "SELECT x.k, count(*) FROM many AS x JOIN many AS y ON x.k = y.k GROUP BY x.k ORDER BY 1",
        (0..<10).map { [$0, 10_000] }.map { $0.map { .integer(Int64($0)) } })
      let pairs = Many.join(Many.self) { $0.key == $1.key }
      test.expectEqual(try await database.fetchCount(pairs), 100_000, "typed: the number of pairs")
      var (count, sum) = (0, Int64(0))
      for try await (left, right) in database.rows(pairs.select { ($0.id, $1.id) }) {
        count += 1
        sum += left &* 1000 &+ right
      }
      test.expectEqual(count, 100_000, "typed: every pair is read")
      test.expectEqual(sum, 49_950_000 * 1001, "typed: the pairs are the right ones")
    },
    ConformanceCase(
      "JOIN-14", "A join tree in parentheses on the right of a LEFT JOIN", .core,
      "https://sqlite.org/syntax/join-clause.html",
      "`a LEFT JOIN (b JOIN c ON …) ON …` MUST join b and c first and keep rows of a without such a pair."
    ) { test in
      let database = try await JoinTables.database(test)
      await test.expectRows(
        database, "SELECT a.id, b.id, c.id FROM a LEFT JOIN (b JOIN c ON c.b = b.id) ON a.k = b.k ORDER BY 1, 2, 3",
        [[1, 1, 1], [2, nil, nil], [3, nil, nil], [4, 1, 1]])
      await test.expectRows(
        database,
        "SELECT a.id, b.id, c.id FROM a LEFT JOIN (b LEFT JOIN c ON c.b = b.id) ON a.k = b.k ORDER BY 1, 2, 3",
        [[1, 1, 1], [1, 4, nil], [2, nil, nil], [3, nil, nil], [4, 1, 1], [4, 4, nil]])
      await test.expectRows(
        database, "SELECT a.id, b.id, c.id FROM a JOIN (b LEFT JOIN c ON c.b = b.id) ON a.k = b.k ORDER BY 1, 2, 3",
        [[1, 1, 1], [1, 4, nil], [4, 1, 1], [4, 4, nil]])
      await test.expectRows(
        database,
        "SELECT a.id, b.id, c.id FROM (a LEFT JOIN b ON a.k = b.k) LEFT JOIN c ON c.b = b.id ORDER BY 1, 2, 3",
        [[1, 1, 1], [1, 4, nil], [2, nil, nil], [3, nil, nil], [4, 1, 1], [4, 4, nil]])
      await test.expectRows(
        database, "SELECT a.id, b.id, c.id FROM a LEFT JOIN (b, c) ON a.k = b.k AND c.b = b.id ORDER BY 1, 2, 3",
        [[1, 1, 1], [2, nil, nil], [3, nil, nil], [4, 1, 1]])
      await test.expectRows(
        database,
        """
        SELECT a.id, bc.x FROM a LEFT JOIN (SELECT b.k, b.id AS x FROM b JOIN c ON c.b = b.id) AS bc ON a.k = bc.k \
        ORDER BY 1, 2
        """,
        [[1, 1], [2, nil], [3, nil], [4, 1]])
      // The typed layer says it with a query in the place of the parentheses.
      let inner = Beta.join(Gamma.self) { $1.beta == $0.id }.select { ($0.id, $0.key, $1.id.asOptional) }
        .as(BetaGamma.self)
      await test.expectRows(
        database,
        query: Alpha.leftJoin(inner) { $0.key == $1.key }.order { ($0.id, $1.beta) }
          .select { ($0.id, $1.beta, $1.gamma) }, [[1, 1, 1], [2, nil, nil], [3, nil, nil], [4, 1, 1]])
      let outer = Beta.leftJoin(Gamma.self) { $1.beta == $0.id }.select { ($0.id, $0.key, $1.id) }.as(BetaGamma.self)
      await test.expectRows(
        database,
        mapped: Alpha.leftJoin(outer) { $0.key == $1.key }.order { ($0.id, $1.beta) }
          .map { alpha, pair in try plainValues(alpha.id, pair?.beta, pair?.gamma) },
        [[1, 1, 1], [1, 4, nil], [2, nil, nil], [3, nil, nil], [4, 1, 1], [4, 4, nil]])
    },
    ConformanceCase(
      "JOIN-15", "A subquery, a view, a CTE and VALUES as operands of a join", .core, reference,
      "Whatever gives rows MUST be joined like a table."
    ) { test in
      let database = try await JoinTables.database(test)
      await test.expectRows(
        database,
        "SELECT a.id, x.id FROM a LEFT JOIN (SELECT id, k FROM b WHERE t <> 's') AS x ON a.k = x.k ORDER BY 1",
        [[1, 1], [2, nil], [3, nil], [4, 1]])
      await test.expectRows(
        database, "SELECT a.id, seen.id FROM a LEFT JOIN seen ON a.k = seen.k ORDER BY 1, 2",
        [[1, 1], [1, 4], [2, nil], [3, nil], [4, 1], [4, 4]])
      await test.expectRows(
        database,
        "WITH x (i, k) AS (SELECT id, k FROM b WHERE k > 5) SELECT a.id, x.i FROM a JOIN x ON a.k = x.k ORDER BY 1, 2",
        [[1, 1], [1, 4], [4, 1], [4, 4]])
      await test.expectRows(
        database,
        """
        WITH v (n, m) AS (VALUES (1, 'one'), (3, 'three')) SELECT a.id, v.m FROM a LEFT JOIN v ON v.n = a.id ORDER \
        BY 1
        """,
        [[1, "one"], [2, nil], [3, "three"], [4, nil]])
      await test.expectRows(
        database,
        "SELECT a.id, x.n FROM a JOIN (SELECT k, count(*) AS n FROM b GROUP BY k) AS x ON x.k = a.k ORDER BY 1",
        [[1, 2], [4, 2]])
      await test.expectRows(
        database, "SELECT x.id, y.id FROM seen AS x JOIN seen AS y ON x.k = y.k AND x.id < y.id", [[1, 4]])
      await test.expectRows(
        database, "SELECT a.id, u.k FROM a JOIN (SELECT k FROM b UNION SELECT 20) AS u ON u.k = a.k ORDER BY 1, 2",
        [[1, 10], [2, 20], [4, 10]])
      let withoutS = Beta.where { $0.text != "s" }
      await test.expectRows(
        database,
        query: Alpha.leftJoin(withoutS) { $0.key == $1.key }.order { alpha, _ in alpha.id }.select { ($0.id, $1.id) },
        [[1, 1], [2, nil], [3, nil], [4, 1]], "typed: a query")
      await test.expectRows(
        database,
        mapped: Alpha.leftJoin(Seen.self) { $0.key == $1.key }.order { ($0.id, $1.id) }
          .map { alpha, seen in try plainValues(alpha.id, seen?.id) },
        [[1, 1], [1, 4], [2, nil], [3, nil], [4, 1], [4, 4]], "typed: a view")
      let common = SQLCommonTable(Beta.self, named: "x", as: Beta.where { $0.key > 5 })
      await test.expectRows(
        database,
        query: Alpha.join(common.all) { $0.key == $1.key }.order { ($0.id, $1.id) }.select { ($0.id, $1.id) },
        [[1, 1], [1, 4], [4, 1], [4, 4]], "typed: a common table expression")
      let values = Gamma.values([Gamma(1, nil, "one"), Gamma(3, 5, "three")])
      await test.expectRows(
        database,
        query: Alpha.leftJoin(values) { $1.id == $0.id }.order { alpha, _ in alpha.id }.select {
          ($0.id, $1.text, $1.beta)
        },
        [[1, "one", nil], [2, nil, nil], [3, "three", 5], [4, nil, nil]], "typed: VALUES")
    },
    ConformanceCase(
      "JOIN-16", "A correlated subquery in the select list, as one would use a lateral join", .core,
      "https://sqlite.org/lang_expr.html#subquery_expressions",
      "A subquery in the select list MUST be evaluated for each row, with the values of that row."
    ) { test in
      let database = try await JoinTables.database(test)
      await test.expectRows(
        database,
        """
        SELECT a.id, (SELECT max(b.id) FROM b WHERE b.k = a.k), (SELECT count(*) FROM b WHERE b.k = a.k) FROM a \
        ORDER BY 1
        """,
        [[1, 4, 2], [2, nil, 0], [3, nil, 0], [4, 4, 2]])
      await test.expectRows(
        database, "SELECT a.id, (SELECT b.t FROM b WHERE b.k = a.k ORDER BY b.id DESC LIMIT 1) FROM a ORDER BY 1",
        [[1, "s"], [2, nil], [3, nil], [4, "s"]])
      await test.expectRows(
        database,
        """
        SELECT a.id, b.id, (SELECT c.u FROM c WHERE c.b = b.id AND a.k = 10) FROM a LEFT JOIN b ON a.k = b.k ORDER \
        BY 1, 2
        """,
        [[1, 1, "m"], [1, 4, nil], [2, nil, nil], [3, nil, nil], [4, 1, "m"], [4, 4, nil]])
      await test.expectRows(
        database,
        """
        SELECT id, (SELECT (SELECT count(*) FROM c WHERE c.b = b.id AND a.id > 0) FROM b WHERE b.k = a.k) FROM a \
        ORDER BY 1
        """,
        [[1, 1], [2, nil], [3, nil], [4, 1]])
      await test.expectRows(
        database,
        query: Alpha.order { $0.id }.select { alpha in
          (
            alpha.id, SQL.scalar(Beta.where { $0.key == alpha.key }.select { $0.id.max() }),
            SQL.scalar(Beta.where { $0.key == alpha.key }.select { _ in SQL.count() })
          )
        }, [[1, 4, 2], [2, nil, 0], [3, nil, 0], [4, 4, 2]])
      await test.expectRows(
        database,
        query: Alpha.order { $0.id }.select { alpha in
          (
            alpha.id,
            SQL.scalar(Beta.where { $0.key == alpha.key }.order { $0.id.descending }.limit(1).select { $0.text })
          )
        }, [[1, "s"], [2, nil], [3, nil], [4, "s"]])
    },
    ConformanceCase(
      "JOIN-17", "64 tables can be joined, 65 cannot", .core, "https://sqlite.org/limits.html",
      "A join of 64 tables MUST work and one of 65 MUST fail with code 1, leaving the connection usable."
    ) { test in
      let database = try await test.database()
      try await test.run(database, "CREATE TABLE one (x INTEGER PRIMARY KEY)", "INSERT INTO one VALUES (1)")
      func text(_ count: Int) -> SQLFragment {
        let tables = (1...count).map { "one AS t\($0)" }.joined(separator: " CROSS JOIN ")
        return SQLFragment(raw: "SELECT t1.x + t\(count).x FROM \(tables)")
      }
      await test.expectRows(database, text(2), [[2]])
      await test.expectRows(database, text(63), [[2]])
      await test.expectRows(database, text(64), [[2]])
      await test.expectError(.statementFailed, extended: 1, database, text(65))
      await test.expectError(.statementFailed, extended: 1, database, text(100))
      await test.expectUsable(database)
    },
    ConformanceCase(
      "JOIN-22", "A join with json_each as a correlated table-valued function", .gated(.tableValuedFunctions),
      "https://sqlite.org/json1.html#jeach",
      "A table-valued function MUST take arguments from the tables on its left, and give its rows for each of theirs.",
      absent: { test in
        try await test.expectAbsence()
        await test.expectError(
          .noSuchObject, extended: 1, try await test.database(), "SELECT value FROM json_each('[1]')",
          "the engine lacks it")
      }
    ) { test in
      let database = try await test.database()
      try await test.run(
        database, "CREATE TABLE doc (id INTEGER PRIMARY KEY, j TEXT)",
        #"INSERT INTO doc VALUES (1, '[10, 20]'), (2, '[]'), (3, '{"a": 1, "b": null}'), (4, NULL), (5, '7')"#)
      await test.expectRows(
        database, "SELECT doc.id, e.key, e.value FROM doc, json_each(doc.j) AS e ORDER BY doc.id, e.id",
        [[1, 0, 10], [1, 1, 20], [3, "a", 1], [3, "b", nil], [5, nil, 7]])
      await test.expectRows(
        database, "SELECT doc.id, e.value FROM doc JOIN json_each(doc.j) AS e ON e.type = 'integer' ORDER BY 1, 2",
        [[1, 10], [1, 20], [3, 1], [5, 7]])
      await test.expectRows(
        database, "SELECT doc.id, e.value FROM doc LEFT JOIN json_each(doc.j) AS e ON e.type = 'integer' ORDER BY 1, 2",
        [[1, 10], [1, 20], [2, nil], [3, 1], [4, nil], [5, 7]])
      await test.expectRows(
        database, "SELECT id FROM doc WHERE EXISTS (SELECT 1 FROM json_each(doc.j) WHERE value > 5) ORDER BY id",
        [[1], [5]])
      await test.expectRows(
        database, "SELECT x.value, y.value FROM json_each('[1, 2]') AS x, json_each('[3, 4]') AS y ORDER BY 1, 2",
        [[1, 3], [1, 4], [2, 3], [2, 4]])
      await test.expectRows(
        database, "SELECT doc.id, (SELECT sum(value) FROM json_each(doc.j)) FROM doc WHERE id < 3 ORDER BY 1",
        [[1, 30], [2, nil]])
    },
  ]
}
