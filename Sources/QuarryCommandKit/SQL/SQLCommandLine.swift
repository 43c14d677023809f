internal import ArgumentParser
internal import Quarry

/// `quarry sql`: runs SQL text as it is.
struct SQLCommandLine: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sql",
    abstract: "Run SQL on a database and show the results.",
    discussion: """
      The SQL goes to the engine as it is. Several statements run in order, each with its own result; the first one \
      that fails ends the command, and what ran before it stays done unless the SQL itself began a transaction.

      Examples:
        quarry sql sqlite:music.db "SELECT * FROM artist LIMIT 5"
        quarry sql sqlite:music.db --format csv "SELECT * FROM artist" > artists.csv
        quarry sql "sqlcipher:notes.db?key-env=NOTES_KEY" --format json < report.sql
        quarry sql memory: "SELECT sqlite_version()"

      In a table, NULL is shown as NULL and an empty text as ''; in CSV, NULL is an empty field and an empty text is \
      ""; in JSON, integers keep all their digits and a blob is {"blob": "00ff"}.

      \(CommandExit.help)
      """)

  @Argument(help: "The database, such as sqlite:music.db.")
  var url: String

  @Argument(help: "The statements; read from standard input when left out.")
  var sql: String?

  @Option(help: "How results are written: table, json or csv.")
  var format: ResultFormat = .table

  func run() async throws {
    try await reportingErrors {
      let console = Console.current
      let text = try sql ?? standardInput(console)
      let driver = try DatabaseTarget(url).driver
      let runner = SQLTextRunner(text: text, console: console)
      try await runner.run(on: driver, format: format)
    }
  }

  private func standardInput(_ console: Console) throws -> String {
    guard !console.isInputTerminal else {
      throw ValidationError("Give the SQL as an argument, or on standard input.")
    }
    guard let text = String(validating: console.input(), as: UTF8.self) else {
      throw CommandError("the SQL on standard input is not UTF-8; convert it first")
    }
    return text
  }
}
