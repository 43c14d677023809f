import Quarry
import QuarryConformance
import QuarrySQLiteEngine

extension EngineParts {
  static let hooks: [EngineLayerPart] = [
    EngineLayerPart("CONC-21") { test in
      let session = try await test.engineSession()
      defer { session.close() }
      try session.executeScript(
        "CREATE TABLE t (n INTEGER PRIMARY KEY, s TEXT); CREATE TABLE u (n INTEGER PRIMARY KEY);"
          + "CREATE TRIGGER tt AFTER INSERT ON t WHEN new.n > 100 BEGIN INSERT INTO u VALUES (new.n); END")
      var rows: [String] = []
      var commits: [String] = []
      var rollbacks = 0
      func text(_ change: SQLiteRowChange) -> String {
        "\(change.kind) \(change.schema).\(change.table) \(change.rowID)"
      }
      let connection = session.engineConnection
      guard test.section("observers of rows", requires: .feature(.apiAuthorizer)) else {
        test.expectThrows(.unsupportedFeature, "an observer that would miss rows is refused") {
          try connection.onRowChange { _ in }
        }
        return
      }
      try connection.onRowChange { rows.append(text($0)) }
      try connection.onCommittedChanges { commits += $0.map(text) }
      try connection.onRollback { rollbacks += 1 }
      let steps: [(String, rows: [String])] = [
        ("INSERT INTO t VALUES (1, 'a'), (2, 'b')", ["insert main.t 1", "insert main.t 2"]),
        ("UPDATE t SET s = 'c' WHERE n = 2", ["update main.t 2"]),
        ("UPDATE t SET n = 3 WHERE n = 2", ["update main.t 3"]),
        ("UPDATE t SET s = 'x' WHERE n = 99", []),
        ("INSERT INTO t VALUES (101, 'd')", ["insert main.t 101", "insert main.u 101"]),
        ("DELETE FROM t WHERE n = 1", ["delete main.t 1"]), ("DELETE FROM u", ["delete main.u 101"]),
        ("INSERT OR IGNORE INTO t VALUES (3, 'again')", []), ("CREATE TABLE v (n)", []), ("SELECT * FROM t", []),
        ("DELETE FROM t", ["delete main.t 3", "delete main.t 101"]),
      ]
      for step in steps {
        try session.execute(SQLFragment(raw: step.0))
        test.expectEqual(rows, step.rows, "rows of: \(step.0)")
        test.expectEqual(commits, step.rows, "committed rows of: \(step.0)")
        (rows, commits) = ([], [])
      }
      test.expectEqual(rollbacks, 0, "nothing was rolled back")
      try? session.transaction {
        try session.execute("INSERT INTO t VALUES (7, 'g')")
        throw LeaveBody()
      }
      test.expectEqual(rows, ["insert main.t 7"], "the row of a rolled back transaction is reported while it changes")
      test.expectEqual(commits, [], "and not as committed")
      test.expectEqual(rollbacks, 1, "the rollback is reported")
      try session.executeScript("INSERT INTO t VALUES (8, 'h')")
      test.expectEqual(commits, ["insert main.t 8"], "the next transaction reports its own row alone")
    },
    EngineLayerPart("CONC-22") { test in
      try await withThrowingTaskGroup(of: (Int64, [SQLValue]).self) { group in
        for number in 1...4 {
          group.addTask {
            let session = try await test.engineSession("own\(number)")
            defer { session.close() }
            let factor = Int64(number)
            var calls: Int64 = 0
            try session.engineConnection.addFunction("scaled", argumentCount: 1, options: .deterministic) { arguments in
              calls += 1
              guard case .integer(let value) = arguments[0] else { return .null }
              return .integer(value * factor)
            }
            let row = try session.fetchOne(
              ("""
              WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
              SELECT sum(scaled(i)), count(*) FROM n
              """ as SQLFragment).rows())
            return (factor, (row?.values ?? []) + [.integer(calls)])
          }
        }
        for try await (factor, values) in group {
          test.expectIdentical(
            [values], [[.integer(4_501_500 * factor), 3000, 3000]], "connection \(factor): its sum, rows and calls")
        }
      }
    },
    EngineLayerPart("CONC-20") { test in
      let session = try await test.engineSession()
      defer { session.close() }
      try session.execute("CREATE TABLE t (n INTEGER)")
      let handle = session.interruptHandle
      let numbers =
        ("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500) SELECT i FROM n"
        as SQLFragment).rows()
      for round in 1...5 {
        handle.interrupt()
        test.expectEqual(try session.fetchAll(numbers).count, 500, "round \(round): an idle connection is not hit")
      }
      try session.engineConnection.addFunction("stop_at", argumentCount: 2) { arguments in
        if arguments[0] == arguments[1] { handle.interrupt() }
        return arguments[0]
      }
      for at in [1, 2, 500, 5000] {
        do {
          try session.execute(
            """
            INSERT INTO t WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
            SELECT stop_at(i, \(at)) FROM n
            """)
          test.fail("interrupted at \(at)")
        } catch let error as DatabaseError {
          test.expectEqual(error.code, .interrupted, "interrupted at \(at)")
          test.expectEqual(error.engineCode?.rawValue, 9, "the engine's code at \(at)")
        }
        test.expectEqual(try session.fetchCount(("SELECT n FROM t" as SQLFragment).rows()), 0, "nothing stays")
        test.expectEqual(try session.fetchAll(numbers).count, 500, "the next statement is not hit")
      }
      let cursor = try session.cursor(numbers)
      _ = try cursor.next()
      cursor.close()
      handle.interrupt()
      test.expectEqual(try session.fetchAll(numbers).count, 500, "after a cursor was closed the next is not hit")
      session.close()
      handle.interrupt()
      test.expect(session.isClosed, "an interrupt after closing does nothing")
    },
    EngineLayerPart("TXN-23") { test in
      let session = try await test.engineSession()
      defer { session.close() }
      try session.execute("CREATE TABLE t (n INTEGER PRIMARY KEY)")
      var events: [String] = []
      let connection = session.engineConnection
      guard test.section("observers of rows", requires: .feature(.apiAuthorizer)) else {
        test.expectThrows(.unsupportedFeature, "an observer that would miss rows is refused") {
          try connection.onCommittedChanges { _ in }
        }
        return
      }
      let ids = [
        try connection.onCommit {
          events.append("commit")
          return true
        },
        try connection.onRollback { events.append("rollback") },
        try connection.onCommittedChanges { [weak connection] changes in
          events.append("\(changes.map(\.rowID)) \(connection?.transactionStatus == .idle ? "after" : "inside")")
        },
      ]
      func expect(_ expected: [String], _ message: String) {
        test.expectEqual(events, expected, message)
        events = []
      }
      try session.transaction {
        try session.execute("INSERT INTO t VALUES (1)")
        try session.execute("INSERT INTO t VALUES (2)")
        expect([], "nothing is reported before the commit")
      }
      expect(["commit", "[1, 2] after"], "a commit")
      try? session.transaction {
        try session.execute("INSERT INTO t VALUES (3)")
        throw LeaveBody()
      }
      expect(["rollback"], "a rollback")
      try session.transaction {
        try session.execute("INSERT INTO t VALUES (4)")
        try? session.savepoint {
          try session.execute("INSERT INTO t VALUES (5)")
          throw LeaveBody()
        }
        try session.execute("INSERT INTO t VALUES (6)")
      }
      expect(["commit", "[4, 6] after"], "without the rows of an undone savepoint")
      try session.execute("INSERT INTO t VALUES (7)")
      expect(["commit", "[7] after"], "a statement of its own")
      _ = try? session.execute("INSERT INTO t VALUES (7)")
      expect(["rollback"], "a failed statement of its own")
      for id in ids { connection.removeObserver(id) }
      try session.execute("INSERT INTO t VALUES (8)")
      expect([], "a removed observer is not called")
      let refusal = try connection.onCommit { false }
      do {
        try session.transaction { try session.execute("INSERT INTO t VALUES (9)") }
        test.fail("a refused commit is an error")
      } catch let error as DatabaseError {
        test.expect(.constraint ~= error.code, "a refused commit is a constraint error: \(error.code)")
        test.expectEqual(error.isTransactionOpen, false, "and ends the transaction")
      }
      connection.removeObserver(refusal)
      let rows = try session.fetchAll(("SELECT n FROM t ORDER BY n" as SQLFragment).rows()).map(\.values)
      test.expectIdentical(rows, [[1], [2], [4], [6], [7], [8]], "a refused commit is a rollback")
    },
  ]
}
