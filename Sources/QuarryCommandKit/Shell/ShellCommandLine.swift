#if Command
internal import Quarry

/// A line with a command of the shell: its name, and the text after the name.
struct ShellCommandLine: Sendable, Hashable {
  var name: String
  var rest: String

  /// Reads a line; `nil` for one that begins a statement.
  ///
  /// - Parameter isTyped: Whether `quit`, `exit` and `help` are commands without a dot, as they are at a terminal.
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
    let names = (ShellVerb.allCases.map(\.rawValue) + ShellVerb.otherNames.keys.sorted()).map { "." + $0 }
    let hint = ShellName.hint(for: "." + name, among: names)
    throw CommandError(
      "there is no command \(ShellName.quoted("." + name))\(hint.isEmpty ? "; .help lists the commands" : hint)",
      exit: .usage)
  }

  /// The arguments of the command.
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
