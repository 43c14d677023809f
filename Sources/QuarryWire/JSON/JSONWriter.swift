/// Writes JSON; commas and colons come by themselves.
///
/// ```swift
/// var writer = JSONWriter()
/// writer.object { writer in
///   writer.member("sql", "SELECT 1")
/// }
/// ```
package struct JSONWriter: Sendable {
  /// What stands before the next value.
  private enum Place {
    case first, key, value
  }

  /// What has been written.
  package private(set) var bytes: [UInt8] = []
  private var place = Place.first
  private let isSpread: Bool
  private var depth = 0

  /// Creates an empty text.
  ///
  /// - Parameters:
  ///   - capacity: How many bytes there is room for from the beginning.
  ///   - isSpread: Whether every member and every element stands on a line of its own.
  package init(capacity: Int = 0, isSpread: Bool = false) {
    self.isSpread = isSpread
    bytes.reserveCapacity(capacity)
  }

  /// One object.
  package static func object(_ body: (inout JSONWriter) throws -> Void) rethrows -> [UInt8] {
    var writer = JSONWriter()
    try writer.object(body)
    return writer.bytes
  }

  /// The number of bytes that have been written.
  package var count: Int { bytes.count }

  /// Begins anew in the same memory.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    place = .first
  }

  /// Ends a line of a text of lines.
  package mutating func newline() {
    bytes.append(0x0A)
    place = .first
  }

  // MARK: Pieces

  /// Where values begin and end that differ from text to text, in turns; `nil` if nobody wants to know.
  package var edges: [Int]?

  /// Takes notice of the beginning or the end of what differs. The beginning is after a `{`.
  package mutating func noteEdge() { edges?.append(bytes.count) }

  /// A part of an earlier text, up to the next of its edges.
  package mutating func piece(_ json: ArraySlice<UInt8>) {
    bytes.append(contentsOf: json)
    place = .first
  }

  // MARK: Structure

  /// `{`
  package mutating func beginObject() { open(UInt8(ascii: "{")) }
  /// `}`
  package mutating func endObject() { close(UInt8(ascii: "}")) }
  /// `[`
  package mutating func beginArray() { open(UInt8(ascii: "[")) }
  /// `]`
  package mutating func endArray() { close(UInt8(ascii: "]")) }

  /// An object with what `body` writes.
  package mutating func object(_ body: (inout JSONWriter) throws -> Void) rethrows {
    beginObject()
    try body(&self)
    endObject()
  }

  /// An array of what `body` writes.
  package mutating func array(_ body: (inout JSONWriter) throws -> Void) rethrows {
    beginArray()
    try body(&self)
    endArray()
  }

  /// The name of a member; its value comes next.
  package mutating func key(_ name: String) {
    string(name)
    bytes.append(UInt8(ascii: ":"))
    if isSpread { bytes.append(UInt8(ascii: " ")) }
    place = .key
  }

  /// Members that need no escapes, and the name of one whose value comes next.
  package mutating func members(upTo json: StaticString) {
    separate()
    json.withUTF8Buffer { bytes.append(contentsOf: $0) }
    place = .key
  }

  /// A member with a string, or with null.
  package mutating func member(_ name: String, _ value: String?) {
    key(name)
    if let value { string(value) } else { null() }
  }

  /// A member with a string of the program, which needs no escapes.
  package mutating func member(_ name: String, literal value: StaticString) {
    key(name)
    separate()
    bytes.append(UInt8(ascii: "\""))
    value.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// A member with an integer.
  package mutating func member(_ name: String, _ value: some BinaryInteger) {
    key(name)
    raw(String(value))
  }

  /// A member with a truth value.
  package mutating func member(_ name: String, _ value: Bool) {
    key(name)
    bool(value)
  }

  private mutating func open(_ byte: UInt8) {
    separate()
    bytes.append(byte)
    place = .first
    depth += 1
  }

  private mutating func close(_ byte: UInt8) {
    depth -= 1
    if isSpread, place != .first { breakLine() }
    bytes.append(byte)
    place = .value
  }

  private mutating func separate() {
    if place == .value { bytes.append(UInt8(ascii: ",")) }
    if isSpread, place != .key, depth > 0 { breakLine() }
    place = .value
  }

  private mutating func breakLine() {
    bytes.append(0x0A)
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
  }

  // MARK: Values

  /// `null`
  package mutating func null() { raw("null") }

  /// `true` or `false`
  package mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

  /// An integer with all its digits.
  package mutating func integer(_ value: Int64) {
    separate()
    digits(of: value)
  }

  /// An integer with all its digits, as a string.
  package mutating func quoted(_ value: Int64) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    digits(of: value)
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func digits(of value: Int64) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var start = digits.count
      repeat {
        start -= 1
        digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
    }
  }

  /// A double with the fewest digits that read back as the same bits, always recognisable as no integer.
  ///
  /// - Throws: ``JSONError/Kind/notFinite`` for infinities and NaN, which JSON does not have.
  package mutating func double(_ value: Double) throws(JSONError) {
    guard value.isFinite else { throw JSONError(.notFinite, offset: bytes.count) }
    raw(value.description)
  }

  /// A string, escaped where it must be.
  package mutating func string(_ value: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    var value = value
    value.withUTF8 { append($0) }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Bytes in base64, as a string.
  package mutating func base64(_ data: UnsafeBufferPointer<UInt8>, pads: Bool) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    Base64.encode(data, pads: pads, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// A text that is one JSON value already.
  package mutating func raw(_ json: String) {
    separate()
    bytes.append(contentsOf: json.utf8)
  }

  /// Bytes that are JSON already: one value, or several with commas between them, or none.
  package mutating func raw(_ json: [UInt8]) {
    guard !json.isEmpty else { return }
    separate()
    bytes += json
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

  private static let hexadecimal = Array("0123456789abcdef".utf8)

  private mutating func escape(_ byte: UInt8) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x0a: bytes.append(UInt8(ascii: "n"))
    case 0x0d: bytes.append(UInt8(ascii: "r"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    default:
      bytes.append(contentsOf: "u00".utf8)
      bytes.append(Self.hexadecimal[Int(byte >> 4)])
      bytes.append(Self.hexadecimal[Int(byte & 15)])
    }
  }
}

extension JSONWriter {
  /// A whole value. An infinity is written as a number that reads back as one, and NaN as null.
  package mutating func value(_ value: JSONValue) {
    switch value {
    case .object(let members):
      beginObject()
      for member in members {
        key(member.name)
        self.value(member.value)
      }
      endObject()
    case .array(let elements):
      beginArray()
      for element in elements { self.value(element) }
      endArray()
    case .string(let text): string(text)
    case .integer(let integer): self.integer(integer)
    case .double(let double) where double.isInfinite: raw(double < 0 ? "-9e999" : "9e999")
    case .double(let double): raw(double.isNaN ? "null" : double.description)
    case .bool(let flag): bool(flag)
    case .null: null()
    }
  }
}
