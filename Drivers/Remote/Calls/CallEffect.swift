/// The effect that a call can have on data. It decides whether the call can be retried, and what a lost response
/// means.
///
/// All drivers use the same rule. A call that may write is retried in two cases: the first try provably had no
/// effect, or it has a key whose calls the server runs one after the other. Everything else throws
/// ``DatabaseError/Code/outcomeUnknown``.
public enum CallEffect: Sendable, Hashable {
  /// Only reads. The call can be retried.
  case reads
  /// May write. Once the server may have received a byte of it, the call is retried only if the server itself says
  /// that nothing ran. A key by which the server remembers responses doesn't help: while the first call still runs,
  /// the second one can run beside it.
  case writes
  /// May write, but has a key whose calls the server runs one after the other. The server recognizes a retry even
  /// while the first call still runs, so the call can be retried.
  case writesOnce
}

/// A key by which a server recognizes a repeated request.
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
