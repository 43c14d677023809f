/// Stores an enumeration, or another type with a raw value, as its raw value. Only the conformance has to be declared.
///
/// ```swift
/// enum Suit: String, SQLValueConvertible { case clubs, diamonds, hearts, spades }
/// ```
extension SQLValueConvertible where Self: RawRepresentable, RawValue: SQLValueConvertible, Unwrapped == Self {
  /// The raw value's column type.
  @inlinable public static var columnType: SQLColumnType { RawValue.columnType }
  /// The raw value's form: SQL orders by the raw values.
  public static var storedForm: SQLStoredForm { RawValue.storedForm }

  /// Reads a raw value.
  ///
  /// - Throws: ``SQLConversionError`` for an unknown raw value, or the error of the raw value's type.
  @inlinable public init(sqlValue: SQLValue) throws {
    self = try Self.known(try RawValue(sqlValue: sqlValue))
  }

  /// Returns the raw value.
  ///
  /// - Throws: The error of the raw value.
  @inlinable public func sqlValue() throws -> SQLValue { try rawValue.sqlValue() }

  /// Reads the raw value directly.
  ///
  /// - Throws: ``SQLConversionError`` for an unknown raw value, or the error of the raw value's type or the coding.
  @inlinable public static func read(_ cell: SQLCell, coding: SQLValueCoding<Self>?) throws -> Self {
    if let coding { return try coding.decode(cell.value()) }
    return try known(try RawValue.read(cell, coding: nil))
  }

  @inlinable static func known(_ rawValue: RawValue) throws -> Self {
    guard let value = Self(rawValue: rawValue) else {
      throw SQLConversionError(wanted: "\(Self.self)", found: "\(RawValue.columnType) that isn't a \(Self.self)")
    }
    return value
  }
}
