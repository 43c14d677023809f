internal import QuarryWire

/// A JSON document that can be changed in one place and otherwise keeps the order of members, the spelling of numbers
/// and the escapes of strings.
indirect enum WireJSON: Sendable, Equatable {
  /// The members in order, with names as they are spelled between the quotes.
  case object([Member])
  case array([WireJSON])
  /// The text between the quotes.
  case string(String)
  /// A number, `true`, `false` or `null` in its original spelling.
  case literal(String)

  struct Member: Sendable, Equatable {
    var name: String
    var value: WireJSON
  }

  /// A path from the root to a value: the positions of members and elements.
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

  /// Changes every value, innermost first. A value that becomes `nil` is removed.
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

  /// Returns the paths to all values that are members of objects, with their names.
  func members(below path: Path = []) -> [(path: Path, name: String, value: WireJSON)] {
    var found: [(path: Path, name: String, value: WireJSON)] = []
    if case .object(let members) = self {
      found = members.enumerated().map { (path + [$0.offset], $0.element.name, $0.element.value) }
    }
    for (index, child) in children.enumerated() { found += child.members(below: path + [index]) }
    return found
  }

  /// Returns the document with another value at the end of a path, or without the value.
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
  /// Parses the documents of a body: a single one, or one per line.
  static func documents(_ body: [UInt8]) -> [WireJSON]? {
    var reader = JSONReader(body)
    reader.takesSeveral = true
    var all: [WireJSON] = []
    do throws(JSONError) {
      while let token = try reader.next() { all.append(try WireJSON(token, &reader, body)) }
    } catch {
      return nil
    }
    return all.isEmpty ? nil : all
  }

  /// Reads the rest of the value that begins with a token.
  private init(_ token: JSONToken, _ reader: inout JSONReader, _ body: [UInt8]) throws(JSONError) {
    func spelling(_ quotes: Int = 0) -> String {
      String(decoding: body[reader.tokenOffset + quotes..<reader.offset - quotes], as: UTF8.self)
    }
    switch token {
    case .beginObject:
      var members: [Member] = []
      while case .key = try reader.required() {
        let name = spelling(1)
        members.append(Member(name: name, value: try WireJSON(try reader.required(), &reader, body)))
      }
      self = .object(members)
    case .beginArray:
      var elements: [WireJSON] = []
      while true {
        let token = try reader.required()
        if case .endArray = token { break }
        elements.append(try WireJSON(token, &reader, body))
      }
      self = .array(elements)
    case .string: self = .string(spelling(1))
    default: self = .literal(spelling())
    }
  }

  /// Returns a body of documents. Several documents have one line each.
  static func body(_ documents: [WireJSON]) -> [UInt8] {
    guard documents.count != 1 else { return Array(documents[0].text.utf8) }
    return Array(documents.map { $0.text + "\n" }.joined().utf8)
  }

  /// Changes every value of a body. A body that isn't JSON stays unchanged.
  static func edit(_ body: [UInt8], _ change: (WireJSON) -> WireJSON?) -> [UInt8] {
    guard let documents = documents(body) else { return body }
    return self.body(documents.compactMap { $0.mapped(change) })
  }
}
