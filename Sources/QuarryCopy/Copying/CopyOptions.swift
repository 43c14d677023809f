internal import Quarry
public import QuarrySQLiteEngine

/// The options of a ``DatabaseCopier``.
public struct CopyOptions: Sendable {
  /// The ways to treat rows that refer to rows which don't exist.
  public enum OrphanRows: String, Sendable, Hashable, CaseIterable {
    /// The copy fails with ``CopyError/Reason/orphanRows``.
    case refuse
    /// They are copied unchanged.
    case keep
    /// They are skipped, with the rows that refer to them. ``CopyReport/skippedRows`` counts them.
    case skip
  }

  /// A replacement for a collation of the schema that the engine doesn't have.
  public enum Collation: Sendable {
    /// The `BINARY` collation.
    case binary
    /// The `NOCASE` collation.
    case nocase
    /// The `RTRIM` collation.
    case rtrim
    /// The collation itself. Indexes of the copy are correct.
    case exact(@Sendable (String, String) -> SQLiteOrder)
  }

  /// Whether to delete the content of the destination. If `false`, the copy throws if the destination isn't empty.
  public var replaces = false

  /// The treatment of rows that refer to rows which don't exist.
  public var orphanRows: OrphanRows = .refuse

  /// Collations by name, for local engines only. They stay on the connections of open databases. An open source must
  /// have at most one reader.
  ///
  /// If a built-in collation replaces one, ``CopyReport/notKept`` asks for `REINDEX` wherever the real collation is
  /// available.
  public var collations: [String: Collation] = [:]

  /// A closure that gets the number of rows copied or verified since the last call, and the number of all rows.
  ///
  /// It's called on the task that copies.
  public var onProgress: (@Sendable (CopyProgress) -> Void)?

  /// Creates options: an empty destination, no orphan rows.
  public init() {}
}

/// The progress of a copy.
public struct CopyProgress: Sendable, Hashable {
  /// The steps of a copy.
  public enum Step: String, Sendable, Hashable {
    /// Writing rows.
    case copying
    /// Reading the rows of the copy and comparing them.
    case verifying
  }

  /// The current step.
  public var step: Step
  /// The number of rows that this step has done.
  public var rows: Int
  /// The number of rows that this step will do.
  public var totalRows: Int
}
