import Quarry

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
      try await test.runEngineLayerPart()
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
      try await test.runEngineLayerPart()
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
      try await test.runEngineLayerPart()
    },
    ConformanceCase(
      "SEC-08", "a denied statement has a separate class", .core, "https://sqlite.org/c3ref/set_authorizer.html",
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
      try await test.runEngineLayerPart()
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
      try await test.runEngineLayerPart()
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
