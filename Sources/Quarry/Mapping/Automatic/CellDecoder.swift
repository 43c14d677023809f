/// Decodes a `Decodable` type from one column: a single value directly, anything else from JSON text.
struct CellDecoder: Decoder, SingleValueDecodingContainer {
  let cell: SQLCell

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The value of the column, by the type's conversion if it has one, else by its `Codable` coding.
  func value<Value: Decodable>() throws -> Value {
    if let convertible = Value.self as? any SQLValueConvertible.Type,
      let value = try converted(convertible) as? Value
    {
      return value
    }
    return try Value(from: self)
  }

  private func converted<Value: SQLValueConvertible>(_ type: Value.Type) throws -> Any {
    try Value.read(cell, coding: nil)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try json().container(keyedBy: type)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try json().unkeyedContainer() }

  /// The decoder of the JSON text in the column.
  private func json() throws -> any Decoder {
    guard cell.storageClass == .text else {
      throw SQLConversionError(wanted: "JSON text", found: cell.storageClass.description)
    }
    return try cell.withBytes { try JSONText.value(CapturedDecoder.self, from: $0).decoder }
  }

  private struct CapturedDecoder: Decodable {
    let decoder: any Decoder
    init(from decoder: any Decoder) { self.decoder = decoder }
  }

  func decodeNil() -> Bool { cell.isNull }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try value() }
  func decode(_ type: Bool.Type) throws -> Bool { try Bool.read(cell, coding: nil) }
  func decode(_ type: String.Type) throws -> String { try String.read(cell, coding: nil) }
  func decode(_ type: Double.Type) throws -> Double { try Double.read(cell, coding: nil) }
  func decode(_ type: Float.Type) throws -> Float { try Float.read(cell, coding: nil) }
  func decode(_ type: Int.Type) throws -> Int { try Int.read(cell, coding: nil) }
  func decode(_ type: Int8.Type) throws -> Int8 { try Int8.read(cell, coding: nil) }
  func decode(_ type: Int16.Type) throws -> Int16 { try Int16.read(cell, coding: nil) }
  func decode(_ type: Int32.Type) throws -> Int32 { try Int32.read(cell, coding: nil) }
  func decode(_ type: Int64.Type) throws -> Int64 { try Int64.read(cell, coding: nil) }
  func decode(_ type: UInt.Type) throws -> UInt { try UInt.read(cell, coding: nil) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try UInt8.read(cell, coding: nil) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try UInt16.read(cell, coding: nil) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try UInt32.read(cell, coding: nil) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try UInt64.read(cell, coding: nil) }
}
