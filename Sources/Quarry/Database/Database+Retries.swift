internal import Logging

extension Database {
  /// Makes attempts until one succeeds or its error stands.
  ///
  /// - Parameters:
  ///   - policy: The policy of the call; `nil` for the policy of the database.
  ///   - attempt: One attempt. It tells the record what became of its transaction; without a record it is the only one.
  func retrying<R: Sendable>(
    _ policy: RetryPolicy?, _ attempt: (AttemptRecord?) async throws -> R
  ) async throws -> R {
    let policy = policy ?? configuration.retries
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
      configuration.logger.info(
        "retrying",
        metadata: [
          "attempt": "\(control.attempt)", "error.type": "\((failure as? DatabaseError)?.code.rawValue ?? "")",
        ])
      try await pool.pauses.pause(wait, surroundings.sleep)
    }
  }

  /// Makes attempts at a call that has a connection for itself.
  func attempting<R: Sendable>(
    _ kind: ConnectionPool.Kind, _ retries: RetryPolicy? = nil, _ body: (any PooledConnection) async throws -> R
  ) async throws -> R {
    try await retrying(retries) { record in
      try await withConnection(kind) { connection in
        try await connection.recording(record) { try await body(connection) }
      }
    }
  }

  /// Makes attempts at a synchronous call in line on the writer's thread.
  func attemptingInPlace<R: Sendable>(
    _ retries: RetryPolicy? = nil, _ body: @escaping @Sendable (SQLSession) throws -> R
  ) async throws -> R {
    try requireOutside()
    return try await retrying(retries) { record in
      try await pool.runInPlace { session in try session.recording(record) { try body(session) } }
    }
  }
}

extension PooledConnection {
  /// Runs what is one attempt of a call, and tells what became of its transaction when it fails.
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
