extension ConnectionPool {
  /// The answer to a waiting caller.
  enum Grant: Sendable {
    case use(any PooledConnection)
    case open
  }

  /// Who waits in the line.
  enum Waiter: Sendable {
    case caller(WaitingCaller)
    case work(QueuedCall)

    /// Resumes the waiter. Returns `false` if it was canceled.
    func resume(returning grant: Grant) -> Bool {
      switch self {
      case .caller(let caller):
        caller.continuation.resume(returning: grant)
        return true
      case .work(let work): return work.hand(over: grant)
      }
    }

    func resume(throwing error: any Error) {
      switch self {
      case .caller(let caller): caller.continuation.resume(throwing: error)
      case .work(let work): work.fail(error)
      }
    }
  }

  /// A caller that waits. An object, because moving continuations in a queue is slow.
  final class WaitingCaller: Sendable {
    let continuation: CheckedContinuation<Grant, any Error>

    init(_ continuation: CheckedContinuation<Grant, any Error>) { self.continuation = continuation }
  }

  /// Waits for a connection, in order.
  func wait(_ kind: Kind) async throws -> any PooledConnection {
    let ticket = Protected<(id: UInt64?, isCancelled: Bool)>((nil, false))
    let grant = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Grant, any Error>) in
        enqueue(continuation, kind, ticket)
      }
    } onCancel: {
      let id = ticket.withLock { ticket in
        ticket.isCancelled = true
        return ticket.id
      }
      guard let id, let waiter = state.withLock({ $0.cancel(id, for: kind) }) else { return }
      noteChange(kind)
      waiter.resume(throwing: CancellationError())
    }
    switch grant {
    case .use(let connection): return connection
    case .open: return try await openConnection(kind)
    }
  }

  private func enqueue(
    _ continuation: CheckedContinuation<Grant, any Error>, _ kind: Kind,
    _ ticket: Protected<(id: UInt64?, isCancelled: Bool)>
  ) {
    // A connection may have come free since the first look.
    let result: Result<Grant, any Error>? = state.withLock { state in
      switch state.acquire(kind) {
      case .use(let connection): return .success(.use(connection))
      case .open: return .success(.open)
      case .closed: return .failure(Self.closedError)
      case .readOnly: return .failure(Self.readOnlyError)
      case .wait:
        return ticket.withLock { ticket in
          if ticket.isCancelled { return .failure(CancellationError()) }
          ticket.id = state.enqueue(.caller(WaitingCaller(continuation)), for: kind)
          return nil
        }
      }
    }
    if let result { continuation.resume(with: result) } else { noteChange(kind) }
  }

  /// Carries out a release. Returns the connection to close.
  func follow(_ release: State.Release, _ kind: Kind) -> (any PooledConnection)? {
    var release = release
    while true {
      switch release {
      case .handOver(let connection, let waiter):
        if waiter.resume(returning: .use(connection)) { return nil }
        release = state.withLock { $0.release(connection, for: kind) }
      case .openFor(let waiter):
        if waiter.resume(returning: .open) { return nil }
        release = state.withLock { $0.release(nil, for: kind) }
      case .serve(let connection):
        connection.serve(self)
        return nil
      case .close(let connection): return connection
      case .none: return nil
      }
    }
  }
}
