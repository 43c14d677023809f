/// Puts other values in the place of those of a query, in the order in which ``ShapeWords`` has them.
struct ValueReplacement {
  private var count = 0
  private let value: (_ number: Int, SQLValue) -> SQLValue
  private let limit: (_ number: Int, Int) -> Int

  /// Creates a replacement.
  ///
  /// - Parameters:
  ///   - value: Returns the value for the one with a number.
  ///   - limit: Returns the limit or offset for the one with a number.
  init(value: @escaping (_ number: Int, SQLValue) -> SQLValue, limit: @escaping (_ number: Int, Int) -> Int) {
    self.value = value
    self.limit = limit
  }

  /// Puts a distinct value in every place. Rendering the result shows which parameter gets which value, and keeps none of a
  /// program's values.
  static var numbering: ValueReplacement {
    // Constants are never written as parameters like these.
    ValueReplacement(
      value: { number, _ in .blob((0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }) },
      limit: { number, _ in Int(Int64.max) - number })
  }

  /// The number that a parameter of a numbered query represents, if it is below a count.
  static func number(of value: SQLValue, below count: Int) -> Int? {
    switch value {
    case .blob(let bytes):
      guard bytes.count == 8 else { return nil }
      let number = bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
      return (0..<count).contains(number) ? number : nil
    case .integer(let integer):
      guard integer > Int64.max - Int64(count) else { return nil }
      return Int(Int64.max - integer)
    case .null, .real, .text: return nil
    }
  }

  private mutating func replaced(_ old: SQLValue) -> SQLValue {
    defer { count += 1 }
    return value(count, old)
  }

  private mutating func replaced(_ old: Int) -> Int {
    defer { count += 1 }
    return limit(count, old)
  }

  /// The select with other values. `nil` if it has a part without words.
  mutating func replaced(_ select: SQLSyntax.Select) -> SQLSyntax.Select? {
    var result = select
    do {
      for index in result.columns.indices {
        guard case .expression(let expression, let name) = result.columns[index] else { continue }
        result.columns[index] = .expression(try replaced(expression), name: name)
      }
      for index in result.sources.indices {
        result.sources[index].condition = try result.sources[index].condition.map { try replaced($0) }
      }
      result.filters = try result.filters.map { try replaced($0) }
      result.groups = try result.groups.map { try replaced($0) }
      result.having = try result.having.map { try replaced($0) }
      result.order = try result.order.map { ordering in
        var copy = ordering
        copy.expression = try replaced(ordering.expression)
        return copy
      }
    } catch {
      return nil
    }
    if let limit = result.limit { result.limit = replaced(limit) }
    if let offset = result.offset { result.offset = replaced(offset) }
    return result
  }

  private struct Unknown: Error {}

  private mutating func replaced(_ expression: SQLSyntax.Expression) throws(Unknown) -> SQLSyntax.Expression {
    switch expression.node {
    case .value(let value): return .value(replaced(value))
    case .literal, .column: return expression
    case .unary(let operation, let operand): return SQLSyntax.Expression(.unary(operation, try replaced(operand)))
    case .binary(let operation, let left, let right):
      let left = try replaced(left)
      return .binary(operation, left, try replaced(right))
    case .all(let terms): return .all(try replaced(terms))
    case .any(let terms): return .any(try replaced(terms))
    case .between(let operand, let lower, let upper, let negated):
      let operand = try replaced(operand)
      let lower = try replaced(lower)
      return .between(operand, lower, try replaced(upper), negated: negated)
    case .isNull(let operand, let negated): return .isNull(try replaced(operand), negated: negated)
    case .inValues(let operand, let values, let negated):
      let operand = try replaced(operand)
      return .inValues(operand, values.map { replaced($0) }, negated: negated)
    case .pattern(let operation, let operand, let pattern, let escape, let negated):
      let operand = try replaced(operand)
      let pattern = try replaced(pattern)
      var end: SQLSyntax.Expression?
      if let escape { end = try replaced(escape) }
      return .pattern(operation, operand, pattern, escape: end, negated: negated)
    case .collate(let operand, let collation): return .collate(try replaced(operand), collation)
    default: throw Unknown()
    }
  }

  private mutating func replaced(_ terms: SQLSyntax.Terms) throws(Unknown) -> [SQLSyntax.Expression] {
    var result: [SQLSyntax.Expression] = []
    for term in terms.array { result.append(try replaced(term)) }
    return result
  }
}
