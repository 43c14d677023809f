internal import CQuarrySQLite
import Synchronization

/// How a connection waits for the locks of other connections: up to a timeout, or until it is interrupted.
///
/// The engine's own busy timeout cannot be interrupted, so this one takes its place.
final class SQLiteWaiting: Sendable {
  private let limit = Atomic<Int>(0)
  private let interrupted = Atomic<Bool>(false)
  private let since = Atomic<Int64>(0)

  /// How long to wait at most, in milliseconds; 0 means not at all.
  var timeoutMilliseconds: Int {
    get { limit.load(ordering: .relaxed) }
    set { limit.store(max(0, newValue), ordering: .relaxed) }
  }

  /// Whether the statement that is running was asked to end.
  var isInterrupted: Bool { interrupted.load(ordering: .relaxed) }

  /// Asks the wait, and a wait that begins before the next statement, to end.
  func interrupt() { interrupted.store(true, ordering: .relaxed) }

  /// Forgets an interruption, when a statement starts.
  func begin() {
    if isInterrupted { interrupted.store(false, ordering: .relaxed) }
  }

  /// Waits a little; the engine calls this again and again while it finds the database locked.
  ///
  /// - Parameters:
  ///   - count: How often it was called for this lock.
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

  /// Waits a little before something is tried again that the engine did not wait for, as long as the timeout allows.
  ///
  /// - Parameters:
  ///   - begin: When it was tried first.
  ///   - api: The engine's functions.
  /// - Returns: Whether to try again.
  func waitsAgain(since begin: ContinuousClock.Instant, api: UnsafePointer<quarry_sqlite_api>) -> Bool {
    guard ContinuousClock.now - begin < .milliseconds(timeoutMilliseconds), !isInterrupted else { return false }
    // Not all for the same time, or they would meet again.
    _ = api.pointee.sleep(Int32.random(in: 1...5))
    return !isInterrupted
  }

  /// The time since the first call in this process. Not in whole milliseconds, of which the first one may be cut short.
  private static var microseconds: Int64 {
    let (seconds, attoseconds) = (ContinuousClock.now - origin).components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }

  private static let origin = ContinuousClock.now
}
