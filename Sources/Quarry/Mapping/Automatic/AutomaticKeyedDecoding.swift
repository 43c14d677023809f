/// The keyed container of one row: each key is a column.
struct AutomaticKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let row: AutomaticRowDecoder

  var codingPath: [any CodingKey] { [] }

  /// The keys of the table's columns, as far as a column's name determines its key.
  var allKeys: [Key] {
    row.table.columns.compactMap { column in
      Key(stringValue: column.name) ?? Key(stringValue: row.naming.likelyKey(for: column.name))
    }
  }

  func contains(_ key: Key) -> Bool { row.position(of: key) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { row.cell(try row.required(key)).isNull }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try row.any(try row.required(key))
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    guard let position = row.present(key) else { return nil }
    return try row.any(position)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    throw row.refusal("with a nested container")
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw row.refusal("with a nested list")
  }

  func superDecoder() throws -> any Decoder { throw row.refusal("with a container for its superclass") }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    throw row.refusal("with a container for its superclass")
  }
}

// MARK: - Standard types

extension AutomaticKeyedDecoding {
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try row.standard(try row.required(key)) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try row.standard(try row.required(key)) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try row.standard(try row.required(key)) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try row.standard(try row.required(key)) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try row.standard(try row.required(key)) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try row.standard(try row.required(key)) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try row.standard(try row.required(key)) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try row.standard(try row.required(key)) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try row.standard(try row.required(key)) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try row.standard(try row.required(key)) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try row.standard(try row.required(key)) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try row.standard(try row.required(key)) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try row.standard(try row.required(key)) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try row.standard(try row.required(key)) }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    guard let position = row.present(key) else { return nil }
    return try row.standard(position) as Bool
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    guard let position = row.present(key) else { return nil }
    return try row.standard(position) as String
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    guard let position = row.present(key) else { return nil }
    return try row.standard(position) as Double
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    guard let position = row.present(key) else { return nil }
    return try row.standard(position) as Float
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    guard let position = row.present(key) else { return nil }
    return try row.standard(position) as Int
  }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    guard let position = row.present(key) else { return nil }
    return try row.standard(position) as Int8
  }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    guard let position = row.present(key) else { return nil }
    return try row.standard(position) as Int16
  }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    guard let position = row.present(key) else { return nil }
    return try row.standard(position) as Int32
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    guard let position = row.present(key) else { return nil }
    return try row.standard(position) as Int64
  }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    guard let position = row.present(key) else { return nil }
    return try row.standard(position) as UInt
  }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    guard let position = row.present(key) else { return nil }
    return try row.standard(position) as UInt8
  }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    guard let position = row.present(key) else { return nil }
    return try row.standard(position) as UInt16
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    guard let position = row.present(key) else { return nil }
    return try row.standard(position) as UInt32
  }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    guard let position = row.present(key) else { return nil }
    return try row.standard(position) as UInt64
  }
}
