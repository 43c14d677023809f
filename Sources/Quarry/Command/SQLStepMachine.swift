/// The machine of Quarry's own commands: a list of steps. Each step is one statement and can add further steps,
/// depending on what it found.
///
/// A command that is one statement on its engine is one step.
public struct SQLStepMachine<Row: Sendable, Output: Sendable>: SQLCommandMachine {
  /// Whether the steps must be applied together or not at all.
  public let isAtomicGroup: Bool

  private let state = SQLStepState<Row>()
  private var current: SQLStep<Row>?
  private var first: SQLStep<Row>?
  private let source: SQLStep<Row>.Source?
  private let result: (SQLStepState<Row>) throws(DatabaseError) -> Output

  /// Creates a machine.
  ///
  /// - Parameters:
  ///   - isAtomicGroup: Whether the steps must be applied together or not at all.
  ///   - first: The first step, if it is known.
  ///   - source: Makes further steps on demand, once no added step is left.
  ///   - result: Makes the output of the complete command.
  init(
    isAtomicGroup: Bool, first: SQLStep<Row>?, source: SQLStep<Row>.Source? = nil,
    result: @escaping (SQLStepState<Row>) throws(DatabaseError) -> Output
  ) {
    self.isAtomicGroup = isAtomicGroup
    self.first = first
    self.source = source
    self.result = result
  }

  /// Returns the next statement, or `nil` if the command is complete.
  ///
  /// - Throws: ``DatabaseError`` with code `.valueOutOfRange` if a value can't be stored, or the error of a step.
  public mutating func next() throws(DatabaseError) -> SQLFragment? {
    while let step = try nextStep() {
      guard let statement = step.statement else {
        try step.finish?(state, StatementResult(affectedRows: 0, lastInsertedRowID: 0))
        continue
      }
      current = step
      try Self.validate(statement)
      return statement
    }
    current = nil
    return nil
  }

  /// Returns all statements if no step uses a result or decides what comes next; otherwise `nil`.
  ///
  /// - Throws: ``DatabaseError`` with code `.valueOutOfRange` if a value can't be stored, or the error of a step.
  public mutating func independentStatements() throws(DatabaseError) -> [SQLFragment]? {
    var statements: [SQLFragment] = []
    var steps: [SQLStep<Row>] = []
    defer { state.putBack(steps) }
    while let step = try nextStep() {
      steps.append(step)
      guard let statement = step.statement, step.finish == nil else { return nil }
      try Self.validate(statement)
      statements.append(statement.listingValues)
    }
    return statements
  }

  private static func validate(_ statement: SQLFragment) throws(DatabaseError) {
    if let error = statement.conversionError {
      throw DatabaseError(
        .valueOutOfRange, "a value of the statement can't be stored: \(error)", sql: statement.sql, underlying: error)
    }
  }

  private mutating func nextStep() throws(DatabaseError) -> SQLStep<Row>? {
    if let step = first {
      first = nil
      return step
    }
    if let step = state.takeNext() { return step }
    return try source?(state)
  }

  /// Takes one row of the running statement.
  ///
  /// - Throws: ``DatabaseError`` with code `.decoding`, `.unexpectedNull` or `.unknownColumn` if the row can't be read.
  public mutating func receive(_ row: inout SQLRowDecoder) throws {
    try current?.receive?(state, &row)
  }

  /// Takes the result of the statement that has finished.
  ///
  /// - Throws: ``DatabaseError`` if the step doesn't accept the result.
  public mutating func finish(_ result: StatementResult) throws(DatabaseError) {
    guard let step = current else { return }
    if step.changesRows {
      state.result.affectedRows += result.affectedRows
      state.result.lastInsertedRowID = result.lastInsertedRowID
    }
    try step.finish?(state, result)
  }

  /// Returns the output of the complete command.
  ///
  /// - Throws: ``DatabaseError`` if the steps didn't have the expected effect.
  public func output() throws(DatabaseError) -> Output { try result(state) }
}

/// One statement of a command, and what happens with its rows and its result.
struct SQLStep<Row: Sendable> {
  /// Returns the next step, or `nil` if there is none.
  typealias Source = (SQLStepState<Row>) throws(DatabaseError) -> SQLStep<Row>?

  /// The statement; `nil` for a step that only decides what comes next.
  var statement: SQLFragment?
  /// Whether the rows that the statement changes count as changed by the command.
  var changesRows: Bool
  /// Takes one row of the statement.
  var receive: ((SQLStepState<Row>, inout SQLRowDecoder) throws -> Void)?
  /// Takes the result of the statement. It can add steps.
  var finish: ((SQLStepState<Row>, StatementResult) throws(DatabaseError) -> Void)?

  init(
    _ statement: SQLFragment, changesRows: Bool = false,
    receive: ((SQLStepState<Row>, inout SQLRowDecoder) throws -> Void)? = nil,
    finish: ((SQLStepState<Row>, StatementResult) throws(DatabaseError) -> Void)? = nil
  ) {
    self.statement = statement
    self.changesRows = changesRows
    self.receive = receive
    self.finish = finish
  }

  /// A step without a statement, which decides what comes next.
  init(_ decide: @escaping (SQLStepState<Row>) throws(DatabaseError) -> Void) {
    changesRows = false
    finish = { (state, _) throws(DatabaseError) in try decide(state) }
  }
}

/// The results of a command's steps so far. A class, so that a copy of the machine doesn't copy the rows.
final class SQLStepState<Row: Sendable> {
  /// The changes so far.
  var result = SQLChangeResult()
  /// The rows so far.
  var rows: [Row] = []
  /// Plain rows that one step leaves for another.
  var found: [[SQLValue]] = []

  private var pending: [SQLStep<Row>] = []
  private var position = 0

  /// Adds a step after the waiting ones.
  func add(_ step: SQLStep<Row>) { pending.append(step) }

  /// Adds a step before the waiting ones.
  func insert(_ step: SQLStep<Row>) { pending.insert(step, at: position) }

  /// Puts back steps that were only inspected.
  func putBack(_ steps: [SQLStep<Row>]) {
    pending = steps + pending[position...]
    position = 0
  }

  func takeNext() -> SQLStep<Row>? {
    guard position < pending.count else { return nil }
    let step = pending[position]
    position += 1
    if position == pending.count {
      pending.removeAll(keepingCapacity: true)
      position = 0
    }
    return step
  }
}

extension SQLRowDecoder {
  /// Reads the next cells as plain values.
  mutating func values(_ count: Int) throws -> [SQLValue] {
    var values: [SQLValue] = []
    values.reserveCapacity(count)
    for _ in 0..<count { values.append(try decode(SQLValue.self, coding: nil)) }
    return values
  }
}
