extension Int64: SQLValueConvertible {
  /// `INTEGER`.
  @inlinable public static var columnType: SQLColumnType { .integer }
  /// The number itself.
  public static var storedForm: SQLStoredForm { .integer }
  /// Reads an integer, or a real without a fraction that fits into 64 bits exactly.
  ///
  /// - Throws: ``SQLConversionError`` for any other value.
  @inlinable public init(sqlValue: SQLValue) throws {
    switch sqlValue {
    case .integer(let value): self = value
    case .real(let value):
      guard let exact = Int64(exactly: value) else {
        throw SQLConversionError(wanted: "Int64", found: "a real that isn't a 64-bit integer")
      }
      self = exact
    default: throw SQLConversionError(wanted: Int64.self, found: sqlValue.storageClass)
    }
  }
  /// Returns the integer.
  ///
  /// - Throws: Nothing.
  @inlinable public func sqlValue() throws -> SQLValue { .integer(self) }
  /// Writes the integer directly.
  ///
  /// - Throws: The error of the coding.
  @inlinable public func write(to cell: borrowing BoundValues.Cell, coding: SQLValueCoding<Int64>?) throws {
    if let coding { try cell.set(self, with: coding) } else { cell.set(integer: self) }
  }
  /// Reads the integer directly.
  ///
  /// - Throws: ``SQLConversionError`` as ``init(sqlValue:)``, or the error of the coding.
  @inlinable public static func read(_ cell: SQLCell, coding: SQLValueCoding<Int64>?) throws -> Int64 {
    if unlikely(coding != nil || !cell.isInteger) { return try readAny(cell, coding: coding) }
    return cell.integer
  }
}

/// The shared implementation of the integer types with other widths. Values never wrap.
extension SQLValueConvertible where Self: FixedWidthInteger, Unwrapped == Self {
  /// `INTEGER`.
  @inlinable public static var columnType: SQLColumnType { .integer }
  /// The number itself.
  public static var storedForm: SQLStoredForm { .integer }
  /// Reads an integer that fits the width.
  ///
  /// - Throws: ``SQLConversionError`` for an integer out of range, and for other values.
  @inlinable public init(sqlValue: SQLValue) throws {
    let wide = try Int64(sqlValue: sqlValue)
    guard let exact = Self(exactly: wide) else {
      throw SQLConversionError(wanted: "\(Self.self)", found: "an integer out of its range")
    }
    self = exact
  }
  /// Returns the integer.
  ///
  /// - Throws: ``SQLConversionError`` if it doesn't fit into 64 signed bits.
  @inlinable public func sqlValue() throws -> SQLValue {
    guard let exact = Int64(exactly: self) else {
      throw SQLConversionError(wanted: "a signed 64-bit integer", found: "\(Self.self) out of its range")
    }
    return .integer(exact)
  }
  /// Reads the integer directly.
  ///
  /// - Throws: ``SQLConversionError`` as ``init(sqlValue:)``, or the error of the coding.
  @inlinable public static func read(_ cell: SQLCell, coding: SQLValueCoding<Self>?) throws -> Self {
    if coding == nil, let integer = cell.integerIfPresent, let exact = Self(exactly: integer) { return exact }
    return try readAny(cell, coding: coding)
  }
}

extension Int: SQLValueConvertible {
  /// Writes the integer directly.
  ///
  /// - Throws: The error of the coding.
  @inlinable public func write(to cell: borrowing BoundValues.Cell, coding: SQLValueCoding<Int>?) throws {
    if let coding { try cell.set(self, with: coding) } else { cell.set(integer: Int64(self)) }
  }
}
extension Int32: SQLValueConvertible {}
extension Int16: SQLValueConvertible {}
extension Int8: SQLValueConvertible {}
extension UInt: SQLValueConvertible {}
extension UInt64: SQLValueConvertible {}
extension UInt32: SQLValueConvertible {}
extension UInt16: SQLValueConvertible {}
extension UInt8: SQLValueConvertible {}

extension Bool: SQLValueConvertible {
  /// `INTEGER`.
  @inlinable public static var columnType: SQLColumnType { .integer }
  /// The number itself.
  public static var storedForm: SQLStoredForm { .integer }
  /// Reads `false` from 0, and `true` from any other integer.
  ///
  /// - Throws: ``SQLConversionError`` for values that aren't integers.
  @inlinable public init(sqlValue: SQLValue) throws { self = try Int64(sqlValue: sqlValue) != 0 }
  /// Returns 1 or 0.
  ///
  /// - Throws: Nothing.
  @inlinable public func sqlValue() throws -> SQLValue { .integer(self ? 1 : 0) }
  /// Reads the integer directly.
  ///
  /// - Throws: ``SQLConversionError`` as ``init(sqlValue:)``, or the error of the coding.
  @inlinable public static func read(_ cell: SQLCell, coding: SQLValueCoding<Bool>?) throws -> Bool {
    if let coding { return try coding.decode(cell.value()) }
    return try Int64.read(cell, coding: nil) != 0
  }
}
