/// Compressed forms of bytes, made without a compressor.
enum Compression {
  /// Deflate in zlib's frame, stored as it is.
  ///
  /// Source: <https://www.rfc-editor.org/rfc/rfc1950>.
  static func deflateStored(_ data: [UInt8]) -> [UInt8] {
    let count = UInt16(data.count)
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in data {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return [0x78, 0x01, 1] + little(count) + little(~count) + data + little(b << 16 | a).reversed()
  }

  /// Deflate without a frame: one letter, and then copies of the 258 letters before.
  ///
  /// Source: <https://www.rfc-editor.org/rfc/rfc1951#section-3.2.6>.
  static func deflateBomb(copies: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var (byte, count): (UInt8, Int) = (0, 0)
    func put(_ bits: [UInt8]) {
      for bit in bits {
        byte |= bit << UInt8(count)
        count += 1
        guard count == 8 else { continue }
        bytes.append(byte)
        (byte, count) = (0, 0)
      }
    }
    // The last block, with the fixed codes; "a"; the length 258 at the distance 1; the end.
    put([1, 1, 0, 1, 0, 0, 1, 0, 0, 0, 1])
    for _ in 0..<copies { put([1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0]) }
    put([0, 0, 0, 0, 0, 0, 0])
    if count > 0 { bytes.append(byte) }
    return bytes
  }

  /// Zstandard, stored as it is.
  ///
  /// Source: <https://www.rfc-editor.org/rfc/rfc8878#section-3.1.1>.
  static func zstdStored(_ data: [UInt8]) -> [UInt8] {
    [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38] + block(0, data.count, isLast: true) + data
  }

  /// Zstandard: blocks of 128 KiB of the same byte.
  static func zstdBomb(blocks: Int) -> [UInt8] {
    [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38]
      + (0..<blocks).flatMap { block(1, 128 * 1024, isLast: $0 == blocks - 1) + [UInt8(ascii: "a")] }
  }

  private static func block(_ type: UInt32, _ size: Int, isLast: Bool) -> [UInt8] {
    Array(little(UInt32(size) << 3 | type << 1 | (isLast ? 1 : 0)).prefix(3))
  }

  /// Brotli of `compressed`, by its authors' program.
  static let brotli: [UInt8] = [0x1b, 0x09, 0x00, 0xf8, 0x25, 0xc7, 0xda, 0xde, 0xa2, 0x93, 0xc8, 0xc6, 0x75]

  /// Brotli of 16 MiB of the letter a.
  static let brotliBomb: [UInt8] = [
    0xcb, 0xff, 0xff, 0x3f, 0xf8, 0x25, 0xc2, 0xe2, 0xb1, 0x40, 0x20, 0xf7, 0xfe, 0x8f, 0xff, 0xff, 0x7f, 0xf0, 0x4b,
    0x00, 0xc4, 0x61, 0x11, 0x80, 0xee, 0xfd, 0xdf,
  ]

  private static func little<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
}
