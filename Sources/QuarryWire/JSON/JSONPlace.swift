internal import CQuarryWire

/// A place between the parts of a whole text: what was read before, as far as it matters for the rest.
package struct JSONPlace: Sendable {
  fileprivate let at: quarry_wire_json

  /// The number of bytes before it.
  package var offset: Int { at.position }

  /// Whether a text has the bytes of a part at a position that leaves room for them.
  package static func isSame(_ text: [UInt8], from start: Int, _ part: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { text in
      part.withUnsafeBufferPointer { part in
        guard let text = text.baseAddress, let bytes = part.baseAddress else { return part.isEmpty }
        return quarry_wire_is_same(text + start, bytes, part.count) != 0
      }
    }
  }
}

extension JSONReader {
  /// The place of a reader of a whole text, to read on from there in another text that begins the same.
  package var currentPlace: JSONPlace { JSONPlace(at: at) }

  /// Creates a reader of a whole text that goes on at a place of another one. The bytes before the place must be equal.
  package init(_ bytes: [UInt8], at place: JSONPlace) {
    self.init(bytes)
    at = place.at
  }
}
