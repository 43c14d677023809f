import Foundation
import Quarry
import QuarrySQLCipher
import QuarrySQLite
import Testing
import TestSupport

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Processes that are killed while many tasks write at once. `QUARRY_KILL_ROUNDS` says how often.
@Suite("Processes that are killed while writes share transactions", .serialized)
struct GroupKillTests {
  private static let rounds = Surroundings.variable("QUARRY_KILL_ROUNDS").flatMap { Int($0) } ?? 2
  private static let tasks = 64

  @Test("No acknowledged write is lost, and none is half there", arguments: [LocalDriver.sqlite, .sqlcipher])
  func killed(_ place: LocalDriver) async throws {
    for round in 0..<Self.rounds {
      let folder = try TemporaryFolder()
      let created = try await place.database(in: folder)
      try await created.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, task INTEGER, n INTEGER)")
      try await created.execute("CREATE TABLE u (task INTEGER, n INTEGER)")
      try await created.execute(
        "CREATE TRIGGER both AFTER INSERT ON t BEGIN INSERT INTO u VALUES (new.task, new.n); END")
      await created.close()
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = folder.path as String, name = place.rawValue as String, round = round as Int] in
        try await Self.write(LocalDriver(rawValue: name) ?? .sqlite, path, round)
      }
      try await check(place, folder)
    }
  }

  /// Writes until the process kills itself, and notes what was acknowledged.
  private static func write(_ place: LocalDriver, _ path: String, _ round: Int) async throws {
    let file = path + place.fileName
    let database =
      place == .sqlcipher
      ? try await Database(SQLCipherDriver(path: file, key: LocalDriver.key))
      : try await Database(SQLiteDriver(path: file))
    let log = open(path + "log", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    try #require(log >= 0)
    Thread.detachNewThread {
      var generator = SeededGenerator(seed: UInt64(round))
      Thread.sleep(forTimeInterval: 0.02 + 0.2 * Double.random(in: 0..<1, using: &generator))
      kill(getpid(), SIGKILL)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<tasks {
        group.addTask {
          for number in 0... {
            _ = try await database.run(OneStatement("INSERT INTO t (task, n) VALUES (\(task), \(number))"))
            // In one call, so that lines don't mix.
            let line = Array("\(task) \(number)\n".utf8)
            _ = line.withUnsafeBytes { Foundation.write(log, $0.baseAddress, $0.count) }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private func check(_ place: LocalDriver, _ folder: TemporaryFolder) async throws {
    let database = try await place.database(in: folder)
    #expect(try await database.checkIntegrity().isSound)
    var acknowledged: [Int64: Int64] = [:]
    for line in String(decoding: folder.bytes(of: "log"), as: UTF8.self).split(separator: "\n") {
      let numbers = line.split(separator: " ").compactMap { Int64($0) }
      if numbers.count == 2 { acknowledged[numbers[0]] = max(acknowledged[numbers[0]] ?? 0, numbers[1]) }
    }
    #expect(try await database.fetchCount(Values("SELECT task, n FROM t EXCEPT SELECT task, n FROM u")) == 0)
    #expect(try await database.fetchCount(Values("SELECT task, n FROM u EXCEPT SELECT task, n FROM t")) == 0)
    let rows = try await database.fetchAll(
      ("SELECT task, count(*), count(DISTINCT n), max(n) FROM t GROUP BY task" as SQLFragment).rows())
    for row in rows {
      let (task, count) = (try row.get(0, as: Int64.self), try row.get(1, as: Int64.self))
      #expect(try row.get(2, as: Int64.self) == count, "nothing twice")
      #expect(try row.get(3, as: Int64.self) == count - 1, "nothing missing in between")
      // At most one more than the last acknowledged one.
      let last = acknowledged.removeValue(forKey: task) ?? -1
      #expect(count - 1 == last || count - 1 == last + 1, "task \(task): \(count) rows, \(last) acknowledged")
    }
    #expect(acknowledged.isEmpty, "lost: \(acknowledged)")
    await database.close()
  }
}
