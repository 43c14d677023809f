internal import CQuarrySQLite
public import Quarry

/// Ends the statement that is running on a connection, from any task.
///
/// The handle can outlive its connection. After closing, it does nothing. If no statement is running, nothing
/// happens, and later statements aren't affected (<https://sqlite.org/c3ref/interrupt.html>). A statement that waits
/// for a lock of another connection ends too.
///
/// > Important: If tasks share a connection, make sure that the running statement is still the one that you mean.
public final class SQLiteInterruptHandle: InterruptHandle {
  private let library: SQLiteLibrary
  private let waiting: SQLiteWaiting
  /// The address of the engine's handle, and 0 after closing. The lock keeps closing from happening during a call.
  private let address: Protected<UInt>

  init(library: SQLiteLibrary, database: OpaquePointer, waiting: SQLiteWaiting) {
    self.library = library
    self.waiting = waiting
    address = Protected(UInt(bitPattern: database))
  }

  /// Ends the running statement with `.interrupted`. Does nothing if none is running.
  public func interrupt() {
    address.withLock { address in
      guard let database = OpaquePointer(bitPattern: address) else { return }
      waiting.interrupt()
      library.api.pointee.interrupt(database)
    }
  }

  /// Makes every later call do nothing. The connection calls this before it closes.
  func invalidate() {
    address.withLock { $0 = 0 }
  }
}
