import Quarry

/// A row of columns with affinities.
private struct Affinities: SQLDecodable {
  static let text = SQLColumn<String?>("t")
  static let integer = SQLColumn<Int64?>("i")
  static let table = SQLTable("af", text, integer)
  init(row: inout SQLRowReader<Self>) throws {
    _ = try row[Self.text]
    _ = try row[Self.integer]
  }
}

/// A column that may be NULL.
private struct Slot: SQLDecodable {
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let key = SQLColumn<Int64?>("k")
  static let table = SQLTable("slot", id, key)
  init(row: inout SQLRowReader<Self>) throws {
    _ = try row[Self.id]
    _ = try row[Self.key]
  }
}

extension PredicateCases {
  /// PRED-30 to PRED-32.
  static let conversion: [ConformanceCase] = [
    ConformanceCase(
      "PRED-30", "A comparison of a column with a value applies the affinity of the column", .core,
      "https://sqlite.org/datatype3.html#type_conversions_prior_to_comparison",
      "The affinity of a column MUST be applied to the other side, and an expression without affinity MUST NOT convert."
    ) { test in
      let database = try await test.database()
      try await test.run(
        database, "CREATE TABLE af (t TEXT, i INTEGER, r REAL, n NUMERIC, b BLOB, x)",
        "INSERT INTO af VALUES ('1', 1, 1, 1, 1, 1)", "INSERT INTO af VALUES ('01', '01', '01', '01', '01', '01')")
      await test.expectExpressions(
        database, from: "FROM af WHERE rowid = 1",
        [
          "t = 1": 1, "t = '1'": 1, "i = '1'": 1, "i = '01'": 1, "r = '1'": 1, "n = '1'": 1, "b = '1'": 0, "b = 1": 1,
          "x = '1'": 0, "x = 1": 1, "t = i": 1, "t = b": 0, "i = b": 1, "'1' = 1": 0, "t = 1.0": 0, "i = '1.0'": 1,
          "i = 'abc'": 0, "i < 'abc'": 1, "t < 2": 1, "t > 0": 1,
        ])
      await test.expectExpressions(
        database, from: "FROM af WHERE rowid = 2",
        [
          "t = 1": 0, "t = '1'": 0, "i = '1'": 1, "i = '01'": 1, "r = '1'": 1, "n = '1'": 1, "b = '1'": 0, "b = 1": 0,
          "x = '01'": 1, "x = 1": 0, "t = i": 1 as SQLValue, "t = b": 1, "i = b": 1, "t < 2": 1, "t > 0": 1,
        ])
      await test.expectExpressions(
        database, from: "FROM af WHERE rowid = 1",
        [
          "t IN (1, 2)": 1, "t IN ('1', '2')": 1, "i IN ('1', '2')": 1, "b IN ('1', '2')": 0, "1 IN (t, 2)": 0,
          "'1' IN (i, 2)": 0, "1 BETWEEN t AND t": 1, "t BETWEEN 1 AND 1": 1, "t IN (SELECT 1)": 1,
          "i IN (SELECT '1')": 1, "+t = 1": 0, "+i = '1'": 0, "CAST(t AS INTEGER) = '1'": 1, "(t) = 1": 1,
          "1 IS t": 1, "i IS '1'": 1, "CASE t WHEN 1 THEN 1 ELSE 0 END": 1,
        ])
      // The same by parameters, which have no affinity of their own.
      await test.expectRows(
        database,
        """
        SELECT t = \(1), t = \("1"), i = \("1"), b = \("1"), x = \(1), \("1") = \(1), i = \(1.0), t = \(1.0) FROM af
        WHERE rowid = 1
        """, [[1, 1, 1, 0, 1, 0, 1, 0]])
      await test.expectRows(
        database,
        query: Affinities.order { $0.text }.select { row in
          (row.text == "1", row.integer == 1, row.text == row.integer.typed(as: String?.self))
        }, [[0, 1, 1], [1, 1, 1]])
    },
    ConformanceCase(
      "PRED-31", "The collation of a comparison: explicit, then of the left column, then of the right, then BINARY",
      .core, "https://sqlite.org/datatype3.html#collation",
      "An explicit COLLATE MUST win, the left one of two; else the collation of the left column, then of the right."
    ) { test in
      let database = try await test.database()
      try await test.run(
        database, "CREATE TABLE co (n TEXT COLLATE NOCASE, b TEXT, r TEXT COLLATE RTRIM)",
        "INSERT INTO co VALUES ('Abc', 'Abc', 'Abc  ')")
      await test.expectExpressions(
        database, from: "FROM co",
        [
          "n = 'abc'": 1, "'abc' = n": 1, "b = 'abc'": 0, "n = b": 1, "b = n": 1, "n = 'abc' COLLATE BINARY": 0,
          "n COLLATE BINARY = 'abc'": 0, "'ABC' COLLATE NOCASE = b": 1, "b = 'ABC' COLLATE NOCASE": 1,
          "b COLLATE BINARY = 'ABC' COLLATE NOCASE": 0, "b COLLATE NOCASE = 'ABC' COLLATE BINARY": 1, "r = 'Abc'": 1,
          "r = 'Abc   '": 1, "r = ' Abc  '": 0, "b = r": 0, "r = b": 1, "b || '  ' = r": 1, "'Abc' = r": 1,
        ])
      await test.expectExpressions(
        database, from: "FROM co",
        [
          "n IN ('abc', 'x')": 1, "b IN ('abc', 'x')": 0, "'abc' IN (n, 'x')": 0, "n BETWEEN 'abb' AND 'abd'": 1,
          "'abc' BETWEEN n AND n": 1, "+n = 'abc'": 1, "n || '' = 'abc'": 0, "CAST(n AS TEXT) = 'abc'": 1,
          "CASE n WHEN 'abc' THEN 1 ELSE 0 END": 1, "n LIKE 'abc'": 1, "b LIKE 'ABC'": 1, "n GLOB 'abc'": 0,
          "n IS 'abc'": 1, "n IS NOT 'abc'": 0, "n <> 'abc'": 0, "b COLLATE NOCASE IN ('ABC', 'x')": 1, "n < 'b'": 1,
          "b < 'a'": 1, "n < 'a'": 0,
        ])
      struct Texts: SQLDecodable {
        static let nocase = SQLColumn<String>("n", collation: .nocase)
        static let binary = SQLColumn<String>("b")
        static let table = SQLTable("co", nocase, binary)
        init(row: inout SQLRowReader<Self>) throws { _ = (try row[Self.nocase], try row[Self.binary]) }
      }
      await test.expectRows(
        database,
        query: Texts.select { row in
          (
            row.nocase == "abc", row.binary == "abc", row.binary.collate(.nocase) == "abc",
            row.nocase.collate(.binary) == "abc", row.nocase.in(["abc", "x"]), row.binary == row.nocase
          )
        }, [[1, 0, 1, 0, 1, 1]])
    },
    ConformanceCase(
      "PRED-32", "nil in a typed comparison becomes a test for NULL, on either side", .core, "Quarry: SQLExpressible",
      "A comparison with nil MUST be written as IS NULL or IS NOT NULL, never as a comparison with NULL."
    ) { test in
      let database = try await test.database()
      try await test.run(
        database, "CREATE TABLE slot (id INTEGER PRIMARY KEY, k INTEGER)",
        "INSERT INTO slot VALUES (1, NULL), (2, 5), (3, NULL), (4, 0)")
      let none: Int64? = nil
      let some: Int64? = 5
      let queries: [(String, SQLQuery<Slot>, isTest: Bool, ids: [Int64])] = [
        ("column == nil", Slot.where { $0.key == nil }, true, [1, 3]),
        ("nil == column", Slot.where { nil == $0.key }, true, [1, 3]),
        ("column != nil", Slot.where { $0.key != nil }, true, [2, 4]),
        ("nil != column", Slot.where { nil != $0.key }, true, [2, 4]),
        ("column == optional without value", Slot.where { $0.key == none }, true, [1, 3]),
        ("column == optional with value", Slot.where { $0.key == some }, false, [2]),
        ("column != optional without value", Slot.where { none != $0.key }, true, [2, 4]),
        ("column.is(nil)", Slot.where { $0.key.is(none) }, false, [1, 3]),
        ("column.isNot(nil)", Slot.where { $0.key.isNot(none) }, false, [2, 4]),
        ("column == SQL.null()", Slot.where { $0.key == SQL.null(Int64.self) }, true, [1, 3]),
        ("column == column", Slot.where { $0.key == $0.key }, false, [2, 4]),
        ("column < nil", Slot.where { $0.key < none }, true, []),
        ("nil >= column", Slot.where { none >= $0.key }, true, []),
        ("not (column == nil)", Slot.where { !($0.key == none) }, true, [2, 4]),
      ]
      let context = SQLGenerationContext(capabilities: database.capabilities)
      for (name, query, isTest, ids) in queries {
        await test.expectRows(
          database, query: query.order { $0.id }.select { $0.id },
          ids.map { [.integer($0)] }, name)
        let text = try query.statement(for: context)
        test.expectEqual(text.sql.contains("NULL") && text.values.isEmpty, isTest, "\(name) is a test for NULL")
        for wrong in ["= NULL", "<> NULL", "!= NULL"] {
          test.expect(!text.sql.contains(wrong), "\(name) does not compare with NULL")
        }
      }
    },
  ]
}
