#if Command
import Foundation
import Quarry
import QuarryRemote
import QuarryServer
import Testing
import TestPeers
import TestSupport

/// The driver over HTTP/2, in front of a real server.
@Suite("HTTP/2", .needsHTTP2Proxy)
struct HTTP2Tests {
  private func withProxy(
    _ body: (_ database: Database, _ transport: CurlTransport, _ served: Served, _ proxy: HTTP2Proxy) async throws ->
      Void
  ) async throws {
    let certificates = try Certificates()
    try await withServer(isFile: true) { (served) async throws in
      let proxy = try HTTP2Proxy(to: served.client.port, certificates: certificates)
      let transport = CurlTransport(.init(caFile: certificates.authority))
      let database = try await Database(
        HranaDriver(
          url: proxy.url, transport: transport, retries: .patient, timeout: .seconds(300), maximumReaders: 64))
      try await database.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, x TEXT)")
      try await body(database, transport, served, proxy)
      await database.close()
      await transport.close()
    }
  }

  @Test func manyCallsShareOneConnection() async throws {
    try await withProxy { database, transport, _, _ in
      try await database.batch { batch in
        for id in 1...64 { batch.execute("INSERT INTO t VALUES (\(id), \(String(repeating: "x", count: id * 100)))") }
      }
      for _ in 0..<4 {
        let lengths = try await withThrowingTaskGroup(of: (Int, Int?).self) { group in
          for id in 1...64 {
            group.addTask {
              let query: SQLFragment = "SELECT length(x) FROM t WHERE id = \(id)"
              return (id, try await database.fetchOne(query.values(Int.self)))
            }
          }
          return try await group.reduce(into: [Int: Int]()) { $0[$1.0] = $1.1 }
        }
        #expect(lengths == Dictionary(uniqueKeysWithValues: (1...64).map { ($0, $0 * 100) }))
      }
      #expect(transport.statistics.connections == 1)
      #expect(transport.statistics.calls > 256)
    }
  }

  @Test func transactionsAndLongAnswersAreWhole() async throws {
    try await withProxy { database, transport, _, _ in
      try await database.write { transaction in
        for id in 1...20 { try await transaction.execute("INSERT INTO t VALUES (\(id), 'a')") }
      }
      let numbers: SQLFragment =
        "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 20000) SELECT x, printf('%0200d', x) FROM c"
      var next: Int64 = 1
      for try await row in database.rows(numbers.rows()) {
        #expect(row.values[0] == .integer(next))
        next += 1
      }
      #expect(next == 20_001)
      let count: SQLFragment = "SELECT count(*) FROM t"
      #expect(try await database.fetchAll(count.values(Int.self)) == [20])
      #expect(transport.statistics.connections == 1)
    }
  }

  /// A call that is cancelled takes only its own stream with it.
  @Test func cancellingLeavesTheOtherCallsAlone() async throws {
    try await withProxy { database, transport, _, _ in
      let endless: SQLFragment =
        "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"
      let before = transport.statistics.calls
      let tasks = (0..<8).map { _ in Task { try await database.fetchOne(endless.values(Int.self)) } }
      let others = try await withThrowingTaskGroup(of: Int?.self) { group in
        for id in 0..<32 {
          group.addTask { try await database.fetchOne(("SELECT \(id)" as SQLFragment).values(Int.self)) }
        }
        for task in tasks { task.cancel() }
        return try await group.reduce(into: Set<Int>()) { if let value = $1 { $0.insert(value) } }
      }
      #expect(others == Set(0..<32))
      for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
      #expect(transport.statistics.calls >= before + 32 && transport.statistics.connections == 1)
    }
  }

  /// The proxy dies while the answer to a write is on its way: nobody knows, and nobody sends it again.
  @Test func aConnectionThatEndsLeavesWritesUnknown() async throws {
    try await withProxy { database, _, served, proxy in
      let slow: SQLFragment = """
        INSERT INTO t (x) SELECT 'slow' FROM (
          WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 300000000) SELECT max(x) FROM c)
        """
      let writing = Task { () -> DatabaseError? in
        do {
          try await database.execute(slow)
          return nil
        } catch { return error as? DatabaseError }
      }
      try await eventually { await served.server.openStreams > 0 }
      proxy.stop()
      let error = await writing.value
      #expect(error?.code == .outcomeUnknown && error?.outcome == .unknown)
    }
  }
}
#endif
