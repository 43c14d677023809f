internal import CQuarryWire
internal import Quarry

/// Reads one JSON document, as strictly as the standard says.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc8259>.
struct JSONReader {
  /// What is wrong with a document.
  struct Failure: Error {
    var message: String
  }

  private let bytes: [UInt8]
  private var position = 0
  private static let maximumDepth = 64
  /// About how many bytes the parts of a document take, and how many all of them may: a short text can have very many.
  private var cost = 0
  private static let maximumCost = 192 << 20
  private static let valueCost = 24
  private static let arrayCost = 48
  private static let objectCost = 200
  private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The document.
  static func value(of bytes: [UInt8]) throws(Failure) -> JSONValue {
    var reader = JSONReader(bytes)
    reader.skipBlanks()
    let value = try reader.value(depth: 0)
    reader.skipBlanks()
    guard reader.position == bytes.count else { throw reader.failure("text after the JSON document") }
    return value
  }

  private func failure(_ message: String) -> Failure { Failure(message: "\(message) at byte \(position)") }

  private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlanks() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  /// Notes how much memory a part of the document takes beside its text.
  private mutating func note(_ cost: Int) throws(Failure) {
    self.cost += cost
    guard self.cost <= Self.maximumCost else { throw failure("a document of too many parts") }
  }

  private mutating func value(depth: Int) throws(Failure) -> JSONValue {
    guard depth < Self.maximumDepth else { throw failure("JSON nested too deeply") }
    try note(Self.valueCost)
    switch peek {
    case UInt8(ascii: "{"): return try object(depth)
    case UInt8(ascii: "["): return try array(depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case let byte? where byte == UInt8(ascii: "-") || Self.digits.contains(byte): return try number()
    default: throw failure("no JSON value")
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(Failure) -> JSONValue {
    let text = Array("\(word)".utf8)
    guard bytes[position...].starts(with: text) else { throw failure("no JSON value") }
    position += text.count
    return value
  }

  private mutating func object(_ depth: Int) throws(Failure) -> JSONValue {
    position += 1
    try note(Self.objectCost)
    var members: [String: JSONValue] = [:]
    skipBlanks()
    if take("}") { return .object(members) }
    while true {
      skipBlanks()
      guard peek == UInt8(ascii: "\"") else { throw failure("no member name") }
      let name = try string()
      skipBlanks()
      guard take(":") else { throw failure("no colon after a member name") }
      skipBlanks()
      // Readers differ on which of two counts: what one checks must be what another uses.
      guard members.updateValue(try value(depth: depth + 1), forKey: name) == nil else {
        throw failure("a member name that stands twice")
      }
      skipBlanks()
      if take(",") { continue }
      guard take("}") else { throw failure("an object that does not end") }
      return .object(members)
    }
  }

  private mutating func array(_ depth: Int) throws(Failure) -> JSONValue {
    position += 1
    try note(Self.arrayCost)
    var elements: [JSONValue] = []
    skipBlanks()
    if take("]") { return .array(elements) }
    while true {
      skipBlanks()
      elements.append(try value(depth: depth + 1))
      skipBlanks()
      if take(",") { continue }
      guard take("]") else { throw failure("an array that does not end") }
      return .array(elements)
    }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard let byte = peek, UInt32(byte) == character.value else { return false }
    position += 1
    return true
  }

  private mutating func digits() -> Int {
    let start = position
    while let byte = peek, Self.digits.contains(byte) { position += 1 }
    return position - start
  }

  private mutating func number() throws(Failure) -> JSONValue {
    let start = position
    _ = take("-")
    let first = peek
    let count = digits()
    guard count > 0, first != UInt8(ascii: "0") || count == 1 else { throw failure("a malformed number") }
    if take(".") { guard digits() > 0 else { throw failure("a malformed number") } }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      guard digits() > 0 else { throw failure("a malformed number") }
    }
    return .number(String(decoding: bytes[start..<position], as: UTF8.self))
  }

  // MARK: Strings

  private mutating func string() throws(Failure) -> String {
    position += 1
    var text: [UInt8] = []
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        position += 1
        guard let string = text.withUnsafeBufferPointer({ SQLCell.validatedText($0) }) else {
          throw failure("a string that is not UTF-8")
        }
        return string
      case UInt8(ascii: "\\"):
        position += 1
        try escape(into: &text)
      case ..<0x20: throw failure("a control character in a string")
      default:
        let start = position
        position += bytes.withUnsafeBufferPointer { bytes in
          guard let base = bytes.baseAddress else { return 0 }
          let count = quarry_wire_plain_count(base + start, bytes.count - start)
          text.append(contentsOf: UnsafeBufferPointer(start: base + start, count: count))
          return count
        }
      }
    }
    throw failure("a string that does not end")
  }

  private mutating func escape(into text: inout [UInt8]) throws(Failure) {
    guard let byte = peek else { throw failure("a string that does not end") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"): text.append(contentsOf: String(Character(try scalar())).utf8)
    default: throw failure("an unknown escape")
    }
  }

  private mutating func scalar() throws(Failure) -> Unicode.Scalar {
    let high = try codeUnit()
    if let scalar = Unicode.Scalar(UInt32(high)) { return scalar }
    guard (0xD800...0xDBFF).contains(high), take("\\"), take("u") else { throw failure("half a surrogate pair") }
    let low = try codeUnit()
    guard (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(low) - 0xDC00))
    else { throw failure("half a surrogate pair") }
    return scalar
  }

  private mutating func codeUnit() throws(Failure) -> UInt16 {
    guard position + 4 <= bytes.count else { throw failure("a string that does not end") }
    var unit: UInt16 = 0
    for byte in bytes[position..<position + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        throw failure("a malformed escape")
      }
      unit = unit << 4 | UInt16(digit)
    }
    position += 4
    return unit
  }
}
