/// How a column's Swift type is stored, without the type: the way from a property of the same type to the column's
/// own coding.
protocol ColumnConversion: Sendable {
  /// The Swift type without optionality, where it is stored in its own default form; `nil` with a coding, or as JSON.
  var plainType: ObjectIdentifier? { get }

  /// Whether the cell holds JSON text of whatever the property is.
  var storesJSON: Bool { get }

  /// How the column stores its values.
  var storedForm: SQLStoredForm { get }

  /// Reads a cell as the column's own type, or `nil` if another type is wanted.
  func read<Wanted>(_ cell: SQLCell, as type: Wanted.Type) throws -> Wanted?

  /// Makes the value to store, or `nil` if the given one has another type than the column.
  func encode<Given>(_ value: Given) throws -> SQLValue?

  /// Makes the value to store with the column's coding, or `nil` if the column has none.
  ///
  /// - Throws: ``SQLConversionError`` when the value has another type than the column.
  func encodeCoded(_ value: any SQLValueConvertible) throws -> SQLValue?

  /// Checks that the column's own type can be read from a value.
  func check(_ value: SQLValue) throws
}

/// The conversion of a typed column.
struct TypedColumnConversion<Value: SQLValueConvertible>: ColumnConversion {
  let coding: SQLValueCoding<Value.Unwrapped>?
  let plainType: ObjectIdentifier?
  let storesJSON: Bool

  var storedForm: SQLStoredForm { coding?.storedForm ?? Value.Unwrapped.storedForm }

  init(coding: SQLValueCoding<Value.Unwrapped>?) {
    self.coding = coding
    storesJSON = coding == nil && Value.Unwrapped.self is any JSONStored.Type
    plainType = coding == nil && !storesJSON ? ObjectIdentifier(Value.Unwrapped.self) : nil
  }

  func read<Wanted>(_ cell: SQLCell, as type: Wanted.Type) throws -> Wanted? {
    if Wanted.self == Value.Unwrapped.self { return try Value.Unwrapped.read(cell, coding: coding) as? Wanted }
    if Wanted.self == Value.self { return try Value.read(cell, coding: coding) as? Wanted }
    return nil
  }

  func encode<Given>(_ value: Given) throws -> SQLValue? {
    if Given.self == Value.Unwrapped.self, let value = value as? Value.Unwrapped {
      return try value.sqlValue(coding: coding)
    }
    if Given.self == Value.self, let value = value as? Value { return try value.sqlValue(coding: coding) }
    return nil
  }

  func encodeCoded(_ value: any SQLValueConvertible) throws -> SQLValue? {
    guard let coding else { return nil }
    if let value = value as? Value { return try value.sqlValue(coding: coding) }
    if let value = value as? Value.Unwrapped { return try coding.encode(value) }
    throw SQLConversionError(wanted: "\(Value.self)", found: "\(type(of: value))")
  }

  func check(_ value: SQLValue) throws {
    if value.isNull { return }
    if let coding { _ = try coding.decode(value) } else { _ = try Value.Unwrapped(sqlValue: value) }
  }
}

/// The conversion of a derived column whose property is stored as JSON text.
struct JSONColumnConversion: ColumnConversion {
  var plainType: ObjectIdentifier? { nil }
  var storesJSON: Bool { true }
  var storedForm: SQLStoredForm { .json }
  func read<Wanted>(_ cell: SQLCell, as type: Wanted.Type) throws -> Wanted? { nil }
  func encode<Given>(_ value: Given) throws -> SQLValue? { nil }
  func encodeCoded(_ value: any SQLValueConvertible) throws -> SQLValue? { nil }
  func check(_ value: SQLValue) throws {}
}

/// A type that wraps another one to store it as JSON text.
protocol JSONStored {}
extension SQLJSON: JSONStored {}
