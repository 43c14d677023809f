internal import CQuarryWire

// Nearly every token is whole, right and without escapes. Reading those takes a few instructions, wherever they stand.
extension JSONReader {
  /// The next event if its token is a plain one, or `nil` to look at it closely.
  ///
  /// - Parameter limit: Where the text ends in the buffer.
  mutating func plainEvent(_ limit: Int) -> JSONEvent? {
    let before = at
    let event = buffer.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { quarry_wire_json_next($0, limit, &at) } ?? 0
    }
    switch Int(event) {
    case QUARRY_WIRE_JSON_NAME, QUARRY_WIRE_JSON_STRING:
      guard at.is_wide == 0 || withRawText({ JSONString.isUTF8($0) }) else {
        at = before
        return nil
      }
      unescaped = nil
      return Int(event) == QUARRY_WIRE_JSON_NAME ? .key : .string
    case QUARRY_WIRE_JSON_NUMBER:
      unescaped = nil
      return .number
    case QUARRY_WIRE_JSON_BEGIN_OBJECT: return .beginObject
    case QUARRY_WIRE_JSON_END_OBJECT: return .endObject
    case QUARRY_WIRE_JSON_BEGIN_ARRAY: return .beginArray
    case QUARRY_WIRE_JSON_END_ARRAY: return .endArray
    case QUARRY_WIRE_JSON_TRUE: return .bool(true)
    case QUARRY_WIRE_JSON_FALSE: return .bool(false)
    case QUARRY_WIRE_JSON_NULL: return .null
    default: return nil
    }
  }
}
