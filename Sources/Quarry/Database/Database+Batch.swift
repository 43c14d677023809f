/// Commands that are applied together.
public struct DatabaseBatch: Sendable {
  typealias Operation = @Sendable (SQLSession) throws -> Void
  var operations: [Operation] = []

  /// Adds a command.
  public mutating func run<Command: SQLCommand>(_ command: Command) {
    operations.append { session in try session.run(command) }
  }

  /// Adds one statement of SQL text.
  public mutating func execute(_ fragment: SQLFragment) {
    operations.append { session in try session.execute(fragment) }
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
  /// - Throws: ``DatabaseError`` with the position of the failing command in `statementIndex`.
  public func batch(_ build: (inout DatabaseBatch) throws -> Void) async throws {
    var batch = DatabaseBatch()
    try build(&batch)
    let operations = batch.operations
    guard !operations.isEmpty else { return }
    try await write { (session: SQLSession) in
      for (index, operation) in operations.enumerated() {
        do {
          try operation(session)
        } catch var error as DatabaseError {
          error.statementIndex = index
          throw error
        }
      }
    }
  }
}
