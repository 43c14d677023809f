internal import Quarry

extension DefinitionCases {
  static let tables: [ConformanceCase] = [
    ConformanceCase(
      "DDL-01", "CREATE … IF NOT EXISTS and DROP … IF EXISTS twice", .core, create,
      "With the words both MUST succeed again and change nothing; without them the second is an error with code 1."
    ) { test in
      let database = try await test.database()
      for _ in 1...2 {
        try await database.execute("CREATE TABLE IF NOT EXISTS t(a)")
        try await database.execute("CREATE INDEX IF NOT EXISTS i ON t(a)")
        try await database.execute("CREATE VIEW IF NOT EXISTS v AS SELECT a FROM t")
        try await database.execute("CREATE TRIGGER IF NOT EXISTS r AFTER INSERT ON t BEGIN SELECT 1; END")
        try await database.run(SQLCreateTable(JSONNote.table, ifNotExists: true))
      }
      try await database.execute("CREATE TABLE IF NOT EXISTS t(other, columns)")
      test.expectEqual(
        try await database.fetchAll(SQLSchema.columns(of: "t")).map(\.name), ["a"], "the first one stays")
      await test.expectEngineErrors(
        database,
        [
          "CREATE TABLE t(a)", "CREATE TABLE T(a)", "CREATE INDEX i ON t(a)", "CREATE VIEW v AS SELECT 1",
          "CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT 1; END", "CREATE VIEW t AS SELECT 1", "CREATE TABLE v(a)",
          "CREATE TABLE i(a)", "CREATE TABLE x(a, A)", "CREATE TABLE sqlite_x(a)", "DROP VIEW t", "DROP TABLE v",
        ])
      await test.expectError(.statementFailed, extended: 1, "a typed table that exists") {
        try await database.run(SQLCreateTable(JSONNote.table))
      }
      for _ in 1...2 {
        for drop in [
          SQLDrop.trigger("r", ifExists: true), .view("v", ifExists: true), .index("i", ifExists: true),
          .table("t", ifExists: true), .table(JSONNote.table, ifExists: true),
        ] {
          try await database.run(drop)
        }
      }
      test.expectEqual(try await dump(database), [], "nothing is left")
      await test.expectEngineErrors(database, ["DROP TABLE t", "DROP VIEW v", "DROP INDEX i", "DROP TRIGGER r"])
    },
    ConformanceCase(
      "DDL-02", "TEMP tables", .core, "https://sqlite.org/lang_createtable.html#temp_tables",
      "A temporary table MUST be seen by its own connection only, and hide a main table of the same name there.",
      needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t(a)")
      try await database.execute("INSERT INTO t VALUES ('main')")
      try await database.write { transaction in
        try await transaction.execute("CREATE TEMP TABLE t(b)")
        try await transaction.execute("INSERT INTO t VALUES ('temporary')")
        await test.expectRows(transaction, "SELECT * FROM t", [["temporary"]], "the temporary table hides the other")
        await test.expectRows(transaction, "SELECT * FROM main.t", [["main"]], "the schema reaches the other")
        await test.expectRows(transaction, "SELECT * FROM temp.t", [["temporary"]])
        let found = try await transaction.fetchAll(SQLSchema.objects(.table, in: "temp")).map(\.name)
        test.expectEqual(found, ["t"], "introspection of the temporary schema")
        let main = try await transaction.fetchAll(SQLSchema.columns(of: "t", in: "main")).map(\.name)
        test.expectEqual(main, ["a"], "introspection of the main schema")
      }
      let other = try await test.database(test.isOf(.shared) ? "main" : "other")
      if !test.isOf(.shared) {
        try await other.execute("CREATE TABLE t(a)")
        try await other.execute("INSERT INTO t VALUES ('main')")
      }
      await test.expectRows(other, "SELECT * FROM t", [["main"]], "another connection does not see it")
      try await database.execute("DROP TABLE temp.t")
      try await database.write { transaction in
        await test.expectRows(transaction, "SELECT * FROM t", [["main"]], "the main table is seen again")
        try await transaction.run(SQLCreateTable(JSONNote.table, temporary: true))
        try await transaction.run(SQLDrop.table("Note", schema: "temp"))
      }
    },
    ConformanceCase(
      "DDL-03", "CREATE TABLE AS", .core, create + "#create_table_as_select_statements",
      "The columns MUST have the names of the result and types with its affinities; keys are not copied."
    ) { test in
      let database = try await test.database()
      try await database.execute(
        "CREATE TABLE t(a INTEGER PRIMARY KEY, b VARCHAR(10) NOT NULL, c REAL, d, e DECIMAL(5,2))")
      try await database.execute("INSERT INTO t VALUES (1, 'x', 1.5, x'00', 7)")
      try await database.execute(
        "CREATE TABLE s AS SELECT a, b AS renamed, c, d, e, b || '' AS f, 1 AS g, CAST(1 AS TEXT) AS h FROM t")
      let columns = try await database.fetchAll(SQLSchema.columns(of: "s"))
      test.expectEqual(columns.map(\.name), ["a", "renamed", "c", "d", "e", "f", "g", "h"], "the names")
      test.expectEqual(
        Array(columns.map(\.type.rawValue).prefix(5)), ["INT", "TEXT", "REAL", "", "NUM"], "the types of the affinities"
      )
      test.expect(
        columns.allSatisfy { $0.primaryKeyPosition == 0 && $0.isNullable }, "no key and no NOT NULL is copied")
      await test.expectRows(database, "SELECT * FROM s", [[1, "x", 1.5, .blob([0]), 7, "x", 1, "1"]])
      try await database.execute("CREATE TABLE empty AS SELECT * FROM t WHERE 0")
      await test.expectRows(database, "SELECT count(*) FROM empty", [[0]])
      await test.expectEngineErrors(database, ["CREATE TABLE s AS SELECT 1"])
    },
    ConformanceCase(
      "DDL-04", "WITHOUT ROWID", .gated(.withoutRowID), "https://sqlite.org/withoutrowid.html",
      "Such a table MUST have no rowid, be in the order of its key, and refuse NULL in the key."
    ) { test in
      let database = try await test.database()
      let table = SQLTable(
        "w", SQLColumn<String>("a", primaryKey: .plain), SQLColumn<Int?>("b"), kind: .withoutRowID)
      try await database.run(SQLCreateTable(table))
      try await database.execute("INSERT INTO w VALUES ('b', 1), ('a', 2), ('c', NULL)")
      await test.expectRows(
        database, "SELECT * FROM w", [["a", 2], ["b", 1], ["c", nil]], "in the order of the key")
      await test.expectError(.noSuchObject, extended: 1, database, "SELECT rowid FROM w")
      await test.expectError(.constraintNotNull, extended: 1299, database, "INSERT INTO w VALUES (NULL, 1)")
      await test.expectError(.constraintPrimaryKey, extended: 1555, database, "INSERT INTO w VALUES ('a', 1)")
      await test.expectEngineErrors(database, ["CREATE TABLE x(a) WITHOUT ROWID"])
      await test.expectError(.invalidQuery, "a typed table without a key is refused before anything is sent") {
        try await database.run(SQLCreateTable(SQLTable("x", SQLColumn<String>("a"), kind: .withoutRowID)))
      }
      try await database.execute("CREATE TABLE two(a, b, c, PRIMARY KEY (b DESC, a)) WITHOUT ROWID")
      try await database.execute("INSERT INTO two VALUES (1, 1, 'x'), (2, 2, 'y'), (1, 2, 'z')")
      await test.expectRows(database, "SELECT c FROM two", [["z"], ["y"], ["x"]])
      let described = try await database.run(SQLDescribeTable("w"))
      test.expectEqual(described?.model.kind, .withoutRowID, "introspection tells")
    },
    ConformanceCase(
      "DDL-05", "Views", .core, "https://sqlite.org/lang_createview.html",
      "A view MUST answer as its query does, refuse changes with code 1, and take them through INSTEAD OF triggers."
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT)")
      try await database.execute("INSERT INTO t VALUES (1, 'x'), (2, 'y')")
      try await database.run(SQLCreateView("v", as: "SELECT a, upper(b) AS \"Upper B\" FROM t WHERE a > \(1)"))
      await test.expectRows(database, "SELECT * FROM v", [[2, "Y"]])
      test.expectEqual(
        try await database.fetchAll(SQLSchema.columns(of: "v")).map(\.name), ["a", "Upper B"],
        "the names of the columns")
      await test.expectEngineErrors(
        database, ["INSERT INTO v VALUES (3, 'z')", "UPDATE v SET a = 1", "DELETE FROM v", "CREATE INDEX i ON v(a)"])
      try await database.run(
        SQLCreateTrigger("r", .insteadOf, .insert, on: "v", body: ["INSERT INTO t VALUES (new.a, new.\"Upper B\")"]))
      try await database.execute("INSERT INTO v VALUES (3, 'z')")
      await test.expectRows(database, "SELECT * FROM v ORDER BY a", [[2, "Y"], [3, "Z"]])
      if test.section(requires: .feature(.viewColumnList)) {
        try await database.run(SQLCreateView("named", columns: ["one", "two"], as: "SELECT a, b FROM t"))
        await test.expectRows(database, "SELECT two FROM named WHERE one = 3", [["z"]])
      }
      try await database.execute("CREATE VIEW later AS SELECT * FROM missing")
      await test.expectError(.noSuchObject, extended: 1, database, "SELECT * FROM later")
      let described = try await database.run(SQLDescribeTable("v"))
      test.expectEqual(described?.kind, .view, "introspection tells")
      test.expectEqual(described?.triggers.map(\.name), ["r"], "and knows the trigger")
      try await database.run(SQLDrop.view("v"))
      await test.expectRows(
        database, "SELECT count(*) FROM sqlite_master WHERE type = 'trigger'", [[0]], "the trigger goes too")
    },
    ConformanceCase(
      "DDL-06", "Indexes", .core, "https://sqlite.org/lang_createindex.html",
      "Indexes MUST enforce uniqueness over their terms and collations; a name is used once in a schema."
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t(a, b TEXT, c)")
      for index in [
        SQLIndex("one", on: "a", unique: true),
        SQLIndex("two", terms: [.column("b", collation: .nocase, descending: true), .column("c")], unique: true),
      ] {
        try await database.run(SQLCreateIndex(index, on: "t"))
        try await database.run(SQLCreateIndex(index, on: "t", ifNotExists: true))
      }
      try await database.execute("INSERT INTO t VALUES (1, 'x', 1), (NULL, 'y', 1), (NULL, 'Y', 2)")
      await test.expectError(.constraintUnique, extended: 2067, database, "INSERT INTO t VALUES (1, 'z', 1)")
      await test.expectError(.constraintUnique, extended: 2067, database, "INSERT INTO t VALUES (2, 'X', 1)")
      await test.expectEngineErrors(
        database,
        ["CREATE INDEX one ON t(c)", "CREATE TABLE one(a)", "CREATE INDEX i ON missing(a)", "CREATE INDEX i ON t(z)"])
      if test.section(requires: .feature(.partialIndexes)) {
        try await database.run(SQLCreateIndex(SQLIndex("part", on: "c", unique: true, where: "a > 100"), on: "t"))
        try await database.execute("INSERT INTO t VALUES (101, 'p', 7), (3, 'q', 7)")
        await test.expectError(.constraintUnique, extended: 2067, database, "INSERT INTO t VALUES (102, 'r', 7)")
      }
      if test.section(requires: .feature(.expressionIndexes)) {
        try await database.run(
          SQLCreateIndex(SQLIndex("computed", terms: [.expression("length(b)")]), on: "t"))
        await test.expectRows(
          database, "SELECT count(*) FROM t WHERE length(b) = 1", [[test.engine.supports(.partialIndexes) ? 5 : 3]])
      }
      await test.expectError(.constraintUnique, extended: 2067, database, "CREATE UNIQUE INDEX late ON t(length(b))")
      try await database.run(SQLDrop.index("one"))
      try await database.execute("INSERT INTO t VALUES (1, 'one again', 1)")
      await test.expectRows(database, "SELECT count(*) FROM t WHERE a = 1", [[2]])
    },
  ]
}
