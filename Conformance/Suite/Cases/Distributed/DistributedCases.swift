/// Distributed.
enum DistributedCases: CaseList {
  static let cases: [ConformanceCase] = []

  static let upcoming: [UpcomingCase] = [
    UpcomingCase(
      "DIST-01",
      "declared consistency levels: read-your-writes holds on one connection at `strong`; stale read is possible and flagged at `eventual`"
    ),
    UpcomingCase("DIST-02", "write to a follower: forwarded or redirected, never lost, never applied twice"),
    UpcomingCase(
      "DIST-03", "leader change during a transaction: `.transactionLost` or retried as a whole, never half applied"),
    UpcomingCase("DIST-04", "leader change during a retryable single write with idempotency key: exactly one row"),
    UpcomingCase("DIST-05", "no quorum: write fails with `.unavailable` within its timeout; reads as declared"),
    UpcomingCase(
      "DIST-06", "non-deterministic SQL (random(), datetime('now')) gives equal rows on all nodes, or is refused"),
    UpcomingCase("DIST-07", "`lastInsertRowID` and `changes` come from the node that applied the write"),
    UpcomingCase(
      "DIST-08",
      "bank transfer test: total is constant under faults for 60 s, history checked for serializability as declared"),
    UpcomingCase(
      "DIST-09", "embedded replica: local read after sync sees the remote write; sync is resumable after a kill"),
    UpcomingCase(
      "DIST-10",
      "unsupported statements (ATTACH, VACUUM, PRAGMA, interactive BEGIN) are refused by name with unsupportedFeature"),
  ]
}
