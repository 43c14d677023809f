extension DatabaseError {
  /// Removes bound texts from an engine's error message, such as a search expression or a JSON path.
  ///
  /// It removes whole values, and words of three or more letters that are part of a value but not of the SQL text. It
  /// can also remove a word of the engine.
  ///
  /// - Parameters:
  ///   - message: The engine's message.
  ///   - values: The values bound to the statement.
  ///   - sql: The text of the statement. Its words stay.
  /// - Returns: The message, with `…` in place of removed text.
  public static func message(_ message: String, without values: [SQLValue], sql: String) -> String {
    let texts: [String] = values.compactMap { if case .text(let text) = $0, !text.isEmpty { text } else { nil } }
    guard !texts.isEmpty else { return message }
    var message = message
    for text in texts where text.utf8.count >= 4 && !sql.contains(text) {
      message = message.split(separator: text, omittingEmptySubsequences: false).joined(separator: "…")
    }
    var result = ""
    var rest = message[...]
    while !rest.isEmpty {
      let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      let isValue =
        word.count >= 3 && !engineWords.contains(String(word)) && !sql.contains(word)
        && texts.contains { $0.contains(word) }
      result += isValue ? "…" : word
      rest = rest[word.endIndex...]
      let other = rest.prefix { !($0.isLetter || $0.isNumber || $0 == "_") }
      result += other
      rest = rest[other.endIndex...]
    }
    return result
  }

  /// Removes bound texts and numbers from the message of a trigger's RAISE. Since SQLite 3.47, that message can be any
  /// expression over the row.
  ///
  /// Only numbers with three or more digits are removed.
  package static func raised(_ message: String, without values: [SQLValue], sql: String) -> String {
    var message = DatabaseError.message(message, without: values, sql: sql)
    for value in values {
      let text: String? =
        switch value {
        case .integer(let integer): "\(integer)"
        case .real(let real): "\(real)"
        default: nil
        }
      guard let text, text.utf8.count >= 3, !sql.contains(text) else { continue }
      message = message.split(separator: text, omittingEmptySubsequences: false).joined(separator: "…")
    }
    return message
  }

  /// Words of the engine's messages about search expressions and JSON.
  private static let engineWords: Set<String> = [
    "JSON", "MATCH", "bad", "column", "error", "expression", "fts5", "malformed", "near", "path", "query", "special",
    "string", "such", "syntax", "unknown", "unterminated",
  ]
}
