extension SQLEncodable {
  /// Returns the value of each column; `nil` for a column without a value.
  func columnValues() throws(DatabaseError) -> [SQLValue?] {
    var writer = SQLRowWriter<Self>()
    encode(to: &writer)
    if let error = writer.error { throw error }
    return writer.values
  }

  /// Returns the condition that a row has the primary key of a record with the given values.
  ///
  /// - Throws: ``DatabaseError`` with code `.invalidQuery` if the table has no key, or the record's key isn't complete.
  static func keyCondition(_ values: [SQLValue?], for purpose: String) throws(DatabaseError) -> SQLFragment {
    let table = Self.table
    let key = table.primaryKeyColumns
    guard !key.isEmpty else {
      throw DatabaseError(
        .invalidQuery,
        "\(purpose) a \(Self.self) needs a primary key, and the table \"\(table.name)\" declares none; "
          + "use a predicate instead")
    }
    var condition = SQLFragment(raw: "")
    for (index, column) in key.enumerated() {
      guard let position = table.position(of: column), let value = values[position], !value.isNull else {
        throw DatabaseError(
          .invalidQuery,
          "\(purpose) a \(Self.self) needs its whole primary key, and \"\(column.name)\" has no value")
      }
      condition.append(raw: (index > 0 ? " AND " : "") + SQLIdentifier.quote(column.name) + " = ")
      condition.append(value: value)
    }
    return condition
  }
}
