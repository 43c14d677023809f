internal import Quarry

extension DriftCases {
  static let numbers: [ConformanceCase] = [
    ConformanceCase(
      "DRIFT-01", "The text of a REAL", .core, "https://sqlite.org/releaselog/3_53_0.html",
      "A REAL MUST become a text of 15 digits before SQLite 3.53 and of 17 from then on; its bits never change."
    ) { test in
      let database = try await test.database()
      let isLong = test.engine.version >= EngineVersion(3, 53)
      test.expectEqual(test.engine.supports(.resultRealSeventeenDigits), isLong, "the feature follows the behaviour")
      await test.expectValues(
        database,
        [
          ("CAST(0.1 + 0.2 AS TEXT)", isLong ? "0.30000000000000004" : "0.3"),
          ("CAST(1000000000000000.3 AS TEXT)", isLong ? "1000000000000000.3" : "1.0e+15"),
          ("CAST(1.5 AS TEXT)", "1.5"), ("'' || 0.1", "0.1"), ("CAST(-2.0 AS TEXT)", "-2.0"),
          ("0.1 + 0.2", .real(0.1 + 0.2)), ("1000000000000000.3", 1000000000000000.3),
        ])
      await test.expectRows(
        database, "SELECT \(0.1 + 0.2), \(1.0 / 3)", [[.real(0.1 + 0.2), .real(1.0 / 3)]], "bound values")
    },
    ConformanceCase(
      "DRIFT-02", "quote() of a REAL, and REALs that Quarry writes into definitions", .core, releases,
      "quote MUST have the form of its version; bound numbers and short ones in definitions keep their bits."
    ) { test in
      let database = try await test.database()
      let third = try test.expectation([
        (EngineVersion(3, 43), "3.33333333333333314829e-01"), (EngineVersion(3, 47), "3.33333333333333314e-01"),
        (EngineVersion(3, 53), "3.333333333333333148e-01"), (nil, "0.33333333333333332"),
      ])
      await test.expectValues(
        database, [("quote(1.0 / 3)", .text(third)), ("quote(0.5)", "0.5"), ("quote(1e300)", "1.0e+300")])
      var generator = test.generator()
      var numbers = [
        0.1, 0.5, 1.5, -2.25, 123.456, 1e10, 1e-5, 99999.999, 0.1 + 0.2, 1.0 / 3, -0.0, Double.leastNonzeroMagnitude,
        1.7976931348623157e308, 1e15 + 0.3, 123456789.123456789, 1e-10,
      ]
      for _ in 0..<40 {
        let number = Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &generator))
        numbers.append(number.isFinite && abs(number) < 1e200 && abs(number) > 1e-200 ? number : 0.7)
      }
      for (index, number) in numbers.enumerated() {
        await test.expectRows(database, "SELECT \(number)", [[.real(number)]], "number \(index), bound")
        // Before SQLite 3.53 the last bit of some literals with many digits is read as another one. In a column of
        // affinity REAL the sign of zero is lost, which is no matter of its text.
        guard number != 0, test.engine.version >= EngineVersion(3, 53) || index < 9 else { continue }
        let table = SQLTable(
          "d\(index)", SQLColumn<Int64>("id", primaryKey: .plain),
          SQLColumn<Double>("x", defaultValue: .value(.real(number))))
        try await database.run(SQLCreateTable(table))
        try await database.execute("INSERT INTO \(identifier: table.name)(id) VALUES (1)")
        await test.expectRows(
          database, "SELECT x FROM \(identifier: table.name)", [[.real(number)]], "number \(index), a default")
      }
    },
    ConformanceCase(
      "DRIFT-03", "quote() of infinity", .core, releases,
      "quote(9e999) MUST be Inf before SQLite 3.44 and 9.0e+999 later; an infinity must survive Quarry's own texts.",
      needs: [.infinities]
    ) { test in
      let database = try await test.database()
      let texts = try test.expectation([(EngineVersion(3, 44), ["Inf", "-Inf"]), (nil, ["9.0e+999", "-9.0e+999"])])
      if (EngineVersion(3, 44)..<EngineVersion(3, 45)).contains(test.engine.version) {
        test.note("SQLite 3.44 was measured with either form")
        await test.expectValues(database, [("quote(9e999) IN ('Inf', '9.0e+999')", 1)])
      } else {
        await test.expectValues(database, [("quote(9e999)", .text(texts[0])), ("quote(-9e999)", .text(texts[1]))])
      }
      let table = SQLTable(
        "t", SQLColumn<Int64>("id", primaryKey: .plain),
        SQLColumn<Double>("up", defaultValue: .value(.real(.infinity))),
        SQLColumn<Double>("down", defaultValue: .value(.real(-.infinity))))
      try await database.run(SQLCreateTable(table))
      try await database.execute("INSERT INTO t(id) VALUES (1)")
      await test.expectRows(database, "SELECT up, down FROM t", [[.real(.infinity), .real(-.infinity)]], "as defaults")
      guard let model = try await database.run(SQLDescribeTable("t"))?.model else {
        return test.fail("there is a model")
      }
      try await database.execute("DROP TABLE t")
      try await database.run(SQLCreateTable(model))
      try await database.execute("INSERT INTO t(id, up) VALUES (1, \(-Double.infinity))")
      await test.expectRows(
        database, "SELECT up, down FROM t", [[.real(-.infinity), .real(-.infinity)]], "described, made again, and bound"
      )
    },
    ConformanceCase(
      "DRIFT-04", "sum() with compensation", .core, "https://sqlite.org/releaselog/3_43_0.html",
      "sum(1e100, 1.0, -1e100) MUST be 0.0 before SQLite 3.43 and 1.0 from then on."
    ) { test in
      let database = try await test.database()
      let isCompensated = test.engine.version >= EngineVersion(3, 43)
      test.expectEqual(test.engine.supports(.resultCompensatedSum), isCompensated, "the feature follows the behaviour")
      try await database.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, x REAL)")
      try await database.execute("INSERT INTO t(x) VALUES (1e100), (1.0), (-1e100)")
      await test.expectRows(
        database, "SELECT sum(x), total(x) FROM t", [isCompensated ? [1.0, 1.0] : [0.0, 0.0]])
      await test.expectRows(database, "SELECT sum(x) FROM t WHERE id = 2", [[1.0]])
      await test.expectRows(
        database, "SELECT sum(id), avg(id), total(id) FROM t", [[6, 2.0, 6.0]], "small numbers are exact")
    },
    ConformanceCase(
      "DRIFT-05", "round() near a half", .core, releases,
      "round(0.285, 2) MUST be 0.29 before SQLite 3.43 and 0.28 from then on, as it was in very old versions."
    ) { test in
      let value = try test.expectation([
        (EngineVersion(3, 20), SQLValue.real(0.28)), (EngineVersion(3, 43), .real(0.29)), (nil, .real(0.28)),
      ])
      await test.expectValues(
        try await test.database(),
        [
          ("round(0.285, 2)", value), ("round(2.5)", 3.0), ("round(0.5)", 1.0), ("round(-0.5)", -1.0),
          ("round(1.25, 1)", 1.3),
          ("round(7)", 7.0), ("round(NULL)", nil), ("round(1234.5, -1)", 1235.0),
        ])
    },
  ]
}
