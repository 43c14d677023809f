import Quarry

extension ParameterCases {
  static let counts: [ConformanceCase] = [
    ConformanceCase(
      "BIND-07", "a parameter without a value is an error before anything runs", .core, "Quarry: SQLPreparedStatement",
      "A missing value MUST fail with .missingParameter, although the engine would take NULL."
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t (a, b)")
      let fragments = [
        SQLFragment(raw: "INSERT INTO t VALUES (?, ?)", values: [1]), SQLFragment(raw: "INSERT INTO t VALUES (?, ?)"),
        SQLFragment(raw: "INSERT INTO t VALUES (:a, :b)", values: [1]),
        SQLFragment(raw: "INSERT INTO t SELECT ?2, ?1", values: [1]), SQLFragment(raw: "SELECT ?"),
      ]
      for fragment in fragments {
        let error = await test.expectError(.missingParameter, database, fragment)
        test.expect(error?.engineCode == nil, "the engine did not complain")
        test.expectEqual(error?.outcome, .notApplied, "nothing took effect")
      }
      for (sql, values) in [("SELECT :a, :b", ["a": 1]), ("SELECT ?", [:]), ("SELECT :a, ?", ["a": 1])]
        as [(String, [String: SQLValue])]
      {
        await test.expectError(.missingParameter, "by name: \(sql)") { try SQLFragment(raw: sql, named: values) }
        if test.section("in a session", requires: .local) {
          await test.expectError(.missingParameter, "by name, prepared: \(sql)") {
            try await database.read { (session: SQLSession) in _ = try session.prepare(sql).rows(values) }
          }
        }
      }
      await test.expectValue(database, "SELECT count(*) FROM t", 0, "no row was written")
      await test.expectUsable(database)
    },
    ConformanceCase(
      "BIND-08", "a value without a parameter is an error before anything runs", .core,
      "https://sqlite.org/rescode.html#range",
      "A value too many MUST fail with .extraParameter; code 25 MAY come with it where the engine was asked."
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t (a, b)")
      let fragments = [
        SQLFragment(raw: "INSERT INTO t VALUES (?, ?)", values: [1, 2, 3]), SQLFragment(raw: "SELECT 1", values: [1]),
        SQLFragment(raw: "INSERT INTO t VALUES (1, 2)", values: [nil]),
        SQLFragment(raw: "SELECT ?1, ?1", values: [1, 2]), SQLFragment(raw: "SELECT :a", values: [1, 2]),
      ]
      for fragment in fragments {
        let error = await test.expectError(.extraParameter, database, fragment)
        test.expect(error?.engineCode == nil || error?.engineCode?.rawValue == 25, "code 25, or none")
        test.expectEqual(error?.outcome, .notApplied, "nothing took effect")
      }
      await test.expectError(.extraParameter, "in a batch") {
        try await database.batch { batch in
          batch.execute("INSERT INTO t VALUES (1, 2)")
          batch.execute(SQLFragment(raw: "INSERT INTO t VALUES (?, 2)", values: [1, 2]))
        }
      }
      await test.expectValue(database, "SELECT count(*) FROM t", 0, "no row was written")
      await test.expectUsable(database)
    },
  ]

  static let names: [ConformanceCase] = [
    ConformanceCase(
      "BIND-09", "an unknown name is an error that lists the known ones", .core, "Quarry: SQLFragment",
      "A name that the statement does not have MUST fail with .extraParameter and list those that it has."
    ) { test in
      let database = try await test.database()
      let sql = "SELECT :from, @to, $step"
      let values: [String: SQLValue] = ["from": 1, "to": 2, "step": 3, "till": 4]
      var errors = [
        await test.expectError(.extraParameter, "an unknown name") { try SQLFragment(raw: sql, named: values) }
      ]
      if test.section("an unknown name, prepared", requires: .local) {
        errors.append(
          await test.expectError(.extraParameter, "an unknown name, prepared") {
            try await database.read { (session: SQLSession) in _ = try session.prepare(sql).rows(values) }
          })
      }
      for error in errors {
        for name in ["till", ":from", "@to", "$step"] {
          test.expect(error?.message.contains(name) == true, "the message has \(name): \(error?.message ?? "")")
        }
      }
      await test.expectError(.extraParameter, "a text without parameters") {
        try SQLFragment(raw: "SELECT ':a'", named: ["a": 1])
      }
      await test.expectUsable(database)
    },
    ConformanceCase(
      "BIND-10", "names are case-sensitive", .core, "https://sqlite.org/lang_expr.html#parameters",
      ":name and :NAME MUST be two parameters."
    ) { test in
      let database = try await test.database()
      await test.expectNamed(database, "SELECT :name, :NAME, :Name", ["name": 1, "NAME": 2, "Name": 3], [1, 2, 3])
      await test.expectBound(database, "SELECT :a, :A, :a", [1, 2], [1, 2, 1])
      await test.expectError(.missingParameter, "another case is another name") {
        try SQLFragment(raw: "SELECT :name", named: ["NAME": 1])
      }
      await test.expectBound(database, "SELECT :é, :e\u{301}, :é", [1, 2], [1, 2, 1], "names are compared as bytes")
    },
    ConformanceCase(
      "BIND-11", "no value of an earlier execution is left", .core, "https://sqlite.org/c3ref/clear_bindings.html",
      "A statement that is used again MUST have the new values only, after a success and after a failure."
    ) { test in
      let database = try await test.database()
      let sql = "SELECT ?, ?"
      await test.expectBound(database, sql, ["a", 1], ["a", 1])
      await test.expectBound(database, sql, [nil, nil], [nil, nil])
      await test.expectBound(database, sql, [2, nil], [2, nil])
      await test.expectError(.missingParameter, database, SQLFragment(raw: sql, values: ["b"]))
      await test.expectBound(database, sql, [nil, 3], [nil, 3])
      try await database.execute("CREATE TABLE t (a PRIMARY KEY, b)")
      let insert = "INSERT INTO t VALUES (?, ?)"
      try await database.execute(SQLFragment(raw: insert, values: [1, "one"]))
      await test.expectError(
        .constraintPrimaryKey, extended: 1555, database, SQLFragment(raw: insert, values: [1, "two"]))
      try await database.execute(SQLFragment(raw: insert, values: [2, nil]))
      await test.expectRows(database, "SELECT a, b FROM t ORDER BY a", [[1, "one"], [2, nil]])
      guard test.section("in a session", requires: .local) else { return }
      try await database.read { (session: SQLSession) in
        let statement = try session.prepare(sql)
        test.expectIdentical(try statement.rows(["a", "b"]).map(\.values), [["a", "b"]], "the first execution")
        do {
          _ = try statement.rows(["c"])
          test.fail("a missing value is refused")
        } catch let error as DatabaseError {
          test.expectEqual(error.code, .missingParameter, "a missing value is refused")
        }
        test.expectIdentical(try statement.rows([nil, 1]).map(\.values), [[nil, 1]], "the third execution")
      }
    },
  ]
}
