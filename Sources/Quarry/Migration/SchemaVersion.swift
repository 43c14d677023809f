/// The version of a schema: an integer, or an enumeration of integers whose cases name the versions.
///
/// ```swift
/// enum NotesVersion: Int, SchemaVersion {
///   case first = 1
///   case folders = 2
///   case tags = 5
/// }
/// ```
///
/// Versions are positive and fit in 31 bits, because `PRAGMA user_version` stores them too. Gaps are allowed.
public protocol SchemaVersion: Sendable, Hashable {
  /// The number of the version.
  var schemaNumber: Int64 { get }
}

extension SchemaVersion where Self: RawRepresentable, RawValue: BinaryInteger {
  /// The raw value.
  public var schemaNumber: Int64 { Int64(clamping: rawValue) }
}

extension Int: SchemaVersion {
  /// The number itself.
  public var schemaNumber: Int64 { Int64(self) }
}
