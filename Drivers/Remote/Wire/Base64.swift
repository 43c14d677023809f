/// Base64, both ways.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc4648>.
package enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The value of each byte, 255 for those that are not in the alphabet.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, byte) in alphabet.enumerated() { values[Int(byte)] = UInt8(value) }
    return values
  }()

  /// The text of some bytes, with or without padding.
  package static func encode(_ data: [UInt8], pads: Bool = true) -> String {
    var text: [UInt8] = []
    encode(data, pads: pads, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the text of some bytes.
  package static func encode(_ data: [UInt8], pads: Bool, to text: inout [UInt8]) {
    text.reserveCapacity(text.count + (data.count + 2) / 3 * 4)
    alphabet.withUnsafeBufferPointer { letters in
      var index = 0
      while index + 2 < data.count {
        let group = UInt32(data[index]) << 16 | UInt32(data[index + 1]) << 8 | UInt32(data[index + 2])
        text.append(letters[Int(group >> 18)])
        text.append(letters[Int(group >> 12 & 63)])
        text.append(letters[Int(group >> 6 & 63)])
        text.append(letters[Int(group & 63)])
        index += 3
      }
      let rest = data.count - index
      guard rest > 0 else { return }
      let group = UInt32(data[index]) << 16 | (rest == 2 ? UInt32(data[index + 1]) << 8 : 0)
      text.append(letters[Int(group >> 18)])
      text.append(letters[Int(group >> 12 & 63)])
      if rest == 2 { text.append(letters[Int(group >> 6 & 63)]) }
      if pads { text.append(contentsOf: repeatElement(UInt8(ascii: "="), count: 3 - rest)) }
    }
  }

  /// The bytes of a text with whole padding or none; `nil` for any other character, a wrong length, or bits behind the
  /// last byte that are not zero.
  package static func decode(_ text: String) -> [UInt8]? {
    var text = text
    return text.withUTF8 { decode($0) }
  }

  /// The bytes of a text, as ``decode(_:)-(String)`` gives them.
  package static func decode(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var count = text.count
    var padding = 0
    while padding < 2, count > 0, text[count - 1] == UInt8(ascii: "=") {
      count -= 1
      padding += 1
    }
    let rest = count % 4
    guard rest != 1, padding == 0 || (rest + padding) == 4 else { return nil }
    return values.withUnsafeBufferPointer { values in
      var data: [UInt8] = []
      data.reserveCapacity(count / 4 * 3 + 2)
      var bits: UInt32 = 0
      for index in 0..<count {
        let value = values[Int(text[index])]
        guard value != 255 else { return nil }
        bits = bits << 6 | UInt32(value)
        if index & 3 == 3 {
          data.append(UInt8(truncatingIfNeeded: bits >> 16))
          data.append(UInt8(truncatingIfNeeded: bits >> 8))
          data.append(UInt8(truncatingIfNeeded: bits))
        }
      }
      if rest == 2 {
        guard bits & 15 == 0 else { return nil }
        data.append(UInt8(truncatingIfNeeded: bits >> 4))
      } else if rest == 3 {
        guard bits & 3 == 0 else { return nil }
        data.append(UInt8(truncatingIfNeeded: bits >> 10))
        data.append(UInt8(truncatingIfNeeded: bits >> 2))
      }
      return data
    }
  }
}
