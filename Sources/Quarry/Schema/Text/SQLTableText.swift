/// The parts of a `CREATE TABLE` text that the engine's pragmas don't report.
///
/// The text is the one that `sqlite_master` stores, which the engine has accepted.
struct SQLTableText {
  /// One column.
  struct Column {
    var name: String
    /// The whole definition.
    var definition: SQLTokenReader
    var typeName = ""
    var primaryKey: SQLPrimaryKey?
    var isUnique = false
    var isNotNull = false
    var checks: [String] = []
    var collation: SQLCollation?
    var references: SQLReference?
    var generated: SQLGeneratedColumn?
    /// The default as written, with the parentheses of an expression.
    var defaultText: String?
  }

  /// The columns.
  var columns: [Column] = []
  /// The constraints of the table, as written.
  var constraints: [SQLTokenReader] = []
  var primaryKey: [String] = []
  var uniqueKeys: [[String]] = []
  var checks: [String] = []
  var foreignKeys: [SQLForeignKey] = []
  var isWithoutRowID = false
  var isStrict = false
  /// Whether a constraint has a conflict clause.
  var hasConflictClause = false
  /// The text between the parentheses.
  let body: SQLTokenReader
  /// The text after the parentheses.
  let suffix: SQLTokenReader
  /// The whole text, to search for words.
  let all: SQLTokenReader

  /// - Returns: `nil` if the text isn't `CREATE TABLE` with a list of columns.
  init?(_ sql: String) {
    var reader = SQLTokenReader(sql)
    all = reader
    guard reader.take("CREATE") else { return nil }
    _ = reader.take("TEMP") || reader.take("TEMPORARY")
    guard reader.take("TABLE") else { return nil }
    _ = reader.take("IF", "NOT", "EXISTS")
    guard reader.takeName() != nil else { return nil }
    if reader.take(symbol: ".") { reader.take() }
    guard let body = reader.takeParenthesized() else { return nil }
    self.body = body
    suffix = reader
    for part in body.split() { add(part) }
    while !reader.isAtEnd {
      if reader.take("WITHOUT", "ROWID") {
        isWithoutRowID = true
      } else if reader.take("STRICT") {
        isStrict = true
      } else {
        reader.take()
      }
    }
    for (first, second) in zip(all.rest, all.rest.dropFirst())
    where first.isWord("ON") && second.isWord("CONFLICT") {
      hasConflictClause = true
    }
  }

  /// The text after the name in CREATE TABLE, with other columns and constraints.
  func definition(_ parts: [String]) -> String {
    "(\(parts.joined(separator: ", ")))" + (suffix.isAtEnd ? "" : " " + suffix.text)
  }

  private mutating func add(_ part: SQLTokenReader) {
    guard let first = part.next else { return }
    if ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"].contains(where: { first.isWord($0) }) {
      constraints.append(part)
      addConstraint(part)
    } else {
      addColumn(part)
    }
  }

  private mutating func addConstraint(_ part: SQLTokenReader) {
    var reader = part
    while !reader.isAtEnd {
      if reader.take("CONSTRAINT") {
        reader.take()
      } else if reader.take("PRIMARY", "KEY") {
        primaryKey = reader.takeNames()
      } else if reader.take("UNIQUE") {
        uniqueKeys.append(reader.takeNames())
      } else if reader.take("CHECK") {
        if let inner = reader.takeParenthesized() { checks.append(inner.text) }
      } else if reader.take("FOREIGN", "KEY") {
        let names = reader.takeNames()
        if reader.take("REFERENCES") { foreignKeys.append(SQLForeignKey(names, references: Self.reference(&reader))) }
      } else {
        reader.take()
      }
    }
  }

  private mutating func addColumn(_ part: SQLTokenReader) {
    var reader = part
    guard let name = reader.takeName() else { return }
    var column = Column(name: name, definition: part)
    column.typeName = Self.typeName(&reader)
    while !reader.isAtEnd {
      if reader.take("PRIMARY", "KEY") {
        column.primaryKey = .plain
      } else if reader.take("AUTOINCREMENT") {
        column.primaryKey = .autoincrement
      } else if reader.take("UNIQUE") {
        column.isUnique = true
      } else if reader.take("NOT", "NULL") {
        column.isNotNull = true
      } else if reader.take("CHECK") {
        if let inner = reader.takeParenthesized() { column.checks.append(inner.text) }
      } else if reader.take("COLLATE") {
        column.collation = reader.takeName().map { SQLCollation(rawValue: $0) }
      } else if reader.take("REFERENCES") {
        column.references = Self.reference(&reader)
      } else if reader.take("DEFAULT") {
        column.defaultText = Self.defaultText(&reader)
      } else if reader.take("AS") {
        guard let inner = reader.takeParenthesized() else { continue }
        column.generated = SQLGeneratedColumn(SQLFragment(raw: inner.text), stored: reader.take("STORED"))
      } else {
        reader.take()
      }
    }
    columns.append(column)
  }

  private static func defaultText(_ reader: inout SQLTokenReader) -> String? {
    if let inner = reader.takeParenthesized() { return "(\(inner.text))" }
    let sign = ["+", "-"].first { reader.take(symbol: $0) } ?? ""
    return reader.take().map { sign + $0.spelling }
  }

  private static func typeName(_ reader: inout SQLTokenReader) -> String {
    let keywords =
      ["CONSTRAINT", "PRIMARY", "NOT", "NULL", "UNIQUE", "CHECK", "DEFAULT", "COLLATE", "REFERENCES"]
      + ["GENERATED", "AS"]
    var words: [String] = []
    while let token = reader.next, let name = token.name, !keywords.contains(where: { token.isWord($0) }) {
      words.append(name)
      reader.take()
    }
    guard !words.isEmpty else { return "" }
    let size = reader.takeParenthesized().map { "(\($0.text))" } ?? ""
    return words.joined(separator: " ") + size
  }

  private static func reference(_ reader: inout SQLTokenReader) -> SQLReference {
    var reference = SQLReference(table: reader.takeName() ?? "", columns: reader.takeNames())
    while !reader.isAtEnd {
      if reader.take("ON", "DELETE") {
        reference.onDelete = action(&reader)
      } else if reader.take("ON", "UPDATE") {
        reference.onUpdate = action(&reader)
      } else if reader.take("MATCH") {
        reader.take()
      } else if reader.take("NOT", "DEFERRABLE") {
        if reader.take("INITIALLY") { reader.take() }
      } else if reader.take("DEFERRABLE") {
        if reader.take("INITIALLY", "DEFERRED") {
          reference.isDeferred = true
        } else if reader.take("INITIALLY") {
          reader.take()
        }
      } else {
        break
      }
    }
    return reference
  }

  private static func action(_ reader: inout SQLTokenReader) -> SQLReference.Action? {
    if reader.take("NO", "ACTION") { return .noAction }
    if reader.take("RESTRICT") { return .restrict }
    if reader.take("SET", "NULL") { return .setNull }
    if reader.take("SET", "DEFAULT") { return .setDefault }
    return reader.take("CASCADE") ? .cascade : nil
  }
}
