/// A connection that was idle and that one caller has for itself, to run a short statement on its own thread.
@usableFromInline struct CallerLease {
  let connection: any PooledConnection
  let kind: ConnectionPool.Kind
  let database: Database

  /// Runs work on the caller's thread if it is short.
  ///
  /// - Parameter work: The work. It returns `false` if it belongs on the connection's thread.
  /// - Returns: What is left to do; `nil` if the work is done, and the connection back in the pool.
  func attempt(_ work: (SQLSession) throws -> Bool) -> UnfinishedCall? {
    var call = UnfinishedCall(lease: self)
    if let session = connection.takeSession() {
      if session.canRunOnCallers {
        session.longStatement = database.configuration.longStatement
        do { call.hasRun = try work(session) } catch { call.error = error }
        call.hasPostponedWork = session.hasPostponedWork
        call.endsTurn = session.takeTurnEnd()
      }
      connection.giveBack(session)
    }
    guard call.hasRun, !call.hasPostponedWork, !call.endsTurn, !connection.needsRecovery,
      database.pool.isTakenBack(connection, kind)
    else { return call }
    return nil
  }

  /// Runs work on the caller's thread if it is short.
  ///
  /// - Parameter work: The work. It returns `nil` if it belongs on the connection's thread.
  func attempt<R>(_ work: (SQLSession) throws -> R?) -> CallerAttempt<R> {
    var value: R?
    let call = attempt { session in
      value = try work(session)
      return value != nil
    }
    guard let call else { return value.map { .done($0) } ?? .unfinished(UnfinishedCall(lease: self), nil) }
    return .unfinished(call, value)
  }
}

/// What became of a call on its caller's thread.
enum CallerAttempt<R> {
  /// It has its result, and the connection is back in the pool.
  case done(R)
  /// There is something left that suspends.
  case unfinished(UnfinishedCall, R?)
}

/// A call that was on its caller's thread, and what it left to do.
///
/// It isn't generic: types that depend on the result would be looked up again for each call.
@usableFromInline struct UnfinishedCall {
  let lease: CallerLease
  /// Whether the work was done.
  var hasRun = false
  var error: (any Error)?
  var hasPostponedWork = false
  /// Whether others are to have the thread.
  var endsTurn = false

  /// Does what is left, and returns the connection.
  ///
  /// - Parameters:
  ///   - value: The result; `nil` if there is none yet.
  ///   - there: The work for the connection's thread, if there is no result yet.
  func finish<R: Sendable>(_ value: R?, _ there: (any PooledConnection) async throws -> R) async throws -> R {
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
