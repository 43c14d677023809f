internal import ArgumentParser
internal import Dispatch

extension QuarryCommand {
  /// Parses the arguments of the process, runs the command and ends the process.
  ///
  /// The first Ctrl-C, or a request to terminate, cancels the work, which then rolls back and removes its temporary
  /// files; the second ends at once.
  public static func runProcess() async -> Never {
    let work = Task.detached { await run(arguments: nil) }
    let sources = Platform.endingSignals.map { signal in
      Platform.ignore(signal)
      let source = DispatchSource.makeSignalSource(signal: signal, queue: .global())
      source.setEventHandler {
        if work.isCancelled { Platform.exitImmediately(CommandExit.interrupted.rawValue) }
        work.cancel()
      }
      source.resume()
      return source
    }
    let code = await work.value
    for source in sources { source.cancel() }
    Platform.exitProcess(code)
  }

  /// Parses arguments and runs the command.
  ///
  /// - Parameter arguments: the arguments; nil for those of the process.
  /// - Returns: the exit code.
  public static func run(arguments: [String]?) async -> Int32 {
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
      let message = fullMessage(for: error)
      if !message.isEmpty {
        let console = Console.current
        if code == .success { console.print(message) } else { console.error(message + "\n") }
      }
      return code == .validationFailure ? usageCode(of: arguments) : code.rawValue
    }
  }

  /// The commands that others' tools run, which end with 2 when their arguments make no sense.
  private static let commandsForTools: Set = ["slt", "conformance"]

  private static func usageCode(of arguments: [String]?) -> Int32 {
    let name = (arguments ?? Array(CommandLine.arguments.dropFirst())).first { !$0.hasPrefix("-") }
    return commandsForTools.contains(name ?? "") ? 2 : CommandExit.usage.rawValue
  }
}
