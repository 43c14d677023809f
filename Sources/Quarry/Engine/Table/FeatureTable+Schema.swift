extension FeatureTableBuilder {
  /// The rows of the group "Schema".
  mutating func addSchema() {
    group = .schema

    row(
      .withoutRowID, "ddl.without_rowid", since: "3.8.2", .prepare, absent: .prepareError,
      "WITHOUT ROWID",
      probe: "CREATE TABLE t(k PRIMARY KEY) WITHOUT ROWID; SELECT 1",
      expect: .equals("1"))
    row(
      .partialIndexes, "ddl.partial_index", since: "3.8.0", .prepare, absent: .prepareError,
      "partial index",
      setup: "CREATE TABLE t(k)",
      probe: "CREATE INDEX ix ON t(k) WHERE k>5; SELECT 1",
      expect: .equals("1"))
    row(
      .expressionIndexes, "ddl.expression_index", since: "3.9.0", .prepare, absent: .prepareError,
      "index on an expression",
      setup: "CREATE TABLE t(k)",
      probe: "CREATE INDEX ix ON t(k+1); SELECT 1",
      expect: .equals("1"))
    row(
      .viewColumnList, "ddl.view_column_list", since: "3.9.0", .prepare, absent: .prepareError,
      "CREATE VIEW v(col,…)",
      probe: "CREATE VIEW v(a,b) AS SELECT 1,2; SELECT a+b FROM v",
      expect: .equals("3"))
    row(
      .sqliteSchemaName, "ddl.sqlite_schema_name", since: "3.33.0", .prepare, absent: .prepareError,
      "sqlite_schema as a name of sqlite_master",
      probe: "SELECT count(*) FROM sqlite_schema",
      expect: .equals("0"))
    row(
      .strictTables, "ddl.strict", since: "3.37.0", .prepare, absent: .prepareError,
      "STRICT tables, ANY type",
      probe: "CREATE TABLE t(k INTEGER PRIMARY KEY, a ANY, b TEXT) STRICT; SELECT 1",
      expect: .equals("1"))
    row(
      .generatedColumns, "ddl.generated_column", since: "3.31.0", options: "-OMIT_GENERATED_COLUMNS",
      .prepare, absent: .prepareError,
      "generated columns (STORED/VIRTUAL)",
      probe: """
        CREATE TABLE t(a, b GENERATED ALWAYS AS (a*2) STORED, c AS (a+1)); INSERT INTO t(a) VALUES(3); \
        SELECT b+c FROM t
        """,
      expect: .equals("10"))
    row(
      .addGeneratedColumn, "ddl.alter_add_generated", since: "3.31.0", options: "-OMIT_GENERATED_COLUMNS",
      .prepare, absent: .prepareError,
      "ALTER TABLE ADD COLUMN … AS (…) VIRTUAL",
      setup: "CREATE TABLE t(a); INSERT INTO t VALUES(3)",
      probe: "ALTER TABLE t ADD COLUMN c AS (a+1); SELECT c FROM t",
      expect: .equals("4"))
    row(
      .renameColumn, "ddl.alter_rename_column", since: "3.25.0", options: "-OMIT_ALTERTABLE",
      .prepare, absent: .prepareError,
      "ALTER TABLE RENAME COLUMN",
      setup: "CREATE TABLE t(k); INSERT INTO t VALUES(1)",
      probe: "ALTER TABLE t RENAME COLUMN k TO z; SELECT z FROM t",
      expect: .equals("1"))
    row(
      .renameTableUpdatesReferences, "ddl.alter_rename_updates_refs", since: "3.25.0", options: "-OMIT_ALTERTABLE",
      .version, absent: .prepareError,
      "RENAME TO also rewrites views and triggers",
      note: """
        behaviour: before 3.25 the view keeps the old name and breaks; off again under PRAGMA \
        legacy_alter_table=ON
        """,
      setup: "CREATE TABLE t(k); INSERT INTO t VALUES(1); CREATE VIEW v AS SELECT k FROM t",
      probe: "ALTER TABLE t RENAME TO u; SELECT k FROM v",
      expect: .equals("1"))
    row(
      .dropColumn, "ddl.alter_drop_column", since: "3.35.0", options: "-OMIT_ALTERTABLE",
      .prepare, absent: .prepareError,
      "ALTER TABLE DROP COLUMN",
      setup: "CREATE TABLE t(k,v)",
      probe: "ALTER TABLE t DROP COLUMN v; SELECT count(*) FROM pragma_table_info('t')",
      expect: .equals("1"))
    row(
      .addColumnChecksRows, "ddl.alter_add_check_tested", since: "3.37.0", options: "-OMIT_ALTERTABLE",
      .version, absent: .silent,
      "ADD COLUMN checks its CHECK/NOT NULL against existing rows",
      note: "behaviour: succeeds silently on earlier engines, refuses from 3.37",
      setup: "CREATE TABLE t(k); INSERT INTO t VALUES(1)",
      probe: "ALTER TABLE t ADD COLUMN c INT CHECK(c IS NOT NULL AND k>100)",
      expect: .error(containing: ""))
    row(
      .alterNotNull, "ddl.alter_set_not_null", since: "3.53.0", options: "-OMIT_ALTERTABLE",
      .prepare, absent: .prepareError,
      "ALTER COLUMN … SET/DROP NOT NULL",
      setup: "CREATE TABLE t(k); INSERT INTO t VALUES(1)",
      probe: "ALTER TABLE t ALTER COLUMN k SET NOT NULL; ALTER TABLE t ALTER k DROP NOT NULL; SELECT 1",
      expect: .equals("1"))
    row(
      .addConstraint, "ddl.alter_add_constraint", since: "3.53.0", options: "-OMIT_ALTERTABLE",
      .prepare, absent: .prepareError,
      "ADD CONSTRAINT … CHECK, DROP CONSTRAINT",
      setup: "CREATE TABLE t(k); INSERT INTO t VALUES(1)",
      probe: "ALTER TABLE t ADD CONSTRAINT c1 CHECK(k>0); ALTER TABLE t DROP CONSTRAINT c1; SELECT 1",
      expect: .equals("1"))
    row(
      .temporaryTriggerAcrossSchemas, "ddl.temp_trigger_cross_schema", since: "3.53.0",
      .prepare, absent: .prepareError,
      "TEMP trigger body naming main.table",
      setup: "CREATE TABLE t(k); CREATE TABLE log(x)",
      probe: """
        CREATE TEMP TRIGGER tr AFTER INSERT ON t BEGIN INSERT INTO main.log VALUES(new.k); END; INSERT INTO \
        t VALUES(4); SELECT x FROM log
        """,
      expect: .equals("4"))
    row(
      .reindexExpressions, "ddl.reindex_expressions", since: "3.53.0", options: "-OMIT_REINDEX",
      .prepare, absent: .prepareError,
      "REINDEX EXPRESSIONS",
      setup: "CREATE TABLE t(k)",
      probe: "REINDEX EXPRESSIONS")
    row(
      .vacuumSchema, "ddl.vacuum_schema", since: "3.15.0", options: "-OMIT_VACUUM", .version, absent: .silent,
      "VACUUM of a named schema",
      note: "older grammars accept the name and ignore it, so the statement does not fail there: decide by version",
      probe: "VACUUM nosuchschema",
      expect: .error(containing: "unknown database"))
    row(
      .vacuumInto, "ddl.vacuum_into", since: "3.27.0", options: "-OMIT_VACUUM", .prepare, absent: .prepareError,
      "VACUUM INTO",
      setup: "CREATE TABLE t(k)",
      probe: "VACUUM INTO ':memory:'")
    row(
      .virtualTableIfNotExists, "ddl.virtual_if_not_exists", since: "3.7.11", options: "+ENABLE_FTS3|+ENABLE_FTS4",
      .prepare, absent: .prepareError,
      "CREATE VIRTUAL TABLE IF NOT EXISTS",
      probe: "CREATE VIRTUAL TABLE IF NOT EXISTS ft USING fts4(x); SELECT 1",
      expect: .equals("1"))
    row(
      .foreignKeys, "ddl.fk_enforced", since: "3.6.19", options: "-OMIT_FOREIGN_KEY,-OMIT_TRIGGER",
      .run, absent: .silent,
      "foreign keys enforced",
      note: "success means the INSERT is refused",
      setup: "PRAGMA foreign_keys=ON; CREATE TABLE p(k PRIMARY KEY); CREATE TABLE c(p REFERENCES p)",
      probe: "INSERT INTO c VALUES(9)",
      expect: .error(containing: ""))
    row(
      .deferredForeignKeys, "ddl.fk_deferred", since: "3.6.19", options: "-OMIT_FOREIGN_KEY",
      .prepare, absent: .silent,
      "DEFERRABLE INITIALLY DEFERRED",
      setup: """
        PRAGMA foreign_keys=ON; CREATE TABLE p(k PRIMARY KEY); CREATE TABLE c(p REFERENCES p DEFERRABLE \
        INITIALLY DEFERRED)
        """,
      probe: "BEGIN; INSERT INTO c VALUES(9); INSERT INTO p VALUES(9); COMMIT; SELECT count(*) FROM c",
      expect: .equals("1"))
    row(
      .attachInTransaction, "ddl.attach_in_transaction", since: "3.21.0", options: "-OMIT_ATTACH",
      .run, absent: .runtimeError,
      "ATTACH inside a transaction",
      probe: "BEGIN; ATTACH ':memory:' AS a2; SELECT 1",
      expect: .equals("1"))
  }
}
