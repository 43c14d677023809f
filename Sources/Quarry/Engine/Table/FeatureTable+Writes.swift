extension FeatureTableBuilder {
  /// The rows of the group "INSERT / UPDATE / DELETE".
  mutating func addWrites() {
    group = .writes

    row(
      .multiRowInsert, "dml.insert_multirow", since: "3.7.11", .prepare, absent: .prepareError,
      "INSERT … VALUES (…),(…)",
      setup: "CREATE TABLE t(k)",
      probe: "INSERT INTO t VALUES(1),(2); SELECT count(*) FROM t",
      expect: .equals("2"))
    row(
      .upsert, "dml.upsert", since: "3.24.0", options: "-OMIT_UPSERT", .prepare, absent: .prepareError,
      "UPSERT (ON CONFLICT(target) DO NOTHING/UPDATE)",
      setup: "CREATE TABLE t(k PRIMARY KEY,v); INSERT INTO t VALUES(1,0)",
      probe: "INSERT INTO t VALUES(1,9) ON CONFLICT(k) DO UPDATE SET v=excluded.v WHERE true; SELECT v FROM t",
      expect: .equals("9"))
    row(
      .upsertDoNothingWithoutTarget, "dml.upsert.no_target_nothing", since: "3.24.0", options: "-OMIT_UPSERT",
      .prepare, absent: .prepareError,
      "ON CONFLICT DO NOTHING without a target",
      setup: "CREATE TABLE t(k PRIMARY KEY,v); INSERT INTO t VALUES(1,0)",
      probe: "INSERT INTO t VALUES(1,9) ON CONFLICT DO NOTHING; SELECT v FROM t",
      expect: .equals("0"))
    row(
      .upsertDoUpdateWithoutTarget, "dml.upsert.no_target_update", since: "3.35.0", options: "-OMIT_UPSERT",
      .prepare, absent: .prepareError,
      "ON CONFLICT DO UPDATE without a target",
      setup: "CREATE TABLE t(k PRIMARY KEY,v); INSERT INTO t VALUES(1,0)",
      probe: "INSERT INTO t VALUES(1,9) ON CONFLICT DO UPDATE SET v=excluded.v; SELECT v FROM t",
      expect: .equals("9"))
    row(
      .multipleUpsertClauses, "dml.upsert.multiple", since: "3.35.0", options: "-OMIT_UPSERT",
      .prepare, absent: .prepareError,
      "several ON CONFLICT clauses",
      setup: "CREATE TABLE t(k PRIMARY KEY,u UNIQUE,v); INSERT INTO t VALUES(1,1,0)",
      probe: """
        INSERT INTO t VALUES(1,1,9) ON CONFLICT(k) DO NOTHING ON CONFLICT(u) DO UPDATE SET v=excluded.v; \
        SELECT v FROM t
        """,
      expect: .equals("0"))
    row(
      .returning, "dml.returning", since: "3.35.0", options: "-OMIT_RETURNING", .prepare, absent: .prepareError,
      "RETURNING",
      setup: "CREATE TABLE t(k)",
      probe: "INSERT INTO t VALUES(7) RETURNING k*2",
      expect: .equals("14"))
    row(
      .updateFrom, "dml.update_from", since: "3.33.0", .prepare, absent: .prepareError,
      "UPDATE … FROM",
      setup: "CREATE TABLE t(k,v); CREATE TABLE s(k,v); INSERT INTO t VALUES(1,0); INSERT INTO s VALUES(1,5)",
      probe: "UPDATE t SET v=s.v FROM s WHERE s.k=t.k; SELECT v FROM t",
      expect: .equals("5"))
    row(
      .updateDeleteLimit, "dml.update_delete_limit", since: "3.6.5", options: "+ENABLE_UPDATE_DELETE_LIMIT",
      .prepare, absent: .prepareError,
      "ORDER BY/LIMIT on UPDATE and DELETE",
      note: """
        the option must also have been given when the grammar was generated; passing it while compiling a \
        ready-made amalgamation lists the option but the statement still fails – only a probe tells
        """,
      setup: "CREATE TABLE t(k); INSERT INTO t SELECT 1 UNION ALL SELECT 2",
      probe: "DELETE FROM t ORDER BY k LIMIT 1; SELECT count(*) FROM t",
      expect: .equals("1"))
    row(
      .trueFalseDefaults, "dml.default_true", since: "3.24.0", .prepare, absent: .silent,
      "TRUE/FALSE as a column default in ALTER TABLE ADD",
      setup: "CREATE TABLE t(k); INSERT INTO t VALUES(1)",
      probe: "ALTER TABLE t ADD COLUMN b DEFAULT true; SELECT b FROM t",
      expect: .equals("1"))
  }
}
