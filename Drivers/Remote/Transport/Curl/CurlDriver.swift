internal import CQuarryCurl

/// The multi handle and its transfers. Lives on the thread of its loop and never leaves it.
struct CurlDriver: ~Copyable {
  /// How long a call may go on beyond its time before it is ended from here: libcurl does not watch over a request
  /// that still waits for one of the connections.
  private static let grace = Duration.milliseconds(100)

  let handle: CurlMultiHandle
  private let configuration: CurlTransport.Configuration
  private var running: [UInt64: Running] = [:]
  private var ids: [OpaquePointer: UInt64] = [:]
  private var idle: [OpaquePointer] = []
  private var nextCheck: ContinuousClock.Instant?

  private var multi: OpaquePointer { handle.pointer }

  private struct Running {
    var transfer: CurlTransfer
    var easy: OpaquePointer
    var headers: OpaquePointer?
    var deadline: ContinuousClock.Instant
  }

  init?(_ configuration: CurlTransport.Configuration) {
    guard quarry_curl_start() != 0,
      let multi = quarry_curl_multi_create(configuration.connectionsPerHost, configuration.connectionsKept)
    else { return nil }
    handle = CurlMultiHandle(pointer: multi)
    self.configuration = configuration
  }

  /// Starts, ends and resumes transfers.
  mutating func apply(_ work: CurlLoop.Work) {
    for transfer in work.new where !transfer.hasEnded { start(transfer) }
    for id in work.aborted {
      if let found = running[id] { remove(id, found) }
    }
    for id in work.resumed {
      // What waited is handed over from within this call, and a refusal of it is told here alone.
      guard let found = running[id] else { continue }
      let code = quarry_curl_easy_resume(found.easy)
      guard code != 0 else { continue }
      remove(id, found)
      found.transfer.finish(QUARRY_CURL_STOPPED, CurlDriver.text(code))
    }
  }

  /// Moves everything that can move. Before a call that has ended goes back to its caller, `count` gets the number of
  /// connections that it made.
  mutating func step(count: (_ connections: Int) -> Void) {
    _ = quarry_curl_multi_perform(multi)
    var end = QUARRY_CURL_DONE
    var code: Int32 = 0
    while let easy = quarry_curl_multi_ended(multi, &end, &code) {
      guard let id = ids[easy], let found = running[id] else { continue }
      count(quarry_curl_easy_new_connections(easy))
      remove(id, found)
      found.transfer.finish(end, CurlDriver.text(code))
    }
    endLate()
  }

  /// Waits until a connection or the inbox has something, or a deadline comes near.
  func wait() {
    var milliseconds: Int32 = 30_000
    if let nextCheck {
      milliseconds = min(milliseconds, CurlDriver.milliseconds(ContinuousClock.now.duration(to: nextCheck)))
    }
    _ = quarry_curl_multi_wait(multi, milliseconds)
  }

  /// Ends every transfer as cancelled and closes every connection.
  consuming func close() {
    for (_, found) in running {
      found.transfer.cancel()
      _ = quarry_curl_multi_remove(multi, found.easy)
      quarry_curl_easy_destroy(found.easy)
      quarry_curl_list_destroy(found.headers)
    }
    for easy in idle { quarry_curl_easy_destroy(easy) }
    quarry_curl_multi_destroy(multi)
  }

  // MARK: One transfer

  private mutating func start(_ transfer: CurlTransfer) {
    guard let easy = idle.popLast() ?? quarry_curl_easy_create() else {
      return transfer.finish(QUARRY_CURL_OTHER, "There is no memory for the call")
    }
    var headers = CurlHeaderList(transfer.request)
    var code = headers.isWhole ? configure(easy, transfer, headers.list) : 27
    if code == 0 { code = quarry_curl_multi_add(multi, easy) }
    guard code == 0 else {
      quarry_curl_list_destroy(headers.take())
      quarry_curl_easy_destroy(easy)
      return transfer.finish(QUARRY_CURL_OTHER, "The call cannot be prepared (libcurl \(code))")
    }
    let deadline = ContinuousClock.now + transfer.request.timeout + CurlDriver.grace
    ids[easy] = transfer.id
    running[transfer.id] = Running(transfer: transfer, easy: easy, headers: headers.take(), deadline: deadline)
    nextCheck = nextCheck.map { min($0, deadline) } ?? deadline
  }

  private func configure(_ easy: OpaquePointer, _ transfer: CurlTransfer, _ headers: OpaquePointer?) -> Int32 {
    let request = transfer.request
    let isHead = request.method == "HEAD"
    let expectsBody = ["POST", "PUT", "PATCH"].contains(request.method)
    var settings = quarry_curl_settings()
    settings.has_body = !isHead && (request.body != nil || expectsBody) ? 1 : 0
    settings.is_head = isHead ? 1 : 0
    settings.headers = headers
    settings.connect_timeout_milliseconds = Int(CurlDriver.milliseconds(request.connectTimeout))
    settings.timeout_milliseconds = Int(CurlDriver.milliseconds(request.timeout))
    // Cleartext HTTP/2 is never tried: some versions of the library fail at the second request of a connection.
    settings.offers_http2 = configuration.offersHTTP2 && request.url.prefix(6).lowercased() == "https:" ? 1 : 0
    settings.offers_compression = configuration.offersCompression ? 1 : 0
    settings.callbacks = CurlTransfer.callbacks
    settings.context = Unmanaged.passUnretained(transfer).toOpaque()
    let proxy = configuration.proxy.text(isLoopback: request.isLoopback)
    return (request.body ?? []).withUnsafeBytes { body in
      settings.body = body.baseAddress
      settings.body_count = Int64(body.count)
      return request.url.withCString { url in
        settings.url = url
        return request.method.withCString { method in
          settings.method = method
          return CurlDriver.withCString(configuration.caFile) { caFile in
            settings.ca_file = caFile
            return CurlDriver.withCString(proxy) { proxy in
              settings.proxy = proxy
              return quarry_curl_easy_configure(easy, &settings)
            }
          }
        }
      }
    }
  }

  private mutating func remove(_ id: UInt64, _ found: Running) {
    _ = quarry_curl_multi_remove(multi, found.easy)
    running[id] = nil
    ids[found.easy] = nil
    quarry_curl_list_destroy(found.headers)
    if running.isEmpty { nextCheck = nil }
    guard idle.count < 64 else { return quarry_curl_easy_destroy(found.easy) }
    quarry_curl_easy_reset(found.easy)
    idle.append(found.easy)
  }

  private mutating func endLate() {
    guard let check = nextCheck, check <= .now else { return }
    let now = ContinuousClock.now
    for (id, found) in running where found.deadline <= now {
      remove(id, found)
      found.transfer.finish(QUARRY_CURL_TIMEOUT, "The call took longer than allowed")
    }
    nextCheck = running.values.map(\.deadline).min()
  }

  // MARK: Conversions

  private static func text(_ code: Int32) -> String {
    quarry_curl_describe(code).map { String(cString: $0) } ?? "libcurl \(code)"
  }

  private static func withCString<T>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> T) -> T {
    guard let text else { return body(nil) }
    return text.withCString { body($0) }
  }

  /// A duration in whole milliseconds, from 1: for libcurl, 0 means no limit.
  private static func milliseconds(_ duration: Duration) -> Int32 {
    let (seconds, attoseconds) = duration.components
    guard seconds < 2_000_000 else { return 2_000_000_000 }
    return Int32(max(1, seconds * 1_000 + attoseconds / 1_000_000_000_000_000))
  }
}
