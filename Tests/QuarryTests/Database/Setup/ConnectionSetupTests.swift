import Foundation
import QuarryMemory
import QuarrySQLite
import QuarrySQLiteEngine
import TestSupport
import Testing

@testable import Quarry

/// Every connection is prepared before its first statement, also one that replaces another.
@Suite struct ConnectionSetupTests {
  /// How the connection is used.
  enum Use: CaseIterable { case calls, awaits }

  private let ask: SQLFragment =
    "SELECT twice(21), (SELECT n FROM other.t), (SELECT count(*) FROM note), 'a' = 'A' COLLATE folded"

  private func answer(_ database: Database, writes: Bool, _ use: Use) async throws -> [[SQLValue]] {
    let ask = ask
    return switch (use, writes) {
    case (.calls, true): try await database.write { (session: SQLSession) in try session.values(ask) }
    case (.calls, false): try await database.read { (session: SQLSession) in try session.values(ask) }
    case (.awaits, true):
      try await database.write { (transaction: DatabaseTransaction) in
        try await transaction.fetchAll(ask.rows()).map(\.values)
      }
    case (.awaits, false):
      try await database.read { (transaction: DatabaseTransaction) in
        try await transaction.fetchAll(ask.rows()).map(\.values)
      }
    }
  }

  /// Breaks the writer, so that another one is opened.
  private func breakWriter(of database: Database) async throws {
    try await database.withoutTransaction { session in
      try session.withDriverConnection(SQLiteConnection.self) { $0.closeSynchronously() }
    }
  }

  @Test(arguments: LocalDriver.allCases, Use.allCases)
  func functionsCollationsTracesAttachedFilesAuthorizers(_ place: LocalDriver, _ use: Use) async throws {
    let folder = try TemporaryFolder()
    let other = folder.file("other.db")
    let opened = Shared<[ConnectionRole]>([])
    let traced = Shared<[String]>([])
    let denies = Shared(false)
    let driver = place.driver(in: folder) { connection, role in
      opened.update { $0.append(role) }
      try connection.addFunction("twice", argumentCount: 1) { values in
        guard case .integer(let number)? = values.first else { return .null }
        return .integer(number * 2)
      }
      try connection.addCollation("folded") { left, right in
        let (left, right) = (left.lowercased(), right.lowercased())
        return left < right ? .before : left > right ? .after : .same
      }
      // A key of its own: the file beside an encrypted one is in the clear.
      try connection.attach(other, as: "other")
      try connection.execute("CREATE TABLE IF NOT EXISTS other.t (n); CREATE TEMP TABLE note (n)")
      if try connection.value("SELECT count(*) FROM other.t") == 0 {
        try connection.execute("INSERT INTO other.t VALUES (7)")
      }
      try connection.setAuthorizer { action in
        denies.value && action.code == 20 && action.first == "secret" ? .deny : .allow
      }
      try connection.onTrace { event in traced.update { $0.append(event.sql) } }
    }
    let database = try await Database(driver)
    let isParallel = place == .sqlite || place == .sqlcipher
    #expect(opened.value == [.writer])
    #expect(traced.value.allSatisfy { !$0.contains("query_only") }, "what is made sure of is not observed")
    let expected: [[SQLValue]] = [[42, 7, 0, 1]]
    #expect(try await answer(database, writes: true, use) == expected)
    #expect(try await answer(database, writes: false, use) == expected)
    #expect(opened.value == (isParallel ? [.writer, .reader] : [.writer]))
    #expect(traced.value.contains { $0.hasPrefix("BEGIN") } && traced.value.contains { $0.contains("twice(21)") })
    if isParallel {
      #expect(try await database.fetchAll(("PRAGMA query_only" as SQLFragment).values(Int.self)) == [1])
    }
    // Observing rows needs the engine's authorizer too; the one of the preparation stays.
    try await database.execute("CREATE TABLE secret (n)")
    denies.set(true)
    let changes = Shared(0)
    try await database.withoutTransaction { session in
      _ = try session.withDriverConnection(SQLiteConnection.self) { connection in
        try connection.onRowChange { _ in changes.update { $0 += 1 } }
      }
      try session.execute("INSERT INTO secret VALUES (1)")
      try session.execute("DELETE FROM secret")
    }
    #expect(changes.value == 2)
    #expect(
      try await databaseError { try await database.fetchAll(("SELECT n FROM secret" as SQLFragment).rows()) }.code
        == .authorization)
    #expect(
      try await databaseError {
        try await database.fetchAll(("SELECT n FROM secret" as SQLFragment).rows(readOnly: false))
      }.code == .authorization)
    denies.set(false)
    // A connection that replaces a lost one is prepared again.
    try? await breakWriter(of: database)
    #expect(try await answer(database, writes: true, use) == expected)
    #expect(opened.value == (isParallel ? [.writer, .reader, .writer] : [.writer, .writer]))
    await database.close()
  }

  private struct Mine: Error {}

  @Test(arguments: LocalDriver.allCases) func anErrorEndsTheOpening(_ place: LocalDriver) async throws {
    let folder = try TemporaryFolder()
    let failing = Shared<(@Sendable (SQLiteConnection) throws -> Void)?>(nil)
    let roles = Shared<Set<ConnectionRole>>([.writer, .reader])
    let last = WeakConnection()
    let driver = place.driver(in: folder) { connection, role in
      last.set(connection)
      try connection.addFunction("f", argumentCount: 0) { _ in 1 }
      if roles.value.contains(role) { try failing.value?(connection) }
    }
    let failures: [(DatabaseError.Code, @Sendable (SQLiteConnection) throws -> Void)] = [
      (.cannotOpen, { _ in throw Mine() }), (.syntax, { try $0.execute("SELEKT") }),
      (.transactionState, { try $0.execute("BEGIN") }), (.connectionClosed, { $0.closeSynchronously() }),
      (.busy, { _ in throw DatabaseError(.busy, "later", isRetrySafe: true) }),
    ]
    for (code, failure) in failures {
      failing.set(failure)
      roles.set([.writer, .reader])
      let error = try await databaseError { try await Database(driver) }
      #expect(error.code == code && error.outcome == .notApplied)
      if code == .cannotOpen { #expect(error.underlying is Mine && error.message.contains("Mine")) }
      if code != .connectionClosed { #expect(error.message.contains("preparation"), "\(error)") }
      try await eventually { last.isGone }
      #expect(errorCode { try SQLContext(driver) } == code)
      // A reader that can't be opened leaves its place to the next one.
      roles.set([.reader])
      let database = try await Database(driver, configuration: DatabaseConfiguration(maximumReaders: 1))
      if database.capabilities.parallelReaders {
        let read = try await databaseError { try await database.fetchAll(("SELECT f()" as SQLFragment).rows()) }
        #expect(read.code == code)
        try await eventually { last.isGone }
      }
      failing.set(nil)
      #expect(try await database.fetchAll(("SELECT f()" as SQLFragment).values(Int.self)) == [1])
      await database.close()
    }
  }

  enum Place: CaseIterable { case sqlite, sqlcipher, memory, suspending }

  private func database(
    _ place: Place, _ folder: TemporaryFolder, _ statements: [SQLFragment]
  ) async throws -> Database {
    let configuration = DatabaseConfiguration(connectionSQL: statements)
    return switch place {
    case .sqlite: try await LocalDriver.sqlite.database(in: folder, configuration: configuration)
    case .sqlcipher: try await LocalDriver.sqlcipher.database(in: folder, configuration: configuration)
    case .memory: try await Database(MemoryDriver(name: folder.file("m")), configuration: configuration)
    case .suspending:
      try await Database(try ServedFiles.driver(of: folder, "served.db"), configuration: configuration)
    }
  }

  @Test(arguments: Place.allCases, Use.allCases) func connectionSQL(_ place: Place, _ use: Use) async throws {
    let folder = try TemporaryFolder()
    let database = try await database(
      place, folder,
      [
        "PRAGMA cache_size = -1234", "CREATE TEMP TABLE note (n)", "INSERT INTO note VALUES (\(7)), (\(8))",
        "CREATE TEMP VIEW seen AS SELECT sum(n) AS s FROM note",
      ])
    let ask: SQLFragment = "SELECT s, (SELECT count(*) FROM sqlite_temp_master) FROM seen"
    for step in 0..<2 {
      for writes in [true, false] {
        let rows =
          switch (use, writes) {
          case (.calls, true): try await database.write { (session: SQLSession) in try session.values(ask) }
          case (.calls, false): try await database.read { (session: SQLSession) in try session.values(ask) }
          case (.awaits, true):
            try await database.write { (body: DatabaseTransaction) in try await body.fetchAll(ask.rows()).map(\.values)
            }
          case (.awaits, false):
            try await database.read { (body: DatabaseTransaction) in try await body.fetchAll(ask.rows()).map(\.values) }
          }
        #expect(rows == [[15, 2]], "step \(step), writes: \(writes)")
        let size: SQLRawQuery<Int> = ("PRAGMA cache_size" as SQLFragment).values(Int.self, readOnly: !writes)
        #expect(try await database.fetchAll(size) == [-1234])
      }
      // A reader still refuses to write.
      #expect(
        try await databaseError {
          try await database.read { (session: SQLSession) in try session.execute("CREATE TABLE t (n)") }
        }.code == .readOnly)
      if place != .memory {
        #expect(try await database.fetchAll(("PRAGMA query_only" as SQLFragment).values(Int.self)) == [1])
      }
      guard place != .suspending else { break }
      try? await breakWriter(of: database)
    }
    await database.close()
  }

  @Test(arguments: Place.allCases) func connectionSQLThatFails(_ place: Place) async throws {
    for (statements, code, index) in [
      (["PRAGMA cache_size = 100", "SELEKT"], .syntax, 1), (["SELECT 1; SELECT 2"], .multipleStatements, 0),
      (["BEGIN"], .transactionState, 0), (["SELECT \(UInt64.max)"], .valueOutOfRange, 0),
    ] as [([SQLFragment], DatabaseError.Code, Int)] {
      let folder = try TemporaryFolder()
      let error = try await databaseError { try await self.database(place, folder, statements) }
      #expect(error.code == code && error.statementIndex == index && error.message.contains("connectionSQL"))
      await (try await self.database(place, folder, [])).close()
    }
  }

  /// The statements of a writer and of a reader, and who is refused.
  @Test(arguments: [ConnectionRole.writer, .reader], [true, false])
  func theMachine(_ role: ConnectionRole, refusesWrites: Bool) throws {
    let engine = DatabaseEngine.expected(product: .sqlite, version: EngineVersion(3, 40), compileOptions: nil)
    for support in [DriverCapabilities.SettingSupport.kept, .remade, .refused] {
      let capabilities = DriverCapabilities(
        engine: engine, transactions: .interactive, connectionSettings: support, limits: EngineLimits())
      var none = try ConnectionSetup([], for: role, capabilities, driver: "d")
      #expect(none.statement == nil)
      none.finish(nil)
      #expect(none.statement == nil)
      guard support == .kept else {
        let error = try databaseError { try ConnectionSetup(["SELECT 1"], for: role, capabilities, driver: "named") }
        #expect(
          error.code == .unsupportedFeature && error.missing == .connectionState && error.message.contains("named"))
        continue
      }
      var setup = try ConnectionSetup(["SELECT 1", "SELECT 2"], for: role, capabilities, driver: "d")
      var texts: [String] = []
      while let statement = setup.statement {
        texts.append(statement.sql)
        setup.finish(.integer(refusesWrites ? 1 : 0))
      }
      let own = ["SELECT 1", "SELECT 2"]
      #expect(
        texts
          == (role == .writer
            ? own
            : ["PRAGMA query_only"]
              + (refusesWrites ? ["PRAGMA query_only = 0"] + own + ["PRAGMA query_only = 1"] : own)))
    }
  }
}

/// Knows whether a connection is still there.
private final class WeakConnection: @unchecked Sendable {
  // Sound because the reference is only looked at while the lock is held.
  private let lock = NSLock()
  private weak var connection: SQLiteConnection?

  func set(_ connection: SQLiteConnection) { lock.withLock { self.connection = connection } }

  var isGone: Bool { lock.withLock { connection == nil } }
}
