import Quarry
import QuarryRemote
import Testing
import TestSupport

/// What PerSQL cannot carry is refused by type, and nothing is sent.
@Suite struct PerSQLRefusalTests {
  @Test(arguments: [
    SQLValue.blob([1]), .blob([]), .integer(9_007_199_254_740_992), .integer(.min), .real(.infinity), .real(-.infinity),
  ])
  func values(_ value: SQLValue) async throws {
    let script = try PerSQLScript()
    let database = try await script.database()
    let read = await thrownError { _ = try await database.fetchAll(("SELECT \(value)" as SQLFragment).rows()) }
    #expect(read?.code == .unsupportedFeature)
    let write = await thrownError { _ = try await database.execute("INSERT INTO t VALUES (\(value))") }
    #expect(write?.code == .unsupportedFeature && write?.outcome == .notApplied)
    let batch = await thrownError {
      try await database.batch { batch in
        batch.execute("DELETE FROM t")
        batch.execute("INSERT INTO t VALUES (\(value))")
      }
    }
    #expect(batch?.code == .unsupportedFeature && batch?.statementIndex == 1)
    #expect(script.requests.isEmpty)
  }

  @Test func moreThanAHundredParameters() async throws {
    let script = try PerSQLScript(.rows("", ""))
    let database = try await script.database()
    let fits = SQLFragment(
      raw: "SELECT ?" + String(repeating: ",?", count: 99), values: .init(repeating: .null, count: 100))
    _ = try await database.fetchAll(fits.rows())
    let error = await thrownError {
      let fragment = SQLFragment(
        raw: "SELECT ?" + String(repeating: ",?", count: 100), values: .init(repeating: .null, count: 101))
      _ = try await database.fetchAll(fragment.rows())
    }
    #expect(error?.code == .tooManyParameters)
    let repeated = await thrownError {
      let fragment = SQLFragment(raw: "SELECT :a" + String(repeating: ",:a", count: 100), values: [.null])
      _ = try await database.fetchAll(fragment.rows())
    }
    #expect(repeated?.code == .tooManyParameters)
    #expect(script.requests.count == 1)
  }

  @Test(arguments: ["BEGIN", "COMMIT", "SAVEPOINT a", "-- x\nRELEASE a", "ATTACH 'x' AS y", "CREATE TEMP TABLE a(b)"])
  func statementsThatNeedAConnection(_ sql: String) async throws {
    let script = try PerSQLScript()
    let database = try await script.database()
    let error = await thrownError { _ = try await database.execute(SQLFragment(raw: sql)) }
    #expect(error?.code == .unsupportedFeature)
    #expect(script.requests.isEmpty)
  }

  /// A setting lasts as long as its connection, and none is held.
  @Test(arguments: [
    "PRAGMA cache_size = 100", "PRAGMA main.cache_size = 100", "pragma synchronous(off)", "PRAGMA foreign_keys = OFF",
    "PRAGMA recursive_triggers = ON", "PRAGMA busy_timeout = 5000", "PRAGMA query_only = 1",
    "/* a */ PRAGMA case_sensitive_like = 1", "PRAGMA writable_schema = ON", "PRAGMA defer_foreign_keys = ON",
  ])
  func settings(_ sql: String) async throws {
    let script = try PerSQLScript()
    let database = try await script.database()
    let alone = await thrownError { _ = try await database.execute(SQLFragment(raw: sql)) }
    #expect(alone?.code == .unsupportedFeature && alone?.outcome == .notApplied)
    guard !sql.contains("defer_foreign_keys") else { return }
    let batch = await thrownError {
      try await database.batch { batch in
        batch.execute("DELETE FROM t")
        batch.execute(SQLFragment(raw: sql))
      }
    }
    #expect(batch?.code == .unsupportedFeature && batch?.statementIndex == 1)
    let text = await thrownError { try await database.executeScript("DELETE FROM t; \(sql);") }
    #expect(text?.code == .unsupportedFeature)
    #expect(script.requests.isEmpty)
  }

  @Test func whatIsKeptInTheDatabaseAndQuestionsAreSent() async throws {
    let texts = [
      "PRAGMA cache_size", "PRAGMA user_version = 3", "PRAGMA foreign_keys = ON", "PRAGMA table_info(t)",
      "PRAGMA optimize",
    ]
    for sql in texts {
      let script = try PerSQLScript(.rows("", ""))
      let database = try await script.database()
      _ = try? await database.execute(SQLFragment(raw: sql))
      #expect(script.bodies == [#"{"sql":"\#(sql)","params":[]}"#])
    }
    // Ends with the transaction by itself, which is what a batch is.
    let script = try PerSQLScript(.data(#"[{"columns":[],"rows":[]},{"columns":[],"rows":[]}]"#))
    let database = try await script.database()
    try await database.batch { batch in
      batch.execute("PRAGMA defer_foreign_keys = ON")
      batch.execute("DELETE FROM t")
    }
    #expect(script.requests.count == 1)
  }

  @Test func parametersOfABatch() async throws {
    let script = try PerSQLScript()
    let database = try await script.database()
    let error = await thrownError {
      try await database.batch { batch in
        batch.execute("DELETE FROM t")
        batch.execute(
          SQLFragment(
            raw: "INSERT INTO t VALUES (?" + String(repeating: ",?", count: 100) + ")",
            values: .init(repeating: .null, count: 101)))
      }
    }
    #expect(error?.code == .tooManyParameters && error?.statementIndex == 1)
    #expect(script.requests.isEmpty)
  }

  @Test func interactiveTransactionsAndLargeBatches() async throws {
    let script = try PerSQLScript()
    let database = try await script.database()
    let write = await thrownError {
      try await database.write { transaction in _ = try await transaction.execute("SELECT 1") }
    }
    #expect(write?.code == .unsupportedFeature)
    let large = await thrownError {
      try await database.batch { batch in for _ in 0...100 { batch.execute("DELETE FROM t") } }
    }
    #expect(large?.code == .unsupportedFeature)
    #expect(script.requests.isEmpty)
  }

  @Test func blobsAndRoundedNumbersInAnswers() async throws {
    let script = try PerSQLScript(
      .rows(#""a","b""#, "[1,{}]"), .rows(#""big""#, "[9007199254740992]"),
      .data(#"[{"columns":["big"],"rows":[[9007199254740993]]},{"columns":["c","r"],"rows":[[1,1]]}]"#))
    let database = try await script.database()
    let blob = await thrownError { _ = try await database.fetchAll(("SELECT a, b FROM t" as SQLFragment).rows()) }
    #expect(blob?.code == .unsupportedFeature && blob?.message.contains("\"b\"") == true)
    let rounded = await thrownError { _ = try await database.fetchAll(("SELECT big FROM t" as SQLFragment).rows()) }
    #expect(rounded?.code == .unsupportedFeature && rounded?.outcome == .notApplied)
    let written = await thrownError {
      let query: SQLFragment = "UPDATE t SET a = 1 RETURNING big"
      _ = try await database.fetchAll(query.rows())
    }
    #expect(written?.code == .unsupportedFeature && written?.outcome == .applied)
  }

  /// From 2^53 on, both ends may have rounded; below it and beyond 2^63, every number is told exactly.
  @Test(arguments: [
    ("9007199254740991", true), ("-9007199254740991", true), ("9007199254740992", false), ("-9007199254740992", false),
    ("9223372036854775807", false), ("-9223372036854775808", false), ("9223372036854775808", false),
    ("9007199254740992.0", false), ("1e16", false), ("1e19", true), ("-1.7976931348623157e308", true), ("0.1", true),
    ("4503599627370496.5", true), ("1e400", false), ("-1e400", false),
  ])
  func numbersOfAnswers(_ number: String, _ isExact: Bool) async throws {
    let script = try PerSQLScript(policy: .never, .rows(#""n""#, "[\(number)]"))
    let database = try await script.database()
    var rows: [SQLRow] = []
    let error = await thrownError { rows = try await database.fetchAll(("SELECT n FROM t" as SQLFragment).rows()) }
    #expect((error == nil) == isExact && rows.count == (isExact ? 1 : 0), "\(error.map { "\($0)" } ?? "")")
  }
}
