extension JSONValue {
  /// Reads a whole text.
  package init(_ bytes: [UInt8]) throws(JSONError) {
    var reader = JSONReader(bytes)
    try self.init(whole: &reader)
  }

  /// Reads a whole text that anybody may have sent: without two members of one name, since readers differ on which of
  /// them counts, and of so many parts only.
  ///
  /// - Parameter maximumMemory: About how many bytes the parts may take beside their texts.
  package init(untrusted bytes: [UInt8], maximumMemory: Int = 192 << 20) throws(JSONError) {
    var reader = JSONReader(bytes)
    reader.memory = maximumMemory
    reader.allowsDuplicates = false
    try self.init(whole: &reader)
  }

  private init(whole reader: inout JSONReader) throws(JSONError) {
    self = try reader.value()
    guard try reader.next() == nil else { throw JSONError(.unexpected, offset: reader.offset) }
  }
}

extension JSONReader {
  private static let valueMemory = 24
  private static let arrayMemory = 48
  private static let objectMemory = 200

  /// Reads the next value with everything in it. The bytes of the whole value must be there.
  ///
  /// - Throws: ``JSONError/Kind/truncated`` when they are not.
  package mutating func value() throws(JSONError) -> JSONValue { try value(from: try required()) }

  /// Reads over the next value. The bytes of the whole value must be there.
  package mutating func skip() throws(JSONError) {
    let outer = depth
    repeat { _ = try requiredEvent() } while depth > outer
  }

  /// The next event, where there must be one.
  package mutating func requiredEvent() throws(JSONError) -> JSONEvent {
    guard let event = try nextEvent() else { throw JSONError(.truncated, offset: offset) }
    return event
  }

  /// The next token, where there must be one.
  package mutating func required() throws(JSONError) -> JSONToken {
    guard let token = try next() else { throw JSONError(.truncated, offset: offset) }
    return token
  }

  private mutating func value(from token: JSONToken) throws(JSONError) -> JSONValue {
    try take(Self.valueMemory)
    switch token {
    case .string(let value): return .string(value)
    case .integer(let value): return .integer(value)
    case .double(let value): return .double(value)
    case .bool(let value): return .bool(value)
    case .null: return .null
    case .beginArray:
      try take(Self.arrayMemory)
      var elements: [JSONValue] = []
      while true {
        let token = try required()
        if case .endArray = token { return .array(elements) }
        elements.append(try value(from: token))
      }
    case .beginObject:
      try take(Self.objectMemory)
      var members: [(name: String, value: JSONValue)] = []
      while case .key(let name) = try required() { members.append((name, try value())) }
      guard allowsDuplicates || Self.areDistinct(members) else { throw JSONError(.duplicate, offset: offset) }
      return .object(members)
    case .key, .endArray, .endObject: throw JSONError(.unexpected, offset: offset)
    }
  }

  private static func areDistinct(_ members: [(name: String, value: JSONValue)]) -> Bool {
    guard members.count <= 8 else { return Set(members.lazy.map(\.name)).count == members.count }
    return members.indices.allSatisfy { index in !members[..<index].contains { $0.name == members[index].name } }
  }

  private mutating func take(_ bytes: Int) throws(JSONError) {
    memory -= bytes
    guard memory >= 0 else { throw JSONError(.tooLarge, offset: offset) }
  }
}
