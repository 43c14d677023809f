#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Decimals are stored as text, which SQL can only compare for equality. Use the coding `.scaled(2)` for a column of
/// money.
///
/// As text, `10` sorts before `9`, so ordering, adding and aggregating a column without a coding throws. The text, such
/// as `-12.5`, has every digit, no exponent and no trailing zeros, in every locale. SQL computes exactly with the
/// coding ``SQLValueCoding/scaled(_:rounding:)``.
///
/// Declare the column as `TEXT`. If its type is `NUMERIC` or `DECIMAL`, SQLite converts the text to a binary real
/// (<https://sqlite.org/datatype3.html>, section 3).
extension Decimal: SQLValueConvertible {
  /// `TEXT`.
  public static var columnType: SQLColumnType { .text }
  /// Decimal text, which has no order.
  public static var storedForm: SQLStoredForm { .decimalText }

  /// Reads a number from text or an integer.
  ///
  /// - Throws: ``SQLConversionError`` for text that isn't a decimal number, and for a real, which has no exact decimal
  ///   value.
  public init(sqlValue: SQLValue) throws {
    switch sqlValue {
    case .integer(let integer): self.init(integer)
    case .text(let text): self = try DecimalText.decimal(text)
    default: throw SQLConversionError(wanted: Decimal.self, found: sqlValue.storageClass)
    }
  }

  /// Returns the exact text.
  ///
  /// - Throws: ``SQLConversionError`` for NaN.
  public func sqlValue() throws -> SQLValue {
    if isNaN { throw SQLConversionError(wanted: "a decimal number", found: "NaN") }
    return .text(DecimalText.string(self))
  }
}

/// Decimal numbers as text.
enum DecimalText {
  /// Returns equal text for equal numbers: a decimal point, no exponent and no superfluous zeros.
  static func string(_ decimal: Decimal) -> String {
    // The description has every digit, a point in every locale, and never an exponent.
    var text = decimal.description[...]
    if text.utf8.contains(UInt8(ascii: ".")) {
      while text.utf8.last == UInt8(ascii: "0") { text.removeLast() }
      if text.utf8.last == UInt8(ascii: ".") { text.removeLast() }
    }
    return text == "-0" ? "0" : String(text)
  }

  /// Parses `[+-]digits[.digits][e[+-]digits]`. Throws for a number that would have to be rounded.
  static func decimal(_ text: String) throws -> Decimal {
    var scanner = Scanner(bytes: Array(text.utf8))
    guard let number = scanner.number() else {
      throw SQLConversionError(wanted: "Decimal", found: "text that isn't a decimal number")
    }
    guard let decimal = number.decimal else {
      throw SQLConversionError(wanted: "Decimal", found: "a number with more digits than a Decimal holds")
    }
    return decimal
  }

  /// A number as its digits, without leading and trailing zeros, and a power of ten.
  private struct Number {
    var isNegative = false
    var digits: [UInt8] = []
    var exponent = 0

    var decimal: Decimal? {
      if digits.isEmpty { return 0 }
      guard (-128...165).contains(exponent) else { return nil }
      var mantissa: UInt128 = 0
      for digit in digits {
        let (product, overflow) = mantissa.multipliedReportingOverflow(by: 10)
        let (sum, carry) = product.addingReportingOverflow(UInt128(digit))
        if overflow || carry { return nil }
        mantissa = sum
      }
      let half = Decimal(UInt64(1) << 32)
      let significand =
        Decimal(UInt64(truncatingIfNeeded: mantissa >> 64)) * half * half
        + Decimal(UInt64(truncatingIfNeeded: mantissa))
      var decimal = Decimal(
        sign: isNegative ? .minus : .plus, exponent: min(exponent, 127), significand: significand)
      // The exponent ends at 127; the mantissa takes what is above. A product would be normalized into an overflow.
      for _ in 0..<max(exponent - 127, 0) { decimal += decimal * 9 }
      return decimal.isNaN ? nil : decimal
    }
  }

  private struct Scanner {
    let bytes: [UInt8]
    var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func number() -> Number? {
      var number = Number()
      number.isNegative = sign()
      var count = digits(into: &number, scale: 0)
      if take(".") { count += digits(into: &number, scale: -1) }
      if count == 0 { return nil }
      if take("e") || take("E") {
        guard let exponent = exponent() else { return nil }
        number.exponent += exponent
      }
      guard position == bytes.count else { return nil }
      while number.digits.last == 0 {
        number.digits.removeLast()
        number.exponent += 1
      }
      return number
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
      position += 1
      return true
    }

    private mutating func sign() -> Bool {
      if take("-") { return true }
      _ = take("+")
      return false
    }

    private mutating func digits(into number: inout Number, scale: Int) -> Int {
      var count = 0
      while position < bytes.count, (48...57).contains(bytes[position]) {
        let digit = bytes[position] - 48
        if digit != 0 || !number.digits.isEmpty { number.digits.append(digit) }
        number.exponent += scale
        position += 1
        count += 1
      }
      return count
    }

    private mutating func exponent() -> Int? {
      let isNegative = sign()
      var result = 0
      var count = 0
      while position < bytes.count, (48...57).contains(bytes[position]) {
        // Far beyond any Decimal already; further digits change nothing.
        if result < 100_000_000 { result = result * 10 + Int(bytes[position] - 48) }
        position += 1
        count += 1
      }
      return count == 0 ? nil : isNegative ? -result : result
    }
  }
}
