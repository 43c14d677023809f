/// Writes a real number in SQL so that it is read as the same number, bit by bit.
///
/// SQLite's reading of decimal digits isn't correctly rounded on every engine: before 3.43 it is off by one bit for
/// some numbers.
///
/// Source: <https://sqlite.org/releaselog/3_43_0.html>.
enum RealText {
  /// The shortest decimal digits that name the number.
  static func plain(_ number: Double) -> String {
    if number.isInfinite { return number < 0 ? "-9e999" : "9e999" }
    return "\(number)"
  }

  /// Whether every engine reads the digits as this number, because it needs no rounding: it has few digits, also in
  /// binary.
  static func isPlain(_ number: Double) -> Bool {
    if number.isInfinite { return true }
    let scaled = number * 64
    return scaled.magnitude < 0x1p50 && scaled == scaled.rounded() && !(number == 0 && number.sign == .minus)
  }

  /// A product of an integer and powers of two. Every step of it is exact.
  static func exact(_ number: Double) -> String {
    guard number != 0 else { return "(0.0 * -1.0)" }
    var significand = Int64(number.significandBitPattern)
    var exponent = Int(number.exponentBitPattern) - 1075
    if number.exponentBitPattern == 0 { exponent += 1 } else { significand |= 1 << 52 }
    while significand & 1 == 0 {
      significand >>= 1
      exponent += 1
    }
    var text = "(\(number < 0 ? "-" : "")\(significand)"
    let sign = exponent < 0 ? " / " : " * "
    var rest = exponent.magnitude
    repeat {
      let step = min(rest, 50)
      text += "\(sign)\(Int64(1) << Int64(step)).0"
      rest -= step
    } while rest > 0
    return text + ")"
  }
}
