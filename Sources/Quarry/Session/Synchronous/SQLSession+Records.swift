extension SQLSession {
  /// Inserts a record and returns the stored one, with its assigned key and its defaults.
  ///
  /// The engine assigns an integer key of 0 or `nil`.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Throws: ``DatabaseError`` with a constraint's code; with `.rowNotFound` if a trigger ignored the record.
  @discardableResult
  public func insert<Record: SQLCodable>(_ record: Record, inSchema schema: String? = nil) throws -> Record {
    try run(SQLInsert(record).inSchema(schema).returningRecord())
  }

  /// Inserts a record with a conflict algorithm and returns the stored one, or `nil` if nothing was inserted.
  ///
  /// - Parameters:
  ///   - record: The record. The engine assigns an integer key of 0 or `nil`.
  ///   - algorithm: What happens if the record breaks a constraint.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: The stored record; `nil` if `.ignore`, or a trigger, ignored it.
  /// - Throws: ``DatabaseError`` with a constraint's code, unless the algorithm prevents it.
  @discardableResult
  public func insert<Record: SQLCodable>(
    _ record: Record, or algorithm: SQLConflictAlgorithm, inSchema schema: String? = nil
  ) throws -> Record? {
    try run(SQLInsert(record, or: algorithm).inSchema(schema).returningRecordIfInserted())
  }

  /// Inserts records, all of them or none. One statement inserts several records.
  ///
  /// - Parameters:
  ///   - records: The records. The engine assigns integer keys of 0 or `nil`.
  ///   - algorithm: What happens if a record breaks a constraint; `nil` fails.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: The sum of the changes.
  /// - Throws: ``DatabaseError`` with a constraint's code, unless the algorithm prevents it.
  @discardableResult
  @inlinable public func insert<Record: SQLEncodable>(
    _ records: [Record], or algorithm: SQLConflictAlgorithm? = nil, inSchema schema: String? = nil
  ) throws -> SQLChangeResult {
    try run(SQLInsert(records, or: algorithm).inSchema(schema))
  }

  /// Updates all columns of the row that has a record's primary key.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: The number of changed rows: 0 if no row has the key.
  /// - Throws: ``DatabaseError`` with a constraint's code, and with `.invalidQuery` if the table or the record has no
  ///   primary key.
  @discardableResult
  public func update<Record: SQLEncodable>(_ record: Record, inSchema schema: String? = nil) throws -> SQLChangeResult {
    try run(SQLUpdateRecord(record).inSchema(schema))
  }

  /// Inserts a record, or updates the row that has its primary key.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: The number of inserted and updated rows.
  /// - Throws: ``DatabaseError`` with a constraint's code, and with `.invalidQuery` if the table has no primary key.
  @discardableResult
  public func upsert<Record: SQLEncodable>(_ record: Record, inSchema schema: String? = nil) throws -> SQLChangeResult {
    try run(SQLUpsert(record).inSchema(schema))
  }

  /// Deletes the row that has a record's primary key.
  ///
  /// - Parameters:
  ///   - record: The record. Only its key is used.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: The number of deleted rows: 0 if no row has the key.
  /// - Throws: ``DatabaseError`` with a constraint's code, and with `.invalidQuery` if the table or the record has no
  ///   primary key.
  @discardableResult
  public func delete<Record: SQLEncodable>(_ record: Record, inSchema schema: String? = nil) throws -> SQLChangeResult {
    try run(SQLDeleteRecords(record).inSchema(schema))
  }

  /// Updates the rows of a query.
  ///
  /// ```swift
  /// try session.update(Album.where { $0.artistID == 7 }) { $0.artistID = 9 }
  /// ```
  ///
  /// - Parameters:
  ///   - query: The rows to update.
  ///   - set: Makes the assignments.
  /// - Returns: The number of changed rows.
  /// - Throws: ``DatabaseError`` with a constraint's code, and with `.invalidQuery` or `.unsupportedFeature` if the
  ///   statement can't be rendered.
  @discardableResult
  public func update<Record: SQLDecodable>(
    _ query: SQLQuery<Record>, set: (inout SQLAssignments<Record>) -> Void
  ) throws -> SQLChangeResult {
    try run(SQLUpdate(query, set: set))
  }

  /// Deletes the rows of a query.
  ///
  /// - Parameter query: The rows to delete.
  /// - Returns: The number of deleted rows.
  /// - Throws: ``DatabaseError`` with a constraint's code, and with `.invalidQuery` or `.unsupportedFeature` if the
  ///   statement can't be rendered.
  @discardableResult
  public func delete<Record: SQLDecodable>(_ query: SQLQuery<Record>) throws -> SQLChangeResult {
    try run(SQLDelete(query))
  }

  /// Finds the record with a primary key of one column.
  ///
  /// - Parameters:
  ///   - type: The type of the record.
  ///   - key: The value of the column.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: The record, or `nil` if there is none.
  /// - Throws: ``DatabaseError`` with code `.invalidQuery` if the key has another number of columns.
  @inlinable public func find<Record: SQLDecodable, Key: SQLValueConvertible>(
    _ type: Record.Type, _ key: Key, inSchema schema: String? = nil
  ) throws -> Record? {
    try fetchOne(SQLFindByKey<Record>(one: key).inSchema(schema))
  }

  /// Finds the record with a primary key.
  ///
  /// - Parameters:
  ///   - type: The type of the record.
  ///   - key: The values of the key, in the order of the key's columns.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: The record, or `nil` if there is none.
  /// - Throws: ``DatabaseError`` with code `.invalidQuery` if the key has another number of columns.
  @_disfavoredOverload
  public func find<Record: SQLDecodable>(
    _ type: Record.Type, _ key: any SQLValueConvertible..., inSchema schema: String? = nil
  ) throws -> Record? {
    try fetchOne(SQLFindByKey<Record>(key).inSchema(schema))
  }

  /// Returns whether a query has any rows.
  ///
  /// - Throws: ``DatabaseError`` as ``fetchOne(_:)->Query.Row?``.
  public func exists(_ query: some SQLFetchable) throws -> Bool { try fetchOne(query) != nil }

  /// Creates the table of a mapped type, with its indexes.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - ifNotExists: Whether an existing table with the name is kept unchanged. Otherwise it is an error.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Throws: The ``DatabaseError`` of the engine if the table exists; code `.unsupportedFeature` or `.invalidQuery`
  ///   if the engine can't have the table.
  public func createTable<Record: SQLMapped>(
    _ type: Record.Type, ifNotExists: Bool = false, inSchema schema: String? = nil
  ) throws {
    try run(SQLCreateTable(schema.map { Record.table.inSchema($0) } ?? Record.table, ifNotExists: ifNotExists))
  }
}
