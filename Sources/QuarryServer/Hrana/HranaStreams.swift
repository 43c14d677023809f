#if Server
internal import Crypto
internal import QuarryWire

/// The open streams, and their batons.
///
/// A baton has the number of a stream and its number of calls, signed with a key of this process. It can't be
/// guessed, and is valid for one call.
actor HranaStreams {
  /// The reason why a baton isn't valid.
  enum Refusal: Error {
    case invalid
    case used
    case expired
    case tooMany
  }

  /// A stream during one call.
  struct Use: Sendable {
    let number: UInt64
    let stream: HranaStream
  }

  private struct Entry {
    let stream: HranaStream
    let client: String
    var calls: UInt64
    var isBusy: Bool
    /// Whether no transaction is open and no text is stored: only the settings of a connection would be lost.
    var isIdle = false
    var lastUse: ContinuousClock.Instant
  }

  private struct Waiter {
    let number: UInt64
    let client: String
    let continuation: CheckedContinuation<Bool, Never>
  }

  private let limits: ServerLimits
  private let key = SymmetricKey(size: .bits256)
  private var entries: [UInt64: Entry] = [:]
  private var last: UInt64 = 0
  private var sweeper: Task<Void, Never>?
  private let alarms = Alarms()
  private var waiters: [Waiter] = []
  /// The number of places given to waiting calls, but not taken yet.
  private var promised = 0

  /// The number of streams of each client.
  private var shares: [String: Int] = [:]
  private let maximum: Int

  /// - Parameter maximum: The maximum number of open streams, at most the limit.
  init(limits: ServerLimits, maximum: Int) {
    self.limits = limits
    self.maximum = maximum
  }

  /// The number of open streams.
  var count: Int { entries.count }

  /// Begins a call on a stream. Without a baton it opens a new one, and waits if there are too many.
  ///
  /// - Parameters:
  ///   - client: The client for whom the stream is counted.
  ///   - isPatient: Whether to wait for a place.
  func begin(
    _ baton: String?, host: DatabaseHost, permission: Permission, client: String, isPatient: Bool = true
  ) async throws(Refusal) -> Use {
    guard let baton else {
      if hasRoom(for: client) || makesRoom(for: client) {
        shares[client, default: 0] += 1
      } else {
        guard isPatient, await waits(for: client) else { throw .tooMany }
        promised -= 1
      }
      last += 1
      let stream = HranaStream(host: host, permission: permission)
      entries[last] = Entry(stream: stream, client: client, calls: 0, isBusy: true, lastUse: .now)
      startSweeper()
      return Use(number: last, stream: stream)
    }
    guard let (number, calls) = read(baton) else { throw .invalid }
    guard let entry = entries[number], entry.isBusy || !isExpired(entry) else { throw .expired }
    guard entry.stream.host === host, entry.stream.permission.scope == permission.scope else { throw .invalid }
    guard entry.calls == calls, !entry.isBusy else { throw .used }
    entries[number]?.isBusy = true
    return Use(number: number, stream: entry.stream)
  }

  /// Ends a call and returns the next baton, or `nil` if the stream is closed.
  func end(_ use: Use, close: Bool) async -> String? {
    let isIdle = await use.stream.isIdle
    guard var entry = entries[use.number] else { return nil }
    if close {
      remove(use.number)
      // What is open is rolled back even when the task of the call was cancelled.
      await Task { await use.stream.close() }.value
      return nil
    }
    entry.calls += 1
    entry.isBusy = false
    entry.isIdle = isIdle
    entry.lastUse = .now
    entries[use.number] = entry
    // Somebody who waits may have the place of a stream in which nothing is open.
    if isIdle, let first = waiters.first, makesRoom(for: first.client) { letIn() }
    return write(use.number, entry.calls)
  }

  /// Returns the baton of a call that continues. It's valid once ``end(_:close:)`` was called.
  func nextBaton(of use: Use) -> String? {
    entries[use.number].map { write(use.number, $0.calls + 1) }
  }

  /// Closes all streams.
  func closeAll() async {
    sweeper?.cancel()
    sweeper = nil
    let streams = entries.values.map(\.stream)
    entries = [:]
    shares = [:]
    for waiter in waiters { waiter.continuation.resume(returning: false) }
    waiters = []
    for stream in streams { await stream.close() }
  }

  private func remove(_ number: UInt64) {
    guard let client = entries.removeValue(forKey: number)?.client else { return }
    giveBack(client)
    letIn()
  }

  private func giveBack(_ client: String) {
    guard let share = shares[client] else { return }
    shares[client] = share > 1 ? share - 1 : nil
  }

  // MARK: Room

  private func hasRoom(for client: String) -> Bool {
    (shares[client] ?? 0) < limits.streamsPerClient && entries.count + promised < maximum
  }

  /// Waits for a place. Returns whether there is one, which is already counted.
  private func waits(for client: String) async -> Bool {
    last += 1
    let number = last
    let patience = alarms.set(at: .now + limits.waitingTime) { Task { await self.giveUp(number) } }
    let isIn = await withTaskCancellationHandler {
      await withCheckedContinuation { waiters.append(Waiter(number: number, client: client, continuation: $0)) }
    } onCancel: {
      Task { await self.giveUp(number) }
    }
    alarms.cancel(patience)
    return isIn
  }

  private func giveUp(_ number: UInt64) {
    guard let index = waiters.firstIndex(where: { $0.number == number }) else { return }
    waiters.remove(at: index).continuation.resume(returning: false)
  }

  /// Admits waiting calls, in order, as far as there is room for each of them.
  private func letIn() {
    var index = 0
    while index < waiters.count, entries.count + promised < maximum {
      let waiter = waiters[index]
      guard hasRoom(for: waiter.client) else {
        index += 1
        continue
      }
      waiters.remove(at: index)
      promised += 1
      shares[waiter.client, default: 0] += 1
      waiter.continuation.resume(returning: true)
    }
  }

  // MARK: Expiry

  private func isExpired(_ entry: Entry) -> Bool { ContinuousClock.now - entry.lastUse > limits.streamIdleTime }

  /// Closes the stream without open work that was unused for the longest time. A client whose responses are lost
  /// can't close streams that it doesn't know. A client at its limit only makes room for itself, so that nobody can
  /// take all streams.
  private func makesRoom(for client: String) -> Bool {
    let isFull = (shares[client] ?? 0) >= limits.streamsPerClient
    let idle = entries.filter { !$0.value.isBusy && $0.value.isIdle && (!isFull || $0.value.client == client) }
    guard let oldest = idle.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return false }
    entries[oldest.key] = nil
    giveBack(oldest.value.client)
    Task { await oldest.value.stream.close() }
    return hasRoom(for: client)
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

  /// Closes expired streams. Returns whether any stream is left.
  private func sweep() async -> Bool {
    let expired = entries.filter { !$0.value.isBusy && isExpired($0.value) }
    for number in expired.keys { remove(number) }
    for entry in expired.values { await entry.stream.close() }
    guard entries.isEmpty else { return true }
    sweeper = nil
    return false
  }

  // MARK: Batons

  private func write(_ number: UInt64, _ calls: UInt64) -> String {
    let content = Self.bytes(number) + Self.bytes(calls)
    return Base64.encode(content + HMAC<SHA256>.authenticationCode(for: content, using: key), pads: false)
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
#endif
