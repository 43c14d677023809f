#if Command
internal import ArgumentParser
internal import Quarry
internal import QuarryCopy

/// `quarry dump`: a database as SQL text.
struct DumpCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dump",
    abstract: "Write a database as SQL text that makes it again.",
    discussion: """
      The text goes to standard output. It holds tables, rows with their rowids, indexes, views, triggers, counters, and \
      full-text and R-Tree tables with their rows; what it cannot hold is named on standard error. The text of an encrypted \
      database is in the clear.

      Examples:
        quarry dump sqlite:notes.db > notes.sql
        quarry sql sqlite:again.db < notes.sql
        quarry dump "sqlcipher:secret.db?key-env=NOTES_KEY" --schema

      \(CommandExit.help)
      """)

  @Argument(help: "The database, such as sqlite:music.db.")
  var url: String

  @Flag(help: "Leave out the rows.")
  var schema = false

  func run() async throws {
    try await reportingErrors {
      let console = Console.current
      let target = try DatabaseTarget(url, access: .read)
      guard !target.isMissingFile else {
        throw CommandError("the file of \(target.name) does not exist", exit: .unavailable)
      }
      let database = try await target.open(DatabaseConfiguration(maximumReaders: 1))
      let output = BufferedOutput(console)
      let result: Result<DumpReport, any Error>
      do {
        result = .success(
          try await DatabaseDumper(includesRows: !schema).dump(database) { output.console.output($0) })
      } catch {
        result = .failure(error)
      }
      output.flush()
      await database.close()
      for sentence in try result.get().notKept { console.error("quarry: not in the text: \(sentence)\n") }
    }
  }
}
#endif
