internal import ArgumentParser
internal import Quarry

/// How the command ends.
enum CommandExit: Int32 {
  /// Everything was done.
  case success = 0
  /// Something failed, or answers differ.
  case failure = 1
  /// The arguments make no sense.
  case usage = 64
  /// Ctrl-C.
  case interrupted = 130

  /// The part of every help that explains exit codes.
  static let help = """
    Exit codes: 0 done; 1 failed, or answers differ; 64 the arguments make no sense; 130 interrupted.
    """

  var code: ExitCode { ExitCode(rawValue) }
}

/// A failure of the command itself, with what to do about it.
struct CommandError: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
}

/// Runs a command's work and turns what it throws into one line on standard error and an exit code.
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
    throw CommandExit.failure.code
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
