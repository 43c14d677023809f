internal import Quarry

extension CodingCases {
  /// CODE-24 to CODE-26.
  static let integers: [ConformanceCase] = [
    ConformanceCase(
      "CODE-24", "Integers of every width with columns of every width", .core, page,
      "A comparison, a list, a range or a sum MUST mean the numbers, whatever the widths of column and value."
    ) { test in
      let database = try await test.database()
      let types: [any CodedWholeNumber.Type] = [
        Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self, UInt32.self,
        UInt64.self,
      ]
      for column in types {
        func each<Column: CodedWholeNumber>(_ column: Column.Type) async throws {
          guard let trial = try await CodedTrial(WholeNumbers<Column>.self, test, database) else { return }
          for value in types { await widths(trial, value) }
          await columns(trial)
        }
        try await each(column)
      }
    },
    ConformanceCase(
      "CODE-25", "Integers that a column cannot hold", .core, page,
      "A value outside of the column's type MUST compare as the number that it is, and above 64 bits be a typed error."
    ) { test in
      let database = try await test.database()
      guard let trial = try await CodedTrial(WholeNumbers<Int8>.self, test, database) else { return }
      let value = CodedRow<WholeNumbers<Int8>>.value
      let (large, negative, huge) = (1000, -1000 as Int64, UInt64.max)
      await trial.expect("== large", value == large) { _ in false }
      await trial.expect("!= large", value != large) { _ in true }
      await trial.expect("< large", value < large) { _ in true }
      await trial.expect("> negative", value > negative) { _ in true }
      await trial.expect("in", value.in([large, 10, Int(negative)])) { $0.value == 10 }
      await trial.expect("between", value.between(negative, 10 as Int64)) { $0.value <= 10 }
      await trial.expect("range", value.between(10..<large)) { $0.value >= 10 }
      await trial.expect("closed range", value.between(negative...Int64(10))) { $0.value <= 10 }
      await trial.expect("+ large", (value + large).typed(as: Int.self)) { Int($0.value) + 1000 }
      for (name, predicate) in [
        ("==", value == huge), ("<", value < huge), ("in", value.in([huge])), ("+", (value + huge) == 1),
      ] {
        await test.expectError(.valueOutOfRange, "\(name) above 64 bits") {
          try await database.fetchAll(CodedRow<WholeNumbers<Int8>>.where { _ in predicate })
        }
      }
    },
    ConformanceCase(
      "CODE-26", "Truth in every coding as a condition", .core, page,
      "A column of Bool MUST be a condition that is met where Swift reads true, however it is stored."
    ) { test in
      let database = try await test.database()
      try await conditions(test, database, CodedSamples.Bools.self)
      try await conditions(test, database, CodedSamples.Answers.self)
    },
  ]

  private static func conditions<S: CodedSample>(
    _ test: CaseContext, _ database: Database, _ sample: S.Type
  ) async throws where S.Value == Bool {
    guard let trial = try await CodedTrial(sample, test, database) else { return }
    typealias Row = CodedRow<S>
    let (value, other, maybe) = (Row.value, Row.other, Row.maybe)
    await trial.expect("where", Row.where { $0.value }.order { $0.id }, S.rows.filter(\.value))
    await trial.expect("where optional", Row.where { $0.maybe }.order { $0.id }, S.rows.filter { $0.maybe == true })
    await trial.expect("not", !value) { !$0.value }
    await trial.expect("not optional", !maybe) { row in row.maybe.map { !$0 } }
    await trial.expect("and", value && other) { $0.value && $0.other }
    await trial.expect("or", value || other) { $0.value || $0.other }
    await trial.expect("all", SQLPredicate.all([value.asOptional, other.asOptional])) { $0.value && $0.other }
    await trial.expect("iif", SQL.iif(value, SQL.value(1), SQL.value(0))) { $0.value ? 1 : 0 }
    await trial.expect("case", SQL.when(value, then: 1).when(other, then: 2).else(3)) {
      $0.value ? 1 : $0.other ? 2 : 3
    }
    await trial.expect("filter", Row.select { SQL.count().filter($0.value) }, [S.rows.filter(\.value).count])
    await trial.expect(
      "having", Row.all.group { $0.value }.having { $0.value }.select { $0.value }, [true])
    await trial.expect(
      "join", Row.join(Row.self) { a, b in a.id == b.id && a.value }.order { a, _ in a.id }.select { a, _ in a.id },
      S.rows.filter(\.value).map(\.id))
    try await database.run(SQLUpdate(Row.all) { $0.set(value, to: other) })
    await trial.expect(
      "assigned", Row.where { $0.value }.order { $0.id }.select { $0.id }, S.rows.filter(\.other).map(\.id))
  }

  private static func widths<Column: CodedWholeNumber, Number: CodedWholeNumber>(
    _ trial: CodedTrial<WholeNumbers<Column>>, _ type: Number.Type
  ) async {
    typealias Row = CodedRow<WholeNumbers<Column>>
    let (value, maybe) = (Row.value, Row.maybe)
    let ten: Number = 10
    let name = "\(Number.self)"
    await trial.expect("== \(name)", value == ten) { $0.value == 10 }
    await trial.expect("\(name) !=", ten != value) { $0.value != 10 }
    await trial.expect("< \(name)", value < ten) { $0.value < 10 }
    await trial.expect("\(name) <=", ten <= value) { $0.value >= 10 }
    await trial.expect("optional >= \(name)", maybe >= ten) { row in row.maybe.map { $0 >= 10 } }
    await trial.expect("optional == optional \(name)", maybe == Number?.none) { $0.maybe == nil }
    await trial.expect("is \(name)", maybe.is(ten)) { $0.maybe == 10 }
    await trial.expect("in \(name)", value.in([ten, 100])) { $0.value == 10 || $0.value == 100 }
    await trial.expect("in a set of \(name)", value.in(Set([ten]))) { $0.value == 10 }
    await trial.expect("notIn \(name)", value.notIn([ten])) { $0.value != 10 }
    await trial.expect("between \(name)", value.between(ten, 100)) { (10...100).contains($0.value) }
    await trial.expect("between a range of \(name)", value.between(ten..<100)) { (10..<100).contains($0.value) }
    await trial.expect("notBetween \(name)", value.notBetween(ten...100)) { !(10...100).contains($0.value) }
    await trial.expect("- \(name)", value - (9 as Number)) { $0.value - 9 }
    await trial.expect("/ \(name)", value / ten) { $0.value / 10 }
    await trial.expect("% \(name)", value % ten) { $0.value % 10 }
    await trial.expect("& \(name)", value & ten) { $0.value & 10 }
    await trial.expect("count > \(name)", Row.select { $0.value.count() > ten }, [false])
    await trial.expect(
      "count == \(name)",
      Row.all.group { $0.group }.having { $0.value.count() >= (3 as Number) }.select {
        $0.value.count()
      }, [3, 3])
  }

  private static func columns<Column: CodedWholeNumber>(_ trial: CodedTrial<WholeNumbers<Column>>) async {
    typealias Row = CodedRow<WholeNumbers<Column>>
    // The key is an Int64, whatever the column is.
    await trial.expect("== key", Row.value.expression == Row.id + 8) { Int64($0.value) == $0.id + 8 }
    await trial.expect("< key", Row.value.expression < Row.id * 20) { Int64($0.value) < $0.id * 20 }
    await trial.expect("key >=", Row.id.expression >= Row.value) { $0.id >= Int64($0.value) }
    await trial.expect("key + column", Row.id.expression + Row.value) { $0.id + Int64($0.value) }
    await trial.expect("key % column", Row.id.expression % Row.value) { $0.id % Int64($0.value) }
    await trial.expect("key | column", Row.id.expression | Row.value) { $0.id | Int64($0.value) }
  }
}
