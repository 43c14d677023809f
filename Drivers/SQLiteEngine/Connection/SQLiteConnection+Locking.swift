internal import CQuarrySQLite

extension SQLiteConnection {
  /// Retries while another connection holds a lock inside a shared cache, at most for the busy timeout.
  ///
  /// The engine calls no busy handler there (<https://sqlite.org/sharedcache.html>).
  ///
  /// - Parameter attempt: The attempt. It returns the engine's code.
  /// - Returns: The code of the last attempt.
  // Not inlined: a function with a clock finds out at each call how much memory that takes.
  @inline(never) func retryingWhileLocked(_ attempt: () -> Int32) -> Int32 {
    let clock = ContinuousClock()
    let deadline = clock.now + .milliseconds(waiting.timeoutMilliseconds)
    var pause: Int32 = 1
    while clock.now < deadline, !waiting.isInterrupted {
      _ = api.pointee.sleep(pause)
      pause = min(pause * 2, 10)
      let code = attempt()
      if code != SQLiteResult.lockedSharedCache { return code }
    }
    return SQLiteResult.lockedSharedCache
  }
}
