/// Finds the record with the values of unique columns.
///
/// ```swift
/// let artist = try await database.find(Artist.self, by: Artist.name, "Nina")
/// let seat = try await database.require(Seat.find(by: (Seat.hall, Seat.number), ("main", 12)))
/// ```
///
/// The table's declaration must make the columns unique: as unique columns, as the primary key, as one of its unique
/// keys, or by a unique index. NULL finds nothing.
public struct SQLFindByColumns<Record: SQLDecodable>: SQLFetchable {
  let columns: [SQLColumnDefinition]
  private let values: [Result<SQLValue, DatabaseError>]
  /// The schema of the table. If `nil`, the one that the record's type names.
  var schema: String?

  init<each Value: SQLValueConvertible>(
    _ columns: repeat SQLColumn<each Value>, values: repeat each Value
  ) {
    var definitions: [SQLColumnDefinition] = []
    var stored: [Result<SQLValue, DatabaseError>] = []
    for (column, value) in repeat (each columns, each values) {
      definitions.append(column.definition)
      stored.append(column.stored(value))
    }
    self.columns = definitions
    self.values = stored
  }

  /// Renders the query.
  ///
  /// - Throws: ``DatabaseError`` with code `.invalidQuery` if the declaration doesn't make the columns unique, and
  ///   `.unknownColumn` for a column of another table.
  public func statement(for context: SQLGenerationContext) throws(DatabaseError) -> SQLFragment {
    var listed: [SQLColumnDefinition] = []
    for column in columns { listed.append(try table.require(column)) }
    guard table.isUnique(by: listed) else {
      throw DatabaseError(
        .invalidQuery,
        "\(Record.self) can't be found by \(listed.quotedNames): the table \"\(table.name)\" doesn't declare that "
          + "unique; fetch the rows that meet a condition instead")
    }
    var text = SQLFragment(raw: "SELECT \(table.allColumns.sql) FROM \(table.target) WHERE ")
    for (index, column) in listed.enumerated() {
      text.append(raw: (index > 0 ? " AND " : "") + column.quotedName + " = ")
      text.append(value: try values[index].get())
    }
    return text
  }

  /// Reads the record.
  ///
  /// - Throws: ``DatabaseError`` with code `.decoding`, `.unexpectedNull` or `.unknownColumn` if the row doesn't fit
  ///   the type.
  public func decode(_ row: inout SQLRowDecoder) throws -> Record { try row.decode(Record.self) }
}

extension SQLDecodable {
  /// Returns a query for the record with a value of a unique column.
  ///
  /// - Parameters:
  ///   - column: A column that the declaration of the table makes unique.
  ///   - value: The value. NULL finds nothing.
  public static func find<Value: SQLValueConvertible>(
    by column: SQLColumn<Value>, _ value: Value
  ) -> SQLFindByColumns<Self> { SQLFindByColumns(column, values: value) }

  // Tuples of a parameter pack take neither `nil` nor literals of other types than their default ones.

  /// Returns a query for the record with the values of two columns that are unique together.
  ///
  /// - Parameters:
  ///   - columns: Columns whose combination the declaration of the table makes unique.
  ///   - values: One value for each column. NULL finds nothing.
  public static func find<First: SQLValueConvertible, Second: SQLValueConvertible>(
    by columns: (SQLColumn<First>, SQLColumn<Second>), _ values: (First, Second)
  ) -> SQLFindByColumns<Self> { SQLFindByColumns(columns.0, columns.1, values: values.0, values.1) }

  /// Returns a query for the record with the values of three columns that are unique together.
  ///
  /// - Parameters:
  ///   - columns: Columns whose combination the declaration of the table makes unique.
  ///   - values: One value for each column. NULL finds nothing.
  public static func find<First: SQLValueConvertible, Second: SQLValueConvertible, Third: SQLValueConvertible>(
    by columns: (SQLColumn<First>, SQLColumn<Second>, SQLColumn<Third>), _ values: (First, Second, Third)
  ) -> SQLFindByColumns<Self> {
    SQLFindByColumns(columns.0, columns.1, columns.2, values: values.0, values.1, values.2)
  }
}

extension SQLFindByColumns: SQLSchemaChoosing {
  /// Returns the same search in the table of another schema, such as an attached database.
  ///
  /// - Parameter schema: The name of the schema. If `nil`, the schema of the record's type.
  public func inSchema(_ schema: String?) -> Self { choosing(schema) }
}

extension SQLFindByColumns: CustomReflectable {
  /// The names of the columns, never the values.
  public var customMirror: Mirror { Mirror(self, children: ["columns": columns.map(\.name)]) }
}

extension SQLColumn {
  /// The value to store in this column.
  func stored(_ value: Value) -> Result<SQLValue, DatabaseError> {
    do {
      return .success(try value.sqlValue(coding: coding))
    } catch {
      return .failure(.unstorable(Value.self, error))
    }
  }
}
