/// Stores values whose type is known only at run time the way their column does, as for a key that is looked up.
struct SQLColumnEncoder: Sendable {
  /// Makes the value to store.
  let encode: @Sendable (any SQLValueConvertible) throws -> SQLValue

  /// - Returns: nil when the column has no coding of its own.
  init?<Value: SQLValueConvertible>(_ coding: SQLValueCoding<Value.Unwrapped>?, as type: Value.Type) {
    guard let coding else { return nil }
    encode = { value in
      if let value = value as? Value { return try value.sqlValue(coding: coding) }
      if let value = value as? Value.Unwrapped { return try coding.encode(value) }
      throw SQLConversionError(wanted: "\(Value.self)", found: "\(Swift.type(of: value))")
    }
  }
}

extension SQLColumnDefinition {
  /// The value to store in this column.
  ///
  /// - Throws: ``DatabaseError`` with code `.valueOutOfRange`.
  func stored(_ value: any SQLValueConvertible) throws(DatabaseError) -> SQLValue {
    do {
      return try encoder?.encode(value) ?? value.sqlValue()
    } catch {
      throw DatabaseError(.valueOutOfRange, "the column \"\(name)\": \(error)", underlying: error)
    }
  }
}
