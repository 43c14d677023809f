#if Command
import Quarry
import QuarryCopy
import QuarryRemote
import QuarrySQLiteEngine
import Synchronization
import TestSupport
import Testing

/// What is done with a database as a whole, where it is a server's.
@Suite("Operations over HTTP") struct RemoteOperationsTests {
  private static func text(_ database: Database) async throws -> String {
    let text = Mutex("")
    try await DatabaseDumper().dump(database) { part in text.withLock { $0 += part } }
    return text.withLock { $0 }
  }

  @Test("A rehearsal over PerSQL tells the statements and sends none") func rehearsal() async throws {
    try await withServer { served in
      let database = try await Database(
        try PerSQLDriver(
          baseURL: "http://127.0.0.1:\(served.client.port)", database: "default/main", transport: CurlTransport(),
          policy: .patient, timeouts: .patient))
      var migrator = DatabaseMigrator<Int>()
      migrator.add(1, sql: "CREATE TABLE a (x); INSERT INTO a VALUES (1)")
      migrator.add(2, sql: "CREATE TABLE b (y)")
      let steps = try await migrator.rehearse(database)
      #expect(steps.map(\.number) == [1, 2])
      #expect(steps[0].statements.suffix(2) == ["CREATE TABLE a (x)", "INSERT INTO a VALUES (1)"])
      try await migrator.migrate(database, to: 1)
      #expect(try await migrator.rehearse(database).map(\.number) == [2])
      #expect(try await migrator.migrate(database).applied == [2])
      await database.close()
    }
  }

  @Test("Checks and dumps work, and what needs the file is refused by type", arguments: [false, true])
  func overHrana(isFile: Bool) async throws {
    try await withServer(isFile: isFile, limits: .patient) { served in
      let database = try await served.overHrana()
      try await database.executeScript(
        """
        CREATE TABLE a (id INTEGER PRIMARY KEY, v); INSERT INTO a VALUES (1, 0.1), (2, x'00'), (3, 'it''s'), (4, NULL);
        CREATE INDEX a_v ON a (v);
        """)
      #expect(try await database.checkIntegrity().isSound)
      let folder = try TemporaryFolder()
      let local = try await LocalDriver.sqlite.database(in: folder)
      let text = try await Self.text(database)
      for statement in SQLScript(text) where !["BEGIN;", "COMMIT;"].contains(statement.sql) {
        try await local.execute(SQLFragment(raw: statement.sql))
      }
      #expect(try await Self.text(local) == text)
      for operation in ["backup", "image"] {
        let error = await #expect(throws: DatabaseError.self) {
          if operation == "image" { _ = try await database.image() }
          if operation == "backup" { try await database.backUp(toFile: folder.file("copy.db")) }
        }
        #expect(error?.code == .unsupportedFeature, "\(operation)")
      }
      #expect(!folder.has("copy.db"))
      await local.close()
      await database.close()
    }
  }
}
#endif
