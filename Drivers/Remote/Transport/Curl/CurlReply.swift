internal import CQuarryCurl

/// A small response that came as a whole.
struct CurlReply {
  let head: CurlHead
  let body: [UInt8]
}

/// Reads the responses that handles have kept.
///
/// One response mostly has the head of the one before it, which is then read by comparing it.
struct CurlReplyReader {
  private var bytes: [UInt8] = []
  private var head = CurlHead()

  /// The response of a handle whose transfer has ended, or `nil` if it wasn't kept.
  mutating func reply(of handle: CurlHandle) -> CurlReply? {
    let kept = quarry_curl_easy_kept(handle.easy)
    guard kept.line_count > 0 else { return nil }
    let count = Int(kept.line_ends[Int(kept.line_count) - 1])
    let text = UnsafeRawBufferPointer(start: kept.head, count: count)
    if !isSame(text) {
      head = CurlHead()
      bytes = Array(text)
      var start = 0
      for index in 0..<Int(kept.line_count) {
        let end = Int(kept.line_ends[index])
        // A handle keeps no line that can be refused.
        _ = text[start..<end].withMemoryRebound(to: UInt8.self) { head.take($0) }
        start = end
      }
    }
    return CurlReply(head: head, body: Array(UnsafeRawBufferPointer(start: kept.body, count: kept.body_count)))
  }

  private func isSame(_ text: UnsafeRawBufferPointer) -> Bool {
    guard text.count == bytes.count, let start = text.baseAddress else { return false }
    return bytes.withUnsafeBytes { quarry_curl_is_same(start, $0.baseAddress, text.count) != 0 }
  }
}
