/// Encodes one value of an `Encodable` type: a single value directly. Anything else needs JSON.
final class CellEncoder: Encoder, SingleValueEncodingContainer {
  /// The encoded single value.
  private(set) var value: SQLValue?
  /// Whether the type asked for a keyed or unkeyed container.
  private(set) var needsJSON = false

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  private struct NeedsJSON: Error {}

  /// The value to store: by the type's conversion if it has one, as a single value, or as JSON text.
  static func storedValue<Value: Encodable>(of value: Value) throws -> SQLValue {
    if let convertible = value as? any SQLValueConvertible { return try convertible.sqlValue() }
    let encoder = CellEncoder()
    do {
      try value.encode(to: encoder)
    } catch is NeedsJSON {}
    if encoder.needsJSON { return .text(try JSONText.string(value)) }
    if let stored = encoder.value { return stored }
    throw SQLConversionError(wanted: "a value to store", found: "\(Value.self), which encodes nothing")
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    needsJSON = true
    return KeyedEncodingContainer(RefusingKeyedEncoding(refusal: NeedsJSON()))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    needsJSON = true
    return RefusingEncoding(refusal: NeedsJSON())
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() throws { value = .null }

  func encode<Value: Encodable>(_ given: Value) throws {
    if let convertible = given as? any SQLValueConvertible {
      value = try convertible.sqlValue()
    } else {
      try given.encode(to: self)
    }
  }

  func encode(_ given: Bool) throws { value = try given.sqlValue() }
  func encode(_ given: String) throws { value = try given.sqlValue() }
  func encode(_ given: Double) throws { value = try given.sqlValue() }
  func encode(_ given: Float) throws { value = try given.sqlValue() }
  func encode(_ given: Int) throws { value = try given.sqlValue() }
  func encode(_ given: Int8) throws { value = try given.sqlValue() }
  func encode(_ given: Int16) throws { value = try given.sqlValue() }
  func encode(_ given: Int32) throws { value = try given.sqlValue() }
  func encode(_ given: Int64) throws { value = try given.sqlValue() }
  func encode(_ given: UInt) throws { value = try given.sqlValue() }
  func encode(_ given: UInt8) throws { value = try given.sqlValue() }
  func encode(_ given: UInt16) throws { value = try given.sqlValue() }
  func encode(_ given: UInt32) throws { value = try given.sqlValue() }
  func encode(_ given: UInt64) throws { value = try given.sqlValue() }
}
