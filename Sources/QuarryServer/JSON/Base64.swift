/// Base64 in the standard and in the URL-safe alphabet.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc4648>.
enum Base64 {
  /// Which two characters stand for 62 and 63.
  enum Alphabet {
    case standard
    case urlSafe

    fileprivate var last: (UInt8, UInt8) {
      self == .standard
        ? (UInt8(ascii: "+"), UInt8(ascii: "/")) : (UInt8(ascii: "-"), UInt8(ascii: "_"))
    }
  }

  /// Encodes bytes without padding.
  static func encode(_ bytes: some Collection<UInt8>, _ alphabet: Alphabet = .standard) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 4 / 3 + 3)
    var buffer: UInt32 = 0
    var bits = 0
    for byte in bytes {
      buffer = buffer << 8 | UInt32(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        text.append(character(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)) & 63, alphabet))
      }
    }
    if bits > 0 { text.append(character(UInt8(truncatingIfNeeded: buffer << UInt32(6 - bits)) & 63, alphabet)) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes text with or without padding; `nil` when it is none.
  static func decode(_ text: String, _ alphabet: Alphabet = .standard) -> [UInt8]? {
    var characters = Array(text.utf8)
    var padding = 0
    while characters.last == UInt8(ascii: "="), padding < 2 {
      characters.removeLast()
      padding += 1
    }
    guard characters.count % 4 != 1, padding == 0 || (characters.count + padding) % 4 == 0 else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count * 3 / 4)
    var buffer: UInt32 = 0
    var bits = 0
    for character in characters {
      guard let value = value(of: character, alphabet) else { return nil }
      buffer = buffer << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
      }
    }
    return buffer & (1 << UInt32(bits) - 1) == 0 ? bytes : nil
  }

  private static func character(_ value: UInt8, _ alphabet: Alphabet) -> UInt8 {
    switch value {
    case 0..<26: UInt8(ascii: "A") + value
    case 26..<52: UInt8(ascii: "a") + value - 26
    case 52..<62: UInt8(ascii: "0") + value - 52
    case 62: alphabet.last.0
    default: alphabet.last.1
    }
  }

  private static func value(of character: UInt8, _ alphabet: Alphabet) -> UInt8? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): character - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): character - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0") + 52
    case alphabet.last.0: 62
    case alphabet.last.1: 63
    default: nil
    }
  }
}
