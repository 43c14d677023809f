internal import LineProtocol
public import Quarry

/// A statement. It is sent with its first step, and its columns are known from the answer.
public final class LineStatement: DriverStatement {
  public let parameterNames: [String?]
  public let isReadOnly: Bool
  /// A text can be sent any number of times.
  public let isReusable = true
  /// Empty before the first step.
  public private(set) var columns: [ColumnDescription] = []

  private let text: SQLStatementText
  private let connection: LineConnection
  private var state = State.idle
  private var values: [SQLValue] = []
  /// How often the connection had been interrupted when the statement was started.
  private var interruptCount: UInt64 = 0

  private enum State {
    case idle
    case started
    case rows(cursor: Int, generation: Int)
    case done(StatementResult)
  }

  init(_ text: SQLStatementText, on connection: LineConnection, isReadOnly: Bool, _ parameterNames: [String?]) {
    self.text = text
    self.connection = connection
    self.isReadOnly = isReadOnly
    self.parameterNames = parameterNames
  }

  deinit { reset() }

  public var sql: String { text.sql }

  /// Before the core refuses a number of values: is it a statement at all?
  public nonisolated(nonsending) func verify() async throws(DatabaseError) { try await connection.check(text) }

  public func start(_ values: [SQLValue]) throws(DatabaseError) {
    reset()
    self.values = values
    interruptCount = connection.interruptCount
    state = .started
  }

  public nonisolated(nonsending) func step(
    into batch: SQLRowBatch, limit: Int
  ) async throws(DatabaseError) -> StepResult {
    do throws(DatabaseError) {
      return try await rows(into: batch, limit: limit)
    } catch {
      state = .idle
      throw connection.completed(error, text, values)
    }
  }

  private nonisolated(nonsending) func rows(
    into batch: SQLRowBatch, limit: Int
  ) async throws(DatabaseError) -> StepResult {
    let work: LineRequest.Work
    switch state {
    case .idle: throw DatabaseError(.misuse, "the statement has not been started")
    case .done(let result): return .done(result)
    case .started: work = .run(sql: text.sql, values: values.map { .value($0) }, rows: limit)
    case .rows(let cursor, let generation):
      guard generation == connection.generation else {
        throw DatabaseError(.connectionClosed, "the connection was lost before the last row")
      }
      work = .fetch(cursor: cursor, rows: limit)
    }
    // An interruption that came between two requests found nothing to end.
    guard interruptCount == connection.interruptCount else {
      reset()
      throw DatabaseError(.interrupted, "interrupted", engineCode: .interrupt)
    }
    let answer = try await connection.step(work, text, isReadOnly: isReadOnly, since: interruptCount)
    try take(answer, into: batch)
    if let failure = answer.failure { throw failure.error }
    if let cursor = answer.cursor {
      state = .rows(cursor: cursor, generation: connection.generation)
      return .more
    }
    let result = StatementResult(
      affectedRows: answer.affectedRows ?? 0, lastInsertedRowID: answer.lastInsertedRowID ?? 0)
    state = .done(result)
    return .done(result)
  }

  /// Takes the columns, which may be others than last time, and the rows.
  private func take(_ answer: LineAnswer, into batch: SQLRowBatch) throws(DatabaseError) {
    if let found = answer.columns { columns = found.map { ColumnDescription(name: $0.name, declaredType: $0.type) } }
    if batch.columnCount != columns.count { batch.removeAllRows(columnCount: columns.count) }
    guard answer.cells.isEmpty || !columns.isEmpty && answer.cells.count.isMultiple(of: columns.count) else {
      throw DatabaseError(.protocolViolation, "the rows of the server do not have a cell for each column")
    }
    for (index, cell) in answer.cells.enumerated() {
      switch cell {
      case .value(let value): batch.append(value)
      case .textBytes(let bytes): bytes.withUnsafeBufferPointer { batch.append(text: $0) }
      }
      if (index + 1).isMultiple(of: columns.count) { batch.endRow() }
    }
  }

  public func reset() {
    if case .rows(let cursor, let generation) = state { connection.forget(cursor, generation: generation) }
    state = .idle
    values = []
  }

  public func finalize() { reset() }
}
