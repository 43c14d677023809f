import Synchronization

extension LocalPooledConnection {
  nonisolated var runsOnCallers: Bool { true }

  /// Runs a body with the session on the caller's thread, if the connection's thread doesn't use it.
  ///
  /// No interrupt reaches the body: the driver looks at the task itself while a statement runs that must not block.
  nonisolated func performOnCaller<R>(_ body: (SQLSession) throws -> R?) throws -> R? {
    try shared.withLockIfAvailable { session in
      defer { if session.isDirty { isDirty.store(true, ordering: .releasing) } }
      return try body(session)
    }
  }
}

extension SQLSession {
  /// Whether the connection must be checked before it is lent again.
  var isDirty: Bool {
    state.failure != nil || state.depth > 0 || connection.transactionStatus != .idle
  }
}
