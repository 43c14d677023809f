internal import Quarry

extension DefinitionCases {
  static let numbers: [ConformanceCase] = [
    ConformanceCase(
      "DDL-24", "user_version", .core, pragma + "#pragma_user_version",
      "It MUST be 0 at first, hold 32 bits with a sign, and roll back with a batch."
    ) { test in
      let database = try await test.database()
      await test.expectRows(database, "PRAGMA user_version", [[0]])
      for value in [1, 42, 2_147_483_647, -1, -5, -2_147_483_648, 0] as [Int64] {
        try await database.execute(SQLFragment(raw: "PRAGMA user_version = \(value)"))
        await test.expectRows(database, "PRAGMA user_version", [[.integer(value)]])
      }
      for value in ["2147483648", "99999999999"] {
        try await database.execute(SQLFragment(raw: "PRAGMA user_version = \(value)"))
        await test.expectRows(database, "PRAGMA user_version", [[0]], "a number out of range is 0")
      }
      await test.expectError(.syntax, extended: 1, database, "PRAGMA user_version = \(7)", "a parameter is refused")
      try await database.execute("PRAGMA user_version = 7")
      await test.expectFailure("a batch that fails") {
        try await database.batch { batch in
          batch.execute("PRAGMA user_version = 8")
          batch.execute("INSERT INTO missing VALUES (1)")
        }
      }
      await test.expectRows(database, "PRAGMA user_version", [[7]], "taken back with the batch")
    },
    ConformanceCase(
      "DDL-25", "application_id", .core, pragma + "#pragma_application_id", "It MUST hold 32 bits with a sign."
    ) { test in
      let database = try await test.database()
      await test.expectRows(database, "PRAGMA application_id", [[0]])
      for value in [1, 0x5175_6172, 2_147_483_647, -1, -2_147_483_648, 0] as [Int64] {
        try await database.execute(SQLFragment(raw: "PRAGMA application_id = \(value)"))
        await test.expectRows(database, "PRAGMA application_id", [[.integer(value)]])
      }
      await test.expectRows(database, "PRAGMA user_version", [[0]], "the other number stays")
    },
    ConformanceCase(
      "DDL-32", "The dump of a schema is equal on all drivers", .core, "Quarry: SQLSchema.objects",
      "The same definitions MUST give the same texts, names and order in the list of objects, whatever the driver."
    ) { test in
      let database = try await test.database()
      let artist = SQLTable(
        "Artist", SQLColumn<Int64>("ArtistId", primaryKey: .autoincrement), SQLColumn<String>("Name", unique: true),
        SQLColumn<Double?>("Rating", defaultValue: 1.5, check: "Rating >= 0"))
      let album = SQLTable(
        "Album", SQLColumn<Int64>("AlbumId", primaryKey: .plain), SQLColumn<String>("Title", collation: .nocase),
        SQLColumn<Int64?>("ArtistId", references: .table("Artist", onDelete: .cascade)),
        SQLColumn<[UInt8]>("Cover", defaultValue: .value(.blob([0, 255]))), uniqueKeys: [["Title", "ArtistId"]],
        indexes: [SQLIndex("AlbumByArtist", on: "ArtistId", "Title")])
      try await database.run(SQLCreateTable(artist))
      try await database.run(SQLCreateTable(album))
      try await database.run(SQLCreateView("Titles", as: "SELECT Title FROM Album WHERE Title <> \("it's")"))
      try await database.run(
        SQLCreateTrigger(
          "Cleaned", .before, .update(of: ["Title"]), on: "Album", when: "new.Title = \("")",
          body: ["SELECT RAISE(ABORT, \("empty"))"]))
      test.expectEqual(
        try await dump(database),
        [
          #"index AlbumByArtist on Album: CREATE INDEX "AlbumByArtist" ON "Album" ("ArtistId", "Title")"#,
          #"table Album on Album: CREATE TABLE "Album" ("AlbumId" INTEGER PRIMARY KEY NOT NULL, "#
            + #""Title" TEXT NOT NULL COLLATE "NOCASE", "#
            + #""ArtistId" INTEGER REFERENCES "Artist" ON DELETE CASCADE, "Cover" BLOB NOT NULL DEFAULT x'00ff', "#
            + #"UNIQUE ("Title", "ArtistId"))"#,
          #"table Artist on Artist: CREATE TABLE "Artist" ("ArtistId" INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, "#
            + #""Name" TEXT NOT NULL UNIQUE, "Rating" REAL DEFAULT 1.5 CHECK (Rating >= 0))"#,
          #"trigger Cleaned on Album: CREATE TRIGGER "Cleaned" BEFORE UPDATE OF "Title" ON "Album" FOR EACH ROW "#
            + "WHEN (new.Title = '') BEGIN SELECT RAISE(ABORT, 'empty'); END",
          #"view Titles on Titles: CREATE VIEW "Titles" AS SELECT Title FROM Album WHERE Title <> 'it''s'"#,
        ], "the dump")
    },
  ]

  static let lists: [ConformanceCase] = [
    ConformanceCase(
      "DDL-33", "Introspection: generated and hidden columns", .gated(.pragmaTableExtendedInfo),
      pragma + "#pragma_table_xinfo", "Generated and hidden columns MUST be told with what they hold.",
      absent: { test in
        try await test.expectAbsence()
        let database = try await test.database("plain")
        try await database.execute("CREATE TABLE t(a, b)")
        await test.expectRows(database, "PRAGMA table_xinfo(t)", [], "the engine answers nothing")
        let columns = try await database.fetchAll(SQLSchema.columns(of: "t"))
        test.expectEqual(columns.map(\.name), ["a", "b"], "Quarry asks in the older way")
        test.expectEqual(columns.map(\.content), [.stored, .stored], "all columns are stored ones")
      }
    ) { test in
      let database = try await test.database()
      if test.engine.supports(.generatedColumns) {
        try await database.execute("CREATE TABLE g(a, b AS (a + 1), c AS (a * 2) STORED)")
        let columns = try await database.fetchAll(SQLSchema.columns(of: "g"))
        test.expectEqual(columns.map(\.name), ["a", "b", "c"], "the names")
        test.expectEqual(columns.map(\.content), [.stored, .generatedVirtual, .generatedStored], "what they hold")
        let model = try await database.run(SQLDescribeTable("g"))?.model
        test.expectEqual(model?.columns.map { $0.generated?.isStored }, [nil, false, true], "the model")
      } else {
        await test.expectRefusal(of: .generatedColumns, "a typed generated column") {
          try await database.run(
            SQLCreateTable(
              SQLTable("g", SQLColumn<Int?>("a"), SQLColumn<Int?>("b", generated: SQLGeneratedColumn("a")))))
        }
      }
      if test.section(requires: .feature(.fts5)) {
        try await database.execute("CREATE VIRTUAL TABLE f USING fts5(a)")
        let columns = try await database.fetchAll(SQLSchema.columns(of: "f"))
        test.expectEqual(columns.map(\.content), [.stored, .hidden, .hidden], "hidden columns of a virtual table")
        let described = try await database.run(SQLDescribeTable("f"))
        test.expectEqual(described?.kind, .virtualTable, "the kind")
        test.expectEqual(described?.model.columns.map(\.name), ["a"], "the model leaves them out")
      }
      try await database.execute("CREATE TABLE t(a, b)")
      test.expectEqual(
        try await database.fetchAll(SQLSchema.columns(of: "t")).map(\.content), [.stored, .stored], "an ordinary table")
    },
    ConformanceCase(
      "DDL-34", "Introspection: STRICT and WITHOUT ROWID", .gated(.pragmaTableList), pragma + "#pragma_table_list",
      "Both flags MUST be told, from the stored text where the engine has no list.",
      absent: { test in
        try await test.expectAbsence()
        let database = try await test.database("plain")
        await test.expectRows(database, "PRAGMA table_list", [], "the engine answers nothing")
        try await checkKinds(test, database)
      }
    ) { test in
      let database = try await test.database()
      try await checkKinds(test, database)
      try await database.execute("CREATE TABLE strict_one(a INT, b ANY) STRICT")
      await test.expectRows(
        database,
        """
        SELECT name, type, ncol, wr, strict FROM pragma_table_list
          WHERE schema = 'main' AND name NOT LIKE 'sqlite%' ORDER BY name
        """,
        [
          ["commented", "table", 1, 0, 0], ["plain", "table", 1, 0, 0], ["seen", "view", 1, 0, 0],
          ["strict_one", "table", 2, 0, 1], ["without", "table", 2, 1, 0],
        ])
      test.expectEqual(try await database.run(SQLDescribeTable("strict_one"))?.model.isStrict, true, "STRICT")
    },
  ]

  private static func checkKinds(_ test: CaseContext, _ database: Database) async throws {
    try await database.execute("CREATE TABLE plain(a)")
    try await database.execute("CREATE TABLE without(a PRIMARY KEY, b) /* STRICT */ WITHOUT  rowid")
    try await database.execute("CREATE TABLE commented(a DEFAULT 'WITHOUT ROWID, STRICT')")
    try await database.execute("CREATE VIEW seen AS SELECT 1 AS one")
    for (name, kind) in [
      ("plain", .table), ("without", .withoutRowID), ("commented", .table), ("seen", .view),
    ] as [(String, SQLTable.Kind)] {
      let model = try await database.run(SQLDescribeTable(name))?.model
      test.expectEqual(model?.kind, kind, "the kind of \(name)")
      test.expectEqual(model?.isStrict, false, "\(name) is not strict")
    }
  }

  static let copies: [ConformanceCase] = [
    ConformanceCase(
      "DDL-35", "VACUUM", .driver(.file), "https://sqlite.org/lang_vacuum.html",
      "VACUUM MUST keep rows and the rowids of INTEGER keys, and be an error with code 1 in a transaction."
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, b)")
      try await database.execute(
        """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
          INSERT INTO t SELECT i * 3, zeroblob(400) FROM n
        """
      )
      try await database.execute("DELETE FROM t WHERE id > 750")
      let free = try await test.value(database, "PRAGMA freelist_count")
      test.expect(free != 0 && free != nil, "there are free pages before")
      try await database.execute("VACUUM")
      await test.expectRows(database, "PRAGMA freelist_count", [[0]], "no free page is left")
      await test.expectRows(
        database, "SELECT count(*), min(id), max(id), sum(length(b)) FROM t", [[250, 3, 750, 100_000]])
      await test.expectRows(database, "PRAGMA integrity_check", [["ok"]])
      await test.expectError(.transactionState, extended: 1, "VACUUM in a transaction") {
        try await database.write { transaction in try await transaction.execute("VACUUM") }
      }
      await test.expectUsable(database)
    },
    ConformanceCase(
      "DDL-36", "VACUUM INTO", .gated(.vacuumInto), "https://sqlite.org/lang_vacuum.html#vacuuminto",
      "The copy MUST open, hold the rows and pass the integrity check; an existing file is refused.",
      needs: [.attach], absent: CaseContext.refusing("VACUUM INTO 'somewhere'")
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, b TEXT)")
      try await database.execute("CREATE INDEX i ON t(b)")
      try await database.execute("INSERT INTO t VALUES (2, 'two'), (7, 'é😀')")
      guard test.isOf(.local) || test.isOf(.file) else {
        test.note("files of the engine are out of reach")
        return await test.expectUsable(database, "before the copy that cannot be looked at")
      }
      let path = "\(test.folder)/copy.db"
      try await database.execute("VACUUM INTO \(path)")
      guard test.section("a folder that is not there", requires: .file) else {
        return await test.expectUsable(database, "a copy in memory is gone again")
      }
      try await database.execute("ATTACH \(path) AS copy")
      for (text, rows) in [
        ("SELECT * FROM copy.t ORDER BY id", [[2, "two"], [7, "é😀"]]), ("PRAGMA copy.integrity_check", [["ok"]]),
        ("SELECT name FROM copy.sqlite_master ORDER BY name", [["i"], ["t"]]),
      ] as [(String, [[SQLValue]])] {
        let found = try await database.fetchAll(SQLFragment(raw: text).rows(readOnly: false)).map(\.values)
        test.expectIdentical(found, rows, "in the copy: \(text)")
      }
      await test.expectEngineErrors(database, ["VACUUM INTO '\(path)'"])
      try await database.execute("DETACH copy")
      await test.expectFailure("a folder that is not there") {
        try await database.execute("VACUUM INTO '/no/such/folder/x.db'")
      }
    },
    ConformanceCase(
      "DDL-37", "ATTACH", .driver(.local), "https://sqlite.org/lang_attach.html",
      "Queries MUST reach several databases at once; a name is used once, and a database in use is not detached."
    ) { test in
      let session = try await test.session()
      defer { session.close() }
      try session.execute("CREATE TABLE t(a)")
      try session.execute("INSERT INTO t VALUES ('main')")
      try session.execute("ATTACH ':memory:' AS other")
      try session.execute("CREATE TABLE other.t(b)")
      try session.execute("CREATE TABLE other.u(c)")
      try session.execute("INSERT INTO other.t VALUES ('other')")
      try session.execute("INSERT INTO u VALUES ('only there')")
      func rows(_ text: SQLFragment) throws -> [[SQLValue]] { try session.fetchAll(text.rows()).map(\.values) }
      test.expectIdentical(try rows("SELECT a, b FROM main.t, other.t"), [["main", "other"]], "a query over both")
      test.expectIdentical(try rows("SELECT * FROM t"), [["main"]], "main comes first")
      test.expectIdentical(try rows("SELECT * FROM u"), [["only there"]], "a name of one of them")
      test.expectEqual(
        try session.fetchAll(SQLSchema.names).map(\.name).filter { $0 != "temp" }, ["main", "other"], "the names")
      test.expectEqual(
        try session.fetchAll(SQLSchema.objects(.table, in: "other")).map(\.name), ["t", "u"], "introspection")
      test.expectEqual(
        try session.run(SQLDescribeTable("t", schema: "other"))?.model.columns.map(\.name), ["b"], "the model")
      for text in ["ATTACH ':memory:' AS other", "ATTACH ':memory:' AS main", "DETACH main", "DETACH missing"] {
        do {
          try session.execute(SQLFragment(raw: text))
          test.fail("\(text) is refused")
        } catch let error as DatabaseError {
          test.expectEqual(error.engineCode?.primary.rawValue, 1, "the code for \(text)")
        }
      }
      try session.transaction {
        try session.execute("INSERT INTO other.t VALUES ('second')")
        do {
          try session.execute("DETACH other")
          test.fail("a database is not detached inside a transaction")
        } catch let error as DatabaseError {
          test.expectEqual(error.engineCode?.primary.rawValue, 1, "the code of DETACH inside a transaction")
        }
      }
      test.expectIdentical(try rows("SELECT count(*) FROM other.t"), [[2]], "both rows")
      try session.execute("ATTACH ':memory:' AS third")
      try session.execute("CREATE TABLE third.t(z)")
      test.expectIdentical(
        try rows("SELECT count(*) FROM third.t"), [[0]], "a second database of the same kind is another one")
      try session.execute("DETACH third")
      try session.execute("DETACH other")
      test.expectIdentical(try rows("SELECT * FROM t"), [["main"]], "the rest stays")
    },
    ConformanceCase(
      "DDL-38", "Online backup while rows are written", .driver(.local), "https://sqlite.org/backup.html",
      "The copy MUST be whole: it passes the integrity check and holds one state of the source.",
      body: ConformanceCase.inEngineLayer),
  ]
}
