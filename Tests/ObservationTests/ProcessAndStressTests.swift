import Foundation
import Quarry
import QuarrySQLCipher
import QuarrySQLite
import QuarrySQLiteEngine
import TestSupport
import Testing

/// Other databases on the same file stand for other processes here: the suite has those.
@Suite struct OthersTests {
  private static let sum = ("SELECT sum(a) FROM t" as SQLFragment).values(Int64.self)

  @Test(arguments: [LocalDriver.sqlite, .sqlcipher], [true, false])
  func othersCommitsAreSeen(_ driver: LocalDriver, hasLog: Bool) async throws {
    let folder = try TemporaryFolder()
    var settings = SQLiteConnectionSettings()
    settings.journalMode = hasLog ? .writeAheadLog : .delete
    let here = try await driver.database(in: folder, settings: settings)
    try await here.executeScript("CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1)")
    let there = try await driver.database(in: folder, settings: settings)
    let values = Values(here.observe(Self.sum))
    let deaf = Values(here.observe(Self.sum, policy: .ownWrites))
    let polling = Values(here.observe(Self.sum, policy: .polling(every: .milliseconds(20))))
    for source in [values, deaf, polling] { #expect(try await source.next() == [1]) }
    let unheard = Asked(deaf)
    for number in 2...10 {
      try await there.execute("UPDATE t SET a = \(number)")
      let (seen, polled) = (Asked(values), Asked(polling))
      #expect(try await seen.value == [Int64(number)])
      #expect(try await polled.value == [Int64(number)])
    }
    #expect(!unheard.hasCome)
    try await here.execute("UPDATE t SET a = 11")
    #expect(try await unheard.value == [11])
    await here.close()
    await there.close()
  }

  @Test func sharedMemoryIsAskedFor() async throws {
    let driver = LocalDriver.sharedMemory.driver(in: try TemporaryFolder())
    let (here, there) = (try await Database(driver), try await Database(driver))
    try await here.executeScript("CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1)")
    let values = Values(here.observe(Self.sum, policy: .polling(every: .milliseconds(10))))
    #expect(try await values.next() == [1])
    try await there.execute("UPDATE t SET a = 2")
    #expect(try await values.next() == [2])
    await here.close()
    await there.close()
  }

  @Test func eightObserversAndFourWritersAgree() async throws {
    let folder = try TemporaryFolder()
    let database = try await LocalDriver.sqlite.database(in: folder)
    try await database.executeScript("CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER)")
    try await database.execute("INSERT INTO t VALUES (1, 0), (2, 0)")
    let commits = 400
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var last: Int64 = -1
          let observation = database.observe { transaction in
            let a = try await transaction.fetchOne(("SELECT a FROM t WHERE id = 1" as SQLFragment).values(Int64.self))
            let b = try await transaction.fetchOne(("SELECT a FROM t WHERE id = 2" as SQLFragment).values(Int64.self))
            return [a ?? -1, b ?? -1]
          }
          for try await pair in observation {
            #expect(pair[0] == pair[1] && pair[0] > last)
            last = pair[0]
            if last == commits { return }
          }
        }
      }
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<(commits / 4) {
            try await database.write { (session: SQLSession) in
              try session.execute("UPDATE t SET a = a + 1 WHERE id = 1")
              try session.execute("UPDATE t SET a = a + 1 WHERE id = 2")
            }
          }
        }
      }
      try await group.waitForAll()
    }
    await database.close()
  }
}
