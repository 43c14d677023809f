/// The results of a copy, and what it couldn't keep.
public struct CopyReport: Sendable {
  /// A table of the copy.
  public struct Table: Sendable, Hashable {
    /// Its name.
    public var name: String
    /// The number of rows that were copied and verified.
    public var rows: Int
    /// A hash of the type, the length and every bit of all values, independent of the order of rows: 32 hexadecimal
    /// digits.
    public var digest: String
  }

  /// The tables whose rows were copied, including those in which a full-text index stores its content.
  public internal(set) var tables: [Table] = []
  /// The number of indexes.
  public internal(set) var indexes = 0
  /// The number of views.
  public internal(set) var views = 0
  /// The number of triggers.
  public internal(set) var triggers = 0
  /// The number of skipped rows, because they referred to rows which don't exist.
  public internal(set) var skippedRows = 0
  /// The parts of the source that the copy lacks, one sentence each. Everything else was verified.
  public internal(set) var notKept: [String] = []

  /// The number of rows of all tables.
  public var rows: Int { tables.reduce(0) { $0 + $1.rows } }
}

/// The reason why a database wasn't copied. The destination hasn't changed.
public struct CopyError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kinds of reasons.
  public enum Reason: String, Sendable, Hashable {
    /// The destination isn't empty.
    case notEmpty
    /// Rows refer to rows that don't exist.
    case orphanRows
    /// The destination can't hold a value, a table or another object of the source.
    case notCarried
    /// The copy differs from its source.
    case different
    /// An option doesn't fit the destination.
    case unsupportedOption
  }

  /// The kind of reason.
  public var reason: Reason
  /// What happened, and what to do.
  public var message: String

  init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }

  /// What happened, and what to do.
  public var description: String { message }
}
