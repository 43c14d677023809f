#if Command
internal import ArgumentParser
internal import Quarry
internal import QuarrySQLiteEngine
internal import QuarryWire

/// `quarry info`: the features of an engine.
struct InfoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Show the engine of a database and every feature that it has or lacks.",
    discussion: """
      Each feature is `yes` if the engine has it, `lowered` if the engine lacks it and queries use an exact \
      equivalent instead, and `no` if a query that needs it fails before anything is sent, with the reason.

      A file that doesn't exist is not created; a temporary database is used instead. `sqlite:` and \
      `sqlcipher:` without a path always mean a temporary one.

      Examples:
        quarry info sqlite:
        quarry info "sqlite:music.db?library=/opt/sqlite/libsqlite3.so" --json
        quarry info "sqlcipher:notes.db?key-env=NOTES_KEY" --json | jq '.features[] | select(.support != "yes")'

      \(ConnectionDefaults.help)

      \(CommandExit.help)
      """)

  @Argument(help: "The database, such as sqlite:music.db or memory:.")
  var url: String

  @Flag(help: "Print only JSON, with keys that stay the same.")
  var json = false

  func run() async throws {
    try await reportingErrors {
      let console = Console.current
      let folder = TemporaryFolder()
      defer { folder.remove() }
      var target = try DatabaseTarget(url, access: .read, temporary: folder)
      if target.isMissingFile && !target.isTemporary {
        console.error("quarry: the file does not exist and is not created; this is what its engine can do\n")
        target = try DatabaseTarget(target, temporary: folder)
      }
      let database = try await target.open()
      let library = try? await database.read { (session: SQLSession) in
        try session.withDriverConnection(SQLiteConnection.self) { $0.library.path }
      }
      let report = InfoReport(
        url: target.name, driver: database.driverName, library: library, capabilities: database.capabilities)
      await database.close()
      if json { console.print(report.json.text()) } else { report.write(to: console) }
    }
  }
}
#endif
