/// Something that happens in a database beside the operations that it is asked for.
///
/// More cases will come: write a `default`.
public enum DatabaseEvent: Sendable {
  /// The database was opened, on an engine of this version.
  case databaseOpened(engineVersion: String)
  /// The database was closed.
  case databaseClosed
  /// A connection was opened, in some time.
  case connectionOpened(ConnectionRole, in: Duration)
  /// A connection was closed since it cannot be used any more.
  case connectionDiscarded(ConnectionRole)
  /// A caller has waited for a connection; with an error if it got none.
  case waitedForConnection(ConnectionRole, for: Duration, OperationFailure?)
  /// A caller has given a connection back.
  case usedConnection(ConnectionRole, for: Duration)
  /// Connections were opened, given out, given back or closed.
  case poolChanged(PoolCounts)
  /// A statement was taken from those that are kept, or prepared anew.
  case statementPrepared(isCached: Bool)
  /// An attempt failed without effect; the one with this number follows.
  case retrying(attempt: Int, OperationFailure)
  /// Nobody knows whether a call took effect.
  case outcomeUnknown(OperationFailure)
  /// A transaction was rolled back, since its body or its end failed.
  case transactionRolledBack(OperationFailure)
  /// An exact equivalent stands for a feature that the engine lacks; told once for each feature.
  case featureLowered(SQLFeature)
}

/// How many connections of one role a pool has.
public struct PoolCounts: Sendable, Hashable {
  /// What they are for.
  public var role: ConnectionRole
  /// Those that nobody uses.
  public var idle: Int
  /// Those that are in use, or being opened.
  public var used: Int
  /// How many there may be.
  public var maximum: Int
  /// How many callers wait.
  public var waiting: Int
}
