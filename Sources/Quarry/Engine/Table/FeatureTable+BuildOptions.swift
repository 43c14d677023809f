extension FeatureTableBuilder {
  /// The rows of the group "Build options without a version of their own".
  mutating func addBuildOptions() {
    group = .buildOptions

    row(
      .buildStat4, "build.stat4", since: "3.8.1", options: "+ENABLE_STAT4", .option, absent: .prepareError,
      "sqlite_stat4 histograms",
      setup: """
        CREATE TABLE t(k); CREATE INDEX ix ON t(k); INSERT INTO t SELECT 1 UNION ALL SELECT 2 UNION ALL \
        SELECT 3
        """,
      probe: "ANALYZE; SELECT count(*)>0 FROM sqlite_stat4",
      expect: .equals("1"))
    row(
      .buildICU, "build.icu", since: "3.6.0", options: "+ENABLE_ICU",
      .function(name: "icu_load_collation", argumentCount: 2), absent: .prepareError,
      "ICU lower/upper/LIKE/REGEXP, collations",
      probe: "SELECT lower('I','tr_tr')",
      expect: .equals("ı"))
    row(
      .buildLikeDoesNotMatchBlobs, "build.like_doesnt_match_blobs", since: "3.10.0",
      options: "+LIKE_DOESNT_MATCH_BLOBS",
      .option, absent: .silent,
      "LIKE/GLOB is false on BLOBs",
      note: "behaviour: 1 without the option; Debian sets it",
      probe: "SELECT x'6162' LIKE 'ab'",
      expect: .equals("0"))
    row(
      .buildRowIDOfViewRefused, "build.rowid_in_view", since: "3.36.0", options: "-ALLOW_ROWID_IN_VIEW",
      .run, absent: .silent,
      "rowid of a view is refused",
      note: "behaviour: NULL before 3.36, and on later builds with ALLOW_ROWID_IN_VIEW (Debian from 3.40 on)",
      setup: "CREATE TABLE t(k); CREATE VIEW v AS SELECT k FROM t",
      probe: "SELECT rowid FROM v",
      expect: .error(containing: ""))
    row(
      .buildDoubleQuotedStringsOff, "build.dqs_off", since: "3.29.0", options: "+DQS=0", .run, absent: .silent,
      "double-quoted strings refused by default",
      note: "behaviour; per connection it is dbconfig 1013/1014",
      probe: #"SELECT "nosuchcol""#,
      expect: .error(containing: ""))
    row(
      .buildSecureDeleteDefault, "build.secure_delete_default", since: "3.6.23", options: "+SECURE_DELETE",
      .run, absent: .silent,
      "secure_delete is on when a connection opens",
      probe: "PRAGMA secure_delete",
      expect: .equals("1"))
    row(
      .buildForeignKeysDefault, "build.foreign_keys_default", since: "3.7.5", options: "+DEFAULT_FOREIGN_KEYS=1",
      .run, absent: .silent,
      "foreign_keys is on when a connection opens",
      probe: "PRAGMA foreign_keys",
      expect: .equals("1"))
  }
}
