import Quarry
import QuarryMemory

/// A driver that can only be waited for, as a remote one, over a database in memory.
struct SuspendingMemoryDriver: Driver {
  var name: String { "suspending" }
  var traits: DriverTraits { DriverTraits(maximumReaders: 0, blocksThread: false) }

  nonisolated(nonsending) func open(_ role: ConnectionRole) async throws(DatabaseError) -> sending SuspendingConnection
  {
    SuspendingConnection(try MemoryDriver().openSynchronously(role))
  }
}

final class SuspendingConnection: DriverConnection {
  typealias Statement = SQLiteConnection.Statement
  private let inner: SQLiteConnection

  init(_ inner: sending SQLiteConnection) { self.inner = inner }

  var capabilities: Capabilities { inner.capabilities }
  var transactionStatus: TransactionStatus { inner.transactionStatus }
  var interruptHandle: any InterruptHandle { inner.interruptHandle }

  nonisolated(nonsending) func prepare(_ sql: String) async throws(DatabaseError) -> PreparedStatement<Statement>? {
    try await inner.prepare(sql)
  }

  nonisolated(nonsending) func close() async { inner.closeSynchronously() }
}
