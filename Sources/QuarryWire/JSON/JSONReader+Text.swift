internal import CQuarryWire
internal import Quarry

// What the text of the last event says: of a name, a string or a number.
extension JSONReader {
  /// The next token; `nil` when more bytes are needed or when the text is complete.
  package mutating func next() throws(JSONError) -> JSONToken? {
    switch try nextEvent() {
    case .beginObject?: .beginObject
    case .endObject?: .endObject
    case .beginArray?: .beginArray
    case .endArray?: .endArray
    case .key?: .key(string)
    case .string?: .string(string)
    case .number?: number
    case .bool(let value)?: .bool(value)
    case .null?: .null
    case nil: nil
    }
  }

  /// Whether the last name or string is this text.
  package func isText(_ wanted: StaticString) -> Bool {
    if let unescaped {
      return unescaped.count == wanted.utf8CodeUnitCount && wanted.withUTF8Buffer { unescaped.elementsEqual($0) }
    }
    guard text.count == wanted.utf8CodeUnitCount else { return false }
    return buffer.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return true }
      return quarry_wire_is_same(start + text.lowerBound, wanted.utf8Start, text.count) != 0
    }
  }

  /// Calls a body with the bytes of the last text, with its escapes.
  func withRawText<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    buffer.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[text])) }
  }

  /// Calls a body with the last name or string in UTF-8, or with the digits of the last number.
  package func withText<R, E: Error>(_ body: (UnsafeBufferPointer<UInt8>) throws(E) -> R) throws(E) -> R {
    if let unescaped { return try unescaped.withUnsafeBufferPointer(body) }
    return try buffer.withUnsafeBufferPointer { (bytes) throws(E) in
      try body(UnsafeBufferPointer(rebasing: bytes[text]))
    }
  }

  /// The last name or string.
  package var string: String {
    withText { SQLCell.validatedText($0) ?? "" }
  }

  /// The last number.
  package var number: JSONToken {
    buffer.withUnsafeBufferPointer { JSONNumber.token(UnsafeBufferPointer(rebasing: $0[text])) }
  }

  /// The integer that the last string spells, as `Int64(_:)` reads it, or `nil`.
  package var spelledInteger: Int64? {
    withText { JSONNumber.integer($0) }
  }

  /// The bytes that a reader of a whole text was made with.
  package var bytes: [UInt8] { buffer }

  /// The position of the last string in the bytes of the reader, or `nil` if it has escapes.
  package var textPlace: Range<Int>? { unescaped == nil ? text : nil }

  /// The last name, string or number, for a reader of a whole text that comes back to it.
  package var lastText: JSONText { JSONText(place: text, unescaped: unescaped) }

  /// Makes a text the last one again.
  package mutating func recall(_ earlier: JSONText) {
    text = earlier.place
    unescaped = earlier.unescaped
  }
}

/// A name, string or number that was read.
package struct JSONText: Sendable {
  fileprivate let place: Range<Int>
  fileprivate let unescaped: [UInt8]?
}
