import Quarry
import QuarryMemory
import QuarrySQLite
import QuarrySQLiteEngine
import TestSupport
import Testing

/// Drivers around others, as the comments of ``ForwardingDriver`` and ``ForwardingStatement`` show them.
@Suite("Drivers around another driver")
struct ForwardingTests {
  struct LoggingDriver<Base: DatabaseDriver>: ForwardingDriver {
    let base: Base
    let log: @Sendable (String) -> Void

    nonisolated(nonsending) func open(
      _ role: ConnectionRole
    ) async throws(DatabaseError) -> sending LoggingConnection<Base.Connection> {
      LoggingConnection(base: try await base.open(role), log: log)
    }
  }

  final class LoggingConnection<Base: DriverConnection>: ForwardingConnection {
    let base: Base
    private let log: @Sendable (String) -> Void

    init(base: sending Base, log: @escaping @Sendable (String) -> Void) {
      self.base = base
      self.log = log
    }

    nonisolated(nonsending) func prepare(
      _ sql: String
    ) async throws(DatabaseError) -> PreparedStatement<Base.Statement>? {
      log(sql)
      return try await base.prepare(sql)
    }
  }

  /// Changes nothing at all.
  struct PlainDriver<Base: DatabaseDriver>: ForwardingDriver {
    typealias Connection = Base.Connection
    let base: Base
  }

  /// Stays synchronous around an engine in this process, and changes nothing.
  struct LocalDriver: ForwardingDriver {
    let base: SQLiteDriver

    nonisolated(nonsending) func open(
      _ role: ConnectionRole
    ) async throws(DatabaseError) -> sending LocalConnection { LocalConnection(base: try await base.open(role)) }
  }

  final class LocalConnection: ForwardingConnection, SynchronousDriverConnection {
    typealias Statement = SQLiteStatement
    let base: SQLiteConnection

    init(base: sending SQLiteConnection) { self.base = base }
  }

  /// The same calls give the same through a driver, and through one around it.
  private func use(_ driver: any DatabaseDriver) async throws -> [[SQLValue]] {
    let database = try await Database(driver)
    try await database.execute("CREATE TABLE t (a UNIQUE, b)")
    try await database.write { transaction in
      for number in [Int64](1...3) { try await transaction.execute("INSERT INTO t VALUES (\(number), 'x')") }
    }
    try await database.write { (session: SQLSession) in try session.execute("UPDATE t SET b = \(2.5) WHERE a = 2") }
    let code = await errorCode { try await database.execute("INSERT INTO t VALUES (1, NULL)") }
    #expect(code == .constraintUnique)
    let rows = try await database.fetchAll(("SELECT a, b FROM t ORDER BY a" as SQLFragment).rows())
    await database.close()
    return rows.map(\.values)
  }

  @Test func same() async throws {
    let folder = try TemporaryFolder()
    func file(_ name: String) -> SQLiteDriver { SQLiteDriver(path: folder.file(name)) }
    let texts = Protected<[String]>([])
    let expected = try await use(file("plain.db"))
    #expect(try await use(PlainDriver(base: file("a.db"))) == expected)
    #expect(try await use(LocalDriver(base: file("b.db"))) == expected)
    #expect(try await use(PlainDriver(base: LocalDriver(base: file("c.db")))) == expected)
    let logging = LoggingDriver(base: file("d.db")) { sql in texts.withLock { $0.append(sql) } }
    #expect(try await use(logging) == expected)
    #expect(texts.withLock { $0 }.filter { $0.hasPrefix("INSERT") }.count == 4)
  }

  @Test func facts() throws {
    let base = MemoryDriver(name: "forwarded")
    let driver = PlainDriver(base: base)
    #expect(driver.name == base.name && driver.databaseName == base.databaseName)
    #expect(driver.traits.maximumReaders == base.traits.maximumReaders)
    #expect(driver.traits.blocksThread == base.traits.blocksThread)
    let folder = try TemporaryFolder()
    let connection = try SQLiteDriver(path: folder.file("f.db")).openSynchronously(.writer)
    #expect(connection.storageIdentity != nil)
    #expect(LocalConnection(base: connection).storageIdentity != nil)
  }
}
