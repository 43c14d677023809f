#if ColumnEncryption
internal import Quarry

/// A value as the bytes that are encrypted: its storage class, how many bytes it has, the bytes, and zeros.
struct ColumnPlaintext {
  let value: SQLValue

  init(_ value: SQLValue) { self.value = value }

  private static let headerSize = 9

  /// The bytes, filled up to a multiple.
  func bytes(paddedTo multiple: Int) -> [UInt8] {
    let (kind, content): (UInt8, [UInt8]) =
      switch value {
      case .null: (0, [])
      case .integer(let number): (1, Self.bigEndian(UInt64(bitPattern: number)))
      case .real(let number): (2, Self.bigEndian(number.bitPattern))
      case .text(let text): (3, Array(text.utf8))
      case .blob(let bytes): (4, bytes)
      }
    var bytes = [kind] + Self.bigEndian(UInt64(content.count)) + content
    let rest = bytes.count % multiple
    if rest > 0 { bytes += [UInt8](repeating: 0, count: multiple - rest) }
    return bytes
  }

  /// - Returns: `nil` if no value has these bytes.
  init?(bytes: [UInt8]) {
    guard bytes.count >= Self.headerSize, let count = Int(exactly: Self.number(bytes[1..<Self.headerSize])),
      count <= bytes.count - Self.headerSize
    else { return nil }
    let content = bytes[Self.headerSize..<(Self.headerSize + count)]
    switch (bytes[0], count) {
    case (0, 0): value = .null
    case (1, 8): value = .integer(Int64(bitPattern: Self.number(content)))
    case (2, 8): value = .real(Double(bitPattern: Self.number(content)))
    case (3, _):
      guard let text = String(validating: content, as: UTF8.self) else { return nil }
      value = .text(text)
    case (4, _): value = .blob(Array(content))
    default: return nil
    }
  }

  private static func bigEndian(_ number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * UInt64($0))) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
#endif
