/// A connection as the core uses it; a driver neither makes nor sees one.
///
/// It exists so that the core can choose, statically and per driver, between connections in the same process, which
/// get a thread of their own, and connections that suspend.
public struct OpenedConnection: Sendable {
  let connection: any PooledConnection
}

/// How the core uses a connection.
public struct ConnectionSettings: Sendable {
  var policy: FeaturePolicy
  var statementCacheCapacity: Int
}

extension Driver {
  /// Opens a connection that suspends. The core's own; a driver does not implement it.
  public func connect(_ role: ConnectionRole, _ settings: ConnectionSettings) async throws -> OpenedConnection {
    guard traits.blocksThread else {
      let connection = try await open(role)
      return OpenedConnection(
        connection: AsynchronousPooledConnection(connection: connection, policy: settings.policy))
    }
    let thread = ThreadExecutor(name: "quarry.\(name)")
    do {
      return try await withTaskExecutorPreference(thread) {
        let connection = try await open(role)
        return OpenedConnection(
          connection: AsynchronousPooledConnection(connection: connection, policy: settings.policy, thread: thread))
      }
    } catch {
      thread.stop()
      throw error
    }
  }
}

extension Driver where Connection: SynchronousDriverConnection {
  /// Opens a connection in this process, on a thread of its own. The core's own; a driver does not implement it.
  public func connect(_ role: ConnectionRole, _ settings: ConnectionSettings) async throws -> OpenedConnection {
    OpenedConnection(
      connection: try await LocalPooledConnection.open(
        self, role: role, policy: settings.policy, statementCacheCapacity: settings.statementCacheCapacity))
  }
}
