/// A value of any `Codable` type, stored as JSON text in one cell.
///
/// ```swift
/// static let tags = SQLColumn<SQLJSON<[String]>>("tags")
/// // row[Self.tags] = SQLJSON(tags)
/// ```
///
/// Keys are sorted, so that equal values are stored as equal text. Dates are ISO 8601 text. Use ``SQLJSONConvertible``
/// for your own type that is always stored this way.
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
  ///
  /// - Throws: ``SQLConversionError`` for text that isn't JSON of the wrapped type, and for other storage classes.
  public init(sqlValue: SQLValue) throws {
    guard case .text(var text) = sqlValue else {
      throw SQLConversionError(wanted: "JSON text of \(Wrapped.self)", found: sqlValue.storageClass.description)
    }
    value = try text.withUTF8 { try JSONText.value(Wrapped.self, from: $0) }
  }

  /// Returns the value as JSON text.
  ///
  /// - Throws: ``SQLConversionError`` if the value can't be represented in JSON, or the error of its `encode(to:)`.
  public func sqlValue() throws -> SQLValue { .text(try JSONText.string(value)) }

  /// Reads JSON text without creating a string.
  ///
  /// - Throws: ``SQLConversionError`` for text that isn't JSON of the wrapped type, and for other storage classes.
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
  /// Decodes the wrapped value itself.
  ///
  /// - Throws: The error of the wrapped type.
  public init(from decoder: any Decoder) throws { value = try Wrapped(from: decoder) }
  /// Encodes the wrapped value itself.
  ///
  /// - Throws: The error of the wrapped value.
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
  ///
  /// - Throws: ``SQLConversionError`` for text that isn't JSON of this type, and for other storage classes.
  public init(sqlValue: SQLValue) throws { self = try SQLJSON<Self>(sqlValue: sqlValue).value }
  /// Returns the value as JSON text.
  ///
  /// - Throws: ``SQLConversionError`` if the value can't be represented in JSON, or the error of its `encode(to:)`.
  public func sqlValue() throws -> SQLValue { try SQLJSON(self).sqlValue() }
}

extension SQLValueCoding where Value: Codable {
  /// JSON text with sorted keys, even for a type with its own representation.
  public static var json: SQLValueCoding<Value> {
    SQLValueCoding(
      columnType: .text, storing: .json,
      encode: { try SQLJSON($0).sqlValue() },
      decode: { try SQLJSON<Value>(sqlValue: $0).value })
  }
}
