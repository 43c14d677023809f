/// An update, rendered except for RETURNING and the limit: the common part of all updates.
struct SQLUpdateStatement {
  /// One `column = value`.
  struct Assignment {
    var column: SQLColumnDefinition
    var value: SQLFragment
  }

  let table: SQLTable
  var algorithm: SQLConflictAlgorithm?
  var assignments: [Assignment]
  /// The other sources, after FROM.
  var from: SQLFragment?
  var condition: SQLFragment?
  var limit: SQLChangeLimit?
  /// The common table expressions in front.
  var prefix: SQLFragment?

  /// What is done, for messages.
  var purpose: String { "an update of \"\(table.name)\"" }

  /// The machine of an update that only counts.
  func machine(for context: SQLGenerationContext) throws(DatabaseError) -> SQLStepMachine<Never, SQLChangeResult> {
    SQLStepMachine(isAtomicGroup: false, first: SQLStep(try statement(context), changesRows: true)) { $0.result }
  }

  /// The machine of an update that returns rows.
  func machine<Row, Output>(
    for context: SQLGenerationContext, returning: SQLReturning<Row>,
    result: @escaping (SQLStepState<Row>) throws(DatabaseError) -> Output
  ) throws(DatabaseError) -> SQLStepMachine<Row, Output> {
    if try context.isNative(.returning, for: purpose + " that returns rows") {
      let decode = returning.decode
      let step = SQLStep<Row>(
        try statement(context, returning: returning.columns), changesRows: true,
        receive: { state, row in state.rows.append(try decode(&row)) })
      return SQLStepMachine(isAtomicGroup: false, first: step, result: result)
    }
    return try SQLLoweredUpdateReturning(update: self, returning: returning, context: context).machine(result)
  }

  /// The text of the update.
  ///
  /// Source: <https://sqlite.org/lang_update.html>.
  func statement(
    _ context: SQLGenerationContext, returning: SQLFragment? = nil
  ) throws(DatabaseError) -> SQLFragment {
    guard !assignments.isEmpty else { throw DatabaseError(.invalidQuery, "\(purpose) assigns no column") }
    for (index, assignment) in assignments.enumerated() {
      let column = try table.require(assignment.column)
      if column.generated != nil {
        throw DatabaseError(.invalidQuery, "\(purpose) assigns the generated column \"\(column.name)\"")
      }
      if assignments[..<index].contains(where: { $0.column === assignment.column }) {
        throw DatabaseError(.invalidQuery, "\(purpose) assigns the column \"\(column.name)\" twice")
      }
    }
    var text = prefix ?? SQLFragment(raw: "")
    text.append(raw: "UPDATE \(algorithm.map { "OR \($0.rawValue) " } ?? "")\(table.target) SET ")
    for (index, assignment) in assignments.enumerated() {
      text.append(raw: (index > 0 ? ", " : "") + SQLIdentifier.quote(assignment.column.name) + " = ")
      text.append(assignment.value)
    }
    if let from {
      try context.require(.updateFrom, for: purpose + " from another source")
      if limit != nil { throw DatabaseError(.invalidQuery, "\(purpose) can't have both another source and a limit") }
      text.append(raw: " FROM ")
      text.append(from)
    }
    try SQLChangeLimit.finish(
      &text, table: table, condition: condition, limit: limit, returning: returning, context: context,
      purpose: purpose)
    return text
  }
}

/// The order and number of the rows that an update or delete changes.
struct SQLChangeLimit {
  /// `ORDER BY` and its terms; `nil` for any order.
  var order: SQLFragment?
  /// The maximum number of rows.
  var limit: Int?
  /// The number of rows to skip at the beginning.
  var offset: Int?

  /// ORDER BY and LIMIT, after a space.
  var text: SQLFragment {
    var text = SQLFragment(raw: "")
    if let order {
      text.append(raw: " ")
      text.append(order)
    }
    if limit != nil || offset != nil {
      text.append(raw: " LIMIT ")
      text.append(value: .integer(Int64(limit ?? -1)))
    }
    if let offset {
      text.append(raw: " OFFSET ")
      text.append(value: .integer(Int64(offset)))
    }
    return text
  }

  /// Appends WHERE, RETURNING, ORDER BY and LIMIT; the last two as a subquery where the engine lacks them.
  ///
  /// Source: <https://sqlite.org/lang_delete.html>, section 3.
  static func finish(
    _ text: inout SQLFragment, table: SQLTable, condition: SQLFragment?, limit: SQLChangeLimit?,
    returning: SQLFragment?, context: SQLGenerationContext, purpose: String
  ) throws(DatabaseError) {
    var condition = condition
    var tail: SQLFragment?
    if let limit {
      // ORDER BY alone changes nothing, and SQLite refuses it. Engines up to 3.15 at least damage the statement on tables
      // without rowid, where the subquery is used although they have the feature.
      let isLimited = limit.limit != nil || limit.offset != nil
      if isLimited, try context.isNative(.updateDeleteLimit, for: purpose + " with a limit"), table.kind == .table {
        tail = limit.text
      } else if isLimited {
        condition = try limit.condition(table, condition, context, purpose)
      }
    }
    if let condition {
      text.append(raw: " WHERE ")
      text.append(condition)
    }
    if let returning {
      text.append(raw: " RETURNING ")
      text.append(returning)
    }
    if let tail { text.append(tail) }
  }

  /// The condition that a row is among the first ones.
  func condition(
    _ table: SQLTable, _ condition: SQLFragment?, _ context: SQLGenerationContext, _ purpose: String
  ) throws(DatabaseError) -> SQLFragment {
    guard let identity = table.identity else {
      throw context.unsupported(
        .updateDeleteLimit, for: purpose + " with a limit", because: "\"\(table.name)\" has no rowid and no key")
    }
    let names = identity.joined(separator: ", ")
    var result = SQLFragment(
      raw: (identity.count > 1 ? "(\(names))" : names) + " IN (SELECT \(names) FROM \(table.target)")
    if let condition {
      result.append(raw: " WHERE ")
      result.append(condition)
    }
    result.append(text)
    result.append(raw: ")")
    return result
  }
}
