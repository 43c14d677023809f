internal import Quarry

extension DefinitionCases {
  static let engineAlteration: [ConformanceCase] = [
    ConformanceCase(
      "DDL-20", "ADD and DROP CONSTRAINT … CHECK", .gated(.addConstraint), alter,
      "An added CHECK MUST hold for old and new rows, and be gone when it is dropped.",
      absent: CaseContext.refusing(
        "ALTER TABLE sqlite_master ADD CONSTRAINT c CHECK (1)", "ALTER TABLE t DROP CONSTRAINT c")
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t(a, b)")
      try await database.execute("INSERT INTO t VALUES (1, NULL)")
      try await database.execute("ALTER TABLE t ADD CONSTRAINT positive CHECK (a > 0)")
      await test.expectError(.constraintCheck, extended: 275, database, "INSERT INTO t VALUES (-1, 1)")
      await test.expectError(.constraint, database, "ALTER TABLE t ADD CONSTRAINT large CHECK (a > 5)")
      try await database.execute("INSERT INTO t VALUES (2, 1)")
      try await database.execute("ALTER TABLE t DROP CONSTRAINT positive")
      try await database.execute("INSERT INTO t VALUES (-1, 1)")
      await test.expectRows(database, "SELECT a FROM t ORDER BY a", [[-1], [1], [2]])
      await test.expectEngineErrors(database, ["ALTER TABLE t DROP CONSTRAINT missing"])
    },
    ConformanceCase(
      "DDL-21", "ALTER COLUMN SET and DROP NOT NULL", .gated(.alterNotNull), alter,
      "NOT NULL MUST hold from SET on, be refused over NULLs, and be gone after DROP.",
      absent: CaseContext.refusing(
        "ALTER TABLE t ALTER COLUMN a SET NOT NULL", "ALTER TABLE t ALTER COLUMN a DROP NOT NULL")
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t(a, b)")
      try await database.execute("INSERT INTO t VALUES (1, NULL)")
      await test.expectError(.constraint, database, "ALTER TABLE t ALTER COLUMN b SET NOT NULL")
      try await database.execute("ALTER TABLE t ALTER COLUMN a SET NOT NULL")
      await test.expectError(.constraintNotNull, extended: 1299, database, "INSERT INTO t VALUES (NULL, 1)")
      test.expectEqual(
        try await database.fetchAll(SQLSchema.columns(of: "t")).map(\.isNullable), [false, true], "introspection")
      try await database.execute("ALTER TABLE t ALTER COLUMN a DROP NOT NULL")
      try await database.execute("INSERT INTO t VALUES (NULL, 1)")
      await test.expectRows(database, "SELECT a FROM t ORDER BY a", [[nil], [1]])
    },
  ]

  static let rebuild: [ConformanceCase] = [
    ConformanceCase(
      "DDL-22", "Altering gives the same schema and rows on every version", .core, alter + "#otheralter",
      "Dropping and renaming columns MUST leave equal rows, rowids, counters, keys, indexes and triggers everywhere."
    ) { test in
      let database = try await test.database()
      try await prepareRebuild(database)
      // As SQLite's documentation asks for a rebuild, foreign keys are off meanwhile.
      try await database.execute("PRAGMA foreign_keys = OFF")
      try await database.run(SQLDropColumn("gone", of: "t"))
      try await database.execute("PRAGMA foreign_keys = ON")
      try await database.execute("INSERT INTO t(name, parent) VALUES ('late', 1)")
      await test.expectRows(
        database, "SELECT id, name, parent FROM t ORDER BY id",
        [[1, "one", nil], [3, "three", 1], [8, "late", 1]], "rows, and the counter of AUTOINCREMENT")
      await test.expectRows(database, "SELECT x FROM log ORDER BY rowid", [["late"]], "the trigger")
      await test.expectError(.constraintUnique, extended: 2067, database, "INSERT INTO t(name) VALUES ('ONE')")
      await test.expectError(
        .constraintForeignKey, extended: 787, database, "INSERT INTO t(name, parent) VALUES ('x', 99)")
      await test.expectError(.constraintCheck, extended: 275, database, "INSERT INTO t(name) VALUES ('')")
      test.expectEqual(
        try await database.fetchAll(SQLSchema.objects()).map { "\($0.kind.rawValue) \($0.name)" },
        ["index by_name", "index by_parent", "table log", "table t", "trigger logged"], "the objects")
      let model = try await database.run(SQLDescribeTable("t"))?.model
      test.expectEqual(model?.columns.map(\.name), ["id", "name", "parent"], "the columns of the model")
      test.expectEqual(model?.column(named: "id")?.primaryKey, .autoincrement, "the key of the model")
      test.expectEqual(model?.column(named: "parent")?.references?.onDelete, .setNull, "the foreign key of the model")
      test.expectEqual(model?.indexes.map(\.isUnique), [true, false], "the indexes of the model")
      try await database.execute("DELETE FROM t WHERE id = 1")
      await test.expectRows(database, "SELECT parent FROM t ORDER BY id", [[nil], [nil]], "ON DELETE SET NULL")
      await test.expectRows(database, "PRAGMA foreign_key_check", [])
      await test.expectRows(database, "PRAGMA integrity_check", [["ok"]])
    },
    ConformanceCase(
      "DDL-23", "An alteration that fails leaves the table as it was", .core, alter,
      "Whatever makes an alteration fail, table, rows and everything that belongs to it MUST be as before."
    ) { test in
      let database = try await test.database()
      try await prepareRebuild(database)
      let before = try await dump(database)
      let rows = try await test.rows(database, "SELECT rowid, * FROM t ORDER BY id")
      for (what, command) in [
        ("an indexed column", SQLDropColumn("name", of: "t")), ("the key", SQLDropColumn("id", of: "t")),
        ("no such column", SQLDropColumn("missing", of: "t")), ("no such table", SQLDropColumn("a", of: "missing")),
      ] {
        await test.expectFailure("dropping \(what) fails") { try await database.run(command) }
        test.expectEqual(try await dump(database), before, "the schema after \(what)")
        test.expectIdentical(
          try await test.rows(database, "SELECT rowid, * FROM t ORDER BY id"), rows, "the rows after \(what)")
      }
      // A trigger that refers to the column is in the way of dropping it, on the engine and in the rebuild.
      try await database.execute(
        "CREATE TRIGGER blocking AFTER UPDATE ON t BEGIN INSERT INTO log VALUES (new.gone); END")
      let blocked = try await dump(database)
      await test.expectFailure("dropping a column that a trigger uses") {
        try await database.run(SQLDropColumn("gone", of: "t"))
      }
      test.expectEqual(try await dump(database), blocked, "the schema after the trigger")
      test.expectIdentical(
        try await test.rows(database, "SELECT rowid, * FROM t ORDER BY id"), rows, "the rows after the trigger")
      await test.expectRows(
        database, "SELECT count(*) FROM sqlite_master WHERE name LIKE 'quarry%'", [[0]], "nothing is left behind")
      try await database.run(SQLDrop.trigger("blocking"))
      // A batch around the alteration takes it back as a whole.
      await test.expectFailure("a batch whose last statement fails") {
        try await database.batch { batch in
          batch.execute("ALTER TABLE t ADD COLUMN added DEFAULT 1")
          batch.execute("DELETE FROM t")
          batch.execute("INSERT INTO missing VALUES (1)")
        }
      }
      test.expectEqual(try await dump(database), before, "the schema after the batch")
      test.expectIdentical(
        try await test.rows(database, "SELECT rowid, * FROM t ORDER BY id"), rows, "the rows after the batch")
      await test.expectRows(database, "PRAGMA integrity_check", [["ok"]])
    },
  ]

  private static func prepareRebuild(_ database: Database) async throws {
    try await database.execute(
      """
      CREATE TABLE t(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL COLLATE NOCASE CHECK (name <> ''),
        gone BLOB, parent INTEGER REFERENCES t(id) ON DELETE SET NULL)
      """)
    try await database.execute("CREATE TABLE log(x)")
    try await database.execute("CREATE UNIQUE INDEX by_name ON t(name)")
    try await database.execute("CREATE INDEX by_parent ON t(parent DESC) WHERE parent IS NOT NULL")
    try await database.execute(
      "CREATE TRIGGER logged AFTER INSERT ON t WHEN new.id > 7 BEGIN INSERT INTO log VALUES (new.name); END")
    try await database.execute(
      "INSERT INTO t VALUES (1, 'one', x'01', NULL), (3, 'three', NULL, 1), (7, 'seven', NULL, 3)")
    try await database.execute("DELETE FROM t WHERE id = 7")
  }
}
