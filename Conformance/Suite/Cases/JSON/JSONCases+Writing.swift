internal import Quarry

extension JSONCases {
  static let writing: [ConformanceCase] = [
    ConformanceCase(
      "JSON-07", "json_set, json_insert, json_replace, json_remove", .gated(.jsonCore), page + "#jset",
      "json_set MUST write in any case, json_insert only what is missing, json_replace only what is there."
    ) { test in
      let database = try await test.database()
      await test.expectValues(database, objectChanges + arrayChanges)
      await test.expectRows(
        database, "SELECT json_set(\(#"{"a":1}"#), '$.b', \("it's"), '$.c', \(2.5), '$.d', \(SQLValue.null))",
        [[#"{"a":1,"b":"it's","c":2.5,"d":null}"#]], "bound values are written, NULL as null")
    },
    ConformanceCase(
      "JSON-08", "json_array, json_object, and text against JSON", .gated(.jsonCore, .jsonQuote), page + "#jarray",
      "A text argument MUST become a JSON string, also where it looks like JSON, unless it comes from a JSON function."
    ) { test in
      let database = try await test.database()
      await test.expectValues(
        database,
        [
          ("json_array(1, '2', NULL, json('3'), '[4]', json('[4]'), 2.5)", #"[1,"2",null,3,"[4]",[4],2.5]"#),
          ("json_array()", "[]"), ("json_object()", "{}"),
          ("json_array(json_array(1), json_object('a', 2))", #"[[1],{"a":2}]"#),
          ("json_object('a', 1, 'b', 'x', 'c', NULL)", #"{"a":1,"b":"x","c":null}"#),
          ("json_object('a', json('[1]'), 'b', '[1]')", #"{"a":[1],"b":"[1]"}"#),
          ("json_array(json_extract('[[1]]', '$[0]'))", "[[1]]"),
          ("json_array(json_extract('[\"x\"]', '$[0]'))", #"["x"]"#),
          ("json_quote('a\"b')", #""a\"b""#), ("json_quote(1)", "1"), ("json_quote(NULL)", "null"),
          ("json_quote(json('[1]'))", "[1]"), ("json_quote('[1]')", #""[1]""#), ("typeof(json_array(1))", "text"),
          ("json_object('a', 1, 'a', 2)", #"{"a":1,"a":2}"#), ("json_array_length('[1,[2,3]]')", 2),
          ("json_array_length('[1,[2,3]]', '$[1]')", 2), ("json_array_length('{}')", 0),
        ])
      await test.expectEngineErrors(database, ["SELECT json_object('a')", "SELECT json_object(1, 2)"])
      // A value that went through a table is text again.
      try await database.execute("CREATE TABLE t(j)")
      try await database.execute("INSERT INTO t VALUES (json('[1]'))")
      await test.expectRows(database, "SELECT json_array(j), json_array(json(j)) FROM t", [[#"["[1]"]"#, "[[1]]"]])
      // Blobs: refused before JSONB came, then taken for JSONB; one that is not becomes null.
      if test.engine.version < EngineVersion(3, 45) {
        await test.expectEngineErrors(database, ["SELECT json_array(x'00ff')", "SELECT json_object('a', x'00ff')"])
      }
    },
    ConformanceCase(
      "JSON-09", "json_patch", .gated(.jsonPatch), "https://www.rfc-editor.org/rfc/rfc7396#appendix-A",
      "json_patch MUST give what RFC 7396 says for each of its examples.",
      absent: CaseContext.refusing("SELECT json_patch('{}', '{}')")
    ) { test in
      let database = try await test.database()
      for (target, patch, result) in patches {
        await test.expectRows(
          database, "SELECT json_patch(\(target), \(patch))", [[.text(result)]], "\(target) with \(patch)")
      }
      await test.expectValues(database, [("json_patch(NULL, '{}')", nil), ("json_patch('{}', NULL)", nil)])
      await test.expectEngineErrors(database, ["SELECT json_patch('{', '{}')", "SELECT json_patch('{}', '{')"])
    },
  ]

  private static let objectChanges: [(String, SQLValue)] = [
    (#"json_set('{"a":1}', '$.a', 2)"#, #"{"a":2}"#), (#"json_set('{"a":1}', '$.b', 2)"#, #"{"a":1,"b":2}"#),
    (#"json_insert('{"a":1}', '$.a', 2)"#, #"{"a":1}"#), (#"json_insert('{"a":1}', '$.b', 2)"#, #"{"a":1,"b":2}"#),
    (#"json_replace('{"a":1}', '$.a', 2)"#, #"{"a":2}"#), (#"json_replace('{"a":1}', '$.b', 2)"#, #"{"a":1}"#),
    (#"json_set('{"a":1}', '$.a', '[1]')"#, #"{"a":"[1]"}"#),
    (#"json_set('{"a":1}', '$.a', json('[1]'))"#, #"{"a":[1]}"#),
    ("json_set('{}', '$.a', NULL)", #"{"a":null}"#), ("json_set('{}', '$.a', 1.5)", #"{"a":1.5}"#),
    ("json_set('{}', '$.a.b', 1)", #"{"a":{"b":1}}"#), (#"json_set('{"a":1}', '$.a.b', 1)"#, #"{"a":1}"#),
    ("json_set('{}', '$.a', 1, '$.b', 2)", #"{"a":1,"b":2}"#),
    (#"json_remove('{"a":1,"b":2}', '$.a', '$.z')"#, #"{"b":2}"#),
    (#"json_remove('{"a":{"b":1}}', '$.a.b')"#, #"{"a":{}}"#),
    ("json_remove('[1]', '$')", nil), ("json_set(NULL, '$.a', 1)", nil), ("json_remove('{}', NULL)", nil),
  ]

  private static let arrayChanges: [(String, SQLValue)] = [
    ("json_set('[1,2]', '$[0]', 9)", "[9,2]"), ("json_set('[1,2]', '$[#]', 3)", "[1,2,3]"),
    ("json_insert('[1,2]', '$[#]', 3)", "[1,2,3]"), ("json_replace('[1,2]', '$[#]', 3)", "[1,2]"),
    ("json_set('[1,2]', '$[2]', 3)", "[1,2,3]"), ("json_set('[1,2]', '$[3]', 3)", "[1,2]"),
    ("json_insert('[1,2]', '$[0]', 3)", "[1,2]"), ("json_replace('[1,2]', '$[1]', 'x')", #"[1,"x"]"#),
    ("json_remove('[1,2,3]', '$[0]', '$[0]')", "[3]"), ("json_remove('[1,2,3]', '$[1]')", "[1,3]"),
    ("json_remove('[1,2]', '$[5]')", "[1,2]"), ("json_remove('[1, 2]')", "[1,2]"),
    ("json_insert('[]', '$[#]', 1, '$[#]', 2)", "[1,2]"), ("json_set('{\"a\":[1]}', '$.a[#]', 2)", #"{"a":[1,2]}"#),
  ]

  /// RFC 7396, appendix A: a target, a patch and the result.
  private static let patches: [(String, String, String)] = [
    (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
    (#"{"a":"b"}"#, #"{"a":null}"#, "{}"), (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
    (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#), (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
    (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
    (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#), (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
    (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#), (#"{"a":"foo"}"#, "null", "null"), (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
    (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#), ("[1,2]", #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
    ("{}", #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
  ]
}
