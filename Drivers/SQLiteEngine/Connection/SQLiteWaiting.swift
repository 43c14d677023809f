internal import CQuarrySQLite
import Synchronization

/// Waits for the locks of other connections: up to a timeout, or until the connection is interrupted.
///
/// The engine's busy timeout can't be interrupted, so this type replaces it.
final class SQLiteWaiting: Sendable {
  private let limit = Atomic<Int>(0)
  private let interrupted = Atomic<Bool>(false)
  private let since = Atomic<Int64>(0)

  /// The longest time to wait, in milliseconds. Zero means no wait.
  var timeoutMilliseconds: Int {
    get { limit.load(ordering: .relaxed) }
    set { limit.store(max(0, newValue), ordering: .relaxed) }
  }

  /// Whether the running statement was asked to end.
  var isInterrupted: Bool { interrupted.load(ordering: .relaxed) }

  /// Ends the wait, and a wait that begins before the next statement.
  func interrupt() { interrupted.store(true, ordering: .relaxed) }

  /// Forgets an interruption, when a statement starts.
  func begin() {
    if isInterrupted { interrupted.store(false, ordering: .relaxed) }
  }

  /// Waits briefly. The engine calls this repeatedly while the database is locked.
  ///
  /// - Parameters:
  ///   - count: The number of earlier calls for this lock.
  ///   - api: The engine's functions.
  /// - Returns: Whether to try again.
  func wait(count: Int32, api: UnsafePointer<quarry_sqlite_api>) -> Bool {
    let timeout = timeoutMilliseconds
    guard timeout > 0, !isInterrupted else { return false }
    let now = Self.microseconds
    if count == 0 { since.store(now, ordering: .relaxed) }
    let left = Int64(timeout) * 1000 - (now - since.load(ordering: .relaxed))
    guard left > 0 else { return false }
    // Short at first, since most locks are, and never so long that an interruption goes unnoticed.
    let pause = Int64(min(1 + count, 10))
    _ = api.pointee.sleep(Int32(min(pause, (left + 999) / 1000)))
    return !isInterrupted
  }

  /// Waits briefly before a retry of something that the engine doesn't wait for, as long as the timeout allows.
  ///
  /// - Parameters:
  ///   - begin: The time of the first try.
  ///   - api: The engine's functions.
  /// - Returns: Whether to try again.
  func waitsAgain(since begin: ContinuousClock.Instant, api: UnsafePointer<quarry_sqlite_api>) -> Bool {
    guard ContinuousClock.now - begin < .milliseconds(timeoutMilliseconds), !isInterrupted else { return false }
    // Not all for the same time, or they would meet again.
    _ = api.pointee.sleep(Int32.random(in: 1...5))
    return !isInterrupted
  }

  /// The time since the first call in this process, in microseconds, because the first millisecond could be cut
  /// short.
  private static var microseconds: Int64 {
    let (seconds, attoseconds) = (ContinuousClock.now - origin).components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }

  private static let origin = ContinuousClock.now
}
