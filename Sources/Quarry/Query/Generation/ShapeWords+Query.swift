// The words that determine the text of a query. Every node has a number of its own, followed by everything that the
// generator looks at. A node that isn't listed has no words, and queries with it are always rendered.
extension ShapeWords {
  /// Adds a select with the columns of its sources, in the order that ``ValueReplacement`` uses too.
  mutating func add(_ select: borrowing SQLSyntax.Select, markers: [Bool]) {
    guard select.windows.isEmpty else { return give() }
    add(1 | (select.isDistinct ? 1 << 8 : 0) | UInt64(select.columns.count + markers.count) << 16)
    for column in select.columns.indices { add(select.columns[column], select.tokens) }
    for (index, marker) in markers.enumerated() { addPosition(index, marker) }
    add(UInt64(select.sources.count))
    for index in select.sources.indices {
      guard case .table = select.sources[index].relation else { return give() }
      add(select.sources[index].table)
      let hasCondition = select.sources[index].condition != nil
      add(Self.number(select.sources[index].join) | (hasCondition ? 1 << 8 : 0))
      if let condition = select.sources[index].condition { add(condition.node, select.tokens) }
    }
    add(UInt64(select.storedFilters.count))
    if let node = select.storedFilters.first?.node { add(node, select.tokens) }
    for index in select.storedFilters.others.indices { add(select.storedFilters.others[index].node, select.tokens) }
    add(select.groups, select.tokens)
    add(select.having, select.tokens)
    add(UInt64(select.storedOrder.count))
    // Part by part, since a term that is taken as a whole is copied.
    if let isDescending = select.storedOrder.first?.isDescending, let node = select.storedOrder.first?.expression.node {
      add(isDescending, select.storedOrder.first?.nulls)
      add(node, select.tokens)
    }
    for index in select.storedOrder.others.indices {
      add(select.storedOrder.others[index].isDescending, select.storedOrder.others[index].nulls)
      add(select.storedOrder.others[index].expression.node, select.tokens)
    }
    add((select.limit == nil ? 0 : 1) | (select.offset == nil ? 0 : 2))
    if let limit = select.limit { add(value: .integer(Int64(limit))) }
    if let offset = select.offset { add(value: .integer(Int64(offset))) }
  }

  private mutating func add(_ isDescending: Bool, _ nulls: SQLSyntax.Ordering.Nulls?) {
    let place: UInt64 =
      switch nulls {
      case nil: 0
      case .first: 1
      case .last: 2
      }
    add((isDescending ? 1 : 0) | place << 1)
  }

  private mutating func add(_ column: SQLSyntax.ResultColumn, _ tokens: SQLSyntax.ClosureTokens) {
    switch column {
    case .position(let index, let marker): addPosition(index, marker)
    case .source(let identity, let marker):
      guard tokens.contains(identity.token) else { return give() }
      add(4 | (marker ? 1 << 8 : 0) | UInt64(identity.index) << 16)
    case .expression(let expression, let name):
      add(name == nil ? 5 : 6)
      if let name { add(name) }
      add(expression.node, tokens)
    }
  }

  private mutating func addPosition(_ index: Int, _ marker: Bool) {
    add(3 | (marker ? 1 << 8 : 0) | UInt64(index) << 16)
  }

  private mutating func add(_ expressions: [SQLSyntax.Expression], _ tokens: SQLSyntax.ClosureTokens) {
    add(UInt64(expressions.count))
    for index in expressions.indices { add(expressions[index].node, tokens) }
  }

  private mutating func add(_ terms: SQLSyntax.Terms, _ tokens: SQLSyntax.ClosureTokens) {
    add(UInt64(terms.count))
    add(terms.storage, tokens)
  }

  private mutating func add(_ terms: SQLSyntax.Terms.Storage, _ tokens: SQLSyntax.ClosureTokens) {
    switch terms {
    case .two(let first, let second):
      add(first.node, tokens)
      add(second.node, tokens)
    case .part(let store, let range): store.forEachTerm(in: range) { add($0.node, tokens) }
    }
  }

  // Takes nodes: the compiler copies the parts of an expression that is passed as a whole, and counts their references.
  private mutating func add(_ node: SQLSyntax.Node, _ tokens: SQLSyntax.ClosureTokens) {
    // Most nodes are columns and values, which contain no others.
    switch node {
    case .value(let value):
      add(10)
      return add(value: value)
    case .column(let identity, let definition): return add(identity, definition, tokens)
    default: break
    }
    guard beginNested() else { return }
    addParts(of: node, tokens)
    endNested()
  }

  private mutating func add(
    _ identity: SQLSyntax.SourceIdentity?, _ definition: SQLColumnDefinition, _ tokens: SQLSyntax.ClosureTokens
  ) {
    if let identity {
      guard tokens.contains(identity.token) else { return give() }
      add(12 | UInt64(identity.index) << 16)
    } else {
      add(13)
    }
    add(definition)
  }

  private mutating func addParts(of node: SQLSyntax.Node, _ tokens: SQLSyntax.ClosureTokens) {
    switch node {
    case .literal(let value): add(literal: value)
    case .unary(let operation, let operand):
      add(14 | Self.number(operation) << 8)
      add(operand.node, tokens)
    case .binary(let operation, let left, let right):
      add(15 | Self.number(operation) << 8)
      add(left.node, tokens)
      add(right.node, tokens)
    case .all(let terms):
      add(16)
      add(terms, tokens)
    case .any(let terms):
      add(17)
      add(terms, tokens)
    case .between(let operand, let lower, let upper, let negated):
      add(18 | (negated ? 1 << 8 : 0))
      add(operand.node, tokens)
      add(lower.node, tokens)
      add(upper.node, tokens)
    case .isNull(let operand, let negated):
      add(19 | (negated ? 1 << 8 : 0))
      add(operand.node, tokens)
    case .inValues(let operand, let values, let negated):
      // A long last value isn't repeated.
      add(20 | (negated ? 1 << 8 : 0) | (values.last?.isShort == true ? 1 << 9 : 0) | UInt64(values.count) << 16)
      add(operand.node, tokens)
      for value in values { add(value: value) }
    case .pattern(let operation, let operand, let pattern, let escape, let negated):
      add(21 | (negated ? 1 << 8 : 0) | (escape == nil ? 0 : 1 << 9) | Self.number(operation) << 16)
      add(operand.node, tokens)
      add(pattern.node, tokens)
      if let escape { add(escape.node, tokens) }
    case .collate(let operand, let collation):
      add(22)
      add(collation.rawValue)
      add(operand.node, tokens)
    // Values and columns have no parts, and were added before.
    case .value, .column, .failure, .resultColumn, .inList, .inRows, .inQuery, .exists, .scalar, .choice, .cast,
      .function, .row, .json, .raw:
      give()
    }
  }

  /// A constant is part of the text.
  private mutating func add(literal value: SQLValue) {
    add(11 | UInt64(value.storageClass.rawValue) << 8)
    switch value {
    case .null: break
    case .integer(let integer): add(UInt64(bitPattern: integer))
    case .real(let real): add(real.bitPattern)
    case .text(let text): add(text)
    case .blob(let blob):
      add(UInt64(blob.count))
      add(bytes: blob)
    }
  }

  private static func number(_ join: SQLSyntax.Join) -> UInt64 {
    switch join {
    case .inner: 0
    case .left: 1
    case .right: 2
    case .full: 3
    case .cross: 4
    }
  }

  private static func number(_ operation: SQLSyntax.UnaryOperator) -> UInt64 {
    switch operation {
    case .not: 0
    case .minus: 1
    case .bitNot: 2
    }
  }

  private static func number(_ operation: SQLSyntax.PatternOperator) -> UInt64 {
    switch operation {
    case .like: 0
    case .glob: 1
    case .regexp: 2
    case .match: 3
    }
  }

  private static func number(_ operation: SQLSyntax.BinaryOperator) -> UInt64 {
    switch operation {
    case .equal: 0
    case .notEqual: 1
    case .less: 2
    case .lessOrEqual: 3
    case .greater: 4
    case .greaterOrEqual: 5
    case .is: 6
    case .isNot: 7
    case .isDistinctFrom: 8
    case .isNotDistinctFrom: 9
    case .add: 10
    case .subtract: 11
    case .multiply: 12
    case .divide: 13
    case .remainder: 14
    case .bitAnd: 15
    case .bitOr: 16
    case .shiftLeft: 17
    case .shiftRight: 18
    case .concatenate: 19
    }
  }
}
