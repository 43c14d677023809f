/// The storage of a column's Swift type, without the type. Converts a property of the same type to the column's
/// coding.
protocol ColumnConversion: Sendable {
  /// The Swift type without optionality, if it's stored in its default form. `nil` with a coding, or as JSON.
  var plainType: ObjectIdentifier? { get }

  /// Whether the column holds the JSON text of the property.
  var storesJSON: Bool { get }

  /// How the column stores its values.
  var storedForm: SQLStoredForm { get }

  /// Reads a column as its own type, or returns `nil` if another type is wanted.
  func read<Wanted>(_ cell: SQLCell, as type: Wanted.Type) throws -> Wanted?

  /// Makes the value to store, or returns `nil` if the given one has another type than the column.
  func encode<Given>(_ value: Given) throws -> SQLValue?

  /// Makes the value to store with the column's coding, or returns `nil` if the column has none.
  ///
  /// - Throws: ``SQLConversionError`` if the value has another type than the column.
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
    // The form first: the other question makes the runtime look through every conformance of the program.
    storesJSON =
      coding == nil && Value.Unwrapped.storedForm == .json && Value.Unwrapped.self is any JSONStored.Type
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
