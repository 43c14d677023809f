import Quarry

extension ErrorCases {
  /// The content of every error.
  static let contents: [ConformanceCase] = [
    ConformanceCase(
      "ERR-01", "every error carries class, code, message, text, and whether the transaction is open", .core,
      "Quarry: DatabaseError", "An error of the engine MUST carry everything that a caller needs to act on it."
    ) { test in
      let database = try await test.database(holding: ErrorSample.schema)
      for sample in ErrorSample.all {
        let error = await test.expectError(
          sample.code, extended: sample.extended, database, SQLFragment(raw: sample.sql))
        guard let error else { continue }
        test.expect(
          error.code == sample.code || test.isGuessed(error, sample.code),
          "the class itself: \(sample.sql): \(error.code)")
        test.expect(!error.message.isEmpty, "a message: \(sample.sql)")
        test.expectEqual(error.sql, sample.sql, "the text of the statement")
        test.expectEqual(error.outcome, .notApplied, "nothing took effect: \(sample.sql)")
        if test.has(.interactiveTransactions) {
          test.expectEqual(error.isTransactionOpen, false, "no transaction is open: \(sample.sql)")
        }
        test.expectEqual(error.isRetrySafe, false, "the same call would fail again: \(sample.sql)")
      }
      let bound = await test.expectError(
        .constraintPrimaryKey, extended: 1555, database, "INSERT INTO text_key VALUES (\("k"))")
      test.expectEqual(bound?.sql, "INSERT INTO text_key VALUES (?)", "the text shows a placeholder")
      guard test.section("in a transaction", requires: .capability(.interactiveTransactions)) else { return }
      try await database.write { transaction in
        for sample in ErrorSample.violations {
          let error = await test.expectError(
            sample.code, extended: sample.extended, transaction, SQLFragment(raw: sample.sql), "in a transaction")
          test.expectEqual(error?.isTransactionOpen, true, "the transaction is still open: \(sample.sql)")
        }
      }
      await test.expectError(.transactionState, "the transaction is gone") {
        try await database.write { transaction in
          let error = await test.expectError(
            .constraintUnique, extended: 2067, transaction, "INSERT OR ROLLBACK INTO s VALUES (2, 1, 1, 1)")
          test.expectEqual(error?.isTransactionOpen, false, "the statement ended the transaction")
        }
      }
    },
    ConformanceCase(
      "ERR-22", "after every kind of error the connection is usable", .core, "Quarry: DatabaseError",
      "A connection MUST answer the next statement whatever error the one before ended with."
    ) { test in
      let database = try await test.database(holding: ErrorSample.schema)
      for sample in ErrorSample.all {
        await test.expectError(sample.code, database, SQLFragment(raw: sample.sql))
        await test.expectUsable(database, "a read after \(sample.sql)")
        let affected = try? await database.execute("UPDATE s SET n = n + 1").affectedRows
        test.expectEqual(affected, 1, "a write after \(sample.sql)")
      }
      for fragment in [
        SQLFragment(raw: "SELECT ?"), SQLFragment(raw: "SELECT 1", values: [1]), SQLFragment(raw: ""),
        SQLFragment(raw: "SELECT 1; SELECT 2"), SQLFragment(raw: "SELECT 1\u{0}"),
        SQLFragment(raw: "SELECT ?1, ?3", values: [1]),
      ] {
        let rows = try? await database.fetchAll(fragment.rows())
        test.expect(rows == nil, "refused: \(fragment.sql)")
        await test.expectUsable(database, "after a refusal of \(fragment.sql)")
      }
      let count = Int64(ErrorSample.all.count + 1)
      await test.expectRows(database, "SELECT n FROM s", [[.integer(count)]], "every write in between took effect")
    },
    ConformanceCase(
      "ERR-23", "errors never show bound values", .core, "Quarry: DatabaseError",
      "Neither the message nor the description of an error MUST contain a value that was bound."
    ) { test in
      let database = try await test.database(holding: ErrorSample.schema)
      for secret in ["hunter2secret", "it's \"hidden\" 4711", "{\"geheim\": [", "日本の秘密"] {
        try await database.execute("INSERT OR IGNORE INTO text_key VALUES (\(secret))")
        var statements: [SQLFragment] = [
          "INSERT INTO text_key VALUES (\(secret))", "SELECT \(secret) FROM nowhere",
          "SELECT a FROM t WHERE x = \(secret)",
          "INSERT INTO s(id, n) VALUES (\(secret), 1)", "INSERT INTO s VALUES (9, 9, NULL, \(secret))",
          "INSERT INTO s(id, u, n, c) VALUES (9, 9, \(secret), -1)", "SELECT 'a' LIKE 'b' ESCAPE \(secret)",
          "SELECT 1 LIMIT \(secret)", "INSERT INTO child VALUES (\(secret))", "SELECT abs(\(secret), 1)",
          "SELECT undefined(\(secret))", "SELECT \(secret), abs(\(Int64.min))", "INSERT INTO t VALUES (\(secret))",
          "SELECT \(secret) FORM t", "DELETE FROM guarded WHERE a <> \(secret)",
        ]
        if test.section(requires: .feature(.jsonCore)) {
          statements += ["SELECT json(\(secret + "{"))", "SELECT json_extract('{}', \(secret))"]
        }
        if test.section(requires: .capability(.attach), .file) {
          statements.append("ATTACH \("/missing/folder/\(secret)/x.db") AS other")
        }
        for statement in statements {
          await expectHidden(test, [secret], "\(statement.sql)") {
            try await database.fetchAll(statement.rows(readOnly: false))
          }
        }
        await expectHidden(test, [secret], "a value that is no number") {
          try await database.fetchAll(("SELECT \(secret)" as SQLFragment).values(Int.self))
        }
        await expectHidden(test, [secret], "too few values") {
          try await database.fetchAll(SQLFragment(raw: "SELECT ?, ?", values: [.text(secret)]).rows())
        }
        await expectHidden(test, [secret], "too many values") {
          try await database.fetchAll(SQLFragment(raw: "SELECT 1", values: [.text(secret)]).rows())
        }
        await expectHidden(test, [secret], "a second statement") {
          try await database.fetchAll(SQLFragment(raw: "SELECT ?; SELECT 1", values: [.text(secret)]).rows())
        }
      }
      for number in [987_654_321_012 as Int64, -736_251_847_261] {
        await expectHidden(test, ["\(number)"], "a number in a key") {
          try await database.execute("INSERT INTO child VALUES (\(number))")
        }
        await expectHidden(test, ["\(number)"], "a number that is too large") {
          try await database.fetchAll(("SELECT \(number)" as SQLFragment).values(Int8.self))
        }
      }
    },
    ConformanceCase(
      "ERR-24", "an error's description is one line that ends with the code", .core,
      "Quarry: DatabaseError.description",
      "The description MUST be one line with message and text, and end with the class and the engine's code."
    ) { test in
      let database = try await test.database(holding: ErrorSample.schema)
      for sample in ErrorSample.all {
        for sql in [sample.sql, "/* first\nline */ " + sample.sql.split(separator: " ").joined(separator: "\n \r\n")] {
          // A comment changes nothing about the error, and line breaks stand where blanks stood.
          guard let error = await test.expectError(sample.code, database, SQLFragment(raw: sql)) else { continue }
          let text = error.description
          let code = test.profile.capabilities.primaryErrorCodes ? sample.code : error.code
          test.expect(!text.contains { $0.isNewline }, "one line: \(sample.sql)")
          let number = test.profile.capabilities.extendedErrorCodes ? sample.extended : error.engineCode?.rawValue
          let end = "[\(code.rawValue)\(number.map { " \($0)" } ?? "")]"
          test.expect(text.hasSuffix(end), "\(text) ends with \(end)")
          test.expect(
            text.hasPrefix(String(error.message.map { $0.isNewline ? " " : $0 })),
            "begins with the message: \(sample.sql)")
        }
      }
      for (error, text) in [
        (DatabaseError(.busy, "it is busy"), "it is busy [busy]"),
        (DatabaseError(.syntax, "no", sql: "SELECT\n1"), "no in: SELECT 1 [syntax]"),
        (
          DatabaseError(.constraintUnique, "twice", engineCode: .constraintUnique, sql: "X", statementIndex: 2),
          "twice (statement 3) in: X [constraint.unique 2067]"
        ),
        (
          DatabaseError(.outcomeUnknown, "lost", outcome: .unknown),
          "lost; it is unknown whether the call took effect [outcomeUnknown]"
        ),
      ] {
        test.expectEqual(error.description, text, "the description of an error of \(error.code)")
        test.expectEqual("\(error as any Error)", text, "the same as any error")
      }
    },
  ]

  /// Asserts that something fails, and that the error shows no value.
  private static func expectHidden(
    _ test: CaseContext, _ secrets: [String], _ what: String, _ body: @Sendable () async throws -> some Any
  ) async {
    do {
      _ = try await body()
      test.fail("fails: \(what)")
    } catch {
      let shown = [
        "\(error)", (error as? DatabaseError)?.message ?? "",
        (error as? DatabaseError)?.underlying.map { "\($0)" } ?? "",
      ]
      let isHidden = secrets.allSatisfy { secret in shown.allSatisfy { !$0.contains(secret) } }
      // The error is not shown here: it may hold what must stay hidden.
      test.expect(isHidden && error is DatabaseError, "the error hides the value: \(what)")
    }
  }
}
