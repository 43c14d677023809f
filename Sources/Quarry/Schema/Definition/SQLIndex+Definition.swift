extension SQLIndex {
  /// `CREATE INDEX …`.
  ///
  /// Source: <https://sqlite.org/lang_createindex.html>.
  func definition(
    on table: String, schema: String?, ifNotExists: Bool, context: SQLGenerationContext
  ) throws(DatabaseError) -> SQLFragment {
    if terms.isEmpty { throw DatabaseError(.invalidQuery, "the index \"\(name)\" has no terms") }
    var text = isUnique ? "CREATE UNIQUE INDEX " : "CREATE INDEX "
    if ifNotExists { text += "IF NOT EXISTS " }
    if let schema { text += SQLIdentifier.quote(schema) + "." }
    text += "\(SQLIdentifier.quote(name)) ON \(SQLIdentifier.quote(table)) ("
    for (index, term) in terms.enumerated() {
      if index > 0 { text += ", " }
      text += try Self.text(of: term, name: name, context)
    }
    text += ")"
    if let condition {
      try context.require(.partialIndexes, for: "the index \"\(name)\"")
      text += " WHERE " + (try SQLLiteral.inline(condition))
    }
    return SQLFragment(raw: text)
  }

  private static func text(
    of term: Term, name: String, _ context: SQLGenerationContext
  ) throws(DatabaseError) -> String {
    var text: String
    let collation: SQLCollation?
    let isDescending: Bool
    switch term {
    case .column(let column, let termCollation, let descending):
      text = SQLIdentifier.quote(column)
      collation = termCollation
      isDescending = descending
    case .expression(let expression, let termCollation, let descending):
      try context.require(.expressionIndexes, for: "the index \"\(name)\"")
      text = try SQLTableDefinition.parenthesized(expression)
      collation = termCollation
      isDescending = descending
    }
    if let collation { text += " COLLATE \(SQLIdentifier.quote(collation.rawValue))" }
    return isDescending ? text + " DESC" : text
  }
}
