/// The only statement of a command, rendered before it waits for a connection.
///
/// It has no generic parameter, so that the way to the connection is the same code for every command. It's an object, since
/// several closures hold it.
final class ReadyStatement: Sendable {
  /// What became of it.
  enum Outcome: Sendable {
    case done(StatementResult)
    /// It had no effect: it was rendered for another kind of connection.
    case isForAnother
  }

  let fragment: SQLFragment
  private let likeness: SQLGenerationContext.Likeness

  init(_ fragment: SQLFragment, for context: SQLGenerationContext) {
    self.fragment = fragment
    likeness = context.likeness
  }

  /// Whether the statement would be the same for a connection.
  func isFor(_ context: SQLGenerationContext) -> Bool { context.likeness === likeness }

  /// Runs it.
  func run(on session: SQLSession) throws -> Outcome {
    guard isFor(session.context) else { return .isForAnother }
    return .done(try session.runWithoutRows(fragment))
  }
}

extension Database {
  /// Whether a command of one statement is run without its machine. A driver that suspends sends what the machine says.
  @usableFromInline var runsSingleStatements: Bool { pool.servesLine }

  /// Returns the error for a command that can't be rendered. A closed database has its own error.
  @usableFromInline func failure(ofRendering error: DatabaseError) -> any Error {
    do {
      try requireOutside()
      try pool.requireOpen()
      return error
    } catch {
      return error
    }
  }

  /// Runs the only statement of a command, committed when this method returns.
  ///
  /// - Returns: `nil` if the writer needs another statement. Then nothing was done.
  @usableFromInline nonisolated(nonsending) func run(single fragment: SQLFragment) async throws -> StatementResult? {
    let single = ReadyStatement(fragment, for: context)
    let isWatched = monitor.watchesStatements
    let outcome: ReadyStatement.Outcome
    switch try isWatched ? nil : attempt(single) {
    case .done(let value)?: outcome = value
    case .unfinished(let call, let value)?:
      outcome = try await call.finish(value) { connection in try await connection.perform { try single.run(on: $0) } }
    case nil where isPlain && !isWatched && pool.servesLine && !pool.canCallProgram:
      // Nothing of the program looks at it: so it needs no task on the writer's thread.
      try requireOutside()
      let call = QueuedStatement(single, joins: configuration.groupsWrites, pool.monitor)
      do {
        if let connection = try await pool.lineUp(call) {
          outcome = try await pool.using(connection, .writer) { connection in
            try await connection.perform { try single.run(on: $0) }
          }
        } else {
          outcome = try call.get()
        }
      } catch {
        noteFailure(error, of: .call)
        throw error
      }
    case nil:
      var work = WriterWork { session in try single.run(on: session) }
      if configuration.groupsWrites { work.inGroup = { session in try session.runInGroup(single) } }
      outcome = try await attemptingOnWriter(work) { connection in
        try await connection.perform { try single.run(on: $0) }
      }
    }
    guard case .done(let result) = outcome else { return nil }
    return result
  }

  private func attempt(_ single: ReadyStatement) throws -> CallerAttempt<ReadyStatement.Outcome>? {
    try leaseUnwatched(.writer)?.attempt { session in
      guard single.isFor(session.context) else { return .isForAnother }
      return try session.runNonblocking(single.fragment.sql) { try single.run(on: session) }
    }
  }

  @usableFromInline func takeValues() -> BoundValues? { spareValues.withLockIfAvailable { $0.take() } ?? nil }

  /// Keeps the memory of values for the next command, which doesn't use it while somebody else still has it.
  @usableFromInline func giveBack(_ values: BoundValues?) {
    guard let values, values.isModest else { return }
    _ = spareValues.withLockIfAvailable { $0 = values }
  }
}
