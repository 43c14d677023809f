internal import Quarry

extension JSONCases {
  static let reading: [ConformanceCase] = [
    ConformanceCase(
      "JSON-01", "json_valid, json_type and json_extract over documents and paths", .gated(.jsonCore),
      page + "#jptrs",
      "json_type MUST return the kind of the element at a path, and json_extract must return its SQL value.",
      absent: CaseContext.refusing("SELECT json_valid('{}')", "SELECT json_type('[]')", "SELECT json_extract('1', '$')")
    ) { test in
      let database = try await test.database()
      for (document, path, type, value) in extractions {
        await test.expectRows(
          database,
          "SELECT json_valid(\(document)), json_type(\(document), \(path)), json_extract(\(document), \(path))",
          [[1, type, value]], "\(path) of \(document)")
        await test.expectRows(
          database, "SELECT typeof(json_extract(\(document), \(path)))", [[.text(value.storageClass.description)]],
          "the storage class of \(path) of \(document)")
      }
      for document in invalid + followed {
        await test.expectRows(database, "SELECT json_valid(\(document))", [[0]], "\(document) is not JSON")
      }
      // SQLite 3.43 and 3.44 stop reading at the end of the first value.
      let readsOn = !(EngineVersion(3, 43)..<EngineVersion(3, 45)).contains(test.engine.version)
      for document in invalid + (readsOn ? followed : []) {
        await test.expectError(.statementFailed, extended: 1, database, "SELECT json_extract(\(document), '$')")
      }
      await test.expectUsable(database)
    },
    ConformanceCase(
      "JSON-02", "A missing path and a JSON null", .gated(.jsonCore), page + "#jex",
      "json_extract MUST answer NULL for a missing path and for a JSON null; json_type must tell them apart."
    ) { test in
      let database = try await test.database()
      await test.expectValues(
        database,
        [
          (#"json_extract('{"a":null}', '$.a')"#, nil), (#"json_type('{"a":null}', '$.a')"#, "null"),
          (#"json_extract('{"a":null}', '$.b')"#, nil), (#"json_type('{"a":null}', '$.b')"#, nil),
          ("json_extract('[null]', '$[0]')", nil), ("json_type('[null]', '$[0]')", "null"),
          ("json_extract('[null]', '$[1]')", nil), ("json_type('[null]', '$[1]')", nil),
          ("json_extract('null', '$')", nil), ("json_type('null')", "null"), ("json_type('null', '$.a')", nil),
          ("json_extract(NULL, '$')", nil), ("json_extract('{}', NULL)", nil), ("json_type(NULL)", nil),
          (#"json_extract('{"a":1}', '$.a.b.c')"#, nil), (#"json_extract('{"a":1}', '$.a[0]')"#, nil),
          (#"json_extract('{"a":1}', '$.A')"#, nil), ("json_extract('[1]', '$.length')", nil),
        ])
      let valid: SQLValue = test.engine.supports(.resultJSONValidNull) ? nil : 0
      await test.expectRows(database, "SELECT json_valid(NULL)", [[valid]])
    },
    ConformanceCase(
      "JSON-03", "json_extract with several paths", .gated(.jsonCore), page + "#jex",
      "json_extract with two or more paths MUST answer a JSON array with one element for each path."
    ) { test in
      let database = try await test.database()
      await test.expectValues(
        database,
        [
          ("json_extract('[1,2,3]', '$[0]', '$[2]')", "[1,3]"),
          (#"json_extract('{"a":null}', '$.a', '$.b')"#, "[null,null]"),
          (#"json_extract('{"a":[1]}', '$.a', '$')"#, #"[[1],{"a":[1]}]"#),
          (#"json_extract('{"a":"x"}', '$.a', '$.a')"#, #"["x","x"]"#),
          (#"json_extract('{"a":true,"b":1.50}', '$.a', '$.b')"#, "[true,1.50]"),
          (#"json_extract('{"a":"x"}', '$.a')"#, "x"),
          (#"json_type(json_extract('[1,2]', '$[0]', '$[1]'))"#, "array"),
          (#"json_array_length(json_extract('{}', '$.a', '$.b', '$.c'))"#, 3),
        ])
    },
  ]

  /// A document, a path, and the kind and the SQL value of the element there.
  private static let extractions: [(String, String, SQLValue, SQLValue)] = scalarExtractions + pathExtractions

  private static let scalarExtractions: [(String, String, SQLValue, SQLValue)] = [
    ("1", "$", "integer", 1), ("-1", "$", "integer", -1), ("0", "$", "integer", 0), ("1.5", "$", "real", 1.5),
    ("-2.5e3", "$", "real", -2500.0), ("1E2", "$", "real", 100.0), ("true", "$", "true", 1),
    ("false", "$", "false", 0), ("null", "$", "null", nil), (#""x""#, "$", "text", "x"), (#""""#, "$", "text", ""),
    ("{}", "$", "object", "{}"), ("[]", "$", "array", "[]"), (" [ 1 , 2 ] ", "$", "array", "[1,2]"),
    (#"{ "a" : 1 }"#, "$", "object", #"{"a":1}"#), ("\t1\n", "$", "integer", 1), (#""é😀""#, "$", "text", "é😀"),
    (#""1""#, "$", "text", "1"), (#""null""#, "$", "text", "null"),
  ]

  private static let pathExtractions: [(String, String, SQLValue, SQLValue)] = [
    (#"{"a":1}"#, "$.a", "integer", 1), (#"{"a":{"b":2}}"#, "$.a.b", "integer", 2),
    (#"{"a":[1,2]}"#, "$.a[1]", "integer", 2), ("[[1,2],[3]]", "$[0][1]", "integer", 2),
    ("[[1,2],[3]]", "$[1]", "array", "[3]"), (#"[{"a":1},{"a":2}]"#, "$[1].a", "integer", 2),
    ("[1,2]", "$[2]", nil, nil), ("[1,2]", "$[9]", nil, nil), (#"{"a":1}"#, "$.b", nil, nil),
    (#"{"a b":1}"#, #"$."a b""#, "integer", 1), (#"{"a b":{"c.d":1}}"#, #"$."a b"."c.d""#, "integer", 1),
    (#"{"a":1}"#, #"$."a""#, "integer", 1), (#"{"é":"ü"}"#, "$.é", "text", "ü"),
    (#"{"1":"one"}"#, "$.1", "text", "one"), (#"{"a":[]}"#, "$.a", "array", "[]"),
    (#"{"a":{"b":[{"c":"deep"}]}}"#, "$.a.b[0].c", "text", "deep"), ("[true,false,null]", "$[1]", "false", 0),
    ("[0,[1,[2,[3]]]]", "$[1][1][1][0]", "integer", 3), (#"{"a":1,"aa":2}"#, "$.aa", "integer", 2),
    (#"{"A":1,"a":2}"#, "$.a", "integer", 2), ("1", "$.a", nil, nil), ("1", "$[0]", nil, nil),
  ]

  /// Texts that are not JSON in any version, JSON5 included.
  private static let invalid = [
    "", " ", "{", "}", "[1", "[1,,2]", "{\"a\"}", "{\"a\":}", "tru", "nul", "\"", "\"\\x\"", "{\"a\" 1}", "abc",
  ]

  /// JSON with trailing text.
  private static let followed = ["1 2", "[1]]", "{}x"]
}
