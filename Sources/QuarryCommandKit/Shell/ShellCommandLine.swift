#if Command
internal import Quarry

/// A line that is a command of the shell: its name, and what stands behind it.
struct ShellCommandLine: Sendable, Hashable {
  var name: String
  var rest: String

  /// Reads a line; `nil` for one that begins a statement.
  ///
  /// - Parameter isTyped: Whether somebody types, who may write `quit` or `help` without a point.
  init?(_ line: String, isTyped: Bool) {
    var text = line.drop(while: \.isWhitespace)
    while let last = text.last, last.isWhitespace { text.removeLast() }
    if isTyped, ["quit", "exit", "help"].contains(text.lowercased().filter({ $0 != ";" })) {
      (name, rest) = (text.lowercased().filter { $0 != ";" }, "")
      return
    }
    guard text.first == "." else { return nil }
    text.removeFirst()
    name = String(text.prefix { !$0.isWhitespace })
    rest = String(text.dropFirst(name.count).drop(while: \.isWhitespace))
  }

  /// The command.
  ///
  /// - Throws: ``CommandError`` with the one that was probably meant.
  func verb() throws -> ShellVerb {
    if let verb = ShellVerb(name) { return verb }
    let hint = SimilarName.hint(for: name, among: ShellVerb.allCases.map(\.rawValue)).replacing("mean ", with: "mean .")
    throw CommandError(
      "there is no command .\(CellText.visible(name))\(hint.isEmpty ? "; .help lists them" : hint)", exit: .usage)
  }

  /// The words behind the name.
  ///
  /// - Throws: ``CommandError`` if there are too many or too few.
  func arguments(_ count: ClosedRange<Int>) throws -> [String] {
    let words = try ShellArguments.split(rest)
    guard count.contains(words.count) else {
      throw CommandError("usage: \(try verb().usage); .help \(try verb().rawValue) explains it", exit: .usage)
    }
    return words
  }
}
#endif
