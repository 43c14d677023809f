#if Command
internal import ArgumentParser
internal import Dispatch
internal import Logging
internal import Quarry
internal import QuarryDrivers

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension QuarryCommand {
  /// Parses the arguments of the process, runs the command and ends the process.
  ///
  /// The first Ctrl-C, a request to terminate, or the closing of the terminal cancels the work, which then rolls back and
  /// removes its temporary files. The second ends the process immediately. In the shell, Ctrl-C cancels the running statement,
  /// or the line.
  public static func runProcess() async -> Never {
    Executable.isCommand.withLock { $0 = true }
    // What databases log is for programs that asked for it; the command says itself what people want to know.
    LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
    let work = Task.detached { await run(arguments: nil) }
    let sources = Platform.endingSignals.compactMap { signal -> (any DispatchSourceSignal)? in
      guard Platform.ignore(signal) || !Platform.staysIgnored(signal) else { return nil }
      let source = DispatchSource.makeSignalSource(signal: signal, queue: .global())
      source.setEventHandler {
        if signal == Platform.interruptSignal, Interruption.deliver() { return }
        if work.isCancelled { Platform.exitImmediately(CommandExit.interrupted.rawValue) }
        work.cancel()
      }
      source.resume()
      return source
    }
    var code = await work.value
    for source in sources { source.cancel() }
    if !Platform.hasWrittenAll {
      ErrorReport.write(CommandError("standard output couldn't be written; what came out is incomplete"), to: .current)
      if code == CommandExit.success.rawValue { code = CommandExit.failure.rawValue }
    }
    Platform.exitProcess(code)
  }

  /// Parses arguments and runs the command.
  ///
  /// - Parameter arguments: The arguments. If `nil`, those of the process.
  /// - Returns: The exit code.
  public static func run(arguments: [String]?) async -> Int32 {
    if let code = refuseUnknownCommand(arguments ?? Array(CommandLine.arguments.dropFirst())) { return code.rawValue }
    do {
      var command = try parseAsRoot(arguments)
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
      return CommandExit.success.rawValue
    } catch {
      let code = exitCode(for: error)
      var message = fullMessage(for: error)
      if code == .validationFailure {
        message = UnknownOption.explain(message, arguments ?? Array(CommandLine.arguments.dropFirst()), of: Self.self)
      }
      if !message.isEmpty {
        let console = Console.current
        if code == .success { console.print(message) } else { console.error(message + "\n") }
      }
      return code == .validationFailure ? CommandExit.usage.rawValue : code.rawValue
    }
  }

  /// Rejects a first word that isn't a subcommand, and suggests the one that was probably meant.
  private static func refuseUnknownCommand(_ arguments: [String]) -> CommandExit? {
    refuseUnknown((arguments.first == "help" ? arguments.dropFirst() : arguments[...]), in: configuration)
  }

  private static func refuseUnknown(_ words: ArraySlice<String>, in parent: CommandConfiguration) -> CommandExit? {
    let commands = parent.subcommands.map { $0.configuration }
    guard let word = words.first, !word.hasPrefix("-"), !commands.isEmpty, word != "help" else { return nil }
    if let found = commands.first(where: { $0.commandName == word }) {
      return refuseUnknown(words.dropFirst(), in: found)
    }
    let shown = commands.filter(\.shouldDisplay).compactMap(\.commandName)
    let what = parent.commandName.map { $0 == configuration.commandName ? word : "\($0) \(word)" } ?? word
    var hint = SimilarName.hint(for: word, among: shown)
    if hint.isEmpty, parent.commandName == configuration.commandName { hint = databaseHint(word) }
    if hint.isEmpty { hint = "; there are \(shown.joined(separator: ", ")) and help" }
    ErrorReport.write(CommandError("there is no command \(CellText.visible(what))\(hint)"), to: .current)
    return .usage
  }

  /// What is proposed for a database where a command is expected.
  private static func databaseHint(_ word: String) -> String {
    let scheme = word.prefix { $0 != ":" }
    let isURL = scheme.count < word.count && DriverRegistry.standard[String(scheme)] != nil
    guard isURL || FileManager.default.fileExists(atPath: word) else { return "" }
    return "; did you mean quarry shell \(ShellWord.quoted(CellText.visible(isURL ? word : "sqlite:" + word)))?"
  }
}
#endif
