extension SQLGenerator {
  /// How the values of IN lists are written.
  enum ListForm {
    /// One parameter for each value, and in long lists some more that repeat the last one: lists of similar lengths have
    /// the same text, so that the statement needn't be prepared for each length.
    case padded
    /// One parameter for each value.
    case exact
    /// Long lists without a parameter for each value.
    case compact
  }

  /// The number of parameters for a number of values. Four for each power of two, and at most a quarter more than values.
  static func paddedCount(_ count: Int) -> Int {
    guard count > 8 else { return count }
    let step = 1 << (Int.bitWidth - 1 - count.leadingZeroBitCount - 2)
    return (count + step - 1) / step * step
  }

  /// The number of times that the last member of a list is written again.
  ///
  /// - Parameters:
  ///   - count: The number of members.
  ///   - last: The values of the last member. Long ones aren't repeated.
  private mutating func padding(_ count: Int, repeating last: [SQLValue]) -> Int {
    guard lists == .padded, !last.isEmpty, last.allSatisfy(\.isShort) else { return 0 }
    let padding = Self.paddedCount(count) - count
    if padding > 0 { hasPadding = true }
    return padding
  }

  /// Writes IN over values.
  ///
  /// In the compact form a long list is one parameter, a JSON array, if the engine reads JSON and the array holds the
  /// values exactly. Otherwise the values are written into the text if that is exact. Either way the operand's
  /// affinity and collation decide, as with parameters, and a NULL among the values has the same effect.
  mutating func write(
    _ operand: SQLSyntax.Expression, in values: [SQLValue], _ negated: Bool
  ) throws(DatabaseError) {
    try write(operand, above: Precedence.equality)
    sql += negated ? " NOT IN (" : " IN ("
    if lists == .compact, values.count > 16 {
      if context.engine.supports([.jsonCore, .tableValuedFunctions]), let array = SQLGenerator.jsonArray(values) {
        // The plus sign takes the column's affinity away, so that the operand's is used.
        sql += "SELECT +\"value\" FROM json_each("
        write(parameter: .text(array))
        sql += ")"
      } else {
        for (index, value) in values.enumerated() {
          if index > 0 { sql += ", " }
          write(literal: value)
        }
      }
    } else {
      for (index, value) in values.enumerated() {
        if index > 0 { sql += ", " }
        write(parameter: value)
      }
      if let last = values.last {
        for _ in 0..<padding(values.count, repeating: [last]) {
          sql += ", "
          write(parameter: last)
        }
      }
    }
    sql += ")"
  }

  /// The values as a JSON array, or `nil` if one of them can't be represented exactly.
  private static func jsonArray(_ values: [SQLValue]) -> String? {
    var bytes: [UInt8] = [UInt8(ascii: "[")]
    for (index, value) in values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      switch value {
      case .null: bytes.append(contentsOf: "null".utf8)
      case .integer(let number): bytes.append(contentsOf: String(number).utf8)
      case .text(let text):
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
          if byte == 0 { return nil }
          if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
            bytes += [UInt8(ascii: "\\"), byte]
          } else if byte < 32 {
            let digits = Array("0123456789abcdef".utf8)
            bytes.append(contentsOf: "\\u00".utf8)
            bytes += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
          } else {
            bytes.append(byte)
          }
        }
        bytes.append(UInt8(ascii: "\""))
      case .real, .blob: return nil
      }
    }
    bytes.append(UInt8(ascii: "]"))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes IN over row values: as a list of rows if the engine has row values, otherwise as OR of AND, which treats
  /// NULL the same.
  mutating func write(
    _ operands: [SQLSyntax.Expression], inRows rows: [[SQLSyntax.Expression]], _ negated: Bool
  ) throws(DatabaseError) {
    guard !operands.isEmpty, rows.allSatisfy({ $0.count == operands.count }) else {
      throw DatabaseError(.invalidQuery, "a row of an IN list must have as many values as the row it is compared with")
    }
    if rows.isEmpty {
      sql += negated ? "1" : "0"
    } else if try native(.rowValues), answersRowLists {
      sql += "("
      try write(list: operands)
      sql += negated ? ") NOT IN (VALUES " : ") IN (VALUES "
      for (index, row) in rows.enumerated() {
        if index > 0 { sql += ", " }
        sql += "("
        try write(list: row)
        sql += ")"
      }
      if let last = rows.last {
        for _ in 0..<padding(rows.count, repeating: last.boundValues ?? []) {
          sql += ", ("
          try write(list: last)
          sql += ")"
        }
      }
      sql += ")"
    } else {
      let equal = SQLSyntax.Expression.any(
        rows.map { row in .all(zip(operands, row).map { .binary(.equal, $0, $1) }) })
      try write(negated ? .unary(.not, equal) : equal, above: Precedence.equality)
    }
  }

  /// Whether the engine runs IN over a list of rows correctly here.
  ///
  /// SQLite 3.15 rejects it inside some joins of subqueries ("sub-select returns 2 columns"). From 3.39 on it loses
  /// or repeats rows under a right or full join. Both were found by comparing random queries; OR of AND means the
  /// same everywhere.
  private var answersRowLists: Bool {
    selectsWithRightJoin == 0 && context.engine.version >= EngineVersion(3, 33, 0)
  }

  /// Writes IN over the rows of a query.
  mutating func write(
    _ operands: [SQLSyntax.Expression], in query: SQLSyntax.Query, _ negated: Bool
  ) throws(DatabaseError) {
    if operands.count == 1 {
      try write(operands[0], above: Precedence.equality)
    } else {
      try require(.rowValues)
      sql += "("
      try write(list: operands)
      sql += ")"
    }
    sql += negated ? " NOT IN (" : " IN ("
    try write(query: query)
    sql += ")"
  }
}

extension SQLValue {
  /// Whether sending the value once more costs little.
  var isShort: Bool {
    switch self {
    case .null, .integer, .real: true
    case .text(let text): text.utf8.count <= 64
    case .blob(let blob): blob.count <= 64
    }
  }
}

extension [SQLSyntax.Expression] {
  /// The values of a row that has nothing else.
  fileprivate var boundValues: [SQLValue]? {
    var values: [SQLValue] = []
    for member in self {
      guard case .value(let value) = member.node else { return nil }
      values.append(value)
    }
    return values
  }
}
