import Quarry

extension PredicateCases {
  private static let reference = "https://sqlite.org/lang_expr.html#the_in_and_not_in_operators"

  /// PRED-14 and PRED-15.
  static let membership: [ConformanceCase] = [
    ConformanceCase(
      "PRED-14", "IN a list: match, no match, NULL in the list, NULL on the left, the empty list", .core, reference,
      "IN MUST be 0 for an empty list whatever stands on the left, and NULL where only a NULL could have matched."
    ) { test in
      let database = try await test.database()
      try await Operand.create(in: database)
      try await test.expectOverOperands(database, "v IN (1, 'a')", "-010001000") { $0.value.in([1, "a"]) }
      try await test.expectOverOperands(database, "v IN (1, NULL)", "--1-------") { $0.value.in([1, nil]) }
      try await test.expectOverOperands(database, "v IN ()", "0000000000") { $0.value.in([SQLValue]()) }
      try await test.expectOverOperands(database, "v IN (NULL)", "----------") { $0.value.in([SQLValue.null]) }
      try await test.expectOverOperands(database, "v IN ('1', x'61', 1.5)", "-000100101") {
        $0.value.in([SQL.value(SQLValue.text("1")), SQL.value(.blob([0x61])), SQL.value(1.5)])
      }
      try await test.expectOverOperands(database, "v IN (n - 2)", "-000000000") {
        $0.value.in([($0.number - 2).typed(as: SQLValue.self)])
      }
      try await test.expectOverOperands(database, "NOT (v IN (1, 'a'))", "-101110111") { !$0.value.in([1, "a"]) }
      // Long lists of the typed layer take another way.
      let many: [SQLValue] = (2...40).map { .integer($0) } + [1, "a"]
      let manyTexts = many.map { if case .integer(let value) = $0 { "\(value)" } else { "'a'" } }
      try await test.expectOverOperands(database, "v IN (\(manyTexts.joined(separator: ", ")))", "-010001000") {
        $0.value.in(many)
      }
      try await test.expectOverOperands(
        database, "v IN (\(manyTexts.joined(separator: ", ")), NULL)", "--1---1---"
      ) { $0.value.in(many + [nil]) }
      await test.expectExpressions(
        database,
        [
          "1 IN (1, 2)": 1, "3 IN (1, 2)": 0, "1 IN (1, NULL)": 1, "3 IN (1, NULL)": nil, "NULL IN (1, 2)": nil,
          "NULL IN ()": 0, "1 IN ()": 0, "NULL IN (NULL)": nil, "'1' IN (1, 2)": 0, "1 IN (1.0, 2)": 1,
          "1 IN (1) = 1": 1,
        ])
      await test.expectRows(database, "SELECT n FROM operand WHERE v IN (1, NULL, 'a') ORDER BY n", [[2], [6]])
    },
    ConformanceCase(
      "PRED-15", "NOT IN a list that holds a NULL is never true", .core, reference,
      "NOT IN MUST be 1 for an empty list, 0 for a match, and NULL where a NULL could have matched."
    ) { test in
      let database = try await test.database()
      try await Operand.create(in: database)
      try await test.expectOverOperands(database, "v NOT IN (1, 'a')", "-101110111") { $0.value.notIn([1, "a"]) }
      try await test.expectOverOperands(database, "v NOT IN (1, NULL)", "--0-------") { $0.value.notIn([1, nil]) }
      try await test.expectOverOperands(database, "v NOT IN ()", "1111111111") { $0.value.notIn([SQLValue]()) }
      try await test.expectOverOperands(database, "v NOT IN (NULL)", "----------") { $0.value.notIn([SQLValue.null]) }
      try await test.expectOverOperands(database, "v NOT IN ('1', x'61', 1.5)", "-111011010") {
        $0.value.notIn([SQL.value(SQLValue.text("1")), SQL.value(.blob([0x61])), SQL.value(1.5)])
      }
      let many: [SQLValue] = (2...40).map { .integer($0) } + [1, "a"]
      try await test.expectOverOperands(database, "v NOT IN (1, 'a', 2, 3)", "-101110111") { $0.value.notIn(many) }
      try await test.expectOverOperands(database, "v NOT IN (1, 'a', NULL)", "--0---0---") {
        $0.value.notIn(many + [nil])
      }
      await test.expectExpressions(
        database,
        [
          "1 NOT IN (1, 2)": 0, "3 NOT IN (1, 2)": 1, "1 NOT IN (1, NULL)": 0, "3 NOT IN (1, NULL)": nil,
          "NULL NOT IN (1, 2)": nil, "NULL NOT IN ()": 1, "1 NOT IN ()": 1, "NULL NOT IN (NULL)": nil,
          "'1' NOT IN (1, 2)": 1, "1 NOT IN (1.0, 2)": 0,
        ])
      await test.expectRows(database, "SELECT n FROM operand WHERE v NOT IN (1, NULL)", [])
      await test.expectRows(
        database, query: Operand.where { $0.value.notIn([1, nil]) }.select { $0.number }, [])
    },
  ]
}
