/// An error about a value that doesn't fit the requested type. The reader of a row adds the column and throws a
/// ``DatabaseError``.
public struct SQLConversionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The requested Swift type.
  public var wanted: String
  /// The kind of the value that was found, never its content.
  public var found: String

  /// Creates an error from the requested type and the kind of the value. Never pass the content.
  public init(wanted: String, found: String) {
    self.wanted = wanted
    self.found = found
  }

  /// Creates an error from the requested type and the storage class of the value.
  public init(wanted: any Any.Type, found: SQLStorageClass) {
    self.init(wanted: "\(wanted)", found: found.description)
  }

  /// One line that names both types.
  public var description: String { "can't convert \(found) to \(wanted)" }
}
