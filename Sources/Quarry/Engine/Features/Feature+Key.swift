extension Feature {
  /// One key per feature; its raw value is the place in the table.
  ///
  /// A new feature is a case here, a static member of `Feature`, and a row in the table.
  enum Key: UInt16, CaseIterable, Sendable {
    // Queries and expressions
    case commonTableExpressions, recursiveCommonTableExpressions, commonTableExpressionsInWrites
    case multipleRecursiveTerms, materializedHint, valuesStatement, valuesColumnNames, rowValues, rowValueUpdate
    case trueFalseLiterals, hexadecimalLiterals, digitSeparators, rightJoin, fullJoin, isDistinctFrom, nullsOrder
    case havingWithoutGroupBy, filterAggregate, aggregateOrderBy, withinGroup, windowFunctions, namedWindows
    case windowFilter, windowGroupsFrames, windowExclude, windowRangeOffset, windowChaining, tableValuedFunctions
    case pragmaFunctions, parenthesizedSubqueryIn, jsonArrow, jsonArrowNegativeIndex, jsonPathFromEnd, raiseExpression
    case regexpOperator, dateFunctionsInIndexes
    // INSERT / UPDATE / DELETE
    case multiRowInsert, upsert, upsertDoNothingWithoutTarget, upsertDoUpdateWithoutTarget, multipleUpsertClauses
    case returning, updateFrom, updateDeleteLimit, trueFalseDefaults
    // Schema
    case withoutRowID, partialIndexes, expressionIndexes, viewColumnList, sqliteSchemaName, strictTables
    case generatedColumns, addGeneratedColumn, renameColumn, renameTableUpdatesReferences, dropColumn
    case addColumnChecksRows, alterNotNull, addConstraint, temporaryTriggerAcrossSchemas, reindexExpressions
    case vacuumSchema, vacuumInto, virtualTableIfNotExists, foreignKeys, deferredForeignKeys, attachInTransaction
    // Scalar functions
    case printfFunction, formatFunction, printfThousands, printfThousandsReal, instrFunction, charUnicodeFunctions
    case likelihoodFunction, likelyFunction, substringFunction, iifFunction, iifTwoArguments, ifFunction
    case iifManyArguments, signFunction, mathFunctions, octetLengthFunction, unhexFunction, concatFunction
    case concatWithSeparatorFunction, concatWithSeparatorKeepsEmpty, unistrFunction, soundexFunction
    case sqliteOffsetFunction, loadExtensionFunction, functionArguments1000, boundParameters32766
    // Date and time
    case unixEpochFunction, autoDateModifier, julianDayDateModifier, subsecondDateModifier, timeDifferenceFunction
    case yearMonthDayDateModifier, strftimeLetters344, strftimeLetters346, ceilingFloorDateModifiers
    // Aggregates
    case stringAggregate, percentileAggregates, jsonGroupAggregates, jsonbGroupAggregates
    // JSON
    case jsonCore, jsonQuote, jsonPatch, json5, jsonErrorPosition, jsonb, jsonValidFlags, jsonPretty, jsonbEach
    case jsonArrayInsert
    // Full-text, spatial, other virtual tables
    case fts3, fts3Parenthesis, fts4, fts4Content, fts4Unicode61, fts4NotIndexed, fts5, fts5Detail
    case fts5ColumnFilterExpressions, fts5InitialToken, fts5RemoveDiacritics2, fts5Trigram, fts5SecureDelete
    case fts5ContentlessDelete, fts5TrigramDiacritics, fts5TokenData, fts5Locale, fts5ContentlessUnindexed
    case fts5InstToken, rtree, rtreeAuxiliaryColumns, rtreeCheck, geopoly, dbstatTable, dbpageTable, statementsTable
    case bytecodeTables, carrayTable, generateSeries
    // PRAGMA
    case pragmaCompileOptions, pragmaForeignKeyCheck, pragmaDeferForeignKeys, pragmaQueryOnly, pragmaApplicationID
    case pragmaMemoryMapSize, pragmaBusyTimeout, pragmaDataVersion, pragmaIndexExtendedInfo, pragmaIndexListOrigin
    case pragmaTableExtendedInfo, pragmaTableList, pragmaFunctionList, pragmaFunctionListArgumentCount, pragmaOptimize
    case pragmaAnalysisLimit, pragmaTrustedSchema, pragmaHardHeapLimit, pragmaSoftHeapLimit, pragmaLegacyAlterTable
    case pragmaCellSizeCheck, pragmaSecureDelete, pragmaSecureDeleteFast, pragmaSynchronousExtra, pragmaThreads
    case writeAheadLog, checkpointTruncate, checkpointNoOperation, pragmaIntegrityCheckTable, pragmaAutoVacuum
    // Files, URIs, VFS
    case uriFilenames, uriImmutable, uriSharedMemory, uriSharedMemdb, openNoFollow, openExtendedResultCodes
    // C API
    case apiBackup, apiUnlockNotify, apiCompileOptionGet, apiWriteAheadLogHook, apiCreateFunctionV2, apiBlobReopen
    case apiStatementReadOnly, apiCheckpointV2, apiStatementBusy, apiDatabaseFilename, apiDatabaseReadOnly, apiCloseV2
    case apiErrorString, apiBindText64, apiTableColumnMetadata, apiColumnOrigin, apiStatementScanStatus
    case apiValueSubtype, apiSnapshot, apiDatabaseCacheFlush, apiSystemErrorNumber, apiSession, apiPreupdateHook
    case apiExpandedSQL, apiTraceV2, apiSetLastInsertRowID, apiPrepareV3, apiBindPointer, apiValueNoChange
    case apiSerialize, apiKeywords, apiStringBuilder, apiCreateWindowFunction, apiNormalizedSQL, apiStatementIsExplain
    case apiValueFromBind, apiDropModules, apiHardHeapLimit, apiURIKey, apiDatabaseFileObject, apiTransactionState
    case apiChanges64, apiAutoVacuumPages, apiErrorOffset, apiVirtualTableIn, apiDatabaseName, apiValueEncoding
    case apiIsInterrupted, apiStatementExplain, apiClientData, apiSetLockTimeout, apiSetErrorMessage
    case apiDatabaseStatus64, apiCarrayBind, apiStringTruncate, apiResultString, apiIncomplete, apiLoadExtension
    case apiProgressHandler, apiAuthorizer
    // Connection settings (db_config)
    case settingForeignKeys, settingTriggers, settingFTS3Tokenizer, settingLoadExtension, settingNoCheckpointOnClose
    case settingQueryPlannerStability, settingTriggerQueryPlans, settingResetDatabase, settingDefensive
    case settingWritableSchema, settingLegacyAlterTable, settingDoubleQuotedStringsInWrites
    case settingDoubleQuotedStringsInSchema, settingViews, settingLegacyFileFormat, settingTrustedSchema
    case settingStatementScanStatus, settingReverseScanOrder, settingAttachCreate, settingAttachWrite, settingComments
    case settingFloatingPointDigits
    // Build options without a version of their own
    case buildStat4, buildICU, buildLikeDoesNotMatchBlobs, buildRowIDOfViewRefused, buildDoubleQuotedStringsOff
    case buildSecureDeleteDefault, buildForeignKeysDefault
    // Same SQL, other result
    case resultRealSeventeenDigits, resultCompensatedSum, resultJSONArrowTextKey, resultJSONNullLabel
    case resultCheckAfterAffinity, resultCheckMessage, resultJoinForwardReferenceRefused, resultTableInfoTypeCase
    case resultDateOverflow, resultDateTime24Hours, resultFractionalSecondsTruncated, resultJSONValidNull
    case resultShortQueryPlan, resultFTS5TriggerUntrusted
    // Encryption (SQLCipher)
    case cipherVersion, cipherKeyV2, cipherExport, cipherExportFrom, cipherKeyDerivationIterations, cipherPageSize
    case cipherProvider, cipherProviderVersion, cipherHMACAlgorithm, cipherPlaintextHeaderSize, cipherMemorySecurity
    case cipherCompatibility, cipherSettings, cipherIntegrityCheck, cipherKeyReturnsOK, cipherRekeyPlainRefused
    case cipherLogLevel, cipherStatus
  }
}
