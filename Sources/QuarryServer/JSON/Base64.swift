internal import CQuarryWire

/// Base64 in the standard and in the URL-safe alphabet.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc4648>.
enum Base64 {
  /// Which two characters stand for 62 and 63.
  enum Alphabet {
    case standard
    case urlSafe

    fileprivate var characters: [UInt8] { self == .standard ? Base64.standard : Base64.urlSafe }
    fileprivate var values: [UInt8] { self == .standard ? Base64.standardValues : Base64.urlSafeValues }
  }

  private static let common = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
  private static let standard = Array((common + "+/").utf8)
  private static let urlSafe = Array((common + "-_").utf8)
  private static let standardValues = values(of: standard)
  private static let urlSafeValues = values(of: urlSafe)

  /// The value of each byte, 255 for those that are not in the alphabet.
  private static func values(of alphabet: [UInt8]) -> [UInt8] {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, byte) in alphabet.enumerated() { values[Int(byte)] = UInt8(value) }
    return values
  }

  /// Encodes bytes without padding.
  static func encode(_ bytes: UnsafeBufferPointer<UInt8>, _ alphabet: Alphabet = .standard) -> String {
    guard let source = bytes.baseAddress else { return "" }
    let count = (bytes.count * 4 + 2) / 3
    return String(unsafeUninitializedCapacity: count) { text in
      guard let target = text.baseAddress else { return 0 }
      quarry_wire_base64_encode(source, bytes.count, alphabet.characters, target)
      return count
    }
  }

  /// Encodes bytes without padding.
  static func encode(_ bytes: [UInt8], _ alphabet: Alphabet = .standard) -> String {
    bytes.withUnsafeBufferPointer { encode($0, alphabet) }
  }

  /// Decodes text with or without padding; `nil` when it is none.
  static func decode(_ text: String, _ alphabet: Alphabet = .standard) -> [UInt8]? {
    var text = text
    return text.withUTF8 { text in
      var count = text.count
      while count > 0, text.count - count < 2, text[count - 1] == UInt8(ascii: "=") { count -= 1 }
      guard count == text.count || text.count % 4 == 0, count % 4 != 1 else { return nil }
      var isGood = true
      let bytes = [UInt8](unsafeUninitializedCapacity: count * 3 / 4) { place, written in
        guard count > 0, let source = text.baseAddress, let target = place.baseAddress else { return }
        isGood = quarry_wire_base64_decode(source, count, alphabet.values, target) == 1
        written = isGood ? count * 3 / 4 : 0
      }
      return isGood ? bytes : nil
    }
  }
}
