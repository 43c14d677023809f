import Quarry
import Testing
import TestSupport

@Suite("Streaming rows")
struct StreamingTests {
  private let numbers: SQLFragment =
    "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 10000) SELECT x FROM c"

  @Test("All rows arrive, in order", arguments: LocalDriver.allCases)
  func all(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    var next: Int64 = 1
    for try await value in database.rows(Values(numbers)) {
      #expect(value == .integer(next))
      next += 1
    }
    #expect(next == 10001)
    await database.close()
  }

  @Test("Leaving the loop early ends the statement and allows a write", arguments: LocalDriver.allCases)
  func early(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    for _ in 0..<20 {
      for try await value in database.rows(Values(numbers)) where value == 300 { break }
      try await database.execute("CREATE TABLE IF NOT EXISTS t (n)")
    }
    await database.close()
  }

  @Test("An error in the middle is thrown at its row", arguments: LocalDriver.allCases)
  func failing(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    var count = 0
    let error = await #expect(throws: DatabaseError.self) {
      let query: SQLFragment =
        "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 1000) SELECT CASE WHEN x = 500 THEN abs(-9223372036854775808) ELSE x END FROM c"
      for try await _ in database.rows(Values(query)) { count += 1 }
    }
    #expect(error?.engineCode == .error)
    #expect(error?.outcome == .notApplied)
    #expect(count == 499)
    #expect(try await database.fetchOne(Values("SELECT 7")) == 7)
    await database.close()
  }

  @Test(
    "Rows before an error have the names of their own columns, and the error is the engine's",
    arguments: LocalDriver.allCases)
  func namesBeforeAnError(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    try await database.execute("CREATE TABLE t (a)")
    try await database.execute("INSERT INTO t VALUES (1), (-9223372036854775807 - 1)")
    let query: SQLFragment =
      "SELECT CASE a WHEN 1 THEN 'one' ELSE abs(a) END AS x, 7 AS y FROM t ORDER BY rowid"
    try await database.read { session in
      _ = try session.fetchAll(("SELECT 1 AS other" as SQLFragment).rows())
      var names: [[String]] = []
      let error = #expect(throws: DatabaseError.self) {
        try session.forEachRow(query.rows()) { row in
          names.append(row.columnNames)
          return true
        }
      }
      #expect(error?.code == .statementFailed && names == [["x", "y"]])
    }
    let error = await #expect(throws: DatabaseError.self) { try await database.fetchAll(query.rows()) }
    #expect(error?.code == .statementFailed)
    await database.close()
  }

  @Test("Rows of a transaction see its changes, and end with it", arguments: LocalDriver.allCases)
  func inTransaction(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    try await database.execute("CREATE TABLE t (n INTEGER)")
    try await database.write { transaction in
      for number in 0..<300 { try await transaction.execute("INSERT INTO t VALUES (\(number))") }
      var sum = 0
      for try await _ in transaction.rows(Values("SELECT n FROM t")) { sum += 1 }
      #expect(sum == 300)
      for try await _ in transaction.rows(Values("SELECT n FROM t")) { break }
    }
    #expect(try await database.fetchCount(Values("SELECT n FROM t")) == 300)
    await database.close()
  }

  @Test("A stream can be cancelled", arguments: LocalDriver.allCases)
  func cancel(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    let task = Task {
      var count = 0
      for try await _ in database.rows(
        Values("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) SELECT x FROM c"))
      {
        count += 1
        if count == 1000 { withUnsafeCurrentTask { $0?.cancel() } }
      }
      return count
    }
    await #expect(throws: CancellationError.self) { _ = try await task.value }
    #expect(try await database.fetchOne(Values("SELECT 7")) == 7)
    await database.close()
  }

  @Test("A stream that is cancelled at any moment ends as cancelled", arguments: LocalDriver.allCases)
  func cancelled(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    for delay in 0..<60 {
      let task = Task {
        var count = 0
        if delay == 0 { withUnsafeCurrentTask { $0?.cancel() } }
        for try await _ in database.rows(Values(numbers)) {
          count += 1
          if count == delay * 7 { withUnsafeCurrentTask { $0?.cancel() } }
        }
        return count
      }
      if delay % 3 == 1 { task.cancel() }
      do {
        // It may have come to its end before.
        #expect(try await task.value == 10_000)
      } catch {
        #expect(error is CancellationError, "\(error)")
      }
    }
    #expect(try await database.fetchOne(Values("SELECT 7")) == 7)
    await database.close()
  }
}
