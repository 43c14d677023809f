#if Command
internal import Quarry
internal import QuarryCopy

extension Shell {
  /// Lists tables and views in columns.
  func listTables(like pattern: String?) async throws {
    var names: [String] = []
    for schema in await ShellCatalog.schemas(connection) {
      let sql = """
        SELECT name FROM \(ShellCatalog.objects(of: schema)) WHERE type IN ('table', 'view')
        AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name LIKE ? ORDER BY name
        """
      let found = try await connection.rows(of: sql, [.text(pattern ?? "%")]).compactMap { $0.first?.text }
      names += found.map { ["main", "temp"].contains(schema.lowercased()) ? $0 : schema + "." + $0 }
    }
    let text = Self.inColumns(names.map { CellText.visible($0) }, width: console.size()?.columns ?? console.width)
    try await paged { $0.console.output(text) }
  }

  /// Names in as many columns as fit, read from top to bottom; one each line without a width.
  private static func inColumns(_ names: [String], width: Int?) -> String {
    let widest = names.map { DisplayWidth.of($0) }.max() ?? 0
    let columns = width.map { max(1, ($0 + 2) / (widest + 2)) } ?? 1
    let rows = (names.count + columns - 1) / columns
    return (0..<rows).map { row in
      let line = stride(from: row, to: names.count, by: rows).map { index in
        index + rows < names.count ? DisplayWidth.pad(names[index], to: widest) : names[index]
      }
      return line.joined(separator: "  ") + "\n"
    }.joined()
  }

  /// Shows what made the objects of the database, or those of one table or view.
  func showSchema(of name: String?) async throws {
    var texts: [String] = []
    for schema in await ShellCatalog.schemas(connection) {
      let sql = """
        SELECT sql FROM \(ShellCatalog.objects(of: schema)) WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        \(name == nil ? "" : "AND tbl_name = ? COLLATE NOCASE") ORDER BY rowid
        """
      texts += try await connection.rows(of: sql, name.map { [.text($0)] } ?? []).compactMap { $0.first?.text }
    }
    if let name, texts.isEmpty { throw await noTable(name) }
    try await paged { paged in
      for text in texts {
        // Line breaks of the text stay; nothing else may speak to a terminal.
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { CellText.visible(String($0)) }
        paged.console.print(lines.joined(separator: "\n") + ";")
      }
    }
  }

  /// The error for a name that no table or view has.
  func noTable(_ name: String) async -> CommandError {
    let names = await ShellCatalog.read(connection).tables.map(\.name)
    return CommandError(
      "there is no table or view \(ShellName.quoted(name))\(ShellName.hint(for: name, among: names))", exit: .usage)
  }

  /// Shows how the engine would run a statement; the last one if there is none in the text.
  func explain(_ text: String) async throws {
    guard let sql = text.isEmpty ? lastStatement : text else {
      throw CommandError("there is no statement to explain; write one, as in .explain SELECT 1", exit: .usage)
    }
    // Behind its first statement, nothing may hide that would be run.
    guard let statement = SQLScript(sql).first(where: { _ in true })?.sql else {
      throw CommandError("the text has no statement; write one, as in .explain SELECT 1", exit: .usage)
    }
    let isExplanation = SQLStatementKind(statement).explanation != nil
    guard !isExplanation else {
      throw CommandError("the statement is an EXPLAIN already; run it without .explain", exit: .usage)
    }
    let rows = try await connection.rows(of: "EXPLAIN QUERY PLAN " + statement)
    var plan = QueryPlan()
    for row in rows where row.count >= 4 { plan.add(row) }
    console.output(plan.text)
  }
}

/// The steps of a query plan as a tree.
private struct QueryPlan {
  private var steps: [(id: Int64, parent: Int64, detail: String)] = []

  /// Adds a row: identifier, parent, a number without meaning, and what is done.
  ///
  /// Engines before 3.24 tell numbers of loops instead, which name no parent; their steps stand under each other.
  mutating func add(_ row: [SQLValue]) {
    steps.append((row[0].integer ?? 0, row[1].integer ?? 0, CellText.visible(row[3].text ?? "")))
  }

  var text: String {
    let known = Set(steps.map(\.id))
    let isTree =
      known.count == steps.count
      && steps.allSatisfy { $0.parent < $0.id && ($0.parent == 0 || known.contains($0.parent)) }
    return isTree ? lines(under: 0, "") : steps.map { $0.detail + "\n" }.joined()
  }

  private func lines(under parent: Int64, _ margin: String) -> String {
    let children = steps.filter { $0.parent == parent }
    var text = ""
    for (index, step) in children.enumerated() {
      let isLast = index == children.count - 1
      text += margin + (isLast ? "└─ " : "├─ ") + step.detail + "\n"
      text += lines(under: step.id, margin + (isLast ? "   " : "│  "))
    }
    return text
  }
}
#endif
