/// What a statement reads and writes, as the engine itself tells.
public struct StatementEffects: Sendable, Hashable {
  /// What the statement reads, triggers and views included.
  public var reads: DatabaseRegion
  /// What the statement has written since it was started, triggers and foreign key actions included; nothing if no row and no
  /// part of the schema was changed.
  public var writes: DatabaseRegion

  /// Creates the effects of a statement.
  public init(reads: DatabaseRegion, writes: DatabaseRegion) {
    self.reads = reads
    self.writes = writes
  }
}

/// A watch over a database that others may change; see ``DriverConnection/watchChanges(_:)``.
public protocol ChangeWatch: Sendable {
  /// Ends the watch. A second call does nothing.
  func cancel()
}
