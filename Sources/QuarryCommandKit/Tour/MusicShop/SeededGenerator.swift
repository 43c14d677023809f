#if Command
/// The same numbers for the same seed, on every machine and in every release.
struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// The next number, after SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// A number from 0 to below a limit.
  mutating func below(_ limit: Int) -> Int {
    guard limit > 1 else { return 0 }
    return Int(next().multipliedFullWidth(by: UInt64(limit)).high)
  }

  /// Returns `true` with a probability in percent.
  mutating func percent(_ chance: Int) -> Bool { below(100) < chance }

  /// One of the elements; the first when there is only one.
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// Bytes.
  mutating func bytes(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 8)
    while bytes.count < count { withUnsafeBytes(of: next().littleEndian) { bytes += $0 } }
    bytes.removeLast(bytes.count - count)
    return bytes
  }
}
#endif
