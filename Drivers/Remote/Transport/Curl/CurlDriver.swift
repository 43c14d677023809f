internal import CQuarryCurl

/// The multi handle and its transfers. The owner of this value advances all of them; see ``CurlLoop``.
final class CurlDriver {
  /// The time after which a call is ended here: libcurl doesn't watch a request that still waits for a connection.
  private static let grace = Duration.milliseconds(100)

  let handle: CurlMultiHandle
  private let configuration: CurlTransport.Configuration
  private var running: [UInt64: Running] = [:]
  private var idle: [CurlHandle] = []
  private var nextCheck: ContinuousClock.Instant?
  /// Whether a connection can be written to by something that doesn't keep a broken pipe from raising a signal.
  private var mustMute = false
  private var muted: Int32?
  /// How long responses took lately on average, in nanoseconds.
  private var responseTime: Int64 = 0

  private var multi: OpaquePointer { handle.pointer }

  private final class Running {
    let transfer: CurlTransfer
    let handle: CurlHandle
    let started = ContinuousClock.now
    let deadline: ContinuousClock.Instant
    /// Whether no other transfer was running when it began.
    let beganAlone: Bool

    init(_ transfer: CurlTransfer, _ handle: CurlHandle, beganAlone: Bool) {
      self.transfer = transfer
      self.handle = handle
      deadline = started + transfer.request.timeout + CurlDriver.grace
      self.beganAlone = beganAlone
    }
  }

  init?(_ configuration: CurlTransport.Configuration) {
    guard quarry_curl_start() != 0,
      let multi = quarry_curl_multi_create(configuration.connectionsPerHost, configuration.connectionsKept)
    else { return nil }
    handle = CurlMultiHandle(pointer: multi)
    self.configuration = configuration
  }

  /// Starts, ends and resumes transfers.
  func apply(_ work: CurlLoop.Work) {
    for transfer in work.new where !transfer.hasEnded { start(transfer) }
    for id in work.aborted {
      if let found = running[id] { remove(id, found) }
    }
    for id in work.resumed {
      // What waited is handed over from within this call, and a refusal of it is told here alone.
      guard let found = running[id] else { continue }
      let code = quarry_curl_easy_resume(found.handle.easy)
      guard code != 0 else { continue }
      remove(id, found)
      found.transfer.finish(QUARRY_CURL_STOPPED, CurlDriver.text(code))
    }
  }

  /// Advances the transfers of ready connections, found by ``CurlMultiHandle/wait(_:)``.
  func take(_ ready: CurlReady) { ready.withEvents { quarry_curl_multi_take(multi, $0, $1) } }

  /// Does the due work, and returns ended calls to their callers. Before that, `count` gets the number of calls and
  /// of the connections that they made.
  func step(count: (_ calls: Int, _ connections: Int) -> Void) {
    guard quarry_curl_multi_advance(multi) == 0 else { return endAll("There isn't enough memory to wait") }
    var ended: [(found: Running, end: quarry_curl_end, code: Int32, reply: CurlReply?)] = []
    var connections = 0
    var end = QUARRY_CURL_DONE
    var code: Int32 = 0
    while let easy = quarry_curl_multi_ended(multi, &end, &code) {
      guard let id = CurlTransfer.of(quarry_curl_easy_context(easy))?.id, let found = running[id] else { continue }
      connections += quarry_curl_easy_new_connections(easy)
      if found.beganAlone { found.transfer.tookAlone(since: found.started) }
      ended.append((found, end, code, CurlReply(of: found.handle)))
      remove(id, found)
    }
    if let first = ended.first {
      count(ended.count, connections)
      let time = first.found.started.duration(to: .now).clampedNanoseconds
      responseTime += (min(time, 1_000_000_000) - responseTime) / 8
    }
    for (found, end, code, reply) in ended { found.transfer.finish(end, CurlDriver.reason(code), reply) }
    endLate()
  }

  /// Sends the request of a transfer and waits for its response on this thread, while nothing else is under way.
  ///
  /// - Parameters:
  ///   - nanoseconds: The longest time to wait.
  ///   - count: Gets the connections that were made, and the time in nanoseconds that the response took.
  /// - Returns: Whether the transfer is over. Otherwise it continues like any other.
  func runAlone(
    _ transfer: CurlTransfer, _ nanoseconds: Int64, count: (_ connections: Int, _ time: Int64) -> Void
  ) -> Bool {
    guard let handle = prepared(for: transfer) else { return true }
    mute()
    var outcome = quarry_curl_outcome()
    let result = quarry_curl_multi_run_alone(multi, handle.easy, nanoseconds, &outcome)
    if result == 0 {
      keep(transfer, handle)
      return false
    }
    guard result > 0 else {
      handle.destroy()
      transfer.finish(QUARRY_CURL_OTHER, CurlDriver.refusal(result))
      return true
    }
    count(outcome.new_connections, outcome.nanoseconds)
    transfer.finish(outcome.end, CurlDriver.reason(outcome.code), CurlReply(of: handle))
    idle.append(handle)
    return true
  }

  /// Keeps a connection that the other side has closed from raising a signal on this thread, until ``unmute()``.
  func mute() {
    if mustMute, muted == nil { muted = quarry_curl_mute() }
  }

  func unmute() {
    if let muted = muted.take() { quarry_curl_unmute(muted) }
  }

  /// Whether there is something to do later, even if no connection is ready.
  var isDue: Bool { nextCheck != nil || quarry_curl_multi_due(multi) >= 0 }

  /// Shows the waiting thread the running transfers.
  func share() { quarry_curl_multi_share(multi) }

  /// Whether nothing is under way.
  var isIdle: Bool { running.isEmpty }

  /// How long a thread may wait for further requests and responses once there is one, in nanoseconds; zero if callers send
  /// their requests themselves.
  ///
  /// Of many calls that take long, sending and reading several at a time saves wake-ups, for a small part of the time that
  /// they take.
  var gatheringTime: Int64 {
    guard running.count >= 16, responseTime >= 4_000_000 else { return 0 }
    return min(responseTime * Int64(min(running.count, 48)) / 480, 1_000_000)
  }

  /// Whether nothing else is under way than this call.
  func isAlone(_ id: UInt64) -> Bool { running.count == 1 && running[id] != nil }

  /// Waits on this thread and advances ready transfers. `false` if none was ready.
  func waitHere(_ time: Duration) -> Bool { quarry_curl_multi_wait_here(multi, time.clampedNanoseconds) != 0 }

  /// The time of the next work, even if no connection is ready.
  var due: ContinuousClock.Instant? {
    let left = quarry_curl_multi_due(multi)
    guard left >= 0 else { return nextCheck }
    let due = ContinuousClock.now + .nanoseconds(left)
    return nextCheck.map { min($0, due) } ?? due
  }

  /// Closes every connection, and returns the unfinished transfers. Nothing else may be called afterwards.
  func close() -> [CurlTransfer] {
    let left = running.values.map(\.transfer)
    for (_, found) in running {
      _ = quarry_curl_multi_remove(multi, found.handle.easy)
      found.handle.destroy()
    }
    for handle in idle { handle.destroy() }
    running = [:]
    idle = []
    quarry_curl_multi_destroy(multi)
    return left
  }

  // MARK: One transfer

  private func start(_ transfer: CurlTransfer) {
    guard let handle = prepared(for: transfer) else { return }
    let code = quarry_curl_multi_add(multi, handle.easy)
    guard code == 0 else {
      handle.destroy()
      return transfer.finish(QUARRY_CURL_OTHER, CurlDriver.refusal(code))
    }
    keep(transfer, handle)
  }

  /// A handle with the settings of a transfer, or `nil` if there can't be one, which ends the transfer.
  private func prepared(for transfer: CurlTransfer) -> CurlHandle? {
    guard let handle = idle.popLast() ?? CurlHandle() else {
      transfer.finish(QUARRY_CURL_OTHER, "There is no memory for the call")
      return nil
    }
    let code = handle.prepare(for: transfer, configuration, in: multi)
    guard code == 0 else {
      handle.destroy()
      transfer.finish(QUARRY_CURL_OTHER, CurlDriver.refusal(code))
      return nil
    }
    if handle.isWrittenByOthers { mustMute = true }
    return handle
  }

  private func keep(_ transfer: CurlTransfer, _ handle: CurlHandle) {
    let found = Running(transfer, handle, beganAlone: running.isEmpty)
    running[transfer.id] = found
    nextCheck = nextCheck.map { min($0, found.deadline) } ?? found.deadline
  }

  private func remove(_ id: UInt64, _ found: Running) {
    _ = quarry_curl_multi_remove(multi, found.handle.easy)
    running[id] = nil
    if running.isEmpty { nextCheck = nil }
    guard idle.count < 64 else { return found.handle.destroy() }
    idle.append(found.handle)
  }

  private func endLate() {
    guard let check = nextCheck, check <= .now else { return }
    let now = ContinuousClock.now
    for (id, found) in running where found.deadline <= now {
      remove(id, found)
      found.transfer.finish(QUARRY_CURL_TIMEOUT, "The call took longer than allowed")
    }
    nextCheck = running.values.map(\.deadline).min()
  }

  private func endAll(_ reason: String) {
    for (id, found) in running {
      remove(id, found)
      found.transfer.finish(QUARRY_CURL_OTHER, reason)
    }
  }

  // MARK: Conversions

  private static func refusal(_ code: Int32) -> String { "The call cannot be prepared (libcurl \(code))" }

  private static func reason(_ code: Int32) -> String { code == 0 ? "" : text(code) }

  private static func text(_ code: Int32) -> String {
    quarry_curl_describe(code).map { String(cString: $0) } ?? "libcurl \(code)"
  }
}
