import Synchronization

extension LocalPooledConnection {
  nonisolated var runsOnCallers: Bool { true }

  /// Returns the session if the connection's thread doesn't use it.
  ///
  /// No interrupt reaches the caller: the driver looks at the task itself while a statement runs that must not block.
  nonisolated func takeSession() -> SQLSession? { shared.lockIfAvailable() }

  nonisolated func giveBack(_ session: SQLSession) {
    if session.isDirty { isDirty.store(true, ordering: .releasing) }
    shared.unlock()
  }
}

extension SQLSession {
  /// Whether the connection must be checked before it is lent again.
  var isDirty: Bool {
    state.failure != nil || state.depth > 0 || connection.transactionStatus != .idle
  }
}
