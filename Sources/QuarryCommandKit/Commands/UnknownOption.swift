#if Command
internal import ArgumentParser
internal import Quarry

/// Adds the option that was probably meant to an error about arguments.
///
/// The parser proposes options itself, but neither `--help` and `--version` nor where an argument is missing as well.
enum UnknownOption {
  /// Returns an error's message with a proposal for the first option that the command doesn't have.
  ///
  /// - Parameters:
  ///   - message: The parser's message.
  ///   - arguments: The arguments of the command.
  ///   - root: The command with all its subcommands.
  static func explain(_ message: String, _ arguments: [String], of root: any ParsableCommand.Type) -> String {
    guard message.hasPrefix("Error: "), !message.contains("Did you mean") else { return message }
    let command = command(of: arguments[...], in: root)
    let known = options(of: command, in: root)
    for argument in arguments.prefix(while: { $0 != "--" }) where isOption(argument) {
      let name = String(argument.prefix { $0 != "=" })
      guard !known.contains(name), let meant = SimilarName.closest(to: name, among: known) else { continue }
      var lines = message.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      lines[0] = "Error: Unknown option '\(name)'. Did you mean '\(meant)'?"
      // What the parser says of an argument that it missed.
      if lines.count > 1, lines[1].hasPrefix("Help:") { lines.remove(at: 1) }
      return lines.joined(separator: "\n")
    }
    return message
  }

  private static func isOption(_ argument: String) -> Bool {
    let name = argument.prefix { $0 != "=" }
    return name.count > 2 && name.hasPrefix("--") && name.dropFirst(2).utf8.first != UInt8(ascii: "-")
      && name.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "-") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      }
  }

  /// The subcommand that the arguments name.
  private static func command(
    of arguments: ArraySlice<String>, in parent: any ParsableCommand.Type
  ) -> any ParsableCommand.Type {
    guard let word = arguments.first(where: { !$0.hasPrefix("-") }),
      let next = parent.configuration.subcommands.first(where: { $0.configuration.commandName == word }),
      let index = arguments.firstIndex(of: word)
    else { return parent }
    return command(of: arguments[(index + 1)...], in: next)
  }

  /// The long names of a command's options, which its help begins lines with.
  private static func options(of command: any ParsableCommand.Type, in root: any ParsableCommand.Type) -> [String] {
    let lines = root.helpMessage(for: command).split(separator: "\n").filter { $0.hasPrefix("  -") }
    let words = lines.flatMap { $0.split { ", /=<".contains($0) }.prefix { $0.hasPrefix("-") } }
    return words.filter { $0.hasPrefix("--") }.map(String.init)
  }
}
#endif
