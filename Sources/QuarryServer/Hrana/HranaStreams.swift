internal import Crypto

/// The open streams, and the batons that lead to them.
///
/// A baton holds the number of a stream and how many calls it has had, signed with a key of this process: none can be guessed, and
/// each is good for one call.
actor HranaStreams {
  /// Why a baton leads nowhere.
  enum Refusal: Error {
    case invalid
    case used
    case expired
    case tooMany
  }

  /// A stream while one call uses it.
  struct Use: Sendable {
    let number: UInt64
    let stream: HranaStream
  }

  private struct Entry {
    let stream: HranaStream
    var calls: UInt64
    var isBusy: Bool
    /// Whether no transaction is open and no text is stored: nothing is lost with it but the settings of a connection.
    var isIdle = false
    var lastUse: ContinuousClock.Instant
  }

  private let limits: ServerLimits
  private let key = SymmetricKey(size: .bits256)
  private var entries: [UInt64: Entry] = [:]
  private var last: UInt64 = 0
  private var sweeper: Task<Void, Never>?

  init(limits: ServerLimits) { self.limits = limits }

  /// How many streams are open.
  var count: Int { entries.count }

  /// Begins a call on a stream: on a new one without a baton.
  func begin(_ baton: String?, host: DatabaseHost, permission: Permission) throws(Refusal) -> Use {
    guard let baton else {
      guard entries.count < limits.streams || makesRoom() else { throw .tooMany }
      last += 1
      let stream = HranaStream(host: host, permission: permission)
      entries[last] = Entry(stream: stream, calls: 0, isBusy: true, lastUse: .now)
      startSweeper()
      return Use(number: last, stream: stream)
    }
    guard let (number, calls) = read(baton) else { throw .invalid }
    guard let entry = entries[number], entry.isBusy || !isExpired(entry) else { throw .expired }
    guard entry.stream.host === host, entry.stream.permission == permission else { throw .invalid }
    guard entry.calls == calls, !entry.isBusy else { throw .used }
    entries[number]?.isBusy = true
    return Use(number: number, stream: entry.stream)
  }

  /// Ends a call and answers the next baton; `nil` when the stream is closed.
  func end(_ use: Use, close: Bool) async -> String? {
    let isIdle = await use.stream.isIdle
    guard var entry = entries[use.number] else { return nil }
    if close {
      entries[use.number] = nil
      // What is open is rolled back even when the task of the call was cancelled.
      await Task { await use.stream.close() }.value
      return nil
    }
    entry.calls += 1
    entry.isBusy = false
    entry.isIdle = isIdle
    entry.lastUse = .now
    entries[use.number] = entry
    return write(use.number, entry.calls)
  }

  /// Answers the baton of a call that goes on: it is good once ``end(_:close:)`` was called.
  func nextBaton(of use: Use) -> String? {
    entries[use.number].map { write(use.number, $0.calls + 1) }
  }

  /// Closes all streams.
  func closeAll() async {
    sweeper?.cancel()
    sweeper = nil
    let streams = entries.values.map(\.stream)
    entries = [:]
    for stream in streams { await stream.close() }
  }

  // MARK: Expiry

  private func isExpired(_ entry: Entry) -> Bool { ContinuousClock.now - entry.lastUse > limits.streamIdleTime }

  /// Closes the stream that was not used for the longest time of those in which nothing is open: a client whose
  /// answers are lost cannot close what it does not know.
  private func makesRoom() -> Bool {
    let idle = entries.filter { !$0.value.isBusy && $0.value.isIdle }
    guard let oldest = idle.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return false }
    entries[oldest.key] = nil
    Task { await oldest.value.stream.close() }
    return true
  }

  private func startSweeper() {
    guard sweeper == nil else { return }
    let pause = min(limits.streamIdleTime / 4, .seconds(1))
    sweeper = Task { [weak self] in
      while !Task.isCancelled {
        try? await Task.sleep(for: pause)
        guard let self, await self.sweep() else { return }
      }
    }
  }

  /// Closes what has expired. Answers whether any stream is left.
  private func sweep() async -> Bool {
    let expired = entries.filter { !$0.value.isBusy && isExpired($0.value) }
    for number in expired.keys { entries[number] = nil }
    for entry in expired.values { await entry.stream.close() }
    guard entries.isEmpty else { return true }
    sweeper = nil
    return false
  }

  // MARK: Batons

  private func write(_ number: UInt64, _ calls: UInt64) -> String {
    let content = Self.bytes(number) + Self.bytes(calls)
    return Base64.encode(content + HMAC<SHA256>.authenticationCode(for: content, using: key))
  }

  private func read(_ baton: String) -> (number: UInt64, calls: UInt64)? {
    guard let bytes = Base64.decode(baton), bytes.count == 48 else { return nil }
    let content = Array(bytes[..<16])
    guard HMAC<SHA256>.isValidAuthenticationCode(bytes[16...], authenticating: content, using: key) else { return nil }
    let numbers = [content[..<8], content[8...]].map { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
    return (numbers[0], numbers[1])
  }

  private static func bytes(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
  }
}
