extension FeatureTableBuilder {
  /// The rows of the group "Connection settings (db_config)".
  mutating func addConnectionSettings() {
    group = .connectionSettings

    setting(.settingForeignKeys, "dbconfig.enable_fkey", since: "3.7.6", 1002, "SQLITE_DBCONFIG_ENABLE_FKEY")
    setting(.settingTriggers, "dbconfig.enable_trigger", since: "3.7.6", 1003, "SQLITE_DBCONFIG_ENABLE_TRIGGER")
    setting(
      .settingFTS3Tokenizer, "dbconfig.fts3_tokenizer", since: "3.12.0", 1004,
      "SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER")
    setting(
      .settingLoadExtension, "dbconfig.load_extension", since: "3.13.0", 1005,
      "SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION (C API only)")
    setting(
      .settingNoCheckpointOnClose, "dbconfig.no_ckpt_on_close", since: "3.16.0", 1006,
      "SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE")
    setting(
      .settingQueryPlannerStability, "dbconfig.enable_qpsg", since: "3.20.0", 1007,
      "SQLITE_DBCONFIG_ENABLE_QPSG")
    setting(.settingTriggerQueryPlans, "dbconfig.trigger_eqp", since: "3.22.0", 1008, "SQLITE_DBCONFIG_TRIGGER_EQP")
    setting(.settingResetDatabase, "dbconfig.reset_database", since: "3.24.0", 1009, "SQLITE_DBCONFIG_RESET_DATABASE")
    setting(.settingDefensive, "dbconfig.defensive", since: "3.26.0", 1010, "SQLITE_DBCONFIG_DEFENSIVE")
    setting(
      .settingWritableSchema, "dbconfig.writable_schema", since: "3.28.0", 1011,
      "SQLITE_DBCONFIG_WRITABLE_SCHEMA")
    setting(
      .settingLegacyAlterTable, "dbconfig.legacy_alter_table", since: "3.29.0", 1012,
      "SQLITE_DBCONFIG_LEGACY_ALTER_TABLE")
    setting(
      .settingDoubleQuotedStringsInWrites, "dbconfig.dqs_dml", since: "3.29.0", 1013,
      "SQLITE_DBCONFIG_DQS_DML (double-quoted strings in DML)")
    setting(
      .settingDoubleQuotedStringsInSchema, "dbconfig.dqs_ddl", since: "3.29.0", 1014,
      "SQLITE_DBCONFIG_DQS_DDL (double-quoted strings in DDL)")
    setting(.settingViews, "dbconfig.enable_view", since: "3.30.0", 1015, "SQLITE_DBCONFIG_ENABLE_VIEW")
    setting(
      .settingLegacyFileFormat, "dbconfig.legacy_file_format", since: "3.31.0", 1016,
      "SQLITE_DBCONFIG_LEGACY_FILE_FORMAT")
    setting(.settingTrustedSchema, "dbconfig.trusted_schema", since: "3.31.0", 1017, "SQLITE_DBCONFIG_TRUSTED_SCHEMA")
    setting(
      .settingStatementScanStatus, "dbconfig.stmt_scanstatus", since: "3.42.0", 1018,
      "SQLITE_DBCONFIG_STMT_SCANSTATUS")
    setting(
      .settingReverseScanOrder, "dbconfig.reverse_scanorder", since: "3.42.0", 1019,
      "SQLITE_DBCONFIG_REVERSE_SCANORDER")
    setting(
      .settingAttachCreate, "dbconfig.attach_create", since: "3.49.0", 1020,
      "SQLITE_DBCONFIG_ENABLE_ATTACH_CREATE")
    setting(
      .settingAttachWrite, "dbconfig.attach_write", since: "3.49.0", 1021,
      "SQLITE_DBCONFIG_ENABLE_ATTACH_WRITE")
    setting(.settingComments, "dbconfig.comments", since: "3.49.0", 1022, "SQLITE_DBCONFIG_ENABLE_COMMENTS")
    setting(.settingFloatingPointDigits, "dbconfig.fp_digits", since: "3.53.0", 1023, "SQLITE_DBCONFIG_FP_DIGITS")
  }
}
