extension SQLGenerator {
  /// Writes an expression, in parentheses unless it binds tighter than its surroundings.
  mutating func write(
    _ expression: SQLSyntax.Expression, above surrounding: Int = Precedence.lowest
  ) throws(DatabaseError) {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepestExpression, expression.depth <= context.capabilities.limits.expressionDepth else {
      let deepest = min(Self.deepestExpression, context.capabilities.limits.expressionDepth)
      throw .nestedTooDeep(deepest)
    }
    guard expression.precedence <= surrounding else { return try writeNode(expression) }
    sql += "("
    try writeNode(expression)
    sql += ")"
  }

  /// Writes expressions, separated by commas.
  mutating func write(list: [SQLSyntax.Expression]) throws(DatabaseError) {
    for (index, expression) in list.enumerated() {
      if index > 0 { sql += ", " }
      try write(expression, above: Precedence.raw)
    }
  }

  private mutating func writeNode(_ expression: SQLSyntax.Expression) throws(DatabaseError) {
    switch expression.node {
    case .value(let value): write(parameter: value)
    case .literal(let value): write(literal: value)
    case .failure(let error): throw error
    case .column(let identity, let definition): try write(column: definition, of: identity)
    case .resultColumn(let index): writeResultColumn(index)
    case .unary(let operation, let operand): try write(unary: operation, operand)
    case .binary: try write(chain: expression)
    case .all(let terms): try write(terms: terms.array, " AND ", empty: "1", Precedence.and)
    case .any(let terms): try write(terms: terms.array, " OR ", empty: "0", Precedence.or)
    case .between(let operand, let lower, let upper, let negated):
      try write(operand, above: Precedence.equality)
      sql += negated ? " NOT BETWEEN " : " BETWEEN "
      try write(lower, above: Precedence.equality)
      sql += " AND "
      try write(upper, above: Precedence.equality)
    case .isNull(let operand, let negated):
      try write(operand, above: Precedence.equality)
      sql += negated ? " IS NOT NULL" : " IS NULL"
    case .inValues(let operand, let values, let negated): try write(operand, in: values, negated)
    case .inList(let operand, let members, let negated):
      try write(operand, above: Precedence.equality)
      sql += negated ? " NOT IN (" : " IN ("
      try write(list: members)
      sql += ")"
    case .inRows(let operands, let rows, let negated): try write(operands, inRows: rows, negated)
    case .inQuery(let operands, let query, let negated): try write(operands, in: query, negated)
    case .pattern(let operation, let operand, let pattern, let escape, let negated):
      try write(operation, operand, pattern, escape, negated)
    case .exists(let query, let negated):
      sql += negated ? "NOT EXISTS (" : "EXISTS ("
      try write(firstRowOf: query)
      sql += ")"
    case .scalar(let query):
      sql += "("
      try write(firstRowOf: query)
      sql += ")"
    case .choice(let base, let branches, let otherwise): try write(choice: base, branches, otherwise)
    case .cast(let operand, let type):
      sql += "CAST("
      try write(operand, above: Precedence.raw)
      sql += " AS "
      sql += SQLGenerator.typeName(type)
      sql += ")"
    case .collate(let operand, let collation):
      try write(operand, above: Precedence.collate)
      sql += " COLLATE "
      write(identifier: collation.rawValue)
    case .function(let function): try write(function)
    case .row(let members):
      try require(.rowValues)
      sql += "("
      try write(list: members)
      sql += ")"
    case .json(let operand, let path, let asJSON): try write(json: operand, path, asJSON)
    case .raw(let parts): try write(parts)
    }
  }

  /// Writes a query of which only the first row is read.
  ///
  /// Old engines replace the query's own limit by LIMIT 1 there, even if it's 0. A query around it keeps the limit.
  private mutating func write(firstRowOf query: SQLSyntax.Query) throws(DatabaseError) {
    let limit: Int? =
      switch query {
      case .select(let select): select.limit
      case .compound(let compound): compound.limit
      case .values: nil
      }
    guard limit == 0 else { return try write(query: query) }
    sql += "SELECT * FROM ("
    try write(query: query)
    sql += ")"
  }

  private mutating func write(
    unary operation: SQLSyntax.UnaryOperator, _ operand: SQLSyntax.Expression
  ) throws(DatabaseError) {
    switch operation {
    case .not:
      sql += "NOT "
      try write(operand, above: Precedence.not)
    case .minus:
      sql += "-"
      try write(operand, above: Precedence.unary)
    case .bitNot:
      sql += "~"
      try write(operand, above: Precedence.unary)
    }
  }

  /// Writes an infix operator, and the chain of infix operators in its left operand, without recursion.
  ///
  /// All infix operators are left-associative, so `a - b + c` needs no parentheses for the same level of binding.
  private mutating func write(chain expression: SQLSyntax.Expression) throws(DatabaseError) {
    var operators: [(operation: SQLSyntax.BinaryOperator, right: SQLSyntax.Expression, isEnclosed: Bool)] = []
    var first = expression
    while case .binary(var operation, let left, let right) = first.node {
      if operation == .isDistinctFrom || operation == .isNotDistinctFrom, try !native(.isDistinctFrom) {
        operation = operation == .isDistinctFrom ? .isNot : .is
      }
      var isEnclosed = left.precedence <= operation.precedence
      if operation.precedence >= Precedence.bits, case .binary = left.node, left.precedence == operation.precedence {
        isEnclosed = false
      }
      operators.append((operation, right, isEnclosed))
      if isEnclosed { sql += "(" }
      first = left
    }
    try write(first)
    for (operation, right, isEnclosed) in operators.reversed() {
      if isEnclosed { sql += ")" }
      sql += operation.text
      try write(right, above: operation.precedence)
    }
  }

  /// Writes the terms of an AND or OR. Long lists become balanced trees, because the engine limits the depth.
  private mutating func write(
    terms: [SQLSyntax.Expression], _ separator: String, empty: String, _ precedence: Int
  ) throws(DatabaseError) {
    if terms.isEmpty { sql += empty } else { try write(terms: terms[...], separator, precedence) }
  }

  private mutating func write(
    terms: ArraySlice<SQLSyntax.Expression>, _ separator: String, _ precedence: Int
  ) throws(DatabaseError) {
    if terms.count > SQLSyntax.Terms.longest {
      let middle = terms.startIndex + terms.count / 2
      sql += "("
      try write(terms: terms[..<middle], separator, precedence)
      sql += ")"
      sql += separator
      sql += "("
      try write(terms: terms[middle...], separator, precedence)
      sql += ")"
      return
    }
    for (index, term) in terms.enumerated() {
      if index > 0 { sql += separator }
      try write(term, above: terms.count == 1 ? Precedence.lowest : precedence)
    }
  }

  private mutating func write(
    _ operation: SQLSyntax.PatternOperator, _ operand: SQLSyntax.Expression, _ pattern: SQLSyntax.Expression,
    _ escape: SQLSyntax.Expression?, _ negated: Bool
  ) throws(DatabaseError) {
    if operation == .regexp { try require(.regexpOperator) }
    try write(operand, above: Precedence.equality)
    if negated { sql += " NOT" }
    switch operation {
    case .like: sql += " LIKE "
    case .glob: sql += " GLOB "
    case .regexp: sql += " REGEXP "
    case .match: sql += " MATCH "
    }
    try write(pattern, above: Precedence.equality)
    if let escape {
      sql += " ESCAPE "
      try write(escape, above: Precedence.equality)
    }
  }

  private mutating func write(
    choice base: SQLSyntax.Expression?, _ branches: [SQLSyntax.Branch], _ otherwise: SQLSyntax.Expression?
  ) throws(DatabaseError) {
    guard !branches.isEmpty else {
      // A CASE needs a WHEN; without one it is its ELSE.
      return try write(otherwise ?? .literal(.null), above: Precedence.unary)
    }
    sql += "CASE"
    if let base {
      sql += " "
      try write(base, above: Precedence.raw)
    }
    for branch in branches {
      sql += " WHEN "
      try write(branch.condition, above: Precedence.raw)
      sql += " THEN "
      try write(branch.result, above: Precedence.raw)
    }
    if let otherwise {
      sql += " ELSE "
      try write(otherwise, above: Precedence.raw)
    }
    sql += " END"
  }

  private mutating func write(_ parts: [SQLSyntax.RawPart]) throws(DatabaseError) {
    for part in parts {
      switch part {
      case .text(let text): sql += text
      case .fragment(let fragment): try write(fragment: fragment)
      case .expression(let expression): try write(expression, above: Precedence.unary)
      case .column(let table, let name): try write(column: name, ofTable: table)
      }
    }
  }

  /// A type name as written in CAST: plain if it is made of words, quoted otherwise.
  private static func typeName(_ type: SQLColumnType) -> String {
    let isPlain = type.rawValue.utf8.allSatisfy { byte in
      (65...90).contains(byte) || (97...122).contains(byte) || byte == UInt8(ascii: " ")
    }
    return isPlain && !type.rawValue.isEmpty ? type.rawValue : SQLIdentifier.quote(type.rawValue)
  }
}
