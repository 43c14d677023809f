extension FeatureTableBuilder {
  /// The rows of the group "PRAGMA".
  mutating func addPragmas() {
    group = .pragmas

    row(
      .pragmaCompileOptions, "pragma.compile_options", since: "3.6.23", options: "-OMIT_COMPILEOPTION_DIAGS",
      .run, absent: .silent,
      "compile_options",
      probe: "PRAGMA compile_options",
      expect: .someRow)
    row(
      .pragmaForeignKeyCheck, "pragma.foreign_key_check", since: "3.7.16", options: "-OMIT_FOREIGN_KEY",
      .pragma("foreign_key_check"), absent: .silent,
      "foreign_key_check",
      setup: "CREATE TABLE p(k PRIMARY KEY); CREATE TABLE c(p REFERENCES p); INSERT INTO c VALUES(9)",
      probe: "PRAGMA foreign_key_check",
      expect: .equals("c"))
    row(
      .pragmaDeferForeignKeys, "pragma.defer_foreign_keys", since: "3.8.0", options: "-OMIT_FOREIGN_KEY",
      .pragma("defer_foreign_keys"), absent: .silent,
      "defer_foreign_keys",
      probe: "PRAGMA defer_foreign_keys",
      expect: .equals("0"))
    row(
      .pragmaQueryOnly, "pragma.query_only", since: "3.8.0", .pragma("query_only"), absent: .silent,
      "query_only",
      probe: "PRAGMA query_only",
      expect: .equals("0"))
    row(
      .pragmaApplicationID, "pragma.application_id", since: "3.7.17", .pragma("application_id"), absent: .silent,
      "application_id",
      probe: "PRAGMA application_id=77; PRAGMA application_id",
      expect: .equals("77"))
    row(
      .pragmaMemoryMapSize, "pragma.mmap_size", since: "3.7.17", .pragma("mmap_size"), absent: .silent,
      "mmap_size",
      note: "answers no row when the VFS cannot map or MAX_MMAP_SIZE=0",
      probe: "PRAGMA mmap_size=65536",
      expect: .someRow)
    row(
      .pragmaBusyTimeout, "pragma.busy_timeout", since: "3.7.15", .pragma("busy_timeout"), absent: .silent,
      "busy_timeout",
      probe: "PRAGMA busy_timeout=50",
      expect: .equals("50"))
    row(
      .pragmaDataVersion, "pragma.data_version", since: "3.8.8", .pragma("data_version"), absent: .silent,
      "data_version",
      probe: "PRAGMA data_version",
      expect: .someRow)
    row(
      .pragmaIndexExtendedInfo, "pragma.index_xinfo", since: "3.8.9", .pragma("index_xinfo"), absent: .silent,
      "index_xinfo",
      setup: "CREATE TABLE t(k); CREATE INDEX ix ON t(k)",
      probe: "PRAGMA index_xinfo(ix)",
      expect: .someRow)
    row(
      .pragmaIndexListOrigin, "pragma.index_list_origin", since: "3.8.9", .version, absent: .silent,
      "index_list with origin and partial columns",
      setup: "CREATE TABLE t(k); CREATE INDEX ix ON t(k)",
      probe: "PRAGMA index_list(t)",
      expect: .column(3, "c"))
    row(
      .pragmaTableExtendedInfo, "pragma.table_xinfo", since: "3.26.0", .pragma("table_xinfo"), absent: .silent,
      "table_xinfo (shows hidden and generated columns)",
      setup: "CREATE TABLE t(k)",
      probe: "PRAGMA table_xinfo(t)",
      expect: .someRow)
    row(
      .pragmaTableList, "pragma.table_list", since: "3.37.0", .pragma("table_list"), absent: .silent,
      "table_list (ncol, wr, strict)",
      setup: "CREATE TABLE t(k)",
      probe: "PRAGMA table_list",
      expect: .someRow)
    row(
      .pragmaFunctionList, "pragma.function_list", since: "3.16.0",
      options: "<3.30.0:+INTROSPECTION_PRAGMAS,>=3.30.0:-OMIT_INTROSPECTION_PRAGMAS",
      .run, absent: .prepareError,
      "function_list, module_list, pragma_list",
      note: """
        present from 3.16 with -DSQLITE_INTROSPECTION_PRAGMAS; on by default from 3.30; narg/type/flags \
        columns from 3.31
        """,
      probe: "SELECT count(*)>0 FROM pragma_function_list WHERE name='abs'",
      expect: .equals("1"))
    row(
      .pragmaFunctionListArgumentCount, "pragma.function_list_narg", since: "3.31.0",
      options: "-OMIT_INTROSPECTION_PRAGMAS",
      .run, absent: .prepareError,
      "function_list with narg, type, flags",
      probe: "SELECT narg FROM pragma_function_list WHERE name='instr'",
      expect: .equals("2"))
    row(
      .pragmaOptimize, "pragma.optimize", since: "3.18.0", .pragma("optimize"), absent: .silent,
      "optimize",
      note: "a PRAGMA without result: unknown ones are silently ignored, so only pragma_list or the version tells",
      probe: "SELECT count(*)>0 FROM pragma_pragma_list WHERE name='optimize'",
      expect: .equals("1"))
    row(
      .pragmaAnalysisLimit, "pragma.analysis_limit", since: "3.32.0", .pragma("analysis_limit"), absent: .silent,
      "analysis_limit",
      probe: "PRAGMA analysis_limit=100",
      expect: .equals("100"))
    row(
      .pragmaTrustedSchema, "pragma.trusted_schema", since: "3.31.0", .pragma("trusted_schema"), absent: .silent,
      "trusted_schema",
      probe: "PRAGMA trusted_schema",
      expect: .someRow)
    row(
      .pragmaHardHeapLimit, "pragma.hard_heap_limit", since: "3.31.0", .pragma("hard_heap_limit"), absent: .silent,
      "hard_heap_limit",
      probe: "PRAGMA hard_heap_limit",
      expect: .someRow)
    row(
      .pragmaSoftHeapLimit, "pragma.soft_heap_limit", since: "3.8.1", .pragma("soft_heap_limit"), absent: .silent,
      "soft_heap_limit",
      probe: "PRAGMA soft_heap_limit",
      expect: .someRow)
    row(
      .pragmaLegacyAlterTable, "pragma.legacy_alter_table", since: "3.25.2",
      .pragma("legacy_alter_table"), absent: .silent,
      "legacy_alter_table",
      probe: "PRAGMA legacy_alter_table",
      expect: .equals("0"))
    row(
      .pragmaCellSizeCheck, "pragma.cell_size_check", since: "3.8.11", .pragma("cell_size_check"), absent: .silent,
      "cell_size_check",
      probe: "PRAGMA cell_size_check",
      expect: .someRow)
    row(
      .pragmaSecureDelete, "pragma.secure_delete", since: "3.6.23", .pragma("secure_delete"), absent: .silent,
      "secure_delete",
      probe: "PRAGMA secure_delete=ON",
      expect: .equals("1"))
    row(
      .pragmaSecureDeleteFast, "pragma.secure_delete_fast", since: "3.20.0", .run, absent: .silent,
      "secure_delete=FAST",
      note: "earlier engines read FAST as ON and answer 1; SECURE_DELETE builds start at 1 instead of 0",
      probe: "PRAGMA secure_delete=FAST",
      expect: .equals("2"))
    row(
      .pragmaSynchronousExtra, "pragma.synchronous_extra", since: "3.11.0", .run, absent: .silent,
      "synchronous=EXTRA",
      probe: "PRAGMA synchronous=EXTRA; PRAGMA synchronous",
      expect: .equals("3"))
    row(
      .pragmaThreads, "pragma.threads", since: "3.8.7", .pragma("threads"), absent: .silent,
      "threads",
      probe: "PRAGMA threads=1",
      expect: .someRow)
    row(
      .writeAheadLog, "pragma.journal_wal", since: "3.7.0", options: "-OMIT_WAL", .run, absent: .silent,
      "journal_mode=WAL (file databases)",
      probe: "PRAGMA journal_mode=WAL",
      expect: .equals("wal"))
    row(
      .checkpointTruncate, "pragma.wal_checkpoint_truncate", since: "3.8.8", options: "-OMIT_WAL",
      .version, absent: .silent,
      "wal_checkpoint(TRUNCATE)",
      note: "earlier engines fall back to PASSIVE without an error (second column > 0)",
      setup: "PRAGMA journal_mode=WAL; CREATE TABLE t(k)",
      probe: "PRAGMA wal_checkpoint(TRUNCATE)",
      expect: .column(1, "0"))
    row(
      .checkpointNoOperation, "pragma.wal_checkpoint_noop", since: "3.51.0", options: "-OMIT_WAL",
      .version, absent: .silent,
      "wal_checkpoint(NOOP)",
      note: "earlier engines fall back to PASSIVE without an error (third column > 0)",
      setup: "PRAGMA journal_mode=WAL; CREATE TABLE t(k)",
      probe: "PRAGMA wal_checkpoint(NOOP)",
      expect: .column(2, "0"))
    row(
      .pragmaIntegrityCheckTable, "pragma.integrity_check_table", since: "3.33.0", options: "-OMIT_INTEGRITY_CHECK",
      .version, absent: .silent,
      "integrity_check(table)",
      note: """
        behaviour: earlier engines read the name as a row count and check everything; from 3.33 an unknown \
        name is an error
        """,
      setup: "CREATE TABLE t(k)",
      probe: "PRAGMA integrity_check(nosuchtable)",
      expect: .error(containing: ""))
    row(
      .pragmaAutoVacuum, "pragma.auto_vacuum", since: "3.1.0", options: "-OMIT_AUTOVACUUM",
      .pragma("auto_vacuum"), absent: .silent,
      "auto_vacuum",
      probe: "PRAGMA auto_vacuum=2; CREATE TABLE t(k); PRAGMA auto_vacuum",
      expect: .equals("2"))
  }
}
