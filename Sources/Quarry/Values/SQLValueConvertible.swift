/// A Swift type that can be stored in one cell and read from it.
///
/// Your own type needs three members, and a fourth if SQL should order or add its values:
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
  /// The type without its optionality: `String` for `String?`, and otherwise the type itself.
  associatedtype Unwrapped: SQLValueConvertible = Self where Unwrapped.Unwrapped == Unwrapped

  /// The declared type of a column of this type in `CREATE TABLE`.
  static var columnType: SQLColumnType { get }

  /// What SQL can do with values that are stored without a coding.
  ///
  /// By default, stored values can only be compared for equality.
  static var storedForm: SQLStoredForm { get }

  /// Whether the type can hold NULL.
  static var isNullable: Bool { get }

  /// Creates a value from the content of a cell.
  ///
  /// - Throws: ``SQLConversionError`` if the storage class or the content doesn't fit. Values never wrap and are never
  ///   truncated.
  init(sqlValue: SQLValue) throws

  /// Returns the value to store.
  ///
  /// - Throws: ``SQLConversionError`` if SQLite can't store the value, such as a `UInt64` above `Int64.max`.
  func sqlValue() throws -> SQLValue

  /// Reads a cell without an ``SQLValue``. The standard types implement this for speed.
  ///
  /// - Throws: ``SQLConversionError`` as ``init(sqlValue:)``, or the error of the coding.
  static func read(_ cell: SQLCell, coding: SQLValueCoding<Unwrapped>?) throws -> Self

  /// Returns the value to store with a column's coding.
  ///
  /// - Throws: ``SQLConversionError`` as ``sqlValue()``, or the error of the coding.
  func sqlValue(coding: SQLValueCoding<Unwrapped>?) throws -> SQLValue

  /// Writes the value of ``sqlValue(coding:)`` to a statement's parameter. The default implementation calls that method;
  /// a type whose ``SQLValue`` needs an allocation can write its bytes directly.
  ///
  /// - Throws: The error of ``sqlValue(coding:)``.
  func write(to cell: borrowing BoundValues.Cell, coding: SQLValueCoding<Unwrapped>?) throws
}

extension SQLValueConvertible {
  /// Writes the value of ``sqlValue(coding:)``.
  ///
  /// - Throws: The error of ``sqlValue(coding:)``.
  @inlinable public func write(to cell: borrowing BoundValues.Cell, coding: SQLValueCoding<Unwrapped>?) throws {
    cell.set(try sqlValue(coding: coding))
  }
}

extension SQLValueConvertible {
  /// `false`: only optional types can hold NULL.
  @inlinable public static var isNullable: Bool { false }
  /// A form without an order, for a type that doesn't declare its own.
  public static var storedForm: SQLStoredForm { .undeclared(Unwrapped.self) }
}

extension SQLValueConvertible where Unwrapped == Self {
  /// Reads a cell through ``SQLValue``.
  ///
  /// - Throws: The error of the coding, or of ``init(sqlValue:)`` without a coding.
  @inlinable public static func read(_ cell: SQLCell, coding: SQLValueCoding<Self>?) throws -> Self {
    try readAny(cell, coding: coding)
  }

  /// Reads a cell through ``SQLValue``. Not inlined, so that cells of the usual storage class cost little.
  @inlinable @inline(never) static func readAny(_ cell: SQLCell, coding: SQLValueCoding<Self>?) throws -> Self {
    if let coding { return try coding.decode(cell.value()) }
    return try Self(sqlValue: cell.value())
  }

  /// Returns the value to store with the column's coding, if it has one.
  ///
  /// - Throws: The error of the coding, or of ``sqlValue()`` without a coding.
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

  /// Always `true`.
  @inlinable public static var isNullable: Bool { true }

  /// Creates `nil` from NULL, and otherwise the wrapped value.
  ///
  /// - Throws: The error of the wrapped type.
  @inlinable public init(sqlValue: SQLValue) throws {
    if case .null = sqlValue { self = nil } else { self = try Wrapped(sqlValue: sqlValue) }
  }

  /// Returns NULL for `nil`, and otherwise the wrapped value.
  ///
  /// - Throws: The error of the wrapped value.
  @inlinable public func sqlValue() throws -> SQLValue {
    switch self {
    case .none: .null
    case .some(let wrapped): try wrapped.sqlValue()
    }
  }

  /// Reads `nil` from NULL, and otherwise the wrapped value.
  ///
  /// - Throws: The error of the wrapped type or the coding.
  @inlinable public static func read(_ cell: SQLCell, coding: SQLValueCoding<Unwrapped>?) throws -> Self {
    cell.isNull ? nil : try Wrapped.read(cell, coding: coding)
  }

  /// Returns NULL for `nil`, and otherwise the wrapped value.
  ///
  /// - Throws: The error of the wrapped value or the coding.
  @inlinable public func sqlValue(coding: SQLValueCoding<Unwrapped>?) throws -> SQLValue {
    switch self {
    case .none: .null
    case .some(let wrapped): try wrapped.sqlValue(coding: coding)
    }
  }

  /// Writes NULL for `nil`, and otherwise the wrapped value.
  ///
  /// - Throws: The error of the wrapped value or the coding.
  @inlinable public func write(to cell: borrowing BoundValues.Cell, coding: SQLValueCoding<Unwrapped>?) throws {
    switch self {
    case .none: cell.setNull()
    case .some(let wrapped): try wrapped.write(to: cell, coding: coding)
    }
  }
}
