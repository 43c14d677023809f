/// The sources that the columns of one select, or of one changed table, may name.
struct SQLGenerationScope {
  /// The tokens under which closures know the sources.
  var tokens: SQLSyntax.ClosureTokens
  /// The sources, by position.
  var sources: [Source]

  /// How one source is named in the text.
  struct Source {
    /// The table, or the columns under which a query's result is read.
    var table: SQLTable
    /// The quoted alias or table name, or an empty text if columns need no qualifier.
    var qualifier: String
    /// The column names that a subquery exports, or `nil` if columns keep their own names.
    var names: [ObjectIdentifier: String]?
    /// How the presence of the source in a row is found.
    var presence: Presence
  }

  /// How the presence of a source in a row is found.
  enum Presence {
    /// The source is always present.
    case always
    /// A column, with its quoted name, that is never NULL in a present row.
    case notNull(String)
    /// A column, with its quoted name, that holds 1 in a present row, and 0 or NULL in another.
    case marker(String)
  }
}

extension SQLGenerator {
  /// Renders with more sources in scope.
  mutating func inScope<Result>(
    _ scope: SQLGenerationScope, _ body: (inout SQLGenerator) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    scopes.append(scope)
    defer { scopes.removeLast() }
    return try body(&self)
  }

  /// Renders with the columns of one table in scope, as in UPDATE and DELETE.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - tokens: The tokens of the query that chose the rows; see ``SQLSyntax/Select``.
  ///   - qualifier: The quoted name or alias of the table in the statement, or an empty text if columns need no
  ///     qualifier.
  mutating func inScope<Result>(
    of table: SQLTable, tokens: SQLSyntax.ClosureTokens, qualifier: String,
    _ body: (inout SQLGenerator) throws(DatabaseError) -> Result
  ) throws(DatabaseError) -> Result {
    if !qualifier.isEmpty { reservedNames.append(qualifier) }
    let source = SQLGenerationScope.Source(table: table, qualifier: qualifier, names: nil, presence: .always)
    return try inScope(SQLGenerationScope(tokens: tokens, sources: [source]), body)
  }

  /// The next alias, quoted: `"t0"`, `"t1"`, …
  mutating func nextAlias() -> String {
    while true {
      let alias = "\"t\(aliasCount)\""
      aliasCount += 1
      if !reservedNames.contains(where: { SQLIdentifier.areEqual($0, alias) }) { return alias }
    }
  }

  /// Writes a column, qualified by the source it belongs to.
  mutating func write(
    column: SQLColumnDefinition, of identity: SQLSyntax.SourceIdentity?
  ) throws(DatabaseError) {
    if let identity {
      write(column: column, in: try source(identity, for: column))
    } else {
      write(column: column, in: try source(of: column))
    }
  }

  mutating func write(column: SQLColumnDefinition, in source: SQLGenerationScope.Source) {
    if !source.qualifier.isEmpty {
      sql += source.qualifier
      sql += "."
    }
    guard let names = source.names else { return write(column.quotedName) }
    if let name = names[ObjectIdentifier(column)] {
      sql += name
    } else if let known = source.table.column(named: column.name), let name = names[ObjectIdentifier(known)] {
      sql += name
    } else {
      write(identifier: column.name)
    }
  }

  /// Writes a column that no record declares, qualified by the source with the table's name.
  mutating func write(column: String, ofTable table: String) throws(DatabaseError) {
    for scope in scopes.reversed() {
      let sources = scope.sources.filter { $0.names == nil && SQLIdentifier.areEqual($0.table.name, table) }
      guard let source = sources.first else { continue }
      guard sources.count == 1 else {
        throw DatabaseError(
          .invalidQuery, "the column \"\(column)\" is ambiguous: the query has \"\(table)\" more than once")
      }
      if !source.qualifier.isEmpty { sql += source.qualifier + "." }
      break
    }
    write(identifier: column)
  }

  /// The source of a column that a closure used.
  func source(
    _ identity: SQLSyntax.SourceIdentity, for column: SQLColumnDefinition?
  ) throws(DatabaseError) -> SQLGenerationScope.Source {
    for scope in scopes.reversed() where scope.tokens.contains(identity.token) {
      if identity.index < scope.sources.count { return scope.sources[identity.index] }
    }
    let what = column.map { "the column \"\($0.name)\"" } ?? "a source"
    throw DatabaseError(
      .invalidQuery,
      "\(what) belongs to a query that doesn't surround it; use the parameters of the closure that "
        + "contains it, or of one around it")
  }

  /// The only source in scope that has a column.
  private func source(of column: SQLColumnDefinition) throws(DatabaseError) -> SQLGenerationScope.Source {
    let wanted = ObjectIdentifier(column)
    for scope in scopes.reversed() {
      var found: SQLGenerationScope.Source?
      for source in scope.sources where source.table.columnIdentities.contains(wanted) {
        guard found == nil else {
          throw DatabaseError(
            .invalidQuery,
            "the column \"\(column.name)\" is ambiguous: the query has \"\(source.table.name)\" more than once; "
              + "use the parameters of the closure to say which one is meant")
        }
        found = source
      }
      if let found { return found }
    }
    let tables = scopes.flatMap(\.sources).map { "\"\($0.table.name)\"" }.joined(separator: ", ")
    throw DatabaseError(
      .invalidQuery,
      "the column \"\(column.name)\" belongs to none of the query's sources (\(tables.isEmpty ? "none" : tables)); "
        + "join its table first")
  }
}
