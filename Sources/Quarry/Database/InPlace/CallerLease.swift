/// A connection that was idle and that one caller has for itself, to run a short statement on its own thread.
struct CallerLease {
  let connection: any PooledConnection
  private let kind: ConnectionPool.Kind
  private let database: Database

  init(_ connection: any PooledConnection, _ kind: ConnectionPool.Kind, _ database: Database) {
    self.connection = connection
    self.kind = kind
    self.database = database
  }

  /// Runs work on the caller's thread if it is short, and otherwise on the connection's, and returns the connection.
  ///
  /// - Parameters:
  ///   - here: The work for the caller's thread. It returns `nil` if the work belongs on the connection's thread.
  ///   - there: The same work for the connection's thread.
  func run<R: Sendable>(
    _ here: (SQLSession) throws -> R?, _ there: (any PooledConnection) async throws -> R
  ) async throws -> R {
    var use = SessionUse()
    let result: Result<R, any Error>
    do {
      let value = try connection.performOnCaller { session in
        guard session.canRunOnCallers else { return nil as R? }
        session.longStatement = database.configuration.longStatement
        defer { use = SessionUse(after: session) }
        return try here(session)
      }
      if use.hasPostponedWork { try await connection.perform { $0.finishPostponedWork() } }
      if let value { result = .success(value) } else { result = .success(try await there(connection)) }
    } catch {
      result = .failure(error)
    }
    if connection.needsRecovery || !database.pool.isTakenBack(connection, kind) {
      await database.pool.giveBack(connection, kind)
    }
    if use.endsTurn { await Task.yield() }
    do { return try result.get() } catch {
      database.noteFailure(error, of: .call)
      throw error
    }
  }
}

/// What the use of a session on its caller's thread leaves to do.
private struct SessionUse {
  var hasPostponedWork = false
  /// Whether others are to have the thread.
  var endsTurn = false

  init() {}

  init(after session: SQLSession) {
    hasPostponedWork = session.hasPostponedWork
    endsTurn = session.takeTurnEnd()
  }
}
