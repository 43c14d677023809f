#if Command
internal import ArgumentParser
internal import Quarry

/// `quarry sql`: runs SQL text unchanged.
struct SQLCommandLine: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sql",
    abstract: "Run SQL on a database and show the results.",
    discussion: """
      The SQL goes to the engine unchanged. Several statements run in order, each with its own result, while the text is \
      still being read. The first one that fails ends the command. Earlier statements keep their effect unless the SQL \
      began a transaction.

      The journal mode of a file doesn't change, and a text that only reads doesn't write to the file. A file that \
      doesn't exist is created by the first CREATE, or with --create; a text that only reads fails then. sqlite: and \
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

  @Argument(help: "The statements. If left out, they are read from standard input; on a terminal, the shell opens.")
  var sql: String?

  @Option(help: "The format of results: table, json or csv.")
  var format: ResultFormat = .table

  @Flag(help: "Create the database file if it doesn't exist.")
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
