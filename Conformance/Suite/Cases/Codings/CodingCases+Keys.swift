internal import Quarry

extension CodingCases {
  /// Joins by equality and by foreign key, with one coding on both sides.
  static func joins<S: CodedSample>(_ s: S.Type, _ test: CaseContext, _ database: Database) async throws {
    guard let trial = try await CodedTrial(s, test, database) else { return }
    typealias Row = CodedRow<S>
    let joined = Row.join(Row.self) { $0.value == $1.other && $0.id < $1.id }
      .order { a, b in (a.id, b.id) }
      .select { a, b in (a.id * 10 + b.id).asNonNull }
    var wanted: [Int64] = []
    for first in S.rows {
      for second in S.rows where first.value == second.other && first.id < second.id {
        wanted.append(first.id * 10 + second.id)
      }
    }
    await trial.expect("join by equality", joined, wanted)
    try await keys(s, s, test, database, fits: true)
  }

  /// Joins a table with every other one that stores the same type in another form.
  static func joinsOfTwoCodings(_ test: CaseContext) async throws {
    let database = try await test.database()
    for sample in CodedSamples.all {
      try await tables(sample, test, database)
    }
    for own in CodedSamples.all {
      for parent in CodedSamples.all where own != parent { try await pair(own, parent, test, database) }
    }
  }

  private static func tables<S: CodedSample>(_ s: S.Type, _ test: CaseContext, _ database: Database) async throws {
    _ = try await CodedTrial(s, test, database)
  }

  /// The groups of codings that can be converted to one form exactly. All others throw.
  private static let fitting: [Set<String>] = [
    ["decimal_scaled_0", "decimal_scaled_2", "decimal_scaled_6", "decimal_cents"],
    ["date_seconds", "date_whole_seconds"], ["date_whole_seconds", "date_milliseconds"],
    ["uuid_text", "uuid_lowercase"],
  ]

  private static func pair<Own: CodedSample, Parent: CodedSample>(
    _ own: Own.Type, _ parent: Parent.Type, _ test: CaseContext, _ database: Database
  ) async throws {
    guard Own.Value.self == Parent.Value.self else { return }
    guard
      !own.abilities.union(parent.abilities).contains(.blobs)
        || test.section("codings in bytes", requires: .capability(.blobs))
    else { return }
    let names = [Own.columns.name, Parent.columns.name]
    try await keys(own, parent, test, database, fits: fitting.contains { $0.isSuperset(of: names) })
  }

  /// Joins keys with their rows, in both directions, by foreign key and by a condition.
  private static func keys<Own: CodedSample, Parent: CodedSample>(
    _ own: Own.Type, _ parent: Parent.Type, _ test: CaseContext, _ database: Database, fits: Bool
  ) async throws {
    typealias Key = CodedKey<Own, Parent>
    typealias Row = CodedRow<Parent>
    try await database.run(SQLCreateTable(Key.unrelatedTable))
    try await database.insert(Key.rows)
    var (wanted, outer): ([Int64], [Int64]) = ([], [])
    for key in Key.rows {
      let partners = Parent.rows.filter { key.key as? Parent.Value == $0.value }
      wanted += partners.map { key.id * 10 + $0.id }
      outer += partners.isEmpty ? [key.id * 10] : partners.map { key.id * 10 + $0.id }
    }
    func expect<Query: SQLFetchable<Int64>>(_ what: String, _ query: Query, _ rows: [Int64]) async {
      let message = "\(Own.columns.name) to \(Parent.columns.name): \(what)"
      if fits {
        await test.expectFetch(database, query, rows, message)
      } else {
        await test.expectRefusal(message) { try await database.fetchAll(query) }
      }
    }
    await expect(
      "child with parent", Key.join(Row.self).order { ($0.id, $1.id) }.select { ($0.id * 10 + $1.id).asNonNull },
      wanted)
    await expect(
      "parent with child", Row.join(Key.self).order { ($1.id, $0.id) }.select { ($1.id * 10 + $0.id).asNonNull },
      wanted)
    await expect(
      "by the column",
      Key.join(Row.self, on: Key.key).order { ($0.id, $1.id) }
        .select { ($0.id * 10 + $1.id).asNonNull }, wanted)
    await expect(
      "left join",
      Key.leftJoin(Row.self).order { ($0.id, $1.id) }
        .select { ($0.id * 10 + $1.id.coalesce(0)).asNonNull }, outer)
    await expect(
      "by a condition",
      Key.join(Row.self) { key, row in
        // Both sides have one Swift type, which only the caller knows.
        guard let value = row.value as? SQLExpression<Own.Value> else { return SQL.null(Bool.self) }
        return (key.key.asNonNull == value).typed(as: Bool?.self)
      }
      .order { ($0.id, $1.id) }.select { ($0.id * 10 + $1.id).asNonNull }, wanted)
  }
}
