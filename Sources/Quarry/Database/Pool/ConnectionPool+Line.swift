import Synchronization

/// The line of work for the writer's thread. It is the line in which callers wait that reserve the writer.
extension ConnectionPool {
  /// Runs work on the writer: in order on its thread if that takes work from the line, and otherwise with the writer
  /// reserved.
  ///
  /// - Parameters:
  ///   - work: The work for a synchronous session.
  ///   - awaiting: The same work for a connection that suspends.
  func onWriter<Output: Sendable>(
    _ work: WriterWork<Output>, _ awaiting: (any PooledConnection) async throws -> Output
  ) async throws -> Output {
    guard servesLine else { return try await withConnection(.writer, awaiting) }
    let output = QueuedOutput<Output>()
    guard let connection = try await lineUp(QueuedWrite(work.keeping(output), monitor)) else { return try output.get() }
    return try await using(connection, .writer, awaiting)
  }

  /// Waits until the writer's thread has done a call's work.
  ///
  /// - Returns: The writer, if the caller has to do the work itself; `nil` if the work is done.
  nonisolated(nonsending) func lineUp(_ call: QueuedCall) async throws -> (any PooledConnection)? {
    try Task.checkCancellation()
    return switch try await call.wait(in: self) {
    case .done: nil
    case .grant(.use(let connection)): connection
    case .grant(.open): try await openConnection(.writer)
    }
  }

  /// Adds work to the line.
  func lineUp(_ work: QueuedCall, as place: State.Place) {
    let result: Result<State.Release, any Error> = state.withLock { state in
      if state.isClosed { return .failure(Self.closedError) }
      if state.isReadOnly { return .failure(Self.readOnlyError) }
      let id = state.enqueue(.work(work), for: .writer, as: place)
      guard work.note(id) else {
        state.cancel(id, for: .writer)
        return .success(.none)
      }
      return .success(state.afterLiningUp())
    }
    noteChange(.writer)
    switch result {
    case .success(let next): _ = follow(next, .writer)
    case .failure(let error): work.fail(error)
    }
  }

  /// Whether statements on the writer can call closures of the program, as its thread has last found.
  var canCallProgram: Bool {
    get { writerCallsProgram.load(ordering: .relaxed) }
    set { writerCallsProgram.store(newValue, ordering: .relaxed) }
  }

  /// Removes work whose caller was canceled.
  func leaveLine(_ id: UInt64) {
    if state.withLock({ $0.cancel(id, for: .writer) }) != nil { noteChange(.writer) }
  }

  /// Takes the work at the head of the line.
  func takeWork() -> [QueuedEntry] {
    state.withLock { state in
      state.takeWork().compactMap { entry in
        guard case .work(let work) = entry.waiter else { return nil }
        return QueuedEntry(id: entry.id, work: work, place: entry.place)
      }
    }
  }

  /// Puts work back to the head of the line. None of it has had an effect.
  func putBack(_ entries: [QueuedEntry]) {
    guard !entries.isEmpty else { return }
    let isOpen = state.withLock { state in
      state.putBack(entries.map { State.Entry(id: $0.id, waiter: .work($0.work), place: $0.place) })
    }
    guard !isOpen else { return }
    for entry in entries { entry.work.fail(Self.closedError) }
  }

  /// Takes back a connection from its own thread; `nil` if it became unusable.
  ///
  /// Optional, and not with a flag beside it: Swift 6.3's optimizer crashes on that.
  ///
  /// - Returns: Whether the connection must be closed.
  func giveBackFromLine(_ connection: (any PooledConnection)?) -> Bool {
    let next = state.withLock { $0.release(connection, for: .writer) }
    let unwanted = follow(next, .writer)
    noteChange(.writer)
    guard connection == nil else { return unwanted != nil }
    monitor?.event(.connectionDiscarded(.writer))
    return true
  }
}

/// Work that a connection's thread has taken from the line.
struct QueuedEntry: Sendable {
  let id: UInt64
  let work: QueuedCall
  var place: ConnectionPool.State.Place

  /// The entry, with the connection for its caller if its work has no task.
  var reservedWithoutTask: QueuedEntry {
    var entry = self
    if !work.hasTask { entry.place = .reserved }
    return entry
  }
}
