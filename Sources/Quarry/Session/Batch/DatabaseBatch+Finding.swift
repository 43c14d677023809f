extension DatabaseBatch {
  /// Adds a command that stores a record, whether it is new or not; see ``SQLSave``.
  ///
  /// - Parameters:
  ///   - record: The record. If its key has no value, or its integer key is 0, it is inserted.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: The ticket of the stored row.
  @discardableResult
  public mutating func save<Record: SQLCodable>(_ record: Record, inSchema schema: String? = nil) -> Ticket<Record> {
    let save = SQLSave(record).inSchema(schema)
    return add(BatchEntry(save, unwanted: SQLSaveUnread(save: save)))
  }

  /// Adds an update of the columns of a record that differ from those of an earlier copy; see ``SQLUpdateChanges``.
  ///
  /// - Parameters:
  ///   - record: The record with its new values.
  ///   - old: The record as it was read.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: The ticket of the number of changed rows.
  @discardableResult
  public mutating func update<Record: SQLEncodable>(
    _ record: Record, onlyChangedFrom old: Record, inSchema schema: String? = nil
  ) -> Ticket<SQLChangeResult> {
    run(SQLUpdateChanges(record, onlyChangedFrom: old).inSchema(schema))
  }

  /// Adds a query that must return a row.
  ///
  /// - Parameter query: The query.
  /// - Returns: The ticket of the first row. If there is none, reading it throws `.rowNotFound`, and the batch stays
  ///   applied.
  @discardableResult
  public mutating func require<Query: SQLFetchable>(_ query: Query) -> Ticket<Query.Row> {
    add(
      BatchEntry(firstRowOf: query) { row in
        guard let row else { throw query.missingRow }
        return row
      })
  }

  /// Adds a search for the record with a value of a unique column; see ``SQLFindByColumns``.
  ///
  /// - Parameters:
  ///   - type: The type of the record.
  ///   - column: A column that the declaration of the table makes unique.
  ///   - value: The value. NULL finds nothing.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: The ticket of the record. Its result is `nil` if there is none.
  @discardableResult
  public mutating func find<Record: SQLDecodable, Value: SQLValueConvertible>(
    _ type: Record.Type, by column: SQLColumn<Value>, _ value: Value, inSchema schema: String? = nil
  ) -> Ticket<Record?> {
    fetchOne(Record.find(by: column, value).inSchema(schema))
  }

  /// Adds a search for the record with the values of two columns that are unique together.
  ///
  /// - Parameters:
  ///   - type: The type of the record.
  ///   - columns: Columns whose combination the declaration of the table makes unique.
  ///   - values: One value for each column. NULL finds nothing.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: The ticket of the record. Its result is `nil` if there is none.
  @discardableResult
  public mutating func find<Record: SQLDecodable, First: SQLValueConvertible, Second: SQLValueConvertible>(
    _ type: Record.Type, by columns: (SQLColumn<First>, SQLColumn<Second>), _ values: (First, Second),
    inSchema schema: String? = nil
  ) -> Ticket<Record?> {
    fetchOne(Record.find(by: columns, values).inSchema(schema))
  }

  /// Adds a search for the record with the values of three columns that are unique together.
  ///
  /// - Parameters:
  ///   - type: The type of the record.
  ///   - columns: Columns whose combination the declaration of the table makes unique.
  ///   - values: One value for each column. NULL finds nothing.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: The ticket of the record. Its result is `nil` if there is none.
  @discardableResult
  public mutating func find<
    Record: SQLDecodable, First: SQLValueConvertible, Second: SQLValueConvertible, Third: SQLValueConvertible
  >(
    _ type: Record.Type, by columns: (SQLColumn<First>, SQLColumn<Second>, SQLColumn<Third>),
    _ values: (First, Second, Third), inSchema schema: String? = nil
  ) -> Ticket<Record?> {
    fetchOne(Record.find(by: columns, values).inSchema(schema))
  }

  /// Adds a query that reads the stored row of a record again, by its primary key.
  ///
  /// - Parameters:
  ///   - record: The record. Only its key is used.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: The ticket of the record. If the row no longer exists, reading it throws `.rowNotFound`, and the batch
  ///   stays applied.
  @discardableResult
  public mutating func refresh<Record: SQLCodable>(_ record: Record, inSchema schema: String? = nil) -> Ticket<Record> {
    require(SQLStoredRecord(record).inSchema(schema))
  }

  /// Adds a query whose rows are returned as a set.
  ///
  /// - Parameter query: The query.
  /// - Returns: The ticket of the rows. Equal rows count once.
  @discardableResult
  public mutating func fetchSet<Query: SQLFetchable>(_ query: Query) -> Ticket<Set<Query.Row>>
  where Query.Row: Hashable {
    add(BatchEntry(rowsOf: query) { Set($0) })
  }

  /// Adds a query whose rows are returned in a dictionary.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - key: Makes the key of a row, after the batch was applied.
  /// - Returns: The ticket of the dictionary. If two rows have the same key, reading it throws `.duplicateKey`, and the
  ///   batch stays applied.
  @discardableResult
  public mutating func fetchDictionary<Query: SQLFetchable, Key: Hashable & Sendable>(
    _ query: Query, by key: @escaping @Sendable (Query.Row) throws -> Key
  ) -> Ticket<[Key: Query.Row]> {
    add(BatchEntry(rowsOf: query) { try Dictionary(rows: $0, by: key) })
  }
}
