/// Inserts records.
///
/// ```swift
/// try context.run(SQLInsert(artist))                                  // counts
/// let stored = try context.run(SQLInsert(artist).returningRecord())   // with key and defaults
/// try context.run(SQLInsert(artists, or: .ignore))
/// ```
///
/// A column for which the record has no value gets its default. Generated columns are never written. NULL is written
/// only if the record contains it. If an integer key is 0 or NULL, the engine assigns it. Many records are split into
/// statements that fit the engine's limits, and are inserted together or not at all.
///
/// Source: <https://sqlite.org/lang_insert.html>.
public struct SQLInsert<Record: SQLEncodable>: SQLCommand {
  // What every row needs is compiled in the caller's module, where the type of the record is known.

  /// The records.
  @usableFromInline let records: SQLRecordList<Record>
  /// The action if a record breaks a constraint.
  @usableFromInline let algorithm: SQLConflictAlgorithm?
  /// The schema of the table. If `nil`, the one that the record's type names.
  @usableFromInline var schema: String?

  /// Creates an insert of one record.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - algorithm: The action if the record breaks a constraint. If `nil`, the insert fails.
  @inlinable public init(_ record: Record, or algorithm: SQLConflictAlgorithm? = nil) {
    records = .one(record)
    self.algorithm = algorithm
  }

  /// Creates an insert of any number of records, together or not at all.
  ///
  /// - Parameters:
  ///   - records: The records.
  ///   - algorithm: The action if a record breaks a constraint. If `nil`, the insert fails.
  @inlinable public init(_ records: [Record], or algorithm: SQLConflictAlgorithm? = nil) {
    self.records = .many(records)
    self.algorithm = algorithm
  }

  /// The table into which the records go.
  @inlinable var table: SQLTable {
    if let schema { Record.table.inSchema(schema) } else { Record.table }
  }

  /// Renders the insert.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature,
  ///   `.invalidQuery` if the command isn't valid, or `.valueOutOfRange` if a value can't be stored.
  @inlinable public func machine(
    for context: SQLGenerationContext
  ) throws(DatabaseError) -> SQLStepMachine<Never, SQLChangeResult> {
    if case .one = records { return SQLInsertBatches.machine(for: try statementOfOne(context, BoundValues())) }
    let (records, table) = (records, table)
    let stamps = try SQLStamps(table, context)
    return try SQLInsertBatches(
      table: table, algorithm: algorithm, count: records.count, limits: context.capabilities.limits
    ) { index, bound throws(DatabaseError) in
      try bound.appendInsert(
        of: { (row: inout SQLRowWriter<Record>) in records.encode(index, to: &row) }, into: table, stamps: stamps)
    } others: { rows, bound, positions throws(DatabaseError) in
      try records.append(rows, to: bound, into: table, stamps: stamps, like: positions)
    }.machine()
  }

  /// Renders the insert of one record.
  ///
  /// - Throws: ``DatabaseError`` as ``machine(for:)``.
  @inlinable public func singleStatement(
    for context: SQLGenerationContext, reusing buffer: inout BoundValues?
  ) throws(DatabaseError) -> SingleStatement<SQLChangeResult>? {
    guard case .one = records else { return nil }
    return SingleStatement(try statementOfOne(context, BoundValues.emptied(&buffer))) { result in
      SQLChangeResult(affectedRows: result.affectedRows, lastInsertedRowID: result.lastInsertedRowID)
    }
  }

  /// The statement for one record.
  ///
  /// - Parameter bound: An empty buffer for the values.
  @inlinable func statementOfOne(
    _ context: SQLGenerationContext, _ bound: BoundValues
  ) throws(DatabaseError) -> SQLFragment {
    let table = table
    let positions = try bound.appendInsert(
      of: { (row: inout SQLRowWriter<Record>) in records.encode(0, to: &row) }, into: table,
      stamps: SQLStamps(table, context))
    return table.insert(positions, bound, rows: 1, algorithm)
  }

  /// One statement for rows of one shape.
  func statement(
    _ positions: [Int], _ values: [SQLValue], _ rows: Int, returning: Bool = false
  ) throws(DatabaseError) -> SQLFragment {
    let key = SQLStatementTexts.Key(
      kind: .insert, positions: positions, rows: rows, algorithm: algorithm, isReturning: returning)
    return SQLFragment(raw: table.insertText(key), values: values)
  }
}

extension SQLTable {
  /// One statement for rows whose values are in a buffer.
  @usableFromInline func insert(
    _ positions: [Int], _ bound: BoundValues, rows: Int, _ algorithm: SQLConflictAlgorithm?
  ) -> SQLFragment {
    if rows == 1, algorithm == nil {
      // Columns are never given twice, so that as many as the table has are all of them.
      if positions.count == columns.count { return SQLFragment(raw: facts.insertOfAll, bound: bound) }
      if positions == facts.positionsWithoutRowID { return SQLFragment(raw: facts.insertWithoutRowID, bound: bound) }
    }
    let key = SQLStatementTexts.Key(kind: .insert, positions: positions, rows: rows, algorithm: algorithm)
    return SQLFragment(raw: insertText(key), bound: bound)
  }
}

/// One record or several; one is kept out of an array.
@usableFromInline enum SQLRecordList<Record: SQLEncodable>: Sendable {
  case one(Record)
  case many([Record])
  case drafts(count: Int, _ encode: @Sendable (Int, inout SQLRowWriter<Record>) -> Void)

  @inlinable var count: Int {
    switch self {
    case .one: 1
    case .many(let records): records.count
    case .drafts(let count, _): count
    }
  }

  /// Writes the value of each column of one of the records.
  @inlinable func encode(_ index: Int, to row: inout SQLRowWriter<Record>) {
    switch self {
    case .one(let record): record.encode(to: &row)
    case .many(let records): records[index].encode(to: &row)
    case .drafts(_, let encode): encode(index, &row)
    }
  }

  /// Appends the values of records to a buffer; see ``BoundValues/appendInserts(_:_:into:stamps:like:)``.
  @inlinable func append(
    _ rows: Range<Int>, to bound: BoundValues, into table: SQLTable, stamps: SQLStamps, like positions: [Int]
  ) throws(DatabaseError) -> Int {
    guard case .many(let records) = self else {
      return try bound.appendInserts(
        rows, { (index, row: inout SQLRowWriter<Record>) in encode(index, to: &row) }, into: table, stamps: stamps,
        like: positions)
    }
    return try records.withUnsafeBufferPointer { records throws(DatabaseError) in
      try bound.appendInserts(
        rows, { (index, row: inout SQLRowWriter<Record>) in records[index].encode(to: &row) }, into: table,
        stamps: stamps, like: positions)
    }
  }

  /// The value of each column of one of the records, `nil` where it gives none.
  func columnValues(_ index: Int) throws(DatabaseError) -> [SQLValue?] {
    var writer = SQLRowWriter<Record>()
    encode(index, to: &writer)
    if let error = writer.error { throw error }
    return writer.values
  }
}
