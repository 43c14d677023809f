internal import CQuarryCurl

/// A multi handle, for threads that don't advance its transfers.
///
/// It is Sendable although it is a pointer: everything here can be called while another thread has the handle.
/// Nothing may be called after it is destroyed, which ``CurlLoop`` ensures.
struct CurlMultiHandle: @unchecked Sendable {
  let pointer: OpaquePointer

  /// Ends the current ``wait(_:)``, or the next one.
  func wake() { quarry_curl_multi_wake(pointer) }

  /// Ends the current wait of the one who has the handle, or the next one.
  func wakeHere() { quarry_curl_multi_wake_here(pointer) }

  /// Waits until a connection is ready, or for a number of milliseconds. Only one thread may wait.
  ///
  /// - Parameter gathering: The time to wait for further connections after that or a wake-up, in nanoseconds.
  func wait(_ milliseconds: Int32, gathering: Int64, _ ready: inout CurlReady) {
    ready.count = ready.events.withUnsafeMutableBufferPointer {
      quarry_curl_multi_wait(pointer, milliseconds, gathering, $0.baseAddress, Int32($0.count))
    }
  }
}

/// What connections are ready for.
struct CurlReady: Sendable {
  fileprivate var events = [quarry_curl_event](repeating: quarry_curl_event(), count: 64)
  fileprivate var count: Int32 = 0

  mutating func clear() { count = 0 }

  func withEvents(_ body: (UnsafePointer<quarry_curl_event>, Int32) -> Void) {
    events.withUnsafeBufferPointer { events in
      if let first = events.baseAddress, count > 0 { body(first, count) }
    }
  }
}
