/// Decides between ON CONFLICT and its equivalent, and renders the first.
struct SQLUpsertPlan<Record: SQLEncodable, Row: Sendable> {
  let upsert: SQLUpsert<Record>
  let returning: SQLReturning<Row>?
  let context: SQLGenerationContext
  let stamps: SQLStamps

  init(
    upsert: SQLUpsert<Record>, returning: SQLReturning<Row>?, context: SQLGenerationContext
  ) throws(DatabaseError) {
    self.upsert = upsert
    self.returning = returning
    self.context = context
    stamps = try SQLStamps(upsert.table, context)
  }

  var table: SQLTable { upsert.table }
  var purpose: String { "an upsert into \"\(table.name)\"" }

  /// The machine, native or lowered.
  func machine<Output>(
    _ result: @escaping (SQLStepState<Row>) throws(DatabaseError) -> Output
  ) throws(DatabaseError) -> SQLStepMachine<Row, Output> {
    let target = try target()
    if upsert.conflict.algorithm != nil {
      throw DatabaseError(.invalidQuery, "\(purpose) can't have a conflict algorithm and a conflict target")
    }
    let feature: SQLFeature =
      !target.isEmpty ? .upsert : isNothing ? .upsertDoNothingWithoutTarget : .upsertDoUpdateWithoutTarget
    var isNative = try context.isNative(feature, for: purpose)
    if returning != nil, try !context.isNative(.returning, for: purpose + " that returns rows") { isNative = false }
    let count = upsert.records.count
    guard count > 0 else { return SQLStepMachine(isAtomicGroup: false, first: nil, result: result) }
    if isNative {
      return try machine(isAtomicGroup: count > 1, result) { (index) throws(DatabaseError) in
        try nativeStep(index, target)
      }
    }
    let lowered = try SQLLoweredUpsert(plan: self, target: target)
    return try machine(isAtomicGroup: true, start: { first in lowered.guardStep { $0.add(first) } }, result) {
      (index) throws(DatabaseError) in try lowered.step(index)
    }
  }

  /// Makes one step for each record. The first is rendered immediately, so that its errors come before anything is
  /// sent.
  private func machine<Output>(
    isAtomicGroup: Bool, start: (SQLStep<Row>) -> SQLStep<Row> = { $0 },
    _ result: @escaping (SQLStepState<Row>) throws(DatabaseError) -> Output,
    step: @escaping (Int) throws(DatabaseError) -> SQLStep<Row>
  ) throws(DatabaseError) -> SQLStepMachine<Row, Output> {
    let count = upsert.records.count
    let first = start(try step(0))
    var index = 1
    let source: SQLStep<Row>.Source = { (_) throws(DatabaseError) -> SQLStep<Row>? in
      guard index < count else { return nil }
      defer { index += 1 }
      return try step(index)
    }
    return SQLStepMachine(isAtomicGroup: isAtomicGroup, first: first, source: source, result: result)
  }

  private var isNothing: Bool {
    if case .nothing = upsert.conflict.action { true } else { false }
  }

  private func target() throws(DatabaseError) -> [SQLColumnDefinition] {
    switch upsert.conflict.target {
    case .primaryKey:
      let key = table.primaryKeyColumns
      guard !key.isEmpty else {
        throw DatabaseError(.invalidQuery, "\(purpose) needs a primary key or a conflict target")
      }
      return key
    case .columns(let columns):
      var target: [SQLColumnDefinition] = []
      for column in columns { target.append(try table.require(column)) }
      return target
    }
  }

  /// The columns and values to insert. At least one column is written, because ON CONFLICT can't follow DEFAULT
  /// VALUES.
  func row(_ index: Int) throws(DatabaseError) -> SQLInsertRow {
    var row = SQLInsertRow(stamps.fill(try upsert.records.columnValues(index)), of: table)
    if row.positions.isEmpty {
      guard let column = table.rowIDColumn, let position = table.position(of: column) else {
        throw DatabaseError(.invalidQuery, "\(purpose) needs a record that gives a value to at least one column")
      }
      row.positions = [position]
      row.values = [.null]
    }
    return row
  }

  /// The columns that get the new values if the action is to store them. The key and the target aren't changed.
  ///
  /// If nothing is left to store, the target is assigned to itself, so that the row counts and is returned.
  func stored(_ row: SQLInsertRow, _ target: [SQLColumnDefinition]) throws(DatabaseError) -> [SQLColumnDefinition]? {
    switch upsert.conflict.action {
    case .updateWritten:
      let fixed = target + table.primaryKeyColumns
      return row.positions.map { table.columns[$0] }.filter { column in
        column.stamp != .created && !fixed.contains { $0 === column }
      }
    case .updateColumns(let columns):
      var stored: [SQLColumnDefinition] = []
      for column in columns {
        let column = try table.require(column)
        if column.generated != nil {
          throw DatabaseError(.invalidQuery, "\(purpose) assigns the generated column \"\(column.name)\"")
        }
        stored.append(column)
      }
      for (position, _) in stamps.updated where !stored.contains(where: { $0 === table.columns[position] }) {
        stored.append(table.columns[position])
      }
      return stored
    case .nothing, .assign: return nil
    }
  }

  /// The assignments and the condition of the action, as expressions over the row and the excluded row.
  ///
  /// - Parameter excluded: How the excluded row is named in the text.
  func rendered(
    excluded: String
  ) throws(DatabaseError) -> (
    assignments: [SQLUpdateStatement.Assignment], condition: SQLFragment?, prefix: SQLFragment?
  ) {
    guard case .assign(let assignments, let condition, let token) = upsert.conflict.action else {
      return ([], nil, nil)
    }
    guard !assignments.isEmpty else { throw DatabaseError(.invalidQuery, "\(purpose) assigns no column") }
    var generator = SQLGenerator(context)
    let scope = SQLGenerationScope(
      tokens: [token],
      sources: [SQLGenerationScope.Source(table: table, qualifier: excluded, names: nil, presence: .always)])
    return try generator.inScope(scope) { (generator) throws(DatabaseError) in
      try generator.inScope(of: table, tokens: [], qualifier: SQLIdentifier.quote(table.name)) {
        (generator) throws(DatabaseError) in
        var result: [SQLUpdateStatement.Assignment] = []
        for assignment in assignments {
          let column = try table.require(assignment.column)
          if column.generated != nil {
            throw DatabaseError(.invalidQuery, "\(purpose) assigns the generated column \"\(column.name)\"")
          }
          let value = try generator.part { (generator) throws(DatabaseError) in
            try generator.write(assignment.value, above: Precedence.raw)
          }
          result.append(SQLUpdateStatement.Assignment(column: column, value: value))
        }
        result += stamps.assignments(beside: result)
        var test: SQLFragment?
        if let condition {
          test = try generator.part { (generator) throws(DatabaseError) in try generator.write(condition) }
        }
        return (result, test, try generator.commonTablesPrefix())
      }
    }
  }

  private func nativeStep(_ index: Int, _ target: [SQLColumnDefinition]) throws(DatabaseError) -> SQLStep<Row> {
    let row = try row(index)
    let (assignments, condition, prefix) = try rendered(excluded: "\"excluded\"")
    let key = SQLStatementTexts.Key(kind: .insert, positions: row.positions)
    var text = prefix ?? SQLFragment(raw: "")
    text.append(SQLFragment(raw: table.insertText(key), values: row.values))
    text.append(raw: " ON CONFLICT")
    if !target.isEmpty { text.append(raw: " " + SQLTableDefinition.list(target.map(\.name))) }
    if isNothing {
      text.append(raw: " DO NOTHING")
    } else {
      text.append(raw: " DO UPDATE SET ")
      if let stored = try stored(row, target) {
        text.append(raw: assignmentText(stored, target: target))
      } else {
        for (index, assignment) in assignments.enumerated() {
          text.append(raw: (index > 0 ? ", " : "") + SQLIdentifier.quote(assignment.column.name) + " = ")
          text.append(assignment.value)
        }
      }
      if let condition {
        text.append(raw: " WHERE ")
        text.append(condition)
      }
    }
    guard let returning else { return SQLStep(text, changesRows: true) }
    text.append(raw: " RETURNING ")
    text.append(returning.columns)
    let decode = returning.decode
    return SQLStep(text, changesRows: true, receive: { state, row in state.rows.append(try decode(&row)) })
  }

  private func assignmentText(_ stored: [SQLColumnDefinition], target: [SQLColumnDefinition]) -> String {
    if stored.isEmpty {
      let name = SQLIdentifier.quote((target.first ?? table.columns[0]).name)
      return "\(name) = \(SQLIdentifier.quote(table.name)).\(name)"
    }
    return stored.map { column in
      let name = SQLIdentifier.quote(column.name)
      return "\(name) = \"excluded\".\(name)"
    }.joined(separator: ", ")
  }
}
