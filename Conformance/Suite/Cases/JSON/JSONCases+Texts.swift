internal import Quarry

extension JSONCases {
  static let texts: [ConformanceCase] = [
    ConformanceCase(
      "JSON-04", "Numbers: beyond 64 bits, beyond doubles, minus zero, written digits", .gated(.jsonCore),
      page + "#interface_overview",
      "json() MUST keep the digits of a number; json_extract must give an integer, or a real where it does not fit."
    ) { test in
      let database = try await test.database()
      await test.expectValues(
        database,
        [
          ("json_extract('9223372036854775807', '$')", .integer(.max)),
          ("json_extract('-9223372036854775808', '$')", .integer(.min)),
          ("json_extract('9223372036854775808', '$')", .real(9223372036854775808)),
          ("json_type('9223372036854775808')", "integer"), ("json('9223372036854775808')", "9223372036854775808"),
          ("json_extract('9007199254740993', '$')", .integer(9_007_199_254_740_993)),
          ("json('1e999')", "1e999"), ("json_type('1e999')", "real"), ("json('-0.0')", "-0.0"),
          ("json_extract('-0.0', '$')", .real(-0.0)), ("json_extract('-0', '$')", 0), ("json('-0')", "-0"),
          ("json('1.50')", "1.50"), ("json_extract('1.50', '$')", 1.5), ("json('1E5')", "1E5"),
          ("json_extract('1E5', '$')", 100000.0), ("json('[ 1.50 , 1e2 ]')", "[1.50,1e2]"),
          ("json('100000000000000000000')", "100000000000000000000"),
          ("json_extract('100000000000000000000', '$')", .real(1e20)),
          ("json_array(3.0, 1e20, 0.1)", "[3.0,1.0e+20,0.1]"),
        ])
      if CapabilityNeed.infinities.isMet(by: test.profile.capabilities) {
        await test.expectValues(
          database,
          [("json_extract('1e999', '$')", .real(.infinity)), ("json_extract('-1e999', '$')", .real(-.infinity))])
      }
    },
    ConformanceCase(
      "JSON-05", "Texts: escapes, surrogate pairs, control characters, U+2028", .gated(.jsonCore, .jsonQuote),
      "https://www.rfc-editor.org/rfc/rfc8259#section-7",
      "Escapes MUST be resolved on extraction, and control characters must be escaped in what is written."
    ) { test in
      let database = try await test.database()
      for (json, text) in [
        (#""\u00e9""#, "é"), (#""\n\t\b\f\r""#, "\n\t\u{8}\u{c}\r"), (#""\"\\\/""#, "\"\\/"), (#""\ud83d\ude00""#, "😀"),
        (#""\uD83D\uDE00!""#, "😀!"), ("\"\u{2028}\u{2029}\"", "\u{2028}\u{2029}"), (#""\u2028""#, "\u{2028}"),
        (#""a\u0041""#, "aA"), ("\"\u{7f}\"", "\u{7f}"), (#""\uFFFF""#, "\u{ffff}"),
        (#""\u0001\u001f""#, "\u{1}\u{1f}"),
        ("\"e\u{301}\"", "e\u{301}"),
      ] {
        await test.expectRows(database, "SELECT json_extract(\(json), '$')", [[.text(text)]], "the text of \(json)")
        await test.expectRows(
          database, "SELECT json_extract(json_quote(\(text)), '$')", [[.text(text)]], "\(json) survives json_quote")
        await test.expectRows(
          database, "SELECT json_extract(json_array(\(text)), '$[0]')", [[.text(text)]], "\(json) survives json_array")
      }
      for (text, json) in [
        ("\u{1}\u{1f}", #""\u0001\u001f""#), ("\u{8}\t\n\u{c}\r", #""\b\t\n\f\r""#), ("\"\\/", #""\"\\/""#),
        ("é😀\u{2028}\u{7f}", "\"é😀\u{2028}\u{7f}\""), ("", "\"\""),
      ] {
        await test.expectRows(database, "SELECT json_quote(\(text))", [[.text(json)]], "the JSON of \(json)")
      }
      for json in ["\"\n\"", "\"\u{1}\"", "\"\u{1f}\"", #""\u00g0""#, #""\u12""#] {
        await test.expectRows(
          database, "SELECT json_valid(\(json))", [[0]], "an unescaped control character, a bad escape")
      }
    },
    ConformanceCase(
      "JSON-06", "Duplicate keys", .gated(.jsonCore), page + "#interface_overview",
      "Both pairs of a duplicate key MUST be kept; extracting must give the first one."
    ) { test in
      let database = try await test.database()
      await test.expectValues(
        database,
        [
          (#"json('{"a":1, "a":2}')"#, #"{"a":1,"a":2}"#), (#"json_extract('{"a":1,"a":2}', '$.a')"#, 1),
          (#"json_type('{"a":"x","a":2}', '$.a')"#, "text"),
          (#"json_set('{"a":1,"a":2}', '$.a', 9)"#, #"{"a":9,"a":2}"#),
          (#"json_remove('{"a":1,"a":2}', '$.a')"#, #"{"a":2}"#), (#"json_valid('{"a":1,"a":2}')"#, 1),
          (#"json_insert('{"a":1,"a":2}', '$.a', 3)"#, #"{"a":1,"a":2}"#),
          (#"json_replace('{"a":1,"a":2}', '$.a', 3)"#, #"{"a":3,"a":2}"#),
        ])
      await test.expectRows(
        database, #"SELECT key, value FROM json_each('{"a":1,"a":2}') ORDER BY value"#, [["a", 1], ["a", 2]])
    },
  ]
}
