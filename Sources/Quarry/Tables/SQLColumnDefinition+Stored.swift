extension SQLColumnDefinition {
  /// The value to store in this column, for a value whose type is known only at run time, such as a key.
  ///
  /// - Throws: ``DatabaseError`` with code `.valueOutOfRange` if the column can't store the value.
  func stored(_ value: any SQLValueConvertible) throws(DatabaseError) -> SQLValue {
    do {
      return try conversion?.encodeCoded(value) ?? value.sqlValue()
    } catch {
      // A type's own error may show the value: only its kind is told.
      let why = (error as? SQLConversionError)?.description ?? "\(Swift.type(of: value)) does not convert"
      throw DatabaseError(.valueOutOfRange, "the column \"\(name)\": \(why)", underlying: error)
    }
  }
}

extension [SQLColumnDefinition] {
  /// The names, for messages.
  var quotedNames: String { map { "\"\($0.name)\"" }.joined(separator: ", ") }
}
