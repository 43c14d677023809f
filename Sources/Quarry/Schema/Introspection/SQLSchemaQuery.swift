/// A query for the schema that needs one statement.
///
/// All of these queries work on SQLite 3.15 and later, and on a reader.
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

  /// Renders the query.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature,
  ///   `.invalidQuery` if the query isn't valid, or `.valueOutOfRange` if a value can't be stored.
  public func statement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment { text(context) }

  /// Renders a statement that counts the rows.
  ///
  /// - Throws: ``DatabaseError`` with code `.invalidQuery` if the rows come from a pragma. A pragma can't be in a
  ///   subquery on every engine: fetch the rows and count them.
  public func countStatement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    if isPragma {
      throw DatabaseError(.invalidQuery, "the rows of a pragma can't be counted by the engine; fetch them instead")
    }
    var count = SQLFragment(raw: "SELECT count(*) FROM (")
    count.append(text(context))
    count.append(raw: ")")
    return count
  }

  /// Reads one row.
  ///
  /// - Throws: ``DatabaseError`` with code `.decoding`, `.unexpectedNull` or `.unknownColumn` if the row doesn't fit
  ///   the type.
  public func decode(_ row: inout SQLRowDecoder) throws -> Row { try read(&row) }
}

extension SQLRowDecoder {
  /// Reads the next column.
  mutating func value<Value: SQLValueConvertible>(_ type: Value.Type = Value.self) throws -> Value {
    try decode(type, coding: nil)
  }
}
