/// The gzip form of some bytes without compressing them.
enum Gzip {
  static func stored(_ data: [UInt8]) -> [UInt8] {
    let count = UInt16(data.count)
    return [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 1] + little(count) + little(~count) + data + little(checksum(data))
      + little(UInt32(data.count))
  }

  private static func little<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  private static func checksum(_ data: [UInt8]) -> UInt32 {
    var value: UInt32 = 0xffff_ffff
    for byte in data {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xedb8_8320 : value >> 1 }
    }
    return ~value
  }
}
