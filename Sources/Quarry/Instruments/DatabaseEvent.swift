/// An event in a database that isn't an operation.
///
/// More cases can be added: write a `default`.
public enum DatabaseEvent: Sendable {
  /// The database was opened on an engine of this version.
  case databaseOpened(engineVersion: String)
  /// The database was closed.
  case databaseClosed
  /// A connection was opened within some time.
  case connectionOpened(ConnectionRole, in: Duration)
  /// A connection was closed because it can't be used any more.
  case connectionDiscarded(ConnectionRole)
  /// A caller waited for a connection. The failure is set if it got none.
  case waitedForConnection(ConnectionRole, for: Duration, OperationFailure?)
  /// A caller returned a connection to the pool.
  case usedConnection(ConnectionRole, for: Duration)
  /// Connections were opened, lent, returned or closed.
  case poolChanged(PoolCounts)
  /// A statement was taken from the cache, or prepared.
  case statementPrepared(isCached: Bool)
  /// An attempt failed without effect, and the attempt with this number follows.
  case retrying(attempt: Int, OperationFailure)
  /// A call failed, and whether it took effect is unknown.
  case outcomeUnknown(OperationFailure)
  /// A transaction was rolled back because its body or its commit failed.
  case transactionRolledBack(OperationFailure)
  /// A feature that the engine lacks was lowered to an equivalent form. Reported once for each feature.
  case featureLowered(SQLFeature)
}

/// The connections of one role in a pool.
public struct PoolCounts: Sendable, Hashable {
  /// The role of the connections.
  public var role: ConnectionRole
  /// The number of unused connections.
  public var idle: Int
  /// The number of connections in use or being opened.
  public var used: Int
  /// The largest number of connections.
  public var maximum: Int
  /// The number of waiting callers.
  public var waiting: Int
}
