/// Commands that are applied together.
public struct DatabaseBatch: Sendable {
  /// One command, in the three ways in which a connection may run it.
  struct Operation: Sendable {
    /// Without suspension.
    var run: @Sendable (SQLSession) throws -> Void
    /// In a transaction that is held open.
    var suspend: @Sendable (any PooledConnection) async throws -> Void
    /// As statements of an atomic batch.
    var statements: @Sendable (SQLGenerationContext) throws -> [SQLFragment]
  }

  var operations: [Operation] = []

  /// Adds a command.
  public mutating func run<Command: SQLCommand>(_ command: Command) {
    operations.append(
      Operation(
        run: { session in try session.run(command) },
        suspend: { connection in _ = try await connection.run(command) },
        statements: { context in
          var machine = try command.machine(for: context)
          guard let statements = try machine.independentStatements() else { throw DatabaseError.dependentStatements }
          return statements
        }))
  }

  /// Adds one statement of SQL text.
  public mutating func execute(_ fragment: SQLFragment) {
    operations.append(
      Operation(
        run: { session in try session.execute(fragment) },
        suspend: { connection in _ = try await connection.execute(fragment) },
        statements: { _ in [fragment] }))
  }
}

extension Database {
  /// Applies several commands together, all or nothing, in one round trip.
  ///
  /// ```swift
  /// try await database.batch { batch in
  ///   batch.execute("INSERT INTO Artist (Name) VALUES (\(name))")
  ///   batch.execute("UPDATE Counter SET n = n + 1")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - retries: How often the commands are tried again after an attempt that had no effect; `nil` for
  ///     ``DatabaseConfiguration/retries``.
  ///   - build: Adds the commands. It runs once, at once, on the caller's actor, and can use what belongs to the actor.
  /// - Throws: ``DatabaseError`` with the position of the failing command in `statementIndex`.
  nonisolated(nonsending) public func batch(
    retries: RetryPolicy? = nil, _ build: (inout DatabaseBatch) throws -> Void
  ) async throws {
    var batch = DatabaseBatch()
    try build(&batch)
    if !batch.operations.isEmpty { try await apply(batch.operations, retries) }
  }

  private func apply(_ operations: [DatabaseBatch.Operation], _ retries: RetryPolicy?) async throws {
    try await attempting(.writer, retries) { connection in
      try await inside { try await DatabaseBatch.run(operations, on: connection) }
    }
  }
}

extension DatabaseBatch {
  static func run(_ operations: [Operation], on connection: any PooledConnection) async throws {
    let capabilities = connection.context.capabilities
    if capabilities.transactions == .batchOnly {
      try await apply(try statements(of: operations, connection.context), on: connection)
    } else if capabilities.atomicBatches, let statements = try? statements(of: operations, connection.context) {
      // What is wrong with a command, and not that it depends on another one, shows itself when it runs.
      try await apply(statements, on: connection)
    } else {
      try await connection.apply(operations)
    }
  }

  /// The statements of all commands, each with the position of its command.
  private static func statements(
    of operations: [Operation], _ context: SQLGenerationContext
  ) throws -> [(owner: Int, statement: SQLFragment)] {
    try operations.enumerated().flatMap { index, operation in
      try numbered(index) { try operation.statements(context) }.map { (index, $0) }
    }
  }

  /// Applies all statements in one batch of the driver.
  private static func apply(
    _ statements: [(owner: Int, statement: SQLFragment)], on connection: any PooledConnection
  ) async throws {
    guard !statements.isEmpty else { return }
    do {
      try await connection.executeBatch(statements.map(\.statement))
    } catch let error as DatabaseError {
      guard let index = error.statementIndex, statements.indices.contains(index) else { throw error }
      throw numbering(error, statements[index].owner)
    }
  }

  static func numbered<R>(_ index: Int, _ body: () throws -> R) throws -> R {
    do { return try body() } catch { throw numbering(error, index) }
  }

  static func numbering(_ error: any Error, _ index: Int) -> any Error {
    guard var error = error as? DatabaseError else { return error }
    error.statementIndex = index
    return error
  }
}
