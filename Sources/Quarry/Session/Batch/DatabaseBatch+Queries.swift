extension DatabaseBatch {
  /// Adds a query.
  ///
  /// - Returns: The ticket of all of its rows.
  @discardableResult
  public mutating func fetchAll<Query: SQLFetchable>(_ query: Query) -> Ticket<[Query.Row]> {
    add(BatchEntry(rowsOf: query) { $0 })
  }

  /// Adds a query for its first row only.
  ///
  /// - Returns: The ticket of the first row; its result is `nil` if there is none.
  @discardableResult
  public mutating func fetchOne<Query: SQLFetchable>(_ query: Query) -> Ticket<Query.Row?> {
    add(BatchEntry(firstRowOf: query) { $0 })
  }

  /// Adds a query for the number of rows of another query.
  ///
  /// - Returns: The ticket of the number.
  @discardableResult
  public mutating func fetchCount<Query: SQLFetchable>(_ query: Query) -> Ticket<Int> {
    add(
      BatchEntry(isReadOnly: true, { (context) throws(DatabaseError) in try query.countStatement(for: context) }) {
        guard let rows = $0.rows.first, rows.rowCount > 0, rows.columnCount > 0 else { return 0 }
        return Int(rows.cell(row: 0, column: 0).integerIfPresent ?? 0)
      })
  }

  /// Adds a query for whether another query has any rows.
  ///
  /// - Returns: The ticket of a Boolean value.
  @discardableResult
  public mutating func exists<Query: SQLFetchable>(_ query: Query) -> Ticket<Bool> {
    add(BatchEntry(firstRowOf: query) { $0 != nil })
  }

  /// Adds a search for the record with a primary key of one column.
  ///
  /// - Parameters:
  ///   - type: The type of the record.
  ///   - key: The value of the column.
  /// - Returns: The ticket of the record. Its result is `nil` if there is none.
  @discardableResult
  public mutating func find<Record: SQLDecodable, Key: SQLValueConvertible>(
    _ type: Record.Type, _ key: Key
  ) -> Ticket<Record?> {
    fetchOne(SQLFindByKey<Record>(one: key))
  }

  /// Adds a search for the record with a primary key.
  ///
  /// - Parameters:
  ///   - type: The type of the record.
  ///   - key: The values of the key, in the order of the key's columns.
  /// - Returns: The ticket of the record. Its result is `nil` if there is none.
  @discardableResult
  @_disfavoredOverload
  public mutating func find<Record: SQLDecodable>(
    _ type: Record.Type, _ key: any SQLValueConvertible...
  ) -> Ticket<Record?> {
    fetchOne(SQLFindByKey<Record>(key))
  }
}

extension BatchEntry {
  /// An entry that converts all rows of a query.
  init<Query: SQLFetchable, Value: Sendable>(
    rowsOf query: Query, _ read: @escaping @Sendable ([Query.Row]) throws -> Value
  ) {
    self.init(
      isReadOnly: query.isReadOnly, { (context) throws(DatabaseError) in try query.statement(for: context) }
    ) {
      var rows: [Query.Row] = []
      for batch in $0.rows { try query.decodeRows(batch, into: &rows) }
      return try read(rows)
    }
  }

  /// An entry that converts the first row of a query.
  init<Query: SQLFetchable, Value: Sendable>(
    firstRowOf query: Query, _ read: @escaping @Sendable (Query.Row?) throws -> Value
  ) {
    self.init(
      isReadOnly: query.isReadOnly, { (context) throws(DatabaseError) in try query.firstRowStatement(for: context) }
    ) {
      for batch in $0.rows where batch.rowCount > 0 {
        // Text of the program may find its columns by name, which only the reading of all rows does.
        var rows: [Query.Row] = []
        try query.decodeRows(batch, into: &rows)
        return try read(rows.first)
      }
      return try read(nil)
    }
  }
}
