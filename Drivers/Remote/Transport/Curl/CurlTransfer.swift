internal import CQuarryCurl
internal import Quarry

/// One request and what has come of its answer: written by who moves the transfers, read by the caller's task.
final class CurlTransfer: Sendable {
  /// How much of a streamed body waits to be taken before the server has to wait.
  static let window = 256 * 1024

  /// What a caller can wait for.
  enum Event { case head, piece, end }

  let id: UInt64
  let request: HTTPRequest
  /// The number of the checked request that this one is like.
  let kind: UInt64
  let streams: Bool
  private let loop: CurlLoop
  private let state = Protected(State())

  private struct State {
    var head = CurlHead()
    var body: [UInt8] = []
    var received = 0
    var isPaused = false
    /// How often the request was about to be sent.
    var attempts = 0
    /// Why a callback ended the transfer.
    var stopped: HTTPError.Kind?
    var hasEnded = false
    /// Why it has ended without a whole answer.
    var failure: HTTPError?
    /// When the answer to a call that was alone was there.
    var wasThere: ContinuousClock.Instant?
    var waiter: (event: Event, continuation: CheckedContinuation<Bool?, Never>)?

    func has(_ event: Event) -> Bool {
      switch event {
      case .head: head.isComplete || hasEnded
      case .piece: !body.isEmpty || hasEnded
      case .end: hasEnded
      }
    }

    /// Takes a line of the head; `false` ends the transfer.
    mutating func takeHeader(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
      guard !hasEnded else { return false }
      switch head.take(line) {
      case .fine: return true
      case .malformed: stopped = .malformed
      case .tooLarge: stopped = .tooLarge
      }
      return false
    }

    /// The continuation to resume when what it waits for is there.
    mutating func takeWaiter() -> CheckedContinuation<Bool?, Never>? {
      guard let waiter, has(waiter.event) else { return nil }
      self.waiter = nil
      return waiter.continuation
    }
  }

  init(id: UInt64, request: HTTPRequest, kind: UInt64, streams: Bool, loop: CurlLoop) {
    self.id = id
    self.request = request
    self.kind = kind
    self.streams = streams
    self.loop = loop
  }
}

// MARK: - For the caller's task

extension CurlTransfer {
  /// Sends the request and waits; a cancelled task ends the transfer, and with it the wait.
  func run(to event: Event) async throws(HTTPError) {
    let hasWaited = await withTaskCancellationHandler {
      loop.begin(self)
      return await wait(for: event)
    } onCancel: {
      cancel()
    }
    noteWakeUp(hasWaited)
  }

  /// Waits for the end of a transfer that was begun, whatever happens to the task.
  nonisolated(nonsending) func waitForEnd() async { noteWakeUp(await wait(for: .end)) }

  private func noteWakeUp(_ hasWaited: Bool?) {
    if hasWaited == true, let wasThere = state.withLock({ $0.wasThere }) {
      loop.noteWakeUp(wasThere.duration(to: .now))
    }
  }

  /// Waits, unless there is nothing to wait for, or `nil` if somebody else waits already.
  private nonisolated(nonsending) func wait(for event: Event) async -> Bool? {
    if state.withLock({ $0.waiter == nil && $0.has(event) }) { return false }
    return await withCheckedContinuation { (continuation: CheckedContinuation<Bool?, Never>) in
      let isOver: Bool? = state.withLock { state in
        guard state.waiter == nil else { return false }
        guard !state.has(event) else { return true }
        state.waiter = (event, continuation)
        return nil
      }
      if let isOver { continuation.resume(returning: isOver ? false : nil) }
    }
  }

  /// Ends the transfer unless it has ended already.
  func cancel() { end(.cancelled, "The call was cancelled") }

  /// The whole answer, after the end.
  func wholeResponse() throws(HTTPError) -> HTTPResponse {
    let (failure, response) = state.withLock { state in
      let response = HTTPResponse(status: state.head.status, block: state.head.headers, body: state.body)
      state.body = []
      return (state.failure, response)
    }
    if let failure { throw failure }
    return response
  }

  /// The head, once it has come; the transfer's failure when it has not.
  func head() throws(HTTPError) -> (status: Int, headers: [(name: String, value: String)]) {
    let (failure, head) = state.withLock { ($0.failure, $0.head) }
    if !head.isComplete, let failure { throw failure }
    return (head.status, head.headers.fields)
  }

  /// What has come since the last call; waits when that is nothing.
  func next() async throws(HTTPError) -> [UInt8]? {
    let hasWaited = await withTaskCancellationHandler {
      await wait(for: .piece)
    } onCancel: {
      cancel()
    }
    guard hasWaited != nil else {
      throw HTTPError(.other, mayHaveBeenSent: true, "Two tasks wait for pieces of one answer: only one may")
    }
    let (piece, failure, mustResume) = state.withLock { state in
      // After a cancellation, what has come before no longer counts.
      if state.failure?.kind == .cancelled { state.body = [] }
      let piece = state.body
      state.body = []
      let wasPaused = state.isPaused
      state.isPaused = false
      return (piece, state.failure, wasPaused && !state.hasEnded)
    }
    if mustResume { loop.resume(id) }
    if !piece.isEmpty { return piece }
    if let failure { throw failure }
    return nil
  }

  /// Ends a transfer that wasn't begun.
  func fail(_ error: HTTPError) {
    let waiter = state.withLock { state in
      if !state.hasEnded {
        state.hasEnded = true
        state.failure = error
      }
      return state.takeWaiter()
    }
    waiter?.resume(returning: true)
  }

  private func end(_ kind: HTTPError.Kind, _ message: String) {
    let (hasEnded, waiter) = state.withLock { state in
      guard !state.hasEnded else { return (false, nil as CheckedContinuation<Bool?, Never>?) }
      state.hasEnded = true
      state.failure = HTTPError(kind, mayHaveBeenSent: state.attempts > 0, "\(request): \(message)")
      return (true, state.takeWaiter())
    }
    waiter?.resume(returning: true)
    if hasEnded { loop.abort(id) }
  }
}

// MARK: - For who moves the transfers

extension CurlTransfer {
  /// Whether a callback may go on: not after the caller has ended the transfer.
  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// Whether a small response is kept until its end, where it is read in one go.
  var keepsResponse: Bool { !streams && request.maximumResponseBytes >= quarry_curl_body_room }

  /// The answer is there. No other call was under way when this one began, at some time.
  func tookAlone(since started: ContinuousClock.Instant) {
    let now = ContinuousClock.now
    state.withLock { $0.wasThere = now }
    loop.noteAnswer(started.duration(to: now))
  }

  /// Whether the caller has nothing to go on with: no answer yet or, where it takes pieces, no head.
  var isWaitedFor: Bool {
    state.withLock { state in !state.hasEnded && !(streams && state.head.isComplete) }
  }

  /// The connection stands. Refuses to send a request a second time, which libcurl would do by itself when a kept
  /// connection ends without an answer: the server may have worked on it.
  func isReady() -> Bool {
    state.withLock { state in
      guard !state.hasEnded else { return false }
      guard state.attempts == 0 || ["GET", "HEAD", "OPTIONS"].contains(request.method) else {
        state.stopped = .cut
        return false
      }
      state.attempts += 1
      return true
    }
  }

  /// Takes a line of the head; `false` ends the transfer.
  func takeHeader(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard streams else { return state.withLock { $0.takeHeader(line) } }
    let (goesOn, waiter) = state.withLock { state in
      let goesOn = state.takeHeader(line)
      return (goesOn, goesOn && state.head.isComplete ? state.takeWaiter() : nil)
    }
    waiter?.resume(returning: true)
    return goesOn
  }

  /// What becomes of a piece of the body.
  enum Taking { case taken, pause, stop }

  /// Takes a piece of the body.
  func takeBody(_ piece: UnsafeBufferPointer<UInt8>) -> Taking {
    let (taking, waiter) = state.withLock { state in
      let nobody: CheckedContinuation<Bool?, Never>? = nil
      guard !state.hasEnded else { return (Taking.stop, nobody) }
      if streams, !state.body.isEmpty, state.body.count + piece.count > CurlTransfer.window {
        state.isPaused = true
        return (.pause, nobody)
      }
      guard piece.count <= request.maximumResponseBytes - state.received else {
        state.stopped = .tooLarge
        return (.stop, nobody)
      }
      state.received += piece.count
      state.body.append(contentsOf: piece)
      return (.taken, streams ? state.takeWaiter() : nil)
    }
    waiter?.resume(returning: true)
    return taking
  }

  /// The transfer is over.
  ///
  /// - Parameter kept: The response, if it was kept.
  func finish(_ end: quarry_curl_end, _ reason: String, _ kept: CurlReply? = nil) {
    let waiter = state.withLock { state in
      if !state.hasEnded {
        state.hasEnded = true
        if let kept {
          state.head = kept.head
          state.body = kept.body
        }
        // libcurl takes a connection that ends inside the head for the end of the answer.
        if end != QUARRY_CURL_DONE || !state.head.isComplete || state.stopped != nil {
          state.failure = failure(of: end, reason, stopped: state.stopped, attempts: state.attempts)
        }
      }
      return state.takeWaiter()
    }
    waiter?.resume(returning: true)
  }

  private func failure(
    of end: quarry_curl_end, _ reason: String, stopped: HTTPError.Kind?, attempts: Int
  ) -> HTTPError {
    let kind: HTTPError.Kind
    var text = reason
    switch end {
    case QUARRY_CURL_DONE where stopped != nil:
      (kind, text) = (stopped ?? .other, CurlTransfer.reason(stopped) ?? reason)
    case QUARRY_CURL_DONE: (kind, text) = (.cut, "The connection ended inside the head of the answer")
    case QUARRY_CURL_UNRESOLVED: kind = .unresolvedHost
    case QUARRY_CURL_REFUSED: kind = .refused
    case QUARRY_CURL_TLS: kind = .tls
    case QUARRY_CURL_TIMEOUT:
      kind = attempts == 0 && request.connectTimeout <= request.timeout ? .connectTimeout : .timeout
    case QUARRY_CURL_CUT: kind = .cut
    case QUARRY_CURL_MALFORMED: kind = .malformed
    case QUARRY_CURL_TOO_LARGE: kind = .tooLarge
    case QUARRY_CURL_STOPPED: (kind, text) = (stopped ?? .other, CurlTransfer.reason(stopped) ?? reason)
    default: kind = .other
    }
    return HTTPError(kind, mayHaveBeenSent: attempts > 0, "\(request): \(text)")
  }

  private static func reason(_ stopped: HTTPError.Kind?) -> String? {
    switch stopped {
    case .cut: "The connection ended without an answer; the request was not sent again"
    case .malformed: "The head of the answer is not HTTP"
    case .tooLarge: "The answer is larger than allowed"
    default: nil
    }
  }
}
