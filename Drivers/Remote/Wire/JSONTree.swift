/// A whole JSON value, for answers that are small.
package enum JSONTree: Sendable, Hashable {
  /// An object, with its members in order; names may repeat.
  case object([Member])
  /// An array.
  case array([JSONTree])
  /// A string.
  case string(String)
  /// A number without fraction and exponent that 64 bits hold exactly.
  case integer(Int64)
  /// Any other number.
  case double(Double)
  /// `true` or `false`
  case bool(Bool)
  /// `null`
  case null

  /// A member of an object.
  package struct Member: Sendable, Hashable {
    /// The name.
    package var name: String
    /// The value.
    package var value: JSONTree

    /// Creates a member.
    package init(name: String, value: JSONTree) {
      self.name = name
      self.value = value
    }
  }

  /// Reads a whole text.
  package init(_ bytes: [UInt8], maximumDepth: Int = 64) throws(JSONError) {
    var reader = JSONReader(bytes, maximumDepth: maximumDepth)
    self = try reader.tree()
    guard try reader.next() == nil else { throw JSONError(.unexpected, offset: reader.offset) }
  }

  /// The value of the first member of this name, or `nil` when there is none or this is no object.
  package subscript(name: String) -> JSONTree? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The string, or `nil` for anything else.
  package var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The integer, or `nil` for anything else.
  package var integer: Int64? { if case .integer(let value) = self { value } else { nil } }
  /// The number as a double, or `nil` for anything else.
  package var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }
  /// The truth value, or `nil` for anything else.
  package var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The elements, or `nil` for anything else.
  package var array: [JSONTree]? { if case .array(let value) = self { value } else { nil } }
  /// The members, or `nil` for anything else.
  package var members: [Member]? { if case .object(let value) = self { value } else { nil } }
  /// Whether this is `null`.
  package var isNull: Bool { self == .null }
}

extension JSONReader {
  /// Reads the next value with everything in it. The bytes of the whole value must be there.
  ///
  /// - Throws: ``JSONError/Kind/truncated`` when they are not.
  package mutating func tree() throws(JSONError) -> JSONTree { try tree(try required()) }

  /// Reads over the next value. The bytes of the whole value must be there.
  package mutating func skip() throws(JSONError) {
    let outer = depth
    repeat { _ = try required() } while depth > outer
  }

  /// The next token, where there must be one.
  package mutating func required() throws(JSONError) -> JSONToken {
    guard let token = try next() else { throw JSONError(.truncated, offset: offset) }
    return token
  }

  private mutating func tree(_ token: JSONToken) throws(JSONError) -> JSONTree {
    switch token {
    case .string(let value): return .string(value)
    case .integer(let value): return .integer(value)
    case .double(let value): return .double(value)
    case .bool(let value): return .bool(value)
    case .null: return .null
    case .beginArray:
      var elements: [JSONTree] = []
      while true {
        let token = try required()
        if token == .endArray { return .array(elements) }
        elements.append(try tree(token))
      }
    case .beginObject:
      var members: [JSONTree.Member] = []
      while case .key(let name) = try required() {
        members.append(JSONTree.Member(name: name, value: try tree()))
      }
      return .object(members)
    case .key, .endArray, .endObject: throw JSONError(.unexpected, offset: offset)
    }
  }
}
