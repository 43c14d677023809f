internal import CQuarryWire

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
    // An array without capacity shares its storage with all others.
    guard !data.isEmpty else { return }
    let count = (data.count * 4 + 2) / 3
    text += [UInt8](unsafeUninitializedCapacity: count) { place, written in
      data.withUnsafeBufferPointer { data in
        guard let source = data.baseAddress, let target = place.baseAddress else { return }
        quarry_wire_base64_encode(source, data.count, alphabet, target)
        written = count
      }
    }
    if pads { text.append(contentsOf: repeatElement(UInt8(ascii: "="), count: (3 - data.count % 3) % 3)) }
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
    guard count > 0 else { return [] }
    var isGood = true
    let data = [UInt8](unsafeUninitializedCapacity: count * 3 / 4) { place, written in
      guard let source = text.baseAddress, let target = place.baseAddress else { return }
      isGood = quarry_wire_base64_decode(source, count, values, target) == 1
      written = isGood ? count * 3 / 4 : 0
    }
    return isGood ? data : nil
  }
}
