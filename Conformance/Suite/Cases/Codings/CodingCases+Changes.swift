internal import Quarry

extension CodingCases {
  /// CODE-08 to CODE-10.
  static let changes: [ConformanceCase] = [
    ConformanceCase(
      "CODE-08", "Assignments store in the column's coding",
      "A constant, another column, a choice, a subquery and NULL MUST be stored as the column stores its values."
    ) { try await assignments($0, $1, $2) },
    ConformanceCase(
      "CODE-09", "Upserts and inserts from queries store in the column's coding",
      "The excluded row, an own value and the rows of a query MUST be stored as the column stores its values."
    ) { try await upserts($0, $1, $2) },
    ConformanceCase(
      "CODE-10", "Foreign keys join in every coding",
      "A join by key MUST find the rows whose keys are equal in Swift, also where one side is stored in another form."
    ) { try await joins($0, $1, $2) },
  ]

  private static func assignments<S: CodedSample>(
    _ s: S.Type, _ test: CaseContext, _ database: Database
  ) async throws {
    guard let trial = try await CodedTrial(s, test, database) else { return }
    typealias Row = CodedRow<S>
    func update(
      _ name: String, _ set: @Sendable (inout SQLAssignments<Row>) -> Void, _ change: (inout Row) -> Void
    ) async throws {
      try await trial.reset()
      let update = SQLUpdate(Row.where { $0.id > 1 }, set: set)
      _ = try await database.run(update)
      let rows = S.rows.map { row in
        var row = row
        if row.id > 1 { change(&row) }
        return row
      }
      await test.expectFetch(database, Row.order { $0.id }, rows, "\(S.columns.name): \(name)")
    }
    let last = S.value(2)
    try await update("value", { $0.set(Row.value, to: last) }) { $0.value = last }
    try await update("optional value", { $0.set(Row.maybe, to: last) }) { $0.maybe = last }
    try await update("nil", { $0.set(Row.maybe, to: S.Value?.none) }) { $0.maybe = nil }
    try await update("own value", { $0.set(Row.value, to: Row.value.expression) }) { _ in }
    try await update("other column", { $0.set(Row.value, to: Row.other.expression) }) { $0.value = $0.other }
    try await update("constant", { $0.set(Row.value, to: SQL.value(last)) }) { $0.value = last }
    try await update("column to optional", { $0.set(Row.maybe, to: Row.value.expression) }) { $0.maybe = $0.value }
    try await update("coalesce", { $0.set(Row.value, to: Row.maybe.coalesce(last)) }) { $0.value = $0.maybe ?? last }
    try await update(
      "case", { $0.set(Row.value, to: SQL.when(Row.id > 3, then: Row.other.expression).else(last)) }
    ) { $0.value = $0.id > 3 ? $0.other : last }
    try await update(
      "subquery", { $0.set(Row.value, to: SQL.scalar(Row.where { $0.id == 1 }.select { $0.other })) }
    ) { $0.value = S.rows[0].other }
    try await update(
      "nullIf", { $0.set(Row.maybe, to: Row.value.nullIf(S.value(0))) }
    ) { $0.maybe = $0.value == S.value(0) ? nil : $0.value }
    try await update("null expression", { $0.set(Row.maybe, to: SQL.null(S.Value.self)) }) { $0.maybe = nil }
    try await update("subscript", { $0.value = Row.other.expression }) { $0.value = $0.other }
  }

  private static func upserts<S: CodedSample>(_ s: S.Type, _ test: CaseContext, _ database: Database) async throws {
    guard let trial = try await CodedTrial(s, test, database) else { return }
    typealias Row = CodedRow<S>
    let new = Row(id: 2, group: "new", value: S.value(3), other: S.value(2), maybe: S.value(1))
    func upsert(
      _ name: String, _ set: (inout SQLAssignments<Row>, SQLExcluded<Row>) -> Void, _ change: (inout Row) -> Void
    ) async throws {
      try await trial.reset()
      _ = try await database.run(SQLInsert(new).onConflict(Row.id).doUpdate(set: set))
      var rows = S.rows
      change(&rows[1])
      await test.expectFetch(database, Row.order { $0.id }, rows, "\(S.columns.name): \(name)")
    }
    try await upsert("excluded", { $0.set(Row.value, to: $1[Row.value]) }) { $0.value = new.value }
    try await upsert("excluded other", { $0.set(Row.value, to: $1[Row.other]) }) { $0.value = new.other }
    try await upsert("own or excluded", { $0.set(Row.maybe, to: Row.maybe.coalesce($1[Row.value])) }) { row in
      row.maybe = row.maybe ?? new.value
    }
    try await upsert(
      "choice", { $0.set(Row.value, to: SQL.when($1[Row.value] == new.value, then: $1[Row.other]).else(S.value(0))) }
    ) { $0.value = new.other }
    try await upsert("constant", { row, _ in row.set(Row.maybe, to: S.value(2)) }) { $0.maybe = S.value(2) }
    try await trial.reset()
    try await database.run(SQLUpsert(new))
    await trial.expect("whole record", Row.where { $0.id == 2 }, [new])
    try await trial.reset()
    let copied = Row.where { $0.id <= 2 }.select { ($0.id + 100, $0.group, $0.other, $0.value, $0.maybe) }
    _ = try await database.run(
      SQLInsertSelect(into: Row.self, Row.id, Row.group, Row.value, Row.other, Row.maybe, from: copied))
    let copies = S.rows.prefix(2).map {
      Row(id: $0.id + 100, group: $0.group, value: $0.other, other: $0.value, maybe: $0.maybe)
    }
    await trial.expect("insert from a query", Row.where { $0.id > 100 }.order { $0.id }, copies)
    try await trial.reset()
    try await database.update(Row(id: 3, group: "x", value: S.value(1), other: S.value(1), maybe: nil))
    await trial.expect(
      "update of a record", Row.where { $0.id == 3 },
      [Row(id: 3, group: "x", value: S.value(1), other: S.value(1), maybe: nil)])
    let deleted = try await database.run(SQLDelete(Row.where { $0.value == S.value(1) }))
    let wanted = S.rows.filter { ($0.id == 3 ? S.value(1) : $0.value) == S.value(1) }.count
    test.expectEqual(deleted.affectedRows, Int64(wanted), "\(S.columns.name): delete")
  }
}
