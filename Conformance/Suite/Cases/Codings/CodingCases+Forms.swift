internal import Quarry

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension CodingCases {
  /// CODE-15 to CODE-19.
  static let forms: [ConformanceCase] = [
    ConformanceCase(
      "CODE-15", "Amounts with different numbers of digits", .core, page,
      "Amounts of different scales MUST be brought to one exactly, and be refused where that would round."
    ) { test in try await scales(test) },
    ConformanceCase(
      "CODE-16", "Digits beyond the scale, and overflow", .core, page,
      "A value with too many digits or units MUST be a typed error, and a result that is too large MUST not be stored."
    ) { test in try await limits(test) },
    ConformanceCase(
      "CODE-17", "Date functions read the coding", .core, page,
      "date, time, datetime, julianday, unixepoch and strftime MUST tell the date that Swift reads, in every coding."
    ) { test in
      guard try await test.hasDateFunctions() else { return }
      let database = try await test.database()
      for sample in CodedSamples.all { try await dates(sample, test, database) }
    },
    ConformanceCase(
      "CODE-18", "What puts values into text or JSON", .core, page,
      "concat, format, group_concat and JSON aggregates MUST show the value itself, or be refused."
    ) { test in
      let database = try await test.database()
      for sample in CodedSamples.all { try await texts(sample, test, database) }
    },
    ConformanceCase(
      "CODE-19", "Two codings of one type", .core, page,
      "Wherever two codings of one type meet they MUST be brought to one exactly, or be refused; never compared raw."
    ) { test in
      try await pairs(test)
      try await joinsOfTwoCodings(test)
    },
  ]

  private static func amount(_ text: String) -> Decimal { Decimal(string: text) ?? .nan }

  private static func scales(_ test: CaseContext) async throws {
    let database = try await test.database()
    try await database.run(SQLCreateTable(Amount.table))
    let amounts = [
      Amount(id: 1, two: amount("1.5"), four: amount("1.5"), plain: amount("1.5")),
      Amount(id: 2, two: amount("2.25"), four: amount("2.2501"), plain: amount("9.5")),
      Amount(id: 3, two: amount("-7"), four: amount("0.0001"), plain: amount("10")),
    ]
    try await database.insert(amounts)
    func expect<Value: SQLValueConvertible & Equatable>(
      _ name: String, _ expression: SQLExpression<Value>, _ value: (Amount) -> Value, line: UInt = #line
    ) async {
      await test.expectFetch(
        database, Amount.order { $0.id }.select { _ in expression }, amounts.map(value), name, line: line)
    }
    let (two, four, plain) = (Amount.two, Amount.four, Amount.plain)
    await expect("==", two == four) { $0.two == $0.four }
    await expect("<", four < two) { $0.four < $0.two }
    await expect("+", two + four) { $0.two + $0.four }
    await expect("-", four - two) { $0.four - $0.two }
    await expect("*", two * four) { $0.two * $0.four }
    await expect("* 1.25", two * amount("1.25")) { $0.two * amount("1.25") }
    await expect("between", four.between(two, SQL.value(amount("3")))) { $0.two <= $0.four && $0.four <= 3 }
    await expect("case", SQL.when(Amount.id == 1, then: two).else(four)) { $0.id == 1 ? $0.two : $0.four }
    await expect("iif", SQL.iif(Amount.id == 1, four.expression, two.expression)) { $0.id == 1 ? $0.four : $0.two }
    await expect("coalesce", two.asOptional.coalesce(four)) { $0.two }
    await expect("nullIf", SQL.coalesce(two.expression.nullIf(amount("1.5")), four.asOptional)) {
      $0.two == amount("1.5") ? $0.four : $0.two
    }
    await expect("least", SQL.least(two.expression, four.expression)) { min($0.two, $0.four) }
    await expect("in query", two.in(Amount.select { $0.four })) { row in amounts.contains { $0.four == row.two } }
    await expect("finer in query", four.in(Amount.select { $0.two })) { row in amounts.contains { $0.two == row.four } }
    await expect("scalar", four == SQL.scalar(Amount.where { $0.id == 1 }.select { $0.two })) {
      $0.four == amount("1.5")
    }
    await expect("equality as text", plain == amount("1.5")) { $0.plain == amount("1.5") }
    await test.expectSet(
      database, Amount.select { $0.four }.union(Amount.select { $0.two }),
      Set(amounts.map(\.four) + amounts.map(\.two)), "union")
    await test.expectFetch(
      database, Amount.join(Amount.self) { $0.two == $1.four }.select { a, b in a.id }, [1], "join")
    func refuse<Query: SQLFetchable>(_ name: String, _ query: Query) async {
      await test.expectRefusal(name) { try await database.fetchAll(query) }
    }
    await refuse("finer than the first", Amount.select { $0.two }.union(Amount.select { $0.four }))
    await refuse("text and units", Amount.where { $0.two == $0.plain })
    await refuse("a product of text", Amount.select { $0.plain * 2 })
    await refuse("a choice of text", Amount.select { SQL.when($0.id == 1, then: $0.two).else($0.plain) })
    await refuse("a scalar of text", Amount.where { $0.two == SQL.scalar(Amount.select { $0.plain }) })
    await refuse("in a query of text", Amount.where { $0.two.in(Amount.select { $0.plain }) })
    await refuse(
      "a record of other scales", Amount.select { ($0.id, $0.four, $0.two, $0.plain) }.as(Amount.self))
    let wide = SQLCommonTable(Amount.self, as: Amount.select { ($0.id, $0.plain, $0.four, $0.plain) })
    await refuse("a common table of text", wide.all)
    await refuse("more than 18 digits", Amount.select { ($0.four * $0.four) * ($0.four * $0.four) * $0.four })
    try await database.run(SQLUpdate(Amount.where { $0.id == 1 }) { $0.set(four, to: two + amount("0.25")) })
    await test.expectFetch(database, Amount.where { $0.id == 1 }.select { $0.four }, [amount("1.75")], "assigned finer")
    await test.expectRefusal("assigned coarser") {
      try await database.run(SQLUpdate(Amount.all) { $0.set(two, to: four) })
    }
    await test.expectRefusal("assigned text") {
      try await database.run(SQLUpdate(Amount.all) { $0.set(two, to: plain) })
    }
    await test.expectRefusal("inserted coarser") {
      try await database.run(
        SQLInsertSelect(into: Amount.self, Amount.id, two, from: Amount.select { ($0.id + 10, $0.four) }))
    }
    await test.expectRows(
      database, "SELECT typeof(two), typeof(four) FROM Amount GROUP BY 1, 2", [["integer", "integer"]])
  }

  private static func limits(_ test: CaseContext) async throws {
    let database = try await test.database()
    try await database.run(SQLCreateTable(Amount.table))
    let row = Amount(id: 1, two: amount("90000000000000000"), four: 1, plain: 1)
    try await database.insert([row])
    for (name, value) in [
      ("too many digits", "1.005"), ("too large", "100000000000000000"), ("too small", "-92233720368547758.08"),
    ] {
      await test.expectError(.valueOutOfRange, name) {
        try await database.insert([Amount(id: 2, two: amount(value), four: 1, plain: 1)])
      }
      await test.expectError(.valueOutOfRange, "\(name), compared") {
        try await database.fetchAll(Amount.where { $0.two == amount(value) })
      }
      await test.expectError(.valueOutOfRange, "\(name), assigned") {
        try await database.run(SQLUpdate(Amount.all) { $0.set(Amount.two, to: amount(value)) })
      }
    }
    for value in ["92233720368547758.07", "-92233720368547758.07", "0.01", "-0.01", "0"] {
      try await database.insert([Amount(id: 3, two: amount(value), four: 0, plain: 1)])
      await test.expectFetch(
        database, Amount.where { $0.two == amount(value) }.select { $0.two }, [amount(value)], value)
      try await database.run(SQLDelete(Amount.where { $0.id == 3 }))
    }
    await test.expectError(.statementFailed, "a product that doesn't fit is not stored") {
      try await database.run(SQLUpdate(Amount.all) { $0.set(Amount.two, to: Amount.two * 100) })
    }
    await test.expectError(.statementFailed, "a sum that doesn't fit is not stored") {
      try await database.run(SQLUpdate(Amount.all) { $0.set(Amount.two, to: Amount.two + Amount.two) })
    }
    await test.expectError(.statementFailed, "a scale that doesn't fit is not stored") {
      try await database.run(SQLUpdate(Amount.all) { $0.set(Amount.four, to: Amount.two) })
    }
    await test.expectError(.decoding, "a product that doesn't fit is not read") {
      try await database.fetchAll(Amount.select { $0.two * 100 })
    }
    try await database.insert([Amount(id: 2, two: row.two, four: 1, plain: 1)])
    await test.expectError(.statementFailed, "a sum that doesn't fit is an error of the engine") {
      try await database.fetchAll(Amount.select { $0.two.sum() })
    }
    await test.expectFetch(database, Amount.where { $0.id == 1 }, [row], "nothing was stored")
    let rounded = SQLColumn<Decimal>("two", coding: .scaled(2, rounding: .toNearestOrEven))
    for (value, stored) in [("1.005", 100), ("1.015", 102), ("-1.0051", -101), ("2.344", 234)] as [(String, Int64)] {
      test.expectEqual(
        try rounded.coding?.encode(amount(value)), .integer(stored), "rounded \(value)")
    }
  }

  private static func dates<S: CodedSample>(_ s: S.Type, _ test: CaseContext, _ database: Database) async throws {
    guard let trial = try await CodedTrial(s, test, database) else { return }
    typealias Row = CodedRow<S>
    let value = Row.value
    if S.abilities.contains(.dates) {
      func seconds(_ row: Row) -> Int64? { (row.value as? Date).map { Int64($0.timeIntervalSince1970) } }
      await trial.expect("unixEpoch", SQL.unixEpoch(value)) { seconds($0) }
      await trial.expect("unixEpoch of a sum of days", SQL.unixEpoch(value, "+1 day")) {
        seconds($0).map { $0 + 86400 }
      }
      await trial.expect("unixEpoch of an optional", SQL.unixEpoch(Row.maybe)) { row in
        (row.maybe as? Date).map { Int64($0.timeIntervalSince1970) }
      }
      await trial.expect("unixEpoch of a choice", SQL.unixEpoch(Row.maybe.coalesce(value))) { row in
        ((row.maybe ?? row.value) as? Date).map { Int64($0.timeIntervalSince1970) }
      }
      let texts = ["1969-12-31 00:00:00", "2024-01-01 07:00:00", "2024-01-01 07:01:01", "2100-01-01 00:00:00"]
      await trial.expect("dateTime", SQL.dateTime(value)) { texts[S.place($0.value)] }
      await trial.expect("date", SQL.date(value)) { String(texts[S.place($0.value)].prefix(10)) }
      await trial.expect("time", SQL.time(value)) { String(texts[S.place($0.value)].suffix(8)) }
      await trial.expect("formatDate", SQL.formatDate("%Y/%m", value)) { row in
        let text = texts[S.place(row.value)]
        return "\(text.prefix(4))/\(text.dropFirst(5).prefix(2))"
      }
      await trial.expect("julianDay", SQL.julianDay(value).typed(as: Double.self).round(6)) { row in
        ((Double(seconds(row) ?? 0) / 86400 + 2_440_587.5) * 1e6).rounded() / 1e6
      }
      if S.abilities.contains(.order) {
        await trial.expect("dateTime of max", Row.select { SQL.dateTime($0.value.max()) }, [texts[3]])
      }
      let isText = S.self == CodedSamples.TextDates.self
      let isDay = S.self == CodedSamples.JulianDates.self
      let isMilliseconds = S.self == CodedSamples.MillisecondDates.self
      let query = Row.order { $0.id }.select { SQL.dateTime($0.value, "unixepoch") }
      if isText || isDay || isMilliseconds {
        await test.expectRefusal("\(S.columns.name): a modifier that reads something else") {
          try await database.fetchAll(query)
        }
      } else {
        await test.expectFetch(
          database, query, S.rows.map { texts[S.place($0.value)] }, "\(S.columns.name): the modifier of the coding")
      }
    } else if S.Value.self != String.self || Row.value.coding != nil, !(S.value(0) is any CodedPlainTime) {
      await test.expectRefusal("\(S.columns.name): no date") {
        try await database.fetchAll(Row.select { SQL.dateTime($0.value) })
      }
    }
  }

  private static func texts<S: CodedSample>(_ s: S.Type, _ test: CaseContext, _ database: Database) async throws {
    guard let trial = try await CodedTrial(s, test, database) else { return }
    typealias Row = CodedRow<S>
    // Bytes become text as they are, which need not be text.
    if S.abilities.isSuperset(of: [.blobs, .readable]) { return }
    let value = Row.value.expression
    let stored = Row.value.typed(as: SQLValue.self)
    func same<Value: SQLValueConvertible & Equatable>(
      _ name: String, _ expression: SQLExpression<Value>, _ raw: SQLExpression<Value>
    ) async throws {
      let isShown = S.abilities.contains(.readable)
      let wanted = isShown ? try await database.fetchAll(Row.order { $0.id }.select { _ in raw }) : []
      await trial.expect(name, needing: .readable, Row.order { $0.id }.select { _ in expression }, wanted)
    }
    try await same("concat", SQL.concat(value, SQL.value(",")), SQL.concat(stored, SQL.value(",")))
    try await same(
      "concat with a separator", SQL.concat(separator: "-", value, value), SQL.concat(separator: "-", stored, stored))
    if test.section(requires: .feature(.printfFunction)) {
      try await same("format", SQL.format("<%s>", value), SQL.format("<%s>", stored))
    }
    let isShown = S.abilities.contains(.readable)
    let joined =
      isShown ? try await database.fetchAll(Row.where { $0.id == 1 }.select { _ in stored.groupConcat() }) : []
    await trial.expect(
      "groupConcat", needing: .readable, Row.where { $0.id == 1 }.select { $0.value.groupConcat() }, joined)
    if test.section(requires: .feature(.jsonGroupAggregates)), !S.abilities.contains(.blobs) {
      let array = try await database.fetchAll(Row.where { $0.id == 1 }.select { _ in stored.jsonGroupArray() })
      await trial.expect(
        "jsonGroupArray", needing: .readable, Row.where { $0.id == 1 }.select { $0.value.jsonGroupArray() }, array)
    }
    // What is said to show the stored value does.
    await test.expectFetch(
      database, Row.order { $0.id }.select { $0.value.hex },
      try await database.fetchAll(
        Row.order { $0.id }.select { _ in stored.hex }), "\(S.columns.name): hex")
    await test.expectFetch(
      database, Row.order { $0.id }.select { $0.value.typeName },
      try await database.fetchAll(
        Row.order { $0.id }.select { _ in stored.typeName }), "\(S.columns.name): typeName")
  }

  private static func pairs(_ test: CaseContext) async throws {
    let database = try await test.database()
    try await database.run(SQLCreateTable(Pairs.table))
    let date = CodedSamples.moments[1]
    let identifier = CodedSamples.UpperIdentifiers.values[2]
    try await database.insert([Pairs(id: 1, date: date, identifier: identifier)])
    if test.profile.capabilities.blobs {
      try await database.run(
        SQLUpdate(Pairs.all) {
          $0.set(Pairs.blob, to: identifier)
          $0.set(Pairs.bytes, to: [1])
        })
    }
    let dates: [(String, SQLExpression<Date>, Set<String>)] = [
      ("text", Pairs.text.expression, ["text"]), ("seconds", Pairs.seconds.expression, ["seconds", "whole"]),
      ("whole", Pairs.whole.expression, ["whole", "seconds", "milliseconds"]),
      ("milliseconds", Pairs.milliseconds.expression, ["milliseconds", "whole"]),
      ("julian", Pairs.julian.expression, ["julian"]),
    ]
    for (left, first, fitting) in dates {
      for (right, second, _) in dates {
        await meet(test, database, "\(left) and \(right)", first, second, fits: fitting.contains(right), date)
      }
    }
    let identifiers: [(String, SQLExpression<UUID>)] = [
      ("upper", Pairs.upper.expression), ("lower", Pairs.lower.expression), ("blob", Pairs.blob.asNonNull),
    ]
    for (left, first) in identifiers {
      for (right, second) in identifiers where test.section("identifiers", requires: .capability(.blobs)) {
        let fits = left == right || (left != "blob" && right != "blob")
        await meet(test, database, "\(left) and \(right)", first, second, fits: fits, identifier)
      }
    }
    await meet(
      test, database, "a coding and another object of it", Pairs.marked.expression, Pairs.again.expression, fits: true,
      "x")
    await meet(
      test, database, "two that say nothing", Pairs.secret.expression, Pairs.other.expression, fits: false, Decimal(1))
    await meet(test, database, "JSON and bytes", Pairs.json.asNonNull, Pairs.bytes.asNonNull, fits: false, [1])
  }

  /// Combines two columns that hold the same value in every way.
  private static func meet<Value: SQLValueConvertible & Hashable>(
    _ test: CaseContext, _ database: Database, _ name: String, _ a: SQLExpression<Value>,
    _ b: SQLExpression<Value>, fits: Bool, _ value: Value
  ) async where Value.Unwrapped == Value {
    func expect<Output: Hashable & Sendable>(_ what: String, _ query: some SQLFetchable<Output>, _ wanted: Output) async
    {
      if fits {
        await test.expectFetch(database, query, [wanted], "\(name): \(what)")
      } else {
        await test.expectRefusal("\(name): \(what)") { try await database.fetchAll(query) }
      }
    }
    await expect("==", Pairs.select { _ in (a == b).typed(as: Bool.self) }, true)
    await expect("!=", Pairs.select { _ in (a != b).typed(as: Bool.self) }, false)
    await expect("is", Pairs.select { _ in a.is(b).typed(as: Bool.self) }, true)
    await expect("in expressions", Pairs.select { _ in a.in([b]).typed(as: Bool.self) }, true)
    await expect("in query", Pairs.select { _ in a.in(Pairs.select { _ in b }).typed(as: Bool.self) }, true)
    await expect("iif", Pairs.select { _ in SQL.iif(Pairs.id == 1, a, b) }, value)
    await expect("iif not", Pairs.select { _ in SQL.iif(Pairs.id == 2, a, b) }, value)
    await expect("case", Pairs.select { _ in SQL.when(Pairs.id == 2, then: a).else(b) }, value)
    await expect("coalesce", Pairs.select { _ in SQL.null(Value.self).coalesce(a).coalesce(b) }, value)
    await expect("scalar", Pairs.select { _ in (a == SQL.scalar(Pairs.select { _ in b })).typed(as: Bool.self) }, true)
  }
}

/// Types whose stored values date functions read as SQLite does.
private protocol CodedPlainTime {}
extension Int: CodedPlainTime {}
extension Int8: CodedPlainTime {}
extension Int16: CodedPlainTime {}
extension Int32: CodedPlainTime {}
extension Int64: CodedPlainTime {}
extension UInt: CodedPlainTime {}
extension UInt8: CodedPlainTime {}
extension UInt16: CodedPlainTime {}
extension UInt32: CodedPlainTime {}
extension UInt64: CodedPlainTime {}
extension Double: CodedPlainTime {}
extension Float: CodedPlainTime {}
extension Bool: CodedPlainTime {}
extension URL: CodedPlainTime {}
extension CodedSamples.Suit: CodedPlainTime {}
extension CodedSamples.Level: CodedPlainTime {}
extension CodedSamples.Celsius: CodedPlainTime {}
