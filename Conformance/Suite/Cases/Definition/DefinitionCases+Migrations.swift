internal import Quarry

extension DefinitionCases {
  static let migrations: [ConformanceCase] = [
    ConformanceCase(
      "DDL-26", "Migrations run once each, in order, in one transaction each", .core, alter,
      "Each step MUST be applied once, in the order of versions, together with the record of it; a second run does nothing."
    ) { test in
      let database = try await test.database()
      test.expectEqual(try await migrator(upTo: 1).migrate(database).applied, [1], "the first step")
      let report = try await migrator(upTo: 5).migrate(database)
      test.expectEqual(report.applied, [3, 5], "the steps that were missing, in order")
      test.expectEqual([report.start, report.end], [1, 5], "the versions before and after")
      test.expectEqual(try await migrator(upTo: 5).migrate(database).applied, [], "a second run does nothing")
      await test.expectRows(database, "SELECT step FROM ledger ORDER BY rowid", [[1], [3], [5]], "each step ran once")
      await test.expectRows(
        database, "SELECT number, name FROM quarry_migration ORDER BY number",
        [[1, "first"], [3, "third"], [5, "fifth"]])
      let rehearsed = try await migrator(upTo: 5).rehearse(try await test.database("other"))
      test.expectEqual(rehearsed.map(\.number), [1, 3, 5], "a rehearsal tells all steps of a new database")
    },
    ConformanceCase(
      "DDL-27", "A migration that fails leaves schema and ledger as before it", .core, alter,
      "A step that fails MUST leave nothing of itself; the steps before it stay, and the next run goes on with it."
    ) { test in
      let database = try await test.database()
      try await migrator(upTo: 1).migrate(database)
      let before = try await dump(database)
      for sql in [
        "CREATE TABLE half (a); INSERT INTO ledger VALUES (2); INSERT INTO missing VALUES (1)",
        "INSERT INTO ledger VALUES (2); INSERT INTO first VALUES (1); INSERT INTO first VALUES (1)",
      ] {
        var failing = migrator(upTo: 1)
        failing.add(2, "failing", sql: sql)
        do {
          try await failing.migrate(database)
          test.fail("the step fails: \(sql)")
        } catch let error as DatabaseError {
          test.expect(error.outcome != .applied, "the error does not say that it was applied: \(error)")
        }
        test.expectEqual(try await dump(database), before, "the schema is as before")
        await test.expectRows(database, "SELECT step FROM ledger", [[1]], "no row of the step is there")
        await test.expectRows(database, "SELECT number FROM quarry_migration", [[1]], "the step is not noted")
      }
      var repaired = migrator(upTo: 1)
      repaired.add(2, "repaired", sql: "INSERT INTO ledger VALUES (2)")
      test.expectEqual(try await repaired.migrate(database).applied, [2], "the next run goes on with it")
    },
    ConformanceCase(
      "DDL-28", "Two processes that migrate at once: each migration runs exactly once", .driver(.file, .shared), alter,
      "However many processes migrate at once, each step MUST be applied exactly once, and none of them fails.",
      usesProcesses: true
    ) { test in
      let database = try await test.database()
      try await migrator(upTo: 1).migrate(database)
      let first = try test.childProcess("migrations.run", nil, [:])
      let second = try test.childProcess("migrations.run", nil, [:])
      for process in [first, second] { try await test.require(process, says: "ready") }
      for process in [first, second] { try process.say("go") }
      let own = try await migrator(upTo: 5).migrate(database).applied.count
      var applied = own
      for process in [first, second] {
        let said = await process.next() ?? ""
        applied += said.split(separator: " ").last.flatMap { Int($0) } ?? 100
        test.expectEqual(await process.finish(), .exit(0), "the process ends by itself")
      }
      test.expectEqual(applied, 2, "both steps were applied by somebody, once")
      await test.expectRows(database, "SELECT step FROM ledger ORDER BY rowid", [[1], [3], [5]], "each step ran once")
    },
    ConformanceCase(
      "DDL-29", "A newer migration in the ledger is refused with its name", .core, alter,
      "A step that the program does not know MUST be refused with its name, a newer version with both versions; nothing changes."
    ) { test in
      let database = try await test.database()
      var other = migrator(upTo: 1)
      other.add(2, "of another branch", sql: "INSERT INTO ledger VALUES (2)")
      try await other.migrate(database)
      let unknown = await test.expectError(.unknownSchemaVersion, "a step that the program does not know") {
        try await migrator(upTo: 5).migrate(database)
      }
      test.expect(unknown?.message.contains("of another branch") ?? true, "the error names the step")
      let newer = await test.expectError(.downgradeAttempt, "a database that is newer") {
        try await migrator(upTo: 1).migrate(database)
      }
      test.expect(
        newer.map { $0.message.contains("2") && $0.message.contains("1") } ?? true, "the error has both versions")
      await test.expectRows(database, "SELECT step FROM ledger ORDER BY rowid", [[1], [2]], "nothing was changed")
      var reading = migrator(upTo: 1)
      reading.downgrades = .readOnly
      try await reading.migrate(database)
      await test.expectError(.readOnly, "a write, where only reading is allowed") {
        try await database.execute("INSERT INTO ledger VALUES (9)")
      }
      await test.expectRows(database, "SELECT step FROM ledger ORDER BY rowid", [[1], [2]], "reads go on")
    },
    ConformanceCase(
      "DDL-30", "A migration that was edited after it ran is noticed by its checksum", .core, alter,
      "Another text under a version that was applied MUST be refused, and nothing changes; blanks and comments do not count."
    ) { test in
      let database = try await test.database()
      try await migrator(upTo: 1).migrate(database)
      var same = DatabaseMigrator<Int>()
      same.add(1, "first", sql: firstStep.replacing("(", with: " /* a comment */ (\n"))
      test.expectEqual(try await same.migrate(database).applied, [], "blanks and comments do not count")
      var edited = DatabaseMigrator<Int>()
      edited.add(1, "first", sql: firstStep + "; CREATE TABLE more (a)")
      edited.add(2, "second", sql: "INSERT INTO ledger VALUES (2)")
      await test.expectError(.editedMigration, "a step that was edited") { [edited] in
        try await edited.migrate(database)
      }
      await test.expectRows(database, "SELECT step FROM ledger", [[1]], "nothing was changed")
    },
    ConformanceCase(
      "DDL-31", "A migration down, or again on a fresh copy, gives the stored schema", .core, alter,
      "Steps that are undone MUST leave the schema of the version below; the same steps give the same schema everywhere."
    ) { test in
      let database = try await test.database()
      let fresh = try await test.database("fresh")
      try await migrator(upTo: 3).migrate(fresh)
      let wanted = try await dump(fresh)
      try await migrator(upTo: 5).migrate(database)
      let newest = try await dump(database)
      var down = migrator(upTo: 5)
      down.downgrades = .undo
      test.expectEqual(try await down.migrate(database, to: 3).undone, [5], "the newest step is undone")
      test.expectEqual(try await dump(database), wanted, "the schema is that of version 3")
      test.expectEqual(try await migrator(upTo: 5).migrate(database).applied, [5], "it is applied again")
      test.expectEqual(try await dump(database), newest, "the schema is the newest again")
      var reset = migrator(upTo: 3)
      reset.downgrades = .reset
      test.expect(try await reset.migrate(database).wasReset, "a reset begins from nothing")
      test.expectEqual(try await dump(database), wanted, "the schema is that of version 3")
      var created = migrator(upTo: 5)
      created.create(3, "schema", sql: firstStep + ";" + thirdStep)
      let other = try await test.database("created")
      test.expectEqual(try await created.migrate(other).applied, [3, 5], "a new database gets the schema at once")
      test.expectEqual(
        try await dump(other).filter { !$0.contains("ledger") }, newest.filter { !$0.contains("ledger") },
        "the schema is the newest")
    },
    ConformanceCase(
      "DDL-40", "The difference of two schemas leads from one to the other", .core, alter,
      "The changes MUST give the database the other schema, keep the rows of columns that stay, and leave no difference."
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE p (id INTEGER PRIMARY KEY)")
      try await database.execute("CREATE TABLE a (id INTEGER PRIMARY KEY, kept TEXT, gone TEXT)")
      try await database.execute("CREATE INDEX a_gone ON a (gone)")
      try await database.execute("INSERT INTO a VALUES (1, 'x', 'y'), (7, 'z', NULL)")
      let kept = SQLColumn<String>("kept", defaultValue: "-")
      let tables = [
        SQLTable("p", SQLColumn<Int64>("id", primaryKey: .plain), SQLColumn<String?>("added")),
        SQLTable(
          "a", SQLColumn<Int64>("id", primaryKey: .plain), kept, SQLColumn<Int64?>("parent", references: .table("p")),
          indexes: [SQLIndex("a_kept", on: kept)]),
        SQLTable("new", SQLColumn<Double>("r")),
      ]
      let changes = try await database.schemaDifference(to: tables)
      test.expectEqual(changes.danger, .losesData, "a column goes")
      test.expectEqual(
        changes.changes.filter { $0.danger == .safe }.map(\.name), ["p", "new", "a_kept"], "the others are safe")
      try await database.apply(changes)
      test.expect(try await database.schemaDifference(to: tables).isEmpty, "no difference is left")
      await test.expectRows(database, "SELECT id, kept, parent FROM a ORDER BY id", [[1, "x", nil], [7, "z", nil]])
      await test.expectError(.constraintForeignKey, extended: 787, database, "UPDATE a SET parent = 5")
      await test.expectError(.constraintNotNull, extended: 1299, database, "UPDATE a SET kept = NULL")
    },
    ConformanceCase(
      "DDL-41", "A table that others refer to is replaced, and their rows stay", .core,
      alter + "#making_other_kinds_of_table_schema_changes",
      "With foreign keys on, a rebuild MUST keep the rows of children with CASCADE, views, triggers and the counter.",
      needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database()
      for text in [
        "CREATE TABLE parent (id INTEGER PRIMARY KEY AUTOINCREMENT, n TEXT)",
        "CREATE TABLE child (p INTEGER REFERENCES parent (id) ON DELETE CASCADE)", "CREATE TABLE log (x)",
        "CREATE VIEW v AS SELECT id FROM parent",
        "CREATE TRIGGER t AFTER INSERT ON parent BEGIN INSERT INTO log VALUES (new.id); END",
        "INSERT INTO parent VALUES (1, '5'), (9, '6')", "DELETE FROM parent WHERE id = 9",
        "INSERT INTO child VALUES (1), (1)",
      ] { try await database.execute(SQLFragment(raw: text)) }
      let table = SQLTable(
        "parent", SQLColumn<Int64>("id", primaryKey: .autoincrement), SQLColumn<Int64>("n", check: "n > 0"))
      var migrator = DatabaseMigrator<Int>()
      migrator.baseline = 1
      migrator.add(1, sql: "SELECT 1")
      migrator.add(2, "numbers") { try $0.run(SQLRebuildTable(table, values: ["n": "CAST(n AS INTEGER)"])) }
      test.expectEqual(try await migrator.migrate(database).applied, [2], "the step is applied")
      await test.expectRows(database, "SELECT id, n FROM parent", [[1, 5]], "the rows are kept, with other values")
      await test.expectRows(database, "SELECT p FROM child", [[1], [1]], "the rows of the child are kept")
      await test.expectRows(database, "SELECT id FROM v", [[1]], "the view is there")
      try await database.execute("INSERT INTO parent (n) VALUES (7)")
      await test.expectRows(database, "SELECT max(x) FROM log", [[10]], "trigger and counter are there")
      await test.expectError(.constraintForeignKey, extended: 787, database, "INSERT INTO child VALUES (99)")
      await test.expectError(.constraintCheck, extended: 275, database, "UPDATE parent SET n = 0")
    },
    ConformanceCase(
      "DDL-43", "Changes of a schema delete no rows of other tables", .core, "https://sqlite.org/foreignkeys.html",
      "A change that replaces a table MUST keep the rows of children with CASCADE, or be refused and change nothing."
    ) { test in
      let database = try await test.database()
      let (id, kept) = (SQLColumn<Int64>("id", primaryKey: .plain), SQLColumn<String>("n"))
      let child = SQLTable(
        "child", SQLColumn<Int64>("p", references: .table("parent", onDelete: .cascade)))
      try await database.run(SQLCreateTable(SQLTable("parent", id, SQLColumn<String?>("n"))))
      try await database.run(SQLCreateTable(child))
      try await database.execute("INSERT INTO parent VALUES (1, 'a'), (2, 'b')")
      try await database.execute("INSERT INTO child VALUES (1), (2), (2)")
      let before = try await dump(database)
      let changes = try await database.schemaDifference(to: [SQLTable("parent", id, kept), child])
      test.expectEqual(changes.danger, .rewrites, "the change copies rows")
      do {
        try await database.apply(changes)
        test.expect(
          try await database.schemaDifference(to: [SQLTable("parent", id, kept), child]).isEmpty, "it is made")
        await test.expectError(.constraintNotNull, extended: 1299, database, "UPDATE parent SET n = NULL")
      } catch let error as DatabaseError where error.missing == .connectionState {
        test.expectEqual(error.code, .unsupportedFeature, "a driver that cannot suspend foreign keys refuses it")
        test.expectEqual(try await dump(database), before, "nothing is changed then")
      }
      await test.expectRows(
        database, "SELECT id, n FROM parent ORDER BY id", [[1, "a"], [2, "b"]], "the table's rows")
      await test.expectRows(database, "SELECT p FROM child ORDER BY p", [[1], [2], [2]], "the rows of the other table")
      await test.expectError(.constraintForeignKey, extended: 787, database, "INSERT INTO child VALUES (9)")
    },
  ]

  private static let firstStep =
    "CREATE TABLE ledger (step INTEGER); CREATE TABLE first (id INTEGER PRIMARY KEY); INSERT INTO ledger VALUES (1)"
  private static let thirdStep =
    "CREATE TABLE third (id INTEGER PRIMARY KEY, f INTEGER REFERENCES first (id)); INSERT INTO ledger VALUES (3)"

  /// Returns steps 1, 3 and 5, each of which records that it ran.
  static func migrator(upTo last: Int) -> DatabaseMigrator<Int> {
    var migrator = DatabaseMigrator<Int>()
    migrator.add(1, "first", sql: firstStep)
    if last >= 3 {
      migrator.add(3, "third", sql: thirdStep, undo: "DROP TABLE third; DELETE FROM ledger WHERE step = 3")
    }
    if last >= 5 {
      migrator.add(
        5, "fifth", sql: "CREATE INDEX fifth ON third (f); INSERT INTO ledger VALUES (5)",
        undo: "DROP INDEX fifth; DELETE FROM ledger WHERE step = 5")
    }
    return migrator
  }
}

extension ProcessScenario {
  static let migrations = [
    ProcessScenario("migrations.run") { context in
      let database = try await context.database()
      context.say("ready")
      _ = context.hear()
      context.say("applied \(try await DefinitionCases.migrator(upTo: 5).migrate(database).applied.count)")
      await database.close()
    }
  ]
}
