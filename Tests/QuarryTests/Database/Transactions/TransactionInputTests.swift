import Foundation
import Quarry
import QuarryMemory
import QuarrySQLite
import QuarrySQLiteEngine
import Testing
import TestSupport

/// Transactions, bodies and cursors that are used in ways that cannot work.
@Suite("Bad input: transactions")
struct TransactionInputTests {
  @Test("Statements that control transactions where they cannot", arguments: LocalDriver.engines)
  func control(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try place.context(in: folder)
    try context.createTable(Item.self)
    for text in ["COMMIT", "ROLLBACK"] {
      #expect(try databaseError { try context.execute(SQLFragment(raw: text)) }.code == .transactionState, "\(text)")
    }
    #expect(try databaseError { try context.execute("RELEASE nowhere") }.code == .noSuchObject)
    for text in ["BEGIN", "VACUUM"] {
      let error = try databaseError {
        try context.transaction {
          try context.insert(Item(1))
          try context.execute(SQLFragment(raw: text))
        }
      }
      #expect(error.code == .transactionState, "\(text): \(error)")
    }
    let ended = try databaseError { try context.transaction { try context.execute("COMMIT") } }
    #expect(ended.code == .transactionState)
    #expect(!context.isInTransaction)
    #expect(try context.fetchCount(Item.all) == 0)
    try context.insert(Item(1))
  }

  @Test("A read body that writes, in every way", arguments: LocalDriver.engines)
  func readOnlyBodies(_ place: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await place.database(in: folder)
    try await database.createTable(Item.self)
    let calls: [@Sendable () async throws -> Void] = [
      { _ = try await database.read { (transaction: DatabaseTransaction) in try await transaction.insert(Item(1)) } },
      {
        _ = try await database.read { (transaction: DatabaseTransaction) in
          try await transaction.execute("DELETE FROM Item")
        }
      },
      {
        _ = try await database.read { (transaction: DatabaseTransaction) in
          try await transaction.executeScript("DELETE FROM Item")
        }
      },
      { try await database.read { (session: SQLSession) in _ = try session.insert(Item(1)) } },
      { try await database.read { (session: SQLSession) in _ = try session.execute("DROP TABLE Item") } },
      {
        try await database.read { (session: SQLSession) in
          _ = try session.fetchAll(("INSERT INTO Item(id) VALUES (1) RETURNING id" as SQLFragment).values(Int64.self))
        }
      },
    ]
    for (index, call) in calls.enumerated() where !(index == 5 && place == .sqlcipher) {
      #expect(try await databaseError { try await call() }.code == .readOnly, "call \(index)")
    }
    #expect(try await database.fetchCount(Item.all) == 0)
    try await database.insert(Item(1))
    await database.close()
  }

  @Test("A transaction, a session and a stream do not outlive their body", arguments: LocalDriver.engines)
  func escaped(_ place: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await place.database(in: folder)
    try await database.createTable(Item.self)
    let (outer, inner) = try await database.write { transaction in
      try await transaction.insert(Item(1))
      let inner = try await transaction.savepoint { $0 }
      #expect(try await databaseError { try await inner.insert(Item(2)) }.code == .transactionState)
      return (transaction, inner)
    }
    for transaction in [outer, inner] {
      #expect(try await databaseError { try await transaction.insert(Item(2)) }.code == .transactionState)
      #expect(try await databaseError { try await transaction.fetchAll(Item.all) }.code == .transactionState)
      #expect(try await databaseError { for try await _ in transaction.rows(Item.all) {} }.code == .transactionState)
    }
    #expect(try await database.fetchAll(Item.all) == [Item(1)])
    await database.close()
  }

  @Test("The outer database in its own body, also in a savepoint and through a stream", arguments: LocalDriver.engines)
  func reentrant(_ place: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await place.database(in: folder)
    try await database.createTable(Item.self)
    let calls: [@Sendable () async throws -> Void] = [
      { try await database.insert(Item(1)) }, { _ = try await database.fetchAll(Item.all) },
      { for try await _ in database.rows(Item.all) {} }, { try await database.batch { $0.insert(Item(1)) } },
      { try await database.write { (session: SQLSession) in _ = try session.insert(Item(1)) } },
    ]
    for call in calls {
      let error = try await databaseError {
        try await database.write { transaction in try await transaction.savepoint { _ in try await call() } }
      }
      #expect(error.code == .reentrantAccess)
    }
    #expect(try await database.fetchCount(Item.all) == 0)
    try await database.insert(Item(1))
    await database.close()
  }

  @Test("Closed statements and cursors", arguments: LocalDriver.engines)
  func closedStatements(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try place.context(in: folder)
    try context.createTable(Item.self)
    try context.insert([Item(1), Item(2), Item(3)])
    let statement = try context.prepare("SELECT id FROM Item WHERE id > :id")
    try statement.start([1])
    #expect(try statement.next()?[0] == 2)
    statement.close()
    statement.close()
    #expect(try databaseError { try statement.next() }.code == .connectionClosed)
    #expect(try databaseError { try statement.rows([1]) }.code == .connectionClosed)
    let cursor = try context.cursor(Item.all)
    #expect(try cursor.next() == Item(1))
    cursor.close()
    #expect(try cursor.next() == nil)
    #expect(try cursor.load().isEmpty)
    try context.execute("DROP TABLE Item")
  }

  @Test("A failing batch is undone and names its command", arguments: LocalDriver.engines)
  func batch(_ place: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await place.database(in: folder)
    try await database.createTable(Member.self)
    let error = try await databaseError {
      try await database.batch { batch in
        batch.insert(Member(1, "a", 1))
        batch.insert(Member(2, secret, 1))
        batch.insert(Member(3, secret, 1))
        batch.insert(Member(4, "d", 1))
      }
    }
    #expect(error.code == .constraintUnique)
    #expect(error.statementIndex == 2)
    #expect(!String(reflecting: error).contains(secret))
    #expect(try await database.fetchCount(Member.all) == 0)
    try await database.batch { $0.insert(Member(1, "a", 1)) }
    await database.close()
  }
}
