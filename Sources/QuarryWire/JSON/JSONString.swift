internal import CQuarryWire

/// The strings of JSON.
enum JSONString {
  /// What looking for the end of a string found.
  enum Scan {
    /// The quotation mark that ends it.
    case closed(Int)
    /// The end is not there yet: go on from here.
    case open(Int)
    /// A control character, which must be escaped.
    case control(Int)
  }

  /// Looks for the end of a string from a place that is not inside an escape.
  static func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, hasEscapes: inout Bool, isWide: inout Bool
  ) -> Scan {
    var index = start
    while true {
      index += plainCount(bytes, from: index, isWide: &isWide)
      guard index < bytes.count else { return .open(bytes.count) }
      switch bytes[index] {
      case UInt8(ascii: "\""): return .closed(index)
      case UInt8(ascii: "\\"):
        hasEscapes = true
        // The byte after it belongs to it, whatever it is.
        guard index + 1 < bytes.count else { return .open(index) }
        index += 2
      default: return .control(index)
      }
    }
  }

  /// How many bytes from a place on stand for themselves.
  static func plainCount(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var isWide = false
    return plainCount(bytes, from: start, isWide: &isWide)
  }

  /// The same, and whether one of them is not ASCII.
  private static func plainCount(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, isWide: inout Bool
  ) -> Int {
    guard start < bytes.count, let base = bytes.baseAddress else { return 0 }
    var seen: UInt8 = 0
    let count = quarry_wire_plain_count(base + start, bytes.count - start, &seen)
    if seen & 0x80 != 0 { isWide = true }
    return count
  }

  /// Whether bytes are UTF-8.
  static func isUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return (try? UTF8Span(validating: bytes.span)) != nil
    }
    return String(validating: bytes, as: UTF8.self) != nil
  }

  /// The bytes between the quotation marks with their escapes resolved, or `nil` for a bad escape, a lone surrogate or
  /// bytes that are not UTF-8.
  static func unescaped(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var plain: [UInt8] = []
    plain.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let count = plainCount(bytes, from: index)
      if count > 0 {
        plain.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[index..<index + count]))
        index += count
        continue
      }
      guard bytes[index] == UInt8(ascii: "\\") else { return nil }
      guard index + 1 < bytes.count else { return nil }
      let name = bytes[index + 1]
      index += 2
      if name == UInt8(ascii: "u") {
        guard let scalar = scalar(bytes, &index) else { return nil }
        plain.append(contentsOf: UTF8.encode(scalar).map { Array($0) } ?? [])
      } else if let single = single(name) {
        plain.append(single)
      } else {
        return nil
      }
    }
    return plain.withUnsafeBufferPointer { isUTF8($0) } ? plain : nil
  }

  private static func single(_ name: UInt8) -> UInt8? {
    switch name {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): name
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0c
    case UInt8(ascii: "n"): 0x0a
    case UInt8(ascii: "r"): 0x0d
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  /// The character of `\uXXXX`, or of a pair of them, whose digits begin at `index`.
  private static func scalar(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Unicode.Scalar? {
    guard let high = unit(bytes, &index) else { return nil }
    guard high >= 0xd800, high < 0xdc00 else { return Unicode.Scalar(high) }
    guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") else {
      return nil
    }
    index += 2
    guard let low = unit(bytes, &index), low >= 0xdc00, low < 0xe000 else { return nil }
    return Unicode.Scalar(0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00))
  }

  private static func unit(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> UInt32? {
    guard index + 4 <= bytes.count else { return nil }
    var value: UInt32 = 0
    for byte in bytes[index..<index + 4] {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt32(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = value << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
      default: return nil
      }
    }
    index += 4
    return value
  }
}
