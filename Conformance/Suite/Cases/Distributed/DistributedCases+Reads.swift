import Quarry

extension DistributedCases {
  /// How current reads are.
  static let reads: [ConformanceCase] = [
    ConformanceCase(
      "DIST-01",
      "declared consistency levels: read-your-writes holds on one connection at `strong`; stale read is possible and flagged at `eventual`",
      .driver(.dist), "Quarry: a level of reading is what the driver declares of it",
      "A read at the level strong MUST see every write before it; one at the level eventual MUST see some state that was, "
        + "and the changes of a change token when it has one.",
      timeLimit: .seconds(60)
    ) { test in
      let cluster = try await test.cluster()
      _ = try await test.database(holding: ["CREATE TABLE log (id INTEGER PRIMARY KEY, node TEXT)"])
      var last: Int64 = 0
      for node in cluster.nodes where cluster.levels(at: node).contains(.strong) {
        let database = try await test.database(in: cluster, at: node, level: .strong)
        for _ in 0..<25 {
          last += 1
          try await database.execute("INSERT INTO log VALUES (\(last), \(node))")
          await test.expectRows(database, state, [[.integer(last), .integer(last)]], "\(node) sees its own write")
        }
      }
      test.expect(last > 0, "the level strong is declared at some node")
      for node in cluster.nodes where cluster.levels(at: node).contains(.strong) {
        let database = try await test.database(in: cluster, at: node, level: .strong)
        await test.expectRows(database, state, [[.integer(last), .integer(last)]], "\(node) sees what others wrote")
      }
      for node in cluster.nodes where cluster.levels(at: node).contains(.eventual) {
        if let count = try await oldReads(test, cluster, node, &last) { test.measure("\(node): \(count)") }
      }
    },
    ConformanceCase(
      "DIST-06", "non-deterministic SQL (random(), datetime('now')) gives equal rows on all nodes, or is refused",
      .driver(.dist), "https://sqlite.org/deterministic.html",
      "A statement that has another result each time MUST store the same rows on every node, or MUST be refused.",
      timeLimit: .seconds(60)
    ) { test in
      let cluster = try await test.cluster()
      let database = try await test.database(holding: ["CREATE TABLE chance (id INTEGER PRIMARY KEY, v)"])
      var stored: Int64 = 0
      for (number, form) in chances.enumerated() {
        do {
          for statement in form { try await database.execute(SQLFragment(raw: statement)) }
          stored += 1
        } catch let error as DatabaseError {
          test.expectEqual(error.code, .unsupportedFeature, "\(form.last ?? ""): stored, or refused by type: \(error)")
          test.expectEqual(error.outcome, .notApplied, "\(form.last ?? ""): a refused statement does nothing")
          // What was made for the form goes with it.
          try await database.execute(SQLFragment(raw: "DROP TABLE IF EXISTS form\(number)"))
        }
      }
      test.expect(stored > 0, "some of the statements are taken")
      try await database.execute("INSERT INTO chance VALUES (1000, 'last')")
      let last: SQLFragment = "SELECT v FROM chance WHERE id = 1000"
      var copies: [(node: String, rows: [[SQLValue]])] = []
      for node in cluster.nodes {
        let copy = try await test.copy(of: node, in: cluster)
        await test.expectEventually(copy, last, [["last"]], "\(node) has every row")
        // Texts, so that every bit is compared whatever a protocol makes of a value.
        let tables = try await test.rows(
          copy, "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'form%' ORDER BY name")
        var rows = try await test.rows(copy, "SELECT id, typeof(v), hex(v) FROM chance ORDER BY id")
        for case .text(let name)? in tables.map(\.first) {
          rows += try await test.rows(
            copy, SQLFragment(raw: "SELECT id, typeof(v), hex(v) FROM \(SQLIdentifier.quote(name)) ORDER BY id"))
        }
        copies.append((node, rows))
      }
      for copy in copies.dropFirst() {
        test.expectIdentical(copy.rows, copies[0].rows, "\(copy.node) has the same rows as \(copies[0].node)")
      }
      test.note("\(stored) of \(chances.count) forms are stored, the others refused")
    },
  ]

  private static let state: SQLFragment = "SELECT count(*), max(id) FROM log"

  /// Expressions with a new result each time, as a value and as a default: one row each.
  private static let chances: [[String]] = [
    ["INSERT INTO chance(v) VALUES (random())"], ["INSERT INTO chance(v) VALUES (hex(randomblob(16)))"],
    ["INSERT INTO chance(v) VALUES (datetime('now'))"], ["INSERT INTO chance(v) VALUES (julianday('now'))"],
    ["INSERT INTO chance(v) VALUES (strftime('%Y-%m-%d %H:%M:%f', 'now'))"],
    ["INSERT INTO chance(v) VALUES (CURRENT_TIMESTAMP)"], ["INSERT INTO chance(v) VALUES (datetime())"],
    ["INSERT INTO chance(v) VALUES (abs(random()) % 1000000007)"], ["UPDATE chance SET v = random() WHERE id = 1"],
    ["INSERT INTO chance(v) SELECT random() FROM chance"],
    ["CREATE TABLE form10 (id INTEGER PRIMARY KEY, v DEFAULT (random()))", "INSERT INTO form10(id) VALUES (1)"],
    [
      "CREATE TABLE form11 (id INTEGER PRIMARY KEY, v DEFAULT CURRENT_TIMESTAMP)",
      "INSERT INTO form11(id) VALUES (1)",
    ],
    [
      "CREATE TABLE form12 (id INTEGER PRIMARY KEY, v)",
      "CREATE TRIGGER form12_chance AFTER INSERT ON form12 BEGIN UPDATE form12 SET v = hex(randomblob(8)); END",
      "INSERT INTO form12(id) VALUES (1)",
    ],
  ]

  /// Reads on a node with an unknown position, immediately after writes.
  ///
  /// - Returns: The number of old reads, in words.
  private static func oldReads(
    _ test: CaseContext, _ cluster: any ClusterUnderTest, _ node: String, _ last: inout Int64
  ) async throws -> String? {
    let writer = try await test.database(in: cluster)
    let copy = try await test.database(in: cluster, at: node, level: .eventual)
    await test.expectEventually(copy, state, [[.integer(last), .integer(last)]], "\(node) gets every write in the end")
    var seen = last
    var old = 0
    for _ in 0..<25 {
      last += 1
      try await writer.execute("INSERT INTO log VALUES (\(last), 'any')")
      let row = try await test.rows(copy, state).first ?? []
      guard row.count == 2, case .integer(let count) = row[0] else {
        test.fail("\(node) answers with a state of the table", actual: "\(row)")
        continue
      }
      test.expect(
        row[0] == row[1] && count >= seen && count <= last,
        "\(node) shows a state that was, and no older one than before: \(row) after \(seen) of \(last)")
      if count < last { old += 1 }
      seen = max(seen, count)
    }
    for _ in 0..<25 {
      last += 1
      try await writer.execute("INSERT INTO log VALUES (\(last), 'token')")
      let token = try await writer.changeToken()
      let rows = try await copy.fetchAll(state.rows(), after: token).map(\.values)
      test.expectIdentical(rows, [[.integer(last), .integer(last)]], "\(node) sees the changes of a change token")
    }
    if cluster.controls.contains(.holdReplication) {
      await test.expectEventually(copy, state, [[.integer(last), .integer(last)]], "\(node) catches up")
      try await cluster.holdReplication(to: node)
      last += 1
      try await writer.execute("INSERT INTO log VALUES (\(last), 'held')")
      await test.expectRows(
        copy, state, [[.integer(last - 1), .integer(last - 1)]], "\(node) shows what it has, at the level eventual")
      if cluster.levels(at: node).contains(.strong) {
        let strong = try await test.database(in: cluster, at: node, level: .strong)
        await test.expectRows(strong, state, [[.integer(last), .integer(last)]], "\(node) at the level strong sees it")
      }
      try await cluster.heal()
    }
    await test.expectEventually(copy, state, [[.integer(last), .integer(last)]], "\(node) gets every write in the end")
    return "\(old) of 25 reads behind a write were old"
  }
}
