/// Renders the statements that define tables.
struct SQLTableDefinition {
  let table: SQLTable
  let context: SQLGenerationContext

  /// `CREATE TABLE …`.
  ///
  /// Source: <https://sqlite.org/lang_createtable.html>.
  func createTable(ifNotExists: Bool, temporary: Bool) throws(DatabaseError) -> SQLFragment {
    try validate()
    var text = "CREATE "
    if temporary { text += "TEMP " }
    text += "TABLE "
    if ifNotExists { text += "IF NOT EXISTS " }
    text += temporary ? SQLIdentifier.quote(table.name) : table.target
    return SQLFragment(raw: text + " " + (try body()))
  }

  /// The text after the name in `CREATE TABLE`, for a table that an engine accepts.
  func behindName() throws(DatabaseError) -> String {
    try validate()
    return try body()
  }

  private func body() throws(DatabaseError) -> String {
    var parts: [String] = []
    for column in table.columns { parts.append(try definition(of: column)) }
    parts += try constraints()
    return "(\(parts.joined(separator: ", ")))" + options.map { " " + $0 }.joined(separator: ",")
  }

  private var options: [String] {
    (table.kind == .withoutRowID ? ["WITHOUT ROWID"] : []) + (table.isStrict ? ["STRICT"] : [])
  }

  /// A column as written in `CREATE TABLE` and `ADD COLUMN`.
  func definition(of column: SQLColumnDefinition) throws(DatabaseError) -> String {
    var text = SQLIdentifier.quote(column.name)
    if !column.type.rawValue.isEmpty { text += " " + Self.typeName(column.type) }
    if let key = column.primaryKey {
      text += " PRIMARY KEY"
      if key == .autoincrement { text += " AUTOINCREMENT" }
    }
    if !column.isNullable { text += " NOT NULL" }
    if column.isUnique { text += " UNIQUE" }
    switch column.defaultValue {
    case .value(let value): text += " DEFAULT \(SQLLiteral.text(of: value))"
    case .expression(let expression): text += " DEFAULT \(try Self.parenthesized(expression))"
    case nil: break
    }
    if let check = column.check { text += " CHECK \(try Self.parenthesized(check))" }
    if let collation = column.collation { text += " COLLATE \(SQLIdentifier.quote(collation.rawValue))" }
    if let reference = column.references { text += " " + Self.text(of: reference) }
    if let generated = column.generated {
      try context.require(.generatedColumns, for: "the generated column \"\(table.name)\".\"\(column.name)\"")
      text += " GENERATED ALWAYS AS \(try Self.parenthesized(generated.expression))"
      text += generated.isStored ? " STORED" : " VIRTUAL"
    }
    return text
  }

  private func constraints() throws(DatabaseError) -> [String] {
    var parts: [String] = []
    if !table.compoundPrimaryKey.isEmpty { parts.append("PRIMARY KEY \(Self.list(table.compoundPrimaryKey))") }
    for key in table.uniqueKeys { parts.append("UNIQUE \(Self.list(key))") }
    for check in table.checks { parts.append("CHECK \(try Self.parenthesized(check))") }
    for key in table.foreignKeys {
      parts.append("FOREIGN KEY \(Self.list(key.columns)) \(Self.text(of: key.references))")
    }
    return parts
  }

  /// `REFERENCES …`. The parent is always in the child's schema, so the text has no schema.
  ///
  /// Source: <https://sqlite.org/foreignkeys.html>.
  static func text(of reference: SQLReference) -> String {
    var text = "REFERENCES \(SQLIdentifier.quote(reference.table))"
    if !reference.columns.isEmpty { text += " " + list(reference.columns) }
    if let action = reference.onDelete { text += " ON DELETE \(action.rawValue)" }
    if let action = reference.onUpdate { text += " ON UPDATE \(action.rawValue)" }
    if reference.isDeferred { text += " DEFERRABLE INITIALLY DEFERRED" }
    return text
  }

  static func list(_ names: [String]) -> String {
    "(" + names.map { SQLIdentifier.quote($0) }.joined(separator: ", ") + ")"
  }

  /// An expression in parentheses, which can't be swallowed by a comment at its end.
  static func parenthesized(_ expression: SQLFragment) throws(DatabaseError) -> String {
    let text = try SQLLiteral.inline(expression)
    return text.contains("--") ? "(\(text)\n)" : "(\(text))"
  }

  /// The type unchanged, or in quotes if it wouldn't parse as words with an optional pair of numbers.
  static func typeName(_ type: SQLColumnType) -> String {
    let tokens = SQLTokens.all(in: type.rawValue)
    let words = tokens.prefix { $0.kind == .word }
    let rest = tokens[words.count...].map { $0.kind == .number ? "0" : $0.spelling }.joined()
    let keywords =
      ["PRIMARY", "NOT", "NULL", "UNIQUE", "DEFAULT", "CHECK", "COLLATE", "REFERENCES", "CONSTRAINT"]
      + ["GENERATED", "AS", "ALWAYS", "ON", "IN", "IS", "FROM", "SELECT", "WHERE", "TABLE", "VALUES", "SET", "TO"]
    let isPlain =
      !words.isEmpty && ["", "(0)", "(0,0)"].contains(rest)
      && !words.contains { word in keywords.contains { word.isWord($0) } }
    return isPlain ? type.rawValue : SQLIdentifier.quote(type.rawValue)
  }
}

extension SQLTableDefinition {
  /// Throws for tables that no engine accepts, before anything is sent.
  func validate() throws(DatabaseError) {
    if let problem = table.problem { throw problem }
    if table.kind == .view { throw invalid("is a view; create it with a query") }
    if table.columns.isEmpty { throw invalid("lists no columns") }
    for (index, column) in table.columns.enumerated() {
      if table.columns[..<index].contains(where: { SQLIdentifier.areEqual($0.name, column.name) }) {
        throw invalid("lists the column \"\(column.name)\" twice; the case of letters does not tell names apart")
      }
    }
    let single = table.columns.filter { $0.primaryKey != nil }
    if single.count > 1 { throw invalid("has two primary keys; give a compound key to the table itself") }
    if !single.isEmpty && !table.compoundPrimaryKey.isEmpty { throw invalid("has a column's key and a compound key") }
    try validateKeys()
    if single.first?.primaryKey == .autoincrement, table.rowIDColumn == nil {
      throw invalid("has AUTOINCREMENT on a key that is not the INTEGER key of a table with rowids")
    }
    if table.kind == .withoutRowID {
      try context.require(.withoutRowID, for: "the table \"\(table.name)\"")
      if table.primaryKeyColumns.isEmpty { throw invalid("is WITHOUT ROWID and has no primary key") }
    }
    if table.isStrict {
      try context.require(.strictTables, for: "the table \"\(table.name)\"")
      let types = ["INT", "INTEGER", "REAL", "TEXT", "BLOB", "ANY"]
      for column in table.columns where !types.contains(column.type.rawValue.uppercased()) {
        throw invalid("is STRICT, and \"\(column.name)\" has a type other than \(types.joined(separator: ", "))")
      }
    }
  }

  private func validateKeys() throws(DatabaseError) {
    let keys = [table.compoundPrimaryKey] + table.uniqueKeys + table.foreignKeys.map(\.columns)
    for name in keys.joined() where table.column(named: name) == nil {
      throw invalid("has a key over the column \"\(name)\", which it does not list")
    }
    if table.uniqueKeys.contains([]) || table.foreignKeys.contains(where: { $0.columns.isEmpty }) {
      throw invalid("has a key over no columns")
    }
    for key in table.allForeignKeys {
      let parent = key.references.columns
      if !parent.isEmpty && parent.count != key.columns.count {
        throw invalid("has a foreign key of \(key.columns.count) columns that refers to \(parent.count)")
      }
    }
  }

  func invalid(_ what: String) -> DatabaseError {
    DatabaseError(.invalidQuery, "the table \"\(table.name)\" \(what)")
  }
}
