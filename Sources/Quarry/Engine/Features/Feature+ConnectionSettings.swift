extension Feature {
  /// SQLITE_DBCONFIG_ENABLE_FKEY; since SQLite 3.7.6.
  public static var settingForeignKeys: Feature { Feature(.settingForeignKeys) }

  /// SQLITE_DBCONFIG_ENABLE_TRIGGER; since SQLite 3.7.6.
  public static var settingTriggers: Feature { Feature(.settingTriggers) }

  /// SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER; since SQLite 3.12.0.
  public static var settingFTS3Tokenizer: Feature { Feature(.settingFTS3Tokenizer) }

  /// SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION (C API only); since SQLite 3.13.0.
  public static var settingLoadExtension: Feature { Feature(.settingLoadExtension) }

  /// SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE; since SQLite 3.16.0.
  public static var settingNoCheckpointOnClose: Feature { Feature(.settingNoCheckpointOnClose) }

  /// SQLITE_DBCONFIG_ENABLE_QPSG; since SQLite 3.20.0.
  public static var settingQueryPlannerStability: Feature { Feature(.settingQueryPlannerStability) }

  /// SQLITE_DBCONFIG_TRIGGER_EQP; since SQLite 3.22.0.
  public static var settingTriggerQueryPlans: Feature { Feature(.settingTriggerQueryPlans) }

  /// SQLITE_DBCONFIG_RESET_DATABASE; since SQLite 3.24.0.
  public static var settingResetDatabase: Feature { Feature(.settingResetDatabase) }

  /// SQLITE_DBCONFIG_DEFENSIVE; since SQLite 3.26.0.
  public static var settingDefensive: Feature { Feature(.settingDefensive) }

  /// SQLITE_DBCONFIG_WRITABLE_SCHEMA; since SQLite 3.28.0.
  public static var settingWritableSchema: Feature { Feature(.settingWritableSchema) }

  /// SQLITE_DBCONFIG_LEGACY_ALTER_TABLE; since SQLite 3.29.0.
  public static var settingLegacyAlterTable: Feature { Feature(.settingLegacyAlterTable) }

  /// SQLITE_DBCONFIG_DQS_DML (double-quoted strings in DML); since SQLite 3.29.0.
  public static var settingDoubleQuotedStringsInWrites: Feature { Feature(.settingDoubleQuotedStringsInWrites) }

  /// SQLITE_DBCONFIG_DQS_DDL (double-quoted strings in DDL); since SQLite 3.29.0.
  public static var settingDoubleQuotedStringsInSchema: Feature { Feature(.settingDoubleQuotedStringsInSchema) }

  /// SQLITE_DBCONFIG_ENABLE_VIEW; since SQLite 3.30.0.
  public static var settingViews: Feature { Feature(.settingViews) }

  /// SQLITE_DBCONFIG_LEGACY_FILE_FORMAT; since SQLite 3.31.0.
  public static var settingLegacyFileFormat: Feature { Feature(.settingLegacyFileFormat) }

  /// SQLITE_DBCONFIG_TRUSTED_SCHEMA; since SQLite 3.31.0.
  public static var settingTrustedSchema: Feature { Feature(.settingTrustedSchema) }

  /// SQLITE_DBCONFIG_STMT_SCANSTATUS; since SQLite 3.42.0.
  public static var settingStatementScanStatus: Feature { Feature(.settingStatementScanStatus) }

  /// SQLITE_DBCONFIG_REVERSE_SCANORDER; since SQLite 3.42.0.
  public static var settingReverseScanOrder: Feature { Feature(.settingReverseScanOrder) }

  /// SQLITE_DBCONFIG_ENABLE_ATTACH_CREATE; since SQLite 3.49.0.
  public static var settingAttachCreate: Feature { Feature(.settingAttachCreate) }

  /// SQLITE_DBCONFIG_ENABLE_ATTACH_WRITE; since SQLite 3.49.0.
  public static var settingAttachWrite: Feature { Feature(.settingAttachWrite) }

  /// SQLITE_DBCONFIG_ENABLE_COMMENTS; since SQLite 3.49.0.
  public static var settingComments: Feature { Feature(.settingComments) }

  /// SQLITE_DBCONFIG_FP_DIGITS; since SQLite 3.53.0.
  public static var settingFloatingPointDigits: Feature { Feature(.settingFloatingPointDigits) }
}
