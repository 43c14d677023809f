internal import Quarry

extension JSONCases {
  static let operators: [ConformanceCase] = [
    ConformanceCase(
      "JSON-14", "-> gives JSON, ->> gives a value", .gated(.jsonArrow, .jsonCore), page + "#jptr",
      "-> MUST answer JSON text and ->> an SQL value; what is missing is NULL.",
      absent: CaseContext.refusing(#"SELECT '{"a":1}' -> 'a'"#, #"SELECT '{"a":1}' ->> '$.a'"#)
    ) { test in
      let database = try await test.database()
      await test.expectValues(
        database,
        [
          (#"'{"a":[1,"x"]}' -> 'a'"#, #"[1,"x"]"#), (#"'{"a":"x"}' -> 'a'"#, #""x""#), (#"'{"a":"x"}' ->> 'a'"#, "x"),
          (#"'{"a":"x"}' -> '$.a'"#, #""x""#), (#"'{"a":"x"}' ->> '$.a'"#, "x"), ("'[1,2]' -> 1", "2"),
          ("'[1,2]' ->> 1", 2),
          ("'{}' -> 'a'", nil), ("'{}' ->> 'a'", nil), (#"'{"a":null}' -> 'a'"#, "null"),
          (#"'{"a":null}' ->> 'a'"#, nil),
          (#"'{"a":true}' -> 'a'"#, "true"), (#"'{"a":true}' ->> 'a'"#, 1), ("'[1]' -> 9", nil), ("'[1]' ->> 9", nil),
          ("NULL -> 'a'", nil), ("'{}' -> NULL", nil),
        ])
      await test.expectValues(
        database,
        [
          (#"'{"a":{"b":{"c":7}}}' -> 'a' -> 'b' ->> 'c'"#, 7), ("'[1.5]' ->> 0", 1.5), ("'[1.50]' -> 0", "1.50"),
          (#"typeof('{"a":1}' -> 'a')"#, "text"), (#"typeof('{"a":1}' ->> 'a')"#, "integer"),
          (#"'{"a":[1]}' ->> 'a'"#, "[1]"), (#"'{"a b":1}' ->> 'a b'"#, 1),
          (#"json_array('{"a":[1]}' -> 'a')"#, "[[1]]"),
          ("'[[1,2],3]' ->> '$[0][1]'", 2), ("'[10,20]' ->> '[1]'", 20),
        ])
      await test.expectEngineErrors(database, ["SELECT '{' -> 'a'", "SELECT 'x' ->> 0"])
    },
    ConformanceCase(
      "JSON-15", "-> with a text that looks like a number", .gated(.resultJSONArrowTextKey), page + "#jptr",
      "A text at the right side MUST be a key, also where it is a number, from SQLite 3.46 on; before it was an index.",
      absent: { test in
        try await test.expectAbsence()
        guard test.section("the answer of SQLite before 3.46", requires: .feature(.jsonArrow)) else { return }
        await test.expectValues(
          try await test.database(),
          [("'[10,20]' -> '1'", "20"), (#"'{"1":"a"}' -> '1'"#, nil), ("'[10,20]' ->> '1'", 20)],
          "the answer of SQLite before 3.46")
      }
    ) { test in
      await test.expectValues(
        try await test.database(),
        [
          ("'[10,20]' -> '1'", nil), (#"'{"1":"a"}' -> '1'"#, #""a""#), ("'[10,20]' ->> '1'", nil),
          (#"'{"1":"a"}' ->> '1'"#, "a"), ("'[10,20]' -> 1", "20"), (#"'{"1":"a"}' -> 1"#, nil),
          (#"'{"a.b":3}' ->> 'a.b'"#, 3),
        ])
    },
    ConformanceCase(
      "JSON-16", "A negative right side of -> counts from the end", .gated(.jsonArrowNegativeIndex), page + "#jptr",
      "A negative index MUST count from the right end of the array.",
      absent: { test in
        try await test.expectAbsence()
        guard test.engine.supports(.jsonArrow), test.engine.version < EngineVersion(3, 46) else { return }
        await test.expectValues(
          try await test.database(), [("'[1,2,3]' ->> -1", nil), ("'[1,2,3]' -> -1", nil)],
          "the answer of SQLite before 3.46")
      }
    ) { test in
      await test.expectValues(
        try await test.database(),
        [
          ("'[1,2,3]' ->> -1", 3), ("'[1,2,3]' -> -3", "1"), ("'[1,2,3]' ->> -4", nil), ("'{}' -> -1", nil),
          ("'[]' ->> -1", nil), ("'[[1,2],[3,4]]' -> -1 ->> -2", 3),
        ])
    },
  ]
}
