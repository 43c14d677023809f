import Quarry

extension LifeCases {
  static let identity: [ConformanceCase] = [
    ConformanceCase(
      "LIFE-07", "the version of the engine is the one that SQL tells", .core,
      "https://sqlite.org/lang_corefunc.html#sqlite_version",
      "The engine's version MUST be what SELECT sqlite_version() returns through the driver, as three numbers."
    ) { test in
      let database = try await test.database()
      let text = try await database.fetchOne(("SELECT sqlite_version()" as SQLFragment).values(String.self)) ?? ""
      let version = try test.require(EngineVersion(text), "sqlite_version() is a version: \(text)")
      test.expectEqual(database.engine.version, version, "the version of the database")
      test.expectEqual(test.engine.version, version, "the version of the profile")
      test.expect(version.major == 3, "SQLite 3, or an engine that speaks as it does")
      let source = try await database.fetchOne(("SELECT sqlite_source_id()" as SQLFragment).values(String.self)) ?? ""
      if !database.engine.sourceID.isEmpty {
        test.expectEqual(database.engine.sourceID, source, "the source identifier")
      }
    },
    ConformanceCase(
      "LIFE-08", "capabilities are the same on every connection and do not change", .core, "Quarry: DriverCapabilities",
      "Every connection to a database MUST have the same capabilities, before and after work."
    ) { test in
      let database = try await test.database()
      let before = CapabilityRecord(database.capabilities)
      let second = try await test.database()
      test.expectEqual(CapabilityRecord(second.capabilities), before, "a second database of the same name")
      try await database.execute("CREATE TABLE t (v)")
      try await database.execute("INSERT INTO t VALUES (1)")
      await test.expectError(.noSuchObject, database, "SELECT * FROM missing")
      test.expectEqual(CapabilityRecord(database.capabilities), before, "after work and an error")
      let other = try await test.database("other")
      test.expectEqual(CapabilityRecord(other.capabilities), before, "another database of the driver")
      if test.section("in a session", requires: .local) {
        let writer = try await database.write { (session: SQLSession) in CapabilityRecord(session.capabilities) }
        let reader = try await database.read { (session: SQLSession) in CapabilityRecord(session.capabilities) }
        test.expectEqual(writer, before, "the writer")
        test.expectEqual(reader.engine, before.engine, "the engine of a reader")
        test.expectEqual(reader.limits, before.limits, "the limits of a reader")
      }
    },
    ConformanceCase(
      "LIFE-09", "features are found by trying, not by the version alone", .core, "Quarry: DatabaseEngine",
      "A feature that a build lacks MUST be reported absent, and one that works MUST be reported present."
    ) { test in
      let database = try await test.database()
      let trials: [(feature: SQLFeature, sql: SQLFragment)] = [
        (.mathFunctions, "SELECT ceil(1.5), ln(2), pow(2, 3)"), (.jsonCore, "SELECT json_extract('[1]', '$[0]')"),
        (.windowFunctions, "SELECT row_number() OVER () FROM (SELECT 1)"), (.jsonArrow, "SELECT '[1]' ->> 0"),
        (.jsonb, "SELECT jsonb('[1]')"), (.fts5, "CREATE VIRTUAL TABLE f USING fts5(v)"),
        (.fts3, "CREATE VIRTUAL TABLE f3 USING fts3(v)"),
        (.rtree, "CREATE VIRTUAL TABLE r USING rtree(i, a, b)"),
        (.returning, "INSERT INTO t VALUES (1) RETURNING v"), (.soundexFunction, "SELECT soundex('a')"),
        (.upsert, "INSERT INTO t VALUES (2) ON CONFLICT (v) DO UPDATE SET v = 3"),
        (.iifFunction, "SELECT iif(1, 2, 3)"),
        (.nullsOrder, "SELECT v FROM t ORDER BY v NULLS LAST"), (.unhexFunction, "SELECT unhex('00')"),
        (.rightJoin, "SELECT 1 FROM t RIGHT JOIN (SELECT 1) ON 1"), (.concatFunction, "SELECT concat('a', 1)"),
        (.isDistinctFrom, "SELECT 1 IS DISTINCT FROM 2"), (.filterAggregate, "SELECT count(*) FILTER (WHERE v) FROM t"),
        (.strictTables, "CREATE TABLE s (v INT) STRICT"),
        (.updateFrom, "UPDATE t SET v = 1 FROM (SELECT 1) WHERE 0"),
        (.generatedColumns, "CREATE TABLE g (a, b AS (a))"), (.octetLengthFunction, "SELECT octet_length('a')"),
      ]
      try await database.execute("CREATE TABLE t (v INTEGER PRIMARY KEY)")
      for (feature, sql) in trials {
        var works = true
        do { _ = try await database.fetchAll(sql.rows(readOnly: false)) } catch { works = false }
        test.expectEqual(
          test.engine.supports(feature), works, "what is said of \(feature.id) and what a trial shows")
        test.expectEqual(
          test.engine.explanation(for: feature) == nil, works, "a reason is given exactly where \(feature.id) is absent"
        )
      }
      await test.expectUsable(database)
    },
    ConformanceCase(
      "LIFE-11", "the driver says what it is", .core, "Quarry: DriverUnderTest",
      "Name, version and address of the driver, and the engine with its version and options MUST be known to the report."
    ) { test in
      test.expect(!test.driver.name.isEmpty, "the driver has a name")
      test.expect(!test.driver.version.isEmpty, "the driver has a version")
      test.expect(!test.driver.url.isEmpty, "the driver can be named on the command line")
      test.expect(!test.isOf(.local) || !test.isOf(.remote), "the engine is not both in this process and remote")
      test.expect(
        test.engine.description.contains(test.engine.version.description), "the engine tells its version in words")
      let database = try await test.database()
      test.expect(!database.driverName.isEmpty, "the database knows its driver's name")
      guard let options = test.engine.compileOptions else {
        test.expect(
          !test.engine.supports(.pragmaCompileOptions), "options are unknown only where the engine hides them")
        return
      }
      let listed = try await database.fetchAll(("PRAGMA compile_options" as SQLFragment).values(String.self))
      test.expectEqual(options.sorted, Set(listed).sorted(), "the compile options are those that the engine lists")
    },
  ]
}

/// The comparable parts of capabilities.
private struct CapabilityRecord: Equatable, Sendable {
  var engine: DatabaseEngine
  var transactions: DriverCapabilities.TransactionSupport
  var flags: [Bool]
  var interrupts: DriverCapabilities.InterruptSupport
  var limits: EngineLimits

  init(_ capabilities: DriverCapabilities) {
    engine = capabilities.engine
    transactions = capabilities.transactions
    flags = [
      capabilities.parallelReaders, capabilities.exactIntegers, capabilities.blobs, capabilities.infinities,
      capabilities.changeNotifications, capabilities.encrypted, capabilities.attach,
    ]
    interrupts = capabilities.interrupts
    limits = capabilities.limits
  }
}
