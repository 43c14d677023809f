#if Command
public import ArgumentParser

/// The command line: `quarry`.
public struct QuarryCommand: AsyncParsableCommand {
  /// The help and the subcommands of `quarry`.
  public static let configuration = CommandConfiguration(
    commandName: "quarry",
    abstract: "One typed query layer over interchangeable databases.",
    discussion: """
      A database is named by a URL, such as sqlite:music.db?mode=ro. Options follow ? and are joined by &.

      \(DriverHelp.text)

      \(ConnectionDefaults.help)

      \(CommandExit.help)
      """,
    version: "quarry \(QuarryVersion.current)",
    subcommands: [
      TourCommand.self, SQLCommandLine.self, ShellCommand.self, InfoCommand.self, CopyCommand.self, BackupCommand.self,
      CheckCommand.self,
      DumpCommand.self, SchemaCommand.self, MigrateCommand.self, EncryptCommand.self, DecryptCommand.self,
      RekeyCommand.self,
      ConformanceCommand.self, ConformanceWorkerCommand.self, ConformanceScenarioCommand.self, LogicTestCommand.self,
      ServeCommand.self, LoginCommand.self, LogoutCommand.self,
    ])

  /// Creates the command.
  public init() {}
}

/// The version of this program.
enum QuarryVersion {
  static let current = "0.1.0-dev"
}
#endif
