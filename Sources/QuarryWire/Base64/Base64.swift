internal import CQuarryWire

/// Base64, both ways.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc4648>.
package enum Base64 {
  /// Which two characters stand for 62 and 63.
  package enum Alphabet: Sendable {
    /// `+` and `/`
    case standard
    /// `-` and `_`, which mean nothing in a URL.
    case urlSafe
  }

  private static let standard = characters(with: "+/")
  private static let standardValues = values(of: standard)
  private static let urlSafeValues = values(of: characters(with: "-_"))

  private static func characters(with last: String) -> [UInt8] {
    Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789\(last)".utf8)
  }

  /// The value of each byte, 255 for those that are not in the alphabet.
  private static func values(of alphabet: [UInt8]) -> [UInt8] {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, byte) in alphabet.enumerated() { values[Int(byte)] = UInt8(value) }
    return values
  }

  /// The text of some bytes in the standard alphabet, with or without padding.
  package static func encode(_ data: [UInt8], pads: Bool = true) -> String {
    var text: [UInt8] = []
    data.withUnsafeBufferPointer { encode($0, pads: pads, to: &text) }
    return String(decoding: text, as: UTF8.self)
  }

  /// The text of some bytes in the alphabet for URLs, without padding.
  package static func encodeForURL(_ data: [UInt8]) -> String {
    encode(data, pads: false).replacing("+", with: "-").replacing("/", with: "_")
  }

  /// Appends the text of some bytes.
  static func encode(_ data: UnsafeBufferPointer<UInt8>, pads: Bool, to text: inout [UInt8]) {
    guard let source = data.baseAddress, !data.isEmpty else { return }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: (data.count * 4 + 2) / 3) { place in
      guard let target = place.baseAddress else { return }
      quarry_wire_base64_encode(source, data.count, standard, target)
      text.append(contentsOf: place)
    }
    if pads { text.append(contentsOf: repeatElement(UInt8(ascii: "="), count: (3 - data.count % 3) % 3)) }
  }

  /// The bytes of a text with whole padding or none; `nil` for any other character, a wrong length, or bits behind the
  /// last byte that are not zero.
  package static func decode(_ text: String, _ alphabet: Alphabet = .standard) -> [UInt8]? {
    var text = text
    return text.withUTF8 { text in
      var count = text.count
      while count > 0, text.count - count < 2, text[count - 1] == UInt8(ascii: "=") { count -= 1 }
      guard count == text.count || text.count % 4 == 0, count % 4 != 1 else { return nil }
      var isGood = true
      let data = [UInt8](unsafeUninitializedCapacity: count * 3 / 4) { place, written in
        guard count > 0, let source = text.baseAddress, let target = place.baseAddress else { return }
        let values = alphabet == .standard ? standardValues : urlSafeValues
        isGood = quarry_wire_base64_decode(source, count, values, target) == 1
        written = isGood ? count * 3 / 4 : 0
      }
      return isGood ? data : nil
    }
  }
}
