extension DatabaseError {
  /// Removes the bound texts that an engine's message repeats, such as a search expression or a JSON path.
  ///
  /// It removes whole values, and words of at least three letters that are part of a value and not of the SQL text. That
  /// may remove a word of the engine too.
  ///
  /// - Parameters:
  ///   - message: The engine's message.
  ///   - values: The values that are bound to the statement.
  ///   - sql: The text of the statement, whose words stay.
  /// - Returns: The message, with `…` in place of what was removed.
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

  /// The message of a trigger's RAISE without the bound values that it repeats, texts and numbers: since 3.47 it may be any
  /// expression over the row.
  ///
  /// Of numbers, those of three digits or more are taken out.
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
