import Quarry

extension PredicateCases {
  private static let reference = "https://sqlite.org/datatype3.html#comparison_expressions"

  /// PRED-01 to PRED-09.
  static let comparison: [ConformanceCase] = [
    ConformanceCase(
      "PRED-01", "= and == over 100 pairs of operands", .core, reference,
      "Two values MUST be equal only in one storage class, or as numbers; a NULL on either side MUST give NULL."
    ) { test in
      try await test.expectOperator(["=", "=="], PredicateTables.equal) { $0 == $1 }
    },
    ConformanceCase(
      "PRED-02", "<> and != over 100 pairs of operands", .core, reference,
      "Inequality MUST be the opposite of equality, and NULL where a side is NULL."
    ) { test in
      try await test.expectOperator(["<>", "!="], PredicateTables.notEqual) { $0 != $1 }
    },
    ConformanceCase(
      "PRED-03", "< over 100 pairs: numbers come before text, text before blobs", .core, reference,
      "A number MUST be less than any text and a text less than any blob; a NULL on either side MUST give NULL."
    ) { test in
      try await test.expectOperator(["<"], PredicateTables.less) { $0 < $1 }
    },
    ConformanceCase(
      "PRED-04", "<= over 100 pairs of operands", .core, reference,
      "`a <= b` MUST be true exactly where `a < b` or `a = b` is, and NULL where a side is NULL."
    ) { test in
      try await test.expectOperator(["<="], PredicateTables.lessOrEqual) { $0 <= $1 }
    },
    ConformanceCase(
      "PRED-05", "> over 100 pairs of operands", .core, reference,
      "`a > b` MUST be the same as `b < a`."
    ) { test in
      try await test.expectOperator([">"], PredicateTables.greater) { $0 > $1 }
    },
    ConformanceCase(
      "PRED-06", ">= over 100 pairs of operands", .core, reference,
      "`a >= b` MUST be the same as `b <= a`."
    ) { test in
      try await test.expectOperator([">="], PredicateTables.greaterOrEqual) { $0 >= $1 }
    },
    ConformanceCase(
      "PRED-07", "IS over 100 pairs is never NULL", .core, "https://sqlite.org/lang_expr.html#isisnot",
      "IS MUST be 1 where both sides are NULL, 0 where one is, and the same as = elsewhere."
    ) { test in
      try await test.expectOperator(["IS"], PredicateTables.identical, boundNulls: true) { $0.is($1) }
    },
    ConformanceCase(
      "PRED-08", "IS NOT over 100 pairs is never NULL", .core, "https://sqlite.org/lang_expr.html#isisnot",
      "IS NOT MUST be the opposite of IS."
    ) { test in
      try await test.expectOperator(["IS NOT"], PredicateTables.notIdentical, boundNulls: true) { $0.isNot($1) }
    },
    ConformanceCase(
      "PRED-09", "The five spellings of a test for NULL", .core,
      "https://sqlite.org/lang_expr.html#operators_and_parse_affecting_attributes",
      "IS NULL and ISNULL MUST be 1 for NULL alone; IS NOT NULL, NOTNULL and NOT NULL MUST be 0 for NULL alone."
    ) { test in
      let database = try await test.database()
      try await Operand.create(in: database)
      for spelling in ["IS NULL", "ISNULL"] {
        try await test.expectOverOperands(database, "v \(spelling)", "1000000000") { $0.value.isNull }
      }
      for spelling in ["IS NOT NULL", "NOTNULL", "NOT NULL"] {
        try await test.expectOverOperands(database, "v \(spelling)", "0111111111") { $0.value.isNotNull }
      }
      await test.expectExpressions(
        database,
        [
          "1 IS NULL IS NULL": 0, "NULL IS NULL IS NULL": 0, "NOT NULL IS NULL": 0, "(NULL + 1) IS NULL": 1,
          "(NULL || 'a') IS NULL": 1, "abs(NULL) ISNULL": 1,
        ])
      for (condition, rows) in [("v IS NULL", [0]), ("v NOTNULL", [1, 2, 3, 4, 5, 6, 7, 8, 9])] {
        await test.expectRows(
          database, SQLFragment(raw: "SELECT n FROM operand WHERE \(condition) ORDER BY n"),
          rows.map { [.integer(Int64($0))] }, "as a condition")
      }
    },
  ]
}
