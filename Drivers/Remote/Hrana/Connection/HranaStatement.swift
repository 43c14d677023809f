public import Quarry

/// A statement of a connection. It is sent when its first rows are read.
public final class HranaStatement: DriverStatement {
  /// The text of this one statement.
  public let sql: String
  /// The result columns. They are known after the first step.
  public internal(set) var columns: [ColumnDescription] = []
  /// The parameters' names with their sigil, in the order of their numbers.
  public let parameterNames: [String?]
  /// Whether the statement makes no direct change.
  public let isReadOnly: Bool
  /// Always `true`: a text can be sent any number of times.
  public var isReusable: Bool { true }

  let shape: HranaStatementShape
  /// The parts of its calls, if it has run before.
  private let template: HranaTemplate?
  /// The text of the caller up to the end of the statement, if something precedes the statement.
  private let given: (sql: String, offset: Int)?
  private let connection: HranaConnection
  private var state = State.idle
  /// The number of interruptions of the connection when the statement began.
  private var interruptCount: UInt64 = 0
  /// Whether this execution has returned a row.
  private var hasDelivered = false
  /// The values of the execution, which its errors must not contain.
  private var values: [SQLValue] = []

  private enum State {
    case idle
    case ready([SQLValue])
    case rows(HranaStatementResult, next: Int)
    case cursor(HranaCursor)
    case done(StatementResult)
  }

  init(
    connection: HranaConnection, sql: String, given: (sql: String, offset: Int)?, shape: HranaStatementShape,
    parameterNames: [String?], isReadOnly: Bool, template: HranaTemplate?
  ) {
    self.template = template
    self.given = given
    self.connection = connection
    self.sql = sql
    self.shape = shape
    self.parameterNames = parameterNames
    self.isReadOnly = isReadOnly
  }

  /// Binds values for the next execution.
  ///
  /// - Throws: ``DatabaseError`` with code `.unsupportedFeature` if a value is an infinity, which the protocol can't
  ///   send.
  public func start(_ values: [SQLValue]) throws(DatabaseError) {
    for value in values {
      guard case .real(let real) = value, real.isInfinite else { continue }
      throw DatabaseError(
        .unsupportedFeature, "An infinity can't be bound: the protocol has none", sql: sql, missing: .infinities)
    }
    state = .ready(values)
    interruptCount = connection.interrupts.begin()
  }

  /// Appends rows to a batch. The first step sends the statement.
  ///
  /// - Throws: ``DatabaseError`` with the code of the engine or of the failed call, `.connectionClosed`, or `.misuse`
  ///   if the statement wasn't started.
  public nonisolated(nonsending) func step(
    into batch: SQLRowBatch, limit: Int
  ) async throws(DatabaseError) -> StepResult {
    if case .ready(let values) = state {
      state = .idle
      hasDelivered = false
      self.values = values
      try await run(values, limit: limit)
    } else if connection.interrupts.count != interruptCount, !isDone {
      reset()
      throw completed(DatabaseError(.interrupted, "interrupted", engineCode: .interrupt, sql: sql))
    }
    switch state {
    case .rows(let result, let next): return deliver(result, from: next, into: batch, limit: limit)
    case .cursor(let cursor): return try await take(from: cursor, into: batch, limit: limit)
    case .done(let effect): return .done(effect)
    case .idle, .ready:
      throw DatabaseError(.misuse, "The statement hasn't been started", sql: sql)
    }
  }

  /// Asks the server to check a text that it hasn't seen yet.
  ///
  /// - Throws: ``DatabaseError`` with the code of the engine or of the failed call.
  public nonisolated(nonsending) func verify() async throws(DatabaseError) {
    guard shape.isReadOnly != nil else { return }
    do throws(DatabaseError) { _ = try await connection.describe(sql) } catch { throw completed(error) }
  }

  /// Ends the execution without waiting for the remaining rows.
  public func reset() {
    if case .cursor(let cursor) = state { connection.abandon(cursor) }
    if case .ready = state { connection.interrupts.end() }
    state = .idle
  }

  /// Releases the statement.
  public func finalize() { reset() }

  private var isDone: Bool { if case .done = state { true } else { false } }

  @inline(__always) private nonisolated(nonsending) func run(_ values: [SQLValue], limit: Int)
    async throws(DatabaseError)
  {
    defer { connection.interrupts.end() }
    if connection.role == .reader, !isReadOnly {
      throw DatabaseError(
        .readOnly, "attempt to write a readonly database", engineCode: .readOnly, sql: sql)
    }
    do throws(DatabaseError) {
      var first: FirstTry?
      if let template {
        switch try await connection.runInPlace(values, template, shape, limit: limit) {
        case .result(let result): return take(result)
        case .ended(let ended): first = ended
        case .nothing: break
        }
      }
      let call = HranaStatementCall(
        sql, names: parameterNames, values: values, readsReals: connection.server.readsReals)
      switch try await connection.run(
        call, sql: sql, shape: shape, isReadOnly: isReadOnly, limit: limit, after: first)
      {
      case .result(let result): take(result)
      case .cursor(let cursor): state = .cursor(cursor)
      }
    } catch {
      throw completed(connection.failure(error, of: sql, values, shape))
    }
  }

  private func take(_ result: HranaStatementResult) {
    columns = result.columns
    let effect = connection.settled(result.effect, shape)
    guard result.rows.rowCount > 0 else { return state = .done(effect) }
    var result = result
    result.effect = effect
    state = .rows(result, next: 0)
  }

  /// The error with the connection's state.
  private func completed(_ error: DatabaseError) -> DatabaseError {
    var error = connection.completed(error)
    if error.sql == nil { error.sql = sql }
    return error.counted(from: given)
  }

  private func deliver(
    _ result: HranaStatementResult, from next: Int, into batch: SQLRowBatch, limit: Int
  ) -> StepResult {
    let width = result.columns.count
    if batch.columnCount != width { batch.removeAllRows(columnCount: width) }
    let end = next + min(max(limit, 1), result.rows.rowCount - next)
    result.rows.copy(next..<end, into: batch)
    guard end < result.rows.rowCount else {
      state = .done(result.effect)
      return .done(result.effect)
    }
    state = .rows(result, next: end)
    return .more
  }

  private nonisolated(nonsending) func take(
    from cursor: HranaCursor, into batch: SQLRowBatch, limit: Int
  ) async throws(DatabaseError) -> StepResult {
    if batch.columnCount != columns.count { batch.removeAllRows(columnCount: columns.count) }
    do throws(DatabaseError) {
      while batch.rowCount < max(limit, 1) {
        switch try await cursor.next(into: batch) {
        case .columns(let columns):
          self.columns = columns
          batch.removeAllRows(columnCount: columns.count)
        case .row: hasDelivered = true
        case .done(let effect):
          try await connection.complete(cursor)
          let effect = connection.settled(effect, shape)
          state = .done(effect)
          return .done(effect)
        case .failed(let error):
          try? await connection.complete(cursor)
          state = .idle
          try await connection.followTransaction()
          throw error.databaseError(sql: sql, mayWrite: false).of(sql, values)
        }
      }
    } catch {
      connection.abandon(cursor)
      state = .idle
      // A server that fails in the middle of a cursor only breaks off; whole answers say why.
      if error.code == .inputOutput, !hasDelivered, batch.rowCount == 0, connection.transactionStatus == .idle {
        try await run(values, limit: 1)
        // The row that came last may have been read in part.
        batch.removeAllRows(columnCount: columns.count)
        if case .rows(let result, let next) = state { return deliver(result, from: next, into: batch, limit: limit) }
        if case .done(let effect) = state { return .done(effect) }
      }
      throw completed(error)
    }
    return .more
  }
}
