/// An encoder and its containers, which throw the same error in every call.
struct RefusingEncoding: Encoder, UnkeyedEncodingContainer, SingleValueEncodingContainer {
  let refusal: any Error

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  var count: Int { 0 }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(RefusingKeyedEncoding(refusal: refusal))
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer { self }
  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  func encodeNil() throws { throw refusal }
  func encode<Value: Encodable>(_ value: Value) throws { throw refusal }
  func nestedContainer<Key: CodingKey>(keyedBy keyType: Key.Type) -> KeyedEncodingContainer<Key> {
    container(keyedBy: keyType)
  }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
  func superEncoder() -> any Encoder { self }
}

/// A keyed container that throws the same error in every call.
struct RefusingKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let refusal: any Error

  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) throws { throw refusal }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { throw refusal }
  func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(RefusingKeyedEncoding<NestedKey>(refusal: refusal))
  }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { RefusingEncoding(refusal: refusal) }
  func superEncoder() -> any Encoder { RefusingEncoding(refusal: refusal) }
  func superEncoder(forKey key: Key) -> any Encoder { RefusingEncoding(refusal: refusal) }
}
