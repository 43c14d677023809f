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
  /// The records.
  let records: SQLRecordList<Record>
  /// The action if a record breaks a constraint.
  let algorithm: SQLConflictAlgorithm?
  /// The schema of the table. If `nil`, the one that the record's type names.
  var schema: String?

  /// Creates an insert of one record.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - algorithm: The action if the record breaks a constraint. If `nil`, the insert fails.
  public init(_ record: Record, or algorithm: SQLConflictAlgorithm? = nil) {
    records = .one(record)
    self.algorithm = algorithm
  }

  /// Creates an insert of any number of records, together or not at all.
  ///
  /// - Parameters:
  ///   - records: The records.
  ///   - algorithm: The action if a record breaks a constraint. If `nil`, the insert fails.
  public init(_ records: [Record], or algorithm: SQLConflictAlgorithm? = nil) {
    self.records = .many(records)
    self.algorithm = algorithm
  }

  /// Renders the insert.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if the engine lacks a needed feature,
  ///   `.invalidQuery` if the command isn't valid, or `.valueOutOfRange` if a value can't be stored.
  public func machine(
    for context: SQLGenerationContext
  ) throws(DatabaseError) -> SQLStepMachine<Never, SQLChangeResult> {
    switch records {
    case .one(let record):
      return SQLStepMachine(
        isAtomicGroup: false,
        first: SQLStep(try statement(of: record, context, BoundValues()), changesRows: true)
      ) { state in state.result }
    case .many, .drafts:
      return try SQLInsertBatches(
        insert: self, records: records, stamps: SQLStamps(table, context), limits: context.capabilities.limits
      ).machine()
    }
  }

  /// Renders the insert of one record.
  ///
  /// - Throws: ``DatabaseError`` as ``machine(for:)``.
  public func singleStatement(
    for context: SQLGenerationContext, reusing buffer: inout BoundValues?
  ) throws(DatabaseError) -> SingleStatement<SQLChangeResult>? {
    guard case .one(let record) = records else { return nil }
    return SingleStatement(try statement(of: record, context, BoundValues.emptied(&buffer))) { result in
      SQLChangeResult(affectedRows: result.affectedRows, lastInsertedRowID: result.lastInsertedRowID)
    }
  }

  /// One statement for rows of one shape.
  func statement(
    _ positions: [Int], _ values: [SQLValue], _ rows: Int, returning: Bool = false
  ) throws(DatabaseError) -> SQLFragment {
    let key = SQLStatementTexts.Key(
      kind: .insert, positions: positions, rows: rows, algorithm: algorithm, isReturning: returning)
    return SQLFragment(raw: table.insertText(key), values: values)
  }

  /// One statement for rows whose values are in a buffer.
  func statement(_ positions: [Int], _ bound: BoundValues, rows: Int) -> SQLFragment {
    let key = SQLStatementTexts.Key(kind: .insert, positions: positions, rows: rows, algorithm: algorithm)
    return SQLFragment(raw: table.insertText(key), bound: bound)
  }

  /// The statement for one record.
  ///
  /// - Parameter bound: An empty buffer for the values.
  private func statement(
    of record: Record, _ context: SQLGenerationContext, _ bound: BoundValues
  ) throws(DatabaseError) -> SQLFragment {
    let table = table
    let positions = try bound.appendInsert(
      of: record.encode, into: table, stamps: SQLStamps(table, context), like: nil)
    return statement(positions ?? [], bound, rows: 1)
  }
}

/// One record or several; one is kept out of an array.
enum SQLRecordList<Record: SQLEncodable>: Sendable {
  case one(Record)
  case many([Record])
  case drafts(count: Int, _ encode: @Sendable (Int, inout SQLRowWriter<Record>) -> Void)

  var count: Int {
    switch self {
    case .one: 1
    case .many(let records): records.count
    case .drafts(let count, _): count
    }
  }

  /// Writes the value of each column of one of the records.
  func encode(_ index: Int, to row: inout SQLRowWriter<Record>) {
    switch self {
    case .one(let record): record.encode(to: &row)
    case .many(let records): records[index].encode(to: &row)
    case .drafts(_, let encode): encode(index, &row)
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

/// Splits many records into statements: rows of the same columns go together, as many as the limits allow.
struct SQLInsertBatches<Record: SQLEncodable> {
  /// More rows in one statement gain nothing.
  private static var rowLimit: Int { 64 }

  let insert: SQLInsert<Record>
  let records: SQLRecordList<Record>
  let stamps: SQLStamps
  let limits: EngineLimits

  func machine() throws(DatabaseError) -> SQLStepMachine<Never, SQLChangeResult> {
    var index = 0
    var buffer: BoundValues?
    let source: SQLStep<Never>.Source = { (_) throws(DatabaseError) -> SQLStep<Never>? in
      try step(from: &index, BoundValues.emptied(&buffer))
    }
    let first = try step(from: &index, BoundValues.emptied(&buffer))
    return SQLStepMachine(isAtomicGroup: index < records.count, first: first, source: source) { state in state.result }
  }

  /// The statement for the records from an index on.
  private func step(from index: inout Int, _ bound: BoundValues) throws(DatabaseError) -> SQLStep<Never>? {
    guard index < records.count else { return nil }
    let table = insert.table
    let positions = try append(index, to: bound, table, like: nil) ?? []
    var rows = 1
    let limit = rowLimit(positions, table)
    while rows < limit, index + rows < records.count,
      try append(index + rows, to: bound, table, like: positions) != nil
    {
      rows += 1
    }
    index += rows
    return SQLStep(insert.statement(positions, bound, rows: rows), changesRows: true)
  }

  private func append(
    _ index: Int, to bound: BoundValues, _ table: SQLTable, like expected: [Int]?
  ) throws(DatabaseError) -> [Int]? {
    try bound.appendInsert(
      of: { (row: inout SQLRowWriter<Record>) in records.encode(index, to: &row) }, into: table, stamps: stamps,
      like: expected)
  }

  private func rowLimit(_ positions: [Int], _ table: SQLTable) -> Int {
    if positions.isEmpty { return 1 }
    let namesBytes = positions.reduce(table.target.utf8.count) { $0 + table.columns[$1].name.utf8.count * 2 + 4 }
    let bytes = limits.sqlBytes - namesBytes - 64
    return max(
      1,
      min(
        Self.rowLimit, limits.parameters / positions.count, limits.compoundSelectTerms,
        bytes / (positions.count * 3 + 4)))
  }
}
