import Quarry

extension FeatureProbeCases {
  /// Files, URIs, VFS.
  static let files: [(id: String, feature: SQLFeature)] = [
    ("GATE-200", .uriFilenames),
    ("GATE-201", .uriImmutable),
    ("GATE-202", .uriSharedMemdb),
    ("GATE-203", .openNoFollow),
    ("GATE-204", .openExtendedResultCodes),
  ]

  /// C API.
  static let cInterface: [(id: String, feature: SQLFeature)] = [
    ("GATE-205", .apiBackup),
    ("GATE-206", .apiUnlockNotify),
    ("GATE-207", .apiCompileOptionGet),
    ("GATE-208", .apiWriteAheadLogHook),
    ("GATE-209", .apiCreateFunctionV2),
    ("GATE-210", .apiBlobReopen),
    ("GATE-211", .apiStatementReadOnly),
    ("GATE-212", .apiCheckpointV2),
    ("GATE-213", .apiStatementBusy),
    ("GATE-214", .apiDatabaseFilename),
    ("GATE-215", .apiDatabaseReadOnly),
    ("GATE-216", .apiTableColumnMetadata),
    ("GATE-217", .apiStatementScanStatus),
    ("GATE-218", .apiValueSubtype),
    ("GATE-219", .apiSnapshot),
    ("GATE-220", .apiDatabaseCacheFlush),
    ("GATE-221", .apiSystemErrorNumber),
    ("GATE-222", .apiSession),
    ("GATE-223", .apiPreupdateHook),
    ("GATE-224", .apiBindPointer),
    ("GATE-225", .apiValueNoChange),
    ("GATE-226", .apiKeywords),
    ("GATE-227", .apiStringBuilder),
    ("GATE-228", .apiNormalizedSQL),
    ("GATE-229", .apiValueFromBind),
    ("GATE-230", .apiDropModules),
    ("GATE-231", .apiURIKey),
    ("GATE-232", .apiDatabaseFileObject),
    ("GATE-233", .apiAutoVacuumPages),
    ("GATE-234", .apiVirtualTableIn),
    ("GATE-235", .apiValueEncoding),
    ("GATE-236", .apiCarrayBind),
    ("GATE-237", .apiStringTruncate),
    ("GATE-238", .apiResultString),
    ("GATE-239", .apiIncomplete),
    ("GATE-240", .apiProgressHandler),
    ("GATE-241", .apiAuthorizer),
  ]

  /// Connection settings (db_config).
  static let settings: [(id: String, feature: SQLFeature)] = [
    ("GATE-242", .settingForeignKeys),
    ("GATE-243", .settingTriggers),
    ("GATE-244", .settingFTS3Tokenizer),
    ("GATE-245", .settingLoadExtension),
    ("GATE-246", .settingNoCheckpointOnClose),
    ("GATE-247", .settingQueryPlannerStability),
    ("GATE-248", .settingTriggerQueryPlans),
    ("GATE-249", .settingResetDatabase),
    ("GATE-250", .settingDefensive),
    ("GATE-251", .settingWritableSchema),
    ("GATE-252", .settingLegacyAlterTable),
    ("GATE-253", .settingDoubleQuotedStringsInSchema),
    ("GATE-254", .settingViews),
    ("GATE-255", .settingLegacyFileFormat),
    ("GATE-256", .settingTrustedSchema),
    ("GATE-257", .settingStatementScanStatus),
    ("GATE-258", .settingReverseScanOrder),
    ("GATE-259", .settingAttachCreate),
    ("GATE-260", .settingAttachWrite),
    ("GATE-261", .settingComments),
    ("GATE-262", .settingFloatingPointDigits),
  ]

  /// Build options without a version of their own.
  static let buildOptions: [(id: String, feature: SQLFeature)] = [
    ("GATE-263", .buildSecureDeleteDefault),
    ("GATE-264", .buildForeignKeysDefault),
  ]

  /// Same SQL, other result.
  static let differentResults: [(id: String, feature: SQLFeature)] = [
    ("GATE-265", .resultCompensatedSum),
    ("GATE-266", .resultJSONArrowTextKey),
    ("GATE-267", .resultJSONNullLabel),
    ("GATE-268", .resultCheckAfterAffinity),
    ("GATE-269", .resultCheckMessage),
    ("GATE-270", .resultJoinForwardReferenceRefused),
    ("GATE-271", .resultTableInfoTypeCase),
    ("GATE-272", .resultDateOverflow),
    ("GATE-273", .resultDateTime24Hours),
    ("GATE-274", .resultFractionalSecondsTruncated),
    ("GATE-275", .resultJSONValidNull),
    ("GATE-276", .resultShortQueryPlan),
    ("GATE-277", .resultFTS5TriggerUntrusted),
  ]

  /// Encryption (SQLCipher).
  static let encryption: [(id: String, feature: SQLFeature)] = [
    ("GATE-278", .cipherVersion),
    ("GATE-279", .cipherKeyV2),
    ("GATE-280", .cipherExport),
    ("GATE-281", .cipherExportFrom),
    ("GATE-282", .cipherKeyDerivationIterations),
    ("GATE-283", .cipherPageSize),
    ("GATE-284", .cipherProvider),
    ("GATE-285", .cipherProviderVersion),
    ("GATE-286", .cipherHMACAlgorithm),
    ("GATE-287", .cipherPlaintextHeaderSize),
    ("GATE-288", .cipherMemorySecurity),
    ("GATE-289", .cipherCompatibility),
    ("GATE-290", .cipherSettings),
    ("GATE-291", .cipherIntegrityCheck),
    ("GATE-292", .cipherKeyReturnsOK),
    ("GATE-293", .cipherRekeyPlainRefused),
    ("GATE-294", .cipherLogLevel),
    ("GATE-295", .cipherStatus),
  ]
}
