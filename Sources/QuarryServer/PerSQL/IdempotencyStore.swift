#if Server
internal import Crypto
internal import DequeModule
internal import HTTPTypes

/// Stores the responses to calls with an idempotency key, so that a repeated call isn't run again.
///
/// A second call that arrives while the first is running waits for its response. If responses take too much room, the
/// oldest are dropped; their keys stay, so that the call still isn't run again.
actor IdempotencyStore {
  /// A response as it was sent.
  struct Answer: Sendable {
    var status: HTTPResponse.Status
    var body: [UInt8]
    /// Whether the call may have changed something. Then it must not run again, whatever its outcome.
    var mayHaveChanged: Bool
  }

  /// The outcome of a call.
  enum Outcome: Sendable {
    case answered(Answer, isRepeat: Bool)
    /// The key was used for another request.
    case otherRequest
    /// The call ran, and its response is no longer stored.
    case answerDropped
    /// No further key can be stored now.
    case full
  }

  /// The context of a key: a database, and the rights.
  struct Key: Hashable {
    var path: String
    var scope: Permission.Scope
    var key: String

    /// A digest of all parts, which is stored.
    fileprivate var digest: Digest {
      let role = scope.role.rawValue
      let parts = [path, scope.namespace.map { "+" + $0 } ?? "-", role, key]
      return Digest(parts.map { "\($0.utf8.count):\($0)" }.joined())
    }
  }

  /// The first 128 bits of a SHA-256.
  fileprivate struct Digest: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    init(_ text: String) { self.init(Array(text.utf8)) }

    init(_ bytes: [UInt8]) {
      let numbers = Array(SHA256.hash(data: bytes)).prefix(16).chunked()
      (high, low) = (numbers.0, numbers.1)
    }
  }

  private enum State {
    case running(Task<Answer, Never>)
    case kept(Answer)
    case dropped
  }

  private struct Entry {
    var request: Digest
    var since: ContinuousClock.Instant
    var state: State
  }

  private let limits: ServerLimits
  private var entries: [Digest: Entry] = [:]
  /// The keys whose calls have ended, the oldest first, each with its time. A key that was used again occurs twice.
  private var order: Deque<(key: Digest, since: ContinuousClock.Instant)> = []
  /// The keys whose responses are stored, the oldest first.
  private var kept: Deque<(key: Digest, since: ContinuousClock.Instant)> = []
  private var bytes = 0

  init(limits: ServerLimits) { self.limits = limits }

  /// The number of bytes of responses, and of keys.
  var size: (bytes: Int, keys: Int) { (bytes, entries.count) }

  /// Runs a body unless the key was already used.
  func answer(_ key: Key, request: [UInt8], _ body: @escaping @Sendable () async -> Answer) async -> Outcome {
    let key = key.digest
    let request = Digest(request)
    forget(now: .now)
    if let entry = entries[key] {
      guard entry.request == request else { return .otherRequest }
      switch entry.state {
      case .running(let task): return .answered(await task.value, isRepeat: true)
      case .kept(let answer): return .answered(answer, isRepeat: true)
      case .dropped: return .answerDropped
      }
    }
    guard entries.count < limits.idempotencyKeys else { return .full }
    let since = ContinuousClock.now
    let task = Task { await body() }
    entries[key] = Entry(request: request, since: since, state: .running(task))
    let answer = await task.value
    // Only what may have had an effect is kept: after any other failure the call may be tried again.
    guard answer.status.kind == .successful || answer.mayHaveChanged else {
      entries[key] = nil
      return .answered(answer, isRepeat: false)
    }
    order.append((key, since))
    if answer.body.count <= limits.idempotencyBytes {
      entries[key]?.state = .kept(answer)
      kept.append((key, since))
      bytes += answer.body.count
      while bytes > limits.idempotencyBytes, let oldest = kept.popFirst() { drop(oldest.key, oldest.since) }
    } else {
      entries[key]?.state = .dropped
    }
    return .answered(answer, isRepeat: false)
  }

  private func drop(_ key: Digest, _ since: ContinuousClock.Instant) {
    guard let entry = entries[key], entry.since == since, case .kept(let answer) = entry.state else { return }
    bytes -= answer.body.count
    entries[key]?.state = .dropped
  }

  /// Removes the keys that are too old, and, if there is no room for another, those that are old enough.
  private func forget(now: ContinuousClock.Instant) {
    while let (key, since) = order.first {
      let isFull = entries.count >= limits.idempotencyKeys
      guard now - since >= (isFull ? limits.idempotencyLeastTime : limits.idempotencyTime) else { return }
      order.removeFirst()
      while let oldest = kept.first, oldest.since <= since {
        kept.removeFirst()
        drop(oldest.key, oldest.since)
      }
      if entries[key]?.since == since { entries[key] = nil }
    }
  }
}

extension ArraySlice<UInt8> {
  /// The first 16 bytes as two numbers.
  fileprivate func chunked() -> (UInt64, UInt64) {
    func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
    return (number(prefix(8)), number(dropFirst(8).prefix(8)))
  }
}
#endif
