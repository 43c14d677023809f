#if Command
internal import ArgumentParser
internal import Quarry

/// `quarry sql`: runs SQL text as it is.
struct SQLCommandLine: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sql",
    abstract: "Run SQL on a database and show the results.",
    discussion: """
      The SQL goes to the engine as it is. Several statements run in order, each with its own result, while the text is \
      still being read; the first one that fails ends the command, and what ran before it stays done unless the SQL \
      itself began a transaction.

      A file is left as it is: its journal mode is not changed, and a text that only reads writes nothing. A file that \
      does not exist is made by the first CREATE, or with --create; a text that only reads is refused. sqlite: and \
      sqlcipher: without a path mean a temporary database.

      Examples:
        quarry sql sqlite:music.db "SELECT * FROM artist LIMIT 5"
        quarry sql sqlite:music.db --format csv "SELECT * FROM artist" > artists.csv
        quarry sql sqlite:new.db < dump.sql
        quarry sql "sqlcipher:notes.db?key-env=NOTES_KEY" --format json < report.sql
        quarry sql memory: "SELECT sqlite_version()"

      \(ResultFormat.help)

      \(ConnectionDefaults.help)

      \(CommandExit.help)
      """)

  @Argument(help: "The database, such as sqlite:music.db.")
  var url: String

  @Argument(help: "The statements; read from standard input when left out, which on a terminal opens the shell.")
  var sql: String?

  @Option(help: "How results are written: table, json or csv.")
  var format: ResultFormat = .table

  @Flag(help: "Create the database file if it does not exist.")
  var create = false

  func run() async throws {
    try await reportingErrors {
      let console = Console.current
      if sql == nil, console.isInputTerminal, console.isOutputTerminal {
        return try await ShellCommand.open(url, format: format, on: console)
      }
      if sql == nil, console.isInputTerminal {
        throw ValidationError("Give the SQL as an argument, or on standard input.")
      }
      let folder = TemporaryFolder()
      defer { folder.remove() }
      let target = try DatabaseTarget(url, access: .asItIs, temporary: folder)
      let runner = SQLTextRunner(
        console: console, format: format, source: sql.map { .text($0) } ?? .input(console.input))
      try await runner.run(on: target, creates: create || target.isTemporary)
    }
  }
}
#endif
