import CQuarrySQLite
import QuarrySQLiteEngine
import Testing
import TestSupport

@Suite("SQL functions that know their library")
struct FunctionTests {
  @Test("A scalar function", arguments: Installed.all)
  func scalar(_ library: SQLiteLibrary) throws {
    let connection = try RawConnection(library)
    let probe = FunctionProbe(library)
    #expect(probe.register(FunctionProbe.scalar, as: "twice", on: connection) == SQLITE_OK)
    #expect(try connection.rows("SELECT twice(21), twice(-4)") == [[.integer(42), .integer(-8)]])
    #expect(probe.counts.calls == 2)
    #expect(probe.counts.wrongTables == 0)
  }

  @Test("An aggregate, with several groups and with none", arguments: Installed.all)
  func aggregate(_ library: SQLiteLibrary) throws {
    let connection = try RawConnection(library)
    let probe = FunctionProbe(library)
    #expect(probe.register(FunctionProbe.aggregate, as: "total_of", on: connection) == SQLITE_OK)
    try connection.execute("CREATE TABLE t(g, n)")
    try connection.execute("INSERT INTO t VALUES(1, 10), (2, 5), (1, 20)")
    let groups = try connection.rows("SELECT g, total_of(n) FROM t GROUP BY g ORDER BY g")
    #expect(groups == [[.integer(1), .integer(30)], [.integer(2), .integer(5)]])
    #expect(try connection.rows("SELECT total_of(n) FROM t WHERE g = 3") == [[.integer(0)]])
    #expect(probe.counts.calls == 3)
    #expect(probe.counts.finals == 3)
    #expect(probe.counts.wrongTables == 0)
  }

  @Test("An abandoned statement still ends the groups it has begun", arguments: Installed.all)
  func abandonedAggregate(_ library: SQLiteLibrary) throws {
    let connection = try RawConnection(library)
    let probe = FunctionProbe(library)
    #expect(probe.register(FunctionProbe.aggregate, as: "total_of", on: connection) == SQLITE_OK)
    // The third row fails, in the middle of the only group.
    #expect(throws: RawConnection.Failure.self) {
      try connection.rows(
        """
        SELECT total_of(abs(n)) FROM (SELECT 1 AS n UNION ALL SELECT 2 UNION ALL SELECT -9223372036854775808)
        """)
    }
    #expect(probe.counts.calls == 2)
    #expect(probe.counts.finals == 1)
  }

  @Test("A window function, or a clear refusal where the engine has none", arguments: Installed.all)
  func window(_ library: SQLiteLibrary) throws {
    let connection = try RawConnection(library)
    let probe = FunctionProbe(library)
    let code = probe.register(FunctionProbe.window, as: "moving", on: connection)
    guard library.hasSymbol("sqlite3_create_window_function") else {
      #expect(code == SQLITE_ERROR)
      #expect(probe.counts.destroyed == 1)
      return
    }
    #expect(code == SQLITE_OK)
    let rows = try connection.rows(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5)
      SELECT moving(i) OVER (ORDER BY i ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM n
      """)
    #expect(rows == [1, 3, 5, 7, 9].map { [.integer($0)] })
    #expect(probe.counts.wrongTables == 0)
  }

  @Test("What a function holds is released once: when replaced, removed, or closed with", arguments: Installed.all)
  func release(_ library: SQLiteLibrary) throws {
    let probes = (0..<3).map { _ in FunctionProbe(library) }
    do {
      let connection = try RawConnection(library)
      #expect(probes[0].register(FunctionProbe.scalar, as: "f", on: connection) == SQLITE_OK)
      #expect(probes[1].register(FunctionProbe.scalar, as: "f", on: connection) == SQLITE_OK)
      #expect(probes.map { $0.counts.destroyed } == [1, 0, 0], "replaced")
      #expect(probes[2].register(FunctionProbe.scalar, as: "g", on: connection) == SQLITE_OK)
      #expect(quarry_delete_function(connection.api, connection.database, "f", 1) == SQLITE_OK)
      #expect(probes.map { $0.counts.destroyed } == [1, 1, 0], "removed")
      #expect(throws: RawConnection.Failure.self) { try connection.rows("SELECT f(1)") }
    }
    #expect(probes.map { $0.counts.destroyed } == [1, 1, 1], "closed")
  }

  @Test("A refused function releases what it was given, once", arguments: Installed.all)
  func refusals(_ library: SQLiteLibrary) throws {
    let connection = try RawConnection(library)
    var noResult = FunctionProbe.aggregate
    noResult.final = nil
    var half = FunctionProbe.window
    half.inverse = nil
    var both = FunctionProbe.aggregate
    both.call = FunctionProbe.scalar.call
    var nothing = FunctionProbe.scalar
    nothing.call = nil
    for callbacks in [noResult, half, both, nothing] {
      let probe = FunctionProbe(library)
      #expect(probe.register(callbacks, as: "f", on: connection) == SQLITE_MISUSE)
      #expect(probe.counts.destroyed == 1)
    }
    let probe = FunctionProbe(library)
    #expect(
      probe.register(FunctionProbe.scalar, as: "f", parameters: 30000, on: connection) == SQLITE_MISUSE,
      "SQLite's own refusal")
    #expect(probe.counts.destroyed == 1)
  }

  @Test("Functions of all libraries run at the same time, each with its own table")
  func concurrent() async throws {
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        let library = Installed.all[task % Installed.all.count]
        group.addTask {
          do {
            let connection = try RawConnection(library)
            let probe = FunctionProbe(library)
            #expect(probe.register(FunctionProbe.scalar, as: "twice", on: connection) == SQLITE_OK)
            for number in 0..<100 as Range<Int64> {
              #expect(try connection.rows("SELECT twice(?)", [.integer(number)]) == [[.integer(2 * number)]])
            }
            #expect(probe.counts.calls == 100)
            #expect(probe.counts.wrongTables == 0)
          } catch {
            Issue.record(error)
          }
        }
      }
    }
  }
}
