extension DatabaseBatch {
  /// Adds the storing of a record, whether it is new or not; see ``SQLSave``.
  ///
  /// - Parameters:
  ///   - record: The record. If its key has no value, or its integer key is 0, it is inserted.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: The ticket of what was stored.
  @discardableResult
  public mutating func save<Record: SQLCodable>(_ record: Record, inSchema schema: String? = nil) -> Ticket<Record> {
    let save = SQLSave(record).inSchema(schema)
    return add(BatchEntry(save, unwanted: SQLSaveUnread(save: save)))
  }

  /// Adds the update of the columns of a record that differ from those of an earlier copy; see ``SQLUpdateChanges``.
  ///
  /// - Parameters:
  ///   - record: The record with its new values.
  ///   - old: The record as it was read.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: The ticket of how many rows changed.
  @discardableResult
  public mutating func update<Record: SQLEncodable>(
    _ record: Record, onlyChangedFrom old: Record, inSchema schema: String? = nil
  ) -> Ticket<SQLChangeResult> {
    run(SQLUpdateChanges(record, onlyChangedFrom: old).inSchema(schema))
  }

  /// Adds a query that must have a row.
  ///
  /// - Returns: The ticket of the first row. Reading it fails with `.rowNotFound` if there is none; the batch stays.
  @discardableResult
  public mutating func require<Query: SQLFetchable>(_ query: Query) -> Ticket<Query.Row> {
    add(
      BatchEntry(firstRowOf: query) { row in
        guard let row else { throw query.missingRow }
        return row
      })
  }

  /// Adds a search for the record with a value of a unique column.
  ///
  /// - Parameters:
  ///   - type: The type of the record.
  ///   - column: A column that the declaration of the table makes unique.
  ///   - value: The value. NULL finds nothing.
  /// - Returns: The ticket of the record; its result is `nil` if there is none.
  @discardableResult
  public mutating func find<Record: SQLDecodable, Value: SQLValueConvertible>(
    _ type: Record.Type, by column: SQLColumn<Value>, _ value: Value
  ) -> Ticket<Record?> {
    fetchOne(Record.find(by: column, value))
  }

  /// Adds a search for the record with the values of columns that are unique together.
  ///
  /// - Parameters:
  ///   - type: The type of the record.
  ///   - columns: Columns whose combination the declaration of the table makes unique.
  ///   - values: One value for each column. NULL finds nothing.
  /// - Returns: The ticket of the record; its result is `nil` if there is none.
  @discardableResult
  public mutating func find<Record: SQLDecodable, each Value: SQLValueConvertible>(
    _ type: Record.Type, by columns: (repeat SQLColumn<each Value>), _ values: (repeat each Value)
  ) -> Ticket<Record?> {
    fetchOne(SQLFindByColumns<Record>(repeat each columns, values: repeat each values))
  }

  /// Adds the reading of the stored row of a record, by its primary key.
  ///
  /// - Returns: The ticket of the record. Reading it fails with `.rowNotFound` if the row is gone; the batch stays.
  @discardableResult
  public mutating func refresh<Record: SQLCodable>(_ record: Record, inSchema schema: String? = nil) -> Ticket<Record> {
    require(SQLStoredRecord(record).inSchema(schema))
  }

  /// Adds a query whose rows are wanted as a set.
  ///
  /// - Returns: The ticket of the rows, in which equal ones count once.
  @discardableResult
  public mutating func fetchSet<Query: SQLFetchable>(_ query: Query) -> Ticket<Set<Query.Row>>
  where Query.Row: Hashable {
    add(BatchEntry(rowsOf: query) { Set($0) })
  }

  /// Adds a query whose rows are wanted under keys of their own.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - key: Makes the key of a row, once the batch was applied.
  /// - Returns: The ticket of the rows. Reading it fails with `.duplicateKey` for two rows with one key; the batch stays.
  @discardableResult
  public mutating func fetchDictionary<Query: SQLFetchable, Key: Hashable & Sendable>(
    _ query: Query, by key: @escaping @Sendable (Query.Row) throws -> Key
  ) -> Ticket<[Key: Query.Row]> {
    add(BatchEntry(rowsOf: query) { try Dictionary(rows: $0, by: key) })
  }
}
