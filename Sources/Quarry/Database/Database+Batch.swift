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
  /// - Parameter build: Adds the commands. It runs at once, on the caller's actor, and can use what belongs to the actor.
  /// - Throws: ``DatabaseError`` with the position of the failing command in `statementIndex`.
  nonisolated(nonsending) public func batch(_ build: (inout DatabaseBatch) throws -> Void) async throws {
    var batch = DatabaseBatch()
    try build(&batch)
    if !batch.operations.isEmpty { try await apply(batch.operations) }
  }

  private func apply(_ operations: [DatabaseBatch.Operation]) async throws {
    try await withConnection(.writer) { connection in
      try await inside { try await DatabaseBatch.run(operations, on: connection) }
    }
  }
}

extension DatabaseBatch {
  static func run(_ operations: [Operation], on connection: any PooledConnection) async throws {
    let capabilities = connection.context.capabilities
    if capabilities.transactions == .batchOnly {
      try await runAsOne(operations, on: connection)
    } else if capabilities.atomicBatches, areIndependent(operations, connection.context) {
      try await runAsOne(operations, on: connection)
    } else if connection.preferredExecutor != nil {
      try await connection.perform { session in
        try session.transaction {
          for (index, operation) in operations.enumerated() { try numbered(index) { try operation.run(session) } }
        }
      }
    } else {
      try await Transaction.run(.immediate, isReadOnly: false, on: connection) { transaction in
        for (index, operation) in operations.enumerated() {
          do {
            try await operation.suspend(transaction.connection)
          } catch {
            throw numbering(error, index)
          }
        }
      }
    }
  }

  /// Applies all statements in one batch of the driver.
  private static func runAsOne(_ operations: [Operation], on connection: any PooledConnection) async throws {
    var statements: [SQLFragment] = []
    var owners: [Int] = []
    for (index, operation) in operations.enumerated() {
      let own = try numbered(index) { try operation.statements(connection.context) }
      statements += own
      owners += own.map { _ in index }
    }
    guard !statements.isEmpty else { return }
    do {
      try await connection.executeBatch(statements)
    } catch let error as DatabaseError {
      guard let index = error.statementIndex, owners.indices.contains(index) else { throw error }
      throw numbering(error, owners[index])
    }
  }

  /// Whether no statement depends on what another one found; what else is wrong shows itself when they run.
  private static func areIndependent(_ operations: [Operation], _ context: SQLGenerationContext) -> Bool {
    operations.allSatisfy { operation in
      do {
        _ = try operation.statements(context)
        return true
      } catch { return false }
    }
  }

  private static func numbered<R>(_ index: Int, _ body: () throws -> R) throws -> R {
    do { return try body() } catch { throw numbering(error, index) }
  }

  private static func numbering(_ error: any Error, _ index: Int) -> any Error {
    guard var error = error as? DatabaseError else { return error }
    error.statementIndex = index
    return error
  }
}
