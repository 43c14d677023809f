/// Finds the stored row of a record by its primary key.
public struct SQLStoredRecord<Record: SQLCodable>: SQLFetchable {
  private let record: Record
  /// The schema of the table. If `nil`, the one that the record's type names.
  var schema: String?

  /// Creates the query.
  ///
  /// - Parameter record: The record. Only its key is used.
  public init(_ record: Record) { self.record = record }

  /// Renders the query.
  ///
  /// - Throws: ``DatabaseError`` with code `.invalidQuery` if the record has no key.
  public func statement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    var text = SQLFragment(raw: "SELECT \(table.allColumns.sql) FROM \(table.target) WHERE ")
    text.append(try Record.keyCondition(try record.columnValues(), for: "reading"))
    return text
  }

  /// Reads the record.
  ///
  /// - Throws: ``DatabaseError`` with code `.decoding`, `.unexpectedNull` or `.unknownColumn` if the row doesn't fit
  ///   the type.
  public func decode(_ row: inout SQLRowDecoder) throws -> Record { try row.decode(Record.self) }
}

extension SQLStoredRecord: SQLSchemaChoosing {
  /// Returns the same search in the table of another schema, such as an attached database.
  ///
  /// - Parameter schema: The name of the schema. If `nil`, the schema of the record's type.
  public func inSchema(_ schema: String?) -> Self { choosing(schema) }
}

extension SQLStoredRecord: CustomReflectable {
  /// The type of the record, never its values.
  public var customMirror: Mirror { Mirror(self, children: ["record": "\(Record.self)"]) }
}
