/// Concurrency, busy, cancellation, pools.
enum ConcurrencyCases: CaseList {
  static let cases: [ConformanceCase] =
    tasks + cancellation + waiting + pool + readersAndWriters + closing + hooks + interrupts + processes + files

  static let retired: [RetiredCase] = [
    RetiredCase(
      "CONC-07", "a query timeout ends a long query with a timeout error, connection reusable",
      reason: "Quarry has no timeout of its own for a query: a deadline is a task that cancels, which CONC-03 and "
        + "CONC-06 check; the timeouts of remote drivers have cases in REM")
  ]

  /// A query that never ends, and returns no row.
  static let endlessText = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
}
