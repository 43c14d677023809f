/// Opens the connections of a pool.
struct PooledConnectionOpener: ConnectionOpener {
  let contexts: SQLGenerationContexts
  let statementCacheCapacity: Int
  let connectionSQL: [SQLFragment]
  let monitor: DatabaseMonitor
  /// Where connections announce their commits.
  let hub: ChangeHub

  func open<D: DatabaseDriver>(_ driver: D, as role: ConnectionRole) async throws -> any PooledConnection {
    let connection = try await openSuspending(driver, as: role)
    do {
      try await connection.run(
        ConnectionSetup(connectionSQL, for: role, connection.context.capabilities, driver: driver.name))
    } catch {
      await connection.close()
      throw error
    }
    return connection
  }

  private func openSuspending<D: DatabaseDriver>(
    _ driver: D, as role: ConnectionRole
  ) async throws -> AsynchronousPooledConnection<D.Connection> {
    guard driver.traits.blocksThread else {
      let connection = try await driver.open(role)
      return AsynchronousPooledConnection(
        connection: connection, contexts: contexts, monitor: ConnectionMonitor(monitor), role: role, hub: hub)
    }
    let thread = ThreadExecutor(name: "quarry.\(driver.name)")
    do {
      return try await thread.run {
        let connection = try await driver.open(role)
        return AsynchronousPooledConnection(
          connection: connection, contexts: contexts, monitor: ConnectionMonitor(monitor), thread: thread,
          role: role, hub: hub)
      }
    } catch {
      thread.stop()
      throw error
    }
  }

  func openInProcess<D: DatabaseDriver>(_ driver: D, as role: ConnectionRole) async throws -> any PooledConnection
  where D.Connection: SynchronousDriverConnection {
    try await LocalPooledConnection.open(
      driver, role: role, contexts: contexts, statementCacheCapacity: statementCacheCapacity,
      connectionSQL: connectionSQL, monitor: ConnectionMonitor(monitor), hub: hub)
  }
}
