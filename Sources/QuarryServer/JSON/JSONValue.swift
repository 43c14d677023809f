/// A JSON document. A number stays the text that was sent, so that nothing is rounded before somebody asks.
enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])
}

extension JSONValue {
  /// A member of an object; `nil` when it is absent, null or when this is no object.
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self, let value = members[name] else { return nil }
    if case .null = value { return nil }
    return value
  }

  var string: String? { if case .string(let text) = self { text } else { nil } }
  var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
  var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
  var integer: Int? { if case .number(let text) = self { Int(text) } else { nil } }
  var number: Double? { if case .number(let text) = self { Double(text) } else { nil } }
}
