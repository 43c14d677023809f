package import Quarry

/// A real as a whole number and powers of two, for servers that don't read every decimal exactly.
///
/// Some JSON readers multiply the digits by a power of ten in the arithmetic of doubles, which can be off by one in
/// the last place. That is exact only if both are exact doubles, up to 15 digits and a power of 22. Every other real
/// is sent as an integer, whose digits are a string in this protocol. The statement divides or multiplies it by
/// powers of two. Every step of that is exact.
package struct ExactReal: Sendable, Hashable {
  /// The digits as a whole number.
  package let whole: Int64
  /// The text that replaces the parameter in the statement. Like a parameter, an expression has no affinity.
  package let spelling: String

  /// Splits a real, or returns `nil` if every reader reads the value exactly.
  package init?(_ value: SQLValue) {
    guard case .real(let real) = value, real.isFinite, !ExactReal.isSimple(real) else { return nil }
    let bits = real.significandBitPattern
    let significand = real.isNormal ? bits | 1 << 52 : bits
    let zeros = significand.trailingZeroBitCount
    let magnitude = Int64(significand >> UInt64(zeros))
    whole = real.sign == .minus ? -magnitude : magnitude
    var power = (real.isNormal ? Int(real.exponent) - 52 : -1074) + zeros
    var spelling = "(?*1.0"
    while power != 0 {
      let step = min(power.magnitude, 62)
      spelling += "\(power > 0 ? "*" : "/")\(Int64(1) << Int64(step))"
      power -= power.signum() * Int(step)
    }
    self.spelling = spelling + ")"
  }

  /// Whether digits and power of ten are exact doubles, so that one multiplication or division is exact enough.
  private static func isSimple(_ real: Double) -> Bool {
    var digits = 0
    var afterPoint = 0
    var isBehindPoint = false
    var text = real.magnitude.description
    if text.hasSuffix(".0") { text.removeLast(2) }
    let mantissa = text.utf8.prefix { $0 != UInt8(ascii: "e") }
    for byte in mantissa {
      if byte == UInt8(ascii: ".") { isBehindPoint = true; continue }
      if digits > 0 || byte != UInt8(ascii: "0") { digits += 1 }
      if isBehindPoint { afterPoint += 1 }
    }
    let exponent = text.utf8.count > mantissa.count ? Int(text.dropFirst(mantissa.count + 1)) ?? 0 : 0
    return digits <= 15 && abs(exponent - afterPoint) <= 22
  }

  /// Reals that such a reader misreads, each for another kind of error. One of them shows it.
  package static let samples: [Double] = [
    123_456_789.123_456_79, 0.233_795_996_694_807_22, 2.759_088_024_091_281_3e-278, 9.384_475_338_169_731e62,
  ]
}
