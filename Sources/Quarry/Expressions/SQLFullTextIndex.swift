/// The index of a full-text table in a query: matches, ranks, highlights and snippets.
///
/// ```swift
/// let index = SQLFullTextIndex("note_index")
/// let found = try await database.fetchAll(
///   NoteIndex.where { _ in index.match(.allWords(field.text)) }
///     .order { _ in index.rank.ascending }
///     .select { note in (note.title, index.snippet()) })
/// ```
///
/// Source: <https://sqlite.org/fts5.html#_auxiliary_functions_>.
public struct SQLFullTextIndex: Sendable, Hashable {
  private let name: String

  /// Creates the index of a table.
  ///
  /// - Parameter table: The name of the full-text table.
  public init(_ table: String) { name = table }

  /// The hidden column that has the name of the table.
  private var column: SQLSyntax.Expression { .raw([.column(table: name, name: name)]) }

  /// Returns whether any column of a row matches a query.
  public func match(_ query: SQLFullTextQuery) -> SQLPredicate { SQLExpression<String>(syntax: column).match(query) }

  /// The rank of the row, by the table's ranking function. Better matches have smaller values.
  public var rank: SQLExpression<Double> { SQLExpression(syntax: .raw([.column(table: name, name: "rank")])) }

  /// Returns the rank of the row by Okapi BM25. Better matches have smaller values.
  ///
  /// - Parameter weights: The weight of each column, in order. Columns without one have a weight of 1.
  public func bm25(weights: Double...) -> SQLExpression<Double> {
    SQLExpression(syntax: call("bm25", weights.map { .value(.real($0)) }))
  }

  /// Returns the text of a column with markup around each match, or `nil` if there is no text.
  ///
  /// - Parameters:
  ///   - column: The index of the column, from 0.
  ///   - start: The markup before a match.
  ///   - end: The markup after a match.
  public func highlight(column: Int, from start: String = "<b>", to end: String = "</b>") -> SQLExpression<String?> {
    SQLExpression(
      syntax: call("highlight", [.value(.integer(Int64(column))), .value(.text(start)), .value(.text(end))]))
  }

  /// Returns the part of a text with the most matches, with markup around each match, or `nil` if there is no text.
  ///
  /// - Parameters:
  ///   - column: The index of the column, from 0. If `nil`, SQLite chooses the best column.
  ///   - start: The markup before a match.
  ///   - end: The markup after a match.
  ///   - ellipsis: The text that replaces omitted parts.
  ///   - words: The maximum number of words, from 1 to 64.
  public func snippet(
    column: Int? = nil, from start: String = "<b>", to end: String = "</b>", ellipsis: String = "…", words: Int = 16
  ) -> SQLExpression<String?> {
    let arguments: [SQLValue] = [
      .integer(Int64(column ?? -1)), .text(start), .text(end), .text(ellipsis), .integer(Int64(min(max(words, 1), 64))),
    ]
    return SQLExpression(syntax: call("snippet", arguments.map { .value($0) }))
  }

  private func call(_ function: String, _ arguments: [SQLSyntax.Expression]) -> SQLSyntax.Expression {
    .function(SQLSyntax.Function(.custom(function), [column] + arguments))
  }
}
