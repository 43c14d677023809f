/// The operation and the tables of a statement, read from its text, with few distinct values.
///
/// Source: <https://opentelemetry.io/docs/specs/semconv/database/database-spans/#generating-a-summary-of-the-query>.
package struct SQLStatementSummary: Sendable, Hashable {
  /// The keyword of the operation, in upper case; `nil` for a text without a statement.
  package let operation: String?
  /// The tables in the order of the text, each once, without common table expressions.
  package let tables: [String]

  /// The longest summary, in bytes.
  private static let maximumLength = 255

  /// Reads a statement.
  package init(_ sql: String) {
    var tokens = SQLTokens(sql)
    var names = TableNames()
    var first: String?
    while let token = tokens.next() {
      if token.isSymbol(";") {
        if first == nil { continue }
        break
      }
      if first == nil { first = token.kind == .word ? token.spelling.uppercased() : "" }
      names.take(token)
    }
    names.end()
    tables = names.found
    operation = Self.operation(sql, first)
  }

  private static func operation(_ sql: String, _ first: String?) -> String? {
    guard let first else { return nil }
    switch SQLStatementKind(sql).verb {
    case .select: return first == "VALUES" ? first : "SELECT"
    case .insert: return first == "REPLACE" ? first : "INSERT"
    case .update: return "UPDATE"
    case .delete: return "DELETE"
    case .none: return nil
    case .unknown: return "UNKNOWN"
    default: return first
    }
  }

  /// The operation, and as many tables as fit.
  package var text: String? {
    guard var text = operation else { return nil }
    for table in tables {
      guard text.utf8.count + 1 + table.utf8.count <= Self.maximumLength else { break }
      text += " " + table
    }
    return text
  }
}

/// Finds the names of tables among tokens.
private struct TableNames {
  private(set) var found: [String] = []
  private var commonTables: Set<String> = []
  /// What the next token can be.
  private var state = State.elsewhere
  private var depth = 0
  /// The depths of the open lists after FROM.
  private var lists: [Int] = []
  private var previous: SQLToken?
  private var isSchema = false

  private enum State { case elsewhere, name, behindName(String), afterTable }

  mutating func take(_ token: SQLToken) {
    defer { previous = token }
    if token.isSymbol("(") {
      depth += 1
      if case .name = state { state = .elsewhere }
    }
    if token.isSymbol(")") {
      depth -= 1
      lists.removeAll { $0 > depth }
    }
    switch state {
    case .behindName(let name):
      if token.isSymbol(".") {
        state = .name
        return
      }
      note(name)
      state = .afterTable
    case .name:
      if isSkipped(token) { return }
      if let name = token.name {
        state = .behindName(name)
        return
      }
      state = .elsewhere
    case .elsewhere, .afterTable: break
    }
    look(token)
  }

  mutating func end() {
    if case .behindName(let name) = state { note(name) }
    state = .elsewhere
    found.removeAll { name in commonTables.contains(name.lowercased()) }
  }

  private mutating func look(_ token: SQLToken) {
    if token.isSymbol(","), lists.last == depth {
      state = .name
      return
    }
    guard token.kind == .word else { return }
    switch token.spelling.uppercased() {
    case "FROM":
      // `IS DISTINCT FROM` compares.
      if previous?.isWord("DISTINCT") == true { break }
      lists.append(depth)
      state = .name
    case "JOIN", "INTO": state = .name
    case "UPDATE":
      // Behind DO or ON it is no statement.
      if previous?.isWord("DO") != true, previous?.isWord("ON") != true { state = .name }
    case "TABLE", "VIEW", "TRIGGER": if previous.map({ $0.kind == .word }) ?? false { state = .name }
    case "ON": if isSchema { state = .name }
    case "INDEX": isSchema = previous.map { $0.isWord("CREATE") || $0.isWord("UNIQUE") } ?? false
    case "AS":
      // `name AS (`: a common table expression, when no table stands before it.
      if case .elsewhere = state, let name = previous?.name { commonTables.insert(name.lowercased()) }
    case "WHERE", "GROUP", "ORDER", "LIMIT", "SET", "RETURNING", "UNION", "EXCEPT", "INTERSECT", "WINDOW":
      lists.removeAll { $0 == depth }
      state = .elsewhere
    default: break
    }
  }

  /// Words between a keyword and the name: `UPDATE OR IGNORE t`, `CREATE TABLE IF NOT EXISTS t`.
  private func isSkipped(_ token: SQLToken) -> Bool {
    guard token.kind == .word else { return false }
    switch token.spelling.uppercased() {
    case "OR", "IF", "NOT", "EXISTS": return true
    case "ROLLBACK", "ABORT", "FAIL", "IGNORE", "REPLACE": return previous?.isWord("OR") ?? false
    default: return false
    }
  }

  private mutating func note(_ name: String) {
    if !found.contains(where: { SQLIdentifier.areEqual($0, name) }) { found.append(name) }
  }
}
