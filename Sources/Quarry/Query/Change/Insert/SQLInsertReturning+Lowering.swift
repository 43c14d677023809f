/// Finds a row again that was just inserted.
struct SQLInsertedRowIdentity {
  /// The quoted columns to compare.
  let columns: [String]
  /// The positions of the key columns of a table without rowid, or `nil` if the rowid identifies the row.
  let keyPositions: [Int]?

  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if nothing in the table identifies a row.
  init(_ table: SQLTable, _ context: SQLGenerationContext) throws(DatabaseError) {
    guard let identity = table.identity else {
      throw context.unsupported(
        .returning, for: "an insert into \"\(table.name)\" that returns rows",
        because: "it has no rowid and no primary key to read the row again by")
    }
    columns = identity
    keyPositions =
      table.kind == .withoutRowID ? table.primaryKeyColumns.compactMap { table.position(of: $0) } : nil
  }

  /// The condition for a row that an insert wrote.
  func condition(_ row: SQLInsertRow, rowID: Int64) -> SQLFragment? {
    guard let keyPositions else { return SQLTable.condition(identity: columns, is: [.integer(rowID)]) }
    var values: [SQLValue] = []
    for position in keyPositions {
      guard let index = row.positions.firstIndex(of: position) else { return nil }
      values.append(row.values[index])
    }
    return SQLTable.condition(identity: columns, is: values)
  }
}

/// Insert, then read again by rowid or key: the equivalent of RETURNING.
struct SQLLoweredInsertReturning<Record: SQLEncodable, Row: Sendable> {
  let insert: SQLInsert<Record>
  let returning: SQLReturning<Row>
  let stamps: SQLStamps
  let identity: SQLInsertedRowIdentity
  let check: SQLChangeGuard

  func machine<Output>(
    _ result: @escaping (SQLStepState<Row>) throws(DatabaseError) -> Output
  ) throws(DatabaseError) -> SQLStepMachine<Row, Output> {
    let count = insert.records.count
    guard count > 0 else { return SQLStepMachine(isAtomicGroup: false, first: nil, result: result) }
    // The first record is rendered now, so that its errors come before anything is sent.
    let first = try step(0)
    var index = 1
    let source: SQLStep<Row>.Source = { (_) throws(DatabaseError) -> SQLStep<Row>? in
      guard index < count else { return nil }
      defer { index += 1 }
      return try step(index)
    }
    return SQLStepMachine(
      isAtomicGroup: true, first: check.step { (state, _) throws(DatabaseError) in state.add(first) },
      source: source, result: result)
  }

  private func step(_ index: Int) throws(DatabaseError) -> SQLStep<Row> {
    let row = SQLInsertRow(stamps.fill(try insert.records.columnValues(index)), of: insert.table)
    guard identity.condition(row, rowID: 0) != nil else {
      throw check.refusal("a key column has no value, so the row couldn't be read again")
    }
    let statement = try insert.statement(row.positions, row.values, 1)
    return SQLStep(
      statement, changesRows: true,
      finish: { (state, result) throws(DatabaseError) in
        guard result.affectedRows > 0, let condition = identity.condition(row, rowID: result.lastInsertedRowID)
        else { return }
        let expected = state.rows.count + 1
        state.add(
          returning.readStep(insert.table, where: condition) { (count) throws(DatabaseError) in
            guard count == expected else { throw check.refusal("the inserted row couldn't be read again") }
          })
      })
  }
}

extension SQLReturning {
  /// Reads the columns of the rows that meet a condition.
  ///
  /// - Parameter check: Gets the number of rows in all.
  func readStep(
    _ table: SQLTable, where condition: SQLFragment?, prefix: SQLFragment? = nil,
    check: @escaping (Int) throws(DatabaseError) -> Void
  ) -> SQLStep<Row> {
    var query = prefix ?? SQLFragment(raw: "")
    query.append(raw: "SELECT ")
    query.append(columns)
    query.append(raw: " FROM \(table.target)")
    if let condition {
      query.append(raw: " WHERE ")
      query.append(condition)
    }
    let decode = decode
    return SQLStep(
      query, receive: { state, row in state.rows.append(try decode(&row)) },
      finish: { (state, _) throws(DatabaseError) in try check(state.rows.count) })
  }
}
