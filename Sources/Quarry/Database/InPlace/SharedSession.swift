import Foundation

/// The session of a pooled connection, which the connection's thread uses, or one caller on its own thread.
///
/// The pool lends a connection to one caller at a time, so the lock is free as a rule. It is what makes the session's
/// use sound even if a program uses a lease or a transaction after it has ended: such a call waits on the connection's
/// thread until a caller's short statement is over.
final class SharedSession: @unchecked Sendable {
  // Sound although a session isn't Sendable: it was given to this object alone, it is only used while `lock` is held, and
  // nobody keeps it. Locking also orders what one thread did before what the next one does. The engine's connection
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

  /// Returns the session if nobody uses it, for use until ``unlock()`` on the same thread.
  func lockIfAvailable() -> SQLSession? { lock.try() ? session : nil }

  /// Ends the use of a session that ``lockIfAvailable()`` returned.
  func unlock() { lock.unlock() }
}
