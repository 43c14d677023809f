extension FeatureTableBuilder {
  /// The rows of the group "JSON".
  mutating func addJSON() {
    group = .json

    row(
      .jsonCore, "json.core", since: "3.9.0", options: "<3.38.0:+ENABLE_JSON1,>=3.38.0:-OMIT_JSON",
      .function(name: "json_extract", argumentCount: 2), absent: .prepareError,
      "json(), json_extract(), json_set(), json_each() …",
      probe: #"SELECT json_extract(json_set('{"a":1}','$.b',json('[2]')),'$.b[0]')"#,
      expect: .equals("2"))
    row(
      .jsonQuote, "json.quote", since: "3.14.0", options: "<3.38.0:+ENABLE_JSON1,>=3.38.0:-OMIT_JSON",
      .function(name: "json_quote", argumentCount: 1), absent: .prepareError,
      "json_quote()",
      probe: "SELECT json_quote('x')",
      expect: .equals(#""x""#))
    row(
      .jsonPatch, "json.patch", since: "3.18.0", options: "<3.38.0:+ENABLE_JSON1,>=3.38.0:-OMIT_JSON",
      .function(name: "json_patch", argumentCount: 2), absent: .prepareError,
      "json_patch()",
      probe: #"SELECT json_patch('{"a":1}','{"a":2}')"#,
      expect: .equals(#"{"a":2}"#))
    row(
      .json5, "json.json5", since: "3.42.0", options: "<3.38.0:+ENABLE_JSON1,>=3.38.0:-OMIT_JSON",
      .run, absent: .runtimeError,
      "JSON5 input",
      note: #"earlier engines raise "malformed JSON""#,
      probe: "SELECT json('{a:1,}')",
      expect: .equals(#"{"a":1}"#))
    row(
      .jsonErrorPosition, "json.error_position", since: "3.42.0", options: "<3.38.0:+ENABLE_JSON1,>=3.38.0:-OMIT_JSON",
      .function(name: "json_error_position", argumentCount: 1), absent: .prepareError,
      "json_error_position()",
      probe: "SELECT json_error_position('[1,')>0",
      expect: .equals("1"))
    row(
      .jsonb, "json.jsonb", since: "3.45.0", options: "<3.38.0:+ENABLE_JSON1,>=3.38.0:-OMIT_JSON",
      .function(name: "jsonb", argumentCount: 1), absent: .prepareError,
      "JSONB: jsonb(), jsonb_set() …",
      probe: "SELECT typeof(jsonb('[1]'))||json(jsonb('[1]'))",
      expect: .equals("blob[1]"))
    row(
      .jsonValidFlags, "json.valid_flags", since: "3.45.0", options: "<3.38.0:+ENABLE_JSON1,>=3.38.0:-OMIT_JSON",
      .function(name: "json_valid", argumentCount: 2), absent: .prepareError,
      "json_valid(X, flags)",
      probe: "SELECT json_valid('{a:1}',2)",
      expect: .equals("1"))
    row(
      .jsonPretty, "json.pretty", since: "3.46.0", options: "<3.38.0:+ENABLE_JSON1,>=3.38.0:-OMIT_JSON",
      .function(name: "json_pretty", argumentCount: 1), absent: .prepareError,
      "json_pretty()",
      probe: "SELECT json_pretty('[1]') LIKE '[%1%]'",
      expect: .equals("1"))
    row(
      .jsonbEach, "json.jsonb_each", since: "3.51.0", options: "<3.38.0:+ENABLE_JSON1,>=3.38.0:-OMIT_JSON",
      .prepare, absent: .prepareError,
      "jsonb_each(), jsonb_tree()",
      probe: "SELECT count(*) FROM jsonb_each('[1,2]')",
      expect: .equals("2"))
    row(
      .jsonArrayInsert, "json.array_insert", since: "3.53.0", options: "<3.38.0:+ENABLE_JSON1,>=3.38.0:-OMIT_JSON",
      .function(name: "json_array_insert", argumentCount: 3), absent: .prepareError,
      "json_array_insert(), jsonb_array_insert()",
      probe: "SELECT json_array_insert('[1,3]','$[1]',2)",
      expect: .equals("[1,2,3]"))
  }
}
