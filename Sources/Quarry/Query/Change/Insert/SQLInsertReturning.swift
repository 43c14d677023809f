/// Inserts records and gives back what was stored.
///
/// On an engine without RETURNING each record is inserted and read again by its rowid or key, all in one savepoint. A
/// record that `OR IGNORE` passes over gives no row. The rows stand in the order of the records.
public struct SQLInsertReturning<Record: SQLEncodable, Row: Sendable>: SQLCommand {
  let insert: SQLInsert<Record>
  let returning: SQLReturning<Row>

  /// Renders the insert.
  public func machine(for context: SQLGenerationContext) throws(DatabaseError) -> SQLStepMachine<Row, [Row]> {
    try machine(for: context) { (state) throws(DatabaseError) in state.rows }
  }

  func machine<Output>(
    for context: SQLGenerationContext, result: @escaping (SQLStepState<Row>) throws(DatabaseError) -> Output
  ) throws(DatabaseError) -> SQLStepMachine<Row, Output> {
    if try context.isNative(.returning, for: "an insert into \"\(insert.table.name)\" that gives back rows") {
      return try nativeMachine(SQLStamps(insert.table, context), result)
    }
    return try SQLLoweredInsertReturning(
      insert: insert, returning: returning, stamps: SQLStamps(insert.table, context),
      identity: SQLInsertedRowIdentity(insert.table, context),
      check: SQLChangeGuard(
        table: insert.table, events: insert.algorithm == .replace ? [.insert, .delete] : [.insert],
        feature: .returning, purpose: "an insert into \"\(insert.table.name)\" that gives back rows",
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

/// Inserts one record and gives back what was stored.
public struct SQLInsertReturningOne<Record: SQLEncodable, Row: Sendable>: SQLCommand {
  let insert: SQLInsertReturning<Record, Row>

  /// Renders the insert.
  ///
  /// Its output fails with `.rowNotFound` when `OR IGNORE`, or a trigger, passed over the record.
  public func machine(for context: SQLGenerationContext) throws(DatabaseError) -> SQLStepMachine<Row, Row> {
    try insert.machine(for: context) { (state) throws(DatabaseError) in
      guard let row = state.rows.first else {
        throw DatabaseError(
          .rowNotFound,
          "nothing was inserted into \"\(insert.insert.table.name)\": a conflict algorithm or a trigger passed over the record"
        )
      }
      return row
    }
  }
}

/// Inserts one record and returns what was stored, or `nil` if nothing was inserted.
public struct SQLInsertReturningFirst<Record: SQLEncodable, Row: Sendable>: SQLCommand {
  let insert: SQLInsertReturning<Record, Row>

  /// Renders the insert.
  public func machine(for context: SQLGenerationContext) throws(DatabaseError) -> SQLStepMachine<Row, Row?> {
    try insert.machine(for: context) { (state) throws(DatabaseError) in state.rows.first }
  }
}

extension SQLInsert {
  /// Returns the same insert, returning values of each inserted row.
  public func returning<Row>(_ returning: SQLReturning<Row>) -> SQLInsertReturning<Record, Row> {
    SQLInsertReturning(insert: self, returning: returning)
  }

  /// Returns the same insert, returning one column of each inserted row.
  public func returning<Value: SQLValueConvertible>(
    _ column: SQLColumn<Value>
  ) -> SQLInsertReturning<Record, Value> {
    SQLInsertReturning(insert: self, returning: .column(column))
  }

  /// Returns the same insert, returning columns of each inserted row.
  public func returning<each Value: SQLValueConvertible>(
    _ columns: repeat SQLColumn<each Value>
  ) -> SQLInsertReturning<Record, (repeat each Value)> {
    SQLInsertReturning(insert: self, returning: .columns(repeat each columns))
  }
}

extension SQLInsert where Record: SQLDecodable {
  /// Returns the same insert, returning the stored records, with assigned keys and defaults.
  public func returningRecords() -> SQLInsertReturning<Record, Record> { returning(.records) }

  /// Returns the same insert of one record, returning the stored record, with its assigned key and defaults.
  public func returningRecord() -> SQLInsertReturningOne<Record, Record> {
    SQLInsertReturningOne(insert: returning(.records))
  }

  /// Returns the same insert of one record. Its output is the stored record, or `nil` if a conflict algorithm or a
  /// trigger ignored it.
  public func returningRecordIfInserted() -> SQLInsertReturningFirst<Record, Record> {
    SQLInsertReturningFirst(insert: returning(.records))
  }
}
