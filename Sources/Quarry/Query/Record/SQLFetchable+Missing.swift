/// A query that looks for one row by some columns.
protocol SQLKeyQuery {
  /// The table in which the row is looked for.
  var table: SQLTable { get }
  /// The columns that identify the row.
  var keyColumns: [SQLColumnDefinition] { get }
}

extension SQLFindByKey: SQLKeyQuery { var keyColumns: [SQLColumnDefinition] { table.primaryKeyColumns } }
extension SQLStoredRecord: SQLKeyQuery { var keyColumns: [SQLColumnDefinition] { table.primaryKeyColumns } }
extension SQLFindByColumns: SQLKeyQuery { var keyColumns: [SQLColumnDefinition] { columns } }

/// A query made of another one.
protocol SQLDerivedQuery {
  /// The query below.
  var missingRowOfBase: DatabaseError { get }
}

extension SQLMappedQuery: SQLDerivedQuery { var missingRowOfBase: DatabaseError { base.missingRow } }

extension SQLFetchable {
  /// The error of a query that should have had a row. It names the tables and the columns of the condition, never
  /// values.
  var missingRow: DatabaseError {
    switch self {
    case let derived as any SQLDerivedQuery: return derived.missingRowOfBase
    case let query as any SQLKeyQuery:
      return DatabaseError(
        .rowNotFound, "no row of \"\(query.table.name)\" has the wanted value of \(query.keyColumns.quotedNames)")
    case let query as any SQLSubquery: return DatabaseError(.rowNotFound, query.query.missingRow)
    case let raw as any SQLTextQuery:
      return DatabaseError(.rowNotFound, "the SQL text returned no row", sql: raw.text)
    default: return DatabaseError(.rowNotFound, "the query returned no row")
    }
  }
}

/// A query from SQL text of the program.
protocol SQLTextQuery {
  /// The text, without its values.
  var text: String { get }
}

extension SQLRawQuery: SQLTextQuery { var text: String { fragment.sql } }

extension SQLSyntax.Query {
  /// The meaning of a missing row for this query.
  fileprivate var missingRow: String {
    guard case .select(let select) = self, !select.sources.isEmpty else { return "the query returned no row" }
    let tables = select.sources.map { "\"\($0.table.name)\"" }.joined(separator: ", ")
    var names: [String] = []
    var rest = select.filters + select.having
    while let expression = rest.popLast() {
      if case .column(_, let column) = expression.node, !names.contains(column.name) { names.append(column.name) }
      rest += expression.operands
    }
    if names.isEmpty {
      return select.filters.isEmpty && select.having.isEmpty
        ? "there is no row of \(tables)" : "no row of \(tables) meets the condition"
    }
    return "no row of \(tables) meets the condition on \(names.sorted().map { "\"\($0)\"" }.joined(separator: ", "))"
  }
}
