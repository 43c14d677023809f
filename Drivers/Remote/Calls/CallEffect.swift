/// What a call may do to the data: decides whether it may be made again, and what a lost answer means.
package enum CallEffect: Sendable, Hashable {
  /// Only reads: may be made again.
  case reads
  /// May write: once a byte of it may have reached the server, nobody knows and it is not made again.
  case writes
  /// May write, but carries a key by which the server recognises a repetition: may be made again.
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
