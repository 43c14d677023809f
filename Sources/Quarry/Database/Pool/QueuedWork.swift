/// Work that waits in a pool's line until the writer's thread takes it.
///
/// Its caller waits elsewhere. If the caller is canceled while the work waits, it continues immediately and the work is
/// dropped. If the caller is canceled while the work runs, its statement is interrupted.
protocol QueuedWork: AnyObject, Sendable {
  /// Starts the work, with the number of its operation.
  ///
  /// - Returns: `false` if its caller is gone.
  func begin(_ operation: UInt64, _ gate: InterruptGate) -> Bool

  /// Runs the work on the connection's thread, in its caller's context, and keeps the result.
  ///
  /// - Parameter inGroup: Whether the work is part of a transaction that it shares with its neighbors.
  func run(_ operation: UInt64, on connection: LocalPooledConnection, inGroup: Bool)

  /// The error of the last run.
  var failure: (any Error)? { get }

  /// Replaces the result of the last run.
  func change(_ failure: any Error)

  /// Answers the caller with the result of the last run.
  func answer()

  /// Forgets the last run, whose effects were undone: the caller waits again, for a connection that it doesn't share.
  ///
  /// - Returns: `false` if the caller is gone.
  func waitAgain() -> Bool

  /// Answers a waiting caller with an error.
  func fail(_ error: any Error)

  /// Lets the waiting caller run the work itself, with a connection that it doesn't share.
  ///
  /// - Returns: `false` if the caller is gone.
  func hand(over grant: ConnectionPool.Grant) -> Bool
}

/// Work for the writer, in the two forms in which it can run.
struct WriterWork<Output: Sendable>: Sendable {
  /// Runs it on its own.
  let alone: @Sendable (SQLSession) throws -> Output
  /// Runs it as part of a transaction that it shares; `nil` if it can't.
  var inGroup: (@Sendable (SQLSession) throws -> Output)?

  init(
    inGroup: (@Sendable (SQLSession) throws -> Output)? = nil, alone: @escaping @Sendable (SQLSession) throws -> Output
  ) {
    self.alone = alone
    self.inGroup = inGroup
  }

  /// The same work, which leaves its output in another place.
  func keeping(_ output: QueuedOutput<Output>) -> WriterWork<Void> {
    let alone = alone
    guard let inGroup else { return WriterWork<Void> { session in output.keep(try alone(session)) } }
    return WriterWork<Void>(inGroup: { session in output.keep(try inGroup(session)) }) { session in
      output.keep(try alone(session))
    }
  }
}

/// The output of work in a pool's line, for the caller that waits for it.
final class QueuedOutput<Output: Sendable>: @unchecked Sendable {
  // Sound because the connection's thread writes it before it answers the caller, who reads it afterwards.
  private var output: Output?

  func keep(_ output: Output) { self.output = output }

  /// Returns the output of work that has succeeded.
  func get() throws(DatabaseError) -> Output {
    guard let output else { throw DatabaseError(.engineInternal, "work on the writer has ended without its output") }
    return output
  }
}
