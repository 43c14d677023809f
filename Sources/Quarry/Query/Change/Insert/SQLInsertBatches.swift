/// Splits many records into statements: rows of the same columns go together, as many as the limits allow.
@usableFromInline struct SQLInsertBatches {
  /// Appends the values of a record to a buffer, and returns the positions of the columns that get a value.
  @usableFromInline typealias First = (_ index: Int, BoundValues) throws(DatabaseError) -> [Int]
  /// Appends the values of records to a buffer, up to one that has other columns, and returns their number.
  @usableFromInline typealias Others = (Range<Int>, BoundValues, _ positions: [Int]) throws(DatabaseError) -> Int

  /// More rows in one statement gain nothing.
  private static let rowLimit = 64

  private let table: SQLTable
  private let algorithm: SQLConflictAlgorithm?
  private let count: Int
  private let limits: EngineLimits
  private let first: First
  private let others: Others

  @usableFromInline init(
    table: SQLTable, algorithm: SQLConflictAlgorithm?, count: Int, limits: EngineLimits, first: @escaping First,
    others: @escaping Others
  ) {
    self.table = table
    self.algorithm = algorithm
    self.count = count
    self.limits = limits
    self.first = first
    self.others = others
  }

  /// The machine of an insert of one record.
  @usableFromInline static func machine(for statement: SQLFragment) -> SQLStepMachine<Never, SQLChangeResult> {
    SQLStepMachine(isAtomicGroup: false, first: SQLStep(statement, changesRows: true)) { state in state.result }
  }

  @usableFromInline func machine() throws(DatabaseError) -> SQLStepMachine<Never, SQLChangeResult> {
    var index = 0
    var buffer: BoundValues?
    let source: SQLStep<Never>.Source = { (_) throws(DatabaseError) -> SQLStep<Never>? in
      try step(from: &index, BoundValues.emptied(&buffer))
    }
    let first = try step(from: &index, BoundValues.emptied(&buffer))
    return SQLStepMachine(isAtomicGroup: index < count, first: first, source: source) { state in state.result }
  }

  /// The statement for the records from an index on.
  private func step(from index: inout Int, _ bound: BoundValues) throws(DatabaseError) -> SQLStep<Never>? {
    guard index < count else { return nil }
    let positions = try first(index, bound)
    let end = min(index + rowLimit(positions), count)
    let rows = try 1 + others(index + 1..<end, bound, positions)
    index += rows
    return SQLStep(table.insert(positions, bound, rows: rows, algorithm), changesRows: true)
  }

  private func rowLimit(_ positions: [Int]) -> Int {
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
