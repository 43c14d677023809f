extension DriverCapabilities {
  /// How the connection learns of changes that others make: other processes, other clients of a server.
  ///
  /// Changes that the same ``Database`` makes are always known, and not meant here.
  public enum ChangeDetection: String, Sendable, Hashable {
    /// It doesn't, or nobody else can reach the database.
    case none
    /// It can be asked: ``DriverConnection/changePosition()`` returns another number after a change. A question costs a
    /// remote driver one small request.
    case position
    /// It is told: ``DriverConnection/watchChanges(_:)`` calls back, and ``DriverConnection/changePosition()`` decides, asked
    /// on the connection that writes, whose own changes don't count.
    case events
  }
}
