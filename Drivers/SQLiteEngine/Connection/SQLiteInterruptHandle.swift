internal import CQuarrySQLite
public import Quarry

/// Ends the statement that is running on a connection, from any task.
///
/// The handle may outlive its connection: after closing it does nothing. When no statement is running, nothing happens,
/// and statements that start later are not affected (<https://sqlite.org/c3ref/interrupt.html>). A statement that waits
/// for a lock of another connection ends too. Whoever shares a connection between tasks makes sure that the statement
/// which is running is still the one that was meant.
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

  /// Asks the running statement to end with `.interrupted`. Does nothing when none is running.
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
