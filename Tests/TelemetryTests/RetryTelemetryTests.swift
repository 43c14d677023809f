#if Telemetry
import Tracing
import MetricsTestKit
import Logging
import InMemoryLogging
import InMemoryTracing
import Quarry
import TestSupport
import Testing

/// One span, one line and one count for what is tried several times.
@Suite("Telemetry of retries") struct RetryTelemetryTests {
  @Test("A call is one span with all its attempts") func attempts() async throws {
    let watched = try await Watched(.sqlite) { configuration in
      configuration.retries = RetryPolicy(attempts: 3, firstDelay: .milliseconds(1))
    }
    let database = watched.database
    try await database.execute("CREATE TABLE t (a)")
    let failures = Shared(2)
    let spans = try await watched.spans {
      try await database.write { (session: SQLSession) in
        try session.execute("INSERT INTO t VALUES (1)")
        let fails = failures.update { count in
          count -= 1
          return count >= 0
        }
        if fails { throw DatabaseError(.busy, "locked", isRetrySafe: true) }
      }
    }
    let transactions = spans.filter { $0.operationName == "quarry.transaction" }
    #expect(transactions.count == 1)
    #expect(transactions.first?["quarry.attempts"] == "3")
    #expect(spans.filter { $0.operationName == "INSERT t" }.count == 3)
    #expect(
      spans.allSatisfy { $0.spanID == transactions.first?.spanID || $0.parentSpanID == transactions.first?.spanID })
    #expect(watched.entries("retrying").map { $0.metadata["attempt"] } == ["2", "3"])
    #expect(watched.entries("retrying").allSatisfy { $0.level == .info })
    #expect(watched.metrics.counterTotal(label: "quarry.retries") == 2)
    #expect(try await database.fetchCount(("SELECT a FROM t" as SQLFragment).rows()) == 1)
    await watched.end()
  }
}
#endif
