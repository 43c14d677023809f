#if Command
import Quarry
import QuarryRemote
import QuarryServer
import Testing

/// What a database has written, each of its connections reads, many at once: a write is answered when it is committed.
@Suite struct ReadAfterWriteTests {
  @Test(arguments: [false, true]) func overHrana(isFile: Bool) async throws {
    try await withServer(isFile: isFile) { served in
      let driver = HranaDriver(
        url: "http://127.0.0.1:\(served.client.port)", retries: .patient, timeout: .seconds(300))
      try await check(try await Database(driver))
    }
  }

  @Test(arguments: [false, true]) func overPerSQL(isFile: Bool) async throws {
    try await withServer(isFile: isFile) { served in
      let driver = try PerSQLDriver(
        baseURL: "http://127.0.0.1:\(served.client.port)", database: "default/main", transport: CurlTransport(),
        policy: .patient, timeouts: .patient)
      try await check(try await Database(driver))
    }
  }

  private func check(_ database: Database) async throws {
    try await database.execute("CREATE TABLE t(n)")
    let count: SQLFragment = "SELECT count(*) FROM t"
    for round in 1...20 {
      if round % 2 == 0 {
        try await database.execute("INSERT INTO t VALUES (\(round))")
      } else {
        try await database.batch { $0.execute("INSERT INTO t VALUES (\(round))") }
      }
      let token = try await database.changeToken()
      try await withThrowingTaskGroup(of: Int?.self) { group in
        for _ in 0..<16 { group.addTask { try await database.fetchOne(count.values(Int.self)) } }
        group.addTask { try await database.fetchOne(count.values(Int.self), after: token) }
        for try await found in group { #expect(found == round) }
      }
    }
    // The server has one copy of each database and numbers nothing.
    #expect(database.capabilities.changeTokens == .always)
    let foreign = ChangeToken(database: "another one")
    await #expect { try await database.fetchOne(count.values(Int.self), after: foreign) } throws: { error in
      (error as? DatabaseError)?.code == .foreignChangeToken
    }
    await database.close()
  }
}
#endif
