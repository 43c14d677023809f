import Quarry
import QuarryConformance
import QuarrySQLiteEngine

extension EngineParts {
  static let copies: [EngineLayerPart] = [
    EngineLayerPart("DDL-38") { test in
      let session = try await test.engineSession()
      defer { session.close() }
      let target = try await test.engineSession("copy")
      defer { target.close() }
      try session.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, b)")
      try session.execute("CREATE INDEX i ON t(b)")
      try session.execute(
        """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
          INSERT INTO t SELECT i, hex(zeroblob(100)) || i FROM n
        """
      )
      try target.execute("CREATE TABLE old(a)")
      // Another connection, where there can be one: what it writes makes the copy begin again.
      let writer = test.isOf(.shared) ? try await test.engineSession() : session
      defer { if writer !== session { writer.close() } }
      var steps = 0
      var refusals: [String] = []
      try session.engineConnection.backUp(to: target.engineConnection, pagesPerStep: 16) { _ in
        steps += 1
        // The writer adds two rows at a time, so that half a change would be seen.
        if steps <= 3 {
          do {
            try writer.execute("INSERT INTO t(b) VALUES ('x' || \(steps)), ('y' || \(steps))")
          } catch {
            refusals.append("\(error)")
          }
        }
        return true
      }
      func rows(_ context: SQLContext, _ text: SQLFragment) throws -> [[SQLValue]] {
        try context.fetchAll(text.rows()).map(\.values)
      }
      test.expect(steps > 3, "the copy took several steps")
      test.expectEqual(refusals, [], "rows are written while it runs")
      test.expectIdentical(try rows(target, "PRAGMA integrity_check"), [["ok"]], "the copy is sound")
      test.expectIdentical(
        try rows(target, "SELECT name FROM sqlite_master ORDER BY name"), [["i"], ["t"]], "the old content is gone")
      test.expectIdentical(
        try rows(target, "SELECT count(*), count(DISTINCT b) FROM t"), [[2006, 2006]],
        "the state of the source at the end, with all that was written")
      test.expectIdentical(try rows(session, "PRAGMA integrity_check"), [["ok"]], "the source is sound")
      try target.execute("INSERT INTO t(b) VALUES ('later')")
      test.expectIdentical(
        try rows(target, "SELECT b FROM t WHERE b = 'later'"), [["later"]], "the copy can be written")
    }
  ]
}
