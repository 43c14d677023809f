/// A query for a full-text index, made from texts in which no character has a special meaning.
///
/// FTS5 reads the right side of `MATCH` in its own query language. There, `"`, `*`, `:`, `-`, `+`, `^`, parentheses
/// and the words `AND`, `OR`, `NOT` and `NEAR` have meanings. A search text that somebody typed is often an error in
/// that language, or means something else. The queries here put every word in quotes, so that it's found literally.
///
/// ```swift
/// let found = try await database.fetchAll(
///   Article.where { $0.body.match(.allWords(field.text, lastIsPrefix: true)) })
/// let rows: SQLFragment = "SELECT rowid FROM Article WHERE Article MATCH \(SQLFullTextQuery.phrase(text).text)"
/// ```
///
/// The index's tokenizer decides what a word is. A word without any letter or digit is ignored, and a query with only
/// such words finds nothing.
///
/// Source: <https://sqlite.org/fts5.html#full_text_query_syntax>.
public struct SQLFullTextQuery: Sendable, Hashable, CustomStringConvertible {
  /// The query in the language of FTS5, for the right side of `MATCH`.
  public let text: String

  /// The query in the language of FTS5.
  public var description: String { text }

  /// Returns a query for the words of a text next to each other, in order.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - isPrefix: Whether the last word also matches as a prefix.
  public static func phrase(_ text: String, isPrefix: Bool = false) -> SQLFullTextQuery {
    SQLFullTextQuery(text: quote(text) + (isPrefix ? "*" : ""))
  }

  /// Returns a query for all words of a text, in any order and place.
  ///
  /// - Parameters:
  ///   - text: Any text. White space separates the words.
  ///   - lastIsPrefix: Whether the last word also matches as a prefix, for search as you type.
  public static func allWords(_ text: String, lastIsPrefix: Bool = false) -> SQLFullTextQuery {
    SQLFullTextQuery(words: text, separator: " ", lastIsPrefix: lastIsPrefix)
  }

  /// Returns a query for at least one word of a text.
  ///
  /// - Parameters:
  ///   - text: Any text. White space separates the words.
  ///   - lastIsPrefix: Whether the last word also matches as a prefix, for search as you type.
  public static func anyWord(_ text: String, lastIsPrefix: Bool = false) -> SQLFullTextQuery {
    SQLFullTextQuery(words: text, separator: " OR ", lastIsPrefix: lastIsPrefix)
  }

  private init(text: String) { self.text = text }

  private init(words text: String, separator: String, lastIsPrefix: Bool) {
    let words = text.split { $0.isWhitespace || $0 == "\0" }.map { Self.quote(String($0)) }
    // The empty phrase finds nothing; an empty query would be an error.
    self.text = words.isEmpty ? "\"\"" : words.joined(separator: separator) + (lastIsPrefix ? "*" : "")
  }

  /// The text in double quotes, with inner quotes doubled. NUL becomes a space, because FTS5 would stop reading
  /// there.
  private static func quote(_ text: String) -> String {
    SQLIdentifier.quote(String(decoding: text.utf8.map { $0 == 0 ? UInt8(ascii: " ") : $0 }, as: UTF8.self))
  }
}

extension SQLExpressible where Value.Unwrapped == String {
  /// Returns whether a column of a full-text table, or its hidden column, matches a query (`MATCH`).
  ///
  /// - Parameter query: The words to find. The form that takes a `String` is for text in the language of FTS5.
  public func match(_ query: SQLFullTextQuery) -> SQLPredicate { match(query.text) }
}
