import Foundation
import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

@Suite("Writes that wait together share a transaction")
struct GroupTests {
  @TaskLocal static var mark = 0

  private static func inserts(_ numbers: some Sequence<Int>) -> [OneStatement] {
    numbers.map { OneStatement("INSERT INTO t (n) VALUES (\($0))") }
  }

  @Test("One commit for all that wait, and each has its own key and count", arguments: LocalDriver.engines)
  func sharing(_ place: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let line = try await WriterLine(place, in: folder)
    try await line.database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER)")
    let before = line.commits.value
    let outcomes = try await line.run(Self.inserts(1...64) + [OneStatement("UPDATE t SET n = -n WHERE id <= 10")])
    // The command behind the body that holds the writer, 64 together, and the last one.
    #expect(line.commits.value - before == 3)
    #expect(outcomes.map(\.output?.result.affectedRows) == Array(repeating: 1, count: 64) + [10])
    #expect(outcomes.prefix(64).map(\.output?.result.lastInsertedRowID) == (1...64).map { Int64($0) })
    #expect(try await line.database.fetchCount(Values("SELECT 1 FROM t WHERE n < 0")) == 10)
    await line.database.close()
  }

  @Test("The configuration switches it off")
  func switchedOff() async throws {
    let folder = try TemporaryFolder()
    let line = try await WriterLine(.sqlite, in: folder, configuration: DatabaseConfiguration(groupsWrites: false))
    try await line.database.execute("CREATE TABLE t (n INTEGER)")
    let before = line.commits.value
    _ = try await line.run(Self.inserts(1...10))
    #expect(line.commits.value - before == 11)
    await line.database.close()
  }

  @Test("Commands, bodies that are synchronous or not, and statements keep the order in which they were asked for")
  func order() async throws {
    let folder = try TemporaryFolder()
    let line = try await WriterLine(.sqlite, in: folder)
    try await line.database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER)")
    let operations = (1...60).map { number -> @Sendable (Database) async throws -> Void in
      switch number % 10 {
      case 3: { _ = try await $0.execute("INSERT INTO t (n) VALUES (\(number))") }
      case 5:
        {
          try await $0.write { (session: SQLSession) in
            _ = try session.execute("INSERT INTO t (n) VALUES (\(number))")
          }
        }
      case 7:
        {
          try await $0.write { (transaction: DatabaseTransaction) in
            await Task.yield()
            _ = try await transaction.execute("INSERT INTO t (n) VALUES (\(number))")
          }
        }
      default: { _ = try await $0.run(OneStatement("INSERT INTO t (n) VALUES (\(number))")) }
      }
    }
    for result in try await line.run(operations) { try result.get() }
    #expect(try await line.rows("SELECT n FROM t ORDER BY id") == (1...60).map { [.integer($0)] })
    await line.database.close()
  }

  @Test("A member has its caller's task-local values and priority")
  func surroundings() async throws {
    let folder = try TemporaryFolder()
    let line = try await WriterLine(.sqlite, in: folder) { connection in
      try connection.addFunction("mark", argumentCount: 0) { _ in .integer(Int64(Self.mark)) }
      try connection.addFunction("priority", argumentCount: 0) { _ in .integer(Int64(Task.currentPriority.rawValue)) }
    }
    try await line.database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, mark INTEGER, priority INTEGER)")
    let results = try await line.run(
      (1...20).map { number in
        { database in
          let priority = number % 2 == 0 ? TaskPriority.utility : .medium
          let inner = Task(priority: priority) {
            try await Self.$mark.withValue(number) {
              _ = try await database.run(OneStatement("INSERT INTO t (mark, priority) VALUES (mark(), priority())"))
            }
          }
          return try await inner.value
        }
      })
    for result in results { try result.get() }
    let rows = try await line.rows("SELECT mark FROM t ORDER BY id")
    #expect(rows == (1...20).map { [.integer($0)] })
    await line.database.close()
  }

  @Test("Long statements don't make others wait for each other's commit")
  func longStatements() async throws {
    let folder = try TemporaryFolder()
    let line = try await WriterLine(.sqlite, in: folder, longestGroup: .milliseconds(2)) { connection in
      try connection.addFunction("pause", argumentCount: 0) { _ in
        Thread.sleep(forTimeInterval: 0.004)
        return 1
      }
    }
    try await line.database.execute("CREATE TABLE t (n INTEGER)")
    let before = line.commits.value
    let outcomes = try await line.run((0..<8).map { _ in OneStatement("INSERT INTO t VALUES (pause())") })
    #expect(outcomes.allSatisfy { $0.error == nil })
    #expect(line.commits.value - before == 9)
    await line.database.close()
  }

  @Test("A statement that isn't a change of rows, and a command of several, run alone in their place")
  func others() async throws {
    let folder = try TemporaryFolder()
    let line = try await WriterLine(.sqlite, in: folder)
    try await line.database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER)")
    let outcomes = try await line.run(
      Self.inserts(1...3) + [
        OneStatement("CREATE TABLE u (n)"), OneStatement("INSERT INTO u VALUES (1)"),
        OneStatement("INSERT INTO t (n) VALUES (4)", "INSERT INTO t (n) VALUES (5)"),
        OneStatement("/* first */ WITH x AS (SELECT 6 AS n) INSERT INTO t (n) SELECT n FROM x"),
        OneStatement("PRAGMA user_version = 7"), OneStatement("SELECT 1"), OneStatement("EXPLAIN DELETE FROM t"),
      ] + Self.inserts(7...9))
    #expect(outcomes.map(\.error) == outcomes.map { _ in nil })
    #expect(try await line.rows("SELECT n FROM t ORDER BY id") == (1...9).map { [.integer($0)] })
    #expect(try await line.rows("PRAGMA user_version") == [[7]])
    await line.database.close()
  }
}
