/// A JSON document that can be changed in one place and written again with everything else as it was: the order of
/// members, the spelling of numbers and the escapes of strings.
indirect enum WireJSON: Sendable, Equatable {
  /// The members in order; the names as they are written between the quotes.
  case object([Member])
  case array([WireJSON])
  /// What is written between the quotes.
  case string(String)
  /// A number, `true`, `false` or `null` as it is written.
  case literal(String)

  struct Member: Sendable, Equatable {
    var name: String
    var value: WireJSON
  }

  /// A way from the root to a value: the numbers of members and elements.
  typealias Path = [Int]

  /// The value of a member, or `nil`.
  subscript(_ name: String) -> WireJSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The members' or elements' values, in order.
  var children: [WireJSON] {
    switch self {
    case .object(let members): members.map(\.value)
    case .array(let elements): elements
    case .string, .literal: []
    }
  }

  /// The document as text.
  var text: String {
    switch self {
    case .object(let members): "{" + members.map { "\"\($0.name)\":\($0.value.text)" }.joined(separator: ",") + "}"
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .string(let text): "\"\(text)\""
    case .literal(let text): text
    }
  }

  /// Changes every value, the innermost first. A value that becomes `nil` is left out.
  func mapped(_ change: (WireJSON) -> WireJSON?) -> WireJSON? {
    switch self {
    case .object(let members):
      change(
        .object(
          members.compactMap { member in member.value.mapped(change).map { Member(name: member.name, value: $0) } }))
    case .array(let elements): change(.array(elements.compactMap { $0.mapped(change) }))
    case .string, .literal: change(self)
    }
  }

  /// The ways to all values that are members of objects, with their names.
  func members(below path: Path = []) -> [(path: Path, name: String, value: WireJSON)] {
    var found: [(path: Path, name: String, value: WireJSON)] = []
    if case .object(let members) = self {
      found = members.enumerated().map { (path + [$0.offset], $0.element.name, $0.element.value) }
    }
    for (index, child) in children.enumerated() { found += child.members(below: path + [index]) }
    return found
  }

  /// The document with another value at the end of a way, or with none there.
  func replacing(_ path: ArraySlice<Int>, by value: WireJSON?) -> WireJSON? {
    guard let first = path.first else { return value }
    switch self {
    case .object(var members):
      guard members.indices.contains(first) else { return self }
      if let changed = members[first].value.replacing(path.dropFirst(), by: value) {
        members[first].value = changed
      } else {
        members.remove(at: first)
      }
      return .object(members)
    case .array(var elements):
      guard elements.indices.contains(first) else { return self }
      if let changed = elements[first].replacing(path.dropFirst(), by: value) {
        elements[first] = changed
      } else {
        elements.remove(at: first)
      }
      return .array(elements)
    case .string, .literal: return self
    }
  }
}

extension WireJSON {
  /// The documents of a body: one, or one in each line.
  static func documents(_ body: [UInt8]) -> [WireJSON]? {
    var reader = WireJSONReader(body)
    var all: [WireJSON] = []
    while !reader.isAtEnd {
      guard let value = reader.value() else { return nil }
      all.append(value)
    }
    return all.isEmpty ? nil : all
  }

  /// A body of documents, one in each line when there are several.
  static func body(_ documents: [WireJSON]) -> [UInt8] {
    guard documents.count != 1 else { return Array(documents[0].text.utf8) }
    return Array(documents.map { $0.text + "\n" }.joined().utf8)
  }

  /// Changes every value of a body; a body that is no JSON stays.
  static func edit(_ body: [UInt8], _ change: (WireJSON) -> WireJSON?) -> [UInt8] {
    guard let documents = documents(body) else { return body }
    return self.body(documents.compactMap { $0.mapped(change) })
  }
}

/// Reads values; white space between them is skipped.
private struct WireJSONReader {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { bytes[place...].allSatisfy(Self.isSpace) }

  mutating func value() -> WireJSON? {
    skipSpace()
    guard place < bytes.count else { return nil }
    switch bytes[place] {
    case UInt8(ascii: "{"): return object()
    case UInt8(ascii: "["): return array()
    case UInt8(ascii: "\""): return string().map(WireJSON.string)
    default:
      let start = place
      while place < bytes.count, !Self.isSpace(bytes[place]), !",]}:".utf8.contains(bytes[place]) { place += 1 }
      return place == start ? nil : .literal(String(decoding: bytes[start..<place], as: UTF8.self))
    }
  }

  private mutating func object() -> WireJSON? {
    place += 1
    var members: [WireJSON.Member] = []
    if take("}") { return .object([]) }
    repeat {
      skipSpace()
      guard let name = string(), take(":"), let value = value() else { return nil }
      members.append(WireJSON.Member(name: name, value: value))
    } while take(",")
    return take("}") ? .object(members) : nil
  }

  private mutating func array() -> WireJSON? {
    place += 1
    var elements: [WireJSON] = []
    if take("]") { return .array([]) }
    repeat {
      guard let value = value() else { return nil }
      elements.append(value)
    } while take(",")
    return take("]") ? .array(elements) : nil
  }

  private mutating func string() -> String? {
    guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { return nil }
    place += 1
    let start = place
    while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
      place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard place < bytes.count else { return nil }
    place += 1
    return String(decoding: bytes[start..<place - 1], as: UTF8.self)
  }

  private mutating func take(_ mark: Unicode.Scalar) -> Bool {
    skipSpace()
    guard place < bytes.count, bytes[place] == UInt8(ascii: mark) else { return false }
    place += 1
    return true
  }

  private mutating func skipSpace() { while place < bytes.count, Self.isSpace(bytes[place]) { place += 1 } }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
}
