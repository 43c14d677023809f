#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// How a column stores decimal numbers.
extension SQLValueCoding where Value == Decimal {
  /// An integer that counts units of the last digit: the coding for money, with which SQL computes exactly.
  ///
  /// ```swift
  /// static let price = SQLColumn<Decimal>("price", coding: .scaled(2))   // 12.50 is stored as 1250
  /// ```
  ///
  /// SQL orders, compares, adds and subtracts such values exactly, and multiplies them by whole and decimal numbers.
  /// Columns with different numbers of digits can be combined. A quotient isn't exact: convert with
  /// ``SQLExpressible/cast(to:)`` first.
  ///
  /// Writing a value throws ``DatabaseError`` with code `.valueOutOfRange` if the value has more digits after the
  /// decimal point and `rounding` is `nil`, or if its units don't fit into 64 bits. A sum that doesn't fit is an error
  /// of the engine.
  ///
  /// - Parameters:
  ///   - digits: The number of digits after the decimal point, from 0 to 18.
  ///   - rounding: How to round a value with more digits when it is written. If `nil`, writing it throws.
  public static func scaled(
    _ digits: Int, rounding: FloatingPointRoundingRule? = nil
  ) -> SQLValueCoding<Decimal> {
    if rounding == nil, DecimalCodings.exact.indices.contains(digits) { return DecimalCodings.exact[digits] }
    return DecimalCodings.scaled(digits, rounding)
  }

  /// Decimal text such as `-12.5`, which SQL can't order or add. The default.
  // In `@Column(coding: .text)` nothing says the type, and one of two codings must come first; the property then says it.
  @_disfavoredOverload public static var text: SQLValueCoding<Decimal> { DecimalCodings.text }
}

private enum DecimalCodings {
  static let text = SQLValueCoding<Decimal>(
    columnType: .text, storing: .decimalText, encode: { try $0.sqlValue() }, decode: { try Decimal(sqlValue: $0) })

  static let exact = (0...18).map { scaled($0, nil) }

  static func scaled(_ digits: Int, _ rounding: FloatingPointRoundingRule?) -> SQLValueCoding<Decimal> {
    SQLValueCoding(
      columnType: .integer, storing: .scaledInteger(digits),
      encode: { .integer(try DecimalUnits.units(of: $0, digits: digits, rounding: rounding)) },
      decode: { try DecimalUnits.decimal($0, digits: digits) })
  }
}

/// Decimal numbers as whole numbers of units.
enum DecimalUnits {
  /// The number of units of a value.
  static func units(of value: Decimal, digits: Int, rounding: FloatingPointRoundingRule?) throws -> Int64 {
    guard (0...18).contains(digits) else {
      throw SQLConversionError(wanted: "0 to 18 digits behind the point", found: "\(digits)")
    }
    guard !value.isNaN else { throw SQLConversionError(wanted: "a decimal number", found: "NaN") }
    let (units, rest) = try split(DecimalText.string(value).utf8, digits)
    let isNegative = value < 0
    var magnitude = units
    if rest != .zero {
      guard let rounding else {
        throw SQLConversionError(
          wanted: "a number with \(digits) digits behind the point", found: "a number with more digits")
      }
      if goesUp(rounding, isNegative, rest, isOdd: magnitude % 2 == 1) { magnitude += 1 }
    }
    guard magnitude <= UInt64(Int64.max) else { throw tooLarge(digits) }
    return isNegative ? -Int64(magnitude) : Int64(magnitude)
  }

  /// The value of a number of units.
  static func decimal(_ stored: SQLValue, digits: Int) throws -> Decimal {
    guard case .integer(let units) = stored else {
      throw SQLConversionError(wanted: "Decimal in units of 1e-\(digits)", found: stored.storageClass.description)
    }
    // The number below has no counterpart with the other sign; it only comes of a result that was too large.
    guard units != .min else { throw tooLarge(digits) }
    var (magnitude, exponent) = (units.magnitude, digits)
    while exponent > 0, magnitude % 10 == 0 {
      magnitude /= 10
      exponent -= 1
    }
    if magnitude == 0 { return 0 }
    return Decimal(sign: units < 0 ? .minus : .plus, exponent: -exponent, significand: Decimal(magnitude))
  }

  /// Returns a decimal number from a text as an integer and the power of ten that it was multiplied by; `nil` if 64
  /// bits can't hold it.
  static func factor(_ text: String) -> (units: Int64, digits: Int)? {
    let digits = text.utf8.firstIndex(of: UInt8(ascii: ".")).map {
      text.utf8.distance(from: $0, to: text.utf8.endIndex) - 1
    }
    guard let split = try? split(text.utf8, digits ?? 0), split.rest == .zero, split.units <= UInt64(Int64.max) else {
      return nil
    }
    return (text.utf8.first == UInt8(ascii: "-") ? -Int64(split.units) : Int64(split.units), digits ?? 0)
  }

  /// The digits after the last kept digit.
  private enum Rest {
    case zero, belowHalf, half, aboveHalf
  }

  private static func split(_ text: String.UTF8View, _ digits: Int) throws -> (units: UInt64, rest: Rest) {
    var units: UInt64 = 0
    var taken: Int?
    var rest = Rest.zero
    var isFirst = true
    func append(_ digit: UInt64) throws {
      let (product, overflow) = units.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(digit)
      if overflow || carry { throw tooLarge(digits) }
      units = sum
    }
    for byte in text {
      if byte == UInt8(ascii: ".") {
        taken = 0
      } else if (48...57).contains(byte) {
        let digit = byte - 48
        guard let behind = taken, behind >= digits else {
          try append(UInt64(digit))
          if let behind = taken { taken = behind + 1 }
          continue
        }
        if isFirst {
          rest = digit > 5 ? .aboveHalf : digit == 5 ? .half : digit > 0 ? .belowHalf : .zero
          isFirst = false
        } else if digit > 0 {
          rest = rest == .half ? .aboveHalf : rest == .zero ? .belowHalf : rest
        }
      }
    }
    for _ in min(taken ?? 0, digits)..<digits { try append(0) }
    return (units, rest)
  }

  private static func goesUp(
    _ rounding: FloatingPointRoundingRule, _ isNegative: Bool, _ rest: Rest, isOdd: Bool
  ) -> Bool {
    switch rounding {
    case .up: !isNegative
    case .down: isNegative
    case .towardZero: false
    case .awayFromZero: true
    case .toNearestOrAwayFromZero: rest != .belowHalf
    case .toNearestOrEven: rest == .aboveHalf || (rest == .half && isOdd)
    @unknown default: false
    }
  }

  private static func tooLarge(_ digits: Int) -> SQLConversionError {
    SQLConversionError(wanted: "a number whose units of 1e-\(digits) fit into 64 bits", found: "a larger number")
  }
}
