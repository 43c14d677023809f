/// The values of a level's link column for which rows of a part are wanted.
enum PartKeys {
  /// Values that were read.
  case values([SQLValue])
  /// A query of one column, for a part that is asked for before its parents are known.
  case query(SQLSyntax.Query)
}

/// The complete select of a level.
struct PartSelect {
  /// The select, with its result columns.
  var select: SQLSyntax.Select
  /// The token under which the records' source is known.
  let token: UInt64
  /// The table under whose columns the records are read.
  let table: SQLTable
  /// Whether only some of the rows that meet the conditions are taken.
  let isLimited: Bool

  /// A query of the values of a column of the records.
  ///
  /// - Parameters:
  ///   - column: A column of the level's table.
  ///   - name: The name of the result.
  func values(of column: Int) -> SQLSyntax.Query {
    var copy = select
    if copy.isDistinct || !copy.groups.isEmpty || !copy.having.isEmpty {
      let outer = SQLSyntax.SourceIdentity.nextToken()
      let names = SQLTable("rows", definitions: table.columns.map { $0.bare() }, kind: .view)
      copy.columns = [.position(0, marker: false)]
      var result = SQLSyntax.Select(sources: [SQLSyntax.Source(names, relation: .query(.select(copy)))])
      result.tokens = [outer]
      result.columns = [
        .expression(.column(SQLSyntax.SourceIdentity(token: outer, index: 0), names.columns[column]), name: nil)
      ]
      return .select(result)
    }
    if !isLimited { copy.order = [] }
    copy.columns = [
      .expression(.column(SQLSyntax.SourceIdentity(token: token, index: 0), table.columns[column]), name: nil)
    ]
    return .select(copy)
  }
}

extension SQLColumnDefinition {
  /// A column of the same name and none of the other properties, that no closure of a query means.
  fileprivate func bare(named name: String? = nil) -> SQLColumnDefinition {
    SQLColumnDefinition(name: name ?? self.name, type: type, isNullable: true)
  }
}

extension PartLevel {
  /// The select of the root: the query, in an order in which a limit always means the same rows.
  func rootSelect() -> PartSelect {
    var select = select
    let token = SQLSyntax.SourceIdentity.nextToken()
    select.tokens.append(token)
    if isLimited, let order = try? PageOrder(select, markers: [false]), select.groups.isEmpty, select.having.isEmpty {
      select.tokens.append(order.token)
      select.order = order.terms
    }
    select.columns = [.position(0, marker: false)] + extra
    return PartSelect(select: select, token: token, table: table, isLimited: isLimited)
  }

  /// The select of a part.
  ///
  /// Behind each record stands the value of the level above to which it belongs, exactly as it is stored there: the engine
  /// alone compares keys.
  ///
  /// - Parameters:
  ///   - above: The level to whose rows the part belongs.
  ///   - keys: Which rows.
  /// - Throws: ``DatabaseError`` with code `.invalidQuery`.
  func partSelect(below above: PartLevel, _ keys: PartKeys) throws(DatabaseError) -> PartSelect {
    try requirePlain()
    switch try relation.get() {
    case .root: throw DatabaseError(.engineInternal, "the root of a query with parts is no part")
    case .referenced(let column, let key): return referenced(from: column, key, keys)
    case .count(let key, let column):
      if isLimited { throw refusal("limited to some rows, which are counted") }
      let (joined, expression) = children(of: above, key, by: column, keys)
      var select = joined
      var count = SQLSyntax.Function(.builtIn("count"), [])
      count.isStar = true
      select.order = []
      select.groups = [.collate(expression, .binary)]
      select.columns = [.expression(expression, name: nil), .expression(.function(count), name: nil)]
      return PartSelect(select: select, token: 0, table: table, isLimited: false)
    case .children(let key, let column):
      let (select, expression) = children(of: above, key, by: column, keys)
      return ordered(select, expression)
    case .connected(let connection):
      let (select, expression) = connected(connection, to: above, keys)
      return ordered(select, expression)
    }
  }

  /// Refuses refinements that mean something else for many parents than for one.
  private func requirePlain() throws(DatabaseError) {
    guard select.sources.count == 1 else { throw refusal("a join") }
    if select.isDistinct { throw refusal("distinct") }
    if !select.groups.isEmpty || !select.having.isEmpty { throw refusal("grouped") }
    if isLimited, case .referenced = try relation.get() { throw refusal("limited to some rows") }
  }

  private func refusal(_ what: String) -> DatabaseError {
    DatabaseError(
      .invalidQuery,
      "the query of \"\(table.name)\" that comes with each row can't be \(what); use where and order, and for rows that "
        + "belong to each parent also limit and offset")
  }

  // MARK: Conditions

  /// The refinement joined with the rows above that its rows refer to.
  private func children(
    of above: PartLevel, _ key: SQLColumnDefinition, by column: SQLColumnDefinition, _ keys: PartKeys
  ) -> (SQLSyntax.Select, SQLSyntax.Expression) {
    let token = SQLSyntax.SourceIdentity.nextToken()
    var select = select
    select.tokens.append(token)
    let expression = add(above, key, to: &select, token, keys)
    let child = SQLSyntax.Expression.column(SQLSyntax.SourceIdentity(token: token, index: 0), column)
    select.sources[1].condition = SQLJoinResolver.equality(parent: key, expression, child: column, child)
    return (select, expression)
  }

  private func connected(
    _ connection: PartConnection, to above: PartLevel, _ keys: PartKeys
  ) -> (SQLSyntax.Select, SQLSyntax.Expression) {
    let token = SQLSyntax.SourceIdentity.nextToken()
    var select = select
    select.tokens.append(token)
    let (near, far) = (connection.near.bare(), connection.far.bare())
    let pairs = SQLTable(connection.table.name, schema: connection.table.schema, definitions: [near, far])
    func column(_ source: Int, _ column: SQLColumnDefinition) -> SQLSyntax.Expression {
      .column(SQLSyntax.SourceIdentity(token: token, index: source), column)
    }
    select.sources.append(
      SQLSyntax.Source(
        pairs,
        condition: SQLJoinResolver.equality(
          parent: connection.key, column(0, connection.key), child: connection.far, column(1, far))))
    let expression = add(above, connection.own, to: &select, token, keys)
    select.sources[2].condition = SQLJoinResolver.equality(
      parent: connection.own, expression, child: connection.near, column(1, near))
    return (select, expression)
  }

  /// Adds the rows above as the last source, and the condition that they are the wanted ones.
  ///
  /// - Returns: The value of the key of a row above.
  private func add(
    _ above: PartLevel, _ key: SQLColumnDefinition, to select: inout SQLSyntax.Select, _ token: UInt64, _ keys: PartKeys
  ) -> SQLSyntax.Expression {
    let source = above.keys(key)
    select.sources.append(source)
    let identity = SQLSyntax.SourceIdentity(token: token, index: select.sources.count - 1)
    let expression = SQLSyntax.Expression.column(identity, source.table.columns[0])
    switch keys {
    case .values(let values): select.filters.append(.inValues(expression, values, negated: false))
    case .query(let query): select.filters.append(.inQuery([expression], query, negated: false))
    }
    return expression
  }

  /// The different values of a column of the level, under a name that no closure of a query means: the engine's own
  /// column, so that its affinity and collation decide.
  private func keys(_ column: SQLColumnDefinition) -> SQLSyntax.Source {
    let key = column.bare()
    let source = select.sources[0]
    let names = SQLTable(source.table.name, schema: source.table.schema, definitions: [key], kind: source.table.kind)
    if case .table = source.relation, source.table.isUnique(by: [column]) { return SQLSyntax.Source(names) }
    let token = SQLSyntax.SourceIdentity.nextToken()
    let expression = SQLSyntax.Expression.column(SQLSyntax.SourceIdentity(token: token, index: 0), column)
    var values = SQLSyntax.Select(sources: [SQLSyntax.Source(source.table, relation: source.relation)])
    values.tokens = [token]
    values.columns = [.expression(expression, name: nil)]
    values.groups = [.collate(expression, .binary)]
    return SQLSyntax.Source(names, relation: .query(.select(values)))
  }

  // MARK: Rows that are referred to

  private func referenced(
    from column: SQLColumnDefinition, _ key: SQLColumnDefinition, _ keys: PartKeys
  ) -> PartSelect {
    let token = SQLSyntax.SourceIdentity.nextToken()
    let value = column.bare(named: "value")
    var select = select
    select.tokens.append(token)
    select.order = []
    let reference = SQLSyntax.Expression.column(SQLSyntax.SourceIdentity(token: token, index: 1), value)
    select.sources.append(
      SQLSyntax.Source(
        SQLTable("keys", definitions: [value], kind: .view), relation: Self.values(keys),
        condition: SQLJoinResolver.equality(
          parent: key, .column(SQLSyntax.SourceIdentity(token: token, index: 0), key), child: column, reference)))
    select.columns = [.position(0, marker: false), .expression(reference, name: nil)]
    return PartSelect(select: select, token: token, table: table, isLimited: false)
  }

  /// The different values, without an affinity or collation: those of the key decide, as in a foreign key.
  private static func values(_ keys: PartKeys) -> SQLSyntax.Relation {
    switch keys {
    case .values(let values):
      // Engines name the column of VALUES in different ways, so it gets its name from a common table expression.
      return .commonTable(
        SQLSyntax.CommonTable(
          identity: SQLSyntax.SourceIdentity.nextToken(), name: "quarry_keys", columns: ["value"],
          query: .values(values.map { [.value($0)] }, width: 1), isNameFixed: false))
    case .query(let query):
      let column = SQLColumnDefinition(name: "value", type: .any, isNullable: true)
      let token = SQLSyntax.SourceIdentity.nextToken()
      let plain = SQLSyntax.Expression.raw([
        .text("+"), .expression(.column(SQLSyntax.SourceIdentity(token: token, index: 0), column)),
      ])
      var select = SQLSyntax.Select(
        sources: [SQLSyntax.Source(SQLTable("rows", definitions: [column], kind: .view), relation: .query(query))])
      select.tokens = [token]
      select.columns = [.expression(plain, name: nil)]
      select.groups = [plain]
      return .query(.select(select))
    }
  }

  // MARK: Order and limit

  /// Completes the order of the rows of a part, and applies its limit to those of each parent.
  private func ordered(_ select: SQLSyntax.Select, _ key: SQLSyntax.Expression) -> PartSelect {
    let token = SQLSyntax.SourceIdentity.nextToken()
    var select = select
    select.tokens.append(token)
    for column in self.select.missingKey {
      select.order.append(
        SQLSyntax.Ordering(.column(SQLSyntax.SourceIdentity(token: token, index: 0), column)))
    }
    select.columns = [.position(0, marker: false), .expression(key, name: nil)]
    guard isLimited else { return PartSelect(select: select, token: token, table: table, isLimited: false) }
    return limited(select, key)
  }

  private func limited(_ select: SQLSyntax.Select, _ key: SQLSyntax.Expression) -> PartSelect {
    var inner = select
    var number = SQLSyntax.Function(.builtIn("row_number"), [])
    number.window = .inline(SQLSyntax.Window(partition: [.collate(key, .binary)], order: inner.order))
    inner.columns.append(.expression(.function(number), name: nil))
    inner.order = []
    inner.limit = nil
    inner.offset = nil
    let position = SQLColumnDefinition(name: table.unusedName("position"), type: .integer, isNullable: false)
    let parent = SQLColumnDefinition(name: table.unusedName("parent"), type: .any, isNullable: true)
    let names = SQLTable("rows", definitions: table.columns.map { $0.bare() } + [parent, position], kind: .view)
    let token = SQLSyntax.SourceIdentity.nextToken()
    var outer = SQLSyntax.Select(sources: [SQLSyntax.Source(names, relation: .query(.select(inner)))])
    outer.tokens = [token]
    outer.columns = [.position(0, marker: false)]
    let row = SQLSyntax.Expression.column(SQLSyntax.SourceIdentity(token: token, index: 0), position)
    let first = Int64(max(select.offset ?? 0, 0))
    if first > 0 { outer.filters.append(.binary(.greater, row, .value(.integer(first)))) }
    if let limit = select.limit, limit >= 0 {
      let (last, overflow) = first.addingReportingOverflow(Int64(limit))
      if !overflow { outer.filters.append(.binary(.lessOrEqual, row, .value(.integer(last)))) }
    }
    outer.order = [SQLSyntax.Ordering(row)]
    return PartSelect(select: outer, token: token, table: names, isLimited: false)
  }
}

extension PartLevel {
  /// Whether the rows of the level and of those below can be asked for before any of them is known: each statement then
  /// repeats the queries above it, which have to mean the same rows every time.
  ///
  /// - Returns: What prevents it, or `nil`.
  var obstacle: String? {
    if parts.isEmpty { return nil }
    if select.mayVary { return "its rows may differ each time: it uses chance, the clock or SQL text" }
    if !select.groups.isEmpty || !select.having.isEmpty { return "it is grouped" }
    if case .success(.root) = relation, isLimited, (try? PageOrder(select, markers: [false])) == nil {
      return "its limit has no order that tells all rows apart"
    }
    return parts.lazy.compactMap(\.obstacle).first
  }
}
