extension SQLLoweredUpsert {
  /// The value that a column of the row to be inserted would have.
  func excludedValue(of column: SQLColumnDefinition, _ row: SQLInsertRow) throws(DatabaseError) -> SQLFragment {
    guard let position = table.position(of: column), let place = row.positions.firstIndex(of: position) else {
      if column === table.rowIDColumn {
        throw check.refusal("the key of the new row isn't known before it is inserted")
      }
      return SQLFragment(raw: facts.defaultText(of: column).map { "(\($0))" } ?? "NULL")
    }
    return SQLFragment(raw: "?", values: [row.values[place]])
  }

  /// An expression with the excluded row as a source of one row around it, if it reads that row.
  func withExcluded(_ expression: SQLFragment, _ row: SQLInsertRow) throws(DatabaseError) -> SQLFragment {
    let tokens = SQLTokens.all(in: expression.sql)
    var names: [String] = []
    for (index, token) in tokens.enumerated()
    where token.spelling == "\"excluded\"" && index + 2 < tokens.count && tokens[index + 1].isSymbol(".") {
      if let name = tokens[index + 2].name, !names.contains(name) { names.append(name) }
    }
    guard !names.isEmpty else { return expression }
    var source = SQLFragment(raw: "")
    for name in names {
      guard let column = table.column(named: name) else { continue }
      var value = try excludedValue(of: column, row)
      if let first = value.values.first {
        guard let exact = SQLAffinity(facts.typeName(of: column)).stored(first) else {
          throw check.refusal("the value of \"\(name)\" changes its storage class when it is stored")
        }
        value = SQLFragment(raw: value.sql, values: [exact])
      }
      source.append(raw: source.sql.isEmpty ? "SELECT " : ", ")
      source.append(value)
      source.append(raw: " AS " + SQLIdentifier.quote(name))
    }
    var result = SQLFragment(raw: "(SELECT ")
    result.append(expression)
    result.append(raw: " FROM (")
    result.append(source)
    result.append(raw: ") AS \"excluded\")")
    return result
  }
}

extension SQLLoweredUpsert {
  /// Advances the counter of AUTOINCREMENT: ON CONFLICT uses a key even for a row that it doesn't insert.
  func sequenceSteps(_ row: SQLInsertRow) -> [SQLStep<Row>] {
    guard let sequence = facts.table.sequence, let column = table.rowIDColumn else { return [] }
    var next = SQLFragment(raw: "max(seq, (SELECT max(\(SQLIdentifier.quote(column.name))) FROM \(table.target))) + 1")
    if let position = table.position(of: column), let place = row.positions.firstIndex(of: position),
      !row.values[place].isNull
    {
      next = SQLFragment(raw: "max(seq, ?)", values: [row.values[place]])
    }
    let name = SQLFragment(raw: "name = ? COLLATE NOCASE", values: [.text(table.name)])
    var start = SQLFragment(
      raw: "INSERT INTO \(sequence) (name, seq) SELECT ?, 0 WHERE NOT EXISTS (SELECT 1 FROM \(sequence) WHERE ",
      values: [.text(table.name)])
    start.append(name)
    start.append(raw: ")")
    var count = SQLFragment(raw: "UPDATE \(sequence) SET seq = ")
    count.append(next)
    count.append(raw: " WHERE ")
    count.append(name)
    return [SQLStep(start), SQLStep(count)]
  }
}

/// The facts about a table for which the equivalent is exact.
struct SQLUpsertTable: Sendable {
  /// The columns as the engine reports them.
  var columns: [SQLColumnInformation] = []
  /// The table of the counters, when the table uses AUTOINCREMENT.
  var sequence: String?
  /// The terms of each unique index.
  var uniqueTerms: [[SQLIndexTermInformation]] = []
}

/// The facts about the table of one lowered upsert.
final class SQLUpsertFacts {
  var table = SQLUpsertTable()
  /// The collation of each column of the target.
  var collations: [String] = []

  private func column(_ definition: SQLColumnDefinition) -> SQLColumnInformation? {
    table.columns.first { SQLIdentifier.areEqual($0.name, definition.name) }
  }

  func typeName(of definition: SQLColumnDefinition) -> String { column(definition)?.type.rawValue ?? "" }

  func defaultText(of definition: SQLColumnDefinition) -> String? { column(definition)?.defaultText }
}
