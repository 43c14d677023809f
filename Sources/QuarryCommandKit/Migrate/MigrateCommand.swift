#if Command
internal import ArgumentParser
internal import Quarry
internal import QuarrySQLCipher
internal import QuarrySQLiteEngine

/// `quarry migrate`: migrates a schema to the newest version.
struct MigrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Apply the steps of a folder that a database doesn't have yet.",
    discussion: """
      The folder has a SQL file for each step, whose name begins with the version: 0001_notes.sql. A step that can \
      be undone has two, 0002_tags.up.sql and 0002_tags.down.sql. Each step takes effect together with its version, exactly \
      once, even if several programs migrate at the same time. A step that fails changes nothing.

      Examples:
        quarry migrate sqlite:notes.db migrations
        quarry migrate sqlite:notes.db migrations --dry-run
        quarry migrate "sqlcipher:secret.db?key-env=NOTES_KEY" migrations --backup before.db
        quarry migrate sqlite:notes.db migrations --to 3 --downgrade undo
        quarry migrate hrana+http://127.0.0.1:8080 migrations

      \(CommandExit.help)
      """)

  @Argument(help: "The database, such as sqlite:notes.db. A file that doesn't exist is created.")
  var url: String

  @Argument(help: "The folder with the steps.")
  var folder: String

  @Option(help: ArgumentHelp("The target version; the newest by default.", valueName: "version"))
  var to: Int?

  @Option(
    help: ArgumentHelp("The version of a database that has tables but no version yet.", valueName: "version"))
  var baseline: Int?

  @Option(help: "What to do with a newer database: refuse, allow, undo, or reset, which deletes its content.")
  var downgrade: DowngradeOption = .refuse

  @Option(help: ArgumentHelp("A file to back up to before the first step.", valueName: "file"))
  var backup: String?

  @Flag(help: "Show the statements without running them.")
  var dryRun = false

  func run() async throws {
    try await reportingErrors {
      let console = Console.current
      let temporary = TemporaryFolder()
      defer { temporary.remove() }
      var migrator: DatabaseMigrator<Int>
      do {
        migrator = try DatabaseMigrator(folder: folder)
      } catch {
        throw CommandError(ErrorReport.line(error), exit: .usage)
      }
      migrator.baseline = baseline
      migrator.downgrades = downgrade.policy
      var target = try DatabaseTarget(url, access: dryRun ? .asItIs : .write, asks: dryRun ? .once : .twice)
      let name = target.name
      if dryRun {
        if target.isMissingFile { target = try DatabaseTarget(target, temporary: temporary) }
        try await target.withDatabase(creating: true) { try await rehearse(migrator, $0, console) }
        return
      }
      if let backup {
        let encryption = (target.driver as? SQLCipherDriver)?.encryption
        migrator.beforeFirstStep = { try await $0.backUp(toFile: backup, encryption: encryption) }
      }
      migrator.observer = MigrationLines(console: console)
      defer { target.removeEmptyFile() }
      let report = try await target.withDatabase(creating: true) { try await migrator.migrate($0, to: to) }
      let count = report.applied.count + report.undone.count
      console.print(
        count == 0
          ? "\(name) has version \(report.end): nothing to do."
          : "\(name) has version \(report.end), by \(count) \(count == 1 ? "step" : "steps") from \(report.start).")
    }
  }

  private func rehearse(_ migrator: DatabaseMigrator<Int>, _ database: Database, _ console: Console) async throws {
    let steps = try await migrator.rehearse(database, to: to)
    for step in steps {
      console.print("-- \(step.isUndo ? "undo " : "")\(step.number) \(CellText.visible(step.name))")
      for statement in step.statements { console.print(statement + ";") }
    }
    if steps.isEmpty { console.print("-- nothing to do") }
  }
}

/// The treatment of a newer database.
enum DowngradeOption: String, ExpressibleByArgument, CaseIterable {
  case refuse, allow, undo, reset

  var policy: DowngradePolicy {
    switch self {
    case .refuse: .refuse
    case .allow: .allow
    case .undo: .undo
    case .reset: .reset
    }
  }
}

/// Writes a line for each step.
private struct MigrationLines: MigrationObserver {
  typealias Version = Int
  let console: Console

  func didPerform(_ step: MigrationStep<Int>, number: Int) async {
    console.print("\(step.version) \(CellText.visible(step.name))")
  }
}
#endif
