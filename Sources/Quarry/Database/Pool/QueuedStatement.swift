/// One statement in a pool's line, which the writer's thread runs outside of any task.
///
/// It is for connections that call no closures of the program: nobody can see the difference from the caller's task.
final class QueuedStatement: QueuedCall, @unchecked Sendable {
  // Sound because the connection's thread writes `outcome` before it answers the caller, who reads it afterwards; see QueuedCall.

  private let statement: ReadyStatement
  /// Whether the statement can share a transaction.
  private let joins: Bool
  private var outcome: ReadyStatement.Outcome?

  init(_ statement: ReadyStatement, joins: Bool, _ monitor: DatabaseMonitor?) {
    self.statement = statement
    self.joins = joins
    super.init(monitor)
  }

  override var place: ConnectionPool.State.Place { joins ? .joining : .alone }

  override var hasTask: Bool { false }

  override func perform(_ operation: UInt64, on connection: isolated LocalPooledConnection, inGroup: Bool) throws {
    outcome = nil
    outcome = try connection.perform(operation, for: self) { session in
      inGroup ? try session.runInGroup(statement) : try statement.run(on: session)
    }
  }

  /// Returns the outcome of the statement, once it has run.
  func get() throws(DatabaseError) -> ReadyStatement.Outcome {
    guard let outcome else { throw .workWithoutOutput }
    return outcome
  }
}
