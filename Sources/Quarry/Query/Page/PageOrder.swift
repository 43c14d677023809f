/// The complete order of a query whose rows are read in pages: no two rows are equal in it.
struct PageOrder: Sendable {
  /// The terms: those of the query, then the keys that make the order unique.
  let terms: [SQLSyntax.Ordering]
  /// Whether each term may be NULL.
  private let nullable: [Bool]
  /// The token under which the added keys know their sources.
  let token = SQLSyntax.SourceIdentity.nextToken()
  /// A fingerprint of the order, the same in every process.
  let fingerprint: UInt64

  /// Completes the order of a select.
  ///
  /// - Parameters:
  ///   - select: The select.
  ///   - markers: For each source, whether it may be missing from a row.
  /// - Throws: ``DatabaseError`` with code `.invalidQuery` if no columns identify a row, or the order is random.
  init(_ select: SQLSyntax.Select, markers: [Bool]) throws(DatabaseError) {
    var found = SQLOrderedColumns(select)
    var terms = select.order
    if let term = terms.first(where: { $0.expression.mayVary }) {
      throw DatabaseError(
        .invalidQuery,
        "a query that is read in pages needs an order that stays the same: it is ordered by \(term.expression.kind)")
    }
    if terms.contains(where: \.expression.dependsOnOtherRows) {
      throw DatabaseError(
        .invalidQuery,
        "a query that is read in pages can't be ordered by aggregates or window functions, which the condition of a page "
          + "would change; order by columns of each row")
    }
    if !(select.sources.count == 1 && markers == [false] && found.isUnique(in: select.sources[0])) {
      for (index, source) in select.sources.enumerated() {
        for column in try source.rowKey where !found.contains(column, of: index) {
          terms.append(
            SQLSyntax.Ordering(.column(SQLSyntax.SourceIdentity(token: token, index: index), column)))
          found.columns.append((index, column))
        }
      }
    }
    guard !terms.isEmpty else { throw DatabaseError(.invalidQuery, "a query without sources has no pages") }
    self.terms = terms
    nullable = terms.map { term in
      guard let (index, column) = found.place(of: term.expression) else { return true }
      return column.isNullable || !markers.indices.contains(index) || markers[index]
    }
    var text = SQLSyntax.Select(sources: select.sources)
    text.tokens = select.tokens.appending(token)
    text.order = terms
    let rendered = try SQLSyntax.Query.select(text).rendered(for: .reference, lists: .exact)
    var hash = FingerprintHash(rendered.sql.utf8)
    for value in rendered.values { hash.add("\(value)".utf8) }
    fingerprint = hash.value
  }

  /// The terms in the direction in which rows are read.
  func terms(backwards: Bool) -> [SQLSyntax.Ordering] {
    guard backwards else { return terms }
    return terms.map { term in
      var term = term
      term.isDescending.toggle()
      term.nulls = term.nulls.map { $0 == .first ? .last : .first }
      return term
    }
  }

  /// The condition that a row comes after the row of a cursor, in the reading direction.
  ///
  /// - Throws: ``DatabaseError`` with code `.foreignCursor`.
  func condition(after cursor: PageCursor, backwards: Bool) throws(DatabaseError) -> SQLSyntax.Expression {
    guard cursor.order == fingerprint, cursor.values.count == terms.count else {
      throw DatabaseError(
        .foreignCursor, "the cursor belongs to another query or another order; begin with the first page")
    }
    let terms = terms(backwards: backwards)
    let values = cursor.values
    let isUniform = terms.allSatisfy { $0.isDescending == terms[0].isDescending }
    if terms.count > 1, isUniform, !nullable.contains(true), !values.contains(where: \.isNull) {
      return .binary(
        terms[0].isDescending ? .less : .greater, .row(terms.map(\.expression)), .row(values.map { .value($0) }))
    }
    var ways: [SQLSyntax.Expression] = []
    var equal: [SQLSyntax.Expression] = []
    for index in terms.indices {
      if let after = Self.after(terms[index], values[index], isNullable: nullable[index]) {
        ways.append(.all(equal + [after]))
      }
      let expression = terms[index].expression
      equal.append(
        values[index].isNull
          ? .isNull(expression, negated: false) : .binary(.equal, expression, .value(values[index])))
    }
    let any = SQLSyntax.Expression.any(ways)
    guard terms.count > 1, !nullable[0], !values[0].isNull else { return any }
    // The same again, in a form that an index can be searched by.
    return .all([
      .binary(terms[0].isDescending ? .lessOrEqual : .greaterOrEqual, terms[0].expression, .value(values[0])), any,
    ])
  }

  /// The condition that a term alone comes after a value, or `nil` if nothing can.
  private static func after(
    _ term: SQLSyntax.Ordering, _ value: SQLValue, isNullable: Bool
  ) -> SQLSyntax.Expression? {
    let nullsFirst = term.nulls.map { $0 == .first } ?? !term.isDescending
    if value.isNull { return nullsFirst ? .isNull(term.expression, negated: true) : nil }
    let after = SQLSyntax.Expression.binary(term.isDescending ? .less : .greater, term.expression, .value(value))
    guard isNullable, !nullsFirst else { return after }
    return .any([after, .isNull(term.expression, negated: false)])
  }
}

extension SQLSyntax.Source {
  /// The columns that identify a row of the source.
  ///
  /// - Throws: ``DatabaseError`` with code `.invalidQuery` if no columns do.
  var rowKey: [SQLColumnDefinition] {
    get throws(DatabaseError) {
      if case .recursion = relation { throw Self.noKey(table) }
      let key = table.primaryKeyColumns
      // NULL is no key of a row, except that an integer primary key and one without row identifiers are never NULL.
      let isComplete =
        !key.isEmpty
        && (table.rowIDColumn != nil || table.kind == .withoutRowID || !key.contains(where: \.isNullable))
      if isComplete { return key }
      guard case .table = relation, table.kind == .table,
        let name = ["rowid", "_rowid_", "oid"].first(where: { table.column(named: $0) == nil })
      else {
        if key.isEmpty { throw Self.noKey(table) }
        return key
      }
      return key + [SQLColumnDefinition(name: name, type: .integer, isNullable: false)]
    }
  }

  private static func noKey(_ table: SQLTable) -> DatabaseError {
    DatabaseError(
      .invalidQuery,
      "no columns identify the rows of \"\(table.name)\": declare a primary key in its table, or order a query of its "
        + "own by unique columns")
  }
}

/// The columns among the terms of an order.
private struct SQLOrderedColumns {
  var columns: [(source: Int, column: SQLColumnDefinition)] = []
  let select: SQLSyntax.Select

  init(_ select: SQLSyntax.Select) {
    self.select = select
    for term in select.order { if let place = place(of: term.expression) { columns.append(place) } }
  }

  /// The source and the column that an expression is; `nil` for other expressions.
  func place(of expression: SQLSyntax.Expression) -> (source: Int, column: SQLColumnDefinition)? {
    guard case .column(let identity, let column) = expression.node else { return nil }
    if let identity { return (identity.index, column) }
    return select.sources.firstIndex { $0.table.columns.contains { $0 === column } }.map { ($0, column) }
  }

  func contains(_ column: SQLColumnDefinition, of source: Int) -> Bool {
    columns.contains { $0.source == source && $0.column === column }
  }

  /// Whether the columns alone identify rows of the single source.
  func isUnique(in source: SQLSyntax.Source) -> Bool {
    if case .recursion = source.relation { return false }
    return source.table.isUnique(by: columns.map(\.column).filter { !$0.isNullable })
  }
}

extension SQLSyntax.Select {
  /// The columns of the first source that complete the order, so that no two of its rows are equal in it; none where
  /// nothing tells them apart.
  var missingKey: [SQLColumnDefinition] {
    guard let source = sources.first else { return [] }
    let found = SQLOrderedColumns(self)
    if found.isUnique(in: source) { return [] }
    return ((try? source.rowKey) ?? []).filter { !found.contains($0, of: 0) }
  }
}

extension SQLGenerationContext {
  /// An engine with every feature: text rendered for it is the same in every process.
  static let reference = SQLGenerationContext(
    capabilities: DriverCapabilities(
      engine: DatabaseEngine(
        product: .sqlite, version: EngineVersion(3, 99, 0), compileOptions: nil, features: FeatureSet(SQLFeature.all),
        absence: [:]),
      transactions: .interactive, limits: EngineLimits(parameters: .max, sqlBytes: .max)))
}
