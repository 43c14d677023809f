internal import Quarry

/// A statement that returns rows, so that their values are read exactly.
///
/// The server shows the blobs of such rows as texts and their whole reals as integers. So the statement returns,
/// instead of each expression, the type of its value and an exact form of it. A query without rows first asks for the
/// names of the columns, and for the columns of `*`.
struct RqliteReturning {
  private let text: StatementText
  private let values: [SQLValue]
  private let returning: Int

  /// - Returns: `nil` for a statement without RETURNING.
  init?(_ sql: String, _ values: [SQLValue]) {
    text = StatementText(sql)
    self.values = values
    guard let returning = text.returningIndex, returning + 1 < text.tokens.count else { return nil }
    self.returning = returning
  }

  /// The expressions, with their names.
  private var items: [Range<Int>] { RqliteTokens(text.tokens).split(returning + 1..<text.tokens.count) }

  /// Whether all columns of the table are returned.
  var hasStar: Bool { items.contains(where: isStar) }

  private func isStar(_ item: Range<Int>) -> Bool { item.count == 1 && text.tokens[item.lowerBound].isSymbol("*") }

  /// The query that has the columns of RETURNING, and no rows, or `nil` if the text doesn't show the table.
  func question(_ statement: RqliteStatement) -> RqliteStatement? {
    let tokens = text.tokens
    var depth = 0
    var verb: Int?
    for (index, token) in tokens.enumerated() where verb == nil {
      if token.isSymbol("(") { depth += 1 } else if token.isSymbol(")") { depth -= 1 }
      let isVerb = ["INSERT", "REPLACE", "UPDATE", "DELETE"].contains { token.isWord($0) }
      let isName = token.isWord("REPLACE") && index + 1 < tokens.count && !tokens[index + 1].isWord("INTO")
      if depth == 0, isVerb, !isName { verb = index }
    }
    guard let verb else { return nil }
    var first = verb + 1
    while first < returning,
      ["OR", "ROLLBACK", "ABORT", "REPLACE", "FAIL", "IGNORE", "INTO", "FROM"]
        .contains(where: { tokens[first].isWord($0) })
    { first += 1 }
    guard first < returning, tokens[first].name != nil else { return nil }
    var end = first + 1
    if end + 1 < returning, tokens[end].isSymbol(".") { end += 2 }
    if end + 1 < returning, tokens[end].isWord("AS") { end += 2 }
    let edits = RqliteEdits(text, values)
    let parts = [edits.rendered(0..<verb), edits.rendered(returning + 1..<tokens.count), edits.rendered(first..<end)]
    var copy = statement
    copy.sent = "\(parts[0].sql)\nSELECT \(parts[1].sql)\nFROM \(parts[2].sql)\nLIMIT 0"
    copy.values = parts.flatMap(\.values)
    copy.question()
    return copy
  }

  /// The names of the columns, as far as the text shows them: a given name, the column's own, or the expression.
  var namesInText: [String] {
    items.map { item in
      let expression = self.expression(of: item)
      let last = text.tokens[item.upperBound - 1]
      if expression != item, let name = last.name { return name }
      let isColumn =
        expression.count == 1 || expression.count == 3 && text.tokens[expression.lowerBound + 1].isSymbol(".")
      if isColumn, let name = text.tokens[expression.upperBound - 1].name { return name }
      return RqliteEdits(text, values).rendered(expression).sql
    }
  }

  /// The statement with the types of the values, and the values in forms that the server shows exactly.
  ///
  /// - Parameter names: The names of all columns.
  /// - Returns: `nil` if the names don't match the expressions, or if there are too many.
  func tagged(_ names: [String]) -> (sql: String, values: [SQLValue])? {
    let items = self.items
    let stars = items.count(where: isStar)
    let rest = names.count - (items.count - stars)
    guard rest >= 0, stars == 0 ? rest == 0 : rest % stars == 0, names.count <= 400, !names.isEmpty else { return nil }
    let edits = RqliteEdits(text, values)
    var expressions: [(sql: String, values: [SQLValue])] = []
    for item in items {
      if isStar(item) {
        let own = names[expressions.count..<expressions.count + rest / stars]
        expressions += own.map { (SQLIdentifier.quote($0), []) }
      } else {
        let expression = edits.rendered(self.expression(of: item))
        expressions.append(("(" + expression.sql + ")", expression.values))
      }
    }
    let head = edits.rendered(0..<returning + 1)
    var sql = head.sql + " "
    var values = head.values
    for (index, expression) in expressions.enumerated() {
      sql += (index > 0 ? "||" : "") + "substr(typeof(\(expression.sql)),1,1)"
      values += expression.values
    }
    for expression in expressions {
      let value = expression.sql
      sql +=
        ",CASE typeof(\(value)) WHEN 'text' THEN hex(\(value)) WHEN 'blob' THEN hex(\(value)) "
        + "WHEN 'real' THEN CASE \(value) WHEN 9e999 THEN 'Inf' WHEN -9e999 THEN '-Inf' ELSE \(value) END ELSE \(value) END"
      for _ in 0..<6 { values += expression.values }
    }
    return (sql, values)
  }

  /// An item without its given name.
  private func expression(of item: Range<Int>) -> Range<Int> {
    let tokens = text.tokens
    guard item.count > 1, tokens[item.upperBound - 1].name != nil else { return item }
    let last = tokens[item.upperBound - 1]
    let before = tokens[item.upperBound - 2]
    if before.isWord("AS") { return item.lowerBound..<item.upperBound - 2 }
    if last.kind == .word, ["END", "ISNULL", "NOTNULL", "NULL", "TRUE", "FALSE"].contains(where: { last.isWord($0) }) {
      return item
    }
    let isOperand =
      before.kind == .word
      ? !RqliteFunctions.wordsBeforeExpressions.contains(before.spelling.uppercased())
      : before.kind != .symbol || before.isSymbol(")")
    return isOperand ? item.lowerBound..<item.upperBound - 1 : item
  }
}

extension RqliteCalls {
  /// The statement in the form whose rows the server shows exactly. Any other statement is unchanged.
  ///
  /// - Parameter isAlone: Whether the statement is the only one, so that an error of the first query is its own.
  func tellingRows(
    _ statement: RqliteStatement, isAlone: Bool
  ) async throws(DatabaseError) -> RqliteStatement {
    guard statement.returnsRows, let written = RqliteReturning(statement.sql, statement.writtenValues),
      let sent = RqliteReturning(statement.sent, statement.values)
    else { return statement }
    var names: [String]?
    if let question = written.question(statement) {
      do throws(DatabaseError) {
        names = try await query([question]).first?.columns.map(\.name)
      } catch {
        var error = error
        error.sql = statement.sql
        guard error.isAboutStatement, !isAlone else { throw error }
      }
    }
    if names == nil, !written.hasStar { names = written.namesInText }
    guard let names, let tagged = sent.tagged(names) else {
      throw DatabaseError(
        .unsupportedFeature,
        "rqlite: the columns of this RETURNING aren't known beforehand, so their values couldn't be told exactly; name up "
          + "to 400 columns one by one", sql: statement.sql, missing: .exactResults)
    }
    var copy = statement
    (copy.sent, copy.values) = tagged
    copy.reading = .taggedInHexadecimal
    copy.columnNames = names
    return copy
  }
}
