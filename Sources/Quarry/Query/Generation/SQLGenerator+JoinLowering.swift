// Right and full joins for engines before SQLite 3.39, and where an engine answers them wrongly.
//
// `P RIGHT JOIN s ON c` is `s LEFT JOIN (P) ON c`. `P FULL JOIN s ON c` is `P LEFT JOIN s ON c` together with the rows
// of `s` for which no row of `P` meets `c`. Where `P` is more than one source it becomes a subquery that hands on every
// column under a new name, and for each source whether it is present; what comes behind names those columns instead.
extension SQLGenerator {
  /// The last source whose join the engine lacks.
  func lastJoinToLower(_ sources: ArraySlice<SQLSyntax.Source>) throws(DatabaseError) -> Int? {
    var last: Int?
    for index in sources.indices where index > 0 {
      switch sources[index].join {
      case .right: if try !native(.rightJoin) || !answersOuterJoin(at: index) { last = index }
      case .full: if try !native(.fullJoin) || !answersOuterJoin(at: index) { last = index }
      case .inner, .left, .cross: break
      }
    }
    return last
  }

  /// Whether the engine runs a right or full join correctly here.
  ///
  /// Up to SQLite 3.42, an always false condition of an earlier inner join empties the whole result instead of
  /// keeping the rows without a partner. Found by comparing random queries; fixed in 3.43.
  private func answersOuterJoin(at index: Int) -> Bool {
    index == 1 || context.engine.version >= EngineVersion(3, 43, 0)
  }

  /// Writes the sources up to a right or full join in an equal form.
  mutating func write(
    lowering index: Int, sources: ArraySlice<SQLSyntax.Source>, markers: [Bool], tokens: SQLSyntax.ClosureTokens
  ) throws(DatabaseError) -> [SQLGenerationScope.Source] {
    sources[index].join == .right
      ? try write(rightJoin: index, sources: sources, markers: markers, tokens: tokens)
      : try write(fullJoin: index, sources: sources, markers: markers, tokens: tokens)
  }

  private mutating func write(
    rightJoin index: Int, sources: ArraySlice<SQLSyntax.Source>, markers: [Bool], tokens: SQLSyntax.ClosureTokens
  ) throws(DatabaseError) -> [SQLGenerationScope.Source] {
    let joined = sources[index]
    let right = try write(source: joined, marker: markers[index])
    sql += " LEFT JOIN "
    var named: [SQLGenerationScope.Source]
    if index == 1 {
      named = [try write(source: sources[0], marker: markers[0])]
    } else {
      let (inner, from) = try aside { (generator) throws(DatabaseError) in
        try generator.write(sources: sources[..<index], markers: markers, tokens: tokens)
      }
      sql += "("
      let export = writeExport(of: inner, markers: markers)
      sql += " FROM "
      append(from)
      sql += ") AS "
      let alias = nextAlias()
      sql += alias
      named = export.sources(alias)
    }
    named.append(right)
    var condition = joined
    condition.condition = joined.condition ?? .all([])
    try write(conditionOf: condition, sources: named, tokens: tokens)
    return named
  }

  private mutating func write(
    fullJoin index: Int, sources: ArraySlice<SQLSyntax.Source>, markers: [Bool], tokens: SQLSyntax.ClosureTokens
  ) throws(DatabaseError) -> [SQLGenerationScope.Source] {
    var withPartners = sources
    withPartners[index].join = .left
    withPartners[index].condition = sources[index].condition ?? .all([])
    let (inner, from) = try aside { (generator) throws(DatabaseError) in
      try generator.write(sources: withPartners, markers: markers, tokens: tokens)
    }
    sql += "("
    let export = writeExport(of: inner, markers: markers)
    sql += " FROM "
    append(from)
    sql += " UNION ALL "
    try writeRowsWithoutPartner(index, sources: sources, markers: markers, tokens: tokens)
    sql += ") AS "
    let alias = nextAlias()
    sql += alias
    return export.sources(alias)
  }

  /// Writes the rows of the last source of a full join for which the sources before it have no partner.
  private mutating func writeRowsWithoutPartner(
    _ index: Int, sources: ArraySlice<SQLSyntax.Source>, markers: [Bool], tokens: SQLSyntax.ClosureTokens
  ) throws(DatabaseError) {
    let (alone, from) = try aside { (generator) throws(DatabaseError) in
      try generator.write(source: sources[index], marker: markers[index])
    }
    sql += "SELECT "
    for earlier in 0..<index {
      let width = sources[earlier].table.columns.count + (markers[earlier] ? 1 : 0)
      for _ in 0..<width { sql += "NULL, " }
    }
    for (position, column) in alone.table.columns.enumerated() {
      if position > 0 { sql += ", " }
      write(column: column, in: alone)
    }
    if markers[index] { sql += ", 1" }
    sql += " FROM "
    append(from)
    sql += " WHERE NOT EXISTS (SELECT 1 FROM "
    var named = try write(sources: sources[..<index], markers: markers.map { _ in false }, tokens: tokens)
    named.append(alone)
    sql += " WHERE "
    let condition = sources[index].condition ?? .all([])
    try inScope(SQLGenerationScope(tokens: tokens, sources: named)) { (generator) throws(DatabaseError) in
      try generator.write(condition)
    }
    sql += ")"
  }

  /// Writes `SELECT` and every column of the sources under a unique name.
  private mutating func writeExport(of sources: [SQLGenerationScope.Source], markers: [Bool]) -> JoinExport {
    var export = JoinExport()
    sql += "SELECT "
    var count = 0
    for (index, source) in sources.enumerated() {
      var names: [ObjectIdentifier: String] = [:]
      for column in source.table.columns {
        if count > 0 { sql += ", " }
        let name = "\"c\(count)\""
        write(column: column, in: source)
        sql += " AS "
        sql += name
        names[ObjectIdentifier(column)] = name
        count += 1
      }
      var presence = SQLGenerationScope.Presence.always
      if markers[index] {
        let name = "\"c\(count)\""
        if count > 0 { sql += ", " }
        writePresence(of: source)
        sql += " AS "
        sql += name
        presence = .marker(name)
        count += 1
      }
      export.parts.append((source.table, names, presence))
    }
    return export
  }
}

/// The columns that a subquery over several sources exports.
private struct JoinExport {
  var parts: [(table: SQLTable, names: [ObjectIdentifier: String], presence: SQLGenerationScope.Presence)] = []

  /// The sources under their names outside the subquery.
  func sources(_ alias: String) -> [SQLGenerationScope.Source] {
    parts.map { part in
      SQLGenerationScope.Source(
        table: part.table, qualifier: alias, names: part.names, presence: part.presence)
    }
  }
}
