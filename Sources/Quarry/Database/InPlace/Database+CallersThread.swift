/// What became of a query on its caller's thread. Its result is where its work has left it.
@usableFromInline enum ReadAttempt {
  /// It has its result, and the connection is back in the pool.
  case done
  /// There is something left that suspends.
  case unfinished(UnfinishedCall)
  /// It must take the usual way.
  case usual
}

extension Database {
  /// Takes an idle connection for a short statement on the caller's thread; `nil` if the call must take the usual way,
  /// for example because somebody waits for a connection, or because calls are retried or reported.
  func leaseOnCaller(_ kind: ConnectionPool.Kind) throws -> CallerLease? {
    guard runsOnCallers, !monitor.watchesStatements else { return nil }
    return try leaseUnwatched(kind)
  }

  /// Takes an idle connection as ``leaseOnCaller(_:)`` does, for statements that nobody watches.
  func leaseUnwatched(_ kind: ConnectionPool.Kind) throws -> CallerLease? {
    guard runsOnCallers else { return nil }
    try requireOutside()
    guard !Task.isCancelled, let connection = pool.takeIdle(kind) else { return nil }
    return CallerLease(connection: connection, kind: kind, database: self)
  }

  /// Runs the statement of a query on the caller's thread if it is short.
  ///
  /// - Parameters:
  ///   - sql: The text of the statement, rendered for the database's context.
  ///   - isReadOnly: Whether it can run on a reader.
  ///   - work: Runs it, and keeps its result.
  @usableFromInline func attempt(
    _ sql: String, isReadOnly: Bool, _ work: (SQLSession) throws -> Void
  ) throws -> ReadAttempt {
    guard let lease = try leaseOnCaller(isReadOnly ? .reader : .writer) else { return .usual }
    let call = lease.attempt { session in
      // On another kind of connection, the statement could be another one.
      guard session.context.likeness === context.likeness else { return false }
      return try session.runNonblocking(sql) { try work(session) } != nil
    }
    return call.map { .unfinished($0) } ?? .done
  }

  /// Continues a call that may have been on its caller's thread.
  func finish<R: Sendable>(
    _ attempt: CallerAttempt<R>?, _ kind: ConnectionPool.Kind, _ there: (any PooledConnection) async throws -> R
  ) async throws -> R {
    switch attempt {
    case .done(let value)?: value
    case .unfinished(let call, let value)?: try await call.finish(value, there)
    case nil: try await calling(kind, there)
    }
  }

  /// Runs a command, on the caller's thread if it is one short statement.
  ///
  /// - Parameter machine: The command's machine at its beginning.
  func run<Command: SQLCommand>(
    _ command: Command, _ machine: Command.Machine, on lease: CallerLease
  ) async throws -> Command.Output {
    var rest: RestOfCommand<Command.Machine>?
    var needsNewMachine = false
    let attempt: CallerAttempt<Command.Output> = lease.attempt { session in
      // What is known of a schema belongs to its connection, which can be another one than the first.
      let isOwn = session.context.schema === context.schema
      switch try session.runFirst(of: isOwn ? machine : command.machine(for: session.context)) {
      case .done(let output): return output
      case .goesOn(let others):
        rest = others
        return nil
      case .elsewhere(let wasAsked):
        needsNewMachine = wasAsked
        return nil
      }
    }
    switch attempt {
    case .done(let output): return output
    case .unfinished(let call, let value):
      return try await call.finish(value) { connection in
        if let rest { return try await connection.perform { try rest.run(on: $0) } }
        // Rows that a stopped statement has returned are in its machine.
        if needsNewMachine { return try await connection.run(command) }
        return try await connection.run(ReadyCommand(command, machine, for: context))
      }
    }
  }

  /// Runs one statement of SQL text on the caller's thread; `nil` if the call must take the usual way.
  func attempt(_ fragment: SQLFragment) throws -> CallerAttempt<StatementResult>? {
    try leaseOnCaller(.writer)?.attempt { session in
      try session.runNonblocking(fragment.sql) {
        let result = try session.execute(fragment)
        try session.requireIdle(after: fragment)
        return result
      }
    }
  }
}
