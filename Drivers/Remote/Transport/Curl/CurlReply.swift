internal import CQuarryCurl

/// A small response that came as a whole.
struct CurlReply {
  let head: CurlHead
  let body: [UInt8]

  /// The response of a handle whose transfer has ended, or `nil` if it wasn't kept.
  init?(of handle: CurlHandle) {
    let kept = quarry_curl_easy_kept(handle.easy)
    guard kept.is_kept != 0 else { return nil }
    let lines = Array(UnsafeRawBufferPointer(start: kept.head, count: kept.head_count))
    head = CurlHead(status: Int(kept.status), headers: HTTPHeaderBlock(lines), isComplete: kept.is_complete != 0)
    body = Array(UnsafeRawBufferPointer(start: kept.body, count: kept.body_count))
  }
}
