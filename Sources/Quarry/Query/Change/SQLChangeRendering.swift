/// The rendered parts of an update or delete, from which its statements are built.
struct SQLChangeRendering {
  /// The assignments.
  var assignments: [SQLUpdateStatement.Assignment] = []
  /// The other sources of an update, after FROM.
  var from: SQLFragment?
  /// The condition.
  var condition: SQLFragment?
  /// The order and number of rows.
  var limit: SQLChangeLimit?
  /// WITH and the common table expressions that the parts use, followed by a space.
  var prefix: SQLFragment?

  /// Renders the parts of a change of one table.
  ///
  /// - Parameters:
  ///   - select: The query that chooses the rows.
  ///   - assignments: The assignments of an update.
  ///   - allowsSources: Whether other sources may be joined to the table.
  /// - Throws: ``DatabaseError`` with code `.invalidQuery` if the query has clauses that the change can't take.
  init(
    _ select: SQLSyntax.Select, assignments: [SQLAssignment] = [], allowsSources: Bool = false, purpose: String,
    context: SQLGenerationContext
  ) throws(DatabaseError) {
    try Self.validate(select, allowsSources, purpose)
    self = try Self.render(select, assignments, context, .padded)
    let limit = context.capabilities.limits.parameters
    // The statement may contain a part twice, and more than the parts.
    if parameterCount > limit / 4 || byteCount > context.capabilities.limits.sqlBytes / 4 {
      self = try Self.render(select, assignments, context, .exact)
    }
    if parameterCount > limit {
      self = try Self.render(select, assignments, context, .compact)
      guard parameterCount <= limit else {
        throw DatabaseError(
          .tooManyParameters,
          "\(purpose) needs \(parameterCount) parameters, and the engine takes at most \(limit); split it",
          missing: .longStatements)
      }
    }
  }

  private init() {}

  private var parts: [SQLFragment] {
    assignments.map(\.value) + [condition, from, limit?.order, prefix].compactMap { $0 }
  }

  private var parameterCount: Int { parts.reduce(0) { $0 + $1.values.count } }
  private var byteCount: Int { parts.reduce(0) { $0 + $1.sql.utf8.count } }

  /// The table that is changed.
  static func table(of select: SQLSyntax.Select, _ purpose: String) throws(DatabaseError) -> SQLTable {
    guard let source = select.sources.first else { throw invalid(purpose, "names no table") }
    return source.table
  }

  private static func validate(
    _ select: SQLSyntax.Select, _ allowsSources: Bool, _ purpose: String
  ) throws(DatabaseError) {
    guard select.sources.count == 1 || allowsSources, let source = select.sources.first else {
      throw invalid(purpose, "can only take rows of one table; put the others into a subquery of its condition")
    }
    guard case .table = source.relation else { throw invalid(purpose, "needs a table, not the result of a query") }
    for other in select.sources.dropFirst() where other.join != .inner && other.join != .cross {
      throw invalid(purpose, "can only take inner and cross joins; put other joins into a subquery")
    }
    if select.isDistinct || !select.groups.isEmpty || !select.having.isEmpty {
      throw invalid(purpose, "can't take distinct or grouped rows; put them into a subquery of its condition")
    }
  }

  private static func invalid(_ purpose: String, _ what: String) -> DatabaseError {
    DatabaseError(.invalidQuery, "\(purpose) \(what)")
  }

  private static func render(
    _ select: SQLSyntax.Select, _ assignments: [SQLAssignment], _ context: SQLGenerationContext,
    _ lists: SQLGenerator.ListForm
  ) throws(DatabaseError) -> SQLChangeRendering {
    guard let table = select.sources.first?.table else { return SQLChangeRendering() }
    var generator = SQLGenerator(context)
    generator.lists = lists
    let target = SQLGenerationScope.Source(
      table: table, qualifier: SQLIdentifier.quote(table.name), names: nil, presence: .always)
    generator.reservedNames.append(target.qualifier)
    var result = SQLChangeRendering()
    var scope = SQLGenerationScope(tokens: select.tokens, sources: [target])
    if select.sources.count > 1 {
      (scope, result.from) = try generator.aside { (generator) throws(DatabaseError) in
        for source in select.sources.dropFirst() {
          if scope.sources.count > 1 { generator.write(", ") }
          scope.sources.append(try generator.write(source: source, marker: false))
        }
        return scope
      }
    }
    let conditions = select.sources.dropFirst().compactMap(\.condition) + select.filters
    return try generator.inScope(scope) { (generator) throws(DatabaseError) in
      for assignment in assignments {
        let value = try generator.part { (generator) throws(DatabaseError) in
          try generator.write(assignment.value, above: Precedence.raw)
        }
        result.assignments.append(SQLUpdateStatement.Assignment(column: assignment.column, value: value))
      }
      if !conditions.isEmpty {
        result.condition = try generator.part { (generator) throws(DatabaseError) in
          try generator.write(.all(conditions))
        }
      }
      if !select.order.isEmpty || select.limit != nil || select.offset != nil {
        var limit = SQLChangeLimit(limit: select.limit, offset: select.offset)
        if !select.order.isEmpty {
          limit.order = try generator.part { (generator) throws(DatabaseError) in
            try generator.write(order: select.order)
          }
        }
        result.limit = limit
      }
      result.prefix = try generator.commonTablesPrefix()
      return result
    }
  }
}

extension SQLGenerator {
  /// Renders one part of a statement by itself.
  mutating func part(
    _ body: (inout SQLGenerator) throws(DatabaseError) -> Void
  ) throws(DatabaseError) -> SQLFragment {
    try aside(body).text
  }

  /// WITH and the common table expressions used so far, or `nil` if there are none.
  func commonTablesPrefix() throws(DatabaseError) -> SQLFragment? {
    guard !commonTables.isEmpty else { return nil }
    var empty = self
    empty.sql = ""
    empty.values = []
    return try empty.finish()
  }
}
