#if Command
internal import Quarry

/// Names in the messages of the shell: in straight quotes, and without anything that speaks to a terminal.
enum ShellName {
  /// The name in quotes.
  static func quoted(_ name: String) -> String { "\"" + CellText.visible(name) + "\"" }

  /// Returns `; did you mean "NAME"?`, or an empty text if no name is near.
  static func hint(for word: String, among names: some Sequence<String>) -> String {
    SimilarName.closest(to: word, among: names).map { "; did you mean \(quoted($0))?" } ?? ""
  }

  /// The words as a list, such as `table, json or csv`.
  static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.last ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}
#endif
