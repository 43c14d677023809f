internal import Quarry

extension DefinitionCases {
  static let migrationPolicies: [ConformanceCase] = [
    ConformanceCase(
      "DDL-47", "Databases whose version nobody declares are three errors; a baseline adopts one", .core, alter,
      "Each MUST be refused by its own error before anything changes, and with a baseline the steps go on from there."
    ) { test in
      let database = try await test.database()
      for text in ["CREATE TABLE ledger (step INTEGER)", "CREATE TABLE first (id INTEGER PRIMARY KEY)"] {
        try await database.execute(SQLFragment(raw: text))
      }
      let before = try await dump(database)
      let versions: [(Int, DatabaseError.Code)] = [
        (0, .unversionedSchema), (2, .unknownSchemaVersion), (-3, .negativeSchemaVersion), (7, .downgradeAttempt),
      ]
      for (version, code) in versions {
        try await database.execute(SQLFragment(raw: "PRAGMA user_version = \(version)"))
        let log = MigrationLog()
        var watched = migrator(upTo: 5)
        watched.observer = log
        let error = await test.expectError(code, "version \(version)") { [watched] in
          try await watched.migrate(database)
        }
        test.expect(error?.message.contains("\(abs(version))") ?? true || version == 0, "the error has the version")
        test.expectEqual(log.lines, [], "no hook is called before the version was looked at")
        test.expectEqual(try await dump(database), before, "nothing changes")
        await test.expectRows(database, "PRAGMA user_version", [[.integer(Int64(version))]])
        await test.expectRows(database, "SELECT count(*) FROM ledger", [[0]], "the database can be read")
      }
      var allowing = migrator(upTo: 5)
      allowing.downgrades = .allow
      test.expectEqual(try await allowing.migrate(database).applied, [], "a newer database is used unchanged")
      test.expectEqual(try await dump(database), before, "nothing changes")
      var undoing = migrator(upTo: 5)
      undoing.downgrades = .undo
      await test.expectError(.downgradeAttempt, "steps without a way back") { [undoing] in
        try await undoing.migrate(database)
      }
      try await database.execute("PRAGMA user_version = 0")
      var adopting = migrator(upTo: 5)
      adopting.baseline = 1
      test.expectEqual(try await adopting.migrate(database).applied, [3, 5], "the steps above the baseline")
      await test.expectRows(database, "SELECT step FROM ledger ORDER BY rowid", [[3], [5]])
      await test.expectRows(database, "SELECT number FROM quarry_migration ORDER BY number", [[1], [3], [5]])
    },
    ConformanceCase(
      "DDL-48", "Hooks are called in order, and a veto changes nothing", .core, "Quarry: MigrationObserver",
      "A veto MUST leave the database unchanged; each step is reported before and after it, and the failing one by name."
    ) { test in
      let database = try await test.database()
      let log = MigrationLog()
      var watched = migrator(upTo: 3)
      watched.observer = log
      log.vetoes(true)
      await test.expectFailure("a veto") { [watched] in try await watched.migrate(database) }
      test.expectEqual(log.take(), ["start 0 3"], "nothing is reported after a veto")
      test.expectEqual(try await dump(database), [], "nothing changes")
      log.vetoes(false)
      try await watched.migrate(database)
      test.expectEqual(
        log.take(),
        ["start 0 3", "will first", "did first 1", "will third", "did third 2", "finish 0 3"], "each step is reported")
      watched.add(4, "wrong", sql: "INSERT INTO ledger VALUES (4); INSERT INTO missing VALUES (1)")
      await test.expectFailure("a step that fails") { [watched] in try await watched.migrate(database) }
      test.expectEqual(log.take(), ["start 3 4", "will wrong", "fail wrong"], "the step that failed is reported")
      await test.expectRows(database, "SELECT step FROM ledger ORDER BY rowid", [[1], [3]])
      try await migrator(upTo: 3).migrate(database)
      test.expectEqual(log.take(), [], "if there is nothing to do, nothing is reported")
    },
    ConformanceCase(
      "DDL-49", "Steps that are applied together take effect together, or not at all", .core,
      "Quarry: DatabaseMigrator",
      "When one of them fails, none MUST have left anything; otherwise each is applied once, in order."
    ) { test in
      let database = try await test.database()
      try await migrator(upTo: 1).migrate(database)
      let before = try await dump(database)
      var together = migrator(upTo: 5)
      together.appliesStepsTogether = true
      var failing = together
      failing.add(6, "wrong", sql: "INSERT INTO ledger VALUES (6); INSERT INTO missing VALUES (1)")
      await test.expectFailure("the last step fails") { [failing] in try await failing.migrate(database) }
      test.expectEqual(try await dump(database), before, "no step has left anything")
      await test.expectRows(database, "SELECT step FROM ledger", [[1]])
      await test.expectRows(database, "SELECT number FROM quarry_migration", [[1]])
      let log = MigrationLog()
      together.observer = log
      test.expectEqual(try await together.migrate(database).applied, [3, 5], "all of them")
      test.expectEqual(
        log.take(), ["start 1 5", "will third", "will fifth", "did third 1", "did fifth 2", "finish 1 5"], "the hooks")
      test.expectEqual(try await together.migrate(database).applied, [], "a second run does nothing")
      await test.expectRows(database, "SELECT step FROM ledger ORDER BY rowid", [[1], [3], [5]])
      var down = migrator(upTo: 5)
      down.appliesStepsTogether = true
      down.downgrades = .undo
      test.expectEqual(try await down.migrate(database, to: 1).undone, [5, 3], "undone together")
      test.expectEqual(try await dump(database), before, "the schema is that of version 1")
    },
  ]
}

/// Records what a migration reports.
private final class MigrationLog: MigrationObserver {
  typealias Version = Int

  private let state = Protected<(lines: [String], vetoes: Bool)>(([], false))

  var lines: [String] { state.withLock { $0.lines } }

  func vetoes(_ vetoes: Bool) { state.withLock { $0.vetoes = vetoes } }

  /// The lines since the last call.
  func take() -> [String] {
    state.withLock { state in
      let lines = state.lines
      state.lines = []
      return lines
    }
  }

  private func note(_ line: String) { state.withLock { $0.lines.append(line) } }

  func willStart(from start: Int64, to end: Int64) async throws {
    note("start \(start) \(end)")
    if state.withLock({ $0.vetoes }) { throw DatabaseError(.misuse, "not now") }
  }

  func willPerform(_ step: MigrationStep<Int>) async { note("will \(step.name)") }
  func didPerform(_ step: MigrationStep<Int>, number: Int) async { note("did \(step.name) \(number)") }
  func didFinish(from start: Int64, to end: Int64) async { note("finish \(start) \(end)") }
  func didFail(_ step: MigrationStep<Int>, _ error: any Error) async { note("fail \(step.name)") }
}
