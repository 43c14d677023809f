extension SQLGenerator {
  /// Writes a query.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - names: The names that its columns must have, or `nil` for any.
  ///   - isOperand: Whether the query is an operand of a compound operator, where it can't have an order or a limit.
  mutating func write(
    query: SQLSyntax.Query, names: [String]? = nil, isOperand: Bool = false
  ) throws(DatabaseError) {
    depth += Self.levelsOfQuery
    defer { depth -= Self.levelsOfQuery }
    guard depth <= Self.deepestExpression else { throw .nestedTooDeep(Self.deepestExpression) }
    switch query {
    case .select(let select):
      guard isOperand, !select.order.isEmpty || select.limit != nil || select.offset != nil else {
        return try write(select: select, names: names)
      }
      sql += "SELECT * FROM ("
      try write(select: select, names: names)
      sql += ")"
    case .compound(let compound):
      if isOperand {
        sql += "SELECT * FROM ("
        try write(compound: compound, names: names)
        sql += ")"
      } else {
        try write(compound: compound, names: names)
      }
    case .values(let rows, let width): try write(values: rows, width: width)
    }
  }

  private mutating func write(values rows: [[SQLSyntax.Expression]], width: Int) throws(DatabaseError) {
    guard rows.allSatisfy({ $0.count == width }), width > 0 else {
      throw DatabaseError(.invalidQuery, "the rows of constants have different numbers of values, or none")
    }
    guard !rows.isEmpty else {
      sql += "SELECT " + Array(repeating: "NULL", count: width).joined(separator: ", ") + " WHERE 0"
      return
    }
    try require(.valuesStatement)
    sql += "VALUES "
    for (index, row) in rows.enumerated() {
      if index > 0 { sql += ", " }
      sql += "("
      try write(list: row)
      sql += ")"
    }
  }

  private mutating func write(compound: SQLSyntax.Compound, names: [String]?) throws(DatabaseError) {
    if try isOrderedByPosition(compound) {
      let outer = resultNames
      defer { resultNames = outer }
      resultNames = nil
      try writeOperands(of: compound, names: names)
      try writeOrderAndLimit(of: compound)
    } else {
      let inner = names ?? (0..<compound.left.width).map { "c\($0)" }
      let outer = resultNames
      defer { resultNames = outer }
      resultNames = inner
      sql += "SELECT * FROM ("
      try writeOperands(of: compound, names: inner)
      sql += ")"
      try writeOrderAndLimit(of: compound)
    }
  }

  /// Whether the order can use the numbers of columns. After a compound query, terms other than columns are
  /// impossible, and so is NULLS FIRST or LAST if the engine lacks it.
  private func isOrderedByPosition(_ compound: SQLSyntax.Compound) throws(DatabaseError) -> Bool {
    for term in compound.order {
      guard case .resultColumn = term.expression.node else { return false }
      if term.nulls != nil, try !native(.nullsOrder) { return false }
    }
    return true
  }

  private mutating func writeOrderAndLimit(of compound: SQLSyntax.Compound) throws(DatabaseError) {
    if !compound.order.isEmpty {
      sql += " "
      try write(order: compound.order)
    }
    writeLimit(compound.limit, compound.offset)
  }

  mutating func writeResultColumn(_ index: Int) {
    if let resultNames, resultNames.indices.contains(index) {
      write(identifier: resultNames[index])
    } else {
      sql += String(index + 1)
    }
  }

  private mutating func writeOperands(of compound: SQLSyntax.Compound, names: [String]?) throws(DatabaseError) {
    // Compound operators bind from left to right: a chain on the left needs no nesting, and no recursion.
    var chain = [compound]
    var first = compound.left
    while case .compound(let left) = first, left.order.isEmpty, left.limit == nil, left.offset == nil {
      chain.append(left)
      first = left.left
    }
    try write(query: first, names: names, isOperand: true)
    for compound in chain.reversed() {
      sql += " "
      sql += compound.combination.rawValue
      sql += " "
      try write(query: compound.right, isOperand: true)
    }
  }

  /// Writes LIMIT and OFFSET.
  ///
  /// Source: <https://sqlite.org/lang_select.html>, section 5: a negative limit is none.
  mutating func writeLimit(_ limit: Int?, _ offset: Int?) {
    guard limit != nil || offset != nil else { return }
    if let limit {
      sql += " LIMIT "
      write(parameter: .integer(Int64(limit)))
    } else {
      sql += " LIMIT -1"
    }
    if let offset {
      sql += " OFFSET "
      write(parameter: .integer(Int64(offset)))
    }
  }
}
