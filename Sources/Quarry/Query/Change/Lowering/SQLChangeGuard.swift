/// Checks the schema before an equivalent of RETURNING or of an upsert runs. It throws if triggers or foreign keys
/// would make the equivalent differ from the engine's own form.
struct SQLChangeGuard {
  /// The table that is changed.
  let table: SQLTable
  /// The events that change the table.
  let events: Set<SQLTriggerText.Event>
  /// The replaced feature, for the error.
  let feature: SQLFeature
  /// The purpose of the change, for the error.
  let purpose: String
  /// The engine's facts that the error needs.
  let context: SQLGenerationContext

  /// What the schema says about the table.
  struct Findings {
    /// The schema that the table was found in.
    var schema = "main"
    /// The text of the table, if it has one.
    var tableSQL: String?
    /// Every trigger of the schema and of the temporary schema.
    var triggers: [SQLTriggerText] = []
  }

  /// The error, with the reason why the equivalent is not exact.
  func refusal(_ reason: String) -> DatabaseError {
    context.unsupported(feature, for: purpose, because: reason)
  }

  /// The first step.
  ///
  /// - Parameter then: Adds the next steps if the equivalent is exact.
  func step<Row>(
    then: @escaping (SQLStepState<Row>, Findings) throws(DatabaseError) -> Void
  ) -> SQLStep<Row> {
    SQLStep(
      schemaQuery, receive: { state, row in state.found.append(try row.values(5)) },
      finish: { (state, _) throws(DatabaseError) in
        let findings = try findings(state.found)
        state.found = []
        if findings.triggers.canWrite(table.name, from: events) {
          throw refusal("the equivalent isn't exact, because a trigger of \"\(table.name)\" may write the same table")
        }
        if events.contains(.update) || events.contains(.delete) {
          state.add(foreignKeyStep { (state) throws(DatabaseError) in try then(state, findings) })
        } else {
          try then(state, findings)
        }
      })
  }

  /// Schema, type, name, table and text of the table itself and of all triggers; within SQLite 3.15.
  private var schemaQuery: SQLFragment {
    let columns = "\"type\", \"name\", \"tbl_name\", \"sql\" FROM"
    let condition = "WHERE \"type\" = 'trigger' OR (\"type\" IN ('table', 'view') AND \"name\" = ? COLLATE NOCASE)"
    let isTemporary = table.schema.map { SQLIdentifier.areEqual($0, "temp") } ?? false
    var query = SQLFragment(
      raw: "SELECT 'temp', \(columns) sqlite_temp_master \(condition)", values: [.text(table.name)])
    if !isTemporary {
      let schema = SQLIdentifier.quote(table.schema ?? "main")
      query.append(
        SQLFragment(
          raw: " UNION ALL SELECT 'main', \(columns) \(schema).sqlite_master \(condition)", values: [.text(table.name)])
      )
    }
    return query
  }

  private func findings(_ rows: [[SQLValue]]) throws(DatabaseError) -> Findings {
    var findings = Findings()
    var isFound = false
    for row in rows {
      guard case .text(let type) = row[1], case .text(let owner) = row[3] else { continue }
      let sql: String? = if case .text(let text) = row[4] { text } else { nil }
      if type == "trigger" {
        guard let sql, let trigger = SQLTriggerText(table: owner, sql: sql) else {
          throw refusal("the text of a trigger of \"\(owner)\" cannot be read")
        }
        findings.triggers.append(trigger)
      } else if !isFound {
        isFound = true
        findings.schema = row[0] == "temp" ? "temp" : table.schema ?? "main"
        findings.tableSQL = sql
      }
    }
    guard isFound else {
      throw DatabaseError(
        .noSuchObject,
        "no such table: \"\(table.name)\" is neither in \"\(table.schema ?? "main")\" nor temporary; "
          + "give a table of an attached database its schema")
    }
    return findings
  }

  private func foreignKeyStep<Row>(
    then: @escaping (SQLStepState<Row>) throws(DatabaseError) -> Void
  ) -> SQLStep<Row> {
    let schema = table.schema.map { SQLIdentifier.quote($0) + "." } ?? ""
    return SQLStep(
      SQLFragment(raw: "PRAGMA \(schema)foreign_key_list(\(SQLIdentifier.quote(table.name)))"),
      receive: { state, row in state.found.append(try row.values(7)) },
      finish: { (state, _) throws(DatabaseError) in
        for row in state.found {
          guard case .text(let parent) = row[2], SQLIdentifier.areEqual(parent, table.name) else { continue }
          for case .text(let action) in row[5...6] where action != "NO ACTION" && action != "RESTRICT" {
            throw refusal("the equivalent isn't exact, because \"\(table.name)\" refers to itself with \(action)")
          }
        }
        state.found = []
        try then(state)
      })
  }
}
