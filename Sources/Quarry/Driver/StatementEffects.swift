/// What a statement reads and writes, as the engine reports it.
public struct StatementEffects: Sendable, Hashable {
  /// What the statement reads, including through triggers and views.
  public var reads: DatabaseRegion
  /// What the statement has written since its start, including through triggers and foreign key actions. It is empty if
  /// no row and no part of the schema was changed.
  public var writes: DatabaseRegion

  /// Creates the effects of a statement.
  public init(reads: DatabaseRegion, writes: DatabaseRegion) {
    self.reads = reads
    self.writes = writes
  }
}

/// A watch on a database that others can change; see ``DriverConnection/watchChanges(_:)``.
public protocol ChangeWatch: Sendable {
  /// Ends the watch. A second call does nothing.
  func cancel()
}
