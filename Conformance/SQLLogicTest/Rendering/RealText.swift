/// Writes reals as SQLite's own `%.3f` and `%!.15g` do, without the C library.
///
/// Source: <https://sqlite.org/printf.html>.
enum RealText {
  /// A real with three decimal places, halves away from zero, and zeros behind the 16th digit.
  static func fixed(_ real: Double) -> String {
    guard real.isFinite else { return real < 0 ? "-Inf" : "Inf" }
    let sign = real < 0 ? "-" : ""
    let magnitude = abs(real)
    // Up to here the thousandths are within 16 digits.
    if magnitude < 1e13 { return sign + places(thousandths(magnitude)) }
    let (digits, point) = decimal(magnitude, digits: 16)
    let whole = digits.prefix(max(point, 0)) + Array(repeating: "0", count: max(0, point - digits.count))
    let fraction = digits.dropFirst(max(point, 0)).prefix(3)
    return sign + String(whole) + "." + String(fraction) + String(repeating: "0", count: 3 - fraction.count)
  }

  /// A real with up to 15 digits and always a point.
  static func general(_ real: Double) -> String {
    guard real.isFinite else { return real < 0 ? "-Inf" : "Inf" }
    guard real != 0 else { return "0.0" }
    let sign = real < 0 ? "-" : ""
    var (digits, point) = decimal(abs(real), digits: 15)
    while digits.count > 1, digits.last == "0" { digits.removeLast() }
    let exponent = point - 1
    guard exponent >= -4, exponent < 15 else {
      let fraction = digits.count > 1 ? String(digits.dropFirst()) : "0"
      let power = String(exponent.magnitude)
      return sign + String(digits.prefix(1)) + "." + fraction + (exponent < 0 ? "e-" : "e+")
        + (power.utf8.count < 2 ? "0" : "") + power
    }
    if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + String(digits) }
    let whole = digits.prefix(point) + Array(repeating: "0", count: max(0, point - digits.count))
    let fraction = digits.dropFirst(point)
    return sign + String(whole) + "." + (fraction.isEmpty ? "0" : String(fraction))
  }

  /// The thousandths of a magnitude below 10^13, exactly rounded.
  private static func thousandths(_ magnitude: Double) -> UInt64 {
    // The number is significand * 2^-shift; a thousand times the significand fits in 63 bits.
    let significand = magnitude.significandBitPattern | (magnitude.isNormal ? 1 << 52 : 0)
    let shift = 1075 - max(Int(magnitude.exponentBitPattern), 1)
    let scaled = significand * 1000
    guard shift > 0 else { return scaled << UInt64(-shift) }
    guard shift < 64 else { return 0 }
    return (scaled >> UInt64(shift)) + (scaled >> UInt64(shift - 1) & 1)
  }

  private static func places(_ thousandths: UInt64) -> String {
    let fraction = String(thousandths % 1000)
    return String(thousandths / 1000) + "." + String(repeating: "0", count: 3 - fraction.utf8.count) + fraction
  }

  /// The first digits of a positive real, rounded, and the place of the point behind the first of them.
  private static func decimal(_ magnitude: Double, digits count: Int) -> (digits: [Character], point: Int) {
    // The shortest digits that mean this number, as in 123.45, 1.5e+20 or 1e-05.
    let parts = "\(magnitude)".split(separator: "e")
    let number = parts.first.map(String.init) ?? "0"
    let halves = number.split(separator: ".", omittingEmptySubsequences: false)
    var digits = Array(halves.joined())
    var point = (halves.first?.count ?? 1) + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
    let zeros = digits.prefix { $0 == "0" }.count
    digits.removeFirst(min(zeros, digits.count - 1))
    point -= zeros
    guard digits.count > count else { return (digits, point) }
    let roundsUp = digits[count] >= "5"
    digits.removeSubrange(count...)
    guard roundsUp else { return (digits, point) }
    var index = count - 1
    while index >= 0, digits[index] == "9" {
      digits[index] = "0"
      index -= 1
    }
    if index >= 0, let digit = digits[index].wholeNumberValue {
      digits[index] = Character(String(digit + 1))
    } else {
      digits.insert("1", at: 0)
      digits.removeLast()
      point += 1
    }
    return (digits, point)
  }
}
