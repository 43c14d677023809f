/// The keyed container of one row that is written: each key is a column.
struct AutomaticKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let row: AutomaticRowEncoder

  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil(forKey key: Key) throws { row.setNull(key) }

  mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try row.any(value, key) }

  mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
    if let value { try row.any(value, key) } else { row.setNull(key) }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(RefusingKeyedEncoding(refusal: row.refuse("with a nested container")))
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    RefusingEncoding(refusal: row.refuse("with a nested list"))
  }

  mutating func superEncoder() -> any Encoder {
    RefusingEncoding(refusal: row.refuse("with a container for its superclass"))
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder { superEncoder() }
}

// MARK: - Standard types

extension AutomaticKeyedEncoding {
  mutating func encode(_ value: Bool, forKey key: Key) throws { try row.standard(value, key) }
  mutating func encode(_ value: String, forKey key: Key) throws { try row.standard(value, key) }
  mutating func encode(_ value: Double, forKey key: Key) throws { try row.standard(value, key) }
  mutating func encode(_ value: Float, forKey key: Key) throws { try row.standard(value, key) }
  mutating func encode(_ value: Int, forKey key: Key) throws { try row.standard(value, key) }
  mutating func encode(_ value: Int8, forKey key: Key) throws { try row.standard(value, key) }
  mutating func encode(_ value: Int16, forKey key: Key) throws { try row.standard(value, key) }
  mutating func encode(_ value: Int32, forKey key: Key) throws { try row.standard(value, key) }
  mutating func encode(_ value: Int64, forKey key: Key) throws { try row.standard(value, key) }
  mutating func encode(_ value: UInt, forKey key: Key) throws { try row.standard(value, key) }
  mutating func encode(_ value: UInt8, forKey key: Key) throws { try row.standard(value, key) }
  mutating func encode(_ value: UInt16, forKey key: Key) throws { try row.standard(value, key) }
  mutating func encode(_ value: UInt32, forKey key: Key) throws { try row.standard(value, key) }
  mutating func encode(_ value: UInt64, forKey key: Key) throws { try row.standard(value, key) }

  mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
    if let value { try row.standard(value, key) } else { row.setNull(key) }
  }
  mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws {
    if let value { try row.standard(value, key) } else { row.setNull(key) }
  }
  mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
    if let value { try row.standard(value, key) } else { row.setNull(key) }
  }
  mutating func encodeIfPresent(_ value: Float?, forKey key: Key) throws {
    if let value { try row.standard(value, key) } else { row.setNull(key) }
  }
  mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
    if let value { try row.standard(value, key) } else { row.setNull(key) }
  }
  mutating func encodeIfPresent(_ value: Int8?, forKey key: Key) throws {
    if let value { try row.standard(value, key) } else { row.setNull(key) }
  }
  mutating func encodeIfPresent(_ value: Int16?, forKey key: Key) throws {
    if let value { try row.standard(value, key) } else { row.setNull(key) }
  }
  mutating func encodeIfPresent(_ value: Int32?, forKey key: Key) throws {
    if let value { try row.standard(value, key) } else { row.setNull(key) }
  }
  mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
    if let value { try row.standard(value, key) } else { row.setNull(key) }
  }
  mutating func encodeIfPresent(_ value: UInt?, forKey key: Key) throws {
    if let value { try row.standard(value, key) } else { row.setNull(key) }
  }
  mutating func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws {
    if let value { try row.standard(value, key) } else { row.setNull(key) }
  }
  mutating func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws {
    if let value { try row.standard(value, key) } else { row.setNull(key) }
  }
  mutating func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws {
    if let value { try row.standard(value, key) } else { row.setNull(key) }
  }
  mutating func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws {
    if let value { try row.standard(value, key) } else { row.setNull(key) }
  }
}
