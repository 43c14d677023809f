extension DatabaseBatch {
  /// Adds a command: an insert, update, delete, upsert or a change of the schema.
  ///
  /// - Returns: The ticket of the command's output.
  @discardableResult
  public mutating func run<Command: SQLCommand>(_ command: Command) -> Ticket<Command.Output> {
    add(BatchEntry(command))
  }

  /// Adds one statement of SQL text, whose rows are ignored. Interpolated values are bound, never inserted into the
  /// text.
  ///
  /// - Returns: The ticket of the statement's result.
  @discardableResult
  public mutating func execute(_ fragment: SQLFragment) -> Ticket<StatementResult> {
    add(BatchEntry(isReadOnly: false, { (_) throws(DatabaseError) in fragment }, { $0.result }))
  }

  /// Adds the insert of a record.
  ///
  /// - Parameters:
  ///   - record: The record. The engine assigns an integer key of 0 or `nil`.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: The ticket of the stored record, with its assigned key and its defaults. Reading it fails with
  ///   `.rowNotFound` if a trigger ignored the record.
  @discardableResult
  public mutating func insert<Record: SQLCodable>(_ record: Record, inSchema schema: String? = nil) -> Ticket<Record> {
    add(BatchEntry(SQLInsert(record).inSchema(schema).returningRecord(), unwanted: SQLInsert(record).inSchema(schema)))
  }

  /// Adds the insert of a record with a conflict algorithm.
  ///
  /// - Parameters:
  ///   - record: The record. The engine assigns an integer key of 0 or `nil`.
  ///   - algorithm: What happens if the record breaks a constraint.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: The ticket of the stored record; its result is `nil` if `.ignore`, or a trigger, ignored the record.
  @discardableResult
  public mutating func insert<Record: SQLCodable>(
    _ record: Record, or algorithm: SQLConflictAlgorithm, inSchema schema: String? = nil
  ) -> Ticket<
    Record?
  > {
    let insert = SQLInsert(record, or: algorithm).inSchema(schema)
    return add(BatchEntry(insert.returningRecordIfInserted(), unwanted: insert))
  }

  /// Adds the insert of a record type that can't be read.
  ///
  /// - Parameters:
  ///   - record: The record. The engine assigns an integer key of 0 or `nil`.
  ///   - algorithm: What happens if the record breaks a constraint; `nil` fails.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: The ticket of the insert's result.
  @discardableResult
  public mutating func insert<Record: SQLEncodable>(
    _ record: Record, or algorithm: SQLConflictAlgorithm? = nil, inSchema schema: String? = nil
  ) -> Ticket<SQLChangeResult> {
    run(SQLInsert(record, or: algorithm).inSchema(schema))
  }

  /// Adds the insert of several records, with as few statements as the engine's limits allow.
  ///
  /// - Parameters:
  ///   - records: The records.
  ///   - algorithm: What happens if a record breaks a constraint; `nil` fails.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: The ticket of the sum of the changes.
  @discardableResult
  public mutating func insert<Record: SQLEncodable>(
    _ records: [Record], or algorithm: SQLConflictAlgorithm? = nil, inSchema schema: String? = nil
  ) -> Ticket<SQLChangeResult> {
    run(SQLInsert(records, or: algorithm).inSchema(schema))
  }

  /// Adds the update of all columns of the row that has a record's primary key.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: The ticket of the number of changed rows: 0 if no row has the key.
  @discardableResult
  public mutating func update<Record: SQLEncodable>(_ record: Record, inSchema schema: String? = nil) -> Ticket<
    SQLChangeResult
  > {
    run(SQLUpdateRecord(record).inSchema(schema))
  }

  /// Adds the update of the rows of a query.
  ///
  /// - Parameters:
  ///   - query: The rows to update.
  ///   - set: Makes the assignments. It runs immediately.
  /// - Returns: The ticket of the number of changed rows.
  @discardableResult
  public mutating func update<Record: SQLDecodable>(
    _ query: SQLQuery<Record>, set: (inout SQLAssignments<Record>) -> Void
  ) -> Ticket<SQLChangeResult> {
    run(SQLUpdate(query, set: set))
  }

  /// Adds the insert of a record, or the update of the row that has its primary key.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: The ticket of the number of inserted and updated rows.
  @discardableResult
  public mutating func upsert<Record: SQLEncodable>(_ record: Record, inSchema schema: String? = nil) -> Ticket<
    SQLChangeResult
  > {
    run(SQLUpsert(record).inSchema(schema))
  }

  /// Adds the deletion of the row that has a record's primary key.
  ///
  /// - Parameters:
  ///   - record: The record. Only its key is used.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  /// - Returns: The ticket of the number of deleted rows.
  @discardableResult
  public mutating func delete<Record: SQLEncodable>(_ record: Record, inSchema schema: String? = nil) -> Ticket<
    SQLChangeResult
  > {
    run(SQLDeleteRecords(record).inSchema(schema))
  }

  /// Adds the deletion of the rows of a query.
  ///
  /// - Returns: The ticket of the number of deleted rows.
  @discardableResult
  public mutating func delete<Record: SQLDecodable>(_ query: SQLQuery<Record>) -> Ticket<SQLChangeResult> {
    run(SQLDelete(query))
  }

  /// Adds the creation of the table of a mapped type, with its indexes.
  ///
  /// - Parameters:
  ///   - type: The mapped type.
  ///   - ifNotExists: Whether an existing table with the name is kept unchanged. Otherwise it is an error.
  ///   - schema: The schema of the table, such as that of an attached database; `nil` for that of the type.
  public mutating func createTable<Record: SQLMapped>(
    _ type: Record.Type, ifNotExists: Bool = false, inSchema schema: String? = nil
  ) {
    run(SQLCreateTable(schema.map { Record.table.inSchema($0) } ?? Record.table, ifNotExists: ifNotExists))
  }
}
