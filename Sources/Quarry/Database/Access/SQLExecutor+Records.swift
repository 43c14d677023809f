extension SQLExecutor {
  /// Inserts a record and returns the stored one, with its assigned key and its defaults.
  ///
  /// The engine assigns an integer key of 0 or `nil`.
  ///
  /// - Parameter schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Throws: ``DatabaseError`` with a constraint's code; with `.rowNotFound` if a trigger ignored the record.
  @discardableResult
  public func insert<Record: SQLCodable>(_ record: Record, inSchema schema: String? = nil) async throws -> Record {
    try await run(SQLInsert(record).inSchema(schema).returningRecord())
  }

  /// Inserts a record with a conflict algorithm and returns the stored one, or `nil` if nothing was inserted.
  ///
  /// - Parameters:
  ///   - record: The record. The engine assigns an integer key of 0 or `nil`.
  ///   - algorithm: What happens if the record breaks a constraint.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: The stored record; `nil` if `.ignore`, or a trigger, ignored it.
  /// - Throws: ``DatabaseError`` with a constraint's code, where the algorithm does not prevent it.
  @discardableResult
  public func insert<Record: SQLCodable>(
    _ record: Record, or algorithm: SQLConflictAlgorithm, inSchema schema: String? = nil
  ) async throws -> Record? {
    try await run(SQLInsert(record, or: algorithm).inSchema(schema).returningRecordIfInserted())
  }

  /// Inserts records, all of them or none, several with one statement.
  ///
  /// - Parameter schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  @discardableResult
  public func insert<Record: SQLEncodable>(
    _ records: [Record], or algorithm: SQLConflictAlgorithm? = nil, inSchema schema: String? = nil
  ) async throws -> SQLChangeResult {
    try await run(SQLInsert(records, or: algorithm).inSchema(schema))
  }

  /// Writes all columns of a record to the row with its key.
  ///
  /// - Parameter schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: how many rows changed: 0 when there is no row with the key.
  @discardableResult
  public func update<Record: SQLEncodable>(_ record: Record, inSchema schema: String? = nil) async throws
    -> SQLChangeResult
  {
    try await run(SQLUpdateRecord(record).inSchema(schema))
  }

  /// Inserts a record, or updates the row that has its primary key.
  ///
  /// - Parameter schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  @discardableResult
  public func upsert<Record: SQLEncodable>(_ record: Record, inSchema schema: String? = nil) async throws
    -> SQLChangeResult
  {
    try await run(SQLUpsert(record).inSchema(schema))
  }

  /// Deletes the row with a record's key.
  ///
  /// - Parameter schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  @discardableResult
  public func delete<Record: SQLEncodable>(_ record: Record, inSchema schema: String? = nil) async throws
    -> SQLChangeResult
  {
    try await run(SQLDeleteRecords(record).inSchema(schema))
  }

  /// Updates the rows that a query chooses.
  ///
  /// ```swift
  /// try await transaction.update(Album.where { $0.artistID == 7 }) { $0.artistID = 9 }
  /// ```
  ///
  /// - Parameters:
  ///   - query: The rows to update.
  ///   - set: Makes the assignments. It runs at once, on the caller's actor, and can use what belongs to the actor.
  @discardableResult
  nonisolated(nonsending) public func update<Record: SQLDecodable>(
    _ query: SQLQuery<Record>, set: (inout SQLAssignments<Record>) -> Void
  ) async throws -> SQLChangeResult {
    try await run(SQLUpdate(query, set: set))
  }

  /// Deletes the rows that a query chooses.
  @discardableResult
  public func delete<Record: SQLDecodable>(_ query: SQLQuery<Record>) async throws -> SQLChangeResult {
    try await run(SQLDelete(query))
  }

  /// The record with a key; compound keys are given in the order of the key's columns.
  ///
  /// - Parameter schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Throws: ``DatabaseError`` with code `.invalidQuery` when the number of values is not the key's.
  public func find<Record: SQLDecodable>(
    _ type: Record.Type, _ key: any SQLValueConvertible..., inSchema schema: String? = nil
  ) async throws -> Record? {
    try await fetchOne(SQLFindByKey<Record>(key).inSchema(schema))
  }

  /// Whether a query would give any row.
  public func exists(_ query: some SQLFetchable) async throws -> Bool { try await fetchOne(query) != nil }

  /// Creates the table of a mapped type, with its indexes.
  ///
  /// - Parameter schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  public func createTable<Record: SQLMapped>(
    _ type: Record.Type, ifNotExists: Bool = false, inSchema schema: String? = nil
  ) async throws {
    try await run(SQLCreateTable(schema.map { Record.table.inSchema($0) } ?? Record.table, ifNotExists: ifNotExists))
  }
}
