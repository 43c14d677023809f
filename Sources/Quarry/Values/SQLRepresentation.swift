/// A type that stores values of another type, such as ``SQLJSON``.
///
/// ```swift
/// struct Comma: SQLRepresentation {
///   var value: [String]
///   init(_ value: [String]) { self.value = value }
///   static var columnType: SQLColumnType { .text }
///   init(sqlValue: SQLValue) throws { value = try String(sqlValue: sqlValue).split(separator: ",").map(String.init) }
///   func sqlValue() throws -> SQLValue { .text(value.joined(separator: ",")) }
/// }
/// ```
///
/// The column has the representation's type, and the property has the type of the value.
public protocol SQLRepresentation: SQLValueConvertible {
  /// The type of the values.
  associatedtype Value: Sendable

  /// Creates the representation of a value.
  init(_ value: Value)

  /// The value.
  var value: Value { get }
}

extension SQLJSON: SQLRepresentation {}
