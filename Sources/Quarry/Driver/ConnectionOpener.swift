/// Opens connections as the core uses them; a driver neither makes nor sees one.
///
/// It exists so that the core can choose, statically and per driver, between connections in the same process, which
/// get a thread of their own, and connections that suspend.
public protocol ConnectionOpener {
  /// A connection as the core uses it.
  associatedtype Opened

  /// Opens a connection that suspends.
  ///
  /// - Throws: ``DatabaseError`` as the driver's `open` does.
  func open<D: DatabaseDriver>(_ driver: D, as role: ConnectionRole) async throws -> Opened

  /// Opens a connection in this process.
  ///
  /// - Throws: ``DatabaseError`` as the driver's `open` does.
  func openInProcess<D: DatabaseDriver>(_ driver: D, as role: ConnectionRole) async throws -> Opened
  where D.Connection: SynchronousDriverConnection
}

extension DatabaseDriver {
  /// Opens a connection that suspends. The core's own; a driver does not implement it.
  public func connect<Opener: ConnectionOpener>(
    _ role: ConnectionRole, by opener: Opener
  ) async throws -> Opener.Opened { try await opener.open(self, as: role) }
}

extension DatabaseDriver where Connection: SynchronousDriverConnection {
  /// Opens a connection in this process, on a thread of its own. The core's own; a driver does not implement it.
  public func connect<Opener: ConnectionOpener>(
    _ role: ConnectionRole, by opener: Opener
  ) async throws -> Opener.Opened { try await opener.openInProcess(self, as: role) }
}
