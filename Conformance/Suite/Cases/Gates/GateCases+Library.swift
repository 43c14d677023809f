import Quarry
import QuarrySQLiteEngine

extension GateCases {
  /// The functions that every supported engine has, or that connections and statements are made with.
  static let connectionFunctions: [LibraryGate] = [
    LibraryGate("GATE-97", ["sqlite3_close_v2"], .apiCloseV2, since: "3.7.14") { test, session in
      let connection = session.engineConnection
      _ = try connection.prepareSynchronously("SELECT 1")
      connection.closeSynchronously()
      connection.closeSynchronously()
      test.expect(connection.isClosed, "a connection closes although a statement is not finalized")
      test.expectThrows(.connectionClosed, "a closed connection refuses work") {
        _ = try connection.prepareSynchronously("SELECT 1")
      }
    },
    LibraryGate("GATE-98", ["sqlite3_errstr"], .apiErrorString, since: "3.7.15") { test, session in
      let path = "\(test.folder)/no-such-folder/file.db"
      let error = test.expectThrows(.cannotOpen, "a file that cannot be opened is an error with a text") {
        _ = try SQLiteConnection.open(
          .file(path: path, mode: .readOnly), library: session.engineConnection.library.location)
      }
      test.expect(error.map { !$0.message.isEmpty } ?? false, "the error has a text")
    },
    LibraryGate(
      "GATE-99", ["sqlite3_bind_text64", "sqlite3_bind_blob64"], .apiBindText64, since: "3.8.7"
    ) { test, session in
      let text = String(repeating: "ä\0ö", count: 30_000)
      let blob = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
      let rows = try session.plainRows("SELECT \(text), \(SQLValue.blob(blob))")
      test.expectIdentical(rows, [[.text(text), .blob(blob)]], "long texts with zero bytes and long blobs are bound")
    },
    LibraryGate("GATE-100", ["sqlite3_expanded_sql"], .apiExpandedSQL, since: "3.14.0") { test, session in
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
    LibraryGate("GATE-101", ["sqlite3_trace_v2"], .apiTraceV2, since: "3.14.0") { test, session in
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
    LibraryGate(
      "GATE-102", ["sqlite3_set_last_insert_rowid"], .apiSetLastInsertRowID, since: "3.18.0"
    ) { test, session in
      try session.execute("CREATE TABLE t(k INTEGER PRIMARY KEY)")
      try session.execute("INSERT INTO t VALUES(\(1 << 40))")
      test.expectEqual(try session.lastInsertedRowID, 1 << 40, "the rowid of the last row is told in 64 bits")
    },
    LibraryGate("GATE-103", ["sqlite3_prepare_v3"], .apiPrepareV3, since: "3.20.0") { test, session in
      try session.execute("CREATE TABLE t(a)")
      try session.execute("INSERT INTO t VALUES(1)")
      test.expectIdentical(try session.plainRows("SELECT * FROM t"), [[1]], "a statement is prepared")
      try session.execute("ALTER TABLE t ADD COLUMN b DEFAULT 2")
      test.expectIdentical(
        try session.plainRows("SELECT * FROM t"), [[1, 2]], "a kept statement follows a change of the schema")
    },
    LibraryGate(
      "GATE-104", ["sqlite3_serialize", "sqlite3_deserialize"], .apiSerialize, since: "3.23.0"
    ) { test, session in
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
    LibraryGate(
      "GATE-105", ["sqlite3_create_window_function"], .apiCreateWindowFunction, since: "3.25.0"
    ) { test, session in
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
    LibraryGate("GATE-106", ["sqlite3_stmt_isexplain"], .apiStatementIsExplain, since: "3.28.0") { test, session in
      try session.execute("CREATE TABLE t(a)")
      let rows = try session.plainRows("EXPLAIN DELETE FROM t")
      test.expect(rows.count > 1, "EXPLAIN answers rows")
      test.expectIdentical(try session.plainRows("SELECT count(*) FROM t"), [[0]], "and changes nothing")
    },
  ]

  /// The functions that tell about statements and connections.
  static let statusFunctions: [LibraryGate] = [
    LibraryGate("GATE-107", ["sqlite3_hard_heap_limit64"], .apiHardHeapLimit, since: "3.31.0") { test, session in
      let rows = try session.plainRows("PRAGMA hard_heap_limit")
      test.expectIdentical(
        rows, test.engine.supports(.pragmaHardHeapLimit) ? [[0]] : [], "no limit is set where there could be one")
    },
    LibraryGate("GATE-108", ["sqlite3_txn_state"], .apiTransactionState, since: "3.34.0") { test, session in
      test.expect(!session.isInTransaction, "no transaction is open at first")
      try session.transaction { test.expect(session.isInTransaction, "a transaction is open inside its body") }
      test.expect(!session.isInTransaction, "no transaction is open afterwards")
    },
    LibraryGate(
      "GATE-109", ["sqlite3_changes64", "sqlite3_total_changes64"], .apiChanges64, since: "3.37.0"
    ) { test, session in
      try session.execute("CREATE TABLE t(a)")
      let result = try session.execute("INSERT INTO t VALUES(1),(2),(3)")
      test.expectEqual(result.affectedRows, 3, "the number of changed rows")
      try session.execute("DELETE FROM t")
      test.expectEqual(try session.totalChanges, 6, "the number of all changes")
    },
    LibraryGate("GATE-110", ["sqlite3_error_offset"], .apiErrorOffset, since: "3.38.0") { test, session in
      let error = test.expectThrows(.noSuchObject, "an unknown column is an error") {
        _ = try session.plainRows("SELECT nosuch FROM sqlite_master")
      }
      test.expectEqual(
        error?.offset, test.engine.supports(.apiErrorOffset) ? 7 : nil, "the place of the error, where it is told")
    },
    LibraryGate("GATE-111", ["sqlite3_db_name"], .apiDatabaseName, since: "3.39.0") { test, session in
      try session.execute("ATTACH ':memory:' AS second")
      let names = try session.plainRows("PRAGMA database_list").map { $0[1] }
      test.expectEqual(names, ["main", "second"], "the names of the schemas")
    },
    LibraryGate("GATE-112", ["sqlite3_is_interrupted"], .apiIsInterrupted, since: "3.41.0") { test, session in
      session.engineConnection.interruptHandle.interrupt()
      test.expectIdentical(
        try session.plainRows("SELECT 1"), [[1]], "an interrupt while nothing runs does not reach the next statement")
    },
    LibraryGate("GATE-113", ["sqlite3_stmt_explain"], .apiStatementExplain, since: "3.43.0") { test, session in
      test.expect(try session.plainRows("EXPLAIN SELECT 1").count > 1, "a program is told in rows")
    },
    LibraryGate(
      "GATE-114", ["sqlite3_get_clientdata", "sqlite3_set_clientdata"], .apiClientData, since: "3.44.0"
    ) { test, session in
      try session.engineConnection.addFunction("own", argumentCount: 0) { _ in 5 }
      test.expectIdentical(try session.plainRows("SELECT own()"), [[5]], "a connection keeps what belongs to it")
    },
    LibraryGate("GATE-115", ["sqlite3_setlk_timeout"], .apiSetLockTimeout, since: "3.50.0") { test, session in
      session.engineConnection.busyTimeout = .milliseconds(123)
      test.expectEqual(session.engineConnection.busyTimeout, .milliseconds(123), "the layer waits for locks itself")
    },
    LibraryGate(
      "GATE-116", ["sqlite3_set_errmsg", "sqlite3_db_status64"], .apiSetErrorMessage, .apiDatabaseStatus64,
      since: "3.51.0"
    ) { test, session in
      try session.engineConnection.addFunction("refuse", argumentCount: 0) { _ in
        throw SQLiteFunctionError("refused on purpose")
      }
      let error = test.expectThrows(.statementFailed, "a function that throws fails the statement") {
        _ = try session.plainRows("SELECT refuse()")
      }
      test.expect(error?.message.contains("refused on purpose") == true, "with the message that it gave")
    },
  ]
}
