/// Detects changes by others while the database is observed.
///
/// There is one for each database, regardless of the number of observations. They share one watch, and the answer to
/// each question.
final class ChangesOfOthers: Sendable {
  /// How an observation learns of others' changes, with what this database's driver can.
  enum Way: Sendable, Hashable {
    /// It doesn't learn of them.
    case none
    /// The driver reports them. If it can't, it is asked once a second.
    case events
    /// The driver is asked for its position; `nil` for the pace of ``ObservationPolicy/automatic``.
    case position(every: Duration?)
    /// The observation fetches again and compares.
    case fetching(every: Duration)
  }

  struct State {
    /// The last position; `nil` before the first question.
    var position: Position?
    /// Whether an observation fetched before the first position was known.
    var isBehind = false
    /// The number of observations that the driver is watched for.
    var watchers = 0
    var watch: (any ChangeWatch)?
    /// The waiting observations, with the time after which each wants to ask; `nil` for the automatic pace.
    var waiting: [UInt64: Duration?] = [:]
    var lastWaiting: UInt64 = 0
    /// The time of the next question; `nil` before the first one.
    var nextQuestion: Duration?
    /// The task that waits for that time and asks.
    var loop: Task<Void, Never>?
    var isAsking = false
    var pace = Pace()
    /// Whether the driver couldn't answer.
    var isUnanswered = false
    /// Whether a task looks at the signs of the watch, and whether there was a sign since its last look.
    var isLooking = false
    var hasSign = false
    var isClosed = false
  }

  /// The position of the database.
  enum Position: Equatable {
    case token(ChangeToken)
    /// A number that is meaningful only on one connection.
    case number(ObjectIdentifier, UInt64)
    case remote(UInt64)
  }

  private let pool: ConnectionPool
  private let hub: ChangeHub
  private let capabilities: DriverCapabilities
  let surroundings: RetrySurroundings
  let state = Protected(State())

  init(pool: ConnectionPool, hub: ChangeHub, capabilities: DriverCapabilities, _ surroundings: RetrySurroundings) {
    self.pool = pool
    self.hub = hub
    self.capabilities = capabilities
    self.surroundings = surroundings
  }

  func way(of policy: ObservationPolicy) -> Way {
    let detection = state.withLock { $0.isUnanswered } ? .none : capabilities.changeDetection
    return switch (policy, detection) {
    case (.ownWrites, _), (.automatic, .none): .none
    case (.automatic, .events): .events
    case (.automatic, .position): .position(every: nil)
    case (.polling(let time), .none): .fetching(every: max(time, .milliseconds(10)))
    case (.polling(let time), _): .position(every: max(time, .milliseconds(10)))
    }
  }

  /// A token for the state of the last question, which a fetch must see.
  var token: ChangeToken? {
    state.withLock { state in if case .token(let token)? = state.position { token } else { nil } }
  }

  func close() {
    let (watch, loop) = state.withLock { state in
      defer {
        state.watch = nil
        state.loop = nil
      }
      state.isClosed = true
      return (state.watch, state.loop)
    }
    watch?.cancel()
    loop?.cancel()
  }

  // MARK: Asking

  /// Asks for the position of the database, and notifies the observers if it has advanced.
  ///
  /// - Returns: Whether it has advanced; `nil` if the driver can't tell.
  @discardableResult
  func ask() async throws -> Bool? {
    let position: Position
    do {
      position = try await currentPosition()
    } catch let error as DatabaseError where error.code == .readOnly {
      // Nobody writes here, so that any sign is one of others.
      hub.announce(.everything, isOthers: true)
      return true
    } catch let error as DatabaseError where error.code == .unsupportedFeature || error.code == .authorization {
      state.withLock { $0.isUnanswered = true }
      return nil
    }
    return note(position)
  }

  /// Stores a position, and notifies the observers if it has advanced.
  @discardableResult
  private func note(_ position: Position) -> Bool {
    let isFurther = state.withLock { state in
      defer {
        state.position = position
        state.isBehind = false
      }
      return state.position.map { $0 != position } ?? state.isBehind
    }
    if isFurther { hub.announce(.everything, isOthers: true) }
    return isFurther
  }

  private func currentPosition() async throws -> Position {
    // Its own changes don't count on the connection that writes.
    let kind: ConnectionPool.Kind = capabilities.changeDetection == .events ? .writer : .reader
    return try await pool.withConnection(kind) { try await position(of: $0) }
  }

  private func position(of connection: any PooledConnection) async throws -> Position {
    if capabilities.changeTokens == .positioned { return .token(try await connection.changeToken()) }
    let number = try await connection.changePosition()
    return connection.servesLine || capabilities.changeDetection == .events
      ? .number(ObjectIdentifier(connection), number) : .remote(number)
  }

  // MARK: Watching

  /// Starts to watch, for an observation that is about to fetch for the first time.
  func beginWatching() async {
    let isFirst = state.withLock { state in
      state.watchers += 1
      return state.watchers == 1 && !state.isClosed
    }
    if isFirst {
      let watch = try? await pool.withConnection(.reader) { connection in
        await connection.watchChanges { [weak self] in self?.noteSign() }
      }
      state.withLock { if $0.watchers > 0, !$0.isClosed { $0.watch = watch ?? OncePerSecond(self) } }
    }
    // Nobody waits for a transaction that is being written: what is missed then is told later.
    guard let position = try? await pool.withIdleConnection(.writer, { try await self.position(of: $0) }) else {
      state.withLock { $0.isBehind = true }
      return noteSign()
    }
    note(position)
  }

  func endWatching() {
    let watch: (any ChangeWatch)? = state.withLock { state in
      state.watchers -= 1
      guard state.watchers == 0 else { return nil }
      defer { state.watch = nil }
      return state.watch
    }
    watch?.cancel()
  }

  /// Called when the database may have been changed, or may be about to.
  func noteSign() {
    let isFirst = state.withLock { state in
      state.hasSign = true
      defer { state.isLooking = true }
      return !state.isLooking && state.watchers > 0
    }
    if isFirst { Task.detached { [self] in await look() } }
  }

  /// Asks until some time after the last sign: a file changes before its new content is visible.
  private func look() async {
    while state.withLock({ $0.takeSign() }) {
      for pause in [0, 2, 10, 40, 150, 400] {
        try? await Task.sleep(for: .milliseconds(pause))
        if pause > 0, state.withLock({ $0.hasSign }) { break }
        _ = try? await ask()
      }
      // Not more often than is of use to anybody.
      try? await Task.sleep(for: .milliseconds(5))
    }
  }
}

extension ChangesOfOthers.State {
  /// Takes the sign since the last look. Without one, the looking ends.
  fileprivate mutating func takeSign() -> Bool {
    guard hasSign, watchers > 0, !isClosed else {
      isLooking = false
      hasSign = false
      return false
    }
    hasSign = false
    return true
  }
}
