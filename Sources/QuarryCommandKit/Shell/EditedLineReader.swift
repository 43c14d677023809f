#if Command
internal import Quarry

/// Lines that are typed with the system's library for editing.
struct EditedLineReader: LineReader {
  /// The reader of the process's terminal; `nil` where there is no library, or the terminal cannot move its cursor.
  ///
  /// The environment variable `QUARRY_LINE_LIBRARY` names another library; an empty one, none.
  static let standard: (any LineReader)? = {
    #if os(Windows)
    return nil
    #else
    let term = Platform.environment("TERM") ?? ""
    guard Platform.isTerminal(.input), Platform.isTerminal(.output), !["", "dumb"].contains(term) else { return nil }
    let name = Platform.environment("QUARRY_LINE_LIBRARY")
    guard name != "", let library = LineLibrary(name) else { return nil }
    return EditedLineReader(library: library)
    #endif
  }()

  #if os(Windows)
  var completes: Bool { false }
  func next(_ prompt: String, _ completion: LineCompletion) async throws -> TypedLine { .end }
  func remember(_ text: String) {}
  #else
  let library: LineLibrary

  var completes: Bool { true }

  func next(_ prompt: String, _ completion: LineCompletion) async throws -> TypedLine {
    LineInput.begin()
    let line = try await Interruption.cancelling(takesAll: true, alert: { LineInput.interrupt() }) {
      await TerminalQueue.run { library.readLine(prompt, completion) }
    }
    try Task.checkCancellation()
    guard !LineInput.hasCutLine else {
      Platform.write(Array("^C\n".utf8), to: .output)
      return .interrupted
    }
    // Ctrl-C after the end of the line is for the statement that the line completes.
    if LineInput.wasInterrupted { Interruption.postpone() }
    if line == nil { Platform.write(Array("\n".utf8), to: .output) }
    return line.map { .text($0) } ?? .end
  }

  func remember(_ text: String) { library.remember(text) }
  #endif
}
#endif
