import Quarry
import QuarryMemory
import QuarrySQLiteEngine
import Testing
import TestSupport

@Suite("Memory driver")
struct MemoryDriverTests {
  static let libraries: [SQLiteLibrary.Location] = [.systemSQLite, .systemSQLCipher].filter {
    (try? SQLiteLibrary.load($0)) != nil
  }

  func count(_ connection: SQLiteConnection) throws -> Int64? {
    let statement = try #require(try connection.prepareSynchronously("SELECT count(*) FROM t")).statement
    try statement.start([])
    let batch = SQLRowBatch()
    batch.removeAllRows(columnCount: 1)
    _ = try statement.stepSynchronously(into: batch, limit: 1)
    return batch.cell(row: 0, column: 0).integerIfPresent
  }

  func run(_ connection: SQLiteConnection, _ sql: String) throws {
    let statement = try #require(try connection.prepareSynchronously(sql)).statement
    try statement.start([])
    _ = try statement.stepSynchronously(into: SQLRowBatch(), limit: 1)
    statement.finalize()
  }

  @Test("A private database is one connection's own", arguments: libraries)
  func privateDatabase(_ library: SQLiteLibrary.Location) async throws {
    let driver = MemoryDriver(library: library)
    #expect(driver.traits.maximumReaders == 0 && driver.traits.blocksThread)
    let first = try await driver.open(.writer)
    try run(first, "CREATE TABLE t (a)")
    let second = try await driver.open(.writer)
    #expect(throws: DatabaseError.self) { try run(second, "SELECT * FROM t") }
    #expect(throws: DatabaseError.self) { try driver.save(to: "/tmp/x") }
    let fork = try MemoryDriver(forking: first).openSynchronously()
    try run(fork, "INSERT INTO t VALUES (1)")
    #expect(try count(fork) == 1)
    #expect(try count(first) == 0)
  }

  @Test("A shared database is saved, loaded and forked", arguments: libraries)
  func sharedDatabase(_ library: SQLiteLibrary.Location) throws {
    let folder = try TemporaryFolder()
    let driver = MemoryDriver(name: "saved \(folder.path)", library: library)
    let connection = try driver.openSynchronously()
    try run(connection, "CREATE TABLE t (a)")
    try run(connection, "INSERT INTO t VALUES (1), (2)")
    try driver.save(to: folder.file())
    #expect(folder.names == ["test.db"])
    let fork = try driver.fork()
    try run(connection, "DELETE FROM t")
    #expect(try count(fork.openSynchronously()) == 2)
    try driver.load(from: folder.file())
    #expect(try count(connection) == 2)
    let loaded = MemoryDriver(library: library, content: .file(folder.file()))
    #expect(try count(loaded.openSynchronously()) == 2)
    #expect(try count(loaded.openSynchronously(.reader)) == 2)
    #expect(throws: DatabaseError.self) {
      try MemoryDriver(content: .file(folder.file("none"))).openSynchronously()
    }
    #expect(throws: DatabaseError.self) { try MemoryDriver(content: .image([1, 2, 3])).openSynchronously() }
    let url = try DriverRegistry([.memory]).driver(url: "memory:?load=\(folder.file())")
    #expect(try count(try #require(url as? MemoryDriver).openSynchronously()) == 2)
  }
}
