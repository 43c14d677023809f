internal import CQuarryCurl

/// An easy handle with its settings. Its owner destroys it, or keeps it for a later call.
final class CurlHandle {
  let easy: OpaquePointer
  private var headers: OpaquePointer?
  private var url: OpaquePointer?
  /// The calls for which the settings were made, or `nil` for none.
  private var made: Shape?
  private var connectTimeout = Duration.zero
  private var timeout = Duration.zero
  /// Whether something other than libcurl writes to the connection, such as a library for TLS.
  private(set) var isWrittenByOthers = true

  /// The common properties of calls.
  private struct Shape {
    /// The number of the checked request that the calls are like.
    var kind: UInt64
    var request: HTTPRequest

    func isSame(as transfer: CurlTransfer) -> Bool { kind == transfer.kind || request.isLike(transfer.request) }
  }

  init?() {
    guard let made = quarry_curl_easy_create() else { return nil }
    easy = made
  }

  func destroy() {
    quarry_curl_easy_destroy(easy)
    quarry_curl_list_destroy(headers)
    quarry_curl_url_destroy(url)
  }

  /// Prepares the handle for a transfer of this multi handle. Returns 0, or libcurl's error number.
  func prepare(
    for transfer: CurlTransfer, _ configuration: CurlTransport.Configuration, in multi: OpaquePointer
  ) -> Int32 {
    let request = transfer.request
    let isRenewed = made?.isSame(as: transfer) == true
    var settings = quarry_curl_settings()
    settings.multi = multi
    settings.has_body = request.hasBody ? 1 : 0
    settings.keeps = transfer.keepsResponse ? 1 : 0
    if !isRenewed || connectTimeout != request.connectTimeout || timeout != request.timeout {
      settings.connect_timeout_milliseconds = Int(CurlHandle.milliseconds(request.connectTimeout))
      settings.timeout_milliseconds = Int(CurlHandle.milliseconds(request.timeout))
      (connectTimeout, timeout) = (request.connectTimeout, request.timeout)
    }
    settings.context = Unmanaged.passUnretained(transfer).toOpaque()
    if !isRenewed {
      reset()
      var list = CurlHeaderList(
        request, offersCompression: configuration.compression.isOffered(isLoopback: request.isLoopback))
      headers = list.take()
      url = request.url.withCString { quarry_curl_url_create($0) }
      guard list.isWhole else { return 27 }
    }
    let code = (request.body ?? []).withUnsafeBytes { body in
      settings.body = body.baseAddress
      settings.body_count = Int64(body.count)
      return isRenewed ? quarry_curl_easy_renew(easy, &settings) : configure(&settings, request, configuration)
    }
    if code != 0 {
      made = nil
    } else if !isRenewed {
      made = Shape(kind: transfer.kind, request: request.withoutBody)
    }
    return code
  }

  private func reset() {
    quarry_curl_easy_reset(easy)
    quarry_curl_list_destroy(headers)
    quarry_curl_url_destroy(url)
    headers = nil
    url = nil
    made = nil
  }

  private func configure(
    _ settings: inout quarry_curl_settings, _ request: HTTPRequest, _ configuration: CurlTransport.Configuration
  ) -> Int32 {
    let isLoopback = request.isLoopback
    settings.is_head = request.method == "HEAD" ? 1 : 0
    settings.headers = headers
    // Cleartext HTTP/2 is never tried: some versions of the library fail at the second request of a connection.
    settings.offers_http2 = configuration.offersHTTP2 && !request.isCleartext ? 1 : 0
    settings.callbacks = CurlTransfer.callbacks
    let proxy = configuration.proxy.text(isLoopback: isLoopback)
    isWrittenByOthers = proxy?.isEmpty != true || !request.isCleartext
    return request.url.withCString { url in
      settings.url = url
      settings.parsed_url = self.url
      return request.method.withCString { method in
        settings.method = method
        return CurlHandle.withCString(configuration.caFile) { caFile in
          settings.ca_file = caFile
          return CurlHandle.withCString(proxy) { proxy in
            settings.proxy = proxy
            return quarry_curl_easy_configure(easy, &settings)
          }
        }
      }
    }
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
