/// What an enumeration or another type with a raw value needs to be stored as that raw value: only the conformance.
///
/// ```swift
/// enum Suit: String, SQLValueConvertible { case clubs, diamonds, hearts, spades }
/// ```
extension SQLValueConvertible where Self: RawRepresentable, RawValue: SQLValueConvertible, Unwrapped == Self {
  /// The raw value's column type.
  @inlinable public static var columnType: SQLColumnType { RawValue.columnType }
  /// The raw value's form: SQL orders by the raw values.
  public static var storedForm: SQLStoredForm { RawValue.storedForm }

  /// Reads a raw value; one that the type does not know is refused.
  @inlinable public init(sqlValue: SQLValue) throws {
    self = try Self.known(try RawValue(sqlValue: sqlValue))
  }

  /// The raw value.
  @inlinable public func sqlValue() throws -> SQLValue { try rawValue.sqlValue() }

  /// Reads the raw value directly.
  @inlinable public static func read(_ cell: SQLCell, coding: SQLValueCoding<Self>?) throws -> Self {
    if let coding { return try coding.decode(cell.value()) }
    return try known(try RawValue.read(cell, coding: nil))
  }

  @inlinable static func known(_ rawValue: RawValue) throws -> Self {
    guard let value = Self(rawValue: rawValue) else {
      throw SQLConversionError(wanted: "\(Self.self)", found: "\(RawValue.columnType) that is no \(Self.self)")
    }
    return value
  }
}
