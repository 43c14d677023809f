/// A delete, rendered except for RETURNING and the limit: the common part of all deletes.
struct SQLDeleteStatement {
  let table: SQLTable
  var condition: SQLFragment?
  var limit: SQLChangeLimit?
  /// The common table expressions in front.
  var prefix: SQLFragment?

  /// What is done, for messages.
  var purpose: String { "a delete from \"\(table.name)\"" }

  /// The text of the delete.
  ///
  /// Source: <https://sqlite.org/lang_delete.html>.
  func statement(
    _ context: SQLGenerationContext, returning: SQLFragment? = nil
  ) throws(DatabaseError) -> SQLFragment {
    var condition = condition
    // Old engines count no rows when they empty a table without rowid at once; a condition makes them go row by row.
    if condition == nil, limit == nil, table.kind == .withoutRowID { condition = "1" }
    var text = prefix ?? SQLFragment(raw: "")
    text.append(raw: "DELETE FROM \(table.target)")
    try SQLChangeLimit.finish(
      &text, table: table, condition: condition, limit: limit, returning: returning, context: context,
      purpose: purpose)
    return text
  }

  /// The machine of a delete that only counts.
  func machine(for context: SQLGenerationContext) throws(DatabaseError) -> SQLStepMachine<Never, SQLChangeResult> {
    SQLStepMachine(isAtomicGroup: false, first: SQLStep(try statement(context), changesRows: true)) { $0.result }
  }

  /// The machine of a delete that returns rows.
  func machine<Row>(
    for context: SQLGenerationContext, returning: SQLReturning<Row>
  ) throws(DatabaseError) -> SQLStepMachine<Row, [Row]> {
    let decode = returning.decode
    if try context.isNative(.returning, for: purpose + " that returns rows") {
      let step = SQLStep<Row>(
        try statement(context, returning: returning.columns), changesRows: true,
        receive: { state, row in state.rows.append(try decode(&row)) })
      return SQLStepMachine(isAtomicGroup: false, first: step) { $0.rows }
    }
    return try loweredMachine(context, returning)
  }

  /// Reads the rows, then deletes them: the equivalent of DELETE … RETURNING.
  private func loweredMachine<Row>(
    _ context: SQLGenerationContext, _ returning: SQLReturning<Row>
  ) throws(DatabaseError) -> SQLStepMachine<Row, [Row]> {
    let check = SQLChangeGuard(
      table: table, events: [.delete], feature: .returning, purpose: purpose + " that returns rows",
      context: context)
    if table.kind == .view { throw check.refusal("it is a view") }
    var condition = condition
    if let limit { condition = try limit.condition(table, condition, context, purpose) }
    let change = try statement(context)
    let first: SQLStep<Row> = check.step { (state, _) throws(DatabaseError) in
      state.add(
        returning.readStep(table, where: condition, prefix: prefix) { (count) throws(DatabaseError) in
          guard count > 0 else { return }
          state.add(
            SQLStep(
              change, changesRows: true,
              finish: { (_, result) throws(DatabaseError) in
                guard result.affectedRows == count else {
                  throw check.refusal("the delete didn't take exactly the rows that meet its condition")
                }
              }))
        })
    }
    return SQLStepMachine(isAtomicGroup: true, first: first) { $0.rows }
  }
}
