/// The values that a change returns for each changed row: RETURNING, or its equivalent.
///
/// Source: <https://sqlite.org/lang_returning.html>.
public struct SQLReturning<Row: Sendable>: Sendable {
  /// The result columns, written as after RETURNING or SELECT.
  let columns: SQLFragment
  /// Reads one row.
  let decode: @Sendable (inout SQLRowDecoder) throws -> Row
  /// Whether these are all columns of the table in order, so that the text can be cached.
  let isWholeRecord: Bool

  /// Returns the values of SQL expressions.
  ///
  /// - Parameters:
  ///   - columns: The result columns, as SQL text over the unqualified columns of the changed table.
  ///   - decode: Reads one row.
  public init(raw columns: SQLFragment, decode: @escaping @Sendable (inout SQLRowDecoder) throws -> Row) {
    self.init(columns: columns, isWholeRecord: false, decode: decode)
  }

  init(
    columns: SQLFragment, isWholeRecord: Bool, decode: @escaping @Sendable (inout SQLRowDecoder) throws -> Row
  ) {
    self.columns = columns
    self.decode = decode
    self.isWholeRecord = isWholeRecord
  }

  /// Returns one column.
  ///
  /// - Parameter column: The column.
  public static func column(_ column: SQLColumn<Row>) -> SQLReturning<Row> where Row: SQLValueConvertible {
    SQLReturning(columns: SQLFragment(raw: SQLIdentifier.quote(column.name)), isWholeRecord: false) { row in
      try row.decode(Row.self, coding: column.coding)
    }
  }

  /// Returns several columns.
  ///
  /// - Parameter columns: The columns.
  public static func columns<each Value: SQLValueConvertible>(
    _ columns: repeat SQLColumn<each Value>
  ) -> SQLReturning<(repeat each Value)> where Row == (repeat each Value) {
    var names: [String] = []
    for column in repeat each columns { names.append(SQLIdentifier.quote(column.name)) }
    return SQLReturning<(repeat each Value)>(
      columns: SQLFragment(raw: names.joined(separator: ", ")), isWholeRecord: false
    ) { row in
      func value<V: SQLValueConvertible>(_ column: SQLColumn<V>) throws -> V {
        try row.decode(V.self, coding: column.coding)
      }
      return (repeat try value(each columns))
    }
  }
}

extension SQLReturning where Row: SQLDecodable {
  /// Returns the stored records.
  public static var records: SQLReturning<Row> {
    SQLReturning(columns: Row.table.allColumns, isWholeRecord: true) { row in try row.decode(Row.self) }
  }
}

extension SQLTable {
  /// All columns, quoted and in order.
  var allColumns: SQLFragment { facts.allColumns }
}
