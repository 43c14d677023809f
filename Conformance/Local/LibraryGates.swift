import Quarry
import QuarryConformance
import QuarrySQLiteEngine

/// Rules for functions of the C interface, whether or not the library exports them.
enum LibraryGates {
  static let parts = connectionFunctions + statusFunctions

  /// The functions that every supported engine has, or that connections and statements need.
  private static let connectionFunctions: [EngineLayerPart] = [
    gate("GATE-97") { test, session in
      let connection = session.engineConnection
      _ = try connection.prepareSynchronously("SELECT 1")
      connection.closeSynchronously()
      connection.closeSynchronously()
      test.expect(connection.isClosed, "a connection closes although a statement is not finalized")
      test.expectThrows(.connectionClosed, "a closed connection refuses work") {
        _ = try connection.prepareSynchronously("SELECT 1")
      }
    },
    gate("GATE-98") { test, session in
      let path = "\(test.folder)/no-such-folder/file.db"
      let error = test.expectThrows(.cannotOpen, "a file that cannot be opened is an error with a text") {
        _ = try SQLiteConnection.open(
          .file(path: path, mode: .readOnly), library: session.engineConnection.library.location)
      }
      test.expect(error.map { !$0.message.isEmpty } ?? false, "the error has a text")
    },
    gate("GATE-99") { test, session in
      let text = String(repeating: "ä\0ö", count: 30_000)
      let blob = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
      let rows = try session.plainRows("SELECT \(text), \(SQLValue.blob(blob))")
      test.expectIdentical(rows, [[.text(text), .blob(blob)]], "long texts with zero bytes and long blobs are bound")
    },
    gate("GATE-100") { test, session in
      guard test.section("a trace shows values where the engine can put them in", requires: .feature(.apiTraceV2))
      else { return }
      let events = Protected<[String]>([])
      let id = try session.engineConnection.onTrace(includesValues: true) { event in
        events.withLock { $0.append(event.sql) }
      }
      _ = try session.plainRows("SELECT \(4242)")
      session.engineConnection.removeObserver(id)
      let wanted = test.engine.supports(.apiExpandedSQL) ? "SELECT 4242" : "SELECT ?"
      test.expectEqual(events.withLock { $0 }, [wanted], "a trace shows values where the engine can put them in")
    },
    gate("GATE-101") { test, session in
      let events = Protected<[String]>([])
      guard test.engine.supports(.apiTraceV2) else {
        test.expectThrows(.unsupportedFeature, "tracing is refused by type") {
          _ = try session.engineConnection.onTrace { _ in }
        }
        return
      }
      let id = try session.engineConnection.onTrace { event in events.withLock { $0.append(event.sql) } }
      _ = try session.plainRows("SELECT \("secret")")
      session.engineConnection.removeObserver(id)
      _ = try session.plainRows("SELECT 2")
      test.expectEqual(events.withLock { $0 }, ["SELECT ?"], "a trace shows statements while it is on, without values")
    },
    gate("GATE-102") { test, session in
      try session.execute("CREATE TABLE t(k INTEGER PRIMARY KEY)")
      try session.execute("INSERT INTO t VALUES(\(1 << 40))")
      test.expectEqual(try session.lastInsertedRowID, 1 << 40, "the rowid of the last row is told in 64 bits")
    },
    gate("GATE-103") { test, session in
      try session.execute("CREATE TABLE t(a)")
      try session.execute("INSERT INTO t VALUES(1)")
      test.expectIdentical(try session.plainRows("SELECT * FROM t"), [[1]], "a statement is prepared")
      try session.execute("ALTER TABLE t ADD COLUMN b DEFAULT 2")
      test.expectIdentical(
        try session.plainRows("SELECT * FROM t"), [[1, 2]], "a kept statement follows a change of the schema")
    },
    gate("GATE-104") { test, session in
      let connection = session.engineConnection
      try session.execute("CREATE TABLE t(a)")
      try session.execute("INSERT INTO t VALUES(7)")
      guard !connection.capabilities.encrypted else {
        test.expectThrows(.unsupportedFeature, "the image of an encrypted database is refused") {
          _ = try connection.image()
        }
        return
      }
      let copy = SQLContext(try connection.fork())
      test.expectIdentical(try copy.plainRows("SELECT a FROM t"), [[7]], "a database is copied into memory")
      test.expectEqual(
        Array(try connection.image().prefix(15)), Array("SQLite format 3".utf8), "an image is that of a file")
    },
    gate("GATE-105") { test, session in
      func add() throws {
        try session.engineConnection.addWindowFunction(
          "moving_count", argumentCount: 1, initial: 0, step: { state, _ in state += 1 },
          inverse: { state, _ in state -= 1 }, result: { .integer(Int64($0)) })
      }
      guard test.engine.supports(.apiCreateWindowFunction) else {
        test.expectThrows(.unsupportedFeature, "a window function is refused by type", add)
        return
      }
      try add()
      let rows = try session.plainRows(
        """
        SELECT moving_count(x) OVER (ORDER BY x ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)
        FROM (SELECT 1 AS x UNION ALL SELECT 2 UNION ALL SELECT 3) ORDER BY x
        """)
      test.expectIdentical(rows, [[1], [2], [2]], "a window function gets rows and loses them again")
    },
    gate("GATE-106") { test, session in
      try session.execute("CREATE TABLE t(a)")
      let rows = try session.plainRows("EXPLAIN DELETE FROM t")
      test.expect(rows.count > 1, "EXPLAIN answers rows")
      test.expectIdentical(try session.plainRows("SELECT count(*) FROM t"), [[0]], "and changes nothing")
    },
  ]

  /// The functions that tell about statements and connections.
  private static let statusFunctions: [EngineLayerPart] = [
    gate("GATE-107") { test, session in
      let rows = try session.plainRows("PRAGMA hard_heap_limit")
      test.expectIdentical(
        rows, test.engine.supports(.pragmaHardHeapLimit) ? [[0]] : [], "no limit is set where there could be one")
    },
    gate("GATE-108") { test, session in
      test.expect(!session.isInTransaction, "no transaction is open at first")
      try session.transaction { test.expect(session.isInTransaction, "a transaction is open inside its body") }
      test.expect(!session.isInTransaction, "no transaction is open afterwards")
    },
    gate("GATE-109") { test, session in
      try session.execute("CREATE TABLE t(a)")
      let result = try session.execute("INSERT INTO t VALUES(1),(2),(3)")
      test.expectEqual(result.affectedRows, 3, "the number of changed rows")
      try session.execute("DELETE FROM t")
      test.expectEqual(try session.totalChanges, 6, "the number of all changes")
    },
    gate("GATE-110") { test, session in
      let error = test.expectThrows(.noSuchObject, "an unknown column is an error") {
        _ = try session.plainRows("SELECT nosuch FROM sqlite_master")
      }
      test.expectEqual(
        error?.offset, test.engine.supports(.apiErrorOffset) ? 7 : nil, "the place of the error, where it is told")
    },
    gate("GATE-111") { test, session in
      try session.execute("ATTACH ':memory:' AS second")
      let names = try session.plainRows("PRAGMA database_list").map { $0[1] }
      test.expectEqual(names, ["main", "second"], "the names of the schemas")
    },
    gate("GATE-112") { test, session in
      session.engineConnection.interruptHandle.interrupt()
      test.expectIdentical(
        try session.plainRows("SELECT 1"), [[1]], "an interrupt while nothing runs does not reach the next statement")
    },
    gate("GATE-113") { test, session in
      test.expect(try session.plainRows("EXPLAIN SELECT 1").count > 1, "a program is told in rows")
    },
    gate("GATE-114") { test, session in
      try session.engineConnection.addFunction("own", argumentCount: 0) { _ in 5 }
      test.expectIdentical(try session.plainRows("SELECT own()"), [[5]], "a connection keeps what belongs to it")
    },
    gate("GATE-115") { test, session in
      session.engineConnection.busyTimeout = .milliseconds(123)
      test.expectEqual(session.engineConnection.busyTimeout, .milliseconds(123), "the layer waits for locks itself")
    },
    gate("GATE-116") { test, session in
      try session.engineConnection.addFunction("refuse", argumentCount: 0) { _ in
        throw SQLiteFunctionError("refused on purpose")
      }
      let error = test.expectThrows(.statementFailed, "a function that throws fails the statement") {
        _ = try session.plainRows("SELECT refuse()")
      }
      test.expect(error?.message.contains("refused on purpose") == true, "with the message that it gave")
    },
  ]

  /// The case of a gate.
  ///
  /// - Parameters:
  ///   - id: The identifier of the gate.
  ///   - use: The rules, checked on a separate connection.
  private static func gate(
    _ id: String, _ use: @escaping @Sendable (CaseContext, SQLContext) throws -> Void
  ) -> EngineLayerPart {
    EngineLayerPart(id) { test in
      let gate = try test.require(GateCases.libraryGates.first { $0.id == id }, "the suite has the gate")
      let names = gate.symbols.joined(separator: ", ")
      let session = try await test.engineSession(test.quickRequest())
      let library = session.engineConnection.library
      var isThere = true
      for symbol in gate.symbols {
        let found = EngineLibrarySymbols.contains(symbol, path: library.path)
        test.expectEqual(library.hasSymbol(symbol), found ?? false, "the driver's look-up of \(symbol) is right")
        isThere = isThere && found == true
      }
      test.expectEqual(
        gate.features.allSatisfy(test.engine.supports), isThere, "\(names) is declared where the library exports it")
      try use(test, session)
      session.engineConnection.closeSynchronously()
      for feature in gate.features { try await test.expectPair(of: feature) }
    }
  }
}
