internal import Quarry

extension DriftCases {
  static let texts: [ConformanceCase] = [
    ConformanceCase(
      "DRIFT-06", "-> with '1' at the right side", .gated(.jsonArrow), "https://sqlite.org/releaselog/3_46_0.html",
      "'1' MUST be an index before SQLite 3.46 and a key from then on; Quarry's own paths do not depend on it."
    ) { test in
      let database = try await test.database()
      let isKey = test.engine.version >= EngineVersion(3, 46)
      test.expectEqual(test.engine.supports(.resultJSONArrowTextKey), isKey, "the feature follows the behaviour")
      await test.expectValues(
        database,
        [
          (#"'{"1":"a"}' -> '1'"#, isKey ? #""a""# : nil), ("'[10,20]' -> '1'", isKey ? nil : "20"),
          ("'[10,20]' -> 1", "20"), ("'[10,20]' -> '$[1]'", "20"), (#"'{"1":"a"}' ->> '$.1'"#, "a"),
        ])
      try await JSONCases.prepare(database)
      await test.expectFetch(
        database, JSONNote.where { $0.id == 3 }.select { $0.body.jsonText("$[1]") }, ["2"], "the typed form")
    },
    ConformanceCase(
      "DRIFT-07", "json_group_object with a NULL label", .gated(.jsonGroupAggregates),
      "https://sqlite.org/releaselog/3_50_0.html",
      "A NULL label MUST be an empty one before SQLite 3.36, malformed JSON up to 3.49, and left out from 3.50 on."
    ) { test in
      let database = try await test.database()
      let isOmitted = test.engine.version >= EngineVersion(3, 50)
      test.expectEqual(test.engine.supports(.resultJSONNullLabel), isOmitted, "the feature follows the behaviour")
      let query: SQLFragment = "SELECT json_group_object(k, v) FROM (SELECT NULL AS k, 1 AS v UNION ALL SELECT 'a', 1)"
      if (EngineVersion(3, 36)..<EngineVersion(3, 39)).contains(test.engine.version) {
        test.note("which of the first two answers SQLite 3.36 to 3.38 gives was not measured")
      } else {
        let text = try test.expectation([
          (EngineVersion(3, 36), #"{"":1,"a":1}"#), (EngineVersion(3, 50), #"{:1,"a":1}"#), (nil, #"{"a":1}"#),
        ])
        await test.expectRows(database, query, [[.text(text)]])
      }
      await test.expectRows(database, "SELECT json_group_object('a', NULL)", [[#"{"a":null}"#]], "a NULL value is null")
    },
    ConformanceCase(
      "DRIFT-08", "concat_ws and empty texts", .gated(.concatWithSeparatorFunction),
      "https://sqlite.org/releaselog/3_50_2.html",
      "Empty texts MUST be dropped before SQLite 3.50.2 and kept later; Quarry's own concat must keep them everywhere."
    ) { test in
      let database = try await test.database()
      let isKept = test.engine.supports(.concatWithSeparatorKeepsEmpty)
      // A fork may have the function of a later version.
      if test.isOf(.sqlite) || test.isOf(.cipher) {
        test.expectEqual(isKept, test.engine.version >= EngineVersion(3, 50, 2), "the feature follows the version")
      }
      await test.expectValues(
        database,
        [
          ("concat_ws(',', 'a', '', 'b')", isKept ? "a,,b" : "a,b"), ("concat_ws(',', 'a', NULL, 'b')", "a,b"),
          ("concat_ws(NULL, 'a', 'b')", nil), ("concat_ws(',', 'a')", "a"),
        ])
    },
    ConformanceCase(
      "DRIFT-09", "A day past the end of its month", .core, "https://sqlite.org/releaselog/3_45_0.html",
      "date('2023-02-30') MUST come back unchanged before SQLite 3.45 and be 2023-03-02 from then on."
    ) { test in
      let isCarried = test.engine.version >= EngineVersion(3, 45)
      test.expectEqual(test.engine.supports(.resultDateOverflow), isCarried, "the feature follows the behaviour")
      await test.expectValues(
        try await test.database(),
        [
          ("date('2023-02-30')", isCarried ? "2023-03-02" : "2023-02-30"),
          ("date('2023-02-30', '+0 days')", "2023-03-02"),
          ("date('2023-02-28')", "2023-02-28"), ("date('2023-02-32')", nil),
        ])
    },
    ConformanceCase(
      "DRIFT-10", "The limit of JSON nesting", .gated(.jsonCore), "https://sqlite.org/releaselog/3_42_0.html",
      "The depth MUST be limited to 2000 before SQLite 3.42 and to 1000 from then on."
    ) { test in
      let database = try await test.database()
      let limit = test.engine.version >= EngineVersion(3, 42) ? 1000 : 2000
      for (depth, isValid) in [(1, 1), (999, 1), (limit, 1), (limit + 1, 0), (limit + 500, 0)] as [(Int, Int64)] {
        let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        await test.expectRows(database, "SELECT json_valid(\(text))", [[.integer(isValid)]], "a depth of \(depth)")
      }
    },
    ConformanceCase(
      "DRIFT-11", "What names a CHECK that was broken", .core, "https://sqlite.org/releaselog/3_34_0.html",
      "Class and code of a broken CHECK MUST be the same in every version, whatever the engine's text names."
    ) { test in
      let database = try await test.database()
      test.expectEqual(
        test.engine.supports(.resultCheckMessage), test.engine.version >= EngineVersion(3, 34),
        "the feature follows the version")
      try await database.execute("CREATE TABLE t(a CHECK (a > 0), CONSTRAINT named CHECK (a < 10))")
      for value in [0, 11] {
        let error = await test.expectError(.constraintCheck, extended: 275, database, "INSERT INTO t VALUES (\(value))")
        test.expect(error?.code.isConstraint == true, "the class is a constraint")
        test.expect(error?.message.isEmpty == false, "there is a message")
      }
      await test.expectRows(database, "SELECT count(*) FROM t", [[0]])
    },
    ConformanceCase(
      "DRIFT-12", "The error of a bad JSON path", .gated(.jsonCore), "https://sqlite.org/releaselog/3_45_0.html",
      "Class and code of a bad path MUST be the same in every version, whatever the engine's text says."
    ) { test in
      let database = try await test.database()
      for path in ["a", "$.", "$a", "x[0]", "a.b"] {
        await test.expectError(
          .statementFailed, extended: 1, database, #"SELECT json_extract('{"a":1}', \#(path))"#, "the path \(path)")
      }
      await test.expectUsable(database)
    },
  ]
}
