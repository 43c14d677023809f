internal import Quarry

extension CodingCases {
  /// CODE-01 to CODE-04.
  static let comparisons: [ConformanceCase] = [
    ConformanceCase(
      "CODE-01", "Records, columns and constants keep their coding",
      "A value MUST be read as it was written, through a record, a column, an optional column, a constant and a key."
    ) { try await reading($0, $1, $2) },
    ConformanceCase(
      "CODE-02", "Equality in every coding",
      "=, <>, IS, IS NOT, IN a list, a list of expressions, a query or a list of rows MUST say what Swift's == says."
    ) { try await equality($0, $1, $2) },
    ConformanceCase(
      "CODE-03", "Order in every coding",
      "<, <=, >, >= and BETWEEN MUST say what Swift's order says, or be refused where the stored form has another order."
    ) { try await order($0, $1, $2) },
    ConformanceCase(
      "CODE-04", "ORDER BY, min, max, the smallest and the largest of several",
      "Rows MUST be sorted as Swift sorts the values, or the query be refused."
    ) { try await sorting($0, $1, $2) },
  ]

  private static func reading<S: CodedSample>(_ s: S.Type, _ test: CaseContext, _ database: Database) async throws {
    guard let trial = try await CodedTrial(s, test, database) else { return }
    typealias Row = CodedRow<S>
    await trial.expect("records", Row.order { $0.id }, S.rows)
    await trial.expect("value", Row.value.expression) { $0.value }
    await trial.expect("optional", Row.maybe.expression) { $0.maybe }
    await trial.expect("asOptional", Row.value.asOptional) { $0.value }
    await trial.expect("constant", SQLExpression(S.value(1), coding: Row.value.coding)) { _ in S.value(1) }
    await trial.expect("find", Row.find(3), [S.rows[2]])
    await trial.expect("collate", Row.value.collate(.binary)) { $0.value }
    await trial.expect(
      "typed and back", Row.value.typed(as: SQLValue.self).typed(as: S.Value.self, coding: Row.value.coding)
    ) {
      $0.value
    }
    await trial.expect("raw", SQL.raw("\(Row.value)", as: S.Value.self, coding: Row.value.coding)) { $0.value }
    await trial.expect(
      "values", Row.values(S.rows).order { $0.id }, S.rows)
    await trial.expect(
      "left join",
      Row.leftJoin(Row.self) { $0.id == $1.id + 1 }.order { a, _ in a.id }
        .select { _, other in other.value }, [nil] + S.rows.dropLast().map { $0.value })
  }

  private static func equality<S: CodedSample>(_ s: S.Type, _ test: CaseContext, _ database: Database) async throws {
    guard let trial = try await CodedTrial(s, test, database) else { return }
    typealias Row = CodedRow<S>
    let (value, other, maybe) = (Row.value, Row.other, Row.maybe)
    let (first, second) = (S.value(0), S.value(1))
    for constant in S.values {
      await trial.expect("== value", value == constant) { $0.value == constant }
      await trial.expect("value ==", constant == value) { $0.value == constant }
      await trial.expect("!= value", value != constant) { $0.value != constant }
      await trial.expect("optional == value", maybe == constant) { row in row.maybe.map { $0 == constant } }
      await trial.expect("== constant expression", value == SQL.value(constant)) { $0.value == constant }
      await trial.expect("constant expression ==", SQL.value(constant) == value) { $0.value == constant }
      await trial.expect("is value", maybe.is(constant)) { $0.maybe == constant }
      await trial.expect("isNot value", maybe.isNot(constant)) { $0.maybe != constant }
    }
    await trial.expect("== column", value == other) { $0.value == $0.other }
    await trial.expect("!= column", value != other) { $0.value != $0.other }
    await trial.expect("== optional", value == maybe) { row in row.maybe.map { row.value == $0 } }
    await trial.expect("is column", value.is(maybe)) { $0.value == $0.maybe }
    await trial.expect("isNot column", value.isNot(maybe)) { $0.value != $0.maybe }
    await trial.expect("isDistinct", maybe.isDistinct(from: value)) { $0.value != $0.maybe }
    await trial.expect("isNotDistinct", maybe.isNotDistinct(from: value)) { $0.value == $0.maybe }
    await trial.expect("== nil", maybe == nil) { $0.maybe == nil }
    await trial.expect("in", value.in([first, second])) { $0.value == first || $0.value == second }
    await trial.expect("notIn", value.notIn([first])) { $0.value != first }
    await trial.expect("in nothing", value.in([S.Value]())) { _ in false }
    await trial.expect("in expressions", value.in([other.expression, SQL.value(first)])) {
      $0.value == $0.other || $0.value == first
    }
    await trial.expect("in query", value.in(Row.where { $0.id > 3 }.select { $0.other })) { row in
      S.rows[3...].contains { $0.other == row.value }
    }
    await trial.expect("notIn query", value.notIn(Row.where { $0.id > 3 }.select { $0.other })) { row in
      !S.rows[3...].contains { $0.other == row.value }
    }
    await trial.expect("constant in query", SQL.value(first).in(Row.select { $0.other })) { _ in
      S.rows.contains { $0.other == first }
    }
    await trial.expect(
      "exists",
      Row.where { outer in
        Row.where { $0.other == outer.value && $0.id != outer.id }.exists
      }.order { $0.id }.select { $0.id },
      S.rows.filter { row in
        S.rows.contains { $0.other == row.value && $0.id != row.id }
      }.map(\.id))
    let pairs = [(first, Int64(1)), (second, Int64(5))]
    if test.section(requires: .feature(.rowValues)) {
      await trial.expect("tuple in", SQL.tuple(value, Row.id).in(pairs)) { row in
        pairs.contains { $0.0 == row.value && $0.1 == row.id }
      }
      await trial.expect("tuple equals", SQL.tuple(value, Row.id).equals(second, Int64(2))) {
        $0.value == second && $0.id == 2
      }
      await trial.expect(
        "tuple in query", SQL.tuple(value, Row.id).in(Row.select { ($0.other, $0.id) })
      ) { row in S.rows.contains { $0.other == row.value && $0.id == row.id } }
    }
  }

  private static func order<S: CodedSample>(_ s: S.Type, _ test: CaseContext, _ database: Database) async throws {
    guard let trial = try await CodedTrial(s, test, database) else { return }
    typealias Row = CodedRow<S>
    let (value, other, maybe) = (Row.value, Row.other, Row.maybe)
    for constant in S.values {
      let place = S.place(constant)
      await trial.expect("< value", needing: .order, value < constant) { S.place($0.value) < place }
      await trial.expect("<= value", needing: .order, value <= constant) { S.place($0.value) <= place }
      await trial.expect("> value", needing: .order, value > constant) { S.place($0.value) > place }
      await trial.expect(">= value", needing: .order, value >= constant) { S.place($0.value) >= place }
      await trial.expect("value <", needing: .order, constant < value) { place < S.place($0.value) }
      await trial.expect("optional >", needing: .order, maybe > constant) { row in row.maybe.map { S.place($0) > place }
      }
      await trial.expect("< constant expression", needing: .order, value < SQL.value(constant)) {
        S.place($0.value) < place
      }
      await trial.expect("between", needing: .order, value.between(S.value(0), constant)) { S.place($0.value) <= place }
      await trial.expect("notBetween", needing: .order, value.notBetween(S.value(0), constant)) {
        S.place($0.value) > place
      }
    }
    await trial.expect("< column", needing: .order, value < other) { S.place($0.value) < S.place($0.other) }
    await trial.expect(">= optional", needing: .order, value >= maybe) { row in
      row.maybe.map { S.place(row.value) >= S.place($0) }
    }
    await trial.expect(
      "between columns", needing: .order, value.between(other, SQL.value(S.values[S.values.count - 1]))
    ) {
      S.place($0.value) >= S.place($0.other)
    }
    await trial.expect("< nil", value < nil) { _ in nil }
    if test.section(requires: .feature(.rowValues)) {
      await trial.expect("tuple isLess", needing: .order, SQL.tuple(value, Row.id).isLess(than: S.value(1), Int64(3))) {
        (S.place($0.value), $0.id) < (1, 3)
      }
    }
  }

  private static func sorting<S: CodedSample>(_ s: S.Type, _ test: CaseContext, _ database: Database) async throws {
    guard let trial = try await CodedTrial(s, test, database) else { return }
    typealias Row = CodedRow<S>
    let sorted = S.rows.sorted { (S.place($0.value), $0.id) < (S.place($1.value), $1.id) }
    let reversed = S.rows.sorted { (-S.place($0.value), $0.id) < (-S.place($1.value), $1.id) }
    await trial.expect("order", needing: .order, Row.order { ($0.value, $0.id) }.select { $0.id }, sorted.map(\.id))
    await trial.expect(
      "ascending", needing: .order, Row.order { ($0.value.ascending.nullsLast, $0.id) }.select { $0.id },
      sorted.map(\.id))
    await trial.expect(
      "descending", needing: .order, Row.order { ($0.value.descending, $0.id) }.select { $0.id }, reversed.map(\.id))
    await trial.expect(
      "projection's order", needing: .order, Row.select { ($0.value, $0.id) }.order { ($0, $1) }.map { $1 },
      sorted.map(\.id))
    await trial.expect(
      "compound's order", needing: .order,
      Row.where { $0.id <= 3 }.select { ($0.value, $0.id) }.unionAll(
        Row.where { $0.id > 3 }.select { ($0.value, $0.id) }
      )
      .order { ($0, $1) }.map { $1 }, sorted.map(\.id))
    let smallest = S.rows.map(\.value).min { S.place($0) < S.place($1) }
    let largest = S.rows.map(\.value).max { S.place($0) < S.place($1) }
    await trial.expect("min", needing: .order, Row.select { $0.value.min() }, [smallest])
    await trial.expect("max", needing: .order, Row.select { $0.value.max() }, [largest])
    await trial.expect("max of none", needing: .order, Row.where { $0.id > 99 }.select { $0.value.max() }, [nil])
    await trial.expect("min of optionals", needing: .order, Row.select { $0.maybe.min() }, [smallest])
    await trial.expect("max filter", needing: .order, Row.select { $0.value.max().filter($0.id < 3) }, [S.value(1)])
    await trial.expect("least", needing: .order, SQL.least(Row.value.expression, Row.other.expression)) {
      S.place($0.value) < S.place($0.other) ? $0.value : $0.other
    }
    await trial.expect("greatest", needing: .order, SQL.greatest(SQL.value(S.value(1)), Row.value.expression)) {
      S.place($0.value) > 1 ? $0.value : S.value(1)
    }
    await trial.expect(
      "having", needing: .order,
      Row.all.group { $0.group }.having { $0.value.max() > S.value(1) }.order { $0.group }
        .select { $0.group },
      ["even", "odd"].filter { name in
        S.rows.filter { $0.group == name }.contains { S.place($0.value) > 1 }
      })
  }
}
