internal import Quarry

extension JSONCases {
  static let tables: [ConformanceCase] = [
    ConformanceCase(
      "JSON-10", "json_group_array and json_group_object", .gated(.jsonGroupAggregates), page + "#jgrouparray",
      "The aggregates MUST answer [] and {} for no rows, and keep NULLs as null.",
      absent: CaseContext.refusing("SELECT json_group_array(1)", "SELECT json_group_object('a', 1)")
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, k TEXT, v)")
      await test.expectRows(
        database, "SELECT json_group_array(v), json_group_object(k, v) FROM t", [["[]", "{}"]], "no rows")
      try await database.execute(
        "INSERT INTO t VALUES (1, 'a', 1), (2, 'b', NULL), (3, 'c', 'x'), (4, 'd', 1.5), (5, 'e', '[1]')")
      await test.expectRows(
        database, "SELECT json_group_array(v) FROM (SELECT v FROM t ORDER BY id)", [[#"[1,null,"x",1.5,"[1]"]"#]])
      await test.expectRows(
        database, "SELECT json_group_object(k, v) FROM (SELECT k, v FROM t ORDER BY id)",
        [[#"{"a":1,"b":null,"c":"x","d":1.5,"e":"[1]"}"#]])
      await test.expectRows(
        database, "SELECT json_group_array(json(v)) FROM t WHERE id = 5", [["[[1]]"]], "json() keeps its kind")
      await test.expectRows(
        database, "SELECT id > 3, json_group_array(id) FROM (SELECT id FROM t ORDER BY id) GROUP BY id > 3 ORDER BY 1",
        [[0, "[1,2,3]"], [1, "[4,5]"]])
      await test.expectRows(
        database, "SELECT json_group_object('a', v) FROM (SELECT v FROM t WHERE id < 3 ORDER BY id)",
        [[#"{"a":1,"a":null}"#]], "duplicate labels are kept")
      if test.section(requires: .feature(.windowFunctions)) {
        await test.expectRows(
          database, "SELECT json_group_array(id) OVER (ORDER BY id ROWS 1 PRECEDING) FROM t WHERE id < 4",
          [["[1]"], ["[1,2]"], ["[2,3]"]], "as a window function")
      }
    },
    ConformanceCase(
      "JSON-11", "A NULL label of json_group_object", .gated(.resultJSONNullLabel), page + "#jgrouparray",
      "A NULL label MUST be left out; an engine that does not do so answers what is recorded, or malformed JSON.",
      absent: { test in
        for feature in [SQLFeature.resultJSONNullLabel] { try await test.expectAbsence(of: feature) }
        guard test.section("the answer of SQLite before 3.50", requires: .feature(.jsonGroupAggregates)) else { return }
        let database = try await test.database()
        let old: SQLValue = test.engine.version < EngineVersion(3, 39) ? #"{"":1,"a":1}"# : #"{:1,"a":1}"#
        await test.expectRows(database, nullLabel, [[old]], "the answer of SQLite before 3.50")
        let isValid: SQLValue = test.engine.version < EngineVersion(3, 39) ? 1 : 0
        await test.expectRows(
          database, "SELECT json_valid(j) FROM (\(nullLabel))", [[isValid]], "malformed JSON is not passed on as JSON")
      }
    ) { test in
      let database = try await test.database()
      await test.expectRows(database, nullLabel, [[#"{"a":1}"#]])
      await test.expectRows(database, "SELECT json_valid(j) FROM (\(nullLabel))", [[1]])
      await test.expectRows(
        database, "SELECT json_group_object(NULL, 1)", [["{}"]], "nothing but NULL labels is an empty object")
    },
    ConformanceCase(
      "JSON-12", "json_each and json_tree", .gated(.jsonCore, .tableValuedFunctions), page + "#jeach",
      "json_each MUST walk over the children, json_tree over everything, with kinds, atoms and paths.",
      absent: CaseContext.refusing("SELECT * FROM json_each('[1]')", "SELECT * FROM json_tree('[1]')")
    ) { test in
      let database = try await test.database()
      let document = #"{"a":1,"b":[2,{"c":null}],"d":"x","e":true}"#
      await test.expectRows(
        database, "SELECT key, value, type, atom, parent, fullkey, path FROM json_each(\(document))",
        [
          ["a", 1, "integer", 1, nil, "$.a", "$"], ["b", #"[2,{"c":null}]"#, "array", nil, nil, "$.b", "$"],
          ["d", "x", "text", "x", nil, "$.d", "$"], ["e", 1, "true", 1, nil, "$.e", "$"],
        ])
      await test.expectRows(
        database, "SELECT key, type, atom, fullkey, path FROM json_tree(\(document))",
        [
          [nil, "object", nil, "$", "$"], ["a", "integer", 1, "$.a", "$"], ["b", "array", nil, "$.b", "$"],
          [0, "integer", 2, "$.b[0]", "$.b"], [1, "object", nil, "$.b[1]", "$.b"],
          ["c", "null", nil, "$.b[1].c", "$.b[1]"], ["d", "text", "x", "$.d", "$"], ["e", "true", 1, "$.e", "$"],
        ])
      await test.expectRows(
        database,
        """
        SELECT c.key, p.key FROM json_tree(\(document)) c JOIN json_tree(\(document)) p ON p.id = c.parent
          ORDER BY c.id
        """,
        [["a", nil], ["b", nil], [0, "b"], [1, "b"], ["c", 1], ["d", nil], ["e", nil]], "parent refers to id")
      await test.expectRows(database, "SELECT count(DISTINCT id), count(*) FROM json_tree(\(document))", [[8, 8]])
      await test.expectRows(database, "SELECT key, value, type FROM json_each('5')", [[nil, 5, "integer"]])
      await test.expectRows(database, "SELECT key, value FROM json_each('[1,2]', '$[1]')", [[nil, 2]])
      await test.expectRows(
        database, "SELECT key, value, fullkey, path FROM json_each(\(document), '$.b')",
        [[0, 2, "$.b[0]", "$.b"], [1, #"{"c":null}"#, "$.b[1]", "$.b"]])
      for empty in ["[]", "{}"] { await test.expectRows(database, "SELECT * FROM json_each(\(empty))", []) }
      await test.expectRows(database, "SELECT * FROM json_each(NULL)", [])
      await test.expectRows(database, "SELECT * FROM json_each('{}', '$.a')", [], "a path that leads nowhere")
      await test.expectEngineErrors(database, ["SELECT * FROM json_each('[1')", "SELECT * FROM json_tree('{')"])
      try await database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, tags)")
      try await database.execute(#"INSERT INTO t VALUES (1, '["x","y"]'), (2, '[]'), (3, '["y"]')"#)
      await test.expectRows(
        database, "SELECT t.id FROM t, json_each(t.tags) AS e WHERE e.value = 'y' ORDER BY t.id", [[1], [3]],
        "joined with a table")
      await test.expectRows(
        database, "SELECT id FROM t WHERE EXISTS (SELECT 1 FROM json_each(tags) WHERE value = 'x')", [[1]])
    },
    ConformanceCase(
      "JSON-13", "Paths that count from the end", .gated(.jsonPathFromEnd), page + "#jptrs",
      "[#-N] MUST be the Nth element from the end; Quarry refuses it where the engine does not know it.",
      absent: { test in
        try await test.expectAbsence()
        let database = try await test.database("plain")
        await test.expectEngineErrors(database, ["SELECT json_extract('[1]', '$[#-1]')"])
        try await prepare(database)
        let missing = test.engine.supports(.jsonCore) ? SQLFeature.jsonPathFromEnd : .jsonCore
        await test.expectRefusal(of: missing, "the typed path is refused before anything is sent") {
          try await database.fetchAll(JSONNote.select { $0.body.json("$[#-1]", as: Int.self) })
        }
      }
    ) { test in
      let database = try await test.database()
      await test.expectValues(
        database,
        [
          ("json_extract('[1,2,3]', '$[#-1]')", 3), ("json_extract('[1,2,3]', '$[#-3]')", 1),
          ("json_extract('[1,2,3]', '$[#-4]')", nil), ("json_extract('[1,2,3]', '$[#]')", nil),
          ("json_set('[1,2]', '$[#-1]', 9)", "[1,9]"), ("json_remove('[1,2]', '$[#-1]')", "[1]"),
          ("json_array_length('[[1,2]]', '$[#-1]')", 2), ("json_type('[1,2.5]', '$[#-1]')", "real"),
          ("json_extract('{\"a\":[[1],[2]]}', '$.a[#-1][#-1]')", 2),
        ])
      try await prepare(database)
      await test.expectFetch(
        database, JSONNote.where { $0.id == 3 }.select { $0.body.json("$[#-1]", as: Int.self) }, [3], "the typed path")
    },
  ]

  private static let nullLabel: SQLFragment =
    "SELECT json_group_object(k, v) AS j FROM (SELECT NULL AS k, 1 AS v UNION ALL SELECT 'a', 1)"
}
