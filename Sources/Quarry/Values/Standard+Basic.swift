extension Double: SQLValueConvertible {
  /// `REAL`.
  @inlinable public static var columnType: SQLColumnType { .real }
  /// The number itself.
  public static var storedForm: SQLStoredForm { .real }
  /// Reads a real, or an integer that a double holds exactly.
  @inlinable public init(sqlValue: SQLValue) throws {
    switch sqlValue {
    case .real(let value): self = value
    case .integer(let value):
      guard let exact = Double(exactly: value) else {
        throw SQLConversionError(wanted: "Double", found: "an integer that a double cannot hold exactly")
      }
      self = exact
    default: throw SQLConversionError(wanted: Double.self, found: sqlValue.storageClass)
    }
  }
  /// The real itself; NaN becomes NULL, as SQLite stores it.
  @inlinable public func sqlValue() throws -> SQLValue { isNaN ? .null : .real(self) }
  /// Reads the real directly.
  @inlinable public static func read(_ cell: SQLCell, coding: SQLValueCoding<Double>?) throws -> Double {
    if coding == nil, let real = cell.realIfPresent { return real }
    if let coding { return try coding.decode(cell.value()) }
    return try Double(sqlValue: cell.value())
  }
}

extension Float: SQLValueConvertible {
  /// `REAL`.
  @inlinable public static var columnType: SQLColumnType { .real }
  /// The number itself.
  public static var storedForm: SQLStoredForm { .real }
  /// Reads a real and rounds it to the nearest `Float`; a finite value beyond `Float`'s range is refused.
  @inlinable public init(sqlValue: SQLValue) throws {
    let wide = try Double(sqlValue: sqlValue)
    let narrow = Float(wide)
    guard narrow.isFinite || !wide.isFinite else {
      throw SQLConversionError(wanted: "Float", found: "a real out of its range")
    }
    self = narrow
  }
  /// The same number as a double; NaN becomes NULL.
  @inlinable public func sqlValue() throws -> SQLValue { isNaN ? .null : .real(Double(self)) }
}

extension String: SQLValueConvertible {
  /// `TEXT`.
  @inlinable public static var columnType: SQLColumnType { .text }
  /// The text itself.
  public static var storedForm: SQLStoredForm { .text }
  /// Reads text. Other storage classes are refused rather than converted.
  @inlinable public init(sqlValue: SQLValue) throws {
    guard case .text(let value) = sqlValue else {
      throw SQLConversionError(wanted: String.self, found: sqlValue.storageClass)
    }
    self = value
  }
  /// The text itself.
  @inlinable public func sqlValue() throws -> SQLValue { .text(self) }
  /// Reads the text with one allocation at most.
  @inlinable public static func read(_ cell: SQLCell, coding: SQLValueCoding<String>?) throws -> String {
    if coding == nil, let text = try cell.textIfPresent() { return text }
    if let coding { return try coding.decode(cell.value()) }
    return try String(sqlValue: cell.value())
  }
}

extension Array: SQLValueConvertible where Element == UInt8 {
  /// `BLOB`.
  @inlinable public static var columnType: SQLColumnType { .blob }
  /// The bytes themselves.
  public static var storedForm: SQLStoredForm { .bytes }
  /// Reads a blob. Text is refused rather than converted.
  @inlinable public init(sqlValue: SQLValue) throws {
    guard case .blob(let value) = sqlValue else {
      throw SQLConversionError(wanted: [UInt8].self, found: sqlValue.storageClass)
    }
    self = value
  }
  /// The bytes themselves.
  @inlinable public func sqlValue() throws -> SQLValue { .blob(self) }
  /// Reads the bytes directly.
  @inlinable public static func read(_ cell: SQLCell, coding: SQLValueCoding<[UInt8]>?) throws -> [UInt8] {
    if coding == nil, let bytes = cell.blobIfPresent { return bytes }
    if let coding { return try coding.decode(cell.value()) }
    return try [UInt8](sqlValue: cell.value())
  }
}

extension SQLValue: SQLValueConvertible {
  /// `BLOB`, whose affinity converts nothing.
  @inlinable public static var columnType: SQLColumnType { .blob }
  /// Whatever SQLite stores, in SQLite's order.
  public static var storedForm: SQLStoredForm { SQLStoredForm(.any, [.equality, .order]) }
  /// Always true.
  @inlinable public static var isNullable: Bool { true }
  /// Any value, NULL included.
  @inlinable public init(sqlValue: SQLValue) throws { self = sqlValue }
  /// The value itself; NaN becomes NULL.
  @inlinable public func sqlValue() throws -> SQLValue {
    if case .real(let value) = self, value.isNaN { return .null }
    return self
  }
}
