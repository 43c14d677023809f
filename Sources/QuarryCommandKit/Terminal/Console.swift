#if Command
internal import Synchronization

/// Where a command writes: answers to standard output, progress and errors to standard error.
struct Console: Sendable {
  /// The console of the command that is running; tests put their own here.
  @TaskLocal static var current = Console.standard

  /// Takes answers.
  var output: @Sendable (String) -> Void
  /// Takes progress and errors.
  var error: @Sendable (String) -> Void
  /// Returns the next part of standard input, which is empty at its end.
  var input: @Sendable () throws -> [UInt8]
  /// Asks a question on the terminal and returns the line that is typed, which is not shown; `nil` without a terminal.
  var secret: @Sendable (_ question: String) throws -> [UInt8]? = { _ in nil }
  /// Whether standard input is a terminal, from which nothing is read unasked.
  var isInputTerminal: Bool
  /// Whether answers go to a terminal.
  var isOutputTerminal: Bool
  /// Whether errors go to a terminal: only then there is progress.
  var isErrorTerminal: Bool
  /// How many columns a table may take; `nil` for as many as it needs.
  var width: Int?
  /// Whether answers may be coloured.
  var usesColour: Bool
  /// The size that the terminal has now; `nil` without a terminal.
  var size: @Sendable () -> TerminalSize? = { nil }
  /// What reads lines with editing and completion, or `nil` if the system has nothing for it.
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

  /// Whether colour is wanted: not when NO_COLOR holds anything, and not on a terminal that has none.
  ///
  /// Source: <https://no-color.org>.
  static func allowsColour(_ noColour: String?, term: String?) -> Bool { (noColour ?? "").isEmpty && term != "dumb" }

  /// Writes a line of an answer.
  func print(_ line: String = "") { output(line + "\n") }

  /// The text in a style, where colour may be used.
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
