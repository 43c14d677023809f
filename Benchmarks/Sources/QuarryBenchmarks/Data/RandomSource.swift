/// SplitMix64: the same numbers on every machine, for data that every candidate sees alike.
struct RandomSource: Sendable {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from 0 up to, without, `bound`.
  mutating func next(below bound: Int) -> Int {
    Int(truncatingIfNeeded: next() % UInt64(bound))
  }

  /// A number from 0 up to, without, 1.
  mutating func nextUnit() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// Lower-case letters; `wide` mixes letters of two bytes in.
  mutating func nextText(_ lengths: ClosedRange<Int>, wide: Bool = false) -> String {
    let length = lengths.lowerBound + next(below: lengths.count)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(length * 2)
    for _ in 0..<length {
      let letter = UInt8(next(below: 24))
      if wide && letter % 4 == 0 {
        bytes.append(0xC3)
        bytes.append(0xA0 + letter)
      } else {
        bytes.append(0x61 + letter)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
