import Quarry
import QuarryMemory

/// A driver that can only be waited for, as a remote one, over a database in memory.
struct SuspendingMemoryDriver: ForwardingDriver {
  let base = MemoryDriver()
  var traits: DriverTraits { DriverTraits(maximumReaders: 0, blocksThread: false) }

  nonisolated(nonsending) func open(_ role: ConnectionRole) async throws(DatabaseError) -> sending SuspendingConnection
  {
    SuspendingConnection(base: try base.openSynchronously(role))
  }
}

final class SuspendingConnection: ForwardingConnection {
  typealias Statement = SQLiteConnection.Statement
  let base: SQLiteConnection

  init(base: sending SQLiteConnection) { self.base = base }
}
