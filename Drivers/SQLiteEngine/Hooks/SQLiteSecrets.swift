internal import Quarry

/// Statements that carry a key, which must not appear in a trace or an error.
enum SQLiteSecrets {
  /// The PRAGMA statements that give the engine a key.
  private static let keying: Set<String> = [
    "key", "rekey", "hexkey", "hexrekey", "textkey", "textrekey",
  ]

  /// The text to show instead of a statement that may carry a key; `nil` for every other statement.
  static func redacted(_ sql: String) -> String? {
    var words = SQLWords(sql)
    switch firstWord(&words) {
    case "pragma":
      guard let name = pragmaName(&words), keying.contains(name) || name == "cipher_salt" else { return nil }
      return "PRAGMA \(name) (value hidden)"
    case "attach":
      while let word = words.next() {
        if word == "key" { return "ATTACH (text hidden, since it carries a key)" }
      }
      return nil
    default: return nil
    }
  }

  /// The SQL function of SQLCipher that copies a database into another one.
  static let exportFunction = "sqlcipher_export"

  /// The settings of an encrypted file's format. They are given when a database is opened or attached: later, some of them
  /// make the next write destroy the file.
  private static let formatSettings: Set<String> = [
    "cipher", "kdf_iter", "fast_kdf_iter", "rekey_cipher", "rekey_kdf_iter", "cipher_page_size", "cipher_use_hmac",
    "cipher_hmac_pgno", "cipher_hmac_salt_mask", "cipher_hmac_algorithm", "cipher_kdf_algorithm",
    "cipher_compatibility", "cipher_plaintext_header_size", "cipher_salt", "cipher_memory_security",
  ]

  /// The setting, when it is one that no SQL may change: a key, the format of the file, or what the whole process takes for
  /// a default.
  ///
  /// - Parameters:
  ///   - name: The name after PRAGMA.
  ///   - hasValue: Whether a value is given; otherwise the setting is only read.
  static func refusedSetting(_ name: String, hasValue: Bool) -> String? {
    let name = name.lowercased()
    if keying.contains(name) { return name }
    return hasValue && (formatSettings.contains(name) || name.hasPrefix("cipher_default_")) ? name : nil
  }

  /// The setting that the statement at a byte of a text would change although no SQL may. The engine acts on some of them
  /// while it prepares the statement.
  static func refusedSetting(in sql: String, from start: Int) -> String? {
    var words = SQLWords(sql, from: start)
    guard firstWord(&words) == "pragma", let name = pragmaName(&words) else { return nil }
    let next = words.next()
    return refusedSetting(name, hasValue: next == "=" || next == "(")
  }

  /// Why such a setting is refused; nothing of the statement is repeated but the name.
  static func refusal(of setting: String) -> DatabaseError {
    let reason =
      if keying.contains(setting) {
        "a key is given when a connection is opened, never as SQL, where it would come too late and be shown by traces; "
          + "to change the key, use rekey"
      } else if setting.hasPrefix("cipher_default_") || setting == "cipher_memory_security" {
        "it would weaken the encryption of every database of the process; give settings with the encryption of the one "
          + "database that needs them"
      } else {
        "it says how the file is encrypted, and once the file is open, the next write could destroy it; give it with the "
          + "encryption when the database is opened or attached"
      }
    return DatabaseError(.misuse, "PRAGMA \(setting) is not run: \(reason)")
  }

  private static func firstWord(_ words: inout SQLWords) -> String? {
    var word = words.next()
    while word == ";" { word = words.next() }
    // EXPLAIN and EXPLAIN QUERY PLAN go before a statement, which is prepared all the same.
    while word == "explain" || word == "query" || word == "plan" { word = words.next() }
    return word
  }

  /// The name after PRAGMA, without the schema's name before it.
  private static func pragmaName(_ words: inout SQLWords) -> String? {
    guard let first = words.next() else { return nil }
    var next = words
    guard next.next() == "." else { return first }
    words = next
    return words.next()
  }
}

/// Cuts SQL into words, lower case, without quotes, and single signs; blanks and comments are passed over.
///
/// Just enough to recognise a statement by how it begins.
struct SQLWords: IteratorProtocol {
  private let bytes: Substring.UTF8View
  private var position: Substring.UTF8View.Index

  init(_ sql: String, from start: Int = 0) {
    let view = sql[...].utf8
    bytes = view
    position = view.index(view.startIndex, offsetBy: start, limitedBy: view.endIndex) ?? view.endIndex
  }

  mutating func next() -> String? {
    skipBlanks()
    guard let byte = peek() else { return nil }
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): return quoted(until: byte)
    case UInt8(ascii: "["): return quoted(until: UInt8(ascii: "]"))
    case let byte where Self.isWordByte(byte):
      let start = position
      while let byte = peek(), Self.isWordByte(byte) { advance() }
      return String(bytes[start..<position])?.lowercased()
    default:
      advance()
      return String(Character(Unicode.Scalar(byte)))
    }
  }

  private mutating func quoted(until end: UInt8) -> String? {
    advance()
    var text: [UInt8] = []
    while let byte = peek() {
      advance()
      if byte == end {
        // A doubled quote stands for one.
        guard peek() == end, end != UInt8(ascii: "]") else { break }
        advance()
      }
      text.append(byte)
    }
    return String(decoding: text, as: UTF8.self).lowercased()
  }

  private mutating func skipBlanks() {
    while let byte = peek() {
      if byte == 0x20 || (0x09...0x0D).contains(byte) {
        advance()
      } else if byte == 0xEF, peek(1) == 0xBB, peek(2) == 0xBF {
        // A byte order mark is a blank to the engine.
        for _ in 0..<3 { advance() }
      } else if byte == UInt8(ascii: "-"), peek(1) == byte {
        while let byte = peek(), byte != UInt8(ascii: "\n") { advance() }
      } else if byte == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
        advance()
        advance()
        while let byte = peek() {
          advance()
          if byte == UInt8(ascii: "*"), peek() == UInt8(ascii: "/") { break }
        }
        if peek() != nil { advance() }
      } else {
        return
      }
    }
  }

  private func peek(_ distance: Int = 0) -> UInt8? {
    guard let index = bytes.index(position, offsetBy: distance, limitedBy: bytes.endIndex), index < bytes.endIndex
    else { return nil }
    return bytes[index]
  }

  private mutating func advance() {
    if position < bytes.endIndex { position = bytes.index(after: position) }
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
      || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
