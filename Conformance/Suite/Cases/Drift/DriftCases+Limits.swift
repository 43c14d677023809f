internal import Quarry

extension DriftCases {
  static let limits: [ConformanceCase] = [
    ConformanceCase(
      "DRIFT-13", "1100 nested parentheses", .core, "https://sqlite.org/releaselog/3_46_0.html",
      "They MUST be an error with code 1 before SQLite 3.46 and work from then on; 50 of them work everywhere."
    ) { test in
      let database = try await test.database()
      func nested(_ depth: Int) -> String {
        "SELECT " + String(repeating: "(", count: depth) + "1" + String(repeating: ")", count: depth)
      }
      await test.expectRows(database, SQLFragment(raw: nested(50)), [[1]], "a depth of 50")
      if test.engine.version >= EngineVersion(3, 46) {
        await test.expectRows(database, SQLFragment(raw: nested(1100)), [[1]], "a depth of 1100")
      } else {
        await test.expectEngineErrors(database, [nested(1100)])
      }
      await test.expectUsable(database)
    },
    ConformanceCase(
      "DRIFT-14", "The number of parameters", .core, "https://sqlite.org/limits.html#max_variable_number",
      "A limit that the driver leaves to the engine MUST be the engine's, 999 before SQLite 3.32 and at least 32766 later."
    ) { test in
      let database = try await test.database()
      let limit = database.capabilities.limits.parameters
      let engineLimit = database.capabilities.engineLimits?.parameters ?? limit
      if limit < max(engineLimit, 999) {
        test.note("the driver takes fewer parameters than its engine: \(limit)")
      } else if test.engine.version < EngineVersion(3, 32) {
        test.expect(
          limit == 999 || limit >= 32766, "\(limit) parameters before SQLite 3.32, unless the build raised it")
      } else {
        test.expect(limit >= 32766, "\(limit) parameters since SQLite 3.32")
      }
      test.expectEqual(
        test.engine.supports(.boundParameters32766), engineLimit >= 32766, "the feature follows the engine's limit")
      await test.expectError(
        .missingParameter, database, SQLFragment(raw: "SELECT ?\(limit)"), "the last parameter is known to the engine")
      await test.expectRefusal(beyond: \.parameters, database, "SELECT ?\(limit + 1)")
      let count = min(limit, 900)
      let many = SQLFragment(
        raw: "SELECT " + Array(repeating: "?", count: count).joined(separator: " + "),
        values: Array(repeating: 1, count: count))
      await test.expectRows(database, many, [[.integer(Int64(count))]], "\(count) parameters work")
    },
    ConformanceCase(
      "DRIFT-15", "The rowid of a view", .core, "https://sqlite.org/releaselog/3_36_0.html",
      "It MUST be NULL before SQLite 3.36 and in builds that allow it, and an error with code 1 elsewhere."
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE VIEW v AS SELECT 7 AS a")
      if test.engine.version < EngineVersion(3, 36) {
        test.expect(!test.engine.supports(.buildRowIDOfViewRefused), "the feature follows the version")
      }
      if test.engine.supports(.buildRowIDOfViewRefused) {
        await test.expectError(.noSuchObject, extended: 1, database, "SELECT rowid FROM v")
      } else {
        await test.expectRows(database, "SELECT rowid FROM v", [[nil]])
      }
      await test.expectRows(database, "SELECT a FROM v", [[7]])
    },
    ConformanceCase(
      "DRIFT-16", "Known wrong answers of single versions", .core, "https://sqlite.org/releaselog/3_51_2.html",
      "EXISTS MUST be right where it is so in every version; versions with a known wrong answer are only named."
    ) { test in
      let database = try await test.database()
      if (EngineVersion(3, 51, 0)..<EngineVersion(3, 51, 3)).contains(test.engine.version) {
        test.note("SQLite 3.51.0 to 3.51.2 can answer EXISTS over joins wrongly; 3.51.3 or later is advised")
      }
      try await database.execute("CREATE TABLE a(id INTEGER PRIMARY KEY, x)")
      try await database.execute("CREATE TABLE b(id INTEGER PRIMARY KEY, a_id, y)")
      try await database.execute("INSERT INTO a VALUES (1, 'one'), (2, 'two'), (3, NULL)")
      try await database.execute("INSERT INTO b VALUES (1, 1, 'p'), (2, 1, 'q'), (3, 3, NULL)")
      for (query, ids) in [
        ("SELECT id FROM a WHERE EXISTS (SELECT 1 FROM b WHERE a_id = a.id) ORDER BY id", [1, 3]),
        ("SELECT id FROM a WHERE NOT EXISTS (SELECT 1 FROM b WHERE a_id = a.id) ORDER BY id", [2]),
        ("SELECT id FROM a WHERE EXISTS (SELECT NULL FROM b WHERE a_id = a.id AND y IS NULL) ORDER BY id", [3]),
        ("SELECT id FROM a WHERE EXISTS (SELECT 1 FROM b) ORDER BY id", [1, 2, 3]),
        ("SELECT id FROM a WHERE EXISTS (SELECT 1 FROM b WHERE 0) ORDER BY id", []),
      ] as [(String, [Int64])] {
        await test.expectRows(database, SQLFragment(raw: query), ids.map { [.integer($0)] }, query)
      }
    },
  ]
}
