/// How one column stores values of a Swift type: chosen per column, where a type has more than one representation.
///
/// ```swift
/// static let created = SQLColumn<Date>("created", coding: .unixSeconds)
/// ```
public final class SQLValueCoding<Value: Sendable>: Sendable {
  /// The declared type of a column with this coding.
  public let columnType: SQLColumnType
  /// Makes the value to store.
  public let encode: @Sendable (Value) throws -> SQLValue
  /// Makes the Swift value from a stored one.
  public let decode: @Sendable (SQLValue) throws -> Value

  /// Creates a coding from its two directions, which are never called with `nil` or NULL for optional columns.
  public init(
    columnType: SQLColumnType,
    encode: @escaping @Sendable (Value) throws -> SQLValue,
    decode: @escaping @Sendable (SQLValue) throws -> Value
  ) {
    self.columnType = columnType
    self.encode = encode
    self.decode = decode
  }
}

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
