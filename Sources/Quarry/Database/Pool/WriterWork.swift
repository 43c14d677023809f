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
    guard let output else { throw .workWithoutOutput }
    return output
  }
}

extension DatabaseError {
  /// The error of work that has ended in a way that it can't.
  static var workWithoutOutput: DatabaseError {
    DatabaseError(.engineInternal, "work on the writer has ended without its output")
  }
}
