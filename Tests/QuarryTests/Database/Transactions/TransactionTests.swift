import Quarry
import Testing
import TestSupport

@Suite("Transactions")
struct TransactionTests {
  private func table(_ driver: LocalDriver, _ folder: TemporaryFolder) async throws -> Database {
    let database = try await driver.database(in: folder)
    try await database.execute("CREATE TABLE t (n INTEGER PRIMARY KEY, u INTEGER UNIQUE)")
    return database
  }

  private func rows(_ database: Database) async throws -> [SQLValue] {
    try await database.fetchAll(Values("SELECT n FROM t ORDER BY n"))
  }

  @Test("A body that returns commits; one that throws rolls back, with its own error", arguments: LocalDriver.allCases)
  func commitAndRollback(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await table(driver, folder)
    try await database.write { session in _ = try session.execute("INSERT INTO t VALUES (1, 1)") }
    await #expect(throws: Refused()) {
      try await database.write { session in
        _ = try session.execute("INSERT INTO t VALUES (2, 2)")
        throw Refused()
      }
    }
    await #expect(throws: Refused()) {
      try await database.write { transaction in
        try await transaction.execute("INSERT INTO t VALUES (3, 3)")
        throw Refused()
      }
    }
    try await database.write { transaction in
      try await transaction.execute("INSERT INTO t VALUES (4, 4)")
      await Task.yield()
      try await transaction.execute("INSERT INTO t VALUES (5, 5)")
    }
    #expect(try await rows(database) == [1, 4, 5])
    await database.close()
  }

  @Test(
    "S24: nested transactions are savepoints: an inner failure keeps the outer work", arguments: LocalDriver.allCases)
  func savepoints(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await table(driver, folder)
    try await database.write { session in
      _ = try session.execute("INSERT INTO t VALUES (1, 1)")
      do {
        try session.transaction {
          _ = try session.execute("INSERT INTO t VALUES (2, 2)")
          try session.savepoint { _ = try session.execute("INSERT INTO t VALUES (3, 3)") }
          throw Refused()
        }
      } catch is Refused {}
      try session.savepoint { _ = try session.execute("INSERT INTO t VALUES (4, 4)") }
    }
    try await database.write { transaction in
      try await transaction.execute("INSERT INTO t VALUES (5, 5)")
      do {
        try await transaction.savepoint { inner in
          try await inner.execute("INSERT INTO t VALUES (6, 6)")
          throw Refused()
        }
      } catch is Refused {}
      try await transaction.savepoint { inner in _ = try await inner.execute("INSERT INTO t VALUES (7, 7)") }
    }
    #expect(try await rows(database) == [1, 4, 5, 7])
    await database.close()
  }

  @Test(
    "S25: when the engine has rolled back by itself, the original error survives",
    arguments: LocalDriver.allCases, [true, false])
  func engineRollback(_ driver: LocalDriver, isAsynchronous: Bool) async throws {
    let folder = try TemporaryFolder()
    let database = try await table(driver, folder)
    try await database.execute("INSERT INTO t VALUES (1, 1)")
    let error = await #expect(throws: DatabaseError.self) {
      if isAsynchronous {
        try await database.write { transaction in
          try await transaction.execute("INSERT INTO t VALUES (2, 2)")
          try await transaction.execute("INSERT OR ROLLBACK INTO t VALUES (3, 1)")
        }
      } else {
        try await database.write { session in
          _ = try session.execute("INSERT INTO t VALUES (2, 2)")
          _ = try session.execute("INSERT OR ROLLBACK INTO t VALUES (3, 1)")
        }
      }
    }
    #expect(error?.code == .constraintUnique)
    #expect(error?.engineCode?.rawValue == 2067)
    #expect(try await rows(database) == [1])
    try await database.execute("INSERT INTO t VALUES (9, 9)")
    #expect(try await rows(database) == [1, 9])
    await database.close()
  }

  @Test("A swallowed engine rollback is not taken for a commit", arguments: LocalDriver.allCases)
  func swallowed(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await table(driver, folder)
    try await database.execute("INSERT INTO t VALUES (1, 1)")
    let error = await #expect(throws: DatabaseError.self) {
      try await database.write { session in
        _ = try session.execute("INSERT INTO t VALUES (2, 2)")
        _ = try? session.execute("INSERT OR ROLLBACK INTO t VALUES (3, 1)")
      }
    }
    #expect(error?.code == .transactionState)
    #expect(try await rows(database) == [1])
    await database.close()
  }

  @Test("After an engine's rollback no statement of the body runs on its own", arguments: LocalDriver.allCases)
  func goesOnAfterRollback(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await table(driver, folder)
    try await database.execute("INSERT INTO t VALUES (1, 1)")
    let error = await #expect(throws: DatabaseError.self) {
      try await database.write { session in
        let prepared = try session.prepare("INSERT INTO t VALUES (?, ?)")
        _ = try? session.execute("INSERT OR ROLLBACK INTO t VALUES (3, 1)")
        func refused(_ body: () throws -> Void) {
          let error = #expect(throws: DatabaseError.self) { try body() }
          #expect(error?.code == .transactionState)
        }
        refused { _ = try session.execute("INSERT INTO t VALUES (4, 4)") }
        refused { _ = try session.executeScript("INSERT INTO t VALUES (5, 5)") }
        refused { try session.savepoint { _ = try session.execute("INSERT INTO t VALUES (6, 6)") } }
        refused { _ = try prepared.rows([7, 7]) }
        refused { _ = try session.fetchAll(Values("SELECT n FROM t")) }
      }
    }
    #expect(error?.code == .transactionState)
    let asynchronous = await #expect(throws: DatabaseError.self) {
      try await database.write { transaction in
        _ = try? await transaction.execute("INSERT OR ROLLBACK INTO t VALUES (3, 1)")
        _ = try? await transaction.execute("INSERT INTO t VALUES (8, 8)")
        _ = try? await transaction.executeScript("INSERT INTO t VALUES (9, 9)")
      }
    }
    #expect(asynchronous?.code == .transactionState)
    #expect(try await rows(database) == [1])
    try await database.execute("INSERT INTO t VALUES (2, 2)")
    #expect(try await rows(database) == [1, 2])
    await database.close()
  }

  @Test("A read body refuses writes on every way into the engine", arguments: LocalDriver.allCases)
  func readBodies(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await table(driver, folder)
    let write: SQLFragment = "INSERT INTO t VALUES (1, 1)"
    try await database.read { session in
      func refused(_ body: () throws -> Void) {
        let error = #expect(throws: DatabaseError.self) { try body() }
        #expect(error?.code == .readOnly)
      }
      refused { _ = try session.execute(write) }
      refused { _ = try session.executeScript(write.sql) }
      refused { _ = try session.prepare(write.sql).rows() }
      refused { _ = try session.fetchAll(write.rows(readOnly: true)) }
    }
    for isNested in [false, true] {
      try await database.read { transaction in
        if isNested { try await transaction.savepoint { _ in } }
        let error = await #expect(throws: DatabaseError.self) {
          _ = try await transaction.fetchAll(write.rows(readOnly: true))
        }
        #expect(error?.code == .readOnly)
      }
    }
    #expect(try await rows(database).isEmpty)
    try await database.execute(write)
    try await database.write { transaction in try await transaction.execute("INSERT INTO t VALUES (2, 2)") }
    #expect(try await rows(database) == [1, 2])
    await database.close()
  }

  @Test("A commit that fails rolls back and reports why", arguments: LocalDriver.allCases)
  func failingCommit(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await driver.database(in: folder)
    try await database.executeScript(
      """
      CREATE TABLE p (n INTEGER PRIMARY KEY);
      CREATE TABLE t (n INTEGER PRIMARY KEY, p INTEGER REFERENCES p DEFERRABLE INITIALLY DEFERRED);
      """)
    let error = await #expect(throws: DatabaseError.self) {
      try await database.write { session in _ = try session.execute("INSERT INTO t VALUES (1, 99)") }
    }
    #expect(error?.code == .constraintForeignKey)
    #expect(try await rows(database).isEmpty)
    try await database.execute("INSERT INTO t VALUES (2, NULL)")
    #expect(try await rows(database) == [2])
    await database.close()
  }

  @Test("A statement that ends the transaction inside its body is reported", arguments: LocalDriver.allCases)
  func ended(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await table(driver, folder)
    let error = await #expect(throws: DatabaseError.self) {
      try await database.write { session in _ = try session.execute("COMMIT") }
    }
    #expect(error?.code == .transactionState)
    let left = await #expect(throws: DatabaseError.self) { try await database.execute("BEGIN") }
    #expect(left?.code == .transactionState)
    try await database.execute("INSERT INTO t VALUES (1, 1)")
    #expect(try await rows(database) == [1])
    await database.close()
  }

  @Test("A read body cannot write, and sees one state of the database", arguments: LocalDriver.allCases)
  func reading(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await table(driver, folder)
    let error = await #expect(throws: DatabaseError.self) {
      try await database.read { session in _ = try session.execute("INSERT INTO t VALUES (1, 1)") }
    }
    #expect(error?.code == .readOnly)
    let other = await #expect(throws: DatabaseError.self) {
      try await database.read { transaction in try await transaction.execute("INSERT INTO t VALUES (1, 1)") }
    }
    #expect(other?.code == .readOnly)
    if database.capabilities.parallelReaders {
      let counts = try await database.read { transaction in
        let before = try await transaction.fetchCount(Values("SELECT n FROM t"))
        try await Task.detached { _ = try await database.execute("INSERT INTO t VALUES (1, 1)") }.value
        return (before, try await transaction.fetchCount(Values("SELECT n FROM t")))
      }
      #expect(counts == (0, 0))
      #expect(try await database.fetchCount(Values("SELECT n FROM t")) == 1)
    }
    await database.close()
  }

  @Test("A transaction object does not outlive its body")
  func escaped() async throws {
    let folder = try TemporaryFolder()
    let database = try await table(.memory, folder)
    let escaped = try await database.write { transaction in
      try await transaction.execute("INSERT INTO t VALUES (1, 1)")
      return transaction
    }
    let error = await #expect(throws: DatabaseError.self) { try await escaped.execute("INSERT INTO t VALUES (2, 2)") }
    #expect(error?.code == .transactionState)
    await database.close()
  }

  @Test("A batch is applied as a whole, and names the command that failed", arguments: LocalDriver.allCases)
  func batch(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await table(driver, folder)
    try await database.batch { batch in
      batch.execute("INSERT INTO t VALUES (1, 1)")
      batch.execute("INSERT INTO t VALUES (2, 2)")
    }
    let error = await #expect(throws: DatabaseError.self) {
      try await database.batch { batch in
        batch.execute("INSERT INTO t VALUES (3, 3)")
        batch.execute("INSERT INTO t VALUES (4, 1)")
      }
    }
    #expect(error?.statementIndex == 1)
    #expect(try await rows(database) == [1, 2])
    await database.close()
  }

  @Test("A script runs whole or names the statement that failed", arguments: LocalDriver.allCases)
  func script(_ driver: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await table(driver, folder)
    let error = await #expect(throws: DatabaseError.self) {
      try await database.executeScript("INSERT INTO t VALUES (1, 1); INSERT INTO nowhere VALUES (1); SELECT 1")
    }
    #expect(error?.statementIndex == 1)
    #expect(error?.code == .noSuchObject)
    #expect(try await rows(database).isEmpty)
    try await database.executeScript("INSERT INTO t VALUES (1, 1); ; INSERT INTO t VALUES (2, 2)")
    #expect(try await rows(database) == [1, 2])
    await database.close()
  }
}
