import Quarry

extension PredicateCases {
  private static let reference = "https://sqlite.org/lang_expr.html#booleanexpr"

  /// PRED-10 to PRED-13.
  static let logic: [ConformanceCase] = [
    ConformanceCase(
      "PRED-10", "AND follows three-valued logic, and skips a failing right side", .core, reference,
      """
      AND MUST be 0 where a side is false even when the other is NULL, and a condition MUST NOT fail for rows that its \
      left side rules out.
      """
    ) { test in
      let database = try await test.expectOperator(["AND"], PredicateTables.and, boundNulls: true) {
        $0.typed(as: Bool?.self) && $1.typed(as: Bool?.self)
      }
      try await test.run(
        database, "CREATE TABLE t (a, b)", "INSERT INTO t VALUES (0, -9223372036854775808), (1, 5)")
      await test.expectRows(database, "SELECT a FROM t WHERE a <> 0 AND abs(b) > 0", [[1]])
      await test.expectRows(database, "SELECT a FROM t WHERE a = 0 OR abs(b) > 0 ORDER BY a", [[0], [1]])
      await test.expectError(.statementFailed, extended: 1, database, "SELECT a FROM t WHERE abs(b) > 0")
      await test.expectExpressions(
        database,
        [
          "NULL AND 0": 0, "0 AND NULL": 0, "NULL AND 1": nil, "1 AND NULL": nil, "NULL AND NULL": nil, "2 AND 3": 1,
          "1 AND 1 AND NULL": nil, "1 AND NULL AND 0": 0, "'abc' AND 1": 0,
        ])
      // Old engines cut the fraction off first.
      let keepsFraction = test.engine.supports(.trueFalseLiterals)
      await test.expectExpressions(
        database,
        ["0.1 AND 1": keepsFraction ? 1 : 0, "'0.5' AND 1": keepsFraction ? 1 : 0, "NOT 0.1": keepsFraction ? 0 : 1])
    },
    ConformanceCase(
      "PRED-11", "OR follows three-valued logic", .core, reference,
      "OR MUST be 1 where a side is true even when the other is NULL, and binds weaker than AND."
    ) { test in
      let database = try await test.expectOperator(["OR"], PredicateTables.or, boundNulls: true) {
        $0.typed(as: Bool?.self) || $1.typed(as: Bool?.self)
      }
      await test.expectExpressions(
        database,
        [
          "NULL OR 1": 1, "1 OR NULL": 1, "NULL OR 0": nil, "0 OR NULL": nil, "NULL OR NULL": nil, "0 OR 2": 1,
          "1 OR 0 AND 0": 1, "(1 OR 0) AND 0": 0, "0 AND 0 OR 1": 1, "0 OR NULL AND 0": 0, "NOT 1 OR 1": 1,
          "NOT (1 OR 1)": 0,
        ])
    },
    ConformanceCase(
      "PRED-12", "NOT has three answers, and binds weaker than = and IS", .core, reference,
      "NOT NULL MUST be NULL, and NOT MUST apply to the whole comparison on its right."
    ) { test in
      let database = try await test.database()
      try await Operand.create(in: database)
      try await test.expectOverOperands(database, "NOT v", "-100011011") { !$0.value.typed(as: Bool?.self) }
      try await test.expectOverOperands(database, "NOT NOT v", "-011100100") { !(!$0.value.typed(as: Bool?.self)) }
      try await test.expectOverOperands(database, "NOT v = 1", "-101111111") { !($0.value == 1) }
      try await test.expectOverOperands(database, "(NOT v) = 1", "-100011011") {
        (!$0.value.typed(as: Bool?.self)).typed(as: Int?.self) == 1
      }
      try await test.expectOverOperands(database, "NOT v IS NULL", "0111111111") { !$0.value.isNull }
      try await test.expectOverOperands(database, "(NOT v) IS NULL", "1000000000") {
        (!$0.value.typed(as: Bool?.self)).isNull
      }
      await test.expectExpressions(
        database,
        [
          "NOT 1 = 2": 1, "NOT NULL": nil, "NOT 0": 1, "NOT 1": 0, "NOT 0 IS NULL": 1, "NOT NULL IS NULL": 0,
          "(NOT NULL) IS NULL": 1, "NOT 1 + 1": 0, "NOT 2 > 1 AND 0": 0, "NOT (2 > 1 AND 0)": 1, "NOT NOT 5": 1,
          "NOT NULL = 1": nil, "NOT 1 IN (2)": 1, "NOT 'a' LIKE 'b'": 1, "NOT 5 BETWEEN 1 AND 9": 0, "- 1 = -1": 1,
        ])
    },
    ConformanceCase(
      "PRED-13", "BETWEEN and NOT BETWEEN with NULL at each place, and low above high", .core,
      "https://sqlite.org/lang_expr.html#the_between_operator",
      "`x BETWEEN a AND b` MUST be the same as `x >= a AND x <= b`, also for NULL."
    ) { test in
      let database = try await test.database()
      try await Operand.create(in: database)
      try await test.expectOverOperands(database, "v BETWEEN 0 AND 1", "-110000000") { $0.value.between(0, 1) }
      try await test.expectOverOperands(database, "v NOT BETWEEN 0 AND 1", "-001111111") { $0.value.notBetween(0, 1) }
      try await test.expectOverOperands(database, "v BETWEEN NULL AND 1", "----000000") {
        $0.value.between(SQL.null(SQLValue.self), SQL.value(SQLValue.integer(1)))
      }
      try await test.expectOverOperands(database, "v NOT BETWEEN NULL AND 1", "----111111") {
        $0.value.notBetween(SQL.null(SQLValue.self), SQL.value(SQLValue.integer(1)))
      }
      try await test.expectOverOperands(database, "v BETWEEN 1 AND NULL", "-0-0------") { $0.value.between(1, nil) }
      try await test.expectOverOperands(database, "v BETWEEN 1 AND -1", "-000000000") { $0.value.between(1, -1) }
      try await test.expectOverOperands(database, "v NOT BETWEEN 1 AND -1", "-111111111") {
        $0.value.notBetween(1, -1)
      }
      try await test.expectOverOperands(database, "v BETWEEN NULL AND NULL", "----------") {
        $0.value.between(nil, nil)
      }
      try await test.expectOverOperands(database, "v BETWEEN '' AND x''", "-000011110") {
        $0.value.between("", .blob([]))
      }
      try await test.expectOverOperands(database, "NOT (v BETWEEN 0 AND 1)", "-001111111") {
        !$0.value.between(0, 1)
      }
      await test.expectExpressions(
        database,
        [
          "5 BETWEEN 1 AND 9": 1, "0 BETWEEN 1 AND 9": 0, "5 BETWEEN NULL AND 9": nil, "10 BETWEEN NULL AND 9": 0,
          "5 BETWEEN 1 AND NULL": nil, "0 BETWEEN 1 AND NULL": 0, "NULL BETWEEN 1 AND 9": nil,
          "5 BETWEEN 9 AND 1": 0, "5 NOT BETWEEN NULL AND 9": nil, "10 NOT BETWEEN NULL AND 9": 1,
          "0 NOT BETWEEN 1 AND NULL": 1, "NULL NOT BETWEEN 1 AND 9": nil, "5 NOT BETWEEN 9 AND 1": 1,
          "NULL NOT BETWEEN NULL AND NULL": nil, "1 BETWEEN 1 AND 1": 1, "5 BETWEEN 'a' AND 'c'": 0,
          "'B' COLLATE NOCASE BETWEEN 'a' AND 'c'": 1, "1 BETWEEN 0 AND 2 AND 0": 0, "1 BETWEEN 0 AND (2 AND 0)": 0,
        ])
    },
  ]
}
