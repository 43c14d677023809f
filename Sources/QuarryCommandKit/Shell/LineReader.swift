#if Command
internal import Quarry

/// What a shell gets when it asks for a line.
enum TypedLine: Sendable, Hashable {
  /// A line, without its end.
  case text(String)
  /// A line that is not UTF-8.
  case invalid
  /// Ctrl-C: what was typed so far does not count.
  case interrupted
  /// Nothing follows.
  case end
}

/// Where the lines of a shell come from.
protocol LineReader: Sendable {
  /// Whether the Tab key completes names, which then have to be known.
  var completes: Bool { get }

  /// Waits for the next line.
  ///
  /// - Parameters:
  ///   - prompt: The text before the line on a terminal.
  ///   - completion: The completion of the Tab key.
  /// - Throws: ``CommandError`` if the input cannot be read; `CancellationError` if the program has to end.
  func next(_ prompt: String, _ completion: LineCompletion) async throws -> TypedLine

  /// Adds a statement to those that the arrow keys recall.
  func remember(_ text: String)
}

/// Reads lines from a terminal without editing, or from a pipe.
final class PlainLineReader: LineReader {
  fileprivate struct State {
    var bytes: [UInt8] = []
    /// Where the next line begins.
    var start = 0
    /// Up to where there is no end of a line.
    var searched = 0
    var isAtEnd = false
  }

  private let console: Console
  private let state = Protected(State())

  init(console: Console) { self.console = console }

  var completes: Bool { false }

  func remember(_ text: String) {}

  func next(_ prompt: String, _ completion: LineCompletion) async throws -> TypedLine {
    if console.isInputTerminal { (console.isOutputTerminal ? console.output : console.error)(prompt) }
    return try await Interruption.cancelling(isEnabled: console.isInputTerminal, takesAll: true) { [self] in
      while true {
        if let line = state.withLock({ $0.takeLine() }) { return line }
        let part = try console.input()
        if Task.isCancelled {
          state.withLock { $0 = State() }
          return .interrupted
        }
        state.withLock { $0.take(part) }
      }
    }
  }
}

extension PlainLineReader.State {
  fileprivate mutating func take(_ part: [UInt8]) {
    bytes.removeFirst(start)
    searched -= start
    start = 0
    bytes += part
    if part.isEmpty { isAtEnd = true }
  }

  fileprivate mutating func takeLine() -> TypedLine? {
    var end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n"))
    let next = end.map { $0 + 1 } ?? bytes.count
    if end == nil {
      searched = bytes.count
      guard isAtEnd else { return nil }
      guard start < bytes.count else { return .end }
      end = bytes.count
    }
    var line = bytes[start..<(end ?? bytes.count)]
    start = next
    searched = next
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    return String(validating: line, as: UTF8.self).map { .text($0) } ?? .invalid
  }
}
#endif
