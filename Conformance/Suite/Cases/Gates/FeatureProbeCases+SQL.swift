import Quarry

extension FeatureProbeCases {
  /// Queries and expressions.
  static let queries: [(id: String, feature: SQLFeature)] = [
    ("GATE-132", .commonTableExpressionsInWrites),
    ("GATE-133", .valuesStatement),
    ("GATE-134", .valuesColumnNames),
    ("GATE-135", .rowValueUpdate),
    ("GATE-136", .withinGroup),
    ("GATE-137", .namedWindows),
    ("GATE-138", .windowFilter),
    ("GATE-139", .windowRangeOffset),
    ("GATE-140", .regexpOperator),
    ("GATE-141", .dateFunctionsInIndexes),
  ]

  /// INSERT / UPDATE / DELETE.
  static let writes: [(id: String, feature: SQLFeature)] = [
    ("GATE-142", .upsertDoNothingWithoutTarget),
    ("GATE-143", .trueFalseDefaults),
  ]

  /// Schema.
  static let schema: [(id: String, feature: SQLFeature)] = [
    ("GATE-144", .addGeneratedColumn),
    ("GATE-145", .renameTableUpdatesReferences),
    ("GATE-146", .addColumnChecksRows),
    ("GATE-147", .vacuumSchema),
    ("GATE-148", .virtualTableIfNotExists),
    ("GATE-149", .deferredForeignKeys),
    ("GATE-150", .attachInTransaction),
  ]

  /// Scalar functions.
  static let scalarFunctions: [(id: String, feature: SQLFeature)] = [
    ("GATE-151", .printfThousands),
    ("GATE-152", .printfThousandsReal),
    ("GATE-153", .likelihoodFunction),
    ("GATE-154", .likelyFunction),
    ("GATE-155", .signFunction),
    ("GATE-156", .concatWithSeparatorKeepsEmpty),
    ("GATE-157", .sqliteOffsetFunction),
    ("GATE-158", .loadExtensionFunction),
  ]

  /// Date and time.
  static let dates: [(id: String, feature: SQLFeature)] = [
    ("GATE-159", .julianDayDateModifier),
    ("GATE-160", .yearMonthDayDateModifier),
  ]

  /// Aggregates.
  static let aggregates: [(id: String, feature: SQLFeature)] = [
    ("GATE-161", .jsonbGroupAggregates)
  ]

  /// JSON.
  static let json: [(id: String, feature: SQLFeature)] = [
    ("GATE-162", .jsonErrorPosition)
  ]

  /// Full-text, spatial, other virtual tables.
  static let virtualTables: [(id: String, feature: SQLFeature)] = [
    ("GATE-163", .fts3Parenthesis),
    ("GATE-164", .fts4Content),
    ("GATE-165", .fts4Unicode61),
    ("GATE-166", .fts4NotIndexed),
    ("GATE-167", .fts5Detail),
    ("GATE-168", .fts5ColumnFilterExpressions),
    ("GATE-169", .fts5InitialToken),
    ("GATE-170", .fts5RemoveDiacritics2),
    ("GATE-171", .fts5TrigramDiacritics),
    ("GATE-172", .fts5TokenData),
    ("GATE-173", .fts5ContentlessUnindexed),
    ("GATE-174", .fts5InstToken),
    ("GATE-175", .rtreeAuxiliaryColumns),
    ("GATE-176", .rtreeCheck),
    ("GATE-177", .dbpageTable),
    ("GATE-178", .statementsTable),
    ("GATE-179", .generateSeries),
  ]

  /// PRAGMA.
  static let pragmas: [(id: String, feature: SQLFeature)] = [
    ("GATE-180", .pragmaCompileOptions),
    ("GATE-181", .pragmaForeignKeyCheck),
    ("GATE-182", .pragmaQueryOnly),
    ("GATE-183", .pragmaApplicationID),
    ("GATE-184", .pragmaMemoryMapSize),
    ("GATE-185", .pragmaDataVersion),
    ("GATE-186", .pragmaIndexExtendedInfo),
    ("GATE-187", .pragmaIndexListOrigin),
    ("GATE-188", .pragmaFunctionListArgumentCount),
    ("GATE-189", .pragmaOptimize),
    ("GATE-190", .pragmaSoftHeapLimit),
    ("GATE-191", .pragmaCellSizeCheck),
    ("GATE-192", .pragmaSecureDelete),
    ("GATE-193", .pragmaSecureDeleteFast),
    ("GATE-194", .pragmaSynchronousExtra),
    ("GATE-195", .pragmaThreads),
    ("GATE-196", .writeAheadLog),
    ("GATE-197", .checkpointTruncate),
    ("GATE-198", .checkpointNoOperation),
    ("GATE-199", .pragmaAutoVacuum),
  ]
}
