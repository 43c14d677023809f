internal import CQuarryWire

/// Writes JSON.
struct JSONWriter: Sendable {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  var count: Int { bytes.count }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  /// Writes text as it is; it must be one JSON value.
  mutating func raw(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
  }

  /// Writes bytes as they are; they must be one JSON value, or several with commas between them.
  mutating func raw(_ value: [UInt8]) {
    guard !value.isEmpty else { return }
    separate()
    bytes.append(contentsOf: value)
  }

  mutating func null() { raw("null") }
  mutating func bool(_ flag: Bool) { raw(flag ? "true" : "false") }
  mutating func integer<I: BinaryInteger>(_ number: I) { raw(String(number)) }

  mutating func string(_ text: String) {
    separate()
    quote(text)
  }

  mutating func string(_ text: String?) {
    if let text { string(text) } else { null() }
  }

  /// Begins a member; its value follows.
  mutating func name(_ name: String) {
    separate()
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  mutating func object(_ body: (inout JSONWriter) throws -> Void) rethrows {
    try enclosed(UInt8(ascii: "{"), UInt8(ascii: "}"), body)
  }

  mutating func array(_ body: (inout JSONWriter) throws -> Void) rethrows {
    try enclosed(UInt8(ascii: "["), UInt8(ascii: "]"), body)
  }

  private mutating func enclosed(
    _ opening: UInt8, _ closing: UInt8, _ body: (inout JSONWriter) throws -> Void
  ) rethrows {
    separate()
    bytes.append(opening)
    needsComma = false
    try body(&self)
    bytes.append(closing)
    needsComma = true
  }

  /// Ends a line of a document of lines.
  mutating func newline() {
    bytes.append(0x0A)
    needsComma = false
  }

  private mutating func quote(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { text in
      var start = 0
      while start < text.count, let base = text.baseAddress {
        let count = quarry_wire_plain_count(base + start, text.count - start)
        bytes.append(contentsOf: UnsafeBufferPointer(start: base + start, count: count))
        start += count
        guard start < text.count else { return }
        escape(text[start])
        start += 1
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ byte: UInt8) {
    if byte < 0x20 {
      bytes.append(contentsOf: "\\u00".utf8)
      bytes.append(Self.hexadecimal[Int(byte >> 4)])
      bytes.append(Self.hexadecimal[Int(byte & 15)])
    } else {
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    }
  }

  private static let hexadecimal = Array("0123456789abcdef".utf8)
}

extension JSONWriter {
  /// One object.
  static func object(_ body: (inout JSONWriter) throws -> Void) rethrows -> [UInt8] {
    var writer = JSONWriter()
    try writer.object(body)
    return writer.bytes
  }

  mutating func member(_ name: String, _ text: String?) {
    self.name(name)
    string(text)
  }

  mutating func member<I: BinaryInteger>(_ name: String, _ number: I) {
    self.name(name)
    integer(number)
  }

  mutating func member(_ name: String, _ flag: Bool) {
    self.name(name)
    bool(flag)
  }
}
