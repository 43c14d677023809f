extension FeatureTableBuilder {
  /// The rows of the group "C API".
  mutating func addCInterface() {
    group = .cInterface

    symbol(.apiBackup, "api.backup", since: "3.6.11", "sqlite3_backup_init")
    symbol(
      .apiUnlockNotify, "api.unlock_notify", since: "3.6.12", options: "+ENABLE_UNLOCK_NOTIFY", "sqlite3_unlock_notify")
    symbol(
      .apiCompileOptionGet, "api.compileoption_get", since: "3.6.23", options: "-OMIT_COMPILEOPTION_DIAGS",
      "sqlite3_compileoption_get")
    symbol(.apiWriteAheadLogHook, "api.wal_hook", since: "3.7.0", options: "-OMIT_WAL", "sqlite3_wal_hook")
    symbol(.apiCreateFunctionV2, "api.create_function_v2", since: "3.7.3", "sqlite3_create_function_v2")
    symbol(.apiBlobReopen, "api.blob_reopen", since: "3.7.4", options: "-OMIT_INCRBLOB", "sqlite3_blob_reopen")
    symbol(.apiStatementReadOnly, "api.stmt_readonly", since: "3.7.4", "sqlite3_stmt_readonly")
    symbol(
      .apiCheckpointV2, "api.wal_checkpoint_v2", since: "3.7.6", options: "-OMIT_WAL", "sqlite3_wal_checkpoint_v2")
    symbol(.apiStatementBusy, "api.stmt_busy", since: "3.7.10", "sqlite3_stmt_busy")
    symbol(.apiDatabaseFilename, "api.db_filename", since: "3.7.10", "sqlite3_db_filename")
    symbol(.apiDatabaseReadOnly, "api.db_readonly", since: "3.7.11", "sqlite3_db_readonly")
    symbol(.apiCloseV2, "api.close_v2", since: "3.7.14", "sqlite3_close_v2")
    symbol(.apiErrorString, "api.errstr", since: "3.7.15", "sqlite3_errstr")
    symbol(.apiBindText64, "api.text64_blob64", since: "3.8.7", "sqlite3_bind_text64")
    symbol(
      .apiTableColumnMetadata, "api.table_column_metadata", since: "3.3.0", options: "<3.8.8:+ENABLE_COLUMN_METADATA",
      "sqlite3_table_column_metadata",
      note: "earlier builds have it only with ENABLE_COLUMN_METADATA")
    symbol(
      .apiColumnOrigin, "api.column_origin", since: "", options: "+ENABLE_COLUMN_METADATA",
      "sqlite3_column_origin_name",
      title: "sqlite3_column_table_name(), …_origin_name()")
    symbol(
      .apiStatementScanStatus, "api.stmt_scanstatus", since: "3.8.8", options: "+ENABLE_STMT_SCANSTATUS",
      "sqlite3_stmt_scanstatus")
    symbol(.apiValueSubtype, "api.value_subtype", since: "3.9.0", "sqlite3_value_subtype")
    symbol(.apiSnapshot, "api.snapshot", since: "3.10.0", options: "+ENABLE_SNAPSHOT", "sqlite3_snapshot_get")
    symbol(.apiDatabaseCacheFlush, "api.db_cacheflush", since: "3.10.0", "sqlite3_db_cacheflush")
    symbol(.apiSystemErrorNumber, "api.system_errno", since: "3.12.0", "sqlite3_system_errno")
    symbol(
      .apiSession, "api.session", since: "3.13.0", options: "+ENABLE_SESSION,+ENABLE_PREUPDATE_HOOK",
      "sqlite3session_create")
    symbol(
      .apiPreupdateHook, "api.preupdate_hook", since: "3.13.0", options: "+ENABLE_PREUPDATE_HOOK",
      "sqlite3_preupdate_hook",
      note: "documented from 3.16; the code came in with the session merge")
    symbol(.apiExpandedSQL, "api.expanded_sql", since: "3.14.0", "sqlite3_expanded_sql")
    symbol(.apiTraceV2, "api.trace_v2", since: "3.14.0", options: "-OMIT_TRACE", "sqlite3_trace_v2")
    symbol(.apiSetLastInsertRowID, "api.set_last_insert_rowid", since: "3.18.0", "sqlite3_set_last_insert_rowid")
    symbol(.apiPrepareV3, "api.prepare_v3", since: "3.20.0", "sqlite3_prepare_v3")
    symbol(.apiBindPointer, "api.bind_pointer", since: "3.20.0", "sqlite3_bind_pointer")
    symbol(.apiValueNoChange, "api.value_nochange", since: "3.22.0", "sqlite3_value_nochange")
    symbol(
      .apiSerialize, "api.serialize", since: "3.23.0",
      options: "<3.36.0:+ENABLE_DESERIALIZE,>=3.36.0:-OMIT_DESERIALIZE", "sqlite3_serialize",
      title: "sqlite3_serialize(), sqlite3_deserialize()")
    symbol(.apiKeywords, "api.keywords", since: "3.24.0", "sqlite3_keyword_check")
    symbol(.apiStringBuilder, "api.str", since: "3.24.0", "sqlite3_str_new")
    symbol(
      .apiCreateWindowFunction, "api.create_window_function", since: "3.25.0", options: "-OMIT_WINDOWFUNC",
      "sqlite3_create_window_function")
    symbol(
      .apiNormalizedSQL, "api.normalized_sql", since: "3.26.0", options: "+ENABLE_NORMALIZE", "sqlite3_normalized_sql")
    symbol(.apiStatementIsExplain, "api.stmt_isexplain", since: "3.28.0", "sqlite3_stmt_isexplain")
    symbol(.apiValueFromBind, "api.value_frombind", since: "3.28.0", "sqlite3_value_frombind")
    symbol(.apiDropModules, "api.drop_modules", since: "3.30.0", "sqlite3_drop_modules")
    symbol(.apiHardHeapLimit, "api.hard_heap_limit64", since: "3.31.0", "sqlite3_hard_heap_limit64")
    symbol(.apiURIKey, "api.uri_key", since: "3.31.0", "sqlite3_uri_key")
    symbol(.apiDatabaseFileObject, "api.database_file_object", since: "3.32.0", "sqlite3_database_file_object")
    symbol(.apiTransactionState, "api.txn_state", since: "3.34.0", "sqlite3_txn_state")
    symbol(
      .apiChanges64, "api.changes64", since: "3.37.0", "sqlite3_changes64",
      title: "sqlite3_changes64(), sqlite3_total_changes64()")
    symbol(.apiAutoVacuumPages, "api.autovacuum_pages", since: "3.37.0", "sqlite3_autovacuum_pages")
    symbol(.apiErrorOffset, "api.error_offset", since: "3.38.0", "sqlite3_error_offset")
    symbol(.apiVirtualTableIn, "api.vtab_in", since: "3.38.0", "sqlite3_vtab_in")
    symbol(.apiDatabaseName, "api.db_name", since: "3.39.0", "sqlite3_db_name")
    symbol(.apiValueEncoding, "api.value_encoding", since: "3.40.0", "sqlite3_value_encoding")
    symbol(.apiIsInterrupted, "api.is_interrupted", since: "3.41.0", "sqlite3_is_interrupted")
    symbol(.apiStatementExplain, "api.stmt_explain", since: "3.43.0", "sqlite3_stmt_explain")
    symbol(.apiClientData, "api.clientdata", since: "3.44.0", "sqlite3_set_clientdata")
    symbol(
      .apiSetLockTimeout, "api.setlk_timeout", since: "3.50.0", "sqlite3_setlk_timeout",
      note: "the symbol is always there from 3.50; it only acts on builds with ENABLE_SETLK_TIMEOUT")
    symbol(.apiSetErrorMessage, "api.set_errmsg", since: "3.51.0", "sqlite3_set_errmsg")
    symbol(.apiDatabaseStatus64, "api.db_status64", since: "3.51.0", "sqlite3_db_status64")
    symbol(.apiCarrayBind, "api.carray_bind", since: "3.51.0", options: "+ENABLE_CARRAY", "sqlite3_carray_bind")
    symbol(.apiStringTruncate, "api.str_truncate", since: "3.53.0", "sqlite3_str_truncate")
    symbol(.apiResultString, "api.result_str", since: "3.54.0", "sqlite3_result_str")
    symbol(.apiIncomplete, "api.incomplete", since: "3.54.0", "sqlite3_incomplete")
    symbol(
      .apiLoadExtension, "api.load_extension", since: "3.3.7", options: "-OMIT_LOAD_EXTENSION", "sqlite3_load_extension"
    )
    symbol(
      .apiProgressHandler, "api.progress_handler", since: "3.0.0", options: "-OMIT_PROGRESS_CALLBACK",
      "sqlite3_progress_handler")
    symbol(.apiAuthorizer, "api.authorizer", since: "3.0.0", options: "-OMIT_AUTHORIZATION", "sqlite3_set_authorizer")
  }
}
