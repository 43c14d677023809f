/// Opens connections for Quarry. A driver neither creates nor uses one.
///
/// It lets Quarry choose statically, for each driver, between in-process connections, which get their own thread, and
/// connections that suspend.
public protocol ConnectionOpener {
  /// A connection in the form that Quarry uses.
  associatedtype Opened

  /// Opens a connection that suspends.
  ///
  /// - Throws: The error of the driver's `open`.
  func open<D: DatabaseDriver>(_ driver: D, as role: ConnectionRole) async throws -> Opened

  /// Opens a connection in this process.
  ///
  /// - Throws: The error of the driver's `open`.
  func openInProcess<D: DatabaseDriver>(_ driver: D, as role: ConnectionRole) async throws -> Opened
  where D.Connection: SynchronousDriverConnection
}

extension DatabaseDriver {
  /// Opens a connection that suspends. Quarry calls it; don't implement it in a driver.
  ///
  /// - Throws: The error of the driver's `open`.
  public func connect<Opener: ConnectionOpener>(
    _ role: ConnectionRole, by opener: Opener
  ) async throws -> Opener.Opened { try await opener.open(self, as: role) }
}

extension DatabaseDriver where Connection: SynchronousDriverConnection {
  /// Opens a connection in this process, on its own thread. Quarry calls it; don't implement it in a driver.
  ///
  /// - Throws: The error of the driver's `open`.
  public func connect<Opener: ConnectionOpener>(
    _ role: ConnectionRole, by opener: Opener
  ) async throws -> Opener.Opened { try await opener.openInProcess(self, as: role) }
}
