/// The form in which a column stores its values, and what SQL can do with them.
///
/// Operators and functions ask the form whether they can compare stored values, order them, add them, or read them as a
/// time. An operation that the form doesn't allow throws a ``DatabaseError`` with code `.invalidQuery` before any SQL
/// is sent.
///
/// If two values of the same Swift type have different forms, Quarry converts them to one form where SQL can do that
/// exactly. An example is amounts with two and with four digits. Otherwise, combining them throws too.
///
/// A coding of your own declares its form when it is created:
///
/// ```swift
/// static let cents = SQLValueCoding<Decimal>(
///   columnType: .integer, storing: .scaledInteger(2),
///   encode: { .integer(Int64(($0 * 100 as NSDecimalNumber).int64Value)) },
///   decode: { Decimal(try Int64(sqlValue: $0)) / 100 })
/// ```
public struct SQLStoredForm: Sendable, Hashable {
  /// The properties that stored values share with the Swift values.
  public struct Preserved: OptionSet, Sendable, Hashable {
    /// The bits of the set.
    public let rawValue: UInt8
    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Equal values are stored identically, and different values differently.
    public static let equality = Preserved(rawValue: 1)
    /// SQLite sorts stored values in the order of the Swift values.
    public static let order = Preserved(rawValue: 2)
  }

  /// The kinds of forms that Quarry knows.
  enum Kind: Sendable, Hashable {
    /// Any storage class: the values are SQLite's own.
    case any
    case integer, real
    /// An integer: the number times a power of ten.
    case scaledInteger(Int)
    /// A real: the number times a power of ten.
    case scaledReal(Int)
    case decimalText, text, bytes, json
    case dateText, realSeconds, wholeSeconds, milliseconds, julianDay
    case identifierText, lowercaseIdentifierText, identifierBytes
    /// A form with a name that distinguishes it from others.
    case named(String)
    /// The form of a type that doesn't declare one.
    case type(ObjectIdentifier)
    /// The form of one coding that doesn't declare one.
    case coding(UInt64)
    /// A value from JSON text, whose storage class depends on the text.
    case member(ObjectIdentifier)
  }

  let kind: Kind
  /// The properties that stored values share with the Swift values.
  public let preserved: Preserved

  init(_ kind: Kind, _ preserved: Preserved) {
    self.kind = kind
    self.preserved = preserved
  }
}

extension SQLStoredForm {
  /// The number itself, as an `INTEGER`.
  public static var integer: SQLStoredForm { SQLStoredForm(.integer, [.equality, .order]) }
  /// The number itself, as a `REAL`.
  public static var real: SQLStoredForm { SQLStoredForm(.real, [.equality, .order]) }
  /// The text itself.
  public static var text: SQLStoredForm { SQLStoredForm(.text, [.equality, .order]) }
  /// The bytes themselves.
  public static var bytes: SQLStoredForm { SQLStoredForm(.bytes, [.equality, .order]) }
  /// JSON text. It has no order.
  public static var json: SQLStoredForm { SQLStoredForm(.json, .equality) }
  /// A decimal number as text. It has no order: `10` sorts before `9`.
  public static var decimalText: SQLStoredForm { SQLStoredForm(.decimalText, .equality) }
  /// A date as text such as `2024-01-01T07:00:00.500Z`.
  public static var dateText: SQLStoredForm { SQLStoredForm(.dateText, [.equality, .order]) }
  /// A date as seconds from 1970, as a `REAL`.
  public static var unixSeconds: SQLStoredForm { SQLStoredForm(.realSeconds, [.equality, .order]) }
  /// A date as whole seconds from 1970, as an `INTEGER`.
  public static var unixInteger: SQLStoredForm { SQLStoredForm(.wholeSeconds, [.equality, .order]) }
  /// A date as milliseconds from 1970, as an `INTEGER`.
  public static var unixMilliseconds: SQLStoredForm { SQLStoredForm(.milliseconds, [.equality, .order]) }
  /// A date as a Julian day, as a `REAL`.
  public static var julianDay: SQLStoredForm { SQLStoredForm(.julianDay, [.equality, .order]) }

  /// A number as an `INTEGER`: the number times a power of ten.
  ///
  /// Sums, differences, products with whole numbers, and the order are exact in SQL.
  ///
  /// - Parameter digits: The number of digits after the decimal point, from 0 to 18.
  public static func scaledInteger(_ digits: Int) -> SQLStoredForm {
    SQLStoredForm(.scaledInteger(digits), [.equality, .order])
  }

  /// A custom form, which SQL can only compare.
  ///
  /// - Parameters:
  ///   - name: A name that distinguishes this form from other forms of the same Swift type.
  ///   - preserved: The properties that stored values share with the Swift values.
  public static func named(_ name: String, preserving preserved: Preserved) -> SQLStoredForm {
    SQLStoredForm(.named(name), preserved)
  }

  /// The form of a type that doesn't declare one: stored values can be compared for equality only.
  public static func undeclared(_ type: any Any.Type) -> SQLStoredForm {
    SQLStoredForm(.type(ObjectIdentifier(type)), .equality)
  }

  static func member(_ type: any Any.Type) -> SQLStoredForm { SQLStoredForm(.member(ObjectIdentifier(type)), []) }
}

extension SQLStoredForm {
  /// The number of digits after the decimal point; 0 if the stored number is the number itself, and `nil` if it isn't a
  /// number.
  var scale: Int? {
    switch kind {
    case .integer, .real: 0
    case .scaledInteger(let digits), .scaledReal(let digits): digits
    default: nil
    }
  }

  /// Whether the stored value is the number itself.
  var isNumber: Bool {
    switch kind {
    case .integer, .real: true
    default: false
    }
  }

  /// Whether the stored value is exact as an integer.
  var isWhole: Bool {
    switch kind {
    case .integer, .scaledInteger: true
    default: false
    }
  }

  /// Whether the stored value shows the value itself when it is inserted into a text.
  var isReadable: Bool {
    switch kind {
    case .any, .integer, .real, .decimalText, .text, .bytes, .json, .dateText, .identifierText,
      .lowercaseIdentifierText, .type, .member:
      true
    default: false
    }
  }

  /// Whether the value is stored as its own text.
  var isText: Bool {
    switch kind {
    case .any, .text, .type: true
    default: false
    }
  }

  /// A power of ten from 0 to 18.
  static func powerOfTen(_ exponent: Int) -> Int64 {
    var result: Int64 = 1
    for _ in 0..<min(max(exponent, 0), 18) { result *= 10 }
    return result
  }
}

extension SQLStoredForm: CustomStringConvertible {
  /// The form in words.
  public var description: String {
    switch kind {
    case .any: "any value"
    case .integer: "an integer"
    case .real: "a real"
    case .scaledInteger(let digits): "an integer that counts units of 1e-\(digits)"
    case .scaledReal(let digits): "a real that counts units of 1e-\(digits)"
    case .decimalText: "decimal text"
    case .text: "text"
    case .bytes: "bytes"
    case .json: "JSON text"
    case .dateText: "ISO 8601 text"
    case .realSeconds: "seconds since 1970"
    case .wholeSeconds: "whole seconds since 1970"
    case .milliseconds: "milliseconds since 1970"
    case .julianDay: "a Julian day"
    case .identifierText: "UUID text in upper case"
    case .lowercaseIdentifierText: "UUID text in lower case"
    case .identifierBytes: "the 16 bytes of a UUID"
    case .named(let name): "\"\(name)\""
    case .type, .coding: "a form that isn't declared"
    case .member: "a value inside JSON"
    }
  }
}
