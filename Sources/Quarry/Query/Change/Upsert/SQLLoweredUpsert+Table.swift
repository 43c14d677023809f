/// Reads the table's schema and checks whether the equivalent is exact for it.
extension SQLLoweredUpsert {
  /// The first steps: read the table's schema and check whether the equivalent is exact for it.
  func guardStep(then: @escaping (SQLStepState<Row>) -> Void) -> SQLStep<Row> {
    guard isKept, plan.context.schema.mayKnow(table.target) else { return lookStep(then: then) }
    return versionStep { state, version in
      guard let known = plan.context.schema.facts(SQLUpsertTable.self, of: table.target, at: version) else {
        return state.add(lookStep(then: then))
      }
      facts.table = known
      state.add(matchStep(then: then))
    }
  }

  /// Whether the result may be cached. Another database may be attached under the name of an attached one.
  private var isKept: Bool { table.schema.map { SQLIdentifier.areEqual($0, "main") } ?? true }

  /// Reads the version of the schema, and of the temporary schema, whose objects are found before others.
  private func versionStep(then: @escaping (SQLStepState<Row>, [SQLValue]) -> Void) -> SQLStep<Row> {
    let main = SQLStep<Row>(
      SQLFragment(raw: "PRAGMA main.schema_version"), receive: { state, row in state.found.append(try row.values(1)) },
      finish: { (state, _) throws(DatabaseError) in
        let version = state.found.flatMap { $0 }
        state.found = []
        then(state, version)
      })
    return SQLStep(
      SQLFragment(raw: "PRAGMA temp.schema_version"), receive: { state, row in state.found.append(try row.values(1)) },
      finish: { (state, _) throws(DatabaseError) in state.insert(main) })
  }

  /// Caches the result if it may be true later too.
  private func keepStep() -> SQLStep<Row> {
    let (schema, facts) = (plan.context.schema, facts)
    return SQLStep { (state) throws(DatabaseError) in
      guard isKept, schema.keeps else { return }
      state.insert(versionStep { _, version in schema.keep(facts.table, of: table.target, at: version) })
    }
  }

  private func lookStep(then: @escaping (SQLStepState<Row>) -> Void) -> SQLStep<Row> {
    check.step { (state, findings) throws(DatabaseError) in
      let isBefore = findings.triggers.contains { trigger in
        SQLIdentifier.areEqual(trigger.table, table.name) && trigger.event == .insert && trigger.timing != .after
      }
      if isBefore { throw check.refusal("a trigger before inserts wouldn't see the rows that are updated instead") }
      guard let sql = findings.tableSQL, let text = SQLTableText(sql) else {
        throw check.refusal("it isn't an ordinary table")
      }
      if text.hasConflictClause { throw check.refusal("a constraint of the table has a conflict clause") }
      if text.all.rest.contains(where: { $0.isWord("CHECK") }) {
        throw check.refusal("the engine would test the table's CHECK constraints before it looks for the conflict")
      }
      if text.columns.contains(where: { $0.primaryKey == .autoincrement }) {
        facts.table.sequence = SQLSchema.qualified("sqlite_sequence", findings.schema)
      }
      state.add(columnsStep())
      state.add(indexesStep(then: then))
    }
  }

  private func columnsStep() -> SQLStep<Row> {
    let query = SQLSchema.columns(of: table.name, in: table.schema)
    let facts = facts
    return SQLStep(
      SQLSchema.pragmaText("table_info", table.name, table.schema),
      receive: { _, row in facts.table.columns.append(try query.decode(&row)) })
  }

  private func indexesStep(then: @escaping (SQLStepState<Row>) -> Void) -> SQLStep<Row> {
    let query = SQLSchema.indexes(of: table.name, in: table.schema)
    var indexes: [SQLIndexInformation] = []
    return SQLStep(
      SQLSchema.pragmaText("index_list", table.name, table.schema),
      receive: { _, row in indexes.append(try query.decode(&row)) },
      finish: { (state, _) throws(DatabaseError) in
        for index in indexes where index.isUnique && !index.isPartial { state.add(termsStep(index.name)) }
        state.add(keepStep())
        state.add(matchStep(then: then))
      })
  }

  private func termsStep(_ index: String) -> SQLStep<Row> {
    let query = SQLSchema.terms(ofIndex: index, in: table.schema)
    var terms: [SQLIndexTermInformation] = []
    let facts = facts
    return SQLStep(
      SQLSchema.pragmaText("index_xinfo", index, table.schema),
      receive: { _, row in terms.append(try query.decode(&row)) },
      finish: { (_, _) throws(DatabaseError) in facts.table.uniqueTerms.append(terms.filter(\.isKey)) })
  }

  /// Checks that the target is unique, as the engine does when it prepares ON CONFLICT.
  private func matchStep(then: @escaping (SQLStepState<Row>) -> Void) -> SQLStep<Row> {
    let facts = facts
    return SQLStep { (state) throws(DatabaseError) in
      let key = facts.table.columns.filter { $0.primaryKeyPosition > 0 }
      if target.count == 1, key.count == 1, table.rowIDColumn === target[0],
        SQLIdentifier.areEqual(key[0].name, target[0].name)
      {
        facts.collations = ["BINARY"]
      } else if let terms = facts.table.uniqueTerms.first(where: { matches($0) }) {
        facts.collations = target.map { column in
          terms.first { SQLIdentifier.areEqual($0.column ?? "", column.name) }?.collation.rawValue ?? "BINARY"
        }
      } else {
        throw DatabaseError(
          .statementFailed,
          "\(plan.purpose) names a conflict target that is no primary key and no unique constraint of the table: "
            + target.map { "\"\($0.name)\"" }.joined(separator: ", "), engineCode: .error)
      }
      then(state)
    }
  }

  private func matches(_ terms: [SQLIndexTermInformation]) -> Bool {
    terms.count == target.count
      && target.allSatisfy { column in terms.contains { SQLIdentifier.areEqual($0.column ?? "", column.name) } }
  }
}
