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
/// Source: <https://www.rfc-editor.org/rfc/rfc8259>.
package struct JSONReader: Sendable {
  /// What may stand at the current place.
  private enum Place {
    case value, valueOrEnd, keyOrEnd, key, colon, commaOrEnd, end
  }

  private var buffer: [UInt8] = []
  private var position = 0
  /// How far the text of a token that is still incomplete has been looked through.
  private var scanned = 0
  private var hasEscapes = false
  private var consumed = 0
  private var isFinished = false
  private var place = Place.value
  /// Whether one value may follow another, as in a text of lines.
  package var takesSeveral = false
  /// The offset of the first byte of the last token that was no end.
  package private(set) var tokenOffset = 0
  /// The open levels: `true` for an object.
  private var levels: [Bool] = []
  private static let maximumDepth = 64
  /// How much memory whole values may still take beside their texts: a short text can have very many.
  var memory = Int.max
  /// Whether a whole object may have two members of one name.
  var allowsDuplicates = true

  /// Creates a reader without text.
  package init() {}

  /// Creates a reader of a whole text.
  package init(_ bytes: [UInt8]) {
    buffer = bytes
    isFinished = true
  }

  /// The number of open objects and arrays.
  package var depth: Int { levels.count }

  /// The offset of the next byte in the whole text.
  package var offset: Int { consumed + position }

  /// Adds the next piece of the text.
  package mutating func append(_ piece: [UInt8]) {
    if position == buffer.count {
      consumed += position
      buffer = piece
      position = 0
      return
    }
    if position > 0 {
      consumed += position
      buffer.removeFirst(position)
      position = 0
    }
    buffer += piece
  }

  /// Says that no more pieces come.
  package mutating func finish() { isFinished = true }

  /// The next token; `nil` when more bytes are needed or when the text is complete.
  package mutating func next() throws(JSONError) -> JSONToken? {
    while true {
      skipSpace()
      guard position < buffer.count else {
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
          place = levels.last == true ? .key : .value
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

  // MARK: Structure

  private mutating func close(_ byte: UInt8) throws(JSONError) -> JSONToken {
    let isObject = levels.last == true
    guard !levels.isEmpty, byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
      throw error(.unexpected)
    }
    levels.removeLast()
    position += 1
    place = levels.isEmpty ? .end : .commaOrEnd
    return isObject ? .endObject : .endArray
  }

  private mutating func key(_ byte: UInt8) throws(JSONError) -> JSONToken? {
    guard byte == UInt8(ascii: "\"") else { throw error(.unexpected) }
    tokenOffset = offset
    guard let text = try string() else { return nil }
    place = .colon
    return .key(text)
  }

  private mutating func value(_ byte: UInt8) throws(JSONError) -> JSONToken? {
    let token: JSONToken?
    tokenOffset = offset
    switch byte {
    case UInt8(ascii: "{"): return try open(isObject: true)
    case UInt8(ascii: "["): return try open(isObject: false)
    case UInt8(ascii: "\""): token = try string().map { .string($0) }
    case UInt8(ascii: "t"): token = try word("true", .bool(true))
    case UInt8(ascii: "f"): token = try word("false", .bool(false))
    case UInt8(ascii: "n"): token = try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): token = try number()
    default: throw error(.unexpected)
    }
    if token != nil { place = levels.isEmpty ? .end : .commaOrEnd }
    return token
  }

  private mutating func open(isObject: Bool) throws(JSONError) -> JSONToken {
    guard levels.count < Self.maximumDepth else { throw error(.tooDeep) }
    levels.append(isObject)
    position += 1
    place = isObject ? .keyOrEnd : .valueOrEnd
    return isObject ? .beginObject : .beginArray
  }

  private mutating func skipSpace() {
    while position < buffer.count {
      switch buffer[position] {
      case 0x20, 0x0a, 0x0d, 0x09: position += 1
      default: return
      }
    }
  }

  // MARK: Scalars

  private mutating func word(_ word: StaticString, _ token: JSONToken) throws(JSONError) -> JSONToken? {
    let count = min(word.utf8CodeUnitCount, buffer.count - position)
    for index in 0..<count where buffer[position + index] != word.utf8Start[index] {
      throw error(.unexpected, at: position + index)
    }
    guard count == word.utf8CodeUnitCount else { return try needMore() }
    position += count
    return token
  }

  private mutating func number() throws(JSONError) -> JSONToken? {
    var end = position + scanned
    while end < buffer.count, JSONNumber.mayContain(buffer[end]) { end += 1 }
    // Only what follows a number shows that it has ended.
    if end == buffer.count, !isFinished {
      scanned = end - position
      return nil
    }
    scanned = 0
    let parsed = buffer.withUnsafeBufferPointer { JSONNumber.token(UnsafeBufferPointer(rebasing: $0[position..<end])) }
    guard let parsed else {
      throw JSONNumber.isBeginning(buffer[position..<end]) && end == buffer.count
        ? error(.truncated, at: end) : error(.unexpected)
    }
    position = end
    return parsed
  }

  /// Reads the string that begins at the current place; `nil` while its end has not come.
  private mutating func string() throws(JSONError) -> String? {
    let start = position + 1
    if scanned == 0 {
      scanned = 1
      hasEscapes = false
    }
    let found = buffer.withUnsafeBufferPointer { bytes -> JSONString.Scan in
      JSONString.scan(bytes, from: position + scanned, hasEscapes: &hasEscapes)
    }
    switch found {
    case .control(let place): throw error(.badString, at: place)
    case .open(let place):
      scanned = place - position
      return try needMore()
    case .closed(let end):
      let escapes = hasEscapes
      let text = buffer.withUnsafeBufferPointer { bytes in
        JSONString.text(UnsafeBufferPointer(rebasing: bytes[start..<end]), hasEscapes: escapes)
      }
      guard let text else { throw error(.badString) }
      position = end + 1
      scanned = 0
      return text
    }
  }

  private func needMore<T>() throws(JSONError) -> T? {
    if isFinished { throw error(.truncated, at: buffer.count) }
    return nil
  }

  private func error(_ kind: JSONError.Kind, at place: Int? = nil) -> JSONError {
    JSONError(kind, offset: consumed + (place ?? position))
  }
}
