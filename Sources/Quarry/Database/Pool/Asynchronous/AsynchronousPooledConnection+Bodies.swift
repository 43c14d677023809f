extension AsynchronousPooledConnection {
  /// Runs a synchronous body on its own thread, which waits for the driver.
  ///
  /// Never on the cooperative pool, whose few threads would all wait for the calls that they are to carry out.
  func perform<R: Sendable>(_ body: @escaping @Sendable (SQLSession) throws -> R) async throws -> R {
    await lock()
    defer { unlock() }
    try Task.checkCancellation()
    followObservers()
    let calls = WaitingCalls(gate: gate)
    let thread = threadForBodies()
    let start = WaitingConnection<Connection>.Start(
      connection: self, calls: calls, context: context, state: state, status: connection.transactionStatus,
      monitor: wholeMonitor?.ifWatching)
    let (result, end) = await withTaskCancellationHandler {
      await thread.run { WaitingConnection.run(body, start) }
    } onCancel: {
      calls.cancel()
    }
    state = end
    if !lentStatements.isEmpty {
      // What the body has left running ends here, and commits perhaps.
      for number in lentStatements.keys { finalizeLent(number) }
      if state.changes?.isNeeded == true { state.changes?.noteUnseen(connection.transactionStatus) }
    }
    if end.isClosed, !start.state.isClosed { await connection.close() }
    do {
      return try result.get()
    } catch let error as DatabaseError where error.code == .interrupted && Task.isCancelled {
      throw CancellationError()
    }
  }

  // MARK: - What the waiting thread asks for

  /// Carries out a call of a waiting thread.
  ///
  /// - Parameter operation: The number for interrupting the call; `nil` if it must not be interrupted.
  func carryOut<R: Sendable>(
    _ operation: UInt64?,
    _ call: @Sendable (isolated AsynchronousPooledConnection<Connection>) async throws(DatabaseError) -> R
  ) async -> WaitingCalls.Answer<R> {
    if let operation { gate.enter(operation) }
    defer { if operation != nil { gate.leave() } }
    do throws(DatabaseError) {
      if Task.isCancelled { throw DatabaseError(.interrupted, "the task was cancelled before the call") }
      let value = try await call(self)
      return WaitingCalls.Answer(
        result: .success(value), status: connection.transactionStatus, failure: connection.failure)
    } catch {
      return WaitingCalls.Answer(
        result: .failure(error), status: connection.transactionStatus, failure: connection.failure)
    }
  }

  func prepareLent(_ sql: String) async throws(DatabaseError) -> LentStatement? {
    guard let prepared = try await connection.prepare(sql) else { return nil }
    lastCursor &+= 1
    lentStatements[lastCursor] = prepared.statement
    let statement = prepared.statement
    return LentStatement(
      number: lastCursor, byteCount: prepared.byteCount, parameterNames: statement.parameterNames,
      columns: statement.columns, isReadOnly: statement.isReadOnly)
  }

  func verifyLent(_ number: UInt64) async throws(DatabaseError) { try await lentStatements[number]?.verify() }

  /// Steps a statement. Starts it first if there are values.
  func stepLent(
    _ number: UInt64, starting values: [SQLValue]?, into loan: WaitingCalls.Loan<SQLRowBatch>, limit: Int
  ) async throws(DatabaseError) -> (StepResult, [ColumnDescription]) {
    guard let statement = lentStatements[number] else { throw ConnectionPool.closedError }
    if let values {
      statement.reset()
      try statement.start(values)
      try requireNotCancelled(statement)
    }
    let result = try await statement.step(into: loan.value, limit: limit)
    return (result, statement.columns)
  }

  func resetLent(_ number: UInt64) { lentStatements[number]?.reset() }

  func finalizeLent(_ number: UInt64) {
    guard let statement = lentStatements.removeValue(forKey: number) else { return }
    statement.reset()
    statement.finalize()
  }

  func executeLentBatch(
    _ statements: [SQLFragment], wantsResults: Bool
  ) async throws(DatabaseError) -> WaitingCalls.Loan<[BatchedAnswer]> {
    WaitingCalls.Loan(try await connection.executeBatch(statements, wantsResults: wantsResults))
  }
}

/// The description of a statement for a waiting thread.
struct LentStatement: Sendable {
  var number: UInt64
  var byteCount: Int
  var parameterNames: [String?]
  var columns: [ColumnDescription]
  var isReadOnly: Bool
}
