import Quarry
import QuarrySQLiteEngine

extension SecurityCases {
  /// What a connection allows.
  static let settings: [ConformanceCase] = [
    ConformanceCase(
      "SEC-05", "values for PRAGMA statements are checked", .core, "https://sqlite.org/pragma.html",
      "A value for a PRAGMA MUST be checked by type before it is sent; a PRAGMA takes no bound value."
    ) { test in
      let database = try await test.database()
      for text in ["1", "'; DROP TABLE t; --", "wal"] {
        await test.expectError(.syntax, database, "PRAGMA user_version = \(text)", "a PRAGMA takes no bound value")
        do {
          _ = try await database.execute("PRAGMA journal_mode = \(text)")
          test.fail("a PRAGMA takes no bound value")
        } catch let error as DatabaseError {
          // A server may look at the name alone and not allow it.
          let isRefused = test.isOf(.remote) && error.isRefusalOfServer
          test.expect(isRefused || error.code == .syntax, "a PRAGMA takes no bound value: \(error)")
        }
      }
      await test.expectUsable(database)
      guard test.section("a version of more than 32 bits", requires: .local) else { return }
      let session = try await test.session("settings")
      let connection = session.engineConnection
      for version in [Int64(Int32.max) + 1, Int64(Int32.min) - 1, .max, .min] {
        test.expectThrows(.valueOutOfRange, "a version of more than 32 bits") {
          try connection.setUserVersion(version)
        }
        test.expectThrows(.valueOutOfRange, "an application's number of more than 32 bits") {
          try connection.setApplicationID(version)
        }
      }
      for name in ["utf-9", "'; DROP TABLE t; --", ""] {
        test.expectThrows(.invalidConfiguration, "an unknown encoding") { try connection.setEncoding(name) }
      }
      for text in [
        "PRAGMA key = 'stolen'", "PRAGMA rekey = 'stolen'", "PRAGMA main.key='x'", "pragma\n\"key\" ('x')",
        "/* x */ PRAGMA hexkey='00'", "EXPLAIN PRAGMA key='x'", "; PRAGMA [key]='x'",
      ] {
        test.expectThrows(.misuse, "a key as SQL is refused: \(text)") {
          _ = try connection.prepareSynchronously(text)
        }
      }
      test.expectEqual(try connection.userVersion(), 0, "nothing was set")
      connection.closeSynchronously()
    },
    ConformanceCase(
      "SEC-06", "load_extension is off", .core, "https://sqlite.org/loadext.html#security_considerations",
      "SQL MUST NOT be able to load an extension, and the program only where the settings allow it."
    ) { test in
      let database = try await test.database()
      await test.expectEngineErrors(
        database, ["SELECT load_extension('/tmp/evil')", "SELECT load_extension('/tmp/evil', 'entry')"])
      await test.expectUsable(database)
      guard test.section("an extension is refused by default", requires: .local) else { return }
      let session = try await test.session("extensions")
      test.expectThrows(
        test.engine.supports(.apiLoadExtension) ? .authorization : .unsupportedFeature,
        "an extension is refused by default"
      ) { try session.engineConnection.loadExtension("\(test.folder)/evil") }
      session.engineConnection.closeSynchronously()
    },
    ConformanceCase(
      "SEC-07", "ATTACH can be switched off, or be limited to a folder", .core,
      "https://sqlite.org/lang_attach.html",
      "A program MUST be able to refuse ATTACH, for all databases or for those outside a folder."
    ) { test in
      guard test.section("in a session", requires: .local, .feature(.apiAuthorizer)) else {
        if !test.profile.capabilities.attach { try await test.expectAbsence(of: CapabilityNeed.attach) }
        await test.expectUsable(try await test.database())
        return
      }
      let session = try await test.session()
      let connection = session.engineConnection
      try connection.setAuthorizer { $0.code == 24 ? .deny : .allow }
      for path in [":memory:", "\(test.folder)/other.db", "/etc/passwd", ""] {
        let error = test.expectThrows(.authorization, "ATTACH is refused: \(path)") {
          try session.execute("ATTACH \(path) AS other")
        }
        test.expectEqual(error?.engineCode?.primary.rawValue, 23, "the engine's code")
      }
      test.expect(!CaseFolder.hasFile("\(test.folder)/other.db"), "no file was made")
      let allowed = test.folder + "/"
      try connection.setAuthorizer { action in
        // A path that is bound is not known while the statement is prepared.
        action.code == 24 && action.first?.hasPrefix(allowed) != true ? .deny : .allow
      }
      test.expectThrows(.authorization, "a path outside of the folder is refused") {
        try session.execute("ATTACH '/tmp/outside.db' AS other")
      }
      test.expectThrows(.authorization, "a path that cannot be checked is refused") {
        try session.execute("ATTACH \("/tmp/outside.db") AS other")
      }
      try session.execute(SQLFragment(raw: "ATTACH '\(allowed)inside.db' AS other"))
      test.expectIdentical(
        try session.plainRows("SELECT count(*) FROM other.sqlite_master"), [[0]], "a path inside of it is allowed")
      try connection.setAuthorizer(nil)
      connection.closeSynchronously()
    },
    ConformanceCase(
      "SEC-08", "what is denied is an error of its own class", .core, "https://sqlite.org/c3ref/set_authorizer.html",
      "A denied statement MUST fail with .authorization and code 23, a write where only reading is allowed with .readOnly."
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t(a, b)")
      try await database.execute("INSERT INTO t VALUES(1, 2)")
      if test.section("a write inside read is refused", requires: .local) {
        await test.expectError(.readOnly, "a write inside read is refused") {
          try await database.read { session in try session.execute("DELETE FROM t") }
        }
      }
      await test.expectRows(database, "SELECT a FROM t", [[1]], "nothing was deleted")
      guard test.section("in a session", requires: .local, .feature(.apiAuthorizer)) else { return }
      let session = try await test.session("denied")
      try session.execute("CREATE TABLE t(a, b)")
      try session.execute("INSERT INTO t VALUES(1, 2)")
      let connection = session.engineConnection
      try connection.setAuthorizer { action in
        switch action.code {
        case 9: .deny  // a row is deleted
        case 20: action.second == "b" ? .ignore : .allow  // a column is read
        case 21: .allow
        case 19: .deny  // a PRAGMA
        default: .allow
        }
      }
      for text in ["DELETE FROM t", "PRAGMA user_version = 5", "DELETE FROM t WHERE a = 1"] {
        let error = test.expectThrows(.authorization, "a denied statement fails: \(text)") {
          try session.execute(SQLFragment(raw: text))
        }
        test.expectEqual(error?.engineCode?.primary.rawValue, 23, "the engine's code")
      }
      test.expectIdentical(try session.plainRows("SELECT a, b FROM t"), [[1, nil]], "an ignored column reads as NULL")
      try connection.setAuthorizer(nil)
      test.expectIdentical(try session.plainRows("SELECT a, b FROM t"), [[1, 2]], "without it all is as before")
      connection.closeSynchronously()
    },
    ConformanceCase(
      "SEC-09", "the defensive mode is on", .core, "https://sqlite.org/c3ref/c_dbconfig_defensive.html",
      "Where the engine has it, a local connection MUST refuse changes of the schema table and of shadow tables."
    ) { test in
      try await test.expectPair(of: .settingDefensive)
      guard test.section("in a session", requires: .local, .feature(.settingDefensive)) else { return }
      let database = try await test.database()
      try await database.execute("CREATE TABLE t(a)")
      try await database.execute("PRAGMA writable_schema = ON")
      await test.expectEngineErrors(
        database,
        [
          "UPDATE sqlite_master SET sql = 'CREATE TABLE t(b)'", "DELETE FROM sqlite_master",
          "INSERT INTO sqlite_master VALUES('table', 'x', 'x', 3, 'CREATE TABLE x(a)')",
        ])
      if test.section(requires: .feature(.fts5)) {
        try await database.execute("CREATE VIRTUAL TABLE f USING fts5(x)")
        await test.expectEngineErrors(
          database, ["INSERT INTO f_data VALUES(99, x'00')", "DELETE FROM f_config", "DROP TABLE f_content"])
        await test.expectRows(database, "SELECT count(*) FROM f", [[0]])
      }
      await test.expectRows(database, "SELECT sql FROM sqlite_master WHERE name = 't'", [["CREATE TABLE t(a)"]])
    },
    ConformanceCase(
      "SEC-15", "the schema of a file is not trusted", .core, "https://sqlite.org/security.html",
      "Where the engine can tell, a view MUST NOT be able to call a function with side effects."
    ) { test in
      try await test.expectPair(of: .settingTrustedSchema)
      guard test.section("a statement may call it", requires: .local) else { return }
      let session = try await test.session()
      let calls = Protected(0)
      try session.engineConnection.addFunction("side_effect", argumentCount: 0) { _ in
        calls.withLock { $0 += 1 }
        return 1
      }
      try session.engineConnection.addFunction(
        "harmless", argumentCount: 0, options: test.engine.supports(.settingTrustedSchema) ? .innocuous : []
      ) { _ in 2 }
      try session.execute("CREATE VIEW evil AS SELECT side_effect() AS a")
      try session.execute("CREATE VIEW good AS SELECT harmless() AS a")
      test.expectIdentical(try session.plainRows("SELECT side_effect()"), [[1]], "a statement may call it")
      if test.engine.supports(.settingTrustedSchema) {
        let error = test.expectThrows(.statementFailed, "a view may not") {
          _ = try session.plainRows("SELECT * FROM evil")
        }
        test.expectEqual(error?.engineCode?.primary.rawValue, 1, "the engine's code")
        test.expectEqual(calls.withLock { $0 }, 1, "the function was not called by the view")
      } else {
        test.expectIdentical(try session.plainRows("SELECT * FROM evil"), [[1]], "an old engine cannot tell")
      }
      test.expectIdentical(try session.plainRows("SELECT * FROM good"), [[2]], "a harmless function is allowed")
      session.engineConnection.closeSynchronously()
    },
    ConformanceCase(
      "SEC-16", "the layer never relies on texts in double quotes", .core, "https://sqlite.org/quirks.html#dblquote",
      "A misspelt name MUST be an error where the engine can be told, and the layer's own SQL has texts as values alone."
    ) { test in
      let database = try await test.database()
      try await database.run(SQLCreateTable(HostileNote.table))
      try await database.insert(HostileNote(id: 1, body: "nocol"))
      if test.section("in a session", requires: .local, .feature(.settingDoubleQuotedStringsInWrites)) {
        for text in [
          #"SELECT "nocol""#, #"SELECT * FROM Hostile WHERE body = "nocol""#, #"DELETE FROM Hostile WHERE "nocol""#,
        ] {
          await test.expectError(.noSuchObject, database, SQLFragment(raw: text))
        }
      }
      let query = HostileNote.where { $0.body == "nocol" && $0.id.in([1, 2]) }
      let text = try query.statement(for: SQLGenerationContext(capabilities: database.capabilities))
      test.expect(!text.sql.contains("nocol"), "a text of the typed interface is bound")
      test.expectEqual(try await database.fetchAll(query).map(\.id), [1], "and found")
    },
  ]
}
