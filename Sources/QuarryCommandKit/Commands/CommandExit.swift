#if Command
internal import ArgumentParser
internal import Quarry

/// The exit codes of all subcommands.
enum CommandExit: Int32, CaseIterable {
  /// Success.
  case success = 0
  /// Something failed, or results differ.
  case failure = 1
  /// The database can't be opened.
  case unavailable = 3
  /// A case of the conformance suite crashed or took too long.
  case incomplete = 4
  /// The conformance suite ran nothing, or less than an area's minimum.
  case vacuous = 5
  /// The arguments aren't valid.
  case usage = 64
  /// Ctrl-C.
  case interrupted = 130

  /// The part of every help about exit codes.
  static let help = """
    Exit codes: 0 success; 1 failed, or results differ; 3 a database can't be opened, or doesn't exist; 4 a case \
    crashed or took too long; 5 nothing ran, or too little; 64 the arguments aren't valid, or name a file that can't \
    be read; 130 interrupted.
    """

  var code: ExitCode { ExitCode(rawValue) }
}

/// A failure of the command itself, with what to do about it.
struct CommandError: Error, CustomStringConvertible {
  var description: String
  /// The exit code of the command.
  var exit: CommandExit

  init(_ description: String, exit: CommandExit = .failure) {
    self.description = description
    self.exit = exit
  }
}

/// Runs a command's work and converts its error into one line on standard error and an exit code.
func reportingErrors(_ body: () async throws -> Void) async throws {
  do {
    try await body()
  } catch let error as ExitCode {
    throw error
  } catch let error as ValidationError {
    throw error
  } catch {
    let isCancelled = Task.isCancelled || error is CancellationError
    if isCancelled {
      Console.current.error("quarry: interrupted\n")
      throw CommandExit.interrupted.code
    }
    ErrorReport.write(error, to: .current)
    throw ((error as? CommandError)?.exit ?? .failure).code
  }
}

/// How errors are shown.
enum ErrorReport {
  /// Writes an error as one line.
  static func write(_ error: any Error, to console: Console) {
    let label = console.isErrorTerminal && console.usesColour ? TextStyle.red.apply(to: "error:") : "error:"
    console.error("quarry: \(label) \(line(error))\n")
  }

  /// An error in one line, with the portable code at its end.
  static func line(_ error: any Error) -> String {
    let text = (error as? DatabaseError)?.description ?? "\(error)"
    return CellText.visible(text)
  }
}
#endif
