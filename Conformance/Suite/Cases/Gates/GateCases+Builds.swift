import Quarry

extension GateCases {
  /// Build options for single features.
  static let buildGates: [FeatureGate] = [
    FeatureGate(
      "GATE-117", "ENABLE_MATH_FUNCTIONS", .mathFunctions, since: "3.35.0", "compile.html#enable_math_functions",
      "SELECT sqrt(4)", [[2.0]]),
    FeatureGate(
      "GATE-118", "ENABLE_FTS5", .fts5, since: "3.9.0", "compile.html#enable_fts5",
      setup: "CREATE VIRTUAL TABLE f USING fts5(x)", "SELECT count(*) FROM f", [[0]]),
    FeatureGate(
      "GATE-119", "ENABLE_FTS3 or ENABLE_FTS4", .fts3, .fts4, since: "3.7.4", "compile.html#enable_fts3",
      setup: "CREATE VIRTUAL TABLE f USING fts4(x); CREATE VIRTUAL TABLE g USING fts3(x)",
      "SELECT (SELECT count(*) FROM f), (SELECT count(*) FROM g)", [[0, 0]]),
    FeatureGate(
      "GATE-120", "ENABLE_RTREE", .rtree, since: "3.5.0", "compile.html#enable_rtree",
      setup: "CREATE VIRTUAL TABLE r USING rtree(id, a, b); INSERT INTO r VALUES(1, 2, 3)",
      "SELECT id FROM r WHERE a <= 2 AND b >= 3", [[1]]),
    FeatureGate(
      "GATE-121", "ENABLE_UPDATE_DELETE_LIMIT", .updateDeleteLimit, since: "3.6.5",
      "compile.html#enable_update_delete_limit",
      setup: "CREATE TABLE t(a); INSERT INTO t VALUES(1),(2); DELETE FROM t ORDER BY a LIMIT 1", "SELECT a FROM t",
      [[2]]),
    FeatureGate(
      "GATE-122", "ENABLE_DBSTAT_VTAB", .dbstatTable, since: "3.8.10", "compile.html#enable_dbstat_vtab",
      "SELECT 1 FROM dbstat LIMIT 0", []),
    FeatureGate(
      "GATE-125", "shared caches", .uriSharedMemory, since: "3.7.13", "sharedcache.html#inmemsharedcache",
      "SELECT 1", [[1]]),
  ]

  /// Build options that change results, or that affect several features.
  static let buildCases: [ConformanceCase] = [
    ConformanceCase(
      "GATE-95", "computed columns of STRICT tables, since 3.51.0: their types are checked",
      .gated(.strictTables, .generatedColumns), "https://sqlite.org/stricttables.html",
      "A text in an INT computed column of a STRICT table MUST be refused with code 3091 from 3.51.0 on."
    ) { test in
      let database = try await test.database(test.quickRequest())
      try await database.execute("CREATE TABLE t(a TEXT, b INT AS (a) STORED) STRICT")
      if test.engine.version >= EngineVersion(3, 51, 0) {
        await test.expectError(.constraintDatatype, extended: 3091, database, "INSERT INTO t(a) VALUES('text')")
      } else {
        try await database.execute("INSERT INTO t(a) VALUES('text')")
        await test.expectRows(database, "SELECT b FROM t", [["text"]])
      }
    },
    libraryFeature(
      "GATE-123", "ENABLE_COLUMN_METADATA", "sqlite3_column_origin_name", .apiColumnOrigin,
      "https://sqlite.org/compile.html#enable_column_metadata"),
    libraryFeature(
      "GATE-124", "OMIT_LOAD_EXTENSION", "sqlite3_load_extension", .apiLoadExtension,
      "https://sqlite.org/compile.html#omit_load_extension"),
    ConformanceCase(
      "GATE-126", "DQS: a name in double quotes that names nothing", .core, "https://sqlite.org/quirks.html#dblquote",
      "A local driver MUST refuse a name in double quotes that names nothing wherever the engine can be told to."
    ) { test in
      let database = try await test.database(test.quickRequest())
      if test.isOf(.local), test.engine.supports(.settingDoubleQuotedStringsInWrites) {
        await test.expectError(.noSuchObject, database, #"SELECT "nocol""#)
      } else if test.isOf(.local) {
        await test.expectRows(database, #"SELECT "nocol""#, [["nocol"]], "an engine that cannot be told takes a text")
      } else {
        await test.expectUsable(database)
      }
      try await test.expectPair(of: .settingDoubleQuotedStringsInWrites)
      try await test.expectPair(of: .buildDoubleQuotedStringsOff)
    },
    ConformanceCase(
      "GATE-127", "LIKE_DOESNT_MATCH_BLOBS: x'41' LIKE 'a'", .core,
      "https://sqlite.org/compile.html#like_doesnt_match_blobs",
      "LIKE on a blob MUST be false exactly where the driver declares it."
    ) { test in
      let database = try await test.database(test.quickRequest())
      await test.expectRows(
        database, "SELECT x'41' LIKE 'a'", [[test.engine.supports(.buildLikeDoesNotMatchBlobs) ? 0 : 1]])
      try await test.expectPair(of: .buildLikeDoesNotMatchBlobs)
    },
    ConformanceCase(
      "GATE-128", "ALLOW_ROWID_IN_VIEW: rowid of a view", .core, "https://sqlite.org/rowidtable.html",
      "The rowid of a view MUST be refused exactly where the driver declares it, and be NULL elsewhere."
    ) { test in
      let database = try await test.database(test.quickRequest())
      try await database.execute("CREATE VIEW a_view AS SELECT 1 AS a")
      if test.engine.supports(.buildRowIDOfViewRefused) {
        await test.expectError(.noSuchObject, database, "SELECT rowid FROM a_view")
      } else {
        await test.expectRows(database, "SELECT rowid FROM a_view", [[nil]])
      }
      try await test.expectPair(of: .buildRowIDOfViewRefused)
    },
    ConformanceCase(
      "GATE-129", "THREADSAFE: a library without it is not used", .driver(.dlopen),
      "https://sqlite.org/threadsafe.html",
      "The driver MUST NOT open a database with a library that was built with THREADSAFE=0.",
      body: ConformanceCase.inEngineLayer),
    severalFeatures(
      "GATE-130", "ENABLE_PERCENTILE and ENABLE_CARRAY", [.percentileAggregates, .carrayTable],
      "https://sqlite.org/compile.html"),
    severalFeatures(
      "GATE-131", "SOUNDEX, ENABLE_ICU, ENABLE_STAT4, ENABLE_GEOPOLY, ENABLE_BYTECODE_VTAB",
      [.soundexFunction, .buildICU, .buildStat4, .geopoly, .bytecodeTables], "https://sqlite.org/compile.html"),
  ]

  /// The pair of checks for a function that depends on the build.
  private static func libraryFeature(
    _ id: String, _ option: String, _ symbol: String, _ feature: SQLFeature, _ reference: String
  ) -> ConformanceCase {
    ConformanceCase(
      id, "\(option): \(symbol)", .gated(feature), reference,
      "The driver MUST declare \(symbol) exactly where the library exports it."
    ) { test in
      let database = try await test.database(test.quickRequest())
      try await test.expectPresence(of: feature, database)
    }
  }

  /// The pairs of checks for features that are independent of each other.
  private static func severalFeatures(
    _ id: String, _ options: String, _ features: [SQLFeature], _ reference: String
  ) -> ConformanceCase {
    ConformanceCase(
      id, "\(options): each by itself", .core, reference,
      "The driver MUST declare each of these features exactly where the engine has it."
    ) { test in
      for feature in features { try await test.expectPair(of: feature) }
      test.note("has " + features.filter(test.engine.supports).map(\.id).joined(separator: ", "))
    }
  }
}
