/// Inserts records and returns the stored values.
///
/// On an engine without RETURNING, each record is inserted and then read by its rowid or key, in one savepoint. A
/// record that `OR IGNORE` skips returns no row. The rows have the order of the records.
public struct SQLInsertReturning<Record: SQLEncodable, Row: Sendable>: SQLCommand {
  let insert: SQLInsert<Record>
  let returning: SQLReturning<Row>

  /// Renders the insert.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature,
  ///   `.invalidQuery` if the command isn't valid, or `.valueOutOfRange` if a value can't be stored.
  public func machine(for context: SQLGenerationContext) throws(DatabaseError) -> SQLStepMachine<Row, [Row]> {
    try machine(for: context) { (state) throws(DatabaseError) in state.rows }
  }

  func machine<Output>(
    for context: SQLGenerationContext, result: @escaping (SQLStepState<Row>) throws(DatabaseError) -> Output
  ) throws(DatabaseError) -> SQLStepMachine<Row, Output> {
    if try context.isNative(.returning, for: "an insert into \"\(insert.table.name)\" that returns rows") {
      return try nativeMachine(SQLStamps(insert.table, context), result)
    }
    return try SQLLoweredInsertReturning(
      insert: insert, returning: returning, stamps: SQLStamps(insert.table, context),
      identity: SQLInsertedRowIdentity(insert.table, context),
      check: SQLChangeGuard(
        table: insert.table, events: insert.algorithm == .replace ? [.insert, .delete] : [.insert],
        feature: .returning, purpose: "an insert into \"\(insert.table.name)\" that returns rows",
        context: context)
    ).machine(result)
  }

  /// One statement for each record, because SQLite does not promise the order of rows of one statement.
  private func nativeMachine<Output>(
    _ stamps: SQLStamps, _ result: @escaping (SQLStepState<Row>) throws(DatabaseError) -> Output
  ) throws(DatabaseError) -> SQLStepMachine<Row, Output> {
    let count = insert.records.count
    guard count > 0 else { return SQLStepMachine(isAtomicGroup: false, first: nil, result: result) }
    let first = try nativeStep(0, stamps)
    guard count > 1 else { return SQLStepMachine(isAtomicGroup: false, first: first, result: result) }
    var index = 1
    let source: SQLStep<Row>.Source = { (_) throws(DatabaseError) -> SQLStep<Row>? in
      guard index < count else { return nil }
      defer { index += 1 }
      return try nativeStep(index, stamps)
    }
    return SQLStepMachine(isAtomicGroup: true, first: first, source: source, result: result)
  }

  private func nativeStep(_ index: Int, _ stamps: SQLStamps) throws(DatabaseError) -> SQLStep<Row> {
    let row = SQLInsertRow(stamps.fill(try insert.records.columnValues(index)), of: insert.table)
    var statement = try insert.statement(row.positions, row.values, 1, returning: returning.isWholeRecord)
    if !returning.isWholeRecord {
      statement.append(raw: " RETURNING ")
      statement.append(returning.columns)
    }
    let decode = returning.decode
    return SQLStep(statement, changesRows: true, receive: { state, row in state.rows.append(try decode(&row)) })
  }
}

/// Inserts one record and returns the stored values.
public struct SQLInsertReturningOne<Record: SQLEncodable, Row: Sendable>: SQLCommand {
  let insert: SQLInsertReturning<Record, Row>

  /// Renders the insert.
  ///
  /// The output throws `.rowNotFound` if `OR IGNORE` or a trigger skipped the record.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature,
  ///   `.invalidQuery` if the command isn't valid, or `.valueOutOfRange` if a value can't be stored.
  public func machine(for context: SQLGenerationContext) throws(DatabaseError) -> SQLStepMachine<Row, Row> {
    try insert.machine(for: context) { (state) throws(DatabaseError) in
      guard let row = state.rows.first else {
        throw DatabaseError(
          .rowNotFound,
          "nothing was inserted into \"\(insert.insert.table.name)\": a conflict algorithm or a trigger skipped the record"
        )
      }
      return row
    }
  }
}

/// Inserts one record and returns the stored values, or `nil` if nothing was inserted.
public struct SQLInsertReturningFirst<Record: SQLEncodable, Row: Sendable>: SQLCommand {
  let insert: SQLInsertReturning<Record, Row>

  /// Renders the insert.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature,
  ///   `.invalidQuery` if the command isn't valid, or `.valueOutOfRange` if a value can't be stored.
  public func machine(for context: SQLGenerationContext) throws(DatabaseError) -> SQLStepMachine<Row, Row?> {
    try insert.machine(for: context) { (state) throws(DatabaseError) in state.rows.first }
  }
}

extension SQLInsert {
  /// Returns the same insert, which also returns values of each inserted row.
  public func returning<Row>(_ returning: SQLReturning<Row>) -> SQLInsertReturning<Record, Row> {
    SQLInsertReturning(insert: self, returning: returning)
  }

  /// Returns the same insert, which also returns one column of each inserted row.
  public func returning<Value: SQLValueConvertible>(
    _ column: SQLColumn<Value>
  ) -> SQLInsertReturning<Record, Value> {
    SQLInsertReturning(insert: self, returning: .column(column))
  }

  /// Returns the same insert, which also returns columns of each inserted row.
  public func returning<each Value: SQLValueConvertible>(
    _ columns: repeat SQLColumn<each Value>
  ) -> SQLInsertReturning<Record, (repeat each Value)> {
    SQLInsertReturning(insert: self, returning: .columns(repeat each columns))
  }
}

extension SQLInsert where Record: SQLDecodable {
  /// Returns the same insert, which also returns the stored records, with assigned keys and defaults.
  public func returningRecords() -> SQLInsertReturning<Record, Record> { returning(.records) }

  /// Returns the same insert of one record, which also returns the stored record, with its assigned key and defaults.
  public func returningRecord() -> SQLInsertReturningOne<Record, Record> {
    SQLInsertReturningOne(insert: returning(.records))
  }

  /// Returns the same insert of one record, which also returns the stored record. The output is `nil` if a conflict
  /// algorithm or a trigger skipped the record.
  public func returningRecordIfInserted() -> SQLInsertReturningFirst<Record, Record> {
    SQLInsertReturningFirst(insert: returning(.records))
  }
}
