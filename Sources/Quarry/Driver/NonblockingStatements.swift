/// The statements that a connection can run without blocking its thread.
///
/// See ``SynchronousDriverConnection/nonblockingStatements``.
public enum NonblockingStatements: Sendable, Hashable {
  /// None.
  case none
  /// Statements that only read.
  case reads
  /// All statements. A commit doesn't wait for the disk.
  case all
}

/// What became of a statement that ran without blocking its thread.
public struct NonblockingResult: Sendable, Hashable {
  /// Whether the connection stopped the statement, because it would have waited for a lock or ran too long.
  ///
  /// If the statement's error also says that it had no effect, Quarry runs the statement again on the connection's
  /// thread, where it can wait.
  public var wasStopped: Bool
  /// Whether the connection postponed work that can block, such as a checkpoint; see
  /// ``SynchronousDriverConnection/finishPostponedWork()``.
  public var hasPostponedWork: Bool

  /// Creates a result.
  public init(wasStopped: Bool = false, hasPostponedWork: Bool = false) {
    self.wasStopped = wasStopped
    self.hasPostponedWork = hasPostponedWork
  }
}

extension SynchronousDriverConnection {
  /// None; see the requirement.
  public var nonblockingStatements: NonblockingStatements { .none }

  /// Returns `false`; see the requirement.
  public func beginNonblocking(isReadOnly: Bool) -> Bool { false }

  /// Does nothing; see the requirement.
  public func endNonblocking() -> NonblockingResult { NonblockingResult() }

  /// Does nothing; see the requirement.
  public func finishPostponedWork() {}
}
