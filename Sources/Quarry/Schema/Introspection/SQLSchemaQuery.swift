/// A question about the schema that one statement answers.
///
/// All of them work on SQLite 3.15 and later, and can be asked on a reader.
public struct SQLSchemaQuery<Row: Sendable>: SQLFetchable {
  private let isPragma: Bool
  private let text: @Sendable (SQLGenerationContext) -> SQLFragment
  private let read: @Sendable (inout SQLRowDecoder) throws -> Row

  init(
    isPragma: Bool, text: @escaping @Sendable (SQLGenerationContext) -> SQLFragment,
    read: @escaping @Sendable (inout SQLRowDecoder) throws -> Row
  ) {
    self.isPragma = isPragma
    self.text = text
    self.read = read
  }

  /// Renders the question.
  public func statement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment { text(context) }

  /// Renders the count of the answers.
  ///
  /// - Throws: ``DatabaseError`` with code `.invalidQuery` for an answer that comes from a pragma, which cannot stand in
  ///   a subquery on every engine: fetch the rows and count them.
  public func countStatement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    if isPragma {
      throw DatabaseError(.invalidQuery, "the rows of a pragma cannot be counted by the engine; fetch them instead")
    }
    var count = SQLFragment(raw: "SELECT count(*) FROM (")
    count.append(text(context))
    count.append(raw: ")")
    return count
  }

  /// Reads one answer.
  public func decode(_ row: inout SQLRowDecoder) throws -> Row { try read(&row) }
}

extension SQLRowDecoder {
  /// Reads the next cell.
  mutating func value<Value: SQLValueConvertible>(_ type: Value.Type = Value.self) throws -> Value {
    try decode(type, coding: nil)
  }
}
