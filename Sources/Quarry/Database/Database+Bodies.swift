extension Database {
  /// Runs a synchronous body on a snapshot of the database, on a thread of its own.
  ///
  /// The body sees one state of the database, and cannot write. On a driver that suspends, such as one over HTTP, its thread
  /// waits for each call; the threads of Swift's concurrency never do.
  ///
  /// - Throws: what the body throws; ``DatabaseError`` with code `.unsupportedFeature` when the driver cannot hold a
  ///   transaction open.
  public func read<R: Sendable>(_ body: @escaping @Sendable (SQLSession) throws -> R) async throws -> R {
    try requireBodies()
    return try await withConnection(.reader) { connection in
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
  /// - Parameters:
  ///   - kind: when locks are taken.
  ///   - body: the work; nested `transaction` and `savepoint` calls are savepoints.
  @discardableResult
  public func write<R: Sendable>(
    _ kind: TransactionKind = .immediate, _ body: @escaping @Sendable (SQLSession) throws -> R
  ) async throws -> R {
    try requireBodies()
    return try await insideWriter { session in try session.transaction(kind) { try body(session) } }
  }

  /// Runs a synchronous body on the writer without a transaction, for statements that refuse one, as `VACUUM` does.
  ///
  /// - Throws: what the body throws; `.transactionState` when it leaves a transaction open, which is rolled back.
  @discardableResult
  public func withoutTransaction<R: Sendable>(
    _ body: @escaping @Sendable (SQLSession) throws -> R
  ) async throws -> R {
    try await insideWriter { session in
      let value = try body(session)
      try session.requireIdle(after: nil)
      return value
    }
  }

  private func insideWriter<R: Sendable>(_ body: @escaping @Sendable (SQLSession) throws -> R) async throws -> R {
    guard pool.runsInPlace else {
      return try await withConnection(.writer) { writer in try await inside { try await writer.perform(body) } }
    }
    try requireOutside()
    return try await inside { try await pool.runInPlace(body) }
  }

  /// Runs an asynchronous body on a snapshot of the database.
  public func read<R: Sendable>(_ body: @concurrent @Sendable (Transaction) async throws -> R) async throws -> R {
    try requireBodies()
    return try await withConnection(.reader) { connection in
      try await inside { try await Transaction.run(.deferred, isReadOnly: true, on: connection, body) }
    }
  }

  /// Runs an asynchronous body in one transaction.
  ///
  /// No statement of another task comes between the body's statements. The body may wait for other things; the
  /// write lock is held meanwhile.
  @discardableResult
  public func write<R: Sendable>(
    _ kind: TransactionKind = .immediate, _ body: @concurrent @Sendable (Transaction) async throws -> R
  ) async throws -> R {
    try requireBodies()
    return try await withConnection(.writer) { connection in
      try await inside { try await Transaction.run(kind, isReadOnly: false, on: connection, body) }
    }
  }
}
