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
    case .one:
      let row = SQLInsertRow(try SQLStamps(table, context).fill(records.columnValues(0)), of: table)
      return SQLStepMachine(
        isAtomicGroup: false, first: SQLStep(try statement(row.positions, row.values, 1), changesRows: true)
      ) { state in state.result }
    case .many, .drafts:
      return try SQLInsertBatches(
        insert: self, records: records, stamps: SQLStamps(table, context), limits: context.capabilities.limits
      ).machine()
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
}

/// One record or several; one is kept out of an array.
enum SQLRecordList<Record: SQLEncodable>: Sendable {
  case one(Record)
  case many([Record])
  case drafts(count: Int, _ columnValues: @Sendable (Int) throws(DatabaseError) -> [SQLValue?])

  var count: Int {
    switch self {
    case .one: 1
    case .many(let records): records.count
    case .drafts(let count, _): count
    }
  }

  /// The value of each column of one of the records, `nil` where it gives none.
  func columnValues(_ index: Int) throws(DatabaseError) -> [SQLValue?] {
    switch self {
    case .one(let record): try record.columnValues()
    case .many(let records): try records[index].columnValues()
    case .drafts(_, let columnValues): try columnValues(index)
    }
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
    let source: SQLStep<Never>.Source = { (_) throws(DatabaseError) -> SQLStep<Never>? in
      try step(from: &index)
    }
    let first = try step(from: &index)
    return SQLStepMachine(isAtomicGroup: index < records.count, first: first, source: source) { state in state.result }
  }

  /// The statement for the records from an index on.
  private func step(from index: inout Int) throws(DatabaseError) -> SQLStep<Never>? {
    guard index < records.count else { return nil }
    let table = insert.table
    let row = SQLInsertRow(stamps.fill(try records.columnValues(index)), of: table)
    var values = row.values
    var rows = 1
    let limit = rowLimit(row.positions, table)
    values.reserveCapacity(values.count * min(limit, records.count - index))
    while rows < limit, index + rows < records.count {
      let following = SQLInsertRow(stamps.fill(try records.columnValues(index + rows)), of: table)
      guard following.positions == row.positions else { break }
      values += following.values
      rows += 1
    }
    index += rows
    return SQLStep(try insert.statement(row.positions, values, rows), changesRows: true)
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
