extension Database {
  /// Makes attempts until one succeeds or its error is final.
  ///
  /// - Parameters:
  ///   - policy: The policy of the call; `nil` for the policy of the database.
  ///   - attempt: One attempt. It reports the outcome of its transaction to the record. Without a record it is the only
  ///     attempt.
  func retrying<R: Sendable>(
    _ policy: RetryPolicy?, as kind: DatabaseOperation.Kind, _ attempt: (AttemptRecord?) async throws -> R
  ) async throws -> R {
    do {
      guard monitor.hasInstruments else { return try await retrying(policy, nil, attempt) }
      let operation = RunningOperation(kind, monitor)
      return try await operation.run { try await retrying(policy, operation, attempt) }
    } catch {
      noteFailure(error, of: kind)
      throw error
    }
  }

  /// Whether a call has one attempt and no instrument. Wrapping it in closures would then cost more than the call.
  private func isPlain(_ retries: RetryPolicy?) -> Bool {
    guard let retries else { return isPlain }
    return retries.attempts <= 1 && !monitor.hasInstruments
  }

  /// Reports the outcome of a failed call.
  func noteFailure(_ error: any Error, of kind: DatabaseOperation.Kind) {
    let failure = OperationFailure(error)
    if failure.outcome == .unknown {
      monitor.event(.outcomeUnknown(failure))
    } else if kind == .transaction {
      monitor.event(.transactionRolledBack(failure))
    }
  }

  private func retrying<R: Sendable>(
    _ policy: RetryPolicy?, _ operation: RunningOperation?, _ attempt: (AttemptRecord?) async throws -> R
  ) async throws -> R {
    let policy = policy ?? configuration.retries
    operation?.noteAttempt()
    guard policy.attempts > 1 else { return try await attempt(nil) }
    let surroundings = configuration.surroundings
    var control = RetryControl(policy, now: surroundings.now())
    while true {
      let record = AttemptRecord()
      let failure: any Error
      do {
        return try await attempt(record)
      } catch {
        failure = error
      }
      let wait = control.wait(
        after: failure, record.fate, isCancelled: Task.isCancelled, now: surroundings.now(),
        random: surroundings.random())
      guard let wait else { throw failure }
      monitor.event(.retrying(attempt: control.attempt, OperationFailure(failure)))
      try await pool.pauses.pause(wait, surroundings.sleep)
      operation?.noteAttempt()
    }
  }

  /// Makes attempts at a call that has a connection for itself, with the database's own policy.
  @inline(__always) func calling<R: Sendable>(
    _ kind: ConnectionPool.Kind, _ body: (any PooledConnection) async throws -> R
  ) async throws -> R {
    guard isPlain else { return try await attempting(kind, nil, body) }
    try requireOutside()
    do { return try await pool.withConnection(kind, body) } catch {
      noteFailure(error, of: .call)
      throw error
    }
  }

  /// Makes attempts at a call that has a connection for itself.
  func attempting<R: Sendable>(
    _ kind: ConnectionPool.Kind, _ retries: RetryPolicy? = nil, as operation: DatabaseOperation.Kind = .call,
    _ body: (any PooledConnection) async throws -> R
  ) async throws -> R {
    if isPlain(retries) {
      try requireOutside()
      do { return try await pool.withConnection(kind, body) } catch {
        noteFailure(error, of: operation)
        throw error
      }
    }
    return try await retrying(retries, as: operation) { record in
      try await withConnection(kind) { connection in
        try await connection.recording(record) { try await body(connection) }
      }
    }
  }

  /// Makes attempts at work on the writer, in order with other work there.
  ///
  /// - Parameters:
  ///   - work: The work for a synchronous session.
  ///   - awaiting: The same work for a connection that suspends.
  func attemptingOnWriter<R: Sendable>(
    _ work: WriterWork<R>, retries: RetryPolicy? = nil, as operation: DatabaseOperation.Kind = .call,
    _ awaiting: (any PooledConnection) async throws -> R
  ) async throws -> R {
    try requireOutside()
    if isPlain(retries), operation != .transaction {
      do { return try await pool.onWriter(work, awaiting) } catch {
        noteFailure(error, of: operation)
        throw error
      }
    }
    return try await retrying(retries, as: operation) { record in
      guard operation == .transaction else { return try await onWriter(record, work, awaiting) }
      // The body is the caller's, and could call the database.
      return try await inside { try await onWriter(record, work, awaiting) }
    }
  }

  private func onWriter<R: Sendable>(
    _ record: AttemptRecord?, _ work: WriterWork<R>, _ awaiting: (any PooledConnection) async throws -> R
  ) async throws -> R {
    // In a group, the error of a statement shows its own outcome, and there is no other transaction to tell of.
    let recorded = WriterWork(inGroup: work.inGroup) { session in
      try session.recording(record) { try work.alone(session) }
    }
    return try await pool.onWriter(recorded) { connection in
      try await connection.recording(record) { try await awaiting(connection) }
    }
  }
}

extension PooledConnection {
  /// Runs one attempt of a call, and reports the outcome of its transaction if it fails.
  func recording<R: Sendable>(_ record: AttemptRecord?, _ body: () async throws -> R) async throws -> R {
    guard let record else { return try await body() }
    _ = await takeFate()
    do {
      return try await body()
    } catch {
      record.note(await takeFate())
      throw error
    }
  }
}
