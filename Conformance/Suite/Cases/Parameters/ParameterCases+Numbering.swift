import Quarry

extension ParameterCases {
  private static let variables = "https://sqlite.org/lang_expr.html#parameters"

  static let numbering: [ConformanceCase] = [
    ConformanceCase(
      "BIND-01", "question marks are bound from left to right", .core, variables,
      "Each ? MUST get the next value, in the order of the text."
    ) { test in
      let database = try await test.database()
      await test.expectBound(database, "SELECT ?, ?, ?", [1, "two", 3.5], [1, "two", 3.5])
      await test.expectBound(database, "SELECT ? || ?, ? - ?", ["a", "b", 10, 4], ["ab", 6])
      await test.expectBound(database, "SELECT (SELECT ?), ? WHERE ? = 3", [1, 2, 3], [1, 2])
      await test.expectBound(database, "SELECT a, ? FROM (SELECT ? AS a)", ["outer", "inner"], ["inner", "outer"])
      let values = (1...100).map { SQLValue.integer(Int64($0)) }
      await test.expectBound(
        database, "SELECT " + Array(repeating: "?", count: 100).joined(separator: ","), values, values)
      await test.expectRows(database, "SELECT \("x"), \(2), \(2.5), \(nil as Int?)", [["x", 2, 2.5, nil]])
    },
    ConformanceCase(
      "BIND-02", "numbered parameters are bound by their numbers", .core, variables,
      "?NNN MUST be the value of that number, wherever and however often it stands."
    ) { test in
      let database = try await test.database()
      await test.expectBound(database, "SELECT ?2, ?1", ["first", "second"], ["second", "first"])
      await test.expectBound(database, "SELECT ?3, ?1, ?2, ?1", [10, 20, 30], [30, 10, 20, 10])
      await test.expectBound(database, "SELECT ?1 + ?1 * ?1", [3], [12])
      await test.expectBound(database, "SELECT ?001, ?02", ["a", "b"], ["a", "b"])
      for number in ["?0", "?999999"] {
        await test.expectFails(database, SQLFragment(raw: "SELECT \(number)", values: [1]), "the number \(number)")
      }
    },
    ConformanceCase(
      "BIND-03", "a question mark is numbered behind the highest number so far", .core, variables,
      "?5, ? MUST want six values, of which the fifth and the sixth are used."
    ) { test in
      let database = try await test.database()
      await test.expectBound(database, "SELECT ?5, ?", [1, 2, 3, 4, 5, 6], [5, 6])
      await test.expectError(
        .missingParameter, database, SQLFragment(raw: "SELECT ?5, ?", values: [1, 2, 3, 4, 5]), "five are too few")
      await test.expectError(
        .extraParameter, database, SQLFragment(raw: "SELECT ?5, ?", values: [1, 2, 3, 4, 5, 6, 7]), "seven too many")
      await test.expectBound(database, "SELECT ?, ?5, ?, ?2, ?", [1, 2, 3, 4, 5, 6, 7], [1, 5, 6, 2, 7])
      await test.expectBound(database, "SELECT :a, ?, ?1", ["named", "next"], ["named", "next", "named"])
    },
    ConformanceCase(
      "BIND-04", "names with a colon, an at sign or a dollar sign are bound by name", .core, variables,
      "A name MUST get its value, given with or without its sigil, the same on all drivers."
    ) { test in
      let database = try await test.database()
      let sql = "SELECT :a, @b, $c"
      let spellings: [[String: SQLValue]] = [
        [":a": 1, "@b": 2, "$c": 3], ["a": 1, "b": 2, "c": 3], [":a": 1, "b": 2, "$c": 3],
      ]
      for values in spellings { await test.expectNamed(database, sql, values, [1, 2, 3]) }
      await test.expectNamed(
        database, "SELECT $c, :a, @b, :a", ["a": 1, "b": 2, "c": 3], [3, 1, 2, 1], "the order of the text counts")
      await test.expectNamed(
        database, "SELECT :größe, :_x1, @Ärger, $1st", ["größe": 1, "_x1": 2, "Ärger": 3, "1st": 4], [1, 2, 3, 4])
      await test.expectNamed(
        database, "SELECT :a, @a, $a", [":a": 1, "@a": 2, "$a": 3], [1, 2, 3], "the sigil is part of the name")
      await test.expectBound(database, sql, [1, 2, 3], [1, 2, 3])
      await test.expectNamed(database, "SELECT ?2, ?1", ["?1": "a", "2": "b"], ["b", "a"], "numbers are names too")
    },
    ConformanceCase(
      "BIND-05", "a name that is used three times is one parameter", .core, variables,
      "Every use of one name MUST have the same value, which is given once."
    ) { test in
      let database = try await test.database()
      await test.expectNamed(database, "SELECT :v, :v + 1, :v * :v", ["v": 6], [6, 7, 36])
      await test.expectBound(database, "SELECT :v, :v, :v", [5], [5, 5, 5])
      await test.expectError(
        .extraParameter, database, SQLFragment(raw: "SELECT :v, :v, :v", values: [1, 2, 3]), "three values are too many"
      )
      if test.section("in a session", requires: .local) {
        let (count, names) = try await database.read { (session: SQLSession) in
          let statement = try session.prepare("SELECT :v, @w, :v, :v")
          return (statement.parameterCount, statement.parameterNames)
        }
        test.expectEqual(count, 2, "two parameters")
        test.expectEqual(names, [":v", "@w"], "two names")
      }
    },
    ConformanceCase(
      "BIND-06", "names and numbers may be mixed", .core, variables,
      "?,?,?3,:a,@b,$c,:a,?2 MUST have six parameters."
    ) { test in
      let database = try await test.database()
      let sql = "SELECT ?,?,?3,:a,@b,$c,:a,?2"
      await test.expectBound(database, sql, [1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6, 4, 2])
      await test.expectError(.missingParameter, database, SQLFragment(raw: sql, values: [1, 2, 3, 4, 5]))
      await test.expectError(.extraParameter, database, SQLFragment(raw: sql, values: [1, 2, 3, 4, 5, 6, 7]))
      if test.section("in a session", requires: .local) {
        let count = try await database.read { (session: SQLSession) in try session.prepare(sql).parameterCount }
        test.expectEqual(count, 6, "six parameters")
      }
    },
  ]
}

extension CaseContext {
  /// Asserts the one row of a text with values by position.
  func expectBound(
    _ database: Database, _ sql: String, _ values: [SQLValue], _ expected: [SQLValue],
    _ message: String = "bound by position", file: StaticString = #fileID, line: UInt = #line
  ) async {
    await expectRows(
      database, SQLFragment(raw: sql, values: values), [expected], message, file: file, line: line)
  }

  /// Asserts the one row of a text with values by name: with a fragment, and with a prepared statement if there are
  /// any.
  func expectNamed(
    _ database: Database, _ sql: String, _ values: [String: SQLValue], _ expected: [SQLValue],
    _ message: String = "bound by name", file: StaticString = #fileID, line: UInt = #line
  ) async {
    do {
      let fragment = try SQLFragment(raw: sql, named: values)
      expectIdentical(try await rows(database, fragment), [expected], message, sql: sql, file: file, line: line)
      guard section("in a session", requires: .local) else { return }
      let prepared = try await database.read { (session: SQLSession) in
        try session.prepare(sql).rows(values).map(\.values)
      }
      expectIdentical(prepared, [expected], message + ", prepared", sql: sql, file: file, line: line)
    } catch {
      if setAside(error) { return }
      fail(message, expected: "\(expected.count) values", actual: "error: \(error)", file: file, line: line)
    }
  }

  /// Asserts that a text fails, with any class.
  func expectFails(
    _ database: Database, _ fragment: SQLFragment, _ message: String, file: StaticString = #fileID, line: UInt = #line
  ) async {
    do {
      _ = try await database.fetchAll(fragment.rows(readOnly: false))
      fail(message, expected: "an error", actual: "no error", file: file, line: line)
    } catch {
      expect(error is DatabaseError, message, file: file, line: line)
    }
  }
}
