import Quarry
import QuarryMemory
import QuarrySQLite
import Testing
import TestSupport

@Suite("Concurrency")
struct ConcurrencyTests {
  @Test("F14: eight tasks write at the same time; no row is lost", arguments: LocalDriver.allCases)
  func writers(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    try await database.execute("CREATE TABLE t (n INTEGER)")
    let perTask = driver == .sqlcipher ? 100 : 250
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for index in 0..<perTask {
            if index % 2 == 0 {
              try await database.write { session in _ = try session.execute("INSERT INTO t VALUES (\(task))") }
            } else {
              try await database.write { transaction in
                await Task.yield()
                try await transaction.execute("INSERT INTO t VALUES (\(task))")
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await database.fetchCount(Values("SELECT n FROM t")) == 8 * perTask)
    await database.close()
  }

  @Test("Readers run beside an open write, each on its own snapshot")
  func readersBesideWriter() async throws {
    let folder = try TemporaryFolder()
    let database = try await LocalDriver.sqlite.database(in: folder)
    try await database.execute("CREATE TABLE t (n INTEGER)")
    try await database.write { transaction in
      try await transaction.execute("INSERT INTO t VALUES (1)")
      let outside = try await Task.detached { try await database.fetchCount(Values("SELECT n FROM t")) }.value
      #expect(outside == 0)
    }
    #expect(try await database.fetchCount(Values("SELECT n FROM t")) == 1)
    await database.close()
  }

  @Test("The outer database inside its own body is refused, not a deadlock", arguments: LocalDriver.allCases)
  func reentrant(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    let inWrite = await #expect(throws: DatabaseError.self) {
      try await database.write { _ in _ = try await database.execute("CREATE TABLE x (n)") }
    }
    #expect(inWrite?.code == .reentrantAccess)
    let inRead = await #expect(throws: DatabaseError.self) {
      try await database.read { _ in _ = try await database.fetchAll(Values("SELECT 1")) }
    }
    #expect(inRead?.code == .reentrantAccess)
    try await database.execute("CREATE TABLE x (n)")
    await database.close()
  }

  @Test("Another database inside a body is fine")
  func otherDatabase() async throws {
    let one = try await Database(MemoryDriver())
    let two = try await Database(MemoryDriver())
    let value = try await one.write { _ in try await two.fetchOne(Values("SELECT 5")) }
    #expect(value == 5)
    await one.close()
    await two.close()
  }

  @Test("Cancelling a task ends its statement, and the connection stays usable", arguments: LocalDriver.allCases)
  func cancelStatement(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    for isSynchronous in [true, false] {
      let task = Task {
        if isSynchronous {
          return try await database.read { session in try session.fetchOne(Values(endless)) }
        }
        return try await database.read { transaction in try await transaction.fetchOne(Values(endless)) }
      }
      try await Task.sleep(for: .milliseconds(20))
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(try await database.fetchOne(Values("SELECT 7")) == 7)
    }
    await database.close()
  }

  @Test("A task that is cancelled at once never hangs", arguments: 0..<20)
  func cancelAtOnce(_ round: Int) async throws {
    let database = try await Database(MemoryDriver())
    let task = Task { try await database.fetchOne(Values(endless)) }
    if round % 2 == 0 { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await database.fetchOne(Values("SELECT 7")) == 7)
    await database.close()
  }

  @Test("A cancelled write rolls back", arguments: LocalDriver.allCases)
  func cancelWrite(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    try await database.execute("CREATE TABLE t (n INTEGER)")
    let task = Task {
      try await database.write { session in
        _ = try session.execute("INSERT INTO t VALUES (1)")
        _ = try session.fetchOne(Values(endless))
      }
    }
    try await Task.sleep(for: .milliseconds(20))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await database.fetchCount(Values("SELECT n FROM t")) == 0)
    try await database.execute("INSERT INTO t VALUES (2)")
    await database.close()
  }

  @Test("Waiting for a connection can be cancelled, and all others get their turn")
  func cancelWaiting() async throws {
    let database = try await Database(MemoryDriver())
    let order = Shared<[Int]>([])
    let entered = Shared(false)
    let release = Shared(false)
    let holder = Task {
      try await database.write { _ in
        entered.set(true)
        try await eventually { release.value }
      }
    }
    try await eventually { entered.value }
    let tasks = (0..<5).map { number in
      Task {
        try await Task.sleep(for: .milliseconds(5 * number))
        try await database.write { _ in order.update { $0.append(number) } }
      }
    }
    try await Task.sleep(for: .milliseconds(50))
    tasks[2].cancel()
    await #expect(throws: CancellationError.self) { try await tasks[2].value }
    release.set(true)
    try await holder.value
    for (number, task) in tasks.enumerated() where number != 2 { try await task.value }
    #expect(order.value.sorted() == [0, 1, 3, 4])
    await database.close()
  }

  @Test("After closing every call says so; work under way is not cut")
  func closing() async throws {
    let folder = try TemporaryFolder()
    let database = try await LocalDriver.sqlite.database(in: folder)
    try await database.execute("CREATE TABLE t (n INTEGER)")
    let (entered, release) = (Shared(false), Shared(false))
    let work = Task {
      try await database.write { transaction in
        try await transaction.execute("INSERT INTO t VALUES (1)")
        entered.set(true)
        try await eventually { release.value }
        try await transaction.execute("INSERT INTO t VALUES (2)")
      }
    }
    try await eventually { entered.value }
    await database.close()
    await database.close()
    release.set(true)
    try await work.value
    let reopened = try await LocalDriver.sqlite.database(in: folder)
    #expect(try await reopened.fetchAll(Values("SELECT n FROM t ORDER BY n")) == [1, 2])
    await reopened.close()
    for call in 0..<3 {
      let error = await #expect(throws: DatabaseError.self) {
        switch call {
        case 0: _ = try await database.fetchAll(Values("SELECT 1"))
        case 1: try await database.write { session in _ = try session.execute("DELETE FROM t") }
        default: for try await _ in database.rows(Values("SELECT 1")) {}
        }
      }
      #expect(error?.code == .connectionClosed)
    }
  }
}
