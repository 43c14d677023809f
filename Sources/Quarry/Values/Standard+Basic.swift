extension Double: SQLValueConvertible {
  /// `REAL`.
  @inlinable public static var columnType: SQLColumnType { .real }
  /// The number itself.
  public static var storedForm: SQLStoredForm { .real }
  /// Reads a real, or an integer that a double represents exactly.
  ///
  /// - Throws: ``SQLConversionError`` for any other value.
  @inlinable public init(sqlValue: SQLValue) throws {
    switch sqlValue {
    case .real(let value): self = value
    case .integer(let value):
      guard let exact = Double(exactly: value) else {
        throw SQLConversionError(wanted: "Double", found: "an integer that a double can't represent exactly")
      }
      self = exact
    default: throw SQLConversionError(wanted: Double.self, found: sqlValue.storageClass)
    }
  }
  /// Returns the real. NaN becomes NULL, as in SQLite.
  ///
  /// - Throws: Nothing.
  @inlinable public func sqlValue() throws -> SQLValue { isNaN ? .null : .real(self) }
  /// Writes the real directly.
  ///
  /// - Throws: The error of the coding.
  @inlinable public func write(to cell: borrowing BoundValues.Cell, coding: SQLValueCoding<Double>?) throws {
    if let coding { try cell.set(self, with: coding) } else { cell.set(real: self) }
  }
  /// Reads the real directly.
  ///
  /// - Throws: ``SQLConversionError`` as ``init(sqlValue:)``, or the error of the coding.
  @inlinable public static func read(_ cell: SQLCell, coding: SQLValueCoding<Double>?) throws -> Double {
    if unlikely(coding != nil || !cell.isReal) { return try readAny(cell, coding: coding) }
    return cell.real
  }
}

extension Float: SQLValueConvertible {
  /// `REAL`.
  @inlinable public static var columnType: SQLColumnType { .real }
  /// The number itself.
  public static var storedForm: SQLStoredForm { .real }
  /// Reads a real and rounds it to the nearest `Float`.
  ///
  /// - Throws: ``SQLConversionError`` for a finite value beyond the range of `Float`, and for other storage classes.
  @inlinable public init(sqlValue: SQLValue) throws {
    let wide = try Double(sqlValue: sqlValue)
    let narrow = Float(wide)
    guard narrow.isFinite || !wide.isFinite else {
      throw SQLConversionError(wanted: "Float", found: "a real out of its range")
    }
    self = narrow
  }
  /// Returns the same number as a double. NaN becomes NULL.
  ///
  /// - Throws: Nothing.
  @inlinable public func sqlValue() throws -> SQLValue { isNaN ? .null : .real(Double(self)) }
}

extension String: SQLValueConvertible {
  /// `TEXT`.
  @inlinable public static var columnType: SQLColumnType { .text }
  /// The text itself.
  public static var storedForm: SQLStoredForm { .text }
  /// Reads text.
  ///
  /// - Throws: ``SQLConversionError`` for other storage classes, which are never converted.
  @inlinable public init(sqlValue: SQLValue) throws {
    guard case .text(let value) = sqlValue else {
      throw SQLConversionError(wanted: String.self, found: sqlValue.storageClass)
    }
    self = value
  }
  /// Returns the text.
  ///
  /// - Throws: Nothing.
  @inlinable public func sqlValue() throws -> SQLValue { .text(self) }
  /// Writes the text's bytes directly.
  ///
  /// - Throws: The error of the coding.
  @inlinable public func write(to cell: borrowing BoundValues.Cell, coding: SQLValueCoding<String>?) throws {
    if let coding { return try cell.set(self, with: coding) }
    if utf8.withContiguousStorageIfAvailable({ cell.set(text: UnsafeRawBufferPointer($0)) }) == nil {
      cell.set(.text(self))
    }
  }
  /// Reads the text with at most one allocation.
  ///
  /// - Throws: ``SQLConversionError`` for other storage classes and invalid UTF-8, or the error of the coding.
  @inlinable public static func read(_ cell: SQLCell, coding: SQLValueCoding<String>?) throws -> String {
    if coding == nil, let text = try cell.textIfPresent() { return text }
    return try readAny(cell, coding: coding)
  }
}

extension Array: SQLValueConvertible where Element == UInt8 {
  /// `BLOB`.
  @inlinable public static var columnType: SQLColumnType { .blob }
  /// The bytes themselves.
  public static var storedForm: SQLStoredForm { .bytes }
  /// Reads a blob.
  ///
  /// - Throws: ``SQLConversionError`` for other storage classes. Text is never converted.
  @inlinable public init(sqlValue: SQLValue) throws {
    guard case .blob(let value) = sqlValue else {
      throw SQLConversionError(wanted: [UInt8].self, found: sqlValue.storageClass)
    }
    self = value
  }
  /// Returns the bytes.
  ///
  /// - Throws: Nothing.
  @inlinable public func sqlValue() throws -> SQLValue { .blob(self) }
  /// Reads the bytes directly.
  ///
  /// - Throws: ``SQLConversionError`` for other storage classes, or the error of the coding.
  @inlinable public static func read(_ cell: SQLCell, coding: SQLValueCoding<[UInt8]>?) throws -> [UInt8] {
    if coding == nil, let bytes = cell.blobIfPresent { return bytes }
    return try readAny(cell, coding: coding)
  }
}

extension SQLValue: SQLValueConvertible {
  /// `BLOB`, whose affinity doesn't convert values.
  @inlinable public static var columnType: SQLColumnType { .blob }
  /// Anything that SQLite stores, in SQLite's order.
  public static var storedForm: SQLStoredForm { SQLStoredForm(.any, [.equality, .order]) }
  /// Always `true`.
  @inlinable public static var isNullable: Bool { true }
  /// Creates a copy of any value, including NULL.
  ///
  /// - Throws: Nothing.
  @inlinable public init(sqlValue: SQLValue) throws { self = sqlValue }
  /// Returns the value itself. NaN becomes NULL.
  ///
  /// - Throws: Nothing.
  @inlinable public func sqlValue() throws -> SQLValue {
    if case .real(let value) = self, value.isNaN { return .null }
    return self
  }
}
