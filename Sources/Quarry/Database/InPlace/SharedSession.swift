import Foundation

/// The session of a pooled connection, which the connection's thread uses, or one caller on its own thread.
///
/// The pool lends a connection to one caller at a time, so the lock is free as a rule. It is what makes the session's
/// use sound even if a program uses a lease or a transaction after it has ended: such a call waits on the connection's
/// thread until a caller's short statement is over.
final class SharedSession: @unchecked Sendable {
  // Sound although a session isn't Sendable: it was given to this object alone, it is only reached while `lock` is held,
  // and no body keeps it. Locking also orders what one thread did before what the next one does. The engine's connection
  // belongs to no thread; it only must not be used by two at once (`SQLITE_OPEN_NOMUTEX`).
  private let lock = NSLock()
  private let session: SQLSession

  init(_ session: sending SQLSession) { self.session = session }

  /// Calls a body with the session. The body must not call this object again.
  func withLock<R, E: Error>(_ body: (SQLSession) throws(E) -> R) throws(E) -> R {
    lock.lock()
    defer { lock.unlock() }
    return try body(session)
  }

  /// Calls a body with the session if nobody uses it. Otherwise returns `nil` and calls nothing.
  func withLockIfAvailable<R, E: Error>(_ body: (SQLSession) throws(E) -> R?) throws(E) -> R? {
    guard lock.try() else { return nil }
    defer { lock.unlock() }
    return try body(session)
  }
}
