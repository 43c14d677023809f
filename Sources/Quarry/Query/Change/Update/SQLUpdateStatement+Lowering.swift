/// Reads the keys, updates, and reads the rows by their keys: the equivalent of UPDATE … RETURNING.
struct SQLLoweredUpdateReturning<Row: Sendable> {
  let update: SQLUpdateStatement
  let returning: SQLReturning<Row>
  let context: SQLGenerationContext

  private var table: SQLTable { update.table }

  private var check: SQLChangeGuard {
    SQLChangeGuard(
      table: table, events: update.algorithm == .replace ? [.update, .delete] : [.update], feature: .returning,
      purpose: update.purpose + " that returns rows", context: context)
  }

  func machine<Output>(
    _ result: @escaping (SQLStepState<Row>) throws(DatabaseError) -> Output
  ) throws(DatabaseError) -> SQLStepMachine<Row, Output> {
    guard let identity = table.identity else {
      throw check.refusal("it has no rowid and no primary key to read the rows again by")
    }
    if update.from != nil { throw check.refusal("there is no equivalent for an update from another source") }
    for assignment in update.assignments where identity.contains(SQLIdentifier.quote(assignment.column.name)) {
      throw check.refusal("the key \"\(assignment.column.name)\" changes, so the rows couldn't be read again")
    }
    var keys = update.prefix ?? SQLFragment(raw: "")
    keys.append(raw: "SELECT \(identity.joined(separator: ", ")) FROM \(table.target)")
    if let condition = update.condition {
      keys.append(raw: " WHERE ")
      keys.append(condition)
    }
    if let limit = update.limit { keys.append(limit.text) }
    let change = try update.statement(context)
    let first: SQLStep<Row> = check.step { (state, _) throws(DatabaseError) in
      state.add(
        SQLStep(
          keys,
          receive: { state, row in state.found.append(try row.values(identity.count)) },
          finish: { (state, _) throws(DatabaseError) in
            let found = state.found
            if !found.isEmpty { state.add(changeStep(change, identity: identity, keys: found)) }
          }))
    }
    return SQLStepMachine(isAtomicGroup: true, first: first, result: result)
  }

  private func changeStep(_ change: SQLFragment, identity: [String], keys: [[SQLValue]]) -> SQLStep<Row> {
    SQLStep(
      change, changesRows: true,
      finish: { (state, result) throws(DatabaseError) in
        guard result.affectedRows == keys.count else {
          throw check.refusal("the update didn't change exactly the rows that meet its condition")
        }
        // A key of several columns is read row by row; rowids are read many at a time and put into order again.
        let size = identity.count == 1 && table.kind == .table ? min(200, context.capabilities.limits.parameters) : 1
        for start in stride(from: 0, to: keys.count, by: max(size, 1)) {
          let chunk = Array(keys[start..<min(start + max(size, 1), keys.count)])
          state.add(size > 1 ? readStep(rowIDs: chunk, identity[0]) : readStep(key: chunk[0], identity, start + 1))
        }
      })
  }

  private func readStep(key: [SQLValue], _ identity: [String], _ expected: Int) -> SQLStep<Row> {
    returning.readStep(table, where: SQLTable.condition(identity: identity, is: key)) {
      (count) throws(DatabaseError) in
      guard count == expected else { throw check.refusal("an updated row couldn't be read again") }
    }
  }

  private func readStep(rowIDs: [[SQLValue]], _ name: String) -> SQLStep<Row> {
    var query = SQLFragment(raw: "SELECT \(name), ")
    query.append(returning.columns)
    let marks = Array(repeating: "?", count: rowIDs.count).joined(separator: ", ")
    query.append(
      SQLFragment(raw: " FROM \(table.target) WHERE \(name) IN (\(marks))", values: rowIDs.flatMap { $0 }))
    let decode = returning.decode
    var rows: [SQLValue: Row] = [:]
    return SQLStep(
      query,
      receive: { _, row in
        let key = try row.decode(SQLValue.self, coding: nil)
        rows[key] = try decode(&row)
      },
      finish: { (state, _) throws(DatabaseError) in
        for key in rowIDs {
          guard let row = rows[key[0]] else { throw check.refusal("an updated row couldn't be read again") }
          state.rows.append(row)
        }
      })
  }
}
