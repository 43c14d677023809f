#if Command
internal import Synchronization

/// The output of a command: results on standard output, progress and errors on standard error.
struct Console: Sendable {
  /// The console of the running command. Tests use their own.
  @TaskLocal static var current = Console.standard

  /// Writes results.
  var output: @Sendable (String) -> Void
  /// Writes progress and errors.
  var error: @Sendable (String) -> Void
  /// Returns the next part of standard input, which is empty at its end.
  var input: @Sendable () throws -> [UInt8]
  /// Asks a question on the terminal and returns the typed line, which isn't shown. `nil` without a terminal.
  var secret: @Sendable (_ question: String) throws -> [UInt8]? = { _ in nil }
  /// Whether standard input is a terminal, which isn't read without a question.
  var isInputTerminal: Bool
  /// Whether results go to a terminal.
  var isOutputTerminal: Bool
  /// Whether errors go to a terminal. Only then progress is shown.
  var isErrorTerminal: Bool
  /// The maximum number of columns of a table. If `nil`, there is no limit.
  var width: Int?
  /// Whether results can be colored.
  var usesColour: Bool
  /// The current size of the terminal, or `nil` without a terminal.
  var size: @Sendable () -> TerminalSize? = { nil }
  /// Reads lines with editing and completion, or `nil` if the system doesn't support it.
  var lineEditor: @Sendable () -> (any LineReader)? = { nil }

  /// The console of the process.
  static let standard: Console = {
    let isOutputTerminal = Platform.isTerminal(.output)
    return Console(
      output: { Platform.write(Array($0.utf8), to: .output) },
      error: { Platform.write(Array($0.utf8), to: .error) },
      input: { try Platform.readPart(.input) },
      secret: { try Platform.readSecret($0) },
      isInputTerminal: Platform.isTerminal(.input),
      isOutputTerminal: isOutputTerminal,
      isErrorTerminal: Platform.isTerminal(.error),
      width: isOutputTerminal ? Platform.terminalWidth(.output) ?? 80 : nil,
      usesColour: isOutputTerminal
        && allowsColour(Platform.environment("NO_COLOR"), term: Platform.environment("TERM")),
      size: { isOutputTerminal ? Platform.terminalSize(.output) : nil },
      lineEditor: { EditedLineReader.standard }
    )
  }()

  /// Whether to use color: not if NO_COLOR has a value, and not on a terminal without color.
  ///
  /// Source: <https://no-color.org>.
  static func allowsColour(_ noColour: String?, term: String?) -> Bool { (noColour ?? "").isEmpty && term != "dumb" }

  /// Writes a line of the result.
  func print(_ line: String = "") { output(line + "\n") }

  /// The text in a style, if color can be used.
  func styled(_ text: String, _ style: TextStyle) -> String { usesColour ? style.apply(to: text) : text }
}

/// How a text looks on a terminal.
enum TextStyle: String, Sendable {
  case bold = "1"
  case dim = "2"
  case red = "31"
  case green = "32"
  case yellow = "33"
  case cyan = "36"

  func apply(to text: String) -> String { "\u{1B}[\(rawValue)m\(text)\u{1B}[0m" }
}
#endif
