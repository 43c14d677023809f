internal import CQuarryCurl
internal import Quarry

/// Advances all transfers of one transport.
///
/// One thread waits for the connections. The owner of the ``CurlDriver`` advances the transfers: that thread when a
/// connection is ready, and each caller when it starts a call, so that no thread has to wake up to send the request.
/// A caller never waits for the driver. Work that it can't do itself goes to the inbox, and the owner looks there
/// again after releasing the driver.
///
/// A single caller on a connection with fast responses also waits for its response itself, for a bounded time; see
/// ``CurlPace``.
final class CurlLoop: Sendable {
  let configuration: CurlTransport.Configuration
  /// The longest time for which a caller waits itself, in nanoseconds.
  private let longestWait: Int64
  // In this order: who has one of these takes only those below.
  private let life = Protected(Life.idle)
  private let driver = Protected<CurlDriver?>(nil)
  private let inbox: Protected<Inbox>

  private enum Life {
    /// No thread yet.
    case idle
    case running(CurlMultiHandle)
    case closed
  }

  private struct Inbox {
    var nextID: UInt64 = 1
    var work = Work()
    var stops = false
    var statistics = CurlTransport.Statistics()
    var closers: [CheckedContinuation<Void, Never>] = []
    /// Whose caller waits for its answer with the driver.
    var waitingHere: CurlMultiHandle?
    /// Until when the thread sleeps unless it is woken.
    var sleepsUntil = ContinuousClock.now
    /// Whether callers leave their requests to the thread, which sends several at a time.
    var gathers = false
    /// Whether the thread was woken for such requests, and has not taken them yet.
    var isRung = false
    var pace: CurlPace
    /// A request that can be sent, without its body, and its number: the next one is mostly the same.
    var lastChecked: (request: HTTPRequest, kind: UInt64)?
    var nextKind: UInt64 = 1
  }

  /// What is to be done next.
  struct Work {
    var new: [CurlTransfer] = []
    var aborted: [UInt64] = []
    var resumed: [UInt64] = []

    var isEmpty: Bool { new.isEmpty && aborted.isEmpty && resumed.isEmpty }
  }

  init(_ configuration: CurlTransport.Configuration) {
    self.configuration = configuration
    longestWait = configuration.longestWaitInPlace.clampedNanoseconds
    inbox = Protected(Inbox(pace: CurlPace(limit: configuration.longestWaitInPlace)))
  }

  var statistics: CurlTransport.Statistics { inbox.withLock { $0.statistics } }

  /// Whether callers leave their requests to the thread at the moment.
  var gathers: Bool { inbox.withLock { $0.gathers } }

  /// Accepts a request. It is sent by ``begin(_:)``.
  ///
  /// - Parameter isCancellable: Whether a cancelled task sends nothing.
  func take(
    _ request: HTTPRequest, streams: Bool, isCancellable: Bool = true
  ) throws(HTTPError) -> CurlTransfer {
    let (id, known) = inbox.withLock { inbox in
      defer { inbox.nextID += 1 }
      guard let last = inbox.lastChecked, last.request.isLike(request) else { return (inbox.nextID, nil as UInt64?) }
      return (inbox.nextID, last.kind)
    }
    let kind = if let known { known } else { try kindOfNew(request) }
    guard !isCancellable || !Task.isCancelled else {
      throw HTTPError(.cancelled, mayHaveBeenSent: false, "The call was cancelled")
    }
    return CurlTransfer(id: id, request: request, kind: kind, streams: streams, loop: self)
  }

  private func kindOfNew(_ request: HTTPRequest) throws(HTTPError) -> UInt64 {
    try request.check()
    return inbox.withLock { inbox in
      defer { inbox.nextKind += 1 }
      inbox.lastChecked = (request.withoutBody, inbox.nextKind)
      return inbox.nextKind
    }
  }

  /// Sends the request of a transfer, or leaves that to a thread that advances transfers at the moment.
  ///
  /// If nothing else is under way and the response is expected soon, it is awaited here. If many calls are under way, the
  /// thread sends the request together with others.
  func begin(_ transfer: CurlTransfer) {
    guard !leaveToThread(transfer) else { return }
    guard !runAlone(transfer) else { return move(waitingFor: nil) }
    do throws(HTTPError) {
      try life.withLock { (life) throws(HTTPError) in
        if case .idle = life { life = .running(try startThread()) }
        guard case .running = life else {
          throw HTTPError(.cancelled, mayHaveBeenSent: false, "The transport was closed")
        }
        inbox.withLock { inbox in CurlLoop.post(&inbox) { $0.new.append(transfer) } }
      }
    } catch {
      return transfer.fail(error)
    }
    move(waitingFor: transfer)
  }

  /// Leaves a request to the thread if that sends several at a time.
  private func leaveToThread(_ transfer: CurlTransfer) -> Bool {
    let rings: Bool? = inbox.withLock { inbox in
      guard inbox.gathers, !inbox.stops else { return nil }
      inbox.work.new.append(transfer)
      defer { inbox.isRung = true }
      return !inbox.isRung
    }
    if rings == true { wakeThread() }
    return rings != nil
  }

  /// Ends a transfer. Does nothing else here: a task may be in the middle of being cancelled.
  func abort(_ id: UInt64) {
    inbox.withLock { CurlLoop.post(&$0) { $0.aborted.append(id) } }
    wakeThread()
  }

  /// Goes on with a transfer that was paused.
  func resume(_ id: UInt64) {
    inbox.withLock { CurlLoop.post(&$0) { $0.resumed.append(id) } }
    move(waitingFor: nil)
  }

  /// Ends the thread; what runs fails as cancelled.
  func stop() {
    life.withLock { life in
      if case .idle = life { life = .closed }
      inbox.withLock { inbox in
        inbox.stops = true
        CurlLoop.post(&inbox) { _ in }
      }
    }
    wakeThread()
  }

  /// Ends the thread and waits until it has closed its connections.
  func close() async {
    stop()
    await withCheckedContinuation { continuation in
      let isClosed = life.withLock { life in
        if case .closed = life { return true }
        inbox.withLock { $0.closers.append(continuation) }
        return false
      }
      if isClosed { continuation.resume() }
    }
  }

  /// Takes notice of the time that an answer took to a call that was alone.
  func noteAnswer(_ time: Duration) { inbox.withLock { $0.pace.noteAnswer(time.clampedNanoseconds) } }

  /// Takes notice of the time that it took until a caller went on.
  func noteWakeUp(_ time: Duration) { inbox.withLock { $0.pace.noteWakeUp(time.clampedNanoseconds) } }

  private static func post(_ inbox: inout Inbox, _ change: (inout Work) -> Void) {
    change(&inbox.work)
    inbox.waitingHere?.wakeHere()
    inbox.waitingHere = nil
  }

  private func wakeThread() {
    // Under the lock, so that the handle is still there.
    life.withLock { if case .running(let handle) = $0 { handle.wake() } }
  }

  private func startThread() throws(HTTPError) -> CurlMultiHandle {
    let made = driver.withLock { driver in
      driver = CurlDriver(configuration)
      return driver?.handle
    }
    guard let made else {
      throw HTTPError(.other, mayHaveBeenSent: false, "libcurl 7.80 or later is needed and cannot be used here")
    }
    let context = Unmanaged.passRetained(self)
    let failed = quarry_curl_thread_start(
      { context in
        guard let context else { return }
        Unmanaged<CurlLoop>.fromOpaque(context).takeRetainedValue().run()
      }, context.toOpaque())
    guard failed == 0 else {
      context.release()
      _ = closeDriver()
      throw HTTPError(.other, mayHaveBeenSent: false, "The thread of the HTTP transport can't be started (\(failed))")
    }
    return made
  }

  private func closeDriver() -> [CurlTransfer] {
    driver.withLock { driver in
      let left = driver?.close() ?? []
      driver = nil
      return left
    }
  }
}

// MARK: - With the driver

extension CurlLoop {
  private var hasWork: Bool { inbox.withLock { !$0.work.isEmpty } }

  /// Advances the transfers, unless another thread already does. That thread then finds the posted work.
  ///
  /// - Parameter transfer: A call whose response can be awaited here, for a short time.
  func move(waitingFor transfer: CurlTransfer?) {
    while hasWork {
      let isOpen = driver.withLockIfAvailable { driver in
        guard let driver else { return false }
        defer { driver.unmute() }
        turn(driver, mutes: true)
        if let transfer { wait(for: transfer, driver) }
        if letGo(driver) { driver.handle.wake() }
        return true
      }
      // Closed: the thread gives back what is left.
      guard isOpen == true else { return }
    }
  }

  /// Sends the request of a transfer and waits for the response with the driver, if nothing else is under way and the
  /// response is expected soon.
  ///
  /// - Returns: `false` if the transfer was not begun.
  private func runAlone(_ transfer: CurlTransfer) -> Bool {
    guard !transfer.streams else { return false }
    let hasBegun = driver.withLockIfAvailable { driver in
      guard let driver, driver.isIdle, !transfer.hasEnded else { return false }
      let mayWait = inbox.withLock { inbox in
        guard inbox.work.isEmpty, !inbox.stops, inbox.pace.waitsInPlace() else { return false }
        inbox.waitingHere = driver.handle
        return true
      }
      guard mayWait else { return false }
      defer { driver.unmute() }
      var (connections, time) = (0, nil as Int64?)
      let isOver = driver.runAlone(transfer, longestWait) { (connections, time) = ($0, $1) }
      inbox.withLock { inbox in
        inbox.waitingHere = nil
        guard let time else { return }
        inbox.statistics.calls += 1
        inbox.statistics.connections += connections
        inbox.pace.noteAnswer(time)
      }
      // What is posted from now on is seen by who has posted it, or below.
      if !isOver { turn(driver, mutes: true) }
      if !isOver || driver.isDue, letGo(driver) { driver.handle.wake() }
      return true
    }
    return hasBegun == true
  }

  /// - Parameter mutes: Whether this is a thread that takes signals.
  private func turn(_ driver: CurlDriver, mutes: Bool = false) {
    let work = inbox.withLock { inbox in
      let work = inbox.work
      inbox.work = Work()
      inbox.isRung = false
      return work
    }
    if mutes { driver.mute() }
    driver.apply(work)
    // A new call can be the first that needs it.
    if mutes { driver.mute() }
    driver.step { calls, connections in
      inbox.withLock { inbox in
        inbox.statistics.calls += calls
        inbox.statistics.connections += connections
      }
    }
  }

  /// Waits on the caller's thread, for as long as nothing else is to be done.
  private func wait(for transfer: CurlTransfer, _ driver: CurlDriver) {
    guard driver.isAlone(transfer.id), inbox.withLock({ $0.pace.waitsInPlace() }) else { return }
    let end = ContinuousClock.now + configuration.longestWaitInPlace
    while driver.isAlone(transfer.id), transfer.isWaitedFor {
      let left = ContinuousClock.now.duration(to: end)
      let mayWait = inbox.withLock { inbox in
        guard inbox.work.isEmpty, !inbox.stops, left > .zero else { return false }
        inbox.waitingHere = driver.handle
        return true
      }
      guard mayWait else { return }
      let hasMoved = driver.waitHere(left)
      inbox.withLock { $0.waitingHere = nil }
      turn(driver, mutes: true)
      guard hasMoved else { return }
    }
  }

  /// Leaves what is under way to the thread. Answers whether it must be woken: it would sleep for too long.
  private func letGo(_ driver: CurlDriver) -> Bool {
    driver.share()
    let due = driver.due
    return inbox.withLock { inbox in
      guard let due, due < inbox.sleepsUntil else { return false }
      inbox.sleepsUntil = due
      return true
    }
  }
}

// MARK: - On the thread

extension CurlLoop {
  private func run() {
    guard let handle = life.withLock({ life in if case .running(let handle) = life { handle } else { nil } }) else {
      return end()
    }
    var ready = CurlReady()
    while true {
      let found = ready
      let wait: (milliseconds: Int32, gathering: Int64)? = driver.withLock { driver in
        guard let driver, !inbox.withLock({ $0.stops }) else { return nil }
        driver.take(found)
        turn(driver)
        driver.share()
        let gathering = driver.gatheringTime
        return (sleep(until: driver.due, gathers: gathering > 0), gathering)
      }
      guard let wait else { break }
      ready.clear()
      // Somebody may have posted something in between and left it to this thread.
      if !hasWork { handle.wait(wait.milliseconds, gathering: wait.gathering, &ready) }
    }
    end()
  }

  private func sleep(until due: ContinuousClock.Instant?, gathers: Bool) -> Int32 {
    let now = ContinuousClock.now
    let longest = now + .seconds(30)
    let end = due.map { min($0, longest) } ?? longest
    inbox.withLock { inbox in
      inbox.sleepsUntil = end
      inbox.gathers = gathers
    }
    let (seconds, attoseconds) = now.duration(to: end).components
    guard seconds >= 0, attoseconds > 0 || seconds > 0 else { return 0 }
    return Int32(seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }

  private func end() {
    // From here on nobody wakes the handle, and nobody posts.
    life.withLock { $0 = .closed }
    let left = closeDriver()
    let (work, closers) = inbox.withLock { inbox in
      let found = (inbox.work, inbox.closers)
      inbox.gathers = false
      inbox.work = Work()
      inbox.closers = []
      return found
    }
    for transfer in left + work.new { transfer.cancel() }
    closers.forEach { $0.resume() }
  }
}
