import Quarry

extension SecurityCases {
  /// Statements and values beyond an engine's limits.
  static let limits: [ConformanceCase] = [
    ConformanceCase(
      "SEC-10", "what is beyond a limit is a typed error, never a crash", .core, "https://sqlite.org/limits.html",
      "Each text, number or depth above its limit MUST give an error, and the connection stays usable."
    ) { test in
      let database = try await test.database()
      let limits = database.capabilities.limits
      func list(_ count: Int, _ item: String, _ separator: String) -> String {
        Array(repeating: item, count: count).joined(separator: separator)
      }
      if limits.columns < 40_000 {
        await test.expectRefusal(beyond: \.columns, database, "SELECT " + list(limits.columns + 1, "1", ","))
      }
      if (1..<100_000).contains(limits.compoundSelectTerms), test.holds(\.compoundSelectTerms) {
        await test.expectEngineErrors(database, [list(limits.compoundSelectTerms + 1, "SELECT 1", " UNION ALL ")])
      }
      if (1..<100_000).contains(limits.expressionDepth), test.holds(\.expressionDepth) {
        await test.expectEngineErrors(database, ["SELECT " + list(limits.expressionDepth + 2, "1", "+")])
      }
      if limits.parameters < Int(Int32.max) {
        await test.expectRefusal(beyond: \.parameters, database, "SELECT ?\(limits.parameters + 1)")
      }
      if limits.sqlBytes < 4_000_000 {
        await test.expectError(
          .tooBig, database, SQLFragment(raw: "SELECT 1 --" + String(repeating: "x", count: limits.sqlBytes)),
          "a text beyond the limit")
      }
      await test.expectUsable(database)
      guard test.section("a trigger that has no end changes nothing", requires: .local) else { return }
      try await database.execute("PRAGMA recursive_triggers=ON")
      try await database.execute("CREATE TABLE t(a)")
      try await database.execute(
        "CREATE TRIGGER r AFTER INSERT ON t BEGIN INSERT INTO t VALUES(new.a + 1); END")
      await test.expectEngineErrors(database, ["INSERT INTO t VALUES(1)"])
      await test.expectRows(database, "SELECT count(*) FROM t", [[0]], "a trigger that has no end changes nothing")
      var attached = 0
      while attached < 130 {
        do {
          try await database.execute(SQLFragment(raw: "ATTACH ':memory:' AS a\(attached)"))
          attached += 1
        } catch {
          test.expectEqual((error as? DatabaseError)?.engineCode?.primary.rawValue, 1, "the code of one too many")
          break
        }
      }
      test.expect(attached < 130, "the number of attached databases has a limit")
      await test.expectUsable(database)
    },
    ConformanceCase(
      "SEC-11", "an expression that is nested 100,000 deep is an error in no time", .core,
      "https://sqlite.org/limits.html#max_expr_depth",
      "An expression nested 100,000 deep MUST be refused quickly, without using up the stack.",
      timeLimit: .seconds(30)
    ) { test in
      let database = try await test.database()
      for (open, close) in [("(", ")"), ("abs(", ")"), ("-", "")] {
        let text =
          "SELECT " + String(repeating: open, count: 100_000) + "1" + String(repeating: close, count: 100_000)
        let start = SuspendingClock.now
        await test.expectTyped("\(open)…: an answer or a typed error") {
          _ = try await database.fetchAll(SQLFragment(raw: text).rows())
        }
        // A second is the rule; a busy machine gets more.
        test.expect(SuspendingClock.now - start < .seconds(5), "\(open)… takes no time")
      }
      func nested(_ open: String) -> String {
        "SELECT " + String(repeating: open, count: 100_000) + "1" + String(repeating: ")", count: 100_000)
      }
      await test.expectEngineErrors(database, [nested("abs(")])
      // Parentheses alone leave nothing behind in the tree: from 3.46 to 3.52 the parser's stack grew as needed.
      if test.engine.version < EngineVersion(3, 46, 0) || test.engine.version >= EngineVersion(3, 53, 0) {
        await test.expectEngineErrors(database, [nested("(")])
      } else {
        await test.expectTyped("parentheses alone") {
          try await database.fetchAll(SQLFragment(raw: nested("(")).rows())
        }
      }
      await test.expectUsable(database)
    },
    ConformanceCase(
      "SEC-12", "patterns that take long are refused, or end when they are cancelled", .core,
      "https://sqlite.org/limits.html#max_like_pattern_length",
      "A LIKE pattern of 50,001 bytes MUST be refused; a search with a bad pattern ends when its task is cancelled."
    ) { test in
      let database = try await test.database()
      let long = String(repeating: "a", count: 50_001)
      for operation in ["LIKE", "GLOB"] {
        do {
          _ = try await test.rows(database, "SELECT 'a' \(raw: operation) \(long)")
          test.fail("a pattern of 50,001 bytes is refused by \(operation)")
        } catch {
          test.expectEqual(
            (error as? DatabaseError)?.engineCode?.primary.rawValue, 1, "the code of \(operation)'s refusal")
        }
        let allowed = String(long.dropLast())
        await test.expectRows(database, "SELECT 'a' \(raw: operation) \(allowed)", [[0]], "50,000 bytes are allowed")
      }
      let canInterrupt = database.capabilities.interrupts != .none
      guard test.section("an endless search", requires: .other("interrupts", isMet: canInterrupt)) else { return }
      let text = String(repeating: "a", count: 60)
      let search = Task {
        try await test.rows(
          database,
          """
          WITH RECURSIVE c(x) AS (VALUES(1) UNION ALL SELECT x+1 FROM c WHERE x < 1000000000)
          SELECT count(*) FROM c WHERE \(text) || x GLOB '*a*a*a*a*a*b'
          """)
      }
      try await Task.sleep(for: .milliseconds(20))
      search.cancel()
      do {
        _ = try await search.value
        test.fail("a search without end does not end by itself")
      } catch {
        test.expect(error is CancellationError, "a search that is cancelled throws CancellationError: \(error)")
      }
      await test.expectUsable(database)
    },
    ConformanceCase(
      "SEC-13", "values of gigabytes are refused before there is memory for them", .core,
      "https://sqlite.org/limits.html#max_length",
      "A value beyond the engine's limit MUST be refused with code 18, without taking the memory."
    ) { test in
      let database = try await test.database()
      for text in [
        "SELECT zeroblob(2147483647)", "SELECT zeroblob(2000000000)", "SELECT length(zeroblob(2000000000))",
        "SELECT hex(zeroblob(2000000000))", "SELECT randomblob(2000000000)",
      ] {
        await test.expectError(.tooBig, extended: 18, database, SQLFragment(raw: text), "a value of gigabytes")
      }
      await test.expectUsable(database)
    },
  ]
}
