extension Database {
  /// Runs a synchronous body on a snapshot of the database, on a separate thread.
  ///
  /// The body sees one state of the database, and can't write. On a driver that suspends, such as one over HTTP, the
  /// thread waits for each call. The threads of Swift concurrency never block.
  ///
  /// > Important: Under a policy with more than one attempt, the body can run more than once; see
  /// ``write(_:retries:_:)-(_,_,(DatabaseTransaction)->R)``.
  ///
  /// - Parameters:
  ///   - retries: How often to retry the body; `nil` for ``DatabaseConfiguration/retries``.
  ///   - body: The work.
  /// - Throws:
  ///   - The error of the body.
  ///   - ``DatabaseError`` with code `.unsupportedFeature` if the driver can't hold a transaction open.
  ///   - Code `.connectionClosed` if the database is closed, and `.reentrantAccess` inside one of its own bodies.
  public func read<R: Sendable>(
    retries: RetryPolicy? = nil, _ body: @escaping @Sendable (SQLSession) throws -> R
  ) async throws -> R {
    try requireBodies()
    return try await attempting(.reader, retries, as: .transaction) { connection in
      try await inside {
        try await connection.perform { session in
          try session.transaction(.deferred, readsOnly: true) { try body(session) }
        }
      }
    }
  }

  /// Runs a synchronous body in one transaction, on a separate thread.
  ///
  /// The transaction commits when the body returns. If the body throws, it rolls back, and this method throws the
  /// body's error.
  ///
  /// > Important: Under a policy with more than one attempt, the body can run more than once. Quarry retries it after a
  /// ``DatabaseError`` about another connection's lock, a lost connection or a lost leader. It rolls back the
  /// transaction and runs the body from its beginning in a new one. The database changes exactly once, but other
  /// effects, such as changes of variables or of another database, happen once for each attempt. Quarry never retries a
  /// body if its transaction could have been committed, after any other error, or once the body has used the driver's
  /// own connection.
  ///
  /// - Parameters:
  ///   - kind: When the transaction takes its locks.
  ///   - retries: How often to retry the body; `nil` for ``DatabaseConfiguration/retries``. No connection is held
  ///     before the next attempt. Canceling the task or closing the database ends the wait.
  ///   - body: The work. Nested calls of `transaction` and `savepoint` are savepoints.
  /// - Returns: The result of the body.
  /// - Throws:
  ///   - The error of the body.
  ///   - ``DatabaseError`` with code `.busy` if another connection holds the lock for longer than the busy timeout.
  ///   - Code `.readOnly` if the database can't be written, and `.unsupportedFeature` if the driver can't hold a
  ///     transaction open.
  ///   - Code `.connectionClosed` if the database is closed, and `.reentrantAccess` inside one of its own bodies.
  @discardableResult
  public func write<R: Sendable>(
    _ kind: TransactionKind = .immediate, retries: RetryPolicy? = nil,
    _ body: @escaping @Sendable (SQLSession) throws -> R
  ) async throws -> R {
    try requireBodies()
    let work: @Sendable (SQLSession) throws -> R = { session in try session.transaction(kind) { try body(session) } }
    return try await attemptingOnWriter(WriterWork(alone: work), retries: retries, as: .transaction) {
      try await $0.perform(work)
    }
  }

  /// Runs a synchronous body on the writer without a transaction, for statements that can't run in one, such as
  /// `VACUUM`.
  ///
  /// The body is never retried, because nothing would undo its partial effects.
  ///
  /// - Parameter body: The work.
  /// - Returns: The result of the body.
  /// - Throws: The error of the body. ``DatabaseError`` with code `.transactionState` if the body leaves a transaction
  ///   open, which is rolled back.
  @discardableResult
  public func withoutTransaction<R: Sendable>(
    _ body: @escaping @Sendable (SQLSession) throws -> R
  ) async throws -> R {
    let work: @Sendable (SQLSession) throws -> R = { session in
      let value = try body(session)
      try session.requireIdle(after: nil)
      return value
    }
    try requireOutside()
    return try await inside { try await pool.onWriter(WriterWork(alone: work)) { try await $0.perform(work) } }
  }

  /// Runs an asynchronous body on a snapshot of the database.
  ///
  /// > Important: Under a policy with more than one attempt, the body can run more than once; see
  /// ``write(_:retries:_:)-(_,_,(DatabaseTransaction)->R)``.
  ///
  /// - Parameters:
  ///   - retries: How often to retry the body; `nil` for ``DatabaseConfiguration/retries``.
  ///   - body: The work.
  /// - Returns: The result of the body.
  /// - Throws: As the method with a synchronous body.
  public func read<R: Sendable>(
    retries: RetryPolicy? = nil, _ body: @concurrent @Sendable (DatabaseTransaction) async throws -> R
  ) async throws -> R {
    try requireBodies()
    return try await attempting(.reader, retries, as: .transaction) { connection in
      try await inside { try await DatabaseTransaction.run(.deferred, isReadOnly: true, on: connection, body) }
    }
  }

  /// Runs an asynchronous body in one transaction.
  ///
  /// No statement of another task runs between the body's statements. The body can wait for other things, but it holds
  /// the write lock meanwhile.
  ///
  /// > Important: Under a policy with more than one attempt, the body can run more than once; see the method with a
  /// synchronous body.
  ///
  /// - Parameters:
  ///   - kind: When the transaction takes its locks.
  ///   - retries: How often to retry the body; `nil` for ``DatabaseConfiguration/retries``.
  ///   - body: The work. Savepoints can be nested.
  /// - Returns: The result of the body.
  /// - Throws: As the method with a synchronous body.
  @discardableResult
  public func write<R: Sendable>(
    _ kind: TransactionKind = .immediate, retries: RetryPolicy? = nil,
    _ body: @concurrent @Sendable (DatabaseTransaction) async throws -> R
  ) async throws -> R {
    try requireBodies()
    return try await attempting(.writer, retries, as: .transaction) { connection in
      try await inside { try await DatabaseTransaction.run(kind, isReadOnly: false, on: connection, body) }
    }
  }
}
