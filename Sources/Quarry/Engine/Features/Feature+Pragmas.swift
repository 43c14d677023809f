extension Feature {
  /// compile_options; since SQLite 3.6.23 (not OMIT_COMPILEOPTION_DIAGS).
  public static var pragmaCompileOptions: Feature { Feature(.pragmaCompileOptions) }

  /// foreign_key_check; since SQLite 3.7.16 (not OMIT_FOREIGN_KEY).
  public static var pragmaForeignKeyCheck: Feature { Feature(.pragmaForeignKeyCheck) }

  /// defer_foreign_keys; since SQLite 3.8.0 (not OMIT_FOREIGN_KEY).
  public static var pragmaDeferForeignKeys: Feature { Feature(.pragmaDeferForeignKeys) }

  /// query_only; since SQLite 3.8.0.
  public static var pragmaQueryOnly: Feature { Feature(.pragmaQueryOnly) }

  /// application_id; since SQLite 3.7.17.
  public static var pragmaApplicationID: Feature { Feature(.pragmaApplicationID) }

  /// mmap_size; since SQLite 3.7.17.
  ///
  /// Answers no row when the VFS cannot map or MAX_MMAP_SIZE=0.
  public static var pragmaMemoryMapSize: Feature { Feature(.pragmaMemoryMapSize) }

  /// busy_timeout; since SQLite 3.7.15.
  public static var pragmaBusyTimeout: Feature { Feature(.pragmaBusyTimeout) }

  /// data_version; since SQLite 3.8.8.
  public static var pragmaDataVersion: Feature { Feature(.pragmaDataVersion) }

  /// index_xinfo; since SQLite 3.8.9.
  public static var pragmaIndexExtendedInfo: Feature { Feature(.pragmaIndexExtendedInfo) }

  /// index_list with origin and partial columns; since SQLite 3.8.9.
  public static var pragmaIndexListOrigin: Feature { Feature(.pragmaIndexListOrigin) }

  /// table_xinfo (shows hidden and generated columns); since SQLite 3.26.0.
  public static var pragmaTableExtendedInfo: Feature { Feature(.pragmaTableExtendedInfo) }

  /// table_list (ncol, wr, strict); since SQLite 3.37.0.
  public static var pragmaTableList: Feature { Feature(.pragmaTableList) }

  /// function_list, module_list, pragma_list; since SQLite 3.16.0 (before 3.30.0: INTROSPECTION_PRAGMAS; from 3.30.0:
  /// not OMIT_INTROSPECTION_PRAGMAS).
  ///
  /// Present from 3.16 with -DSQLITE_INTROSPECTION_PRAGMAS; on by default from 3.30; narg/type/flags columns from
  /// 3.31.
  public static var pragmaFunctionList: Feature { Feature(.pragmaFunctionList) }

  /// function_list with narg, type, flags; since SQLite 3.31.0 (not OMIT_INTROSPECTION_PRAGMAS).
  public static var pragmaFunctionListArgumentCount: Feature { Feature(.pragmaFunctionListArgumentCount) }

  /// optimize; since SQLite 3.18.0.
  ///
  /// A PRAGMA without result: unknown ones are silently ignored, so only pragma_list or the version tells.
  public static var pragmaOptimize: Feature { Feature(.pragmaOptimize) }

  /// analysis_limit; since SQLite 3.32.0.
  public static var pragmaAnalysisLimit: Feature { Feature(.pragmaAnalysisLimit) }

  /// trusted_schema; since SQLite 3.31.0.
  public static var pragmaTrustedSchema: Feature { Feature(.pragmaTrustedSchema) }

  /// hard_heap_limit; since SQLite 3.31.0.
  public static var pragmaHardHeapLimit: Feature { Feature(.pragmaHardHeapLimit) }

  /// soft_heap_limit; since SQLite 3.8.1.
  public static var pragmaSoftHeapLimit: Feature { Feature(.pragmaSoftHeapLimit) }

  /// legacy_alter_table; since SQLite 3.25.2.
  public static var pragmaLegacyAlterTable: Feature { Feature(.pragmaLegacyAlterTable) }

  /// cell_size_check; since SQLite 3.8.11.
  public static var pragmaCellSizeCheck: Feature { Feature(.pragmaCellSizeCheck) }

  /// secure_delete; since SQLite 3.6.23.
  public static var pragmaSecureDelete: Feature { Feature(.pragmaSecureDelete) }

  /// secure_delete=FAST; since SQLite 3.20.0.
  ///
  /// Earlier engines read FAST as ON and answer 1; SECURE_DELETE builds start at 1 instead of 0.
  public static var pragmaSecureDeleteFast: Feature { Feature(.pragmaSecureDeleteFast) }

  /// synchronous=EXTRA; since SQLite 3.11.0.
  public static var pragmaSynchronousExtra: Feature { Feature(.pragmaSynchronousExtra) }

  /// threads; since SQLite 3.8.7.
  public static var pragmaThreads: Feature { Feature(.pragmaThreads) }

  /// journal_mode=WAL (file databases); since SQLite 3.7.0 (not OMIT_WAL).
  public static var writeAheadLog: Feature { Feature(.writeAheadLog) }

  /// wal_checkpoint(TRUNCATE); since SQLite 3.8.8 (not OMIT_WAL).
  ///
  /// Earlier engines fall back to PASSIVE without an error (second column > 0).
  public static var checkpointTruncate: Feature { Feature(.checkpointTruncate) }

  /// wal_checkpoint(NOOP); since SQLite 3.51.0 (not OMIT_WAL).
  ///
  /// Earlier engines fall back to PASSIVE without an error (third column > 0).
  public static var checkpointNoOperation: Feature { Feature(.checkpointNoOperation) }

  /// integrity_check(table); since SQLite 3.33.0 (not OMIT_INTEGRITY_CHECK).
  ///
  /// Behaviour: earlier engines read the name as a row count and check everything; from 3.33 an unknown name is an
  /// error.
  public static var pragmaIntegrityCheckTable: Feature { Feature(.pragmaIntegrityCheckTable) }

  /// auto_vacuum; since SQLite 3.1.0 (not OMIT_AUTOVACUUM).
  public static var pragmaAutoVacuum: Feature { Feature(.pragmaAutoVacuum) }
}
