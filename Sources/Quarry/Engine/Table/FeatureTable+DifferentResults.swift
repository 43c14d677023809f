extension FeatureTableBuilder {
  /// The rows of the group "Same SQL, other result".
  mutating func addDifferentResults() {
    group = .differentResults

    row(
      .resultRealSeventeenDigits, "result.real_17_digits", since: "3.53.0", .version, absent: .silent,
      "a REAL turned into text keeps 17 digits",
      note: "'0.3' before; per connection dbconfig 1023 sets the digits",
      probe: "SELECT 0.1+0.2",
      expect: .equals("0.30000000000000004"))
    row(
      .resultCompensatedSum, "result.sum_compensated", since: "3.43.0", .version, absent: .silent,
      "sum()/avg() use compensated summation",
      probe: """
        SELECT sum(x)=1.0 FROM (SELECT 0.1 AS x UNION ALL SELECT 0.1 UNION ALL SELECT 0.1 UNION ALL SELECT \
        0.1 UNION ALL SELECT 0.1 UNION ALL SELECT 0.1 UNION ALL SELECT 0.1 UNION ALL SELECT 0.1 UNION ALL \
        SELECT 0.1 UNION ALL SELECT 0.1)
        """,
      expect: .equals("1"))
    row(
      .resultJSONArrowTextKey, "result.json_arrow_text_key", since: "3.46.0",
      options: "<3.38.0:+ENABLE_JSON1,>=3.38.0:-OMIT_JSON",
      .version, absent: .silent,
      "->> with a text operand that looks like a number is a key",
      note: "8 from 3.38 to 3.45",
      probe: "SELECT '[7,8]' ->> '1'",
      expect: .null)
    row(
      .resultJSONNullLabel, "result.json_null_label", since: "3.50.0",
      options: "<3.38.0:+ENABLE_JSON1,>=3.38.0:-OMIT_JSON",
      .version, absent: .silent,
      "json_group_object() leaves out NULL labels",
      probe: "SELECT json_group_object(NULL,1)",
      expect: .equals("{}"))
    row(
      .resultCheckAfterAffinity, "result.check_after_affinity", since: "3.32.0", .version, absent: .runtimeError,
      "CHECK sees the value after column affinity",
      setup: "CREATE TABLE t(k INTEGER CHECK(typeof(k)='integer'))",
      probe: "INSERT INTO t VALUES('5'); SELECT count(*) FROM t",
      expect: .equals("1"))
    row(
      .resultCheckMessage, "result.check_message", since: "3.34.0", .version, absent: .runtimeError,
      "CHECK failure message carries the expression",
      note: "the table name before",
      setup: "CREATE TABLE t(k CHECK(k>0))",
      probe: "INSERT INTO t VALUES(0)",
      expect: .error(containing: "k>0"))
    row(
      .resultJoinForwardReferenceRefused, "result.left_join_forward_ref", since: "3.17.0",
      .version, absent: .silent,
      "ON clause naming a table further right is an error",
      probe: "SELECT 1 FROM (SELECT 1 a) x LEFT JOIN (SELECT 1 b) y ON y.b=z.c JOIN (SELECT 1 c) z",
      expect: .error(containing: ""))
    row(
      .resultTableInfoTypeCase, "result.table_info_type_case", since: "3.37.0", .version, absent: .silent,
      "PRAGMA table_info writes standard type names in capitals",
      note: "'integer' stays as written before",
      setup: "CREATE TABLE t(a integer)",
      probe: "PRAGMA table_info(t)",
      expect: .column(2, "INTEGER"))
    row(
      .resultDateOverflow, "result.date_overflow", since: "3.45.0", .version, absent: .silent,
      "a day past the end of the month is carried over",
      note: "2024-02-30 comes back unchanged before",
      probe: "SELECT date('2024-02-30')",
      expect: .equals("2024-03-01"))
    row(
      .resultDateTime24Hours, "result.datetime_24h", since: "3.54.0", .version, absent: .silent,
      "24:00:00 becomes the next day",
      note: "not in any release notes seen: found by comparing 3.53.4 and 3.54.1",
      probe: "SELECT datetime('2024-01-01 24:00:00')",
      expect: .equals("2024-01-02 00:00:00"))
    row(
      .resultFractionalSecondsTruncated, "result.strftime_f_truncates", since: "3.49.0", .version, absent: .silent,
      "%f cuts instead of rounding up to 02.000",
      note: "absent in 3.48.0, present in 3.49.2",
      probe: "SELECT strftime('%f','2000-01-01 00:00:01.9996')",
      expect: .equals("01.999"))
    row(
      .resultJSONValidNull, "result.json_valid_null", since: "3.42.0",
      options: "<3.38.0:+ENABLE_JSON1,>=3.38.0:-OMIT_JSON",
      .version, absent: .silent,
      "json_valid(NULL) is NULL",
      note: "0 before",
      probe: "SELECT json_valid(NULL) IS NULL",
      expect: .equals("1"))
    row(
      .resultShortQueryPlan, "result.explain_short", since: "3.36.0", .version, absent: .silent,
      "EXPLAIN QUERY PLAN text without the word TABLE",
      setup: "CREATE TABLE t(k)",
      probe: "EXPLAIN QUERY PLAN SELECT * FROM t",
      expect: .column(3, "SCAN t"))
    row(
      .resultFTS5TriggerUntrusted, "result.fts5_trigger_untrusted", since: "3.44.0", options: "+ENABLE_FTS5",
      .run, absent: .prepareError,
      "FTS tables may be written by triggers under trusted_schema=OFF",
      note: #""unsafe use of virtual table" from 3.40 to 3.43; allowed before that too"#,
      setup: """
        PRAGMA trusted_schema=OFF; CREATE TABLE t(x); CREATE VIRTUAL TABLE ft USING fts5(x); CREATE TRIGGER \
        tr AFTER INSERT ON t BEGIN INSERT INTO ft VALUES(new.x); END
        """,
      probe: "INSERT INTO t VALUES('fox'); SELECT count(*) FROM ft",
      expect: .equals("1"))
  }
}
