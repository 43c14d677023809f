#if Identity
internal import QuarryWire

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Reads `Decodable` types from the server's JSON: dates with a space, and missing values as empty texts.
struct BosBaseDecoder: Decoder {
  let value: BosBaseJSON
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard let members = value.members else { throw mismatch(type) }
    return KeyedDecodingContainer(Keyed(decoder: self, members: members))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let elements = value.array else { throw mismatch([BosBaseJSON].self) }
    return Unkeyed(decoder: self, elements: elements)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { Single(decoder: self) }

  func at(_ value: BosBaseJSON, _ key: any CodingKey) -> BosBaseDecoder {
    BosBaseDecoder(value: value, codingPath: codingPath + [key])
  }

  func mismatch(_ type: Any.Type) -> DecodingError {
    .typeMismatch(type, DecodingError.Context(codingPath: codingPath, debugDescription: ""))
  }

  // MARK: Values

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let result = try known(type) as? Value else { return try Value(from: self) }
    return result
  }

  /// The value of a type that JSON has, or that has a special form on the wire. `nil` for all other types.
  private func known(_ type: Any.Type) throws -> Any? {
    switch type {
    case is BosBaseJSON.Type: return value
    case is Bool.Type: return try some(value.bool, type)
    case is String.Type: return try some(value.text, type)
    case is Double.Type: return try some(value.number, type)
    case is Float.Type: return try some(value.number.map { Float($0) }, type)
    case is Date.Type: return try some(value.text.flatMap(BosBaseDate.date), type)
    case is URL.Type: return try some(value.text.flatMap { URL(string: $0) }, type)
    case is Data.Type: return try some(value.text.flatMap { Base64.decode($0) }.map { Data($0) }, type)
    case is Decimal.Type: return try some(value.number.flatMap { Decimal(string: "\($0)") }, type)
    case let type as any FixedWidthInteger.Type: return try integer(type)
    default: return nil
    }
  }

  private func integer<Integer: FixedWidthInteger>(_ type: Integer.Type) throws -> Integer {
    if let whole = value.integer { return try some(Integer(exactly: whole), type) }
    return try some(value.number.flatMap { Integer(exactly: $0) }, type)
  }

  private func some<Value>(_ value: Value?, _ type: Any.Type) throws -> Value {
    guard let value else { throw mismatch(type) }
    return value
  }

  // MARK: Containers

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: BosBaseDecoder
    let members: [String: BosBaseJSON]

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try at(key).value.isNull }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try at(key).decode(type) }

    /// Missing dates, addresses and choices are empty texts.
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
      guard let value = members[key.stringValue], !value.isNull else { return nil }
      let member = decoder.at(value, key)
      if value.text?.isEmpty == true { return try? member.decode(type) }
      return try member.decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try at(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try at(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { decoder }
    func superDecoder(forKey key: Key) throws -> any Decoder { try at(key) }

    private func at(_ key: Key) throws -> BosBaseDecoder {
      guard let value = members[key.stringValue] else {
        throw DecodingError.keyNotFound(key, DecodingError.Context(codingPath: codingPath, debugDescription: ""))
      }
      return decoder.at(value, key)
    }
  }

  private struct Unkeyed: UnkeyedDecodingContainer {
    let decoder: BosBaseDecoder
    let elements: [BosBaseJSON]
    var currentIndex = 0

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    mutating func decodeNil() throws -> Bool {
      guard try peek().value.isNull else { return false }
      currentIndex += 1
      return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      let value = try peek().decode(type)
      currentIndex += 1
      return value
    }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> { try superDecoder().container(keyedBy: type) }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try superDecoder().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder {
      let element = try peek()
      currentIndex += 1
      return element
    }

    private func peek() throws -> BosBaseDecoder {
      let key = Index(intValue: currentIndex)
      guard !isAtEnd else {
        throw DecodingError.valueNotFound(
          BosBaseJSON.self, DecodingError.Context(codingPath: codingPath + [key], debugDescription: ""))
      }
      return decoder.at(elements[currentIndex], key)
    }
  }

  private struct Single: SingleValueDecodingContainer {
    let decoder: BosBaseDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }
    func decodeNil() -> Bool { decoder.value.isNull }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }
  }

  /// The position of an element.
  private struct Index: CodingKey {
    let position: Int
    init(intValue: Int) { position = intValue }
    init?(stringValue: String) { return nil }
    var intValue: Int? { position }
    var stringValue: String { String(position) }
  }
}
#endif
