import Quarry
import QuarryConformance
import QuarrySQLiteEngine

extension EngineParts {
  static let errors: [EngineLayerPart] = [
    // What one connection of a local engine can be brought to.
    EngineLayerPart("ERR-19") { test in
      let session = try await test.engineSession("codes")
      defer { session.close() }
      try session.executeScript("CREATE TABLE t(a); INSERT INTO t VALUES (1), (2), (3)")

      let cursor = try session.cursor(("SELECT a FROM t" as SQLFragment).rows())
      _ = try cursor.next()
      // A cursor reads ahead: a second one is certain to stand in the middle.
      let long = try session.cursor(
        ("SELECT x.a FROM t x, t y, t z, t v, t w, t q" as SQLFragment).rows())
      _ = try long.next()
      test.expectSynchronousError(.locked, extended: 6, "a table that is read is dropped") {
        try session.execute("DROP TABLE t")
      }
      long.close()
      cursor.close()

      let handle = session.interruptHandle
      try session.engineConnection.addFunction("interrupt_now", argumentCount: 0) { _ in
        handle.interrupt()
        return .null
      }
      test.expectSynchronousError(.interrupted, extended: 9, "a statement is interrupted") {
        try session.fetchAll(
          ("WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT interrupt_now() FROM c"
            as SQLFragment)
            .rows())
      }
      test.expectEqual(
        try session.fetchCount(("SELECT a FROM t" as SQLFragment).rows()), 3, "usable after the interrupt")

      try session.execute("PRAGMA query_only = 1")
      let refused = test.expectSynchronousError(.readOnly, extended: 8, "a write while only queries are allowed") {
        try session.execute("DELETE FROM t")
      }
      test.expectEqual(refused?.outcome, .notApplied, "nothing was written")
      try session.execute("PRAGMA query_only = 0")

      let pages = try session.fetchOne(("PRAGMA page_count" as SQLFragment).values(Int.self)) ?? 0
      try session.execute("PRAGMA max_page_count = \(raw: "\(pages + 1)")")
      let full = test.expectSynchronousError(.diskFull, extended: 13, "a database of limited size is full") {
        try session.execute("INSERT INTO t VALUES (zeroblob(100000))")
      }
      test.expectEqual(full?.isTransactionOpen, false, "no transaction is left")
      test.expectEqual(
        try session.fetchCount(("SELECT a FROM t" as SQLFragment).rows()), 3, "nothing was written to the full one")
    }
  ]
}
