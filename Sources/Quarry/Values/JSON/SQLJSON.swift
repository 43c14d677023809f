/// A value of any `Codable` type, stored as JSON text in one cell.
///
/// ```swift
/// static let tags = SQLColumn<SQLJSON<[String]>>("tags")
/// // row[Self.tags] = SQLJSON(tags)
/// ```
///
/// Keys are sorted, so that equal values are stored as equal text; dates are ISO-8601 text. Use
/// ``SQLJSONConvertible`` for a type of your own that is always stored so.
public struct SQLJSON<Wrapped: Codable & Sendable>: SQLValueConvertible {
  /// The value.
  public var value: Wrapped

  /// Wraps a value.
  public init(_ value: Wrapped) { self.value = value }

  /// `TEXT`.
  public static var columnType: SQLColumnType { .text }
  /// JSON text, which has no order.
  public static var storedForm: SQLStoredForm { .json }

  /// Reads JSON text.
  public init(sqlValue: SQLValue) throws {
    guard case .text(var text) = sqlValue else {
      throw SQLConversionError(wanted: "JSON text of \(Wrapped.self)", found: sqlValue.storageClass.description)
    }
    value = try text.withUTF8 { try JSONText.value(Wrapped.self, from: $0) }
  }

  /// The value as JSON text.
  public func sqlValue() throws -> SQLValue { .text(try JSONText.string(value)) }

  /// Reads JSON text without making a string of it.
  public static func read(_ cell: SQLCell, coding: SQLValueCoding<Self>?) throws -> Self {
    if coding == nil, cell.storageClass == .text {
      return Self(try cell.withBytes { try JSONText.value(Wrapped.self, from: $0) })
    }
    if let coding { return try coding.decode(cell.value()) }
    return try Self(sqlValue: cell.value())
  }
}

extension SQLJSON: Equatable where Wrapped: Equatable {}
extension SQLJSON: Hashable where Wrapped: Hashable {}

extension SQLJSON: Codable {
  /// Reads the wrapped value itself.
  public init(from decoder: any Decoder) throws { value = try Wrapped(from: decoder) }
  /// Writes the wrapped value itself.
  public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

/// A `Codable` type of your own whose values are stored as JSON text.
///
/// ```swift
/// struct Address: SQLJSONConvertible { var street: String; var city: String }
/// static let address = SQLColumn<Address?>("address")
/// ```
public protocol SQLJSONConvertible: SQLValueConvertible, Codable {}

extension SQLJSONConvertible where Unwrapped == Self {
  /// `TEXT`.
  public static var columnType: SQLColumnType { .text }
  /// JSON text, which has no order.
  public static var storedForm: SQLStoredForm { .json }
  /// Reads JSON text.
  public init(sqlValue: SQLValue) throws { self = try SQLJSON<Self>(sqlValue: sqlValue).value }
  /// The value as JSON text.
  public func sqlValue() throws -> SQLValue { try SQLJSON(self).sqlValue() }
}

extension SQLValueCoding where Value: Codable {
  /// JSON text with sorted keys, also for a type that has a representation of its own.
  public static var json: SQLValueCoding<Value> {
    SQLValueCoding(
      columnType: .text, storing: .json,
      encode: { try SQLJSON($0).sqlValue() },
      decode: { try SQLJSON<Value>(sqlValue: $0).value })
  }
}
