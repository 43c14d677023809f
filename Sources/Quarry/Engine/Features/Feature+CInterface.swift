extension Feature {
  /// sqlite3_backup_init(); since SQLite 3.6.11.
  public static var apiBackup: Feature { Feature(.apiBackup) }

  /// sqlite3_unlock_notify(); since SQLite 3.6.12 (ENABLE_UNLOCK_NOTIFY).
  public static var apiUnlockNotify: Feature { Feature(.apiUnlockNotify) }

  /// sqlite3_compileoption_get(); since SQLite 3.6.23 (not OMIT_COMPILEOPTION_DIAGS).
  public static var apiCompileOptionGet: Feature { Feature(.apiCompileOptionGet) }

  /// sqlite3_wal_hook(); since SQLite 3.7.0 (not OMIT_WAL).
  public static var apiWriteAheadLogHook: Feature { Feature(.apiWriteAheadLogHook) }

  /// sqlite3_create_function_v2(); since SQLite 3.7.3.
  public static var apiCreateFunctionV2: Feature { Feature(.apiCreateFunctionV2) }

  /// sqlite3_blob_reopen(); since SQLite 3.7.4 (not OMIT_INCRBLOB).
  public static var apiBlobReopen: Feature { Feature(.apiBlobReopen) }

  /// sqlite3_stmt_readonly(); since SQLite 3.7.4.
  public static var apiStatementReadOnly: Feature { Feature(.apiStatementReadOnly) }

  /// sqlite3_wal_checkpoint_v2(); since SQLite 3.7.6 (not OMIT_WAL).
  public static var apiCheckpointV2: Feature { Feature(.apiCheckpointV2) }

  /// sqlite3_stmt_busy(); since SQLite 3.7.10.
  public static var apiStatementBusy: Feature { Feature(.apiStatementBusy) }

  /// sqlite3_db_filename(); since SQLite 3.7.10.
  public static var apiDatabaseFilename: Feature { Feature(.apiDatabaseFilename) }

  /// sqlite3_db_readonly(); since SQLite 3.7.11.
  public static var apiDatabaseReadOnly: Feature { Feature(.apiDatabaseReadOnly) }

  /// sqlite3_close_v2(); since SQLite 3.7.14.
  public static var apiCloseV2: Feature { Feature(.apiCloseV2) }

  /// sqlite3_errstr(); since SQLite 3.7.15.
  public static var apiErrorString: Feature { Feature(.apiErrorString) }

  /// sqlite3_bind_text64(); since SQLite 3.8.7.
  public static var apiBindText64: Feature { Feature(.apiBindText64) }

  /// sqlite3_table_column_metadata(); since SQLite 3.3.0 (before 3.8.8: ENABLE_COLUMN_METADATA).
  ///
  /// Earlier builds have it only with ENABLE_COLUMN_METADATA.
  public static var apiTableColumnMetadata: Feature { Feature(.apiTableColumnMetadata) }

  /// sqlite3_column_table_name(), …_origin_name(); built into no version (ENABLE_COLUMN_METADATA).
  public static var apiColumnOrigin: Feature { Feature(.apiColumnOrigin) }

  /// sqlite3_stmt_scanstatus(); since SQLite 3.8.8 (ENABLE_STMT_SCANSTATUS).
  public static var apiStatementScanStatus: Feature { Feature(.apiStatementScanStatus) }

  /// sqlite3_value_subtype(); since SQLite 3.9.0.
  public static var apiValueSubtype: Feature { Feature(.apiValueSubtype) }

  /// sqlite3_snapshot_get(); since SQLite 3.10.0 (ENABLE_SNAPSHOT).
  public static var apiSnapshot: Feature { Feature(.apiSnapshot) }

  /// sqlite3_db_cacheflush(); since SQLite 3.10.0.
  public static var apiDatabaseCacheFlush: Feature { Feature(.apiDatabaseCacheFlush) }

  /// sqlite3_system_errno(); since SQLite 3.12.0.
  public static var apiSystemErrorNumber: Feature { Feature(.apiSystemErrorNumber) }

  /// sqlite3session_create(); since SQLite 3.13.0 (ENABLE_SESSION; ENABLE_PREUPDATE_HOOK).
  public static var apiSession: Feature { Feature(.apiSession) }

  /// sqlite3_preupdate_hook(); since SQLite 3.13.0 (ENABLE_PREUPDATE_HOOK).
  ///
  /// Documented from 3.16; the code came in with the session merge.
  public static var apiPreupdateHook: Feature { Feature(.apiPreupdateHook) }

  /// sqlite3_expanded_sql(); since SQLite 3.14.0.
  public static var apiExpandedSQL: Feature { Feature(.apiExpandedSQL) }

  /// sqlite3_trace_v2(); since SQLite 3.14.0 (not OMIT_TRACE).
  public static var apiTraceV2: Feature { Feature(.apiTraceV2) }

  /// sqlite3_set_last_insert_rowid(); since SQLite 3.18.0.
  public static var apiSetLastInsertRowID: Feature { Feature(.apiSetLastInsertRowID) }

  /// sqlite3_prepare_v3(); since SQLite 3.20.0.
  public static var apiPrepareV3: Feature { Feature(.apiPrepareV3) }

  /// sqlite3_bind_pointer(); since SQLite 3.20.0.
  public static var apiBindPointer: Feature { Feature(.apiBindPointer) }

  /// sqlite3_value_nochange(); since SQLite 3.22.0.
  public static var apiValueNoChange: Feature { Feature(.apiValueNoChange) }

  /// sqlite3_serialize(), sqlite3_deserialize(); since SQLite 3.23.0 (before 3.36.0: ENABLE_DESERIALIZE; from 3.36.0:
  /// not OMIT_DESERIALIZE).
  public static var apiSerialize: Feature { Feature(.apiSerialize) }

  /// sqlite3_keyword_check(); since SQLite 3.24.0.
  public static var apiKeywords: Feature { Feature(.apiKeywords) }

  /// sqlite3_str_new(); since SQLite 3.24.0.
  public static var apiStringBuilder: Feature { Feature(.apiStringBuilder) }

  /// sqlite3_create_window_function(); since SQLite 3.25.0 (not OMIT_WINDOWFUNC).
  public static var apiCreateWindowFunction: Feature { Feature(.apiCreateWindowFunction) }

  /// sqlite3_normalized_sql(); since SQLite 3.26.0 (ENABLE_NORMALIZE).
  public static var apiNormalizedSQL: Feature { Feature(.apiNormalizedSQL) }

  /// sqlite3_stmt_isexplain(); since SQLite 3.28.0.
  public static var apiStatementIsExplain: Feature { Feature(.apiStatementIsExplain) }

  /// sqlite3_value_frombind(); since SQLite 3.28.0.
  public static var apiValueFromBind: Feature { Feature(.apiValueFromBind) }

  /// sqlite3_drop_modules(); since SQLite 3.30.0.
  public static var apiDropModules: Feature { Feature(.apiDropModules) }

  /// sqlite3_hard_heap_limit64(); since SQLite 3.31.0.
  public static var apiHardHeapLimit: Feature { Feature(.apiHardHeapLimit) }

  /// sqlite3_uri_key(); since SQLite 3.31.0.
  public static var apiURIKey: Feature { Feature(.apiURIKey) }

  /// sqlite3_database_file_object(); since SQLite 3.32.0.
  public static var apiDatabaseFileObject: Feature { Feature(.apiDatabaseFileObject) }

  /// sqlite3_txn_state(); since SQLite 3.34.0.
  public static var apiTransactionState: Feature { Feature(.apiTransactionState) }

  /// sqlite3_changes64(), sqlite3_total_changes64(); since SQLite 3.37.0.
  public static var apiChanges64: Feature { Feature(.apiChanges64) }

  /// sqlite3_autovacuum_pages(); since SQLite 3.37.0.
  public static var apiAutoVacuumPages: Feature { Feature(.apiAutoVacuumPages) }

  /// sqlite3_error_offset(); since SQLite 3.38.0.
  public static var apiErrorOffset: Feature { Feature(.apiErrorOffset) }

  /// sqlite3_vtab_in(); since SQLite 3.38.0.
  public static var apiVirtualTableIn: Feature { Feature(.apiVirtualTableIn) }

  /// sqlite3_db_name(); since SQLite 3.39.0.
  public static var apiDatabaseName: Feature { Feature(.apiDatabaseName) }

  /// sqlite3_value_encoding(); since SQLite 3.40.0.
  public static var apiValueEncoding: Feature { Feature(.apiValueEncoding) }

  /// sqlite3_is_interrupted(); since SQLite 3.41.0.
  public static var apiIsInterrupted: Feature { Feature(.apiIsInterrupted) }

  /// sqlite3_stmt_explain(); since SQLite 3.43.0.
  public static var apiStatementExplain: Feature { Feature(.apiStatementExplain) }

  /// sqlite3_set_clientdata(); since SQLite 3.44.0.
  public static var apiClientData: Feature { Feature(.apiClientData) }

  /// sqlite3_setlk_timeout(); since SQLite 3.50.0.
  ///
  /// The symbol is always there from 3.50; it only acts on builds with ENABLE_SETLK_TIMEOUT.
  public static var apiSetLockTimeout: Feature { Feature(.apiSetLockTimeout) }

  /// sqlite3_set_errmsg(); since SQLite 3.51.0.
  public static var apiSetErrorMessage: Feature { Feature(.apiSetErrorMessage) }

  /// sqlite3_db_status64(); since SQLite 3.51.0.
  public static var apiDatabaseStatus64: Feature { Feature(.apiDatabaseStatus64) }

  /// sqlite3_carray_bind(); since SQLite 3.51.0 (ENABLE_CARRAY).
  public static var apiCarrayBind: Feature { Feature(.apiCarrayBind) }

  /// sqlite3_str_truncate(); since SQLite 3.53.0.
  public static var apiStringTruncate: Feature { Feature(.apiStringTruncate) }

  /// sqlite3_result_str(); since SQLite 3.54.0.
  public static var apiResultString: Feature { Feature(.apiResultString) }

  /// sqlite3_incomplete(); since SQLite 3.54.0.
  public static var apiIncomplete: Feature { Feature(.apiIncomplete) }

  /// sqlite3_load_extension(); since SQLite 3.3.7 (not OMIT_LOAD_EXTENSION).
  public static var apiLoadExtension: Feature { Feature(.apiLoadExtension) }

  /// sqlite3_progress_handler(); since SQLite 3.0.0 (not OMIT_PROGRESS_CALLBACK).
  public static var apiProgressHandler: Feature { Feature(.apiProgressHandler) }

  /// sqlite3_set_authorizer(); since SQLite 3.0.0 (not OMIT_AUTHORIZATION).
  public static var apiAuthorizer: Feature { Feature(.apiAuthorizer) }
}
