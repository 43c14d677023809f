extension SQLGenerator {
  /// Writes FROM with all sources and returns how they are named.
  mutating func writeFrom(_ select: SQLSyntax.Select) throws(DatabaseError) -> SQLGenerationScope {
    guard !select.sources.isEmpty else { return SQLGenerationScope(tokens: select.tokens, sources: []) }
    var markers = Array(repeating: false, count: select.sources.count)
    for column in select.columns {
      switch column {
      case .position(let index, true): if markers.indices.contains(index) { markers[index] = true }
      case .source(let identity, true): if markers.indices.contains(identity.index) { markers[identity.index] = true }
      default: break
      }
    }
    sql += " FROM "
    let named = try write(sources: select.sources[...], markers: markers, tokens: select.tokens)
    return SQLGenerationScope(tokens: select.tokens, sources: named)
  }

  /// Writes sources with their joins.
  ///
  /// - Parameters:
  ///   - sources: The sources, from the first of the query on.
  ///   - markers: For each source, whether the query asks if it is present.
  ///   - tokens: The tokens of the query.
  mutating func write(
    sources: ArraySlice<SQLSyntax.Source>, markers: [Bool], tokens: SQLSyntax.ClosureTokens
  ) throws(DatabaseError) -> [SQLGenerationScope.Source] {
    var named: [SQLGenerationScope.Source] = []
    var start = sources.startIndex
    if let lowered = try lastJoinToLower(sources) {
      named = try write(lowering: lowered, sources: sources[...lowered], markers: markers, tokens: tokens)
      start = lowered + 1
    }
    for index in start..<sources.endIndex {
      let source = sources[index]
      if index > 0 { sql += SQLGenerator.text(of: source.join) }
      named.append(try write(source: source, marker: markers[index]))
      if index > 0 { try write(conditionOf: source, sources: named, tokens: tokens) }
    }
    return named
  }

  static func text(of join: SQLSyntax.Join) -> String {
    switch join {
    case .inner: " JOIN "
    case .left: " LEFT JOIN "
    case .right: " RIGHT JOIN "
    case .full: " FULL JOIN "
    case .cross: " CROSS JOIN "
    }
  }

  /// Writes ON, with the sources up to and including this one in scope.
  mutating func write(
    conditionOf source: SQLSyntax.Source, sources: [SQLGenerationScope.Source], tokens: SQLSyntax.ClosureTokens
  ) throws(DatabaseError) {
    guard let condition = source.condition else { return }
    sql += " ON "
    try inScope(SQLGenerationScope(tokens: tokens, sources: sources)) { (generator) throws(DatabaseError) in
      try generator.write(condition)
    }
  }

  /// Writes one source with its alias.
  mutating func write(
    source: SQLSyntax.Source, marker: Bool
  ) throws(DatabaseError) -> SQLGenerationScope.Source {
    let alias = nextAlias()
    var presence = SQLGenerationScope.Presence.always
    var markerName: String?
    if marker {
      if case .table = source.relation, let column = source.table.presenceColumn {
        presence = .notNull(SQLIdentifier.quote(column))
      } else {
        let name = SQLIdentifier.quote(source.table.unusedName("present"))
        presence = .marker(name)
        markerName = name
      }
    }
    if let markerName {
      sql += "(SELECT "
      for column in source.table.columns {
        write(identifier: column.name)
        sql += ", "
      }
      sql += "1 AS "
      sql += markerName
      sql += " FROM "
    }
    switch source.relation {
    case .table: write(table: source.table)
    case .query(let query):
      sql += "("
      try write(query: query, names: source.table.columns.map(\.name))
      sql += ")"
    case .commonTable(let table): write(identifier: try use(table))
    case .recursion(let identity): write(identifier: try name(ofRecursion: identity))
    }
    if markerName != nil { sql += ")" }
    sql += " AS "
    sql += alias
    return SQLGenerationScope.Source(table: source.table, qualifier: alias, names: nil, presence: presence)
  }

  /// Writes the name of a table, with its schema where it has one.
  mutating func write(table: SQLTable) {
    if let schema = table.schema {
      write(identifier: schema)
      sql += "."
    } else {
      tableNames.append(table.name)
    }
    write(identifier: table.name)
  }

  /// Runs a body that writes, and returns the written text instead of adding it to the statement.
  mutating func aside<Result>(
    _ body: (inout SQLGenerator) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> (result: Result, text: SQLFragment) {
    let (before, valuesBefore) = (sql, values)
    sql = ""
    values = []
    let result = try body(&self)
    let text = SQLFragment(raw: sql, values: values)
    sql = before
    values = valuesBefore
    return (result, text)
  }

  mutating func append(_ text: SQLFragment) {
    sql += text.sql
    values += text.values
  }
}

extension SQLTable {
  /// A column that is never NULL in any row of the table: the integer key, the key of a table without rowid, or a
  /// name of the rowid that no column hides. `nil` for views.
  ///
  /// Source: <https://sqlite.org/rowidtable.html>.
  var presenceColumn: String? {
    switch kind {
    case .view: return nil
    case .withoutRowID: return primaryKeyColumns.first?.name
    case .table:
      if let key = columns.first(where: \.isRowID) { return key.name }
      return ["rowid", "_rowid_", "oid"].first { column(named: $0) == nil }
    }
  }

  /// The name, or the first with a number behind it, that no column has.
  func unusedName(_ name: String) -> String {
    var candidate = name
    var number = 0
    while column(named: candidate) != nil {
      number += 1
      candidate = name + String(number)
    }
    return candidate
  }
}
