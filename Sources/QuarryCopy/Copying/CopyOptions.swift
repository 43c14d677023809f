internal import Quarry
public import QuarrySQLiteEngine

/// What a ``DatabaseCopier`` does where a copy leaves a choice.
public struct CopyOptions: Sendable {
  /// What becomes of rows that refer to rows which don't exist.
  public enum OrphanRows: String, Sendable, Hashable, CaseIterable {
    /// The copy fails with ``CopyError/Reason/orphanRows``.
    case refuse
    /// They are copied as they are.
    case keep
    /// They are left out, with the rows that refer to them; ``CopyReport/skippedRows`` counts them.
    case skip
  }

  /// An order of texts that the schema names and the engine doesn't have.
  public enum Collation: Sendable {
    /// The order of bytes stands in for it.
    case binary
    /// The order of bytes that ignores the case of ASCII letters stands in for it.
    case nocase
    /// The order of bytes that ignores blanks at the end stands in for it.
    case rtrim
    /// The order itself. Indexes of the copy are right.
    case exact(@Sendable (String, String) -> SQLiteOrder)
  }

  /// Whether what the destination holds is deleted. If `false`, a destination that isn't empty is refused.
  public var replaces = false

  /// What becomes of rows that refer to rows which don't exist.
  public var orphanRows: OrphanRows = .refuse

  /// Orders of texts by name. Local engines only; they stay on the connections of databases that are open already, of
  /// which the source must have at most one reader.
  ///
  /// With a stand-in, ``CopyReport/notKept`` asks for `REINDEX` where the real order is known.
  public var collations: [String: Collation] = [:]

  /// Receives the number of rows that were copied or verified since the last call, and the number of all rows.
  ///
  /// Called from the task that copies.
  public var onProgress: (@Sendable (CopyProgress) -> Void)?

  /// Creates options: an empty destination, no orphan rows.
  public init() {}
}

/// How far a copy is.
public struct CopyProgress: Sendable, Hashable {
  /// What is being done.
  public enum Step: String, Sendable, Hashable {
    /// Rows are written.
    case copying
    /// Rows are read again from the copy and compared.
    case verifying
  }

  /// What is being done.
  public var step: Step
  /// The number of rows that this step has done.
  public var rows: Int
  /// The number of rows that this step will do.
  public var totalRows: Int
}
