internal import Quarry

extension CodingCases {
  /// CODE-05 to CODE-07.
  static let choices: [ConformanceCase] = [
    ConformanceCase(
      "CODE-05", "CASE, iif, coalesce and nullif keep the coding",
      "A choice among expressions and constants MUST be read, compared and stored in the coding of its expressions."
    ) { try await choice($0, $1, $2) },
    ConformanceCase(
      "CODE-06", "Scalar subqueries, nested queries and common tables keep the coding",
      "A value out of a query MUST have the coding of the query's column; a record with another one MUST be refused."
    ) { try await nesting($0, $1, $2) },
    ConformanceCase(
      "CODE-07", "Window functions keep the coding",
      "lag, lead, first, last and n-th value, and aggregates over a window, MUST be read in the column's coding.",
      mark: .gated(.windowFunctions)
    ) { try await windows($0, $1, $2) },
  ]

  private static func choice<S: CodedSample>(_ s: S.Type, _ test: CaseContext, _ database: Database) async throws {
    guard let trial = try await CodedTrial(s, test, database) else { return }
    typealias Row = CodedRow<S>
    let (value, other, maybe) = (Row.value.expression, Row.other.expression, Row.maybe.expression)
    let first = S.value(0)
    let odd = Row.id == 1 || Row.id == 3 || Row.id == 5
    await trial.expect("case column else value", SQL.when(odd, then: value).else(first)) {
      $0.id % 2 == 1 ? $0.value : first
    }
    await trial.expect("case value else column", SQL.when(odd, then: first).else(value)) {
      $0.id % 2 == 1 ? first : $0.value
    }
    await trial.expect("case columns", SQL.when(odd, then: value).when(Row.id == 2, then: other).else(first)) {
      $0.id % 2 == 1 ? $0.value : $0.id == 2 ? $0.other : first
    }
    await trial.expect("case end", SQL.when(odd, then: value).end) { $0.id % 2 == 1 ? $0.value : nil }
    await trial.expect("case null", SQL.when(odd, then: maybe).else(SQL.null(S.Value.self))) {
      $0.id % 2 == 1 ? $0.maybe : nil
    }
    await trial.expect("case compared", SQL.when(odd, then: value).else(first) == first) {
      ($0.id % 2 == 1 ? $0.value : first) == first
    }
    await trial.expect("iif", SQL.iif(odd, value, SQL.value(first))) { $0.id % 2 == 1 ? $0.value : first }
    await trial.expect("iif constant first", SQL.iif(odd, SQL.value(first), other)) {
      $0.id % 2 == 1 ? first : $0.other
    }
    await trial.expect("iif constants", SQL.iif(odd, SQL.value(first), SQL.value(S.value(1)))) {
      $0.id % 2 == 1 ? first : S.value(1)
    }
    await trial.expect("coalesce value", maybe.coalesce(first)) { $0.maybe ?? first }
    await trial.expect("coalesce column", maybe.coalesce(value)) { $0.maybe ?? $0.value }
    await trial.expect("coalesce constant", maybe.coalesce(SQL.value(first))) { $0.maybe ?? first }
    await trial.expect("coalesce list", SQL.coalesce(maybe, SQL.null(S.Value.self), value.asOptional)) {
      $0.maybe ?? $0.value
    }
    await trial.expect("coalesce compared", maybe.coalesce(first) == first) { ($0.maybe ?? first) == first }
    await trial.expect("nullIf", value.nullIf(first)) { $0.value == first ? nil : $0.value }
    await trial.expect("asNonNull", maybe.coalesce(value).asNonNull) { $0.maybe ?? $0.value }
  }

  private static func nesting<S: CodedSample>(_ s: S.Type, _ test: CaseContext, _ database: Database) async throws {
    guard let trial = try await CodedTrial(s, test, database) else { return }
    typealias Row = CodedRow<S>
    let third = SQL.scalar(Row.where { $0.id == 3 }.select { $0.value })
    await trial.expect("scalar", third) { _ in S.rows[2].value }
    await trial.expect("scalar compared", Row.value.expression == third) { $0.value == S.rows[2].value }
    await trial.expect("scalar with a value", third == S.value(2)) { _ in S.rows[2].value == S.value(2) }
    await trial.expect(
      "scalar max", needing: .order, SQL.scalar(Row.select { $0.value.max() })
    ) { _ in S.rows.map(\.value).max { S.place($0) < S.place($1) } }
    await trial.expect(
      "scalar of a choice", SQL.scalar(Row.where { $0.id == 3 }.select { $0.maybe.coalesce($0.value) })
    ) { _ in S.rows[2].maybe ?? S.rows[2].value }
    let rows = Row.where { $0.id > 2 }.select { ($0.id, $0.group, $0.value, $0.other, $0.maybe) }
    await trial.expect(
      "as record", rows.as(Row.self).where { $0.value != S.value(0) }.order { $0.id },
      S.rows.filter { $0.id > 2 && $0.value != S.value(0) })
    await trial.expect(
      "from", Row.from(Row.order { $0.id }.limit(3)).where { $0.value == S.value(1) }.order { $0.id },
      S.rows.prefix(3).filter { $0.value == S.value(1) })
    let common = SQLCommonTable(Row.self, named: "picked", as: rows)
    await trial.expect("common table", common.all.order { $0.id }, S.rows.filter { $0.id > 2 })
    // The other column of the same type, exchanged.
    let swapped = Row.select { ($0.id, $0.group, $0.other, $0.value, $0.maybe) }.as(Row.self)
    await trial.expect("exchanged columns", swapped.order { $0.id }.select { $0.value }, S.rows.map { $0.other })
    let (values, others) = (Set(S.rows.map(\.value)), Set(S.rows.map(\.other)))
    let (left, right) = (Row.select { $0.value }, Row.select { $0.other })
    let (first, last) = (S.value(0), S.value(3))
    func expect(_ name: String, _ query: SQLProjection<S.Value>, _ wanted: Set<S.Value>) async {
      await test.expectSet(database, query, wanted, "\(S.columns.name): \(name)")
    }
    await expect("union", left.union(right), values.union(others))
    await expect("union all", left.unionAll(Row.select { _ in SQL.value(last) }), values.union([last]))
    await expect("intersect", left.intersect(right), values.intersection(others))
    await expect("except", left.except(Row.select { _ in SQL.value(first) }), values.subtracting([first]))
    await expect("distinct", left.distinct(), values)
    await expect("group", Row.all.group { $0.value }.select { $0.value }, values)
    await trial.expect(
      "count distinct", Row.select { $0.value.count(distinct: true) }, [Set(S.rows.map(\.value)).count])
    await trial.expect(
      "fetchCount", Row.where { $0.value == S.value(1) }.select { $0.value.count() },
      [S.rows.filter { $0.value == S.value(1) }.count])
  }

  private static func windows<S: CodedSample>(_ s: S.Type, _ test: CaseContext, _ database: Database) async throws {
    guard let trial = try await CodedTrial(s, test, database) else { return }
    typealias Row = CodedRow<S>
    let id = Row.id.expression
    let value = Row.value.expression
    func row(_ id: Int64) -> S.Value? { S.rows.first { $0.id == id }?.value }
    let whole = SQLFrame(.rows, from: .unboundedPreceding, to: .unboundedFollowing)
    await trial.expect("lag", value.lag().over(orderBy: id)) { row($0.id - 1) }
    await trial.expect("lag default", value.lag(2, default: S.value(3)).over(orderBy: id)) {
      row($0.id - 2) ?? S.value(3)
    }
    await trial.expect("lead", value.lead().over(orderBy: id)) { row($0.id + 1) }
    await trial.expect("lead default", value.lead(2, default: S.value(3)).over(orderBy: id)) {
      row($0.id + 2) ?? S.value(3)
    }
    await trial.expect("firstValue", value.firstValue().over(orderBy: id)) { _ in row(1) }
    await trial.expect("lastValue", value.lastValue().over(orderBy: id, frame: whole)) { _ in row(6) }
    await trial.expect("nthValue", value.nthValue(2).over(orderBy: id, frame: whole)) { _ in row(2) }
    await trial.expect("lag compared", value.lag().over(orderBy: id) == S.value(1)) {
      row($0.id - 1).map { $0 == S.value(1) }
    }
    await trial.expect("max over", needing: .order, value.max().over(orderBy: id)) { last in
      S.rows.filter { $0.id <= last.id }.map(\.value).max { S.place($0) < S.place($1) }
    }
    await trial.expect("partition", value.firstValue().over(partitionBy: value, orderBy: id)) { $0.value }
    await trial.expect("window's order", needing: .order, SQL.rowNumber().over(orderBy: value, id)) { row in
      S.rows.filter { (S.place($0.value), $0.id) <= (S.place(row.value), row.id) }.count
    }
    guard test.section(requires: .feature(.namedWindows)) else { return }
    await trial.expect(
      "named window",
      Row.all.window("w") { SQLWindow(orderBy: $0.id) }.order { $0.id }.select {
        $0.value.lag().over(named: "w")
      }, S.rows.map { row($0.id - 1) })
  }
}

extension CaseContext {
  /// Asserts the rows of a query in any order, ignoring repetitions.
  func expectSet<Query: SQLFetchable>(
    _ database: Database, _ query: Query, _ expected: Set<Query.Row>, _ message: String, file: StaticString = #fileID,
    line: UInt = #line
  ) async where Query.Row: Hashable {
    do {
      expectEqual(Set(try await database.fetchAll(query)), expected, message, file: file, line: line)
    } catch {
      fail(message, expected: "\(expected)", actual: "error: \(error)", file: file, line: line)
    }
  }
}
