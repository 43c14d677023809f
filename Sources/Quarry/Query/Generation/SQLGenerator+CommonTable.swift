extension SQLGenerator {
  /// Adds a common table expression to the statement if it's missing, and returns its name.
  mutating func use(_ table: SQLSyntax.CommonTable) throws(DatabaseError) -> String {
    if let known = commonTables.first(where: { $0.identity == table.identity }) { return known.name }
    if let open = recursions.first(where: { $0.identity == table.identity }) { return open.name }
    try require(.commonTableExpressions)
    let name = try freeName(for: table)
    // Its query sees nothing of the place where it is used.
    let (surrounding, names) = (scopes, resultNames)
    scopes = []
    resultNames = nil
    recursions.append((table.identity, name))
    defer {
      recursions.removeLast()
      scopes = surrounding
      resultNames = names
    }
    let (_, text) = try aside { (generator) throws(DatabaseError) in
      try generator.write(definitionOf: table, name)
    }
    commonTables.append(
      RenderedCommonTable(
        identity: table.identity, name: name, sql: text.sql, values: text.values,
        isRecursive: table.recursion != nil))
    return name
  }

  private func freeName(for table: SQLSyntax.CommonTable) throws(DatabaseError) -> String {
    let taken = commonTables.map(\.name) + recursions.map(\.name)
    var name = table.name
    var number = 0
    while taken.contains(where: { SQLIdentifier.areEqual($0, name) }) {
      if table.isNameFixed {
        throw DatabaseError(
          .invalidQuery, "two common table expressions are called \"\(name)\"; give one of them another name")
      }
      number += 1
      name = table.name + String(number)
    }
    return name
  }

  private mutating func write(
    definitionOf table: SQLSyntax.CommonTable, _ name: String
  ) throws(DatabaseError) {
    write(identifier: name)
    sql += "("
    for (index, column) in table.columns.enumerated() {
      if index > 0 { sql += ", " }
      write(identifier: column)
    }
    sql += ") AS "
    if let isMaterialized = table.isMaterialized, try native(.materializedHint) {
      sql += isMaterialized ? "MATERIALIZED " : "NOT MATERIALIZED "
    }
    sql += "("
    if let recursion = table.recursion {
      try require(.recursiveCommonTableExpressions)
      try write(query: table.query, isOperand: true)
      sql += " \(recursion.combination.rawValue) "
      // The order and limit of the recursive part belong to the whole: they stand behind it as they are.
      try write(query: recursion.query)
    } else {
      try write(query: table.query)
    }
    sql += ")"
  }

  /// The name of the common table expression whose recursive part is being written.
  func name(ofRecursion identity: UInt64) throws(DatabaseError) -> String {
    if let open = recursions.last(where: { $0.identity == identity }) { return open.name }
    throw DatabaseError(
      .invalidQuery, "the recursive part of a common table expression was used outside of it; use the table itself")
  }

  /// The statement with its common table expressions in front.
  func finishWithCommonTables() throws(DatabaseError) -> SQLFragment {
    var text = commonTables.contains(where: \.isRecursive) ? "WITH RECURSIVE " : "WITH "
    var allValues: [SQLValue] = []
    for (index, table) in commonTables.enumerated() {
      if let name = tableNames.first(where: { SQLIdentifier.areEqual($0, table.name) }) {
        throw DatabaseError(
          .invalidQuery,
          "the common table expression \"\(table.name)\" hides the table \"\(name)\", which the query also reads; "
            + "give it another name")
      }
      if index > 0 { text += ", " }
      text += table.sql
      allValues += table.values
    }
    text += " "
    text += sql
    return SQLFragment(raw: text, values: allValues + values)
  }
}
