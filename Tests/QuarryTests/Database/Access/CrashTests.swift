import Foundation
import Quarry
import QuarryMemory
import QuarrySQLite
import QuarrySQLiteEngine
import Testing
import TestSupport

/// S20 to S23: what ended the process.
@Suite("Defects: crashes")
struct CrashTests {
  @Test("S20: a statement without parameters has no parameter names", arguments: LocalDriver.engines)
  func parameterNames(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try place.context(in: folder)
    #expect(try context.prepare("SELECT 1").parameterNames == [])
    #expect(try context.prepare("SELECT ?, :a, ?5").parameterNames == [nil, ":a", nil, nil, "?5"])
  }

  @Test("S21: a column that comes twice is read, by name the first", arguments: LocalDriver.engines)
  func repeatedColumns(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try place.context(in: folder)
    let row = try #require(try context.fetchOne(("SELECT 1 AS a, 2 AS a, 3 AS b" as SQLFragment).rows()))
    #expect(row.columnNames == ["a", "a", "b"])
    #expect(row.values == [1, 2, 3])
    #expect(row["a"] == 1)
    #expect(row["c"] == nil)
    try context.createTable(Item.self)
    let twice = ("SELECT 7 AS id, 'x' AS name, 8 AS id, 9 AS score" as SQLFragment).as(Item.self)
    #expect(try context.fetchAll(twice) == [Item(7, "x", 9)])
  }

  @Test("S22: after closing every call is an error or does nothing", arguments: LocalDriver.engines)
  func closed(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try place.context(in: folder)
    try context.createTable(Item.self)
    try context.insert([Item(1), Item(2)])
    let statement = try context.prepare("SELECT :a")
    try statement.start([1])
    let cursor = try context.cursor(Item.all)
    _ = try cursor.next()
    let interrupt = context.interruptHandle
    context.close()
    context.close()
    #expect(context.isClosed)
    #expect(!context.isInTransaction)
    interrupt.interrupt()
    context.interruptHandle.interrupt()
    let calls: [(SQLContext) throws -> Void] = [
      { try $0.execute("SELECT 1") }, { try $0.executeScript("SELECT 1") }, { _ = try $0.fetchAll(Item.all) },
      { _ = try $0.fetchCount(Item.all) }, { _ = try $0.cursor(Item.all) }, { _ = try $0.prepare("SELECT 1") },
      { _ = try $0.lastInsertedRowID }, { _ = try $0.totalChanges }, { _ = try $0.userVersion },
      { try $0.setUserVersion(1) }, { try $0.transaction {} }, { try $0.savepoint {} }, { try $0.insert(Item(3)) },
      { _ in _ = try statement.next() }, { _ in try statement.start([1]) }, { _ in _ = try statement.rows([1]) },
    ]
    for (index, call) in calls.enumerated() {
      #expect(try databaseError { try call(context) }.code == .connectionClosed, "call \(index)")
    }
    #expect(statement.columns.count <= 1)
    statement.reset()
    statement.close()
    cursor.close()
    #expect(try cursor.next() == nil)
  }

  @Test("S22: after closing a pool every call is an error", arguments: LocalDriver.engines)
  func closedPool(_ place: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let database = try await place.database(in: folder)
    try await database.createTable(Item.self)
    await database.close()
    await database.close()
    let calls: [@Sendable (Database) async throws -> Void] = [
      { try await $0.execute("SELECT 1") }, { try await $0.executeScript("SELECT 1") },
      { _ = try await $0.fetchAll(Item.all) }, { _ = try await $0.fetchOne(Item.all) },
      { _ = try await $0.fetchCount(Item.all) }, { for try await _ in $0.rows(Item.all) {} },
      { try await $0.insert(Item(1)) }, { try await $0.batch { $0.execute("SELECT 1") } },
      { _ = try await $0.write { (transaction: DatabaseTransaction) in try await transaction.execute("SELECT 1") } },
      { _ = try await $0.read { session in session.isInTransaction } },
    ]
    for (index, call) in calls.enumerated() {
      #expect(try await databaseError { try await call(database) }.code == .connectionClosed, "call \(index)")
    }
  }

  @Test("S23: what cannot be opened throws, in every way to open it")
  func opening() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("no/such/folder.db")
    let registry = DriverRegistry([.sqlite, .memory])
    #expect(try databaseError { try SQLContext(path: path) }.code == .cannotOpen)
    #expect(try databaseError { try SQLContext(SQLiteDriver(path: path)) }.code == .cannotOpen)
    #expect(try await databaseError { try await Database(SQLiteDriver(path: path)) }.code == .cannotOpen)
    #expect(try await databaseError { try await Database(registry.driver(url: "sqlite:\(path)")) }.code == .cannotOpen)
    #expect(try databaseError { try registry.driver(url: "nowhere:x") }.code == .invalidConfiguration)
  }
}
