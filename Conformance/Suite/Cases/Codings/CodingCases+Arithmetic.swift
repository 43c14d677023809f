internal import Quarry

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A coding of numbers that Swift can compute with.
protocol CodedNumber: CodedSample where Value: Numeric {
  /// The nearest real.
  static func real(_ value: Value) -> Double
}

extension CodedNumber where Value: BinaryInteger {
  static func real(_ value: Value) -> Double { Double(value) }
}
extension CodedNumber where Value == Decimal {
  static func real(_ value: Decimal) -> Double { Double(value.description) ?? .nan }
}
extension WholeNumbers: CodedNumber {}
extension CodedSamples.Doubles: CodedNumber {
  static func real(_ value: Double) -> Double { value }
}
extension CodedSamples.PlainDecimals: CodedNumber {}
extension CodedSamples.WholeDecimals: CodedNumber {}
extension CodedSamples.ScaledDecimals: CodedNumber {}
extension CodedSamples.FineDecimals: CodedNumber {}
extension CodedSamples.Cents: CodedNumber {}
extension CodedSamples.Secret: CodedNumber {}

extension CodingCases {
  private static let numbers: [any CodedNumber.Type] = [
    WholeNumbers<Int>.self, WholeNumbers<Int16>.self, WholeNumbers<Int32>.self, WholeNumbers<Int64>.self,
    WholeNumbers<UInt32>.self, WholeNumbers<UInt64>.self, CodedSamples.Doubles.self, CodedSamples.PlainDecimals.self,
    CodedSamples.WholeDecimals.self, CodedSamples.ScaledDecimals.self, CodedSamples.FineDecimals.self,
    CodedSamples.Cents.self, CodedSamples.Secret.self,
  ]

  /// CODE-11 to CODE-14.
  static let arithmetic: [ConformanceCase] = [
    numeric(
      "CODE-11", "Sums, differences, products, signs",
      "+, -, * and the sign MUST give what Swift computes, in the operands' coding, or be refused."
    ) { try await operators($0, $1, $2) },
    numeric(
      "CODE-12", "sum, total and the mean",
      "Aggregates of numbers MUST give what Swift computes, over groups, filters and windows, or be refused."
    ) { try await aggregates($0, $1, $2) },
    numeric(
      "CODE-13", "Quotients",
      "A quotient of numbers in units MUST be refused; the number that .cast(to:) makes of it divides."
    ) { try await quotients($0, $1, $2) },
    numeric(
      "CODE-14", "Assignments that compute",
      "An update that adds to a column, also from the excluded row of an upsert, MUST store what Swift computes."
    ) { try await updates($0, $1, $2) },
  ]

  private static func numeric(
    _ id: String, _ title: String, _ description: String,
    _ trial: @escaping @Sendable (any CodedNumber.Type, CaseContext, Database) async throws -> Void
  ) -> ConformanceCase {
    ConformanceCase(id, title, .core, page, description, timeLimit: .seconds(120)) { test in
      let database = try await test.database()
      for sample in numbers { try await trial(sample, test, database) }
    }
  }

  private static func operators<S: CodedNumber>(_ s: S.Type, _ test: CaseContext, _ database: Database) async throws {
    guard let trial = try await CodedTrial(s, test, database) else { return }
    typealias Row = CodedRow<S>
    let (value, other, maybe) = (Row.value, Row.other, Row.maybe)
    let ten = S.value(2)
    await trial.expect("+ column", needing: .sums, value + other) { $0.value + $0.other }
    await trial.expect("+ optional", needing: .sums, value + maybe) { row in row.maybe.map { row.value + $0 } }
    await trial.expect("+ value", needing: .sums, value + ten) { $0.value + ten }
    await trial.expect("value +", needing: .sums, ten + value) { ten + $0.value }
    await trial.expect("+ constant", needing: .sums, value + SQL.value(ten)) { $0.value + ten }
    await trial.expect("- value", needing: .sums, (value + ten) - ten) { $0.value }
    await trial.expect("- column", needing: .sums, (value + other) - other) { $0.value }
    await trial.expect("* value", needing: .sums, value * 2) { $0.value * 2 }
    await trial.expect("value *", needing: .sums, 2 * value) { $0.value * 2 }
    await trial.expect("* column", needing: .sums, value * other) { $0.value * $0.other }
    await trial.expect("* expression of integers", needing: .sums, value * Row.id.expression) { row in
      S.Value(exactly: row.id).map { row.value * $0 }
    }
    await trial.expect("* and +", needing: .sums, value * 2 + other) { $0.value * 2 + $0.other }
    await trial.expect("+ in a choice", needing: .sums, SQL.when(Row.id == 1, then: value + ten).else(ten)) {
      $0.id == 1 ? $0.value + ten : ten
    }
    await trial.expect("+ compared", needing: .sums, value + ten > SQL.value(ten)) { S.real($0.value) > 0 }
    await trial.expect("abs", needing: .sums, value.abs) { row in S.real(row.value) < 0 ? 0 - row.value : row.value }
    if test.section(requires: .feature(.signFunction)) {
      await trial.expect("sign", needing: .sums, value.sign) { S.real($0.value).sign == .minus ? -1 : 1 }
    }
    let two: Int = 2
    await trial.expect("+ Int", needing: .sums, value + two) { $0.value + 2 }
    await trial.expect("Int *", needing: .sums, two * value) { $0.value * 2 }
    await trial.expect("Int8 *", needing: .sums, Int8(2) * value) { $0.value * 2 }
    await trial.expect("> Int", needing: .order, value > two) { S.real($0.value) > 2 }
    await trial.expect("in Int", value.in([9, 10, 100] as [Int])) { [9, 10, 100].contains(S.real($0.value)) }
    if S.abilities.contains(.sums), !(S.Value.self is any UnsignedInteger.Type) {
      await trial.expect("negative", needing: .sums, 0 - value) { 0 - $0.value }
      await trial.expect("minus", needing: .sums, -value) { 0 - $0.value }
    }
  }

  private static func aggregates<S: CodedNumber>(_ s: S.Type, _ test: CaseContext, _ database: Database) async throws {
    guard let trial = try await CodedTrial(s, test, database) else { return }
    typealias Row = CodedRow<S>
    func sum(_ rows: some Sequence<S.Value>) -> S.Value { rows.reduce(0, +) }
    let all = sum(S.rows.map(\.value))
    await trial.expect("sum", needing: .sums, Row.select { $0.value.sum() }, [all])
    await trial.expect(
      "sum distinct", needing: .sums, Row.select { $0.value.sum(distinct: true) }, [sum(Set(S.rows.map(\.value)))])
    await trial.expect(
      "sum of optionals", needing: .sums, Row.select { $0.maybe.sum() }, [sum(S.rows.compactMap(\.maybe))])
    await trial.expect("sum of none", needing: .sums, Row.where { $0.id > 99 }.select { $0.value.sum() }, [nil])
    await trial.expect(
      "sum of products", needing: .sums, Row.select { ($0.value * $0.id).sum() },
      [sum(S.rows.map { row in row.value * (S.Value(exactly: row.id) ?? 0) })])
    await trial.expect(
      "sum filter", needing: .sums, Row.select { $0.value.sum().filter($0.id <= 2) },
      [sum(S.rows.prefix(2).map(\.value))])
    await trial.expect(
      "sum of groups", needing: .sums, Row.all.group { $0.group }.order { $0.group }.select { $0.value.sum() },
      ["even", "odd"].map { name in sum(S.rows.filter { $0.group == name }.map(\.value)) })
    await trial.expect(
      "having sum", needing: .sums, Row.all.group { $0.group }.having { $0.value.sum() == all }.select { $0.group }, [])
    await trial.expect("scalar sum", needing: .sums, SQL.scalar(Row.select { $0.value.sum() })) { _ in all }
    await trial.expect("sum + value", needing: .sums, Row.select { $0.value.sum() + S.value(1) }, [all + S.value(1)])
    await trial.near("total", Row.select { $0.value.total() }.map { Double?($0) }, S.real(all))
    await trial.near("average", Row.select { $0.value.average() }, S.real(all) / 6)
    await trial.near("average doubled", Row.select { $0.value.average() * 2 }, S.real(all) / 3)
    await trial.near("average rounded", Row.select { $0.value.average().round(0) }, (S.real(all) / 6).rounded())
    await trial.expect(
      "average compared", needing: .sums, Row.select { $0.value.average() > S.real(all) / 6 - 0.01 }, [true])
    if test.section(requires: .feature(.windowFunctions)) {
      await trial.expect("sum over", needing: .sums, Row.value.sum().over(orderBy: Row.id)) { row in
        sum(S.rows.filter { $0.id <= row.id }.map(\.value))
      }
      let near = SQLFrame(.rows, from: .preceding(1), to: .currentRow)
      await trial.expect("sum over a frame", needing: .sums, Row.value.sum().over(orderBy: Row.id, frame: near)) {
        row in
        sum(S.rows.filter { (row.id - 1...row.id).contains($0.id) }.map(\.value))
      }
      if test.section(requires: .feature(.windowRangeOffset)) {
        let range = SQLFrame(.range, from: .preceding(1), to: .currentRow)
        await trial.expect(
          "a range of units", needing: .quotients, Row.value.count().over(orderBy: Row.value, frame: range)
        ) { row in
          S.rows.filter { (S.real(row.value) - 1...S.real(row.value)).contains(S.real($0.value)) }.count
        }
      }
    }
  }

  private static func quotients<S: CodedNumber>(_ s: S.Type, _ test: CaseContext, _ database: Database) async throws {
    guard let trial = try await CodedTrial(s, test, database) else { return }
    typealias Row = CodedRow<S>
    let isWhole = S.Value.self is any BinaryInteger.Type
    func quotient(_ a: Double, _ b: Double) -> Double { isWhole ? (a / b).rounded(.towardZero) : a / b }
    await trial.expect("/ value", needing: .quotients, (Row.value / 2).typed(as: Double?.self)) {
      quotient(S.real($0.value), 2)
    }
    await trial.expect("/ column", needing: .quotients, (Row.value / Row.other).typed(as: Double?.self)) {
      quotient(S.real($0.value), S.real($0.other))
    }
    await trial.expect("/ Int", needing: .quotients, (Row.value / Int(2)).typed(as: Double?.self)) {
      quotient(S.real($0.value), 2)
    }
    await trial.expect("value /", needing: .quotients, (120 / Row.value).typed(as: Double?.self)) {
      quotient(120, S.real($0.value))
    }
    if S.abilities.contains(.sums) || S.self == CodedSamples.PlainDecimals.self {
      await trial.expect("cast", Row.value.cast(to: Double.self)) { S.real($0.value) }
      await trial.expect("cast and divide", Row.value.cast(to: Double.self) / 2) { S.real($0.value) / 2 }
      await trial.expect("cast to an integer", Row.value.cast(to: Int.self)) { Int(S.real($0.value)) }
    }
  }

  private static func updates<S: CodedNumber>(_ s: S.Type, _ test: CaseContext, _ database: Database) async throws {
    guard let trial = try await CodedTrial(s, test, database) else { return }
    typealias Row = CodedRow<S>
    func change(
      _ name: String, _ command: some SQLCommand, _ change: (inout Row) -> Void
    ) async throws {
      let message = "\(S.columns.name): \(name)"
      try await trial.reset()
      guard S.abilities.contains(.sums) else {
        await test.expectRefusal(message) { try await database.run(command) }
        await test.expectFetch(database, Row.order { $0.id }, S.rows, "\(message): nothing is stored")
        return
      }
      _ = try await database.run(command)
      var rows = S.rows
      for index in rows.indices { change(&rows[index]) }
      await test.expectFetch(database, Row.order { $0.id }, rows, message)
    }
    let (value, other) = (Row.value, Row.other)
    try await change("value + value", SQLUpdate(Row.all) { $0.set(value, to: value + S.value(1)) }) {
      $0.value += S.value(1)
    }
    try await change("value + column", SQLUpdate(Row.all) { $0.set(value, to: value + other) }) { $0.value += $0.other }
    try await change("value * 2", SQLUpdate(Row.all) { $0.set(value, to: value * 2) }) { $0.value *= 2 }
    try await change("value * integers", SQLUpdate(Row.all) { $0.set(value, to: value * Row.id) }) { row in
      row.value *= S.Value(exactly: row.id) ?? 0
    }
    try await change("value + Int", SQLUpdate(Row.all) { $0.set(value, to: value + Int(3)) }) { $0.value += 3 }
    try await change("maybe + value", SQLUpdate(Row.all) { $0.set(Row.maybe, to: Row.maybe + value) }) { row in
      row.maybe = row.maybe.map { $0 + row.value }
    }
    try await change(
      "subquery", SQLUpdate(Row.all) { $0.set(value, to: SQL.scalar(Row.select { $0.other.sum() })) }
    ) { $0.value = S.rows.map(\.other).reduce(0, +) }
    let new = Row(id: 2, group: "even", value: S.value(3), other: S.rows[1].other, maybe: S.rows[1].maybe)
    try await change(
      "excluded",
      SQLInsert(new).onConflict(Row.id).doUpdate { row, excluded in
        row.set(value, to: value + excluded[value])
      }
    ) { if $0.id == 2 { $0.value += S.value(3) } }
  }
}

extension CodedTrial where Sample: CodedNumber {
  /// Asserts a real, apart from rounding errors.
  fileprivate func near<Query: SQLFetchable<Double?>>(
    _ name: String, _ query: Query, _ expected: Double, file: StaticString = #fileID, line: UInt = #line
  ) async {
    let message = "\(Sample.columns.name): \(name)"
    guard Sample.abilities.contains(.sums) else {
      let database = database
      await test.expectRefusal(message, file: file, line: line) { try await database.fetchAll(query) }
      return
    }
    do {
      let found = try await database.fetchAll(query)
      let value = found.first.flatMap { $0 } ?? .nan
      test.expect(
        found.count == 1 && abs(value - expected) <= abs(expected) * 1e-14, "\(message): \(value), not \(expected)",
        file: file, line: line)
    } catch {
      test.fail(message, expected: "\(expected)", actual: "error: \(error)", file: file, line: line)
    }
  }
}
