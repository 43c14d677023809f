#if Identity
internal import QuarryWire
internal import Quarry

/// Random texts, and the comparison of secrets.
enum SecretText {
  /// Random bytes as base64url without padding.
  ///
  /// The generator of the system is cryptographically secure on every platform.
  static func random(bytes count: Int) -> String {
    var generator = SystemRandomNumberGenerator()
    return base64URL((0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
  }

  /// Base64url without padding.
  ///
  /// Source: <https://www.rfc-editor.org/rfc/rfc7636#appendix-A>.
  static func base64URL(_ bytes: [UInt8]) -> String {
    Base64.encodeForURL(bytes)
  }

  /// Compares texts in a time that depends on their lengths alone.
  static func areEqual(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for (one, other) in zip(left, right) { difference |= one ^ other }
    return difference == 0
  }
}

extension DriverSecret {
  /// The secret as text.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
#endif
