/// Finds the conflicting row, then updates it or inserts: the equivalent of ON CONFLICT.
///
/// The insert is a plain one, so every constraint other than the target's raises its own error, as with ON CONFLICT.
/// Tables with BEFORE INSERT triggers, CHECK constraints or conflict clauses throw, because a plain insert would
/// differ there.
struct SQLLoweredUpsert<Record: SQLEncodable, Row: Sendable> {
  let plan: SQLUpsertPlan<Record, Row>
  let target: [SQLColumnDefinition]
  let identity: [String]
  let facts = SQLUpsertFacts()

  init(plan: SQLUpsertPlan<Record, Row>, target: [SQLColumnDefinition]) throws(DatabaseError) {
    self.plan = plan
    self.target = target
    guard !target.isEmpty else {
      throw plan.context.unsupported(
        .upsertDoNothingWithoutTarget, for: plan.purpose, because: "only a conflict target has an equivalent")
    }
    guard let identity = plan.table.identity else {
      throw plan.context.unsupported(.upsert, for: plan.purpose, because: "it has no rowid and no primary key")
    }
    self.identity = identity
  }

  var table: SQLTable { plan.table }

  var check: SQLChangeGuard {
    SQLChangeGuard(
      table: table, events: [.insert, .update], feature: plan.context.engine.supports(.upsert) ? .returning : .upsert,
      purpose: plan.purpose, context: plan.context)
  }

  /// The first step for a record: find the conflicting row.
  func step(_ index: Int) throws(DatabaseError) -> SQLStep<Row> {
    let row = try plan.row(index)
    // Rendered before anything is sent, so that what cannot be rendered is refused in time.
    let rendered = try plan.rendered(excluded: "\"excluded\"")
    let stored = try plan.stored(row, target)
    if plan.returning != nil {
      let assigned = stored ?? rendered.assignments.map(\.column)
      for column in assigned where identity.contains(SQLIdentifier.quote(column.name)) {
        throw check.refusal("the key \"\(column.name)\" changes, so the row couldn't be read again")
      }
    }
    // What is looked for depends on what is known about the table by then.
    return SQLStep { (state) throws(DatabaseError) in
      guard let search = try search(row) else { return state.insert(try insertStep(row)) }
      state.insert(
        SQLStep(
          search, receive: { state, found in state.found.append(try found.values(identity.count)) },
          finish: { (state, _) throws(DatabaseError) in
            let found = state.found.first
            state.found = []
            guard let found else { return state.insert(try insertStep(row)) }
            if let change = try changeStep(row, stored, rendered, key: found) { state.insert(change) }
            for step in sequenceSteps(row).reversed() { state.insert(step) }
          }))
    }
  }

  /// The query for the conflicting row, or `nil` if there can be none because a target column is NULL or assigned by
  /// the engine.
  private func search(_ row: SQLInsertRow) throws(DatabaseError) -> SQLFragment? {
    if breaksNotNull(row) { return nil }
    var query = SQLFragment(raw: "SELECT \(identity.joined(separator: ", ")) FROM \(table.target) WHERE ")
    for (index, column) in target.enumerated() {
      guard let position = table.position(of: column), let place = row.positions.firstIndex(of: position) else {
        if column === table.rowIDColumn { return nil }
        guard facts.defaultText(of: column) == nil else {
          throw check.refusal("the record gives no value to \"\(column.name)\", which has a default")
        }
        return nil
      }
      let value = row.values[place]
      if value.isNull { return nil }
      let affinity = SQLAffinity(facts.typeName(of: column))
      if index > 0 { query.append(raw: " AND ") }
      query.append(raw: SQLIdentifier.quote(column.name) + " = ")
      query.append(value: affinity.stored(value) ?? value)
      query.append(raw: " COLLATE \(SQLIdentifier.quote(facts.collations[index]))")
    }
    return query
  }

  /// Whether the insert fails on NOT NULL, which the engine finds before any conflict. The insert then runs and
  /// fails.
  private func breaksNotNull(_ row: SQLInsertRow) -> Bool {
    facts.table.columns.contains { column in
      let isRequired = !column.isNullable || (table.kind == .withoutRowID && column.primaryKeyPosition > 0)
      guard isRequired, !SQLIdentifier.areEqual(column.name, table.rowIDColumn?.name ?? "") else {
        return false
      }
      guard let known = table.column(named: column.name), let position = table.position(of: known),
        let place = row.positions.firstIndex(of: position)
      else { return column.defaultText.map { $0.uppercased() == "NULL" } ?? true }
      return row.values[place].isNull
    }
  }

  private func insertStep(_ row: SQLInsertRow) throws(DatabaseError) -> SQLStep<Row> {
    let key = SQLStatementTexts.Key(kind: .insert, positions: row.positions)
    let statement = SQLFragment(raw: table.insertText(key), values: row.values)
    guard let returning = plan.returning else { return SQLStep(statement, changesRows: true) }
    let inserted = try SQLInsertedRowIdentity(table, plan.context)
    return SQLStep(
      statement, changesRows: true,
      finish: { (state, result) throws(DatabaseError) in
        guard let condition = inserted.condition(row, rowID: result.lastInsertedRowID) else {
          throw check.refusal("a key column has no value, so the row couldn't be read again")
        }
        state.insert(readStep(returning, condition, after: state.rows.count))
      })
  }

  private func readStep(_ returning: SQLReturning<Row>, _ condition: SQLFragment, after count: Int) -> SQLStep<Row> {
    returning.readStep(table, where: condition) { (total) throws(DatabaseError) in
      guard total == count + 1 else { throw check.refusal("the row couldn't be read again") }
    }
  }

  private func changeStep(
    _ row: SQLInsertRow, _ stored: [SQLColumnDefinition]?,
    _ rendered: (assignments: [SQLUpdateStatement.Assignment], condition: SQLFragment?, prefix: SQLFragment?),
    key: [SQLValue]
  ) throws(DatabaseError) -> SQLStep<Row>? {
    var assignments = rendered.assignments
    if let stored {
      assignments = []
      for column in stored {
        assignments.append(SQLUpdateStatement.Assignment(column: column, value: try excludedValue(of: column, row)))
      }
      if stored.isEmpty {
        let name = SQLFragment(raw: SQLIdentifier.quote(target[0].name))
        assignments = [SQLUpdateStatement.Assignment(column: target[0], value: name)]
      }
    } else if assignments.isEmpty {
      return nil
    } else {
      for index in assignments.indices {
        assignments[index].value = try withExcluded(assignments[index].value, row)
      }
    }
    let found = SQLTable.condition(identity: identity, is: key)
    var condition = found
    if let test = rendered.condition {
      condition.append(raw: " AND ")
      condition.append(try withExcluded(test, row).parenthesized)
    }
    let update = SQLUpdateStatement(
      table: table, assignments: assignments, condition: condition, prefix: rendered.prefix)
    let statement = try update.statement(plan.context)
    return SQLStep(
      statement, changesRows: true,
      finish: { (state, result) throws(DatabaseError) in
        guard result.affectedRows > 0, let returning = plan.returning else { return }
        state.insert(readStep(returning, found, after: state.rows.count))
      })
  }
}
