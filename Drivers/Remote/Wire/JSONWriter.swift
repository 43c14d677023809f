/// Writes JSON without white space; commas and colons come by themselves.
///
/// ```swift
/// var writer = JSONWriter()
/// writer.object { writer in
///   writer.member("sql", "SELECT 1")
/// }
/// ```
package struct JSONWriter: Sendable {
  /// What has been written.
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// Creates an empty text.
  package init(capacity: Int = 256) { bytes.reserveCapacity(capacity) }

  /// `{`
  package mutating func beginObject() { open(UInt8(ascii: "{")) }
  /// `}`
  package mutating func endObject() { close(UInt8(ascii: "}")) }
  /// `[`
  package mutating func beginArray() { open(UInt8(ascii: "[")) }
  /// `]`
  package mutating func endArray() { close(UInt8(ascii: "]")) }

  /// An object with what `body` writes.
  package mutating func object<E: Error>(_ body: (inout JSONWriter) throws(E) -> Void) throws(E) {
    beginObject()
    try body(&self)
    endObject()
  }

  /// An array of what `body` writes.
  package mutating func array<E: Error>(_ body: (inout JSONWriter) throws(E) -> Void) throws(E) {
    beginArray()
    try body(&self)
    endArray()
  }

  /// The name of a member; its value comes next.
  package mutating func key(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  /// A member with a string.
  package mutating func member(_ name: String, _ value: String) {
    key(name)
    string(value)
  }

  /// A member with an integer.
  package mutating func member(_ name: String, _ value: Int64) {
    key(name)
    integer(value)
  }

  /// A member with a truth value.
  package mutating func member(_ name: String, _ value: Bool) {
    key(name)
    bool(value)
  }

  /// `null`
  package mutating func null() { word("null") }

  /// `true` or `false`
  package mutating func bool(_ value: Bool) { word(value ? "true" : "false") }

  /// An integer with all its digits.
  package mutating func integer(_ value: Int64) {
    comma()
    bytes.append(contentsOf: String(value).utf8)
  }

  /// A double with the fewest digits that read back as the same bits, always recognisable as no integer.
  ///
  /// - Throws: ``JSONError/Kind/notFinite`` for infinities and NaN, which JSON does not have.
  package mutating func double(_ value: Double) throws(JSONError) {
    guard value.isFinite else { throw JSONError(.notFinite, offset: bytes.count) }
    comma()
    bytes.append(contentsOf: value.description.utf8)
  }

  /// A string, escaped where it must be.
  package mutating func string(_ value: String) {
    comma()
    bytes.append(UInt8(ascii: "\""))
    var value = value
    value.withUTF8 { append($0) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Bytes in base64, as a string.
  package mutating func base64(_ data: [UInt8], pads: Bool = true) {
    comma()
    bytes.append(UInt8(ascii: "\""))
    Base64.encode(data, pads: pads, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// A value that is JSON already.
  package mutating func raw(_ json: [UInt8]) {
    comma()
    bytes += json
  }

  private mutating func open(_ byte: UInt8) {
    comma()
    bytes.append(byte)
    needsComma = false
  }

  private mutating func close(_ byte: UInt8) {
    bytes.append(byte)
    needsComma = true
  }

  private mutating func comma() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private mutating func word(_ text: StaticString) {
    comma()
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    while start < text.count {
      let count = JSONString.plainCount(text, from: start)
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<start + count]))
      start += count
      guard start < text.count else { return }
      escape(text[start])
      start += 1
    }
  }

  private mutating func escape(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x0a: bytes.append(UInt8(ascii: "n"))
    case 0x0d: bytes.append(UInt8(ascii: "r"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    default:
      let digits = Array("0123456789abcdef".utf8)
      bytes.append(contentsOf: "u00".utf8)
      bytes.append(digits[Int(byte >> 4)])
      bytes.append(digits[Int(byte & 15)])
    }
  }
}
