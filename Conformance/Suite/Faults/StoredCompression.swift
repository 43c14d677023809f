/// The compressed formats of HTTP without actual compression, so that no library is needed.
///
/// Sources: <https://www.rfc-editor.org/rfc/rfc1950>, <https://www.rfc-editor.org/rfc/rfc1951>,
/// <https://www.rfc-editor.org/rfc/rfc1952>.
enum StoredCompression {
  /// Returns data in the format `gzip`.
  static func gzip(_ data: [UInt8]) -> [UInt8] {
    [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255] + blocks(data) + little(checksum(data))
      + little(UInt32(truncatingIfNeeded: data.count))
  }

  /// Returns data in the format `deflate`: blocks in a zlib frame.
  static func deflate(_ data: [UInt8]) -> [UInt8] {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in data {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return [0x78, 0x01] + blocks(data) + little(high << 16 | low).reversed()
  }

  private static func blocks(_ data: [UInt8]) -> [UInt8] {
    var made: [UInt8] = []
    var rest = data[...]
    repeat {
      let piece = rest.prefix(65_535)
      rest = rest.dropFirst(piece.count)
      let count = UInt16(piece.count)
      made += [rest.isEmpty ? 1 : 0] + little(count) + little(~count) + piece
    } while !rest.isEmpty
    return made
  }

  private static func little(_ value: some FixedWidthInteger) -> [UInt8] {
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
