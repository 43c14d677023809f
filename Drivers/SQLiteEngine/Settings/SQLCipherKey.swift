/// The key of an encrypted database.
///
/// A key is never shown: not in its description, not in an error, not in a trace.
public struct SQLCipherKey: Sendable, Hashable {
  /// What the engine is given: the bytes of a passphrase, or a raw key in the engine's notation.
  let bytes: [UInt8]

  /// Whether this is a raw key.
  let isRaw: Bool

  /// Why the key cannot be used; reported when a database is opened.
  package let defect: String?

  private init(bytes: [UInt8], isRaw: Bool, defect: String? = nil) {
    self.bytes = bytes
    self.isRaw = isRaw
    self.defect = defect
  }

  /// Returns a passphrase, from which the engine derives the key. That takes 25 to 195 ms, so that guessing is slow
  /// too.
  ///
  /// - Parameter text: Any text that isn't empty. A text in the notation of a raw key (`x'…'`) throws when the
  ///   database is opened, because the engine would read it as a raw key.
  public static func passphrase(_ text: String) -> SQLCipherKey { passphrase(bytes: Array(text.utf8)) }

  /// Returns a passphrase of any bytes.
  ///
  /// - Parameter bytes: At least one byte. See ``passphrase(_:)``.
  public static func passphrase(bytes: [UInt8]) -> SQLCipherKey {
    if bytes.isEmpty { return SQLCipherKey(bytes: [], isRaw: false, defect: "the passphrase is empty") }
    if isRawNotation(bytes) {
      return SQLCipherKey(
        bytes: [], isRaw: false,
        defect: "the passphrase has the form of a raw key, which the engine would take it for: give it as a raw key")
    }
    return SQLCipherKey(bytes: bytes, isRaw: false)
  }

  /// Returns a raw key of 256 bits, which is used directly. Opening takes less than a millisecond.
  ///
  /// - Parameters:
  ///   - key: 32 bytes, from a good source of randomness.
  ///   - salt: 16 bytes that become the first 16 bytes of the file. If `nil`, the engine chooses them.
  public static func raw(_ key: [UInt8], salt: [UInt8]? = nil) -> SQLCipherKey {
    guard key.count == 32 else {
      return SQLCipherKey(bytes: [], isRaw: true, defect: "a raw key has 32 bytes, not \(key.count)")
    }
    guard salt.map({ $0.count == 16 }) ?? true else {
      return SQLCipherKey(bytes: [], isRaw: true, defect: "the salt of a raw key has 16 bytes, not \(salt?.count ?? 0)")
    }
    return SQLCipherKey(bytes: notation(key + (salt ?? [])), isRaw: true)
  }

  /// Returns a raw key in hexadecimal digits.
  ///
  /// - Parameter hexadecimal: 64 digits, or 96 with the salt at the end.
  public static func raw(hexadecimal: String) -> SQLCipherKey {
    let digits = Array(hexadecimal.utf8)
    guard digits.allSatisfy(isHexadecimal), digits.count == 64 || digits.count == 96 else {
      return SQLCipherKey(
        bytes: [], isRaw: true, defect: "a raw key is 64 hexadecimal digits, or 96 with its salt")
    }
    return SQLCipherKey(bytes: Array("x'".utf8) + digits + Array("'".utf8), isRaw: true)
  }

  /// The bytes that pairs of hexadecimal digits encode, or `nil` for anything else.
  package static func bytes(hexadecimal: String) -> [UInt8]? {
    let digits = Array(hexadecimal.utf8)
    guard digits.count.isMultiple(of: 2), digits.allSatisfy(isHexadecimal) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { value(digits[$0]) << 4 | value(digits[$0 + 1]) }
  }

  private static func value(_ digit: UInt8) -> UInt8 {
    digit < UInt8(ascii: "A") ? digit - UInt8(ascii: "0") : (digit | 0x20) - UInt8(ascii: "a") + 10
  }

  /// The notation of a raw key: `x'…'` around hexadecimal digits.
  static func notation(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    var text = Array("x'".utf8)
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    text.append(UInt8(ascii: "'"))
    return text
  }

  /// Whether the engine would take these bytes for a raw key: key, key and salt, or (since SQLCipher 4.7) two keys.
  private static func isRawNotation(_ bytes: [UInt8]) -> Bool {
    [64, 96, 128, 160].contains(bytes.count - 3) && (bytes[0] | 0x20) == UInt8(ascii: "x")
      && bytes[1] == UInt8(ascii: "'") && bytes.last == UInt8(ascii: "'")
      && bytes[2..<(bytes.count - 1)].allSatisfy(isHexadecimal)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }
}

extension SQLCipherKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The kind of key, never the key.
  public var description: String { isRaw ? "SQLCipherKey(raw, hidden)" : "SQLCipherKey(passphrase, hidden)" }

  /// The kind of key, never the key.
  public var debugDescription: String { description }

  /// No children, so that `dump` and debuggers show no key.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
