internal import Quarry

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#else
internal import Darwin
#endif

extension CodingCases {
  /// CODE-20 to CODE-23: typed functions.
  static let functions: [ConformanceCase] = [
    ConformanceCase(
      "CODE-20", "instr, trim, ltrim and rtrim", .core, "https://sqlite.org/lang_corefunc.html",
      "Positions MUST count characters from 1, and trimming MUST remove the given characters only at its end."
    ) { test in
      let database = try await test.database()
      try await noted(test, database)
      for (text, part, place) in [
        ("abcabc", "c", 3), ("abc", "d", 0), ("abc", "", 1), ("äöü", "ö", 2), ("a🙂b", "b", 3), ("", "x", 0),
        ("100%_", "%_", 4), ("AbC", "abc", 0),
      ] as [(String, String, Int)] {
        if test.section(requires: .feature(.instrFunction)) {
          await expect(test, database, SQL.value(text).instr(part), place, "instr of \(part) in \(text)")
          await expect(test, database, SQL.value(String?.some(text)).instr(part), place, "instr in an optional")
        }
      }
      for (text, characters, left, right, both) in [
        ("  a b  ", nil, "a b  ", "  a b", "a b"), ("xxaxx", "x", "axx", "xxa", "a"),
        ("xyaxy", "yx", "axy", "xya", "a"),
        ("\ta", nil, "\ta", "\ta", "\ta"), ("", nil, "", "", ""), ("xxx", "x", "", "", ""),
        ("abc", "", "abc", "abc", "abc"),
        ("ääbä", "ä", "bä", "ääb", "b"),
      ] as [(String, String?, String, String, String)] {
        await expect(test, database, SQL.value(text).ltrim(characters), left, "ltrim of \(text)")
        await expect(test, database, SQL.value(text).rtrim(characters), right, "rtrim of \(text)")
        await expect(test, database, SQL.value(text).trim(characters), both, "trim of \(text)")
      }
      await expect(test, database, SQL.null(String.self).ltrim(), nil, "ltrim of NULL")
      if test.section(requires: .feature(.instrFunction)) {
        await expect(test, database, SQL.null(String.self).instr("a"), nil, "instr of NULL")
      }
    },
    ConformanceCase(
      "CODE-21", "lastValue, percentRank and cumulativeDistribution", .gated(.windowFunctions),
      "https://sqlite.org/windowfunctions.html",
      "The last value MUST be that of the frame, and ranks MUST be the documented fractions, ties included."
    ) { test in
      let database = try await test.database()
      try await noted(test, database)
      let (id, score) = (Scored.id, Scored.score)
      await test.expectFetch(
        database, Scored.order { $0.id }.select { _ in score.lastValue().over(orderBy: id) }, [10, 20, 20, 30, 5],
        "the default frame ends at the current row")
      await test.expectFetch(
        database,
        Scored.order { $0.id }.select { _ in
          score.lastValue().over(orderBy: id, frame: SQLFrame(.rows, from: .currentRow, to: .unboundedFollowing))
        }, [5, 5, 5, 5, 5], "a frame to the end")
      await test.expectFetch(
        database,
        Scored.order { $0.id }.select { _ in
          score.lastValue().over(orderBy: id, frame: SQLFrame(.rows, from: .currentRow, to: .following(1)))
        }, [20, 20, 30, 5, 5], "a frame of two rows")
      await test.expectFetch(
        database,
        Scored.order { $0.id }.select { _ in
          score.lastValue().over(orderBy: id, frame: SQLFrame(.rows, from: .preceding(2), to: .preceding(1)))
        }, [nil, 10, 20, 20, 30], "an empty frame")
      await test.expectFetch(
        database, Scored.order { $0.id }.select { _ in SQL.percentRank().over(orderBy: score) },
        [0.25, 0.5, 0.5, 1, 0], "percentRank: (rank - 1) / (rows - 1)")
      await test.expectFetch(
        database, Scored.order { $0.id }.select { _ in SQL.cumulativeDistribution().over(orderBy: score) },
        [0.4, 0.8, 0.8, 1, 0.2], "cumulativeDistribution: rows up to the equals / rows")
      await test.expectFetch(
        database, Scored.order { $0.id }.select { _ in SQL.percentRank().over(partitionBy: id, orderBy: score) },
        [0, 0, 0, 0, 0], "percentRank of one row")
      await test.expectFetch(
        database,
        Scored.order { $0.id }.select { _ in SQL.cumulativeDistribution().over(partitionBy: id, orderBy: score) },
        [1, 1, 1, 1, 1], "cumulativeDistribution of one row")
    },
    ConformanceCase(
      "CODE-22", "Logarithms, powers, roots", .gated(.mathFunctions), "https://sqlite.org/lang_mathfunc.html",
      "Each MUST be the function of its name, and NULL outside of its domain."
    ) { test in
      let database = try await test.database()
      try await noted(test, database)
      for number in [0.25, 1, 2, 8, 10, 1000, 1e300] {
        let value = SQL.value(number)
        await near(test, database, value.naturalLogarithm, log(number), "ln \(number)")
        await near(test, database, value.decimalLogarithm, log10(number), "log10 \(number)")
        await near(test, database, value.binaryLogarithm, log2(number), "log2 \(number)")
        await near(test, database, value.squareRoot, number.squareRoot(), "sqrt \(number)")
        await near(test, database, value.power(0.5), number.squareRoot(), "\(number) to the power 0.5")
      }
      for number in [-2.0, -0.5, 0, 0.5, 3] {
        let value = SQL.value(number)
        await near(test, database, value.exponential, exp(number), "exp \(number)")
        await near(test, database, value.power(2), number * number, "\(number) squared")
        await near(test, database, value.floor, number.rounded(.down), "floor \(number)")
        await near(test, database, value.ceiling, number.rounded(.up), "ceil \(number)")
        await near(test, database, value.truncated, number.rounded(.towardZero), "trunc \(number)")
      }
      for outside in [-1.0, 0] {
        await near(test, database, SQL.value(outside).naturalLogarithm, nil, "ln \(outside)")
        await near(test, database, SQL.value(outside).decimalLogarithm, nil, "log10 \(outside)")
        await near(test, database, SQL.value(outside).binaryLogarithm, nil, "log2 \(outside)")
      }
      await near(test, database, SQL.value(-1.0).squareRoot, nil, "sqrt -1")
      await near(test, database, SQL.null(Double.self).naturalLogarithm, nil, "ln NULL")
      await near(test, database, SQL.value(8.0).binaryLogarithm, 3, "log2 8")
      await near(test, database, SQL.value(1000.0).decimalLogarithm, 3, "log10 1000")
    },
    ConformanceCase(
      "CODE-23", "Trigonometry", .gated(.mathFunctions), "https://sqlite.org/lang_mathfunc.html",
      "Sine, cosine and tangent MUST take radians."
    ) { test in
      let database = try await test.database()
      try await noted(test, database)
      for number in [-3.0, -0.5, 0, 0.5, 1, Double.pi / 6, Double.pi / 4, Double.pi / 3, 100] {
        let value = SQL.value(number)
        await near(test, database, value.sine, sin(number), "sin \(number)")
        await near(test, database, value.cosine, cos(number), "cos \(number)")
        await near(test, database, value.tangent, tan(number), "tan \(number)")
      }
      await near(test, database, SQL.value(Double.pi / 6).sine, 0.5, "sin π/6")
      await near(test, database, SQL.value(Double.pi / 3).cosine, 0.5, "cos π/3")
      await near(test, database, SQL.value(Double.pi / 4).tangent, 1, "tan π/4")
      await near(test, database, SQL.null(Double.self).sine, nil, "sin NULL")
    },
  ]

  private static func noted(_ test: CaseContext, _ database: Database) async throws {
    try await database.run(SQLCreateTable(Scored.table))
    try await database.insert([10, 20, 20, 30, 5].enumerated().map { Scored(id: Int64($0 + 1), score: $1) })
  }

  private static func expect<Value: SQLValueConvertible & Equatable>(
    _ test: CaseContext, _ database: Database, _ expression: SQLExpression<Value>, _ value: Value, _ message: String,
    file: StaticString = #fileID, line: UInt = #line
  ) async {
    await test.expectFetch(
      database, Scored.where { $0.id == 1 }.select { _ in expression }, [value], message, file: file, line: line)
  }

  /// Asserts a real without its last digits, which mathematics libraries round differently.
  private static func near(
    _ test: CaseContext, _ database: Database, _ expression: SQLExpression<Double?>, _ expected: Double?,
    _ message: String, file: StaticString = #fileID, line: UInt = #line
  ) async {
    do {
      let found = try await database.fetchAll(Scored.where { $0.id == 1 }.select { _ in expression })
      let value = found.first.flatMap { $0 }
      let holds: Bool
      if let value, let expected {
        holds = abs(value - expected) <= Swift.max(abs(expected), 1e-10) * 1e-13
      } else {
        holds = value == nil && expected == nil
      }
      test.expect(
        found.count == 1 && holds, "\(message): \(String(describing: value)), not \(String(describing: expected))",
        file: file, line: line)
    } catch {
      test.fail(message, expected: "\(String(describing: expected))", actual: "error: \(error)", file: file, line: line)
    }
  }
}

/// A row with a number, of which two are equal.
struct Scored: SQLCodable {
  var id: Int64
  var score: Int

  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let score = SQLColumn<Int>("score")
  static let table = SQLTable("Scored", id, score)

  init(id: Int64, score: Int) {
    self.id = id
    self.score = score
  }

  init(row: inout SQLRowReader<Self>) throws {
    id = try row[Self.id]
    score = try row[Self.score]
  }

  func encode(to row: inout SQLRowWriter<Self>) {
    row[Self.id] = id
    row[Self.score] = score
  }
}
