extension Database {
  /// Runs a synchronous body on a snapshot of the database, on a thread of its own.
  ///
  /// The body sees one state of the database, and cannot write. On a driver that suspends, such as one over HTTP, its thread
  /// waits for each call; the threads of Swift's concurrency never do.
  ///
  /// > Important: Under a policy with more than one attempt the body can run more than once; see
  ///   ``write(_:retries:_:)-swift.method``.
  ///
  /// - Parameters:
  ///   - retries: How often the body is tried again; `nil` for ``DatabaseConfiguration/retries``.
  ///   - body: The work.
  /// - Throws: What the body throws; ``DatabaseError`` with code `.unsupportedFeature` when the driver cannot hold a
  ///   transaction open.
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

  /// Runs a synchronous body in one transaction, on a thread of its own.
  ///
  /// It commits when the body returns and rolls back when the body throws, with the body's own error.
  ///
  /// > Important: Under a policy with more than one attempt the body can run more than once: when it throws a
  ///   ``DatabaseError`` about a lock of another connection, a lost connection or a lost leader, its transaction is rolled
  ///   back, and it runs again from its beginning in a new transaction. In the database it then takes effect exactly once.
  ///   What it does elsewhere, such as to variables or to another database, it does once for each attempt. It never runs
  ///   again when its transaction may have been committed, after any other error, or once it has used the driver's own
  ///   connection.
  ///
  /// - Parameters:
  ///   - kind: When locks are taken.
  ///   - retries: How often the body is tried again; `nil` for ``DatabaseConfiguration/retries``. While it waits for the
  ///     next attempt it holds no connection; cancelling the task, or closing the database, ends the wait.
  ///   - body: The work; nested `transaction` and `savepoint` calls are savepoints.
  @discardableResult
  public func write<R: Sendable>(
    _ kind: TransactionKind = .immediate, retries: RetryPolicy? = nil,
    _ body: @escaping @Sendable (SQLSession) throws -> R
  ) async throws -> R {
    try requireBodies()
    let work: @Sendable (SQLSession) throws -> R = { session in try session.transaction(kind) { try body(session) } }
    return try await attemptingOnWriter(retries, as: .transaction, work) { try await $0.perform(work) }
  }

  /// Runs a synchronous body on the writer without a transaction, for statements that refuse one, as `VACUUM` does.
  ///
  /// It is never tried again, since nothing would undo a part of it.
  ///
  /// - Throws: what the body throws; `.transactionState` when it leaves a transaction open, which is rolled back.
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
    return try await inside { try await pool.onWriter(work) { try await $0.perform(work) } }
  }

  /// Runs an asynchronous body on a snapshot of the database.
  ///
  /// > Important: Under a policy with more than one attempt the body can run more than once; see
  ///   ``write(_:retries:_:)-swift.method``.
  ///
  /// - Parameters:
  ///   - retries: How often the body is tried again; `nil` for ``DatabaseConfiguration/retries``.
  ///   - body: The work.
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
  /// No statement of another task comes between the body's statements. The body may wait for other things; the
  /// write lock is held meanwhile.
  ///
  /// > Important: Under a policy with more than one attempt the body can run more than once; see the method of the same
  ///   name whose body is synchronous.
  ///
  /// - Parameters:
  ///   - kind: When locks are taken.
  ///   - retries: How often the body is tried again; `nil` for ``DatabaseConfiguration/retries``.
  ///   - body: The work; savepoints nest.
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
