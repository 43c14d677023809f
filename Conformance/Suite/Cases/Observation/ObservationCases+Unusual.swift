import Quarry

extension ObservationCases {
  /// A change that the engine carries out in an unusual way.
  struct UnusualChange: Sendable {
    let title: String
    /// Statements that run first.
    let setup: [String]
    let change: String
    /// The observed query: a single value, which the change changes.
    let query: String
    var feature: SQLFeature?
  }

  /// The changes. Each changes the number of rows of `x`, or the value of the query.
  static let unusual: [UnusualChange] = [
    UnusualChange(
      title: "an insert into a table WITHOUT ROWID", setup: ["CREATE TABLE x (k TEXT PRIMARY KEY, v) WITHOUT ROWID"],
      change: "INSERT INTO x VALUES ('a', 1)", query: "SELECT count(*) FROM x"),
    UnusualChange(
      title: "an update of a table WITHOUT ROWID",
      setup: ["CREATE TABLE x (k TEXT PRIMARY KEY, v) WITHOUT ROWID", "INSERT INTO x VALUES ('a', 1)"],
      change: "UPDATE x SET v = 2", query: "SELECT v FROM x"),
    UnusualChange(
      title: "a DELETE without a condition", setup: ["CREATE TABLE x (n)", "INSERT INTO x VALUES (1), (2)"],
      change: "DELETE FROM x", query: "SELECT count(*) FROM x"),
    UnusualChange(
      title: "a DELETE without a condition of a table WITHOUT ROWID",
      setup: ["CREATE TABLE x (k PRIMARY KEY) WITHOUT ROWID", "INSERT INTO x VALUES (1), (2)"],
      change: "DELETE FROM x", query: "SELECT count(*) FROM x"),
    UnusualChange(
      title: "a DELETE without a condition, seen by EXISTS",
      setup: ["CREATE TABLE x (k PRIMARY KEY) WITHOUT ROWID", "INSERT INTO x VALUES (1)"],
      change: "DELETE FROM x", query: "SELECT EXISTS (SELECT 1 FROM x)"),
    UnusualChange(
      title: "ON DELETE CASCADE",
      setup: [
        "CREATE TABLE p (id INTEGER PRIMARY KEY)",
        "CREATE TABLE x (p INTEGER REFERENCES p (id) ON DELETE CASCADE)", "INSERT INTO p VALUES (1)",
        "INSERT INTO x VALUES (1)",
      ], change: "DELETE FROM p WHERE id = 1", query: "SELECT count(*) FROM x"),
    UnusualChange(
      title: "ON DELETE SET NULL",
      setup: [
        "CREATE TABLE p (id INTEGER PRIMARY KEY)",
        "CREATE TABLE x (p INTEGER REFERENCES p (id) ON DELETE SET NULL)", "INSERT INTO p VALUES (1)",
        "INSERT INTO x VALUES (1)",
      ], change: "DELETE FROM p WHERE id = 1", query: "SELECT count(p) FROM x"),
    UnusualChange(
      title: "ON UPDATE CASCADE",
      setup: [
        "CREATE TABLE p (id INTEGER PRIMARY KEY)",
        "CREATE TABLE x (p INTEGER REFERENCES p (id) ON UPDATE CASCADE)", "INSERT INTO p VALUES (1)",
        "INSERT INTO x VALUES (1)",
      ], change: "UPDATE p SET id = 5 WHERE id = 1", query: "SELECT p FROM x"),
    UnusualChange(
      title: "a trigger",
      setup: [
        "CREATE TABLE p (n)", "CREATE TABLE x (n)",
        "CREATE TRIGGER follow AFTER INSERT ON p BEGIN INSERT INTO x VALUES (new.n); END",
      ], change: "INSERT INTO p VALUES (1)", query: "SELECT count(*) FROM x"),
    UnusualChange(
      title: "an INSTEAD OF trigger",
      setup: [
        "CREATE TABLE x (n)", "CREATE VIEW v AS SELECT n FROM x",
        "CREATE TRIGGER instead INSTEAD OF INSERT ON v BEGIN INSERT INTO x VALUES (new.n); END",
      ], change: "INSERT INTO v VALUES (1)", query: "SELECT count(*) FROM v"),
    UnusualChange(
      title: "a REPLACE that removes another row",
      setup: ["CREATE TABLE x (id INTEGER PRIMARY KEY, u UNIQUE, s)", "INSERT INTO x VALUES (1, 'u', 'old')"],
      change: "INSERT OR REPLACE INTO x VALUES (2, 'u', 'new')", query: "SELECT s FROM x"),
    UnusualChange(
      title: "an UPDATE OR REPLACE that removes another row",
      setup: ["CREATE TABLE x (id INTEGER PRIMARY KEY, u UNIQUE)", "INSERT INTO x VALUES (1, 'u'), (2, 'w')"],
      change: "UPDATE OR REPLACE x SET u = 'u' WHERE id = 2", query: "SELECT count(*) FROM x"),
    UnusualChange(
      title: "the cascade of a row that a REPLACE removes",
      setup: [
        "CREATE TABLE p (id INTEGER PRIMARY KEY, u UNIQUE)",
        "CREATE TABLE x (p INTEGER REFERENCES p (id) ON DELETE CASCADE)", "INSERT INTO p VALUES (1, 'u')",
        "INSERT INTO x VALUES (1)",
      ], change: "INSERT OR REPLACE INTO p VALUES (2, 'u')", query: "SELECT count(*) FROM x"),
    UnusualChange(
      title: "an upsert", setup: ["CREATE TABLE x (id INTEGER PRIMARY KEY, n)", "INSERT INTO x VALUES (1, 1)"],
      change: "INSERT INTO x VALUES (1, 5) ON CONFLICT (id) DO UPDATE SET n = excluded.n", query: "SELECT n FROM x",
      feature: .upsert),
    UnusualChange(
      title: "an UPDATE FROM",
      setup: [
        "CREATE TABLE x (id, n)", "CREATE TABLE p (id, n)", "INSERT INTO x VALUES (1, 1)",
        "INSERT INTO p VALUES (1, 9)",
      ],
      change: "UPDATE x SET n = p.n FROM p WHERE p.id = x.id", query: "SELECT n FROM x", feature: .updateFrom),
    UnusualChange(
      title: "a generated column", setup: ["CREATE TABLE x (a, b AS (a + 1))", "INSERT INTO x (a) VALUES (1)"],
      change: "UPDATE x SET a = 5", query: "SELECT b FROM x", feature: .generatedColumns),
    UnusualChange(
      title: "a view of a view",
      setup: ["CREATE TABLE x (n)", "CREATE VIEW v AS SELECT n FROM x", "CREATE VIEW w AS SELECT n FROM v"],
      change: "INSERT INTO x VALUES (1)", query: "SELECT count(*) FROM w"),
  ]

  static let unusualChanges: [ConformanceCase] = [
    ConformanceCase(
      "OBS-05", "changes are seen however the engine carries them out", .core,
      "https://sqlite.org/c3ref/set_authorizer.html",
      "A change MUST be seen that is made in a table WITHOUT ROWID, by truncation, a foreign key action, a trigger, an "
        + "upsert, a REPLACE or in an attached database, also by who counts rows or asks whether there are any.",
      timeLimit: .seconds(60)
    ) { test in
      for (number, change) in unusual.enumerated() {
        if let feature = change.feature, !test.section(change.title, requires: .feature(feature)) { continue }
        let database = try await test.database(test.isolatedName(number))
        try await test.reset(["v", "w"], ["x", "p"], in: database)
        for statement in change.setup { try await database.execute(SQLFragment(raw: statement)) }
        let query = SQLFragment(raw: change.query).values(SQLValue.self)
        let before = try await database.fetchAll(query)
        let values = test.observe(database.observe(query))
        await test.expectNext(values, before, "\(change.title): the first value")
        let asked = values.ask()
        try await database.execute(SQLFragment(raw: change.change))
        let after = try await database.fetchAll(query)
        test.expect(after != before, "\(change.title) changes the value")
        await test.expectAsked(asked, after, "\(change.title) is seen")
      }
      guard test.section("an attached database", requires: .file, .capability(.attach)),
        test.section(
          "an attached database",
          requires: .other("a database in the clear", isMet: !test.profile.capabilities.encrypted))
      else { return }
      let path = test.folder + "/attached.db"
      var configuration = DatabaseConfiguration(maximumReaders: 2)
      configuration.connectionSQL = ["ATTACH \(path) AS beside"]
      let database = try await test.database(test.request("attaching"), configuration)
      try await database.execute("CREATE TABLE beside.far (n)")
      let values = test.observe(database.observe(count: ("SELECT n FROM far" as SQLFragment).values(Int64.self)))
      await test.expectNext(values, 0, "the first value of an attached database")
      try await database.execute("INSERT INTO beside.far VALUES (1)")
      await test.expectNext(values, 1, "a change of an attached database is seen")
    },
    ConformanceCase(
      "OBS-06", "changes of the schema are seen, and a dropped table ends the sequence", .core,
      "Quarry: Database.observe",
      "A change of the schema MUST be seen; if the query fails after it, the sequence MUST end with its error.",
      timeLimit: .seconds(30)
    ) { test in
      let database = try await test.database(holding: schema + ["CREATE VIEW seen AS SELECT a FROM t"])
      let seen = ("SELECT * FROM seen ORDER BY 1" as SQLFragment).values(Int64.self)
      let values = test.observe(database.observe(seen))
      await test.expectNext(values, [10, 20], "the first value")
      let asked = values.ask()
      try await test.run(["DROP VIEW seen", "CREATE VIEW seen AS SELECT b FROM t"], in: database)
      await test.expectAsked(asked, [100, 200], "a view that is another one")
      try await database.execute("UPDATE t SET b = 101 WHERE id = 1")
      await test.expectNext(values, [101, 200], "what the new view reads is observed")
      let last = values.ask()
      try await database.execute("DROP VIEW seen")
      switch await last.result(within: .seconds(8)) {
      case .failure(let error as DatabaseError)?:
        test.expectEqual(error.code, .noSuchObject, "the error of the fetch ends the sequence")
      case let other:
        test.fail("the error of the fetch ends the sequence", actual: "\(other.map { "\($0)" } ?? "nothing")")
      }
      await test.expectEnd(values)
    },
  ]
}

extension CaseContext {
  /// Returns a separate database name for each part of a case, if the driver has enough databases.
  fileprivate func isolatedName(_ number: Int) -> String {
    driver.isolatesCases && !isOf(.remote) ? "part\(number)" : "main"
  }

  /// Drops the objects that another part of the case created.
  fileprivate func reset(_ views: [String], _ tables: [String], in database: Database) async throws {
    for view in views.reversed() { try await database.execute(SQLFragment(raw: "DROP VIEW IF EXISTS \(view)")) }
    for table in tables { try await database.execute(SQLFragment(raw: "DROP TABLE IF EXISTS \(table)")) }
  }

  /// Asserts that a sequence has ended.
  func expectEnd<Value: Sendable>(
    _ values: ObservedValues<Value>, file: StaticString = #fileID, line: UInt = #line
  ) async {
    let end = await values.ask().result(within: .seconds(8))
    guard case .success(nil)? = end else {
      return fail(
        "nothing comes behind the error", expected: "the end", actual: "\(end.map { "\($0)" } ?? "nothing")",
        file: file,
        line: line)
    }
    expect(true, "nothing comes behind the error", file: file, line: line)
  }
}
