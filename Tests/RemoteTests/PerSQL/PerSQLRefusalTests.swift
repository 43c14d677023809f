import Quarry
import QuarryRemote
import Testing

/// What PerSQL cannot carry is refused by type, and nothing is sent.
@Suite struct PerSQLRefusalTests {
  @Test(arguments: [
    SQLValue.blob([1]), .blob([]), .integer(9_007_199_254_740_992), .integer(.min), .real(.infinity), .real(-.infinity),
  ])
  func values(_ value: SQLValue) async throws {
    let script = try PerSQLScript()
    let database = try await script.database()
    let read = await databaseError { _ = try await database.fetchAll(("SELECT \(value)" as SQLFragment).rows()) }
    #expect(read?.code == .unsupportedFeature)
    let write = await databaseError { _ = try await database.execute("INSERT INTO t VALUES (\(value))") }
    #expect(write?.code == .unsupportedFeature && write?.outcome == .notApplied)
    let batch = await databaseError {
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
    let error = await databaseError {
      let fragment = SQLFragment(
        raw: "SELECT ?" + String(repeating: ",?", count: 100), values: .init(repeating: .null, count: 101))
      _ = try await database.fetchAll(fragment.rows())
    }
    #expect(error?.code == .tooManyParameters)
    let repeated = await databaseError {
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
    let error = await databaseError { _ = try await database.execute(SQLFragment(raw: sql)) }
    #expect(error?.code == .unsupportedFeature)
    #expect(script.requests.isEmpty)
  }

  @Test func interactiveTransactionsAndLargeBatches() async throws {
    let script = try PerSQLScript()
    let database = try await script.database()
    let write = await databaseError {
      try await database.write { transaction in _ = try await transaction.execute("SELECT 1") }
    }
    #expect(write?.code == .unsupportedFeature)
    let large = await databaseError {
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
    let blob = await databaseError { _ = try await database.fetchAll(("SELECT a, b FROM t" as SQLFragment).rows()) }
    #expect(blob?.code == .unsupportedFeature && blob?.message.contains("\"b\"") == true)
    let rounded = await databaseError { _ = try await database.fetchAll(("SELECT big FROM t" as SQLFragment).rows()) }
    #expect(rounded?.code == .unsupportedFeature && rounded?.outcome == .notApplied)
    let written = await databaseError {
      let query: SQLFragment = "UPDATE t SET a = 1 RETURNING big"
      _ = try await database.fetchAll(query.rows())
    }
    #expect(written?.code == .unsupportedFeature && written?.outcome == .applied)
  }
}
