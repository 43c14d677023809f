/// A value that does not fit the wanted type; the reader of a row adds the column and throws a ``DatabaseError``.
public struct SQLConversionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The Swift type that was wanted.
  public var wanted: String
  /// What was found: a kind, never the content.
  public var found: String

  /// Creates an error from the wanted type and a description of what was found. Give the kind, never the content.
  public init(wanted: String, found: String) {
    self.wanted = wanted
    self.found = found
  }

  /// Creates an error from the wanted type and the storage class that was found.
  public init(wanted: any Any.Type, found: SQLStorageClass) {
    self.init(wanted: "\(wanted)", found: found.description)
  }

  /// One line that names both types.
  public var description: String { "cannot convert \(found) to \(wanted)" }
}
