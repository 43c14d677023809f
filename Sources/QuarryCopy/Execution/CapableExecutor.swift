package import Quarry

/// An executor of queries and commands with its capabilities: a database, or a transaction in it.
package protocol CapableExecutor: SQLExecutor {
  /// The capabilities of the connection.
  var capabilities: DriverCapabilities { get }

  /// Runs statements, all of them or none.
  ///
  /// - Throws: ``DatabaseError`` with the position of the failing statement in `statementIndex`.
  func apply(_ statements: [SQLFragment]) async throws
}

extension Database: CapableExecutor {
  package func apply(_ statements: [SQLFragment]) async throws {
    try await batch { batch in for statement in statements { batch.execute(statement) } }
  }

  /// Runs a body in one transaction. On a driver without interactive transactions, each of its calls is a
  /// transaction.
  @discardableResult
  package func changing<R: Sendable>(
    _ body: @concurrent @Sendable (any CapableExecutor) async throws -> R
  ) async throws -> R {
    guard capabilities.holdsTransactions else { return try await body(self) }
    return try await write { (transaction: DatabaseTransaction) in try await body(transaction) }
  }

  /// Runs a body that reads, in one snapshot. On a driver without interactive transactions, each of its calls reads
  /// separately.
  package func reading<R: Sendable>(
    _ body: @concurrent @Sendable (any CapableExecutor) async throws -> R
  ) async throws -> R {
    guard capabilities.holdsTransactions else { return try await body(self) }
    return try await read { (transaction: DatabaseTransaction) in try await body(transaction) }
  }
}

extension DatabaseTransaction: CapableExecutor {
  package func apply(_ statements: [SQLFragment]) async throws {
    if capabilities.atomicBatches {
      try await run(StatementGroup(statements: statements))
      return
    }
    try await savepoint { savepoint in
      for (index, statement) in statements.enumerated() {
        do {
          try await savepoint.execute(statement)
        } catch var error as DatabaseError {
          error.statementIndex = index
          throw error
        }
      }
    }
  }
}

/// Statements that run together, in one round trip if a driver can do that inside a transaction.
private struct StatementGroup: SQLCommand {
  let statements: [SQLFragment]

  func machine(for context: SQLGenerationContext) throws(DatabaseError) -> Machine { Machine(rest: statements[...]) }

  struct Machine: SQLCommandMachine {
    var rest: ArraySlice<SQLFragment>

    var isAtomicGroup: Bool { true }
    mutating func next() -> SQLFragment? { rest.popFirst() }
    mutating func receive(_ row: inout SQLRowDecoder) {}
    mutating func finish(_ result: StatementResult) {}
    func output() {}
    mutating func independentStatements() -> [SQLFragment]? { Array(rest) }
  }
}
