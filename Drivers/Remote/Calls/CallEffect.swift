/// The effect that a call may have on data. It decides whether the call may be made again, and what a lost answer means.
///
/// The rule is one for all drivers: a call that may write is sent again only when the first try provably ended without
/// effect, or when it carries a key whose calls the server itself runs one after the other. Everything else is reported
/// as ``DatabaseError/Code/outcomeUnknown``.
public enum CallEffect: Sendable, Hashable {
  /// Only reads: may be made again.
  case reads
  /// May write: once a byte of it may have reached the server, it is made again only when the server itself says that
  /// it ran nothing. A key by which the server remembers answers changes nothing: while the first call still runs, the
  /// second one may run beside it.
  case writes
  /// May write, but carries a key whose calls the server runs one after the other, so that it recognises a repetition
  /// also while the first call still runs: may be made again.
  case writesOnce
}

/// A key by which a server recognises that a request is the repetition of another one.
package enum IdempotencyKey {
  /// The name of the header.
  package static let headerName = "Idempotency-Key"

  /// A new key: 128 random bits as 32 hexadecimal digits.
  package static func make() -> String {
    var generator = SystemRandomNumberGenerator()
    let digits = Array("0123456789abcdef".utf8)
    let bits = [generator.next(), generator.next()]
    let text = bits.flatMap { word in (0..<16).map { digits[Int(word >> ($0 * 4) & 15)] } }
    return String(decoding: text, as: UTF8.self)
  }
}
