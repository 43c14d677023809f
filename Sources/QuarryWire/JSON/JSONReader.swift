internal import CQuarryWire

/// Reads JSON step by step from pieces that may end anywhere, also inside a string, an escape or a number.
///
/// ```swift
/// reader.append(piece)
/// while let token = try reader.next() { … }   // nil: more bytes are needed, or the text is complete
/// reader.finish()                             // no more bytes: what is missing is now an error
/// ```
///
/// Nothing is ever shortened: a text that ends early gives ``JSONError/Kind/truncated``.
///
/// ``nextEvent()`` makes no string: who knows what to expect compares and reads the bytes where they are.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc8259>.
package struct JSONReader: Sendable {
  /// What may stand at the current place.
  private enum Place: UInt8 {
    // The numbers of quarry_wire_json.
    case value, valueOrEnd, keyOrEnd, key, colon, commaOrEnd, end
  }

  /// The text, as far as it isn't read.
  private(set) var buffer: [UInt8] = []
  /// Where the text ends in the buffer.
  private var limit = 0
  /// Where the reader is, and the token that it read last.
  var at = quarry_wire_json()
  /// How far the text of a token that is still incomplete has been looked through.
  private var scanned = 0
  private var hasEscapes = false
  /// Whether the string so far has bytes that are not ASCII.
  private var isWide = false
  private var consumed = 0
  private var isFinished = false
  /// Whether one value may follow another, as in a text of lines.
  package var takesSeveral = false
  /// The text of the last name or string without its escapes, if it has any.
  var unescaped: [UInt8]?
  private static let maximumDepth = Int(QUARRY_WIRE_JSON_DEPTH)
  /// How much memory whole values may still take beside their texts: a short text can have very many.
  var memory = Int.max
  /// Whether a whole object may have two members of one name.
  var allowsDuplicates = true

  /// Creates a reader without text.
  package init() {}

  /// Creates a reader of a whole text.
  package init(_ bytes: [UInt8]) {
    self.init(bytes, in: 0..<bytes.count)
  }

  /// Creates a reader of a whole text that is a part of some bytes, such as one line of many.
  package init(_ bytes: [UInt8], in range: Range<Int>) {
    buffer = bytes
    limit = range.upperBound
    at.position = range.lowerBound
    consumed = -range.lowerBound
    isFinished = true
  }

  /// The number of open objects and arrays.
  package var depth: Int { Int(at.depth) }

  /// The offset of the next byte in the whole text.
  package var offset: Int { consumed + position }

  /// The offset of the first byte of the last token that was no end.
  package var tokenOffset: Int { consumed + at.token }

  /// Adds the next piece of the text.
  package mutating func append(_ piece: [UInt8]) {
    defer { limit = buffer.count }
    if position == buffer.count {
      consumed += position
      at.token -= position
      buffer = piece
      position = 0
      return
    }
    if position > 0 {
      consumed += position
      at.token -= position
      buffer.removeFirst(position)
      position = 0
    }
    buffer += piece
  }

  /// Says that no more pieces come.
  package mutating func finish() { isFinished = true }

  /// The next event; `nil` when more bytes are needed or when the text is complete.
  package mutating func nextEvent() throws(JSONError) -> JSONEvent? {
    if scanned == 0, let event = plainEvent(limit) { return event }
    while true {
      skipSpace()
      guard position < limit else {
        if isFinished, place != .end { throw error(.truncated) }
        return nil
      }
      let byte = buffer[position]
      switch place {
      case .end:
        guard takesSeveral else { throw error(.unexpected) }
        place = .value
      case .colon:
        guard byte == UInt8(ascii: ":") else { throw error(.unexpected) }
        position += 1
        place = .value
      case .commaOrEnd:
        if byte == UInt8(ascii: ",") {
          position += 1
          place = isInObject ? .key : .value
        } else {
          return try close(byte)
        }
      case .keyOrEnd:
        if byte == UInt8(ascii: "}") { return try close(byte) }
        return try key(byte)
      case .key: return try key(byte)
      case .valueOrEnd:
        if byte == UInt8(ascii: "]") { return try close(byte) }
        return try value(byte)
      case .value: return try value(byte)
      }
    }
  }

  // MARK: The state

  private(set) var position: Int {
    get { at.position }
    set { at.position = newValue }
  }

  private var place: Place {
    get { Place(rawValue: at.place) ?? .end }
    set { at.place = newValue.rawValue }
  }

  /// The position of the last name, string or number.
  var text: Range<Int> {
    get { at.text_start..<at.text_end }
    set { (at.text_start, at.text_end) = (newValue.lowerBound, newValue.upperBound) }
  }

  private var isInObject: Bool { at.levels & 1 == 1 }

  // MARK: Structure

  private mutating func close(_ byte: UInt8) throws(JSONError) -> JSONEvent {
    let isObject = isInObject
    guard depth > 0, byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
      throw error(.unexpected)
    }
    at.levels >>= 1
    at.depth -= 1
    position += 1
    place = depth == 0 ? .end : .commaOrEnd
    return isObject ? .endObject : .endArray
  }

  private mutating func key(_ byte: UInt8) throws(JSONError) -> JSONEvent? {
    guard byte == UInt8(ascii: "\"") else { throw error(.unexpected) }
    at.token = position
    guard try readString() else { return nil }
    place = .colon
    return .key
  }

  private mutating func value(_ byte: UInt8) throws(JSONError) -> JSONEvent? {
    let event: JSONEvent?
    at.token = position
    switch byte {
    case UInt8(ascii: "{"): return try open(isObject: true)
    case UInt8(ascii: "["): return try open(isObject: false)
    case UInt8(ascii: "\""): event = try readString() ? .string : nil
    case UInt8(ascii: "t"): event = try word("true", .bool(true))
    case UInt8(ascii: "f"): event = try word("false", .bool(false))
    case UInt8(ascii: "n"): event = try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): event = try readNumber() ? .number : nil
    default: throw error(.unexpected)
    }
    if event != nil { place = depth == 0 ? .end : .commaOrEnd }
    return event
  }

  private mutating func open(isObject: Bool) throws(JSONError) -> JSONEvent {
    guard depth < Self.maximumDepth else { throw error(.tooDeep) }
    at.levels = at.levels << 1 | (isObject ? 1 : 0)
    at.depth += 1
    position += 1
    place = isObject ? .keyOrEnd : .valueOrEnd
    return isObject ? .beginObject : .beginArray
  }

  private mutating func skipSpace() {
    while position < limit {
      switch buffer[position] {
      case 0x20, 0x0a, 0x0d, 0x09: position += 1
      default: return
      }
    }
  }

  // MARK: Scalars

  private mutating func word(_ word: StaticString, _ event: JSONEvent) throws(JSONError) -> JSONEvent? {
    let count = min(word.utf8CodeUnitCount, limit - position)
    for index in 0..<count where buffer[position + index] != word.utf8Start[index] {
      throw error(.unexpected, at: position + index)
    }
    guard count == word.utf8CodeUnitCount else {
      try needMore()
      return nil
    }
    position += count
    return event
  }

  /// Reads over a number; `false` while its end has not come.
  private mutating func readNumber() throws(JSONError) -> Bool {
    var end = position + scanned
    while end < limit, JSONNumber.mayContain(buffer[end]) { end += 1 }
    // Only what follows a number shows that it has ended.
    if end == limit, !isFinished {
      scanned = end - position
      return false
    }
    scanned = 0
    text = position..<end
    unescaped = nil
    guard buffer.withUnsafeBufferPointer({ JSONNumber.isWhole(UnsafeBufferPointer(rebasing: $0[text])) }) else {
      throw JSONNumber.isBeginning(buffer[text]) && end == limit
        ? error(.truncated, at: end) : error(.unexpected)
    }
    position = end
    return true
  }

  /// Reads over the string that begins at the current place; `false` while its end has not come.
  private mutating func readString() throws(JSONError) -> Bool {
    if scanned == 0 {
      scanned = 1
      hasEscapes = false
      isWide = false
    }
    let found = buffer.withUnsafeBufferPointer { bytes in
      JSONString.scan(
        UnsafeBufferPointer(rebasing: bytes[..<limit]), from: position + scanned, hasEscapes: &hasEscapes,
        isWide: &isWide)
    }
    switch found {
    case .control(let place): throw error(.badString, at: place)
    case .open(let place):
      scanned = place - position
      try needMore()
      return false
    case .closed(let end):
      text = position + 1..<end
      unescaped = nil
      if hasEscapes {
        guard let plain = withRawText({ JSONString.unescaped($0) }) else { throw error(.badString) }
        unescaped = plain
      } else if isWide {
        guard withRawText({ JSONString.isUTF8($0) }) else { throw error(.badString) }
      }
      position = end + 1
      scanned = 0
      return true
    }
  }

  private func needMore() throws(JSONError) {
    if isFinished { throw error(.truncated, at: limit) }
  }

  private func error(_ kind: JSONError.Kind, at place: Int? = nil) -> JSONError {
    JSONError(kind, offset: consumed + (place ?? position))
  }
}
