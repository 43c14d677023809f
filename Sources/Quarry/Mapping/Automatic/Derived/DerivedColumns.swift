/// The columns that a type's coding uses, in order.
final class DerivedColumns {
  let naming: SQLColumnNaming
  private(set) var definitions: [SQLColumnDefinition] = []
  private let given: [SQLColumnDefinition]
  private let keys: [String]
  private let autoincrement: Bool

  /// - Parameters:
  ///   - given: Columns that replace the derived ones of the same name.
  ///   - keys: The names of the primary key's columns, or their coding keys.
  init(naming: SQLColumnNaming, given: [SQLColumnDefinition], keys: [String], autoincrement: Bool) {
    self.naming = naming
    self.given = given
    self.keys = keys
    self.autoincrement = autoincrement
  }

  /// Adds a property.
  func add<Value>(_ key: some CodingKey, _ type: Value.Type, nullable: Bool) {
    let name = naming.columnName(for: key.stringValue)
    guard !definitions.contains(where: { SQLIdentifier.areEqual($0.name, name) }) else { return }
    if let column = given.first(where: { SQLIdentifier.areEqual($0.name, name) }) {
      definitions.append(column)
      return
    }
    let primaryKey: SQLPrimaryKey? =
      keys.count == 1 && isKey(name, key.stringValue) ? (autoincrement ? .autoincrement : .plain) : nil
    definitions.append(definition(name, type, nullable: nullable, primaryKey: primaryKey))
  }

  /// Adds an optional property, which is `nil`.
  func note<Value>(_ key: some CodingKey, _ type: Value.Type) -> Value? {
    add(key, type, nullable: true)
    return nil
  }

  /// Adds the given columns that belong to no property.
  func addRemaining() {
    for column in given where !definitions.contains(where: { $0 === column }) { definitions.append(column) }
  }

  /// The names of the key's columns that the table has to declare. Empty if the key's only column declares itself.
  var tableKey: [String] {
    let names = keys.map { columnName(ofKey: $0) }
    let declaresItself = definitions.contains {
      $0.primaryKey != nil && SQLIdentifier.areEqual($0.name, names.first ?? "")
    }
    return names.count == 1 && declaresItself ? [] : names
  }

  /// The first name of the key that isn't a column.
  var unknownKey: String? {
    keys.first { key in !definitions.contains { SQLIdentifier.areEqual($0.name, columnName(ofKey: key)) } }
  }

  private func isKey(_ name: String, _ codingKey: String) -> Bool {
    keys.contains { SQLIdentifier.areEqual($0, name) || $0 == codingKey }
  }

  private func columnName(ofKey key: String) -> String {
    definitions.contains { SQLIdentifier.areEqual($0.name, key) } ? key : naming.columnName(for: key)
  }

  private func definition<Value>(
    _ name: String, _ type: Value.Type, nullable: Bool, primaryKey: SQLPrimaryKey?
  ) -> SQLColumnDefinition {
    if let convertible = type as? any SQLValueConvertible.Type {
      return column(name, convertible, nullable: nullable, primaryKey: primaryKey)
    }
    let shape = PropertyShape()
    if let decodable = type as? any Decodable.Type { _ = try? decodable.init(from: shape) }
    let isNullable = nullable || shape.isNullable
    if let single = shape.single { return column(name, single, nullable: isNullable, primaryKey: primaryKey) }
    return SQLColumnDefinition(
      name: name, type: .text, isNullable: isNullable, primaryKey: primaryKey, isUnique: false, defaultValue: nil,
      check: nil, collation: nil, references: nil, generated: nil, conversion: JSONColumnConversion())
  }

  private func column<Value: SQLValueConvertible>(
    _ name: String, _ type: Value.Type, nullable: Bool, primaryKey: SQLPrimaryKey?
  ) -> SQLColumnDefinition {
    nullable
      ? SQLColumn<Value?>(name, primaryKey: primaryKey).definition
      : SQLColumn<Value>(name, primaryKey: primaryKey).definition
  }
}

// MARK: - From a type

/// Runs a type's `init(from:)` to find its properties.
struct DerivingDecoder: Decoder {
  let columns: DerivedColumns

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Keyed(columns: columns))
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw PropertyShape.CannotMake() }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw PropertyShape.CannotMake() }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let columns: DerivedColumns
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }
    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool { false }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      columns.add(key, type, nullable: false)
      return try PropertyShape.instance(of: type)
    }
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
      columns.note(key, type)
    }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { columns.note(key, type) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { columns.note(key, type) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { columns.note(key, type) }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { columns.note(key, type) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { columns.note(key, type) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { columns.note(key, type) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { columns.note(key, type) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { columns.note(key, type) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { columns.note(key, type) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { columns.note(key, type) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { columns.note(key, type) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { columns.note(key, type) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { columns.note(key, type) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { columns.note(key, type) }
    func nestedContainer<NestedKey: CodingKey>(
      keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
      throw PropertyShape.CannotMake()
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw PropertyShape.CannotMake()
    }
    func superDecoder() throws -> any Decoder { throw PropertyShape.CannotMake() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw PropertyShape.CannotMake() }
  }
}

// MARK: - From an example

/// Runs an example's `encode(to:)` to find its properties.
struct DerivingEncoder: Encoder {
  let columns: DerivedColumns

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Keyed(columns: columns))
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer { RefusingEncoding(refusal: PropertyShape.CannotMake()) }
  func singleValueContainer() -> any SingleValueEncodingContainer {
    RefusingEncoding(refusal: PropertyShape.CannotMake())
  }

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let columns: DerivedColumns
    var codingPath: [any CodingKey] { [] }
    func encodeNil(forKey key: Key) throws { columns.add(key, SQLValue.self, nullable: true) }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
      columns.add(key, Value.self, nullable: false)
    }
    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
      columns.add(key, Value.self, nullable: true)
    }
    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { _ = columns.note(key, Bool.self) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { _ = columns.note(key, String.self) }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { _ = columns.note(key, Double.self) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { _ = columns.note(key, Float.self) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { _ = columns.note(key, Int.self) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { _ = columns.note(key, Int8.self) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { _ = columns.note(key, Int16.self) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { _ = columns.note(key, Int32.self) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { _ = columns.note(key, Int64.self) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { _ = columns.note(key, UInt.self) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { _ = columns.note(key, UInt8.self) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { _ = columns.note(key, UInt16.self) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { _ = columns.note(key, UInt32.self) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { _ = columns.note(key, UInt64.self) }
    func nestedContainer<NestedKey: CodingKey>(
      keyedBy keyType: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
      KeyedEncodingContainer(RefusingKeyedEncoding(refusal: PropertyShape.CannotMake()))
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      RefusingEncoding(refusal: PropertyShape.CannotMake())
    }
    func superEncoder() -> any Encoder { RefusingEncoding(refusal: PropertyShape.CannotMake()) }
    func superEncoder(forKey key: Key) -> any Encoder { superEncoder() }
  }
}
