extension SQLValueCoding where Value: SQLValueConvertible, Value.Unwrapped == Value {
  /// A value from JSON text, which can be read, but not compared: its storage class depends on the text.
  static var member: SQLValueCoding<Value> {
    SQLValueCoding(
      columnType: Value.columnType, storing: .member(Value.self), encode: { try $0.sqlValue() },
      decode: { try Value(sqlValue: $0) })
  }
}
