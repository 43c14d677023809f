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

  /// Whether the statement at a byte of a text gives the engine a key. The engine acts on it while it is being prepared.
  static func givesKey(_ sql: String, from start: Int) -> String? {
    var words = SQLWords(sql, from: start)
    guard firstWord(&words) == "pragma", let name = pragmaName(&words), keying.contains(name) else { return nil }
    return name
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
    return next.next()
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
