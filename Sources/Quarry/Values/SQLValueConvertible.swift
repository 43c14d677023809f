/// A Swift type that can be stored in, and read from, one cell.
///
/// A type of your own needs three members, and a fourth where SQL shall order or add its values:
///
/// ```swift
/// struct Celsius: SQLValueConvertible {
///   var degrees: Double
///   static var columnType: SQLColumnType { .real }
///   static var storedForm: SQLStoredForm { .real }   // so that SQL may order the values
///   init(sqlValue: SQLValue) throws { degrees = try Double(sqlValue: sqlValue) }
///   func sqlValue() throws -> SQLValue { .real(degrees) }
/// }
/// ```
public protocol SQLValueConvertible: Sendable {
  /// The type without its optionality: `String` for `String?`, the type itself otherwise.
  associatedtype Unwrapped: SQLValueConvertible = Self where Unwrapped.Unwrapped == Unwrapped

  /// The declared type that a column of this type gets in `CREATE TABLE`.
  static var columnType: SQLColumnType { get }

  /// What SQL can do with values that are stored in the type's own way, without a coding.
  ///
  /// By default stored values can only be compared for equality.
  static var storedForm: SQLStoredForm { get }

  /// Whether the type can hold NULL.
  static var isNullable: Bool { get }

  /// Makes a value from what a cell holds.
  ///
  /// - Throws: ``SQLConversionError`` when the storage class or the content does not fit; nothing wraps or is cut.
  init(sqlValue: SQLValue) throws

  /// The value to store.
  ///
  /// - Throws: ``SQLConversionError`` when SQLite cannot hold the value, as for a `UInt64` above `Int64.max`.
  func sqlValue() throws -> SQLValue

  /// Reads a cell without going through ``SQLValue``; the fast path that the standard types implement.
  static func read(_ cell: SQLCell, coding: SQLValueCoding<Unwrapped>?) throws -> Self

  /// The value to store under a column's own coding.
  func sqlValue(coding: SQLValueCoding<Unwrapped>?) throws -> SQLValue
}

extension SQLValueConvertible {
  /// Types other than optionals cannot hold NULL.
  @inlinable public static var isNullable: Bool { false }
  /// Nothing is known about the order of values of a type that doesn't declare its form.
  public static var storedForm: SQLStoredForm { .undeclared(Unwrapped.self) }
}

extension SQLValueConvertible where Unwrapped == Self {
  /// Reads a cell by way of ``SQLValue``.
  @inlinable public static func read(_ cell: SQLCell, coding: SQLValueCoding<Self>?) throws -> Self {
    if let coding { return try coding.decode(cell.value()) }
    return try Self(sqlValue: cell.value())
  }

  /// Encodes with the column's coding where it has one.
  @inlinable public func sqlValue(coding: SQLValueCoding<Self>?) throws -> SQLValue {
    if let coding { return try coding.encode(self) }
    return try sqlValue()
  }
}

extension Optional: SQLValueConvertible where Wrapped: SQLValueConvertible {
  /// The wrapped type's own unwrapped type.
  public typealias Unwrapped = Wrapped.Unwrapped

  /// The wrapped type's column type.
  @inlinable public static var columnType: SQLColumnType { Wrapped.columnType }

  /// The wrapped type's form.
  public static var storedForm: SQLStoredForm { Wrapped.storedForm }

  /// Always true.
  @inlinable public static var isNullable: Bool { true }

  /// `nil` for NULL, the wrapped value otherwise.
  @inlinable public init(sqlValue: SQLValue) throws {
    if case .null = sqlValue { self = nil } else { self = try Wrapped(sqlValue: sqlValue) }
  }

  /// NULL for `nil`.
  @inlinable public func sqlValue() throws -> SQLValue {
    switch self {
    case .none: .null
    case .some(let wrapped): try wrapped.sqlValue()
    }
  }

  /// `nil` for NULL, the wrapped value otherwise.
  @inlinable public static func read(_ cell: SQLCell, coding: SQLValueCoding<Unwrapped>?) throws -> Self {
    cell.isNull ? nil : try Wrapped.read(cell, coding: coding)
  }

  /// NULL for `nil`.
  @inlinable public func sqlValue(coding: SQLValueCoding<Unwrapped>?) throws -> SQLValue {
    switch self {
    case .none: .null
    case .some(let wrapped): try wrapped.sqlValue(coding: coding)
    }
  }
}
