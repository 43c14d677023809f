#if Command
internal import ArgumentParser
internal import Quarry
internal import QuarryCopy
internal import QuarrySQLCipher

/// `quarry dump`: a database as SQL text.
struct DumpCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dump",
    abstract: "Write a database as SQL text that recreates it.",
    discussion: """
      The text goes to standard output, or to a file, which is replaced in one step when the text is complete. It holds tables, rows with their rowids, indexes, views, triggers, counters, and \
      full-text and R-Tree tables with their rows. Anything that the text can't hold is named on standard error. The text of an encrypted \
      database is not encrypted.

      Examples:
        quarry dump sqlite:notes.db notes.sql
        quarry sql sqlite:again.db < notes.sql
        quarry dump "sqlcipher:secret.db?key-env=NOTES_KEY" --schema

      \(CommandExit.help)
      """)

  @Argument(help: "The database, such as sqlite:music.db.")
  var url: String

  @Argument(help: "The file to write; by default, standard output.")
  var file: String?

  @Flag(help: "Leave out the rows.")
  var schema = false

  func run() async throws {
    try await reportingErrors {
      let console = Console.current
      let target = try DatabaseTarget(url, access: .read)
      let report = try await target.withDatabase { database in
        let dump = DatabaseDump(database: database, includesRows: !schema)
        guard let file else { return try await dump.write(to: console) }
        return try await dump.write(to: file, isPrivate: target.driver is SQLCipherDriver)
      }
      for sentence in report.notKept { console.error("quarry: not in the text: \(sentence)\n") }
    }
  }
}
#endif
