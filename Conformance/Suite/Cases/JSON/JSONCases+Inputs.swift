internal import Quarry

extension JSONCases {
  static let inputs: [ConformanceCase] = [
    ConformanceCase(
      "JSON-17", "JSON5 as input", .gated(.json5), page + "#json5",
      "JSON5 MUST be read, and written as plain JSON, from SQLite 3.42 on; before it is malformed.",
      absent: { test in
        try await test.expectAbsence()
        guard test.section(requires: .feature(.jsonCore)) else { return }
        let database = try await test.database()
        for (text, _) in json5 {
          await test.expectError(.statementFailed, extended: 1, database, "SELECT json(\(text))", "JSON5 is malformed")
        }
      }
    ) { test in
      let database = try await test.database()
      for (text, json) in json5 {
        await test.expectRows(database, "SELECT json(\(text))", [[.text(json)]], "\(text) as plain JSON")
        await test.expectRows(database, "SELECT json_valid(\(text))", [[0]], "\(text) is not plain JSON")
      }
      if test.section(requires: .feature(.jsonErrorPosition)) {
        await test.expectValues(
          database, [("json_error_position('{a:1}')", 0), (#"json_error_position('{"a":}')"#, 6)])
      }
      await test.expectEngineErrors(database, ["SELECT json('{a b:1}')", "SELECT json('[1,,]')"])
    },
    ConformanceCase(
      "JSON-18", "JSONB", .gated(.jsonb), page + "#jsonbx",
      "JSONB MUST be a blob that every JSON function reads, and a blob that is not JSONB must be an error.",
      needs: [.blobs], absent: CaseContext.refusing("SELECT jsonb('{}')", "SELECT jsonb_set('{}', '$.a', 1)")
    ) { test in
      let database = try await test.database()
      await test.expectValues(
        database,
        [
          (#"jsonb('[1,"a"]')"#, .blob([0x4b, 0x13, 0x31, 0x17, 0x61])), ("typeof(jsonb('{}'))", "blob"),
          (#"json(jsonb('{"a":[1,2.50,null]}'))"#, #"{"a":[1,2.50,null]}"#),
          (#"json(jsonb_set('{"a":1}', '$.b', 2))"#, #"{"a":1,"b":2}"#),
          (#"json_extract(jsonb('{"a":[5]}'), '$.a[0]')"#, 5),
          ("json_type(jsonb('[1]'))", "array"), ("jsonb('[1]') ->> 0", 1), ("jsonb('[[1]]') -> 0", "[1]"),
          (#"typeof(jsonb_extract('{"a":[1]}', '$.a'))"#, "blob"), (#"jsonb_extract('{"a":1}', '$.a')"#, 1),
          ("json(jsonb_array(1, 'x', NULL))", #"[1,"x",null]"#),
          ("json(jsonb_object('a', jsonb('[1]')))", #"{"a":[1]}"#),
        ])
      await test.expectEngineErrors(database, ["SELECT json(x'ff00')", "SELECT json_extract(x'1b', '$')"])
      try await database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, j BLOB)")
      for (id, document) in [#"{"name":"é😀","list":[1,2,3]}"#, "[]", "null", #""text""#, "-1.5e10"].enumerated() {
        try await database.execute("INSERT INTO t VALUES (\(id), jsonb(\(document)))")
        await test.expectRows(
          database, "SELECT json(j), typeof(j) FROM t WHERE id = \(id)", [[.text(document), "blob"]],
          "\(document) is stored")
        let stored = try await test.value(database, "SELECT j FROM t WHERE id = \(id)")
        await test.expectRows(
          database, "SELECT json(\(stored ?? .null))", [[.text(document)]], "\(document) is read, bound and read again")
      }
      await test.expectRows(database, "SELECT count(*) FROM t, json_each(t.j) WHERE t.id = 0", [[2]])
      if test.section(requires: .feature(.jsonValidFlags)) {
        await test.expectValues(
          database,
          [
            ("json_valid(jsonb('[1]'), 4)", 1), ("json_valid(jsonb('[1]'), 8)", 1), ("json_valid(x'ff', 8)", 0),
            ("json_valid('{a:1}', 2)", 1), ("json_valid('{a:1}', 1)", 0),
          ])
      }
    },
    ConformanceCase(
      "JSON-19", "json_pretty", .gated(.jsonPretty), page + "#jpretty",
      "json_pretty MUST put every element on a separate line, indented, and keep texts unchanged.",
      absent: CaseContext.refusing("SELECT json_pretty('[]')")
    ) { test in
      await test.expectValues(
        try await test.database(),
        [
          (
            #"json_pretty('{"a":[1,{"b":"é😀"}],"c":[],"d":{}}')"#,
            """
            {
                "a": [
                    1,
                    {
                        "b": "é😀"
                    }
                ],
                "c": [],
                "d": {}
            }
            """
          ),
          ("json_pretty('[1,2]', '--')", "[\n--1,\n--2\n]"), ("json_pretty('1')", "1"), ("json_pretty(NULL)", nil),
          (#"json(json_pretty('{"a":[1,2,{"b":null}]}'))"#, #"{"a":[1,2,{"b":null}]}"#),
        ])
    },
    ConformanceCase(
      "JSON-20", "json_array_insert", .gated(.jsonArrayInsert), page + "#jarrayins",
      "json_array_insert MUST put a value in front of the element at the path.",
      absent: CaseContext.refusing("SELECT json_array_insert('[1]', '$[0]', 2)")
    ) { test in
      await test.expectValues(
        try await test.database(),
        [
          ("json_array_insert('[1,2]', '$[0]', 9)", "[9,1,2]"), ("json_array_insert('[1,2]', '$[1]', 9)", "[1,9,2]"),
          ("json_array_insert('[1,2]', '$[#]', 7)", "[1,2,7]"),
          ("json_array_insert('[1,2]', '$[1]', 9, '$[#]', 7)", "[1,9,2,7]"),
          (#"json_array_insert('{"a":[1]}', '$.a[0]', 'x')"#, #"{"a":["x",1]}"#),
          ("json_array_insert('[1]', '$[5]', 2)", "[1]"),
          ("json_array_insert('[]', '$[0]', json('[1]'))", "[[1]]"),
        ])
    },
    ConformanceCase(
      "JSON-21", "Malformed JSON in a view, an index and a CHECK", .gated(.jsonCore), page + "#interface_overview",
      "Malformed JSON MUST be an error with code 1 wherever it is met, and the connection must stay usable."
    ) { test in
      let database = try await test.database()
      await test.expectError(.statementFailed, extended: 1, database, "SELECT json('{')")
      await test.expectError(.statementFailed, extended: 1, database, "SELECT json_extract('[1', '$[0]')")
      if try await refusesFunctionsInSchemas(test, database) { return }
      try await database.execute("CREATE TABLE checked(j CHECK (json_type(j) IS NOT NULL))")
      await test.expectError(.statementFailed, extended: 1, database, "INSERT INTO checked VALUES ('{')")
      try await database.execute("CREATE TABLE valid(j CHECK (json_valid(j)))")
      await test.expectError(.constraintCheck, extended: 275, database, "INSERT INTO valid VALUES ('{')")
      try await database.execute("INSERT INTO valid VALUES ('{}')")
      try await database.execute("CREATE TABLE indexed(j)")
      try await database.execute("CREATE INDEX names ON indexed(json_extract(j, '$.name'))")
      await test.expectError(.statementFailed, extended: 1, database, "INSERT INTO indexed VALUES ('{')")
      try await database.execute(#"INSERT INTO indexed VALUES ('{"name":"x"}')"#)
      await test.expectRows(database, "SELECT count(*) FROM indexed WHERE json_extract(j, '$.name') = 'x'", [[1]])
      try await database.execute("CREATE TABLE t(j)")
      try await database.execute("CREATE VIEW v AS SELECT json_extract(j, '$') AS x FROM t")
      await test.expectRows(database, "SELECT * FROM v", [])
      try await database.execute("INSERT INTO t VALUES ('{')")
      await test.expectError(.statementFailed, extended: 1, database, "SELECT * FROM v")
      await test.expectError(.statementFailed, extended: 1, database, "CREATE INDEX bad ON t(json_extract(j, '$'))")
      await test.expectRows(
        database, "SELECT count(*) FROM checked UNION ALL SELECT count(*) FROM valid", [[0], [1]],
        "a refused row is not there")
      await test.expectUsable(database)
    },
    ConformanceCase(
      "JSON-23", "Nesting to depth 1000", .gated(.jsonCore), "https://sqlite.org/releaselog/3_42_0.html",
      "A depth of 1000 MUST work; deeper is malformed from SQLite 3.42 on, before from 2001 on."
    ) { test in
      let database = try await test.database()
      func nested(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
      }
      await test.expectRows(database, "SELECT json_valid(\(nested(1000))), length(json(\(nested(1000))))", [[1, 2001]])
      await test.expectRows(
        database, "SELECT json_extract(\(nested(1000)), \("$" + String(repeating: "[0]", count: 500)))",
        [[.text(nested(500))]])
      let isShallow = test.engine.version >= EngineVersion(3, 42)
      for (depth, isValid) in [(1001, !isShallow), (2000, !isShallow), (2001, false), (10_000, false)] {
        await test.expectRows(
          database, "SELECT json_valid(\(nested(depth)))", [[isValid ? 1 : 0]], "a depth of \(depth)")
      }
      await test.expectError(.statementFailed, extended: 1, database, "SELECT json(\(nested(10_000)))")
      await test.expectUsable(database)
    },
  ]

  /// Some builds of SQLite 3.38 to 3.42 don't allow JSON functions in a schema that isn't trusted. They must then throw
  /// for all of them, with the right error.
  private static func refusesFunctionsInSchemas(_ test: CaseContext, _ database: Database) async throws -> Bool {
    guard (EngineVersion(3, 38)..<EngineVersion(3, 43)).contains(test.engine.version) else { return false }
    do {
      try await database.execute("CREATE TABLE probe(j CHECK (json_valid(j)))")
      return false
    } catch let error as DatabaseError {
      test.expectEqual(error.code, .statementFailed, "the class of the refusal")
      test.expectEqual(error.engineCode?.rawValue, 1, "the code of the refusal")
    }
    try await database.execute("CREATE TABLE t(j)")
    await test.expectError(.statementFailed, extended: 1, database, "CREATE INDEX i ON t(json_extract(j, '$'))")
    try await database.execute("CREATE VIEW v AS SELECT json_extract(j, '$') AS x FROM t")
    await test.expectError(.statementFailed, extended: 1, database, "SELECT * FROM v")
    await test.expectRows(
      database, "SELECT name FROM sqlite_master WHERE name <> 'sqlite_sequence' ORDER BY name", [["t"], ["v"]])
    await test.expectUsable(database)
    test.note("this engine refuses JSON functions in schemas that are not trusted")
    return true
  }

  /// JSON5 and the same as plain JSON.
  private static let json5: [(String, String)] = [
    ("{a:1}", #"{"a":1}"#), ("[1,2,]", "[1,2]"), ("{\"a\":1,}", #"{"a":1}"#), ("['x']", #"["x"]"#), ("[0x10]", "[16]"),
    ("[+1]", "[1]"), ("[.5]", "[0.5]"), ("[1.]", "[1.0]"), ("/* c */ 1", "1"), ("[1 // c\n]", "[1]"),
    ("[NaN]", "[null]"),
    ("{$a_1: 'it\\'s'}", #"{"$a_1":"it's"}"#), ("[\u{a0}1]", "[1]"),
  ]
}
