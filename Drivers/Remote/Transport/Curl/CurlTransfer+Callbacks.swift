internal import CQuarryCurl

extension CurlTransfer {
  /// The callbacks of libcurl for every transfer. The context is the transfer, which the driver holds until the
  /// transfer has left the multi handle. All calls come from inside the calls of the driver's owner.
  static let callbacks = quarry_curl_callbacks(
    header: { bytes, size, count, context in
      guard let transfer = CurlTransfer.of(context) else { return 0 }
      return transfer.takeHeader(CurlTransfer.buffer(bytes, size * count)) ? size * count : 0
    },
    body: { bytes, size, count, context in
      guard let transfer = CurlTransfer.of(context) else { return 0 }
      switch transfer.takeBody(CurlTransfer.buffer(bytes, size * count)) {
      case .taken: return size * count
      case .pause: return quarry_curl_pause
      case .stop: return 0
      }
    },
    ready: { context, _, _, _, _ in
      guard let transfer = CurlTransfer.of(context) else { return 1 }
      return transfer.isReady() ? 0 : 1
    })

  static func of(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
    context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func buffer(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: UnsafeRawPointer(bytes)?.assumingMemoryBound(to: UInt8.self), count: count)
  }
}
