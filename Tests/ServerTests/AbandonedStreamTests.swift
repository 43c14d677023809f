#if Command
import Quarry
import QuarryRemote
import QuarryServer
import Testing
import TestSupport

/// Streams on which a cancelled transaction would hold up the others for as long as the server keeps them: five minutes
/// here.
@Suite(.timeLimit(.minutes(10))) struct AbandonedStreamTests {
  private static let endless: SQLFragment =
    "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"

  @Test func cancelledTransactionsLeaveNoStream() async throws {
    try await withServer(isFile: true) { (served) async throws in
      let database = try await Database(
        HranaDriver(url: "http://127.0.0.1:\(served.client.port)", retries: .patient, timeout: .seconds(300)))
      try await database.executeScript("CREATE TABLE t (n INTEGER PRIMARY KEY); INSERT INTO t VALUES (1), (2), (3)")
      for round in 0..<30 {
        let writing = Task {
          try await database.write { transaction in
            try await transaction.execute("DELETE FROM t")
            _ = try await transaction.fetchAll(AbandonedStreamTests.endless.rows())
          }
        }
        // From before the first call to the middle of the last one.
        if round > 0 { try await Task.sleep(for: .microseconds(round * 100)) }
        writing.cancel()
        await #expect(throws: (any Error).self) { try await writing.value }
        // Would wait for the lock of a stream that is left behind.
        try await database.execute("INSERT INTO t VALUES (9)")
        try await database.execute("DELETE FROM t WHERE n = 9")
        let count: SQLFragment = "SELECT count(*) FROM t"
        #expect(try await database.fetchAll(count.values(Int.self)) == [3])
      }
      await database.close()
      try await eventually { await served.server.openStreams == 0 }
    }
  }
}
#endif
