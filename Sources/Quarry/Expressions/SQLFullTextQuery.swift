/// What to look for in a full-text index, made of texts that mean nothing but themselves.
///
/// FTS5 reads the right side of `MATCH` in a language of its own, in which `"`, `*`, `:`, `-`, `+`, `^`, parentheses and
/// the words `AND`, `OR`, `NOT` and `NEAR` have meanings. What somebody typed into a search field is often an error in
/// that language, or asks for something else. The queries here put every word in quotes, so that it is searched for.
///
/// ```swift
/// let found = try await database.fetchAll(
///   Article.where { $0.body.match(.allWords(field.text, lastIsPrefix: true)) })
/// let rows: SQLFragment = "SELECT rowid FROM Article WHERE Article MATCH \(SQLFullTextQuery.phrase(text).text)"
/// ```
///
/// What a word is decides the index's tokenizer: a word without any letter or digit is not looked for, and a query of
/// such words alone finds nothing.
///
/// Source: <https://sqlite.org/fts5.html#full_text_query_syntax>.
public struct SQLFullTextQuery: Sendable, Hashable, CustomStringConvertible {
  /// The query in the language of FTS5, for the right side of `MATCH`.
  public let text: String

  /// The query in the language of FTS5.
  public var description: String { text }

  /// Rows with the words of a text next to each other, in this order.
  ///
  /// - Parameters:
  ///   - text: Any text.
  ///   - isPrefix: Whether the last word may be the beginning of a longer one.
  public static func phrase(_ text: String, isPrefix: Bool = false) -> SQLFullTextQuery {
    SQLFullTextQuery(text: quote(text) + (isPrefix ? "*" : ""))
  }

  /// Rows with all words of a text, in any order and place.
  ///
  /// - Parameters:
  ///   - text: Words with white space between them; any text.
  ///   - lastIsPrefix: Whether the last word may be the beginning of a longer one, as while somebody types.
  public static func allWords(_ text: String, lastIsPrefix: Bool = false) -> SQLFullTextQuery {
    SQLFullTextQuery(words: text, separator: " ", lastIsPrefix: lastIsPrefix)
  }

  /// Rows with at least one word of a text.
  ///
  /// - Parameters:
  ///   - text: Words with white space between them; any text.
  ///   - lastIsPrefix: Whether the last word may be the beginning of a longer one, as while somebody types.
  public static func anyWord(_ text: String, lastIsPrefix: Bool = false) -> SQLFullTextQuery {
    SQLFullTextQuery(words: text, separator: " OR ", lastIsPrefix: lastIsPrefix)
  }

  private init(text: String) { self.text = text }

  private init(words text: String, separator: String, lastIsPrefix: Bool) {
    let words = text.split { $0.isWhitespace || $0 == "\0" }.map { Self.quote(String($0)) }
    // The empty phrase finds nothing; an empty query would be an error.
    self.text = words.isEmpty ? "\"\"" : words.joined(separator: separator) + (lastIsPrefix ? "*" : "")
  }

  /// The text in double quotes, with those inside it doubled. FTS5 would stop reading at a NUL, so blanks stand for it.
  private static func quote(_ text: String) -> String {
    SQLIdentifier.quote(String(decoding: text.utf8.map { $0 == 0 ? UInt8(ascii: " ") : $0 }, as: UTF8.self))
  }
}

extension SQLExpressible where Value.Unwrapped == String {
  /// `MATCH` with words to look for, for columns of full-text tables and for the hidden column with the table's name.
  ///
  /// - Parameter query: What to look for; the form that takes a `String` is for a text in the language of FTS5.
  public func match(_ query: SQLFullTextQuery) -> SQLPredicate { match(query.text) }
}
