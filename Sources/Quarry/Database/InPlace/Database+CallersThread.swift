extension Database {
  /// Takes an idle connection for a short statement on the caller's thread; `nil` if the call must take the usual way,
  /// for example because somebody waits for a connection, or because calls are retried or reported.
  func leaseOnCaller(_ kind: ConnectionPool.Kind) throws -> CallerLease? {
    guard runsOnCallers, !monitor.watchesStatements else { return nil }
    try requireOutside()
    guard !Task.isCancelled, let connection = pool.takeIdle(kind) else { return nil }
    return CallerLease(connection, kind, self)
  }

  /// Makes one call with a query that was rendered, on the caller's thread if the statement is short.
  func calling<Query: RenderableQuery, R: Sendable>(
    _ query: Query, _ kind: ConnectionPool.Kind, _ here: (SQLSession) throws -> R,
    _ there: (any PooledConnection) async throws -> R
  ) async throws -> R {
    guard let lease = try leaseOnCaller(kind) else { return try await calling(kind, there) }
    return try await lease.run(
      { session in
        // On another kind of connection, the statement could be another one.
        guard session.context.likeness === context.likeness, let sql = query.renderedSQL else { return nil }
        return try session.runNonblocking(sql) { try here(session) }
      }, there)
  }

  /// Runs a command, on the caller's thread if it is one short statement.
  ///
  /// - Parameter machine: The command's machine at its beginning.
  func run<Command: SQLCommand>(
    _ command: Command, _ machine: Command.Machine, on lease: CallerLease
  ) async throws -> Command.Output {
    var rest: RestOfCommand<Command.Machine>?
    var needsNewMachine = false
    return try await lease.run(
      { session in
        // What is known of a schema belongs to its connection, which can be another one than the first.
        let isOwn = session.context.schema === context.schema
        switch try session.runFirst(of: isOwn ? machine : command.machine(for: session.context)) {
        case .done(let output): return output
        case .goesOn(let others):
          rest = others
          return nil
        case .elsewhere(let wasStopped):
          needsNewMachine = wasStopped
          return nil
        }
      },
      { connection in
        if let rest { return try await connection.perform { try rest.run(on: $0) } }
        // Rows that a stopped statement has returned are in its machine.
        if needsNewMachine { return try await connection.run(command) }
        return try await connection.run(ReadyCommand(command, machine, for: context))
      })
  }

  /// Runs one statement of SQL text, on the caller's thread if it is short.
  func execute(
    _ fragment: SQLFragment, on lease: CallerLease, _ there: (any PooledConnection) async throws -> StatementResult
  ) async throws -> StatementResult {
    try await lease.run(
      { session in try session.runNonblocking(fragment.sql) { try session.execute(fragment) } }, there)
  }
}
