#if Identity
internal import QuarryWire

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Writes `Encodable` types as JSON for the server: dates with a space, `nil` as `null`.
final class BosBaseEncoder: Encoder {
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  private var content = Content.none

  private enum Content {
    case none
    case value(BosBaseJSON)
    case members([(name: String, encoder: BosBaseEncoder)])
    case elements([BosBaseEncoder])
  }

  static func json(of value: some Encodable) throws -> BosBaseJSON {
    let encoder = BosBaseEncoder()
    try encoder.put(value)
    return encoder.json
  }

  /// What was written.
  private var json: BosBaseJSON {
    switch content {
    case .none: .object([:])
    case .value(let value): value
    case .members(let members): .object(Dictionary(members.map { ($0.name, $0.encoder.json) }) { $1 })
    case .elements(let elements): .array(elements.map(\.json))
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .none = content { content = .members([]) }
    return KeyedEncodingContainer(Keyed(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .none = content { content = .elements([]) }
    return Unkeyed(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

  // MARK: Values

  func putNull() { content = .value(.null) }

  func put(_ value: some Encodable) throws {
    if let known = try Self.known(value) {
      content = .value(known)
    } else {
      try value.encode(to: self)
    }
  }

  /// The JSON of a type that JSON has, or that has a special form on the wire. `nil` for all other types.
  private static func known(_ value: Any) throws -> BosBaseJSON? {
    switch value {
    case let value as BosBaseJSON: value
    case let value as Bool: .bool(value)
    case let value as String: .text(value)
    case let value as Double: .number(value)
    case let value as Float: .number(Double(value))
    case let value as Date: .text(try BosBaseDate.text(value))
    case let value as URL: .text(value.absoluteString)
    case let value as Data: .text(Base64.encode(Array(value)))
    case let value as Decimal: .number(Double(value.description) ?? .nan)
    case let value as any FixedWidthInteger: try integer(value)
    default: nil
    }
  }

  private static func integer(_ value: some FixedWidthInteger) throws -> BosBaseJSON {
    guard let integer = Int64(exactly: value) else {
      throw BosBaseError(
        .inexactNumber, "The body has an integer beyond 2^53, which the server would round; store it as text")
    }
    return .integer(integer)
  }

  private func member(_ key: any CodingKey) -> BosBaseEncoder {
    let encoder = BosBaseEncoder()
    guard case .members(var members) = content else { return encoder }
    members.append((key.stringValue, encoder))
    content = .members(members)
    return encoder
  }

  private func element() -> BosBaseEncoder {
    let encoder = BosBaseEncoder()
    guard case .elements(var elements) = content else { return encoder }
    elements.append(encoder)
    content = .elements(elements)
    return encoder
  }

  private var elementCount: Int { if case .elements(let elements) = content { elements.count } else { 0 } }

  // MARK: Containers

  private struct Unkeyed: UnkeyedEncodingContainer {
    let encoder: BosBaseEncoder
    var codingPath: [any CodingKey] { [] }
    var count: Int { encoder.elementCount }
    func encodeNil() { encoder.element().putNull() }
    func encode<Value: Encodable>(_ value: Value) throws { try encoder.element().put(value) }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
      encoder.element().container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.element().unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder.element() }
  }

  private struct Single: SingleValueEncodingContainer {
    let encoder: BosBaseEncoder
    var codingPath: [any CodingKey] { [] }
    func encodeNil() { encoder.putNull() }
    func encode<Value: Encodable>(_ value: Value) throws { try encoder.put(value) }
  }

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: BosBaseEncoder
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { encoder.member(key).putNull() }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try encoder.member(key).put(value) }

    /// Writes an optional value. The caller means `null` by `nil`.
    private func optional(_ value: (some Encodable)?, _ key: Key) throws {
      if let value { try encoder.member(key).put(value) } else { encoder.member(key).putNull() }
    }

    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try optional(value, key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try optional(value, key) }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { encoder.member(key).container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      encoder.member(key).unkeyedContainer()
    }
    func superEncoder() -> any Encoder { encoder }
    func superEncoder(forKey key: Key) -> any Encoder { encoder.member(key) }
  }
}
#endif
