internal import Foundation
internal import Quarry

/// Runs a body that waits on a thread of its own: the pool's threads are those that servers and other tests run on.
package func onThread<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
  // Through a lock, since the thread sanitizer does not see that one comes after the other from the continuation alone.
  let result = Protected<Result<R, any Error>?>(nil)
  await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      let value = Result { try body() }
      result.withLock { $0 = value }
      continuation.resume()
    }
  }
  while true {
    if let result = result.withLock({ $0 }) { return try result.get() }
    await Task.yield()
  }
}
