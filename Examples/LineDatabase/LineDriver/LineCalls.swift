internal import LineProtocol
internal import Quarry

/// The requests of one connection of the driver, over one connection of TCP after the other, and what it means when an
/// answer is lost.
///
/// It belongs to one task at a time. Every function that awaits is `nonisolated(nonsending)`: it runs where its caller
/// runs, so that nothing has to be Sendable and no call hops to another thread. A helper without it would run elsewhere.
final class LineCalls {
  /// What a request does to data, which decides what a lost answer means.
  enum Effect {
    /// Nothing that stays unless something else commits it.
    case reads
    /// Something that stays, unless a transaction is open.
    case writes
    /// Ends the open transaction and keeps what it did.
    case commits
  }

  private let driver: LineDriver
  private let role: ConnectionRole
  let interrupts = LineInterrupts()
  private var channel: LineChannel?
  private var lastNumber = 0
  private var isClosed = false
  /// How many connections of TCP there were: cursors of an earlier one are gone.
  private(set) var generation = 0
  /// Whether a transaction is open, in the server's words.
  private(set) var status = TransactionStatus.idle
  /// Whether the connection of SQLite has settings or temporary objects that a new one would not have.
  var isPinned = false

  init(driver: LineDriver, role: ConnectionRole) {
    self.driver = driver
    self.role = role
  }

  deinit { channel?.close() }

  func close() {
    isClosed = true
    status = .idle
    channel?.close()
  }

  /// Says something that has no answer, on the connection that it is about.
  func tell(_ work: LineRequest.Work, generation: Int) {
    if generation == self.generation { channel?.tell(work) }
  }

  /// Opens a connection of TCP and says which database it is for.
  @discardableResult
  nonisolated(nonsending) func begin() async throws(DatabaseError) -> LineServerFacts {
    let place = "\(driver.host):\(driver.port)"
    let channel: LineChannel
    do throws(LineSocket.Failure) {
      channel = try await LineChannel.connect(to: driver.host, driver.port, within: driver.limits.connect)
    } catch {
      switch error {
      case .unknownHost: throw DatabaseError(.cannotOpen, "the host of \(place) is not known", isRetrySafe: true)
      case .refused: throw DatabaseError(.cannotOpen, "nothing listens at \(place)", isRetrySafe: true)
      case .timedOut: throw DatabaseError(.timedOut, "no connection to \(place) was made in time", isRetrySafe: true)
      }
    }
    self.channel = channel
    generation += 1
    interrupts.follow(channel)
    let busy = Int(clamping: Int64(driver.limits.busy / .milliseconds(1)))
    let answer = try await send(
      .begin(
        version: lineProtocolVersion, database: driver.database, readsOnly: role == .reader, busyMilliseconds: busy),
      .reads)
    if let failure = answer.failure {
      channel.close()
      throw failure.error
    }
    guard let facts = answer.server else {
      channel.close()
      throw DatabaseError(.protocolViolation, "the server did not say what it is")
    }
    return facts
  }

  /// Sends a request and takes its answer. A connection that was lost while nothing depended on it is opened again.
  ///
  /// - Parameter interruptCount: How often the connection had been interrupted when the statement was started.
  nonisolated(nonsending) func answer(
    to work: LineRequest.Work, _ effect: Effect, since interruptCount: UInt64? = nil
  ) async throws(DatabaseError) -> LineAnswer {
    guard !isClosed else { throw DatabaseError(.connectionClosed, "the connection was closed; open another one") }
    if channel?.isOpen != true {
      guard status == .idle, !isPinned else { throw lost(.init(reason: .ended, mayHaveBeenSent: false), .reads) }
      try await begin()
    }
    return try await send(work, effect, since: interruptCount)
  }

  private nonisolated(nonsending) func send(
    _ work: LineRequest.Work, _ effect: Effect, since interruptCount: UInt64? = nil
  ) async throws(DatabaseError) -> LineAnswer {
    lastNumber += 1
    let request = LineRequest(number: lastNumber, work)
    guard let channel, let line = try? LineProtocol.line(of: request), line.count <= maximumLineBytes else {
      throw DatabaseError(.tooBig, "a request has at most \(maximumLineBytes) bytes")
    }
    do throws(LineChannel.Loss) {
      let answer = try await channel.answer(to: request, line, within: driver.limits.answer) {
        interruptCount.map { $0 != interrupts.count } ?? false
      }
      status = answer.inTransaction ? .active : .idle
      return answer
    } catch {
      throw lost(error, effect)
    }
  }

  /// What is true when an answer was lost, and how the connection goes on.
  ///
  /// | lost | outcome | transaction |
  /// | --- | --- | --- |
  /// | before the request was sent | not applied | as below |
  /// | a read, outside of a transaction | not applied | idle |
  /// | a write, outside of a transaction | unknown | idle |
  /// | any statement inside of a transaction | not applied: the server rolls back | idle |
  /// | COMMIT, or RELEASE that commits | unknown | unknown: the pool discards the connection |
  private func lost(_ loss: LineChannel.Loss, _ effect: Effect) -> DatabaseError {
    let wasActive = status == .active
    status = isPinned ? .unknown : .idle
    let reason =
      switch loss.reason {
      case .ended: "the connection to the server was lost"
      case .unreadable: "the answer of the server could not be read"
      case .timedOut: "the server did not answer in time"
      case .interrupted: "the server did not say that it ended the interrupted statement"
      }
    if loss.mayHaveBeenSent, effect == .commits || effect == .writes && !wasActive {
      if wasActive { status = .unknown }
      return DatabaseError(
        .outcomeUnknown, "\(reason). Read the data to see whether the statement took effect", outcome: .unknown)
    }
    if wasActive {
      return DatabaseError(
        .transactionState, "\(reason). The server rolls the transaction back; begin it again", isRetrySafe: true,
        isTransactionOpen: false)
    }
    let code: DatabaseError.Code =
      switch loss.reason {
      case .ended: loss.mayHaveBeenSent ? .inputOutput : .connectionClosed
      case .unreadable: .protocolViolation
      case .timedOut: .timedOut
      case .interrupted: .interrupted
      }
    return DatabaseError(code, reason, isRetrySafe: effect == .reads && loss.reason != .interrupted)
  }
}

/// Ends the statement that is running. The core calls it from any task, now and then more than once.
final class LineInterrupts: InterruptHandle {
  private let state = Locked<(channel: LineChannel?, count: UInt64)>((nil, 0))

  /// How often the connection was interrupted: a statement that began before sends nothing more.
  var count: UInt64 { state.withLock { $0.count } }

  func follow(_ channel: LineChannel) { state.withLock { $0.channel = channel } }

  func interrupt() {
    let channel = state.withLock { state in
      state.count += 1
      return state.channel
    }
    channel?.interrupt()
  }
}
