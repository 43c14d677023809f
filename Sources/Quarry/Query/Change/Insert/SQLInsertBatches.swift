/// Splits many records into statements: rows of the same columns go together, as many as the limits allow.
@usableFromInline struct SQLInsertBatches {
  /// Appends the values of one of the records to a buffer; see ``BoundValues/appendInsert(of:into:stamps:like:)``.
  @usableFromInline typealias Append = (_ index: Int, BoundValues, _ expected: [Int]?) throws(DatabaseError) -> [Int]?

  /// More rows in one statement gain nothing.
  private static let rowLimit = 64

  private let table: SQLTable
  private let algorithm: SQLConflictAlgorithm?
  private let count: Int
  private let limits: EngineLimits
  private let append: Append

  @usableFromInline init(
    table: SQLTable, algorithm: SQLConflictAlgorithm?, count: Int, limits: EngineLimits, append: @escaping Append
  ) {
    self.table = table
    self.algorithm = algorithm
    self.count = count
    self.limits = limits
    self.append = append
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
    let positions = try append(index, bound, nil) ?? []
    var rows = 1
    let limit = rowLimit(positions)
    while rows < limit, index + rows < count, try append(index + rows, bound, positions) != nil { rows += 1 }
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
