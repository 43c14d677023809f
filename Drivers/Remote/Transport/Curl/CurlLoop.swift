internal import CQuarryCurl
internal import Quarry

/// A multi handle, for waking it.
///
/// Sendable although it is a pointer: outside the thread that drives the handle only `wake` is called, which libcurl
/// allows from any thread, and only while the loop holds the handle in its inbox.
struct CurlMultiHandle: @unchecked Sendable {
  let pointer: OpaquePointer

  /// Ends the current wait, or the next one.
  func wake() { _ = quarry_curl_multi_wake(pointer) }
}

/// The thread that drives all transfers of one transport, and the box in which it finds what to do.
final class CurlLoop: Sendable {
  let configuration: CurlTransport.Configuration
  private let inbox = Protected(Inbox())

  private struct Inbox {
    var phase = Phase.idle
    var nextID: UInt64 = 1
    var work = Work()
    var statistics = CurlTransport.Statistics()
    var closers: [CheckedContinuation<Void, Never>] = []
  }

  private enum Phase {
    /// No thread yet.
    case idle
    /// A thread that has made no multi handle yet, or that waits in this one.
    case running(CurlMultiHandle?)
    case closed
  }

  /// What the thread is to do next.
  struct Work {
    var new: [CurlTransfer] = []
    var aborted: [UInt64] = []
    var resumed: [UInt64] = []
    var stops = false

    var isEmpty: Bool { new.isEmpty && aborted.isEmpty && resumed.isEmpty && !stops }
  }

  init(_ configuration: CurlTransport.Configuration) { self.configuration = configuration }

  var statistics: CurlTransport.Statistics { inbox.withLock { $0.statistics } }

  /// Hands a request to the thread, which is started with the first one.
  func start(_ request: HTTPRequest, streams: Bool) throws(HTTPError) -> CurlTransfer {
    try request.check()
    guard !Task.isCancelled else { throw HTTPError(.cancelled, mayHaveBeenSent: false, "The call was cancelled") }
    let transfer: CurlTransfer? = inbox.withLock { inbox in
      if case .closed = inbox.phase { return nil }
      let transfer = CurlTransfer(id: inbox.nextID, request: request, streams: streams, loop: self)
      inbox.nextID += 1
      post(&inbox) { $0.new.append(transfer) }
      guard case .idle = inbox.phase, startThread() else { return transfer }
      inbox.phase = .running(nil)
      return transfer
    }
    guard let transfer else { throw HTTPError(.cancelled, mayHaveBeenSent: false, "The transport was closed") }
    if inbox.withLock({ if case .idle = $0.phase { true } else { false } }) {
      throw HTTPError(.other, mayHaveBeenSent: false, "The thread of the HTTP transport cannot be started")
    }
    return transfer
  }

  func abort(_ id: UInt64) { inbox.withLock { post(&$0) { $0.aborted.append(id) } } }

  func resume(_ id: UInt64) { inbox.withLock { post(&$0) { $0.resumed.append(id) } } }

  /// Ends the thread; what runs fails as cancelled.
  func stop() {
    inbox.withLock { inbox in
      if case .idle = inbox.phase { inbox.phase = .closed }
      post(&inbox) { $0.stops = true }
    }
  }

  /// Ends the thread and waits until it has closed its connections.
  func close() async {
    stop()
    await withCheckedContinuation { continuation in
      let isClosed = inbox.withLock { inbox in
        if case .closed = inbox.phase { return true }
        inbox.closers.append(continuation)
        return false
      }
      if isClosed { continuation.resume() }
    }
  }

  private func post(_ inbox: inout Inbox, _ change: (inout Work) -> Void) {
    let wasEmpty = inbox.work.isEmpty
    change(&inbox.work)
    // Under the lock, so that the handle is still there.
    if wasEmpty, case .running(let multi?) = inbox.phase { multi.wake() }
  }

  private func startThread() -> Bool {
    let context = Unmanaged.passRetained(self)
    let failed = quarry_curl_thread_start(
      { context in
        guard let context else { return }
        Unmanaged<CurlLoop>.fromOpaque(context).takeRetainedValue().run()
      }, context.toOpaque())
    if failed != 0 { context.release() }
    return failed == 0
  }
}

// MARK: - On the thread

extension CurlLoop {
  private func run() {
    guard var driver = CurlDriver(configuration) else { return runWithoutLibrary() }
    let handle = driver.handle
    inbox.withLock { $0.phase = .running(handle) }
    while true {
      let work = takeWork()
      if work.stops {
        work.new.forEach { $0.cancel() }
        break
      }
      driver.apply(work)
      driver.step { connections in
        inbox.withLock { inbox in
          inbox.statistics.calls += 1
          inbox.statistics.connections += connections
        }
      }
      if !hasWork { driver.wait() }
    }
    // Nobody may wake the handle any more when it goes.
    inbox.withLock { $0.phase = .running(nil) }
    driver.close()
    end()
  }

  private var hasWork: Bool { inbox.withLock { !$0.work.isEmpty } }

  private func takeWork() -> Work {
    inbox.withLock { inbox in
      let work = inbox.work
      inbox.work = Work()
      return work
    }
  }

  private func runWithoutLibrary() {
    end { $0.finish(QUARRY_CURL_OTHER, "libcurl 7.80 or later is needed and cannot be used here") }
  }

  private func end(_ last: (CurlTransfer) -> Void = { $0.cancel() }) {
    let (work, closers) = inbox.withLock { inbox in
      let found = (inbox.work, inbox.closers)
      inbox.work = Work()
      inbox.closers = []
      inbox.phase = .closed
      return found
    }
    work.new.forEach(last)
    closers.forEach { $0.resume() }
  }
}
