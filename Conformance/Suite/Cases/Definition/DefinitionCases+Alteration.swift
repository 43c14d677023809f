internal import Quarry

extension DefinitionCases {
  static let alteration: [ConformanceCase] = [
    ConformanceCase(
      "DDL-16", "RENAME TO and ADD COLUMN", .core, alter,
      "Both MUST keep rows, fill the new column with its default, and enforce what it declares."
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t(a INTEGER PRIMARY KEY)")
      try await database.execute("CREATE INDEX i ON t(a)")
      try await database.execute("INSERT INTO t VALUES (1), (2)")
      try await database.run(SQLRenameTable("t", to: "renamed"))
      await test.expectRows(database, "SELECT a FROM renamed", [[1], [2]])
      await test.expectRows(database, "SELECT tbl_name FROM sqlite_master WHERE name = 'i'", [["renamed"]])
      let table = SQLTable("renamed", SQLColumn<Int64>("a", primaryKey: .plain))
      try await database.run(SQLAddColumn(SQLColumn<String?>("b", defaultValue: "it's"), to: table))
      try await database.run(SQLAddColumn(SQLColumn<Int>("c", defaultValue: 5), to: table))
      try await database.run(SQLAddColumn(SQLColumn<Int?>("d", defaultValue: 1, check: "d > 0"), to: table))
      try await database.run(SQLAddColumn(SQLColumn<Int64?>("e", references: .table("renamed")), to: table))
      try await database.run(SQLAddColumn(SQLColumn<Int64?>("e"), to: table, ifNotExists: true))
      await test.expectRows(
        database, "SELECT * FROM renamed", [[1, "it's", 5, 1, nil], [2, "it's", 5, 1, nil]],
        "old rows have the defaults")
      await test.expectError(.constraintNotNull, extended: 1299, database, "UPDATE renamed SET c = NULL")
      await test.expectError(.constraintCheck, extended: 275, database, "UPDATE renamed SET d = 0")
      await test.expectError(.constraintForeignKey, extended: 787, database, "UPDATE renamed SET e = 9")
      try await database.execute("UPDATE renamed SET e = 2 WHERE a = 1")
      await test.expectError(.statementFailed, extended: 1, "a CHECK that rows break") {
        try await database.run(SQLAddColumn(SQLColumn<Int?>("f", defaultValue: -1, check: "f > 0"), to: table))
      }
      let names = try await database.fetchAll(SQLSchema.columns(of: "renamed")).map(\.name)
      test.expectEqual(names.filter { $0 != "f" }, ["a", "b", "c", "d", "e"], "the columns")
      await test.expectError(.statementFailed, extended: 1, "a column that exists") {
        try await database.run(SQLAddColumn(SQLColumn<Int?>("B"), to: table))
      }
      try await database.execute("CREATE TABLE other(a)")
      await test.expectError(.statementFailed, extended: 1, "a name that is taken") {
        try await database.run(SQLRenameTable("renamed", to: "other"))
      }
    },
    ConformanceCase(
      "DDL-17", "What ADD COLUMN refuses", .core, alter + "#alter_table_add_column",
      "A column that old rows cannot have MUST be refused by the engine with code 1 and by Quarry before that."
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t(a)")
      try await database.execute("INSERT INTO t VALUES (1)")
      await test.expectEngineErrors(
        database,
        [
          "ALTER TABLE t ADD COLUMN b NOT NULL", "ALTER TABLE t ADD COLUMN b UNIQUE",
          "ALTER TABLE t ADD COLUMN b PRIMARY KEY",
          "ALTER TABLE t ADD COLUMN b DEFAULT CURRENT_TIMESTAMP", "ALTER TABLE t ADD COLUMN b DEFAULT (1 + random())",
          "ALTER TABLE t ADD COLUMN a", "ALTER TABLE missing ADD COLUMN b",
        ])
      let table = SQLTable("t", SQLColumn<Int?>("a"))
      for (what, column) in [
        ("NOT NULL without a default", SQLColumn<Int>("b").definition),
        ("unique", SQLColumn<Int?>("b", unique: true).definition),
        ("a key", SQLColumn<Int>("b", primaryKey: .plain).definition),
        (
          "a stored generated column",
          SQLColumn<Int?>("b", generated: SQLGeneratedColumn("a + 1", stored: true)).definition
        ),
      ] {
        await test.expectError(.invalidQuery, "\(what) is refused before anything is sent") {
          try await database.run(SQLAddColumn(column, to: table.name))
        }
      }
      test.expectEqual(try await database.fetchAll(SQLSchema.columns(of: "t")).map(\.name), ["a"], "nothing was added")
      await test.expectRows(database, "SELECT * FROM t", [[1]])
    },
    ConformanceCase(
      "DDL-18", "RENAME COLUMN", .gated(.renameColumn), alter + "#alter_table_rename_column",
      "Indexes, triggers, views and checks MUST follow; without the form Quarry renames by an equal rebuild.",
      absent: { test in
        try await test.expectAbsence()
        let database = try await test.database("lowered")
        try await checkRename(test, database)
        await test.expectEngineErrors(database, ["ALTER TABLE t RENAME COLUMN b TO c"])
        try await database.execute("CREATE VIEW v AS SELECT renamed FROM t")
        await test.expectRefusal(of: .renameColumn, "a view that would have to be rewritten") {
          try await database.run(SQLRenameColumn("renamed", to: "again", of: "t"))
        }
        await test.expectRows(database, "SELECT * FROM v ORDER BY 1", [[10], [20]], "nothing was changed")
        let strict = try await test.database("strict", policy: .strict)
        try await strict.execute("CREATE TABLE t(a, b)")
        await test.expectRefusal(of: .renameColumn, "the policy strict does not rebuild") {
          try await strict.run(SQLRenameColumn("a", to: "c", of: "t"))
        }
      }
    ) { test in
      let database = try await test.database()
      try await checkRename(test, database)
      try await database.execute("CREATE TABLE r(a, b CHECK (b > 0 AND a IS NOT 5))")
      try await database.execute("CREATE INDEX ri ON r(a, b)")
      try await database.execute("CREATE VIEW rv AS SELECT a, b FROM r")
      try await database.execute("CREATE TABLE log(x)")
      try await database.execute("CREATE TRIGGER rt AFTER INSERT ON r BEGIN INSERT INTO log VALUES (new.a); END")
      try await database.run(SQLRenameColumn("a", to: "new name", of: "r"))
      await test.expectRows(
        database, "SELECT name, sql FROM sqlite_master WHERE tbl_name IN ('r', 'rv') ORDER BY name",
        [
          ["r", #"CREATE TABLE r("new name", b CHECK (b > 0 AND "new name" IS NOT 5))"#],
          ["ri", #"CREATE INDEX ri ON r("new name", b)"#],
          ["rt", #"CREATE TRIGGER rt AFTER INSERT ON r BEGIN INSERT INTO log VALUES (new."new name"); END"#],
          ["rv", #"CREATE VIEW rv AS SELECT "new name", b FROM r"#],
        ])
      try await database.execute("INSERT INTO r VALUES (1, 2)")
      await test.expectRows(database, "SELECT \"new name\", x FROM rv, log", [[1, 1]])
      await test.expectError(.constraintCheck, extended: 275, database, "INSERT INTO r VALUES (5, 2)")
      await test.expectEngineErrors(
        database, ["ALTER TABLE r RENAME COLUMN b TO \"new name\"", "ALTER TABLE r RENAME COLUMN missing TO c"])
    },
    ConformanceCase(
      "DDL-19", "DROP COLUMN", .gated(.dropColumn), alter + "#alter_table_drop_column",
      "A column MUST go with its values; one that something needs is refused. Without the form Quarry rebuilds.",
      absent: { test in
        try await test.expectAbsence()
        let database = try await test.database("lowered")
        try await checkDrop(test, database)
        await test.expectEngineErrors(database, ["ALTER TABLE t DROP COLUMN c"])
        let strict = try await test.database("strict", policy: .strict)
        try await strict.execute("CREATE TABLE t(a, b)")
        await test.expectRefusal(of: .dropColumn, "the policy strict does not rebuild") {
          try await strict.run(SQLDropColumn("a", of: "t"))
        }
      }
    ) { test in
      let database = try await test.database()
      try await checkDrop(test, database)
      try await database.execute(
        "CREATE TABLE r(a INTEGER PRIMARY KEY, b, c CHECK (c > 0), d UNIQUE, e, CHECK (e <> 7))")
      try await database.execute("CREATE INDEX ri ON r(b)")
      try await database.execute("CREATE VIEW rv AS SELECT e FROM r")
      await test.expectEngineErrors(
        database,
        ["a", "b", "d", "e", "missing"].map { "ALTER TABLE r DROP COLUMN \($0)" })
      try await database.run(SQLDropColumn("c", of: "r"))
      test.expectEqual(
        try await database.fetchAll(SQLSchema.columns(of: "r")).map(\.name), ["a", "b", "d", "e"], "c is gone")
    },
  ]

  private static func prepare(_ database: Database) async throws {
    try await database.execute(
      "CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT NOT NULL DEFAULT 'x', c, d UNIQUE, CHECK (b <> 'no'))")
    try await database.execute("CREATE INDEX tb ON t(b DESC, d)")
    try await database.execute("INSERT INTO t VALUES (1, '10', 'one', x'01'), (5, '20', 'two', NULL)")
  }

  private static func checkRename(_ test: CaseContext, _ database: Database) async throws {
    try await prepare(database)
    try await database.execute("CREATE TABLE u(k INTEGER)")
    try await database.run(SQLRenameColumn("b", to: "renamed", of: "t"))
    let columns = try await database.fetchAll(SQLSchema.columns(of: "t"))
    test.expectEqual(columns.map(\.name), ["a", "renamed", "c", "d"], "the columns")
    test.expectEqual(columns.map(\.defaultText), [nil, "'x'", nil, nil], "the defaults")
    await test.expectRows(
      database, "SELECT rowid, a, renamed, c, d FROM t ORDER BY a",
      [[1, 1, "10", "one", .blob([1])], [5, 5, "20", "two", nil]], "the rows")
    let terms = try await database.fetchAll(SQLSchema.terms(ofIndex: "tb")).filter(\.isKey)
    test.expectEqual(terms.map(\.column), ["renamed", "d"], "the index")
    test.expectEqual(terms.map(\.isDescending), [true, false], "its directions")
    await test.expectError(.constraintCheck, extended: 275, database, "UPDATE t SET renamed = 'no'")
    await test.expectError(.constraintNotNull, extended: 1299, database, "UPDATE t SET renamed = NULL")
    await test.expectError(.statementFailed, "a name that is taken") {
      try await database.run(SQLRenameColumn("renamed", to: "C", of: "t"))
    }
    await test.expectError(.noSuchObject, "a column that is not there") {
      try await database.run(SQLRenameColumn("missing", to: "other", of: "t"))
    }
    try await database.execute("UPDATE t SET renamed = CAST(renamed AS INTEGER)")
    await test.expectRows(database, "SELECT typeof(renamed) FROM t", [["text"], ["text"]], "the affinity")
    try await database.execute("DROP TABLE u")
    try await database.execute("CREATE TABLE n(renamed)")
    try await database.execute("INSERT INTO n VALUES (10), (20)")
    try await database.execute("DROP TABLE t")
    try await database.run(SQLRenameTable("n", to: "t"))
  }

  private static func checkDrop(_ test: CaseContext, _ database: Database) async throws {
    try await prepare(database)
    try await database.run(SQLDropColumn("c", of: "t"))
    test.expectEqual(
      try await database.fetchAll(SQLSchema.columns(of: "t")).map(\.name), ["a", "b", "d"], "the columns")
    await test.expectRows(
      database, "SELECT rowid, a, b, d FROM t ORDER BY a", [[1, 1, "10", .blob([1])], [5, 5, "20", nil]], "the rows")
    test.expectEqual(
      try await database.fetchAll(SQLSchema.objects(ofTable: "t")).map(\.name).sorted(),
      ["sqlite_autoindex_t_1", "t", "tb"], "the indexes stay")
    for (name, why) in [("a", "the key"), ("d", "unique"), ("b", "indexed and checked")] {
      await test.expectError(.statementFailed, extended: 1, "\(why) is refused") {
        try await database.run(SQLDropColumn(name, of: "t"))
      }
    }
    await test.expectError(.noSuchObject, extended: 1, "a column that is not there") {
      try await database.run(SQLDropColumn("missing", of: "t"))
    }
    await test.expectError(.constraintCheck, extended: 275, database, "UPDATE t SET b = 'no'")
    await test.expectRows(database, "PRAGMA integrity_check", [["ok"]])
  }
}
