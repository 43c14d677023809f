/// Finds how the property of a type without a conversion is stored. If possible, it also makes an instance of the
/// type by decoding from nothing.
final class PropertyShape: Decoder {
  /// The type of the single value that the property decodes, once known.
  fileprivate(set) var single: (any SQLValueConvertible.Type)?
  /// Whether the property decodes NULL.
  fileprivate(set) var isNullable = false
  private let depth: Int

  /// The maximum depth, because a type that contains itself would never end.
  private static let greatestDepth = 32

  init(depth: Int = 0) { self.depth = depth }

  struct CannotMake: Error {}

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Returns an instance of any type, only to continue with the next property.
  static func instance<Value: Decodable>(of type: Value.Type, depth: Int = 0) throws -> Value {
    guard depth < greatestDepth else { throw CannotMake() }
    if let convertible = type as? any SQLValueConvertible.Type, let value = sample(of: convertible) as? Value {
      return value
    }
    if let cases = type as? any CaseIterable.Type, let value = firstCase(of: cases) as? Value { return value }
    return try Value(from: PropertyShape(depth: depth + 1))
  }

  private static func firstCase<Value: CaseIterable>(of type: Value.Type) -> Any? { type.allCases.first }

  /// The first of some values that the type accepts.
  private static func sample<Value: SQLValueConvertible>(of type: Value.Type) -> Any? {
    let samples: [SQLValue] = [
      0, "", 0.0, .blob([]), "2001-01-01", "00000000-0000-0000-0000-000000000000", "a:", "{}", "[]", 1,
    ]
    for sample in samples {
      if let value = try? Value(sqlValue: sample) { return value }
    }
    if let cases = type as? any CaseIterable.Type { return firstCase(of: cases) }
    return nil
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Keyed(depth: depth))
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { EmptyList(depth: depth) }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { Single(shape: self, depth: depth) }

  /// Has every key.
  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let depth: Int
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }
    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool { true }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try PropertyShape.instance(of: type, depth: depth)
    }
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? { nil }
    func nestedContainer<NestedKey: CodingKey>(
      keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
      KeyedDecodingContainer(Keyed<NestedKey>(depth: depth))
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { EmptyList(depth: depth) }
    func superDecoder() throws -> any Decoder { PropertyShape(depth: depth) }
    func superDecoder(forKey key: Key) throws -> any Decoder { PropertyShape(depth: depth) }
  }

  /// Has no elements.
  private struct EmptyList: UnkeyedDecodingContainer {
    let depth: Int
    var codingPath: [any CodingKey] { [] }
    var count: Int? { 0 }
    var isAtEnd: Bool { true }
    var currentIndex: Int { 0 }
    func decodeNil() throws -> Bool { throw CannotMake() }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { throw CannotMake() }
    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
      throw CannotMake()
    }
    func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw CannotMake() }
    func superDecoder() throws -> any Decoder { throw CannotMake() }
  }

  /// Notes the type of the value.
  private struct Single: SingleValueDecodingContainer {
    let shape: PropertyShape
    let depth: Int
    var codingPath: [any CodingKey] { [] }
    func decodeNil() -> Bool {
      shape.isNullable = true
      return false
    }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      if let convertible = type as? any SQLValueConvertible.Type {
        shape.single = convertible
        return try PropertyShape.instance(of: type, depth: depth)
      }
      let inner = PropertyShape(depth: depth + 1)
      guard depth < PropertyShape.greatestDepth else { throw CannotMake() }
      let value = Result { try Value(from: inner) }
      shape.single = inner.single
      shape.isNullable = shape.isNullable || inner.isNullable
      return try value.get()
    }
  }
}
