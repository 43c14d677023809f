extension SQLGenerator {
  /// Writes one SELECT.
  mutating func write(select: SQLSyntax.Select, names: [String]?) throws(DatabaseError) {
    let hasRightJoin = select.sources.contains { $0.join == .right || $0.join == .full }
    if hasRightJoin { selectsWithRightJoin += 1 }
    defer { if hasRightJoin { selectsWithRightJoin -= 1 } }
    // The columns come first in the text, but which names they use is known only when FROM has been written; so FROM is
    // written aside, with the values that it binds.
    let (scope, from) = try aside { (generator) throws(DatabaseError) in try generator.writeFrom(select) }
    try inScope(scope) { (generator) throws(DatabaseError) in
      try generator.write(select: select, names: names, from: from)
    }
  }

  private mutating func write(
    select: SQLSyntax.Select, names: [String]?, from: SQLFragment
  ) throws(DatabaseError) {
    var nestsHaving = !select.having.isEmpty && select.groups.isEmpty
    if nestsHaving, !select.mayAggregate {
      throw DatabaseError(
        .invalidQuery, "HAVING needs groups or an aggregate; use group(by:), or where for conditions on single rows")
    }
    if nestsHaving, try native(.havingWithoutGroupBy) { nestsHaving = false }
    let width = select.width
    let inner = nestsHaving ? (0..<width).map { "c\($0)" } : names
    if nestsHaving {
      // A condition on an aggregate over all rows, for engines that take HAVING only behind GROUP BY: the one row is
      // made inside and tested outside.
      sql += "SELECT "
      for index in 0..<width {
        if index > 0 { sql += ", " }
        sql += "\"c\(index)\""
        if let names { sql += " AS " + SQLIdentifier.quote(names[index]) }
      }
      sql += " FROM ("
    }
    sql += select.isDistinct ? "SELECT DISTINCT " : "SELECT "
    try write(columns: select.columns, names: inner)
    if nestsHaving {
      sql += ", "
      try write(.all(select.having), above: Precedence.raw)
      sql += " AS \"having\""
    }
    append(from)
    if !select.filters.isEmpty {
      sql += " WHERE "
      let filters = SQLSyntax.Expression.all(select.filters)
      try write(hidesComparisons(of: select) ? filters.withHiddenComparisons : filters)
    }
    if !select.groups.isEmpty {
      sql += " GROUP BY "
      try write(list: select.groups)
    }
    if nestsHaving {
      sql += ") WHERE \"having\""
    } else if !select.having.isEmpty {
      sql += " HAVING "
      try write(.all(select.having))
    }
    try write(windows: select.windows)
    if !select.order.isEmpty, !nestsHaving {
      sql += " "
      try write(order: select.order)
    }
    writeLimit(select.limit, select.offset)
  }

  private mutating func write(windows: [SQLSyntax.NamedWindow]) throws(DatabaseError) {
    for (index, named) in windows.enumerated() {
      try require(.namedWindows)
      sql += index == 0 ? " WINDOW " : ", "
      write(identifier: named.name)
      sql += " AS ("
      try write(named.window)
      sql += ")"
    }
  }

  // MARK: Result columns

  private mutating func write(
    columns: [SQLSyntax.ResultColumn], names: [String]?
  ) throws(DatabaseError) {
    guard !columns.isEmpty else {
      sql += "1"
      return
    }
    var position = 0
    for (index, column) in columns.enumerated() {
      if index > 0 { sql += ", " }
      switch column {
      case .expression(let expression, let name):
        try write(expression, above: Precedence.raw)
        if let names, position < names.count {
          sql += " AS " + SQLIdentifier.quote(names[position])
        } else if let name {
          sql += " AS " + SQLIdentifier.quote(name)
        }
        position += 1
      case .source(let identity, let marker):
        let source = try source(identity, for: nil)
        try write(allColumnsOf: source, marker: marker, names: names, position: &position)
      case .position(let index, let marker):
        guard let scope = scopes.last, scope.sources.indices.contains(index) else {
          throw DatabaseError(.invalidQuery, "the query has no source number \(index + 1)")
        }
        try write(allColumnsOf: scope.sources[index], marker: marker, names: names, position: &position)
      }
    }
  }

  private mutating func write(
    allColumnsOf source: SQLGenerationScope.Source, marker: Bool, names: [String]?, position: inout Int
  ) throws(DatabaseError) {
    if marker {
      writePresence(of: source)
      if let names, position < names.count { sql += " AS " + SQLIdentifier.quote(names[position]) }
      position += 1
      if !source.table.columns.isEmpty { sql += ", " }
    } else if source.table.columns.isEmpty {
      throw DatabaseError(.invalidQuery, "the table \"\(source.table.name)\" lists no columns")
    }
    for (index, column) in source.table.columns.enumerated() {
      if index > 0 { sql += ", " }
      write(column: column, in: source)
      if let names {
        if position < names.count { sql += " AS " + SQLIdentifier.quote(names[position]) }
      } else if source.names != nil {
        sql += " AS " + SQLIdentifier.quote(column.name)
      }
      position += 1
    }
  }

  /// Writes 1 if the source is present in the row, 0 or NULL if it isn't.
  mutating func writePresence(of source: SQLGenerationScope.Source) {
    switch source.presence {
    case .always: sql += "1"
    case .notNull(let name): sql += source.qualifier + "." + name + " IS NOT NULL"
    case .marker(let name): sql += source.qualifier + "." + name
    }
  }
}

extension SQLGenerator {
  /// Whether conditions with IS have to be hidden from the engine's planner.
  ///
  /// SQLite 3.15 uses `a IS b` on a left-joined table to look up rows instead of to filter them, and then returns
  /// rows for which it is false. Found by comparing random queries; fixed in 3.33.
  fileprivate func hidesComparisons(of select: SQLSyntax.Select) -> Bool {
    guard context.engine.version < EngineVersion(3, 33, 0) else { return false }
    return select.sources.contains { source in
      if case .table = source.relation { source.join != .inner && source.join != .cross } else { true }
    }
  }
}

extension SQLSyntax.Expression {
  /// The same condition with every IS that must hold written as `(a IS b) <> 0`.
  fileprivate var withHiddenComparisons: SQLSyntax.Expression {
    switch node {
    case .all(let terms): .all(terms.map(\.withHiddenComparisons))
    case .binary(.is, _, _), .binary(.isNotDistinctFrom, _, _): .binary(.notEqual, self, .literal(0))
    default: self
    }
  }
}
