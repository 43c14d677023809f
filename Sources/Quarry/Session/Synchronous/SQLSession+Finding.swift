extension SQLSession {
  /// Stores a record, whether it is new or not, and returns what was stored.
  ///
  /// A record whose key has no value, or whose integer key is 0, is inserted. Any other record is inserted, or updates
  /// the row that has its primary key; see ``SQLSave``.
  ///
  /// - Parameter schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Throws: ``DatabaseError`` with a constraint's code; `.invalidQuery` when the table declares no primary key;
  ///   `.rowNotFound` when a trigger ignored the record.
  @discardableResult
  public func save<Record: SQLCodable>(_ record: Record, inSchema schema: String? = nil) throws -> Record {
    try run(SQLSave(record).inSchema(schema))
  }

  /// Updates the columns of a record that differ from those of an earlier copy; see ``SQLUpdateChanges``.
  ///
  /// Columns that others changed meanwhile keep their new values. Where nothing differs, nothing is sent.
  ///
  /// - Parameters:
  ///   - record: The record with its new values.
  ///   - old: The record as it was read.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: How many rows changed: 0 when nothing differs, or when there is no row with the key.
  /// - Throws: ``DatabaseError`` with a constraint's code; `.invalidQuery` when the two have different keys, or none.
  @discardableResult
  public func update<Record: SQLEncodable>(
    _ record: Record, onlyChangedFrom old: Record, inSchema schema: String? = nil
  ) throws -> SQLChangeResult {
    try run(SQLUpdateChanges(record, onlyChangedFrom: old).inSchema(schema))
  }

  /// The first row of a query that must have one.
  ///
  /// ```swift
  /// let artist = try session.require(Artist.find(7))
  /// let oldest = try session.require(Album.order { $0.year })
  /// ```
  ///
  /// - Throws: ``DatabaseError`` with code `.rowNotFound` when there is none, naming tables and columns.
  public func require<Query: SQLFetchable>(_ query: Query) throws -> Query.Row {
    guard let row = try fetchOne(query) else { throw query.missingRow }
    return row
  }

  /// The record with a value of a unique column, or `nil`; see ``SQLFindByColumns``.
  ///
  /// - Parameters:
  ///   - type: The type of the record.
  ///   - column: A column that the declaration of the table makes unique.
  ///   - value: The value. NULL finds nothing.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Throws: ``DatabaseError`` with code `.invalidQuery` when the column is not declared as unique.
  public func find<Record: SQLDecodable, Value: SQLValueConvertible>(
    _ type: Record.Type, by column: SQLColumn<Value>, _ value: Value, inSchema schema: String? = nil
  ) throws -> Record? {
    try fetchOne(Record.find(by: column, value).inSchema(schema))
  }

  /// The record with the values of columns that are unique together, or `nil`; see ``SQLFindByColumns``.
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
  /// - Throws: ``DatabaseError`` with code `.invalidQuery` when the columns are not declared as unique.
  public func find<Record: SQLDecodable, each Value: SQLValueConvertible>(
    _ type: Record.Type, by columns: (repeat SQLColumn<each Value>), _ values: (repeat each Value),
    inSchema schema: String? = nil
  ) throws -> Record? {
    try fetchOne(SQLFindByColumns<Record>(repeat each columns, values: repeat each values).inSchema(schema))
  }

  /// Reads the stored row of a record again, by its primary key.
  ///
  /// - Parameter schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Throws: ``DatabaseError`` with code `.rowNotFound` when the row is gone; `.invalidQuery` when the record has no key.
  public func refresh<Record: SQLCodable>(_ record: Record, inSchema schema: String? = nil) throws -> Record {
    try require(SQLStoredRecord(record).inSchema(schema))
  }

  /// The rows of a query as a set, in which equal rows count once.
  public func fetchSet<Query: SQLFetchable>(_ query: Query) throws -> Set<Query.Row> where Query.Row: Hashable {
    try Set(fetchAll(query))
  }

  /// The rows of a query under keys of their own.
  ///
  /// ```swift
  /// let artists = try session.fetchDictionary(Artist.all) { $0.id }
  /// ```
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - key: Makes the key of a row.
  /// - Throws: What `key` throws; ``DatabaseError`` with code `.duplicateKey` for two rows with one key.
  public func fetchDictionary<Query: SQLFetchable, Key: Hashable>(
    _ query: Query, by key: (Query.Row) throws -> Key
  ) throws -> [Key: Query.Row] {
    try Dictionary(rows: fetchAll(query), by: key)
  }
}
