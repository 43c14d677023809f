extension DriverCapabilities {
  /// How the connection learns of changes by others: other processes, or other clients of a server.
  ///
  /// Changes by the same ``Database`` are always known.
  public enum ChangeDetection: String, Sendable, Hashable {
    /// Changes by others aren't detected, or nobody else can reach the database.
    case none
    /// Quarry asks: ``DriverConnection/changePosition()`` returns another number after a change. For a remote driver
    /// this is one small request.
    case position
    /// The driver reports possible changes: ``DriverConnection/watchChanges(_:)`` calls a closure. Quarry then calls
    /// ``DriverConnection/changePosition()`` on the connection that writes, whose own changes don't count.
    case events
  }
}
