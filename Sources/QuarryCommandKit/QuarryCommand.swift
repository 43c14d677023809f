public import ArgumentParser

/// The command line: `quarry`.
public struct QuarryCommand: AsyncParsableCommand {
  /// What `quarry --help` says.
  public static let configuration = CommandConfiguration(
    commandName: "quarry",
    abstract: "One typed query layer over interchangeable databases.",
    discussion: """
      A database is named by a URL:
        sqlite:music.db                      a plain file (options: mode=ro|rw|rwc, library=FILE)
        sqlcipher:notes.db?key-env=NOTES_KEY an encrypted file; the key comes from the environment or a file
        memory:                              a database in memory

      \(CommandExit.help)
      """,
    subcommands: [
      TourCommand.self, SQLCommandLine.self, InfoCommand.self, CopyCommand.self, ConformanceCommand.self,
      ConformanceWorkerCommand.self, ConformanceScenarioCommand.self, LogicTestCommand.self, ServeCommand.self,
    ])

  /// Creates the command.
  public init() {}
}
