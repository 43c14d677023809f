/// A connection that was idle and that one caller has for itself, to run a short statement on its own thread.
struct CallerLease {
  let connection: any PooledConnection
  let kind: ConnectionPool.Kind
  let database: Database

  /// Runs work on the caller's thread if it is short.
  ///
  /// - Parameter work: The work. It returns `nil` if it belongs on the connection's thread.
  func attempt<R>(_ work: (SQLSession) throws -> R?) -> CallerAttempt<R> {
    var unfinished = UnfinishedCall<R>(lease: self)
    if let session = connection.takeSession() {
      if session.canRunOnCallers {
        session.longStatement = database.configuration.longStatement
        do { unfinished.value = try work(session) } catch { unfinished.error = error }
        unfinished.hasPostponedWork = session.hasPostponedWork
        unfinished.endsTurn = session.takeTurnEnd()
      }
      connection.giveBack(session)
    }
    guard let value = unfinished.value, !unfinished.hasPostponedWork, !unfinished.endsTurn, !connection.needsRecovery,
      database.pool.isTakenBack(connection, kind)
    else { return .unfinished(unfinished) }
    return .done(value)
  }
}

/// What became of a call on its caller's thread.
enum CallerAttempt<R> {
  /// It has its result, and the connection is back in the pool.
  case done(R)
  /// There is something left that suspends.
  case unfinished(UnfinishedCall<R>)
}

/// A call that was on its caller's thread, and what it left to do.
struct UnfinishedCall<R> {
  let lease: CallerLease
  var value: R?
  var error: (any Error)?
  var hasPostponedWork = false
  /// Whether others are to have the thread.
  var endsTurn = false

  /// Does what is left, and returns the connection.
  ///
  /// - Parameter there: The work for the connection's thread, if it has no result yet.
  func finish(_ there: (any PooledConnection) async throws -> R) async throws -> R where R: Sendable {
    let (connection, database) = (lease.connection, lease.database)
    let result: Result<R, any Error>
    do {
      if hasPostponedWork { try await connection.perform { $0.finishPostponedWork() } }
      if let error { throw error }
      if let value { result = .success(value) } else { result = .success(try await there(connection)) }
    } catch {
      result = .failure(error)
    }
    if connection.needsRecovery || !database.pool.isTakenBack(connection, lease.kind) {
      await database.pool.giveBack(connection, lease.kind)
    }
    if endsTurn { await Task.yield() }
    do { return try result.get() } catch {
      database.noteFailure(error, of: .call)
      throw error
    }
  }
}
