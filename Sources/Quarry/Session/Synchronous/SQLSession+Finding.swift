extension SQLSession {
  /// Stores a record, whether it is new or not, and returns the stored row.
  ///
  /// A record whose key has no value, or whose integer key is 0, is inserted. Any other record is inserted, or updates
  /// the row that has its primary key; see ``SQLSave``.
  ///
  /// - Parameters:
  ///   - record: The record to store.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Throws: ``DatabaseError`` with the code of a constraint. The code is `.invalidQuery` if the table declares no
  ///   primary key, and `.rowNotFound` if a trigger ignored the record.
  @discardableResult
  public func save<Record: SQLCodable>(_ record: Record, inSchema schema: String? = nil) throws -> Record {
    try run(SQLSave(record).inSchema(schema))
  }

  /// Updates the columns of a record that differ from those of an earlier copy; see ``SQLUpdateChanges``.
  ///
  /// Columns that others changed meanwhile keep their new values. If nothing differs, nothing is sent.
  ///
  /// - Parameters:
  ///   - record: The record with its new values.
  ///   - old: The record as it was read.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: The number of changed rows: 0 if nothing differs, or if no row has the key.
  /// - Throws: ``DatabaseError`` with the code of a constraint. The code is `.invalidQuery` if the two records have
  ///   different keys, or none.
  @discardableResult
  public func update<Record: SQLEncodable>(
    _ record: Record, onlyChangedFrom old: Record, inSchema schema: String? = nil
  ) throws -> SQLChangeResult {
    try run(SQLUpdateChanges(record, onlyChangedFrom: old).inSchema(schema))
  }

  /// Returns the first row of a query, and throws if there is none.
  ///
  /// ```swift
  /// let artist = try session.require(Artist.find(7))
  /// let oldest = try session.require(Album.order { $0.year })
  /// ```
  ///
  /// - Parameter query: The query.
  /// - Throws: ``DatabaseError`` with code `.rowNotFound` if there is no row. The error names tables and columns, never
  ///   values.
  public func require<Query: SQLFetchable>(_ query: Query) throws -> Query.Row {
    guard let row = try fetchOne(query) else { throw query.missingRow }
    return row
  }

  /// Finds the record with a value of a unique column; see ``SQLFindByColumns``.
  ///
  /// - Parameters:
  ///   - type: The type of the record.
  ///   - column: A column that the declaration of the table makes unique.
  ///   - value: The value. NULL finds nothing.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: The record, or `nil` if there is none.
  /// - Throws: ``DatabaseError`` with code `.invalidQuery` if the column isn't declared as unique.
  public func find<Record: SQLDecodable, Value: SQLValueConvertible>(
    _ type: Record.Type, by column: SQLColumn<Value>, _ value: Value, inSchema schema: String? = nil
  ) throws -> Record? {
    try fetchOne(Record.find(by: column, value).inSchema(schema))
  }

  /// Finds the record with the values of two columns that are unique together; see ``SQLFindByColumns``.
  ///
  /// ```swift
  /// let seat = try session.find(Seat.self, by: (Seat.hall, Seat.number), ("main", 12))
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the record.
  ///   - columns: Columns whose combination the declaration of the table makes unique.
  ///   - values: One value for each column. NULL finds nothing.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: The record, or `nil` if there is none.
  /// - Throws: ``DatabaseError`` with code `.invalidQuery` if the columns aren't declared as unique.
  public func find<Record: SQLDecodable, First: SQLValueConvertible, Second: SQLValueConvertible>(
    _ type: Record.Type, by columns: (SQLColumn<First>, SQLColumn<Second>), _ values: (First, Second),
    inSchema schema: String? = nil
  ) throws -> Record? {
    try fetchOne(Record.find(by: columns, values).inSchema(schema))
  }

  /// Finds the record with the values of three columns that are unique together; see ``SQLFindByColumns``.
  ///
  /// - Parameters:
  ///   - type: The type of the record.
  ///   - columns: Columns whose combination the declaration of the table makes unique.
  ///   - values: One value for each column. NULL finds nothing.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: The record, or `nil` if there is none.
  /// - Throws: ``DatabaseError`` with code `.invalidQuery` if the columns aren't declared as unique.
  public func find<
    Record: SQLDecodable, First: SQLValueConvertible, Second: SQLValueConvertible, Third: SQLValueConvertible
  >(
    _ type: Record.Type, by columns: (SQLColumn<First>, SQLColumn<Second>, SQLColumn<Third>),
    _ values: (First, Second, Third), inSchema schema: String? = nil
  ) throws -> Record? {
    try fetchOne(Record.find(by: columns, values).inSchema(schema))
  }

  /// Reads the stored row of a record again, by its primary key.
  ///
  /// - Parameters:
  ///   - record: The record. Only its key is used.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: The record as it is stored.
  /// - Throws: ``DatabaseError`` with code `.rowNotFound` if the row no longer exists, and `.invalidQuery` if the
  ///   record has no key.
  public func refresh<Record: SQLCodable>(_ record: Record, inSchema schema: String? = nil) throws -> Record {
    try require(SQLStoredRecord(record).inSchema(schema))
  }

  /// Returns the rows of a query as a set. Equal rows count once.
  ///
  /// - Parameter query: The query.
  /// - Throws: ``DatabaseError`` as ``fetchAll(_:)->[Query.Row]``.
  public func fetchSet<Query: SQLFetchable>(_ query: Query) throws -> Set<Query.Row> where Query.Row: Hashable {
    try Set(fetchAll(query))
  }

  /// Returns the rows of a query in a dictionary.
  ///
  /// ```swift
  /// let artists = try session.fetchDictionary(Artist.all) { $0.id }
  /// ```
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - key: Makes the key of a row.
  /// - Throws: The error of `key`; ``DatabaseError`` with code `.duplicateKey` if two rows have the same key.
  public func fetchDictionary<Query: SQLFetchable, Key: Hashable>(
    _ query: Query, by key: (Query.Row) throws -> Key
  ) throws -> [Key: Query.Row] {
    try Dictionary(rows: fetchAll(query), by: key)
  }
}
