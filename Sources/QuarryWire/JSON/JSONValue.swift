/// A whole JSON value.
package enum JSONValue: Sendable {
  /// An object, with its members in order; names may repeat.
  case object([(name: String, value: JSONValue)])
  /// An array.
  case array([JSONValue])
  /// A string.
  case string(String)
  /// A number without fraction and exponent that 64 bits hold exactly.
  case integer(Int64)
  /// Any other number.
  case double(Double)
  /// `true` or `false`
  case bool(Bool)
  /// `null`
  case null
}

extension JSONValue {
  /// The value of the first member of this name; `nil` when there is none, when it is null, or when this is no object.
  package subscript(name: String) -> JSONValue? {
    guard let value = members?.first(where: { $0.name == name })?.value, !value.isNull else { return nil }
    return value
  }

  /// The string, or `nil` for anything else.
  package var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The integer, or `nil` for anything else.
  package var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
  /// The number as a double, or `nil` for anything else.
  package var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }
  /// The truth value, or `nil` for anything else.
  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The elements, or `nil` for anything else.
  package var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
  /// The members, or `nil` for anything else.
  package var members: [(name: String, value: JSONValue)]? { if case .object(let value) = self { value } else { nil } }
  /// Whether this is `null`.
  package var isNull: Bool { if case .null = self { true } else { false } }
}

extension JSONValue: Equatable {
  /// Compares values with the order of members; numbers by their kind and value.
  package static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.object(let left), .object(let right)): left.elementsEqual(right, by: ==)
    case (.array(let left), .array(let right)): left == right
    case (.string(let left), .string(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.double(let left), .double(let right)): left == right
    case (.bool(let left), .bool(let right)): left == right
    case (.null, .null): true
    default: false
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  /// Creates a string.
  package init(stringLiteral value: String) { self = .string(value) }
  /// Creates an integer.
  package init(integerLiteral value: Int64) { self = .integer(value) }
  /// Creates a truth value.
  package init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Creates a string, or null.
  package init(_ string: String?) { self = string.map { .string($0) } ?? .null }
  /// Creates an integer, or null.
  package init(_ integer: Int?) { self = integer.map { .integer(Int64($0)) } ?? .null }
}
