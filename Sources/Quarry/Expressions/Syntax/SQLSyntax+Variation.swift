extension SQLSyntax.Expression {
  /// Whether the value may differ between statements although no row has changed. True for random values, the clock,
  /// functions of the application, and SQL text of the program.
  var mayVary: Bool {
    var rest = [self]
    while let expression = rest.popLast() {
      switch expression.node {
      case .raw(let parts):
        for part in parts { if case .expression = part { continue } else { return true } }
      case .function(let function):
        if function.mayVary { return true }
      case .exists(let query, _), .scalar(let query), .inQuery(_, let query, _):
        if query.mayVary { return true }
      default: break
      }
      rest += expression.operands
    }
    return false
  }

  /// Whether the value depends on which other rows the query has: an aggregate or a window function.
  var dependsOnOtherRows: Bool {
    var rest = [self]
    while let expression = rest.popLast() {
      if case .function(let function) = expression.node, function.isAggregate || function.window != nil { return true }
      rest += expression.operands
    }
    return false
  }

  /// The kind of the expression in a word, for messages.
  var kind: String {
    switch node {
    case .function(let function):
      switch function.name {
      case .builtIn(let name), .custom(let name): "the function \(name)"
      }
    case .raw: "SQL text"
    default: "an expression that may differ each time"
    }
  }
}

extension SQLSyntax.Function {
  /// The functions that return the time if no argument gives one.
  private static let clocks: Set<String> = [
    "date", "time", "datetime", "julianday", "unixepoch", "strftime", "timediff", "current_timestamp", "current_date",
    "current_time",
  ]
  private static let chances: Set<String> = ["random", "randomblob", "changes", "total_changes", "last_insert_rowid"]

  fileprivate var mayVary: Bool {
    guard case .builtIn(let name) = name else { return true }
    let lowered = name.lowercased()
    if Self.chances.contains(lowered) { return true }
    guard Self.clocks.contains(lowered) else { return false }
    // A time that is given is a column or a value; `now` is a text, and so is a format.
    let texts = arguments.count < 2 && lowered == "strftime"
    return texts || arguments.isEmpty
      || arguments.contains { argument in
        switch argument.node {
        case .value(.text(let text)), .literal(.text(let text)): text.lowercased() == "now"
        default: false
        }
      }
  }
}

extension SQLSyntax.Query {
  /// Whether the rows may differ between statements although no row has changed.
  var mayVary: Bool {
    switch self {
    case .select(let select): select.mayVary
    case .compound(let compound):
      compound.left.mayVary || compound.right.mayVary || compound.order.contains { $0.expression.mayVary }
    case .values(let rows, _): rows.contains { $0.contains(where: \.mayVary) }
    }
  }
}

extension SQLSyntax.Select {
  /// Whether the rows may differ between statements although no row has changed.
  var mayVary: Bool {
    let columns = columns.contains { if case .expression(let expression, _) = $0 { expression.mayVary } else { false } }
    return columns || (filters + having + groups).contains(where: \.mayVary)
      || order.contains { $0.expression.mayVary }
      || sources.contains { source in source.relation.mayVary || (source.condition?.mayVary ?? false) }
  }
}

extension SQLSyntax.Relation {
  fileprivate var mayVary: Bool {
    switch self {
    case .table, .recursion: false
    case .query(let query): query.mayVary
    case .commonTable(let table): table.query.mayVary || (table.recursion?.query.mayVary ?? false)
    }
  }
}
