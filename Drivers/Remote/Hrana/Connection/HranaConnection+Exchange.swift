import Quarry

extension HranaConnection {
  /// The effect of a call's requests.
  enum Purpose {
    /// Reads: the requests can be sent again.
    case reading
    /// Writes.
    case writing
    /// Commits the open transaction.
    case committing
    /// Rolls back the open transaction.
    case rollingBack
  }

  /// The treatment of an interrupted call.
  private enum Interruption {
    /// The transfer ends, and nothing stays open on the server.
    case ends
    /// The response is awaited in the background, to close the stream that it names.
    case leaves
    /// The response is awaited for a moment. Then the transfer ends, which the server notices.
    case leavesSoon
  }

  /// How long servers wait for the next call on a stream.
  static var idleLimit: Duration { .seconds(10) }

  /// The idle time after which a stream may have expired.
  private static var streamLife: Duration { idleLimit - .seconds(2) }

  /// The duration of that moment: a response on its way arrives in it, and a running statement doesn't run long.
  private static var patience: Duration { .milliseconds(100) }

  /// The longest time to close the stream of a failed call.
  private static var leaveLimit: Duration { .seconds(5) }

  /// Makes an idle stream read the schema again. A statement that was prepared on an old schema is prepared again
  /// when it runs, but libSQL's server still reports the old columns then.
  static let refresh = HranaStatementCall("SELECT 1 FROM sqlite_master LIMIT 0", wantsRows: false)

  /// Sends requests and returns their results. It opens a stream if there is none, keeps it if needed, and otherwise
  /// closes it in the same call.
  ///
  /// - Parameters:
  ///   - keepsStream: Whether a transaction, or something else that needs the stream, may be open afterwards.
  ///   - limit: The longest time for the call. If `nil`, only the limit of every call applies.
  ///   - first: The first try of the call, if it was made already; see ``runInPlace(_:_:_:limit:)``.
  /// - Throws: An error with the outcome of the transaction if the stream is lost. Without COMMIT nothing of it
  ///   stays.
  nonisolated(nonsending) func exchange(
    _ requests: [HranaRequest], _ purpose: Purpose, keepsStream: Bool = false, limit: Duration? = nil,
    after first: FirstTry? = nil
  ) async throws(DatabaseError) -> [HranaResult] {
    let largest = server.changes.largest
    if let openCursor, transactionStatus == .active {
      try await openCursor.buffer(maximumBytes: server.maximumAnswerBytes)
      takeStream(of: openCursor)
      openCursor.isDetached = true
    }
    let wasActive = transactionStatus == .active && !beginIsPending
    let keeps = keepsStream || wasActive || isPinned
    var wait: UInt64?
    var first = first
    if purpose == .reading, !keeps, !HranaConnection.waits(requests) { wait = try await numberToWaitFor() }
    while true {
      if !wasActive, !isPinned, let stream, stream.lastUse.duration(to: .now) > Self.streamLife { self.stream = nil }
      let used = stream.take()
      var all: [HranaRequest] = []
      if used == nil {
        all = settings.map { .execute(HranaStatementCall($0.sql, wantsRows: false)) }
      } else if !wasActive, purpose != .rollingBack {
        all = [.execute(HranaConnection.refresh)]
      }
      if let wait {
        var question = HranaConnection.refresh
        question.number = wait
        all.append(.execute(question))
      }
      let own = all.count
      let made = first.take()
      all += requests
      all.append(keeps ? statusRequest : .close)
      let outcome: HranaServer.Outcome
      do throws(DatabaseError) {
        // Nothing but a BEGIN runs then: it takes no longer than the lock does.
        let begins = keepsStream && !wasActive && purpose == .reading && requests.count == 1
        let end = !keeps || purpose == .committing ? Interruption.ends : begins ? .leaves : .leavesSoon
        outcome = try await send(
          all, used, purpose, wasActive, end, wait == nil ? limit : Self.patienceWithReplicas,
          // What was sent had no requests before its own. Only reads come to have some meanwhile.
          after: own == 0 ? made : nil)
      } catch {
        if wait != nil, error.code == .timedOut {
          wait = nil
          continue
        }
        if error.outcome == .unknown { server.changes.lostWrite() }
        let holdsLock = wasActive || isPinned
        let failure = lost(error, used, purpose, wasActive)
        if holdsLock, stream == nil, let used { await leave(used, after: error) }
        throw failure
      }
      switch outcome {
      case .answer(let answer):
        if let baton = answer.baton, keeps {
          stream = Stream(baton: baton, base: answer.baseURL ?? used?.base, lastUse: .now)
        }
        if keeps { try follow(answer, purpose) }
        if let base = answer.refusedBaseURL, isPinned || keepsStream {
          throw loseConnection(TrustedOrigins.refusal(of: base))
        }
        if let number = answer.number {
          if purpose == .committing || (purpose == .writing && transactionStatus == .idle) {
            server.changes.wrote(number, largestBefore: largest)
          } else {
            server.changes.told(number)
          }
        }
        // A setting that cannot be made again would change what the statements mean.
        for result in answer.results[..<own] {
          if case .error(let error) = result { throw error.databaseError(sql: nil, mayWrite: purpose == .writing) }
        }
        return Array(answer.results[own..<(own + requests.count)])
      case .noStream(let error, let wasUsed):
        if let failure = refused(error, wasUsed, purpose, wasActive) { throw failure }
      }
    }
  }

  /// Asks whether the transaction is still open, after an error that may have ended it.
  nonisolated(nonsending) func followTransaction() async throws(DatabaseError) {
    if transactionStatus == .active, !beginIsPending { _ = try await exchange([], .reading) }
  }

  private nonisolated(nonsending) func send(
    _ requests: [HranaRequest], _ stream: Stream?, _ purpose: Purpose, _ wasActive: Bool, _ interruption: Interruption,
    _ limit: Duration?, after first: FirstTry?
  ) async throws(DatabaseError) -> HranaServer.Outcome {
    let server = server
    // Inside a transaction only a lost COMMIT leaves a doubt; a baton is good for one call.
    let effect: CallEffect =
      switch purpose {
      case .reading, .rollingBack: .reads
      case .writing: wasActive ? .reads : .writes
      case .committing: .writes
      }
    let repeats = !wasActive || purpose == .committing
    let call: @Sendable () async throws(DatabaseError) -> HranaServer.Outcome = { () throws(DatabaseError) in
      try await server.pipeline(
        requests, baton: stream?.baton, base: stream?.base, effect: effect, repeats: repeats, limit: limit,
        after: first)
    }
    if purpose == .rollingBack { return try await HranaInterrupt.shielded(call) }
    guard interruption != .ends else { return try await interrupts.run(call) }
    // An answer that nobody waits for any more names the stream on which a transaction would hold up the others until it
    // expires.
    let patience = interruption == .leaves ? nil : Self.patience
    let outcome = try await interrupts.runOrLeave(patience: patience, call) { outcome in
      guard case .answer(let answer) = outcome, let baton = answer.baton else { return }
      await server.end(baton: baton, base: answer.baseURL ?? stream?.base)
    }
    if let outcome { return outcome }
    throw CallFailure(
      HTTPError(.cancelled, mayHaveBeenSent: true, "The call was cancelled"), effect: effect
    ).error
  }

  /// Asks whether a transaction is open. Version 2 can't ask, but a second BEGIN only succeeds without one.
  private var statusRequest: HranaRequest {
    guard version == .v2 else { return .getAutocommit }
    return .batch([
      HranaStep(HranaStatementCall("BEGIN", wantsRows: false)),
      HranaStep(HranaStatementCall("ROLLBACK", wantsRows: false), if: .ok(0)),
    ])
  }

  /// Updates the state of the transaction from the last result.
  private func follow(_ answer: HranaAnswer, _ purpose: Purpose) throws(DatabaseError) {
    let isActive: Bool
    switch answer.results.last {
    case .ok(.autocommit(let isAutocommit))?: isActive = !isAutocommit
    case .ok(.batch(let steps))?:
      if case .error? = steps.first ?? nil { isActive = true } else { isActive = false }
    default:
      stream = nil
      transactionStatus = purpose == .committing ? .unknown : .idle
      throw DatabaseError(
        purpose == .committing ? .outcomeUnknown : .protocolViolation,
        "The server doesn't tell whether a transaction is open",
        outcome: purpose == .committing || purpose == .writing ? .unknown : .notApplied)
    }
    transactionStatus = isActive ? .active : .idle
    beginIsPending = false
    if !isActive { beganBySavepoint = false }
    guard isActive, stream == nil else { return }
    transactionStatus = .idle
    guard let base = answer.refusedBaseURL else { return }
    var error = TrustedOrigins.refusal(of: base)
    error.message += ". The transaction was rolled back"
    error.isTransactionOpen = false
    throw error
  }

  // MARK: Losses

  /// Closes a stream whose call failed, so that it is released immediately and not when it expires. A server that
  /// didn't receive the call knows the stream by its last baton. One that received it rejects this call, which does
  /// no harm.
  nonisolated(nonsending) func leave(_ stream: Stream, after error: DatabaseError) async {
    let cause = error.underlying as? HTTPError
    // The answer that the call may still get closes the stream then.
    if cause?.kind == .cancelled { return }
    let server = server
    let end: @Sendable () async -> Void = {
      await server.end(baton: stream.baton, base: stream.base, limit: HranaConnection.leaveLimit)
    }
    // Nobody waits for a server that gave no answer.
    if cause == nil { await end() } else { Task.detached(operation: end) }
  }

  /// The error of a call without a response.
  private func lost(
    _ error: DatabaseError, _ used: Stream?, _ purpose: Purpose, _ wasActive: Bool
  ) -> DatabaseError {
    var error = error
    let wasSent = (error.underlying as? HTTPError)?.mayHaveBeenSent ?? true
    guard wasSent else {
      // The stream has not seen the call and goes on.
      stream = used
      return error
    }
    if isPinned { return loseConnection(error) }
    guard wasActive else { return error }
    if purpose == .committing, error.outcome == .unknown {
      transactionStatus = .unknown
      return error
    }
    transactionStatus = .idle
    beganBySavepoint = false
    error.outcome = .notApplied
    error.isTransactionOpen = false
    error.message += ". The transaction is lost with its stream and is rolled back"
    return error
  }

  /// The error if the server doesn't know the stream, or `nil` if the call can be made on a new one.
  private func refused(
    _ error: HranaServerError, _ wasUsed: Bool, _ purpose: Purpose, _ wasActive: Bool
  ) -> DatabaseError? {
    if wasActive {
      transactionStatus = wasUsed && purpose == .committing ? .unknown : .idle
      beganBySavepoint = false
      isPinned = false
      if transactionStatus == .unknown {
        return DatabaseError(
          .outcomeUnknown, "The answer to the commit was lost. Read the data to see whether it took effect",
          outcome: .unknown)
      }
      return DatabaseError(
        .transactionState,
        "The server ended the transaction with its stream, which had no call for too long; it is rolled back. "
          + "Begin it again, with less time between its statements (\(error.message.prefix(200)))",
        isRetrySafe: true, isTransactionOpen: false)
    }
    if isPinned {
      return loseConnection(DatabaseError(.connectionClosed, "The stream with its temporary tables has expired"))
    }
    if wasUsed, purpose != .reading {
      return DatabaseError(
        .outcomeUnknown, "The answer was lost. Read the data to see whether the call took effect", outcome: .unknown)
    }
    return nil
  }

  /// Marks the connection as unusable, because its stream is lost.
  private func loseConnection(_ error: DatabaseError) -> DatabaseError {
    isPinned = false
    transactionStatus = .unknown
    return error
  }
}
