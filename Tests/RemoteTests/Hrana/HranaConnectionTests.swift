import Quarry
import QuarryRemote
import Testing

@Suite("Hrana: a connection")
struct HranaConnectionTests {
  private typealias Double = HranaDouble

  @Test func aWriteIsOneCallThatClosesItsStream() async throws {
    let double = Double([.results(nil, Double.done, Double.closed)])
    #expect(try await double.run("INSERT INTO t VALUES (?)", [1]).isEmpty)
    #expect(
      double.bodies == [
        #"{"baton":null,"requests":[{"type":"execute","stmt":{"sql":"INSERT INTO t VALUES (?)","args":"#
          + #"[{"type":"integer","value":"1"}],"want_rows":true}},{"type":"close"}]}"#
      ])
    #expect(double.transport.requests.last?.url == "http://h/v3/pipeline")
    #expect(double.connection.transactionStatus == .idle)
  }

  @Test func aLostWriteIsUnknownAndNotSentAgain() async throws {
    for kind in [HTTPError.Kind.cut, .timeout, .other] {
      let double = Double([.failure(kind, sent: true), .results(nil, Double.done, Double.closed)])
      let error = await double.failure("INSERT INTO t VALUES (1)")
      #expect(error?.code == .outcomeUnknown && error?.outcome == .unknown)
      #expect(double.bodies.count == 1)
      #expect(double.connection.transactionStatus == .idle)
    }
    let unsent = Double([.failure(.refused, sent: false), .results(nil, Double.done, Double.closed)])
    #expect(await unsent.failure("INSERT INTO t VALUES (1)") == nil)
    #expect(unsent.bodies.count == 2)
  }

  @Test func anUnreadableAnswerToAWriteIsUnknown() async {
    let answers: [Double.Answer] = [
      .body("{"), .body("{}"), .results(nil, Double.done), .results(nil, "{}", Double.closed), .status(500, "{}"),
      .status(502, ""),
    ]
    for answer in answers {
      let error = await Double([answer]).failure("INSERT INTO t VALUES (1)")
      #expect(error?.outcome == .unknown && error?.code == .outcomeUnknown)
    }
    let refused = await Double([.status(401, #"{"error":"Unauthorized"}"#)]).failure("INSERT INTO t VALUES (1)")
    #expect(refused?.code == .authorization && refused?.outcome == .notApplied)
    #expect(refused?.message.contains("Unauthorized") == true)
  }

  @Test(arguments: [1, 7, 100_000]) func rowsComeThroughTheCursor(_ piece: Int) async throws {
    let text = Self.cursor + #"{"type":"step_end","affected_row_count":0,"last_insert_rowid":13}"# + "\n"
    let transport = ScriptedTransport(
      [HTTPResponse(status: 200), HTTPResponse(status: 200, body: Array(text.utf8))], pieceBytes: piece)
    let server = HranaServer(url: "http://h", calls: RemoteCalls(transport: transport))
    _ = try await server.version()
    let double = Double([.body(text)])
    let rows = try await double.run("SELECT a, b FROM t", limit: 2)
    #expect(rows == [[1, "x\n"], [2, .null], [3, .blob([0, 255])]])
    #expect(
      double.bodies == [
        #"{"baton":null,"batch":{"steps":[{"stmt":{"sql":"SELECT a, b FROM t","want_rows":true}}]}}"#
      ])
    let body = try await server.cursor([HranaStatementCall("SELECT a, b FROM t")], baton: nil, base: nil)
    #expect(try await body.collect() == Array(text.utf8))
  }

  private static let cursor =
    #"{"baton":"b1","base_url":null}"# + "\n" + #"{"type":"step_begin","step":0,"cols":[{"name":"a"},{"name":"b"}]}"#
    + "\n" + #"{"type":"row","row":[{"type":"integer","value":"1"},{"type":"text","value":"x\n"}]}"# + "\n"
    + #"{"type":"row","row":[{"type":"integer","value":"2"},{"type":"null"}]}"# + "\n"
    + #"{"row":[{"type":"integer","value":"3"},{"type":"blob","base64":"AP8="}],"z":{},"type":"row"}"# + "\n"
    + #"{"type":"replication_index","replication_index":28}"# + "\n"

  @Test func aCursorThatEndsEarlyIsAnError() async {
    let bytes = Array(Self.cursor.utf8)
    for count in stride(from: 0, through: bytes.count, by: 3) {
      let error = await Double([.body(String(decoding: bytes[..<count], as: UTF8.self))]).failure("SELECT a, b FROM t")
      #expect(error?.code == .protocolViolation, "\(count) bytes")
    }
  }

  @Test func whatFollowsTheRowsOfACursorCounts() async {
    let end = #"{"type":"step_end","affected_row_count":0,"last_insert_rowid":null}"# + "\n"
    #expect(await Double([.body(Self.cursor + end + #"{"type":"something_new"}"#)]).failure("SELECT 1") == nil)
    let cut = await Double([.body(Self.cursor + end + #"{"type":"replication_in"#)]).failure("SELECT 1")
    #expect(cut?.code == .protocolViolation)
    let more = await Double([.body(Self.cursor + end + end)]).failure("SELECT 1")
    #expect(more?.code == .protocolViolation)
    let failed = await Double(
      [.body(Self.cursor + end + #"{"type":"error","error":{"message":"no more","code":"SQLITE_FULL"}}"#)]
    ).failure("SELECT 1")
    #expect(failed?.code == .diskFull)
  }

  @Test func aReadWhoseAnswerIsLostIsTriedNoMoreThanThePolicyAllows() async throws {
    let end = #"{"type":"step_end","affected_row_count":0,"last_insert_rowid":null}"# + "\n"
    let answers = Array(repeating: Double.Answer.failure(.timeout, sent: true), count: 4)
    // The first cursor leaves a stream, which the second one goes on with.
    let double = Double(attempts: 1, [.body(Self.cursor + end)] + answers)
    try await double.run("SELECT a, b FROM t")
    let error = await double.failure("SELECT a, b FROM t")
    #expect(error?.code == .timedOut)
    #expect(double.bodies.count == 2)
  }

  @Test func aStreamThatHasExpiredIsNoErrorOfARead() async throws {
    let end = #"{"type":"step_end","affected_row_count":0,"last_insert_rowid":null}"# + "\n"
    let double = Double(
      attempts: 1,
      [
        .body(Self.cursor + end), .status(400, #"{"message":"gone","code":"STREAM_EXPIRED"}"#),
        .body(Self.cursor + end),
      ])
    try await double.run("SELECT a, b FROM t")
    let rows = try await double.run("SELECT a, b FROM t")
    #expect(rows.count == 3)
    #expect(double.bodies.count == 3)
  }

  @Test func anErrorOfTheCursorComesAtItsRow() async throws {
    let text =
      Self.cursor
      + #"{"type":"step_error","step":0,"error":{"message":"SQLite error: integer overflow","code":"SQLITE_UNKNOWN"}}"#
    let double = Double([.body(text)])
    let statement = try #require(try await double.connection.prepare("SELECT a, b FROM t")).statement
    try statement.start([])
    let batch = SQLRowBatch()
    await #expect { _ = try await statement.step(into: batch, limit: 10) } throws: { error in
      (error as? DatabaseError)?.engineCode == .error
    }
    #expect(batch.rowCount == 3)
  }

  @Test func theStreamOfACursorGoesOn() async throws {
    let text = Self.cursor + #"{"type":"step_end","affected_row_count":0,"last_insert_rowid":null}"#
    let double = Double([.body(text), .results(nil, Double.done, Double.done, Double.closed)])
    try await double.run("SELECT a, b FROM t")
    try await double.run("DELETE FROM t")
    #expect(double.bodies.last?.hasPrefix(#"{"baton":"b1","#) == true)
    // A stream that was idle first reads the schema anew.
    #expect(double.bodies.last?.contains("sqlite_master LIMIT 0") == true)
  }

  @Test func beginWaitsForTheFirstReadAndCommitKeepsTheStream() async throws {
    let double = Double([
      .results("b1", Double.done, Double.one, Double.autocommit(false)),
      .results("b2", Double.done, Double.autocommit(false)), .results("b3", Double.done, Double.autocommit(true)),
      .results(nil, Double.done, Double.done, Double.closed),
    ])
    try await double.run("BEGIN")
    #expect(double.connection.transactionStatus == .active && double.bodies.isEmpty)
    #expect(try await double.run("SELECT 1") == [[1]])
    try await double.run("INSERT INTO t VALUES (1)")
    try await double.run("COMMIT")
    #expect(double.connection.transactionStatus == .idle)
    try await double.run("DELETE FROM t")
    #expect(
      double.bodies.map { $0.prefix(14) } == [
        #"{"baton":null,"#, #"{"baton":"b1","#, #"{"baton":"b2","#, #"{"baton":"b3","#,
      ])
    #expect(double.bodies[0].contains(#""sql":"BEGIN""#) && double.bodies[0].contains(#""sql":"SELECT 1""#))
    #expect(double.bodies[3].hasSuffix(#"{"type":"close"}]}"#))
  }

  @Test func anUnusedTransactionCostsNoCall() async throws {
    let double = Double([])
    try await double.run("BEGIN")
    try await double.run("COMMIT")
    try await double.run("BEGIN")
    try await double.run("ROLLBACK")
    #expect(double.bodies.isEmpty && double.connection.transactionStatus == .idle)
  }

  private func inTransaction(_ answers: Double.Answer...) async throws -> Double {
    let double = Double([.results("b1", Double.done, Double.autocommit(false))] + answers)
    try await double.run("BEGIN IMMEDIATE")
    #expect(double.connection.transactionStatus == .active)
    return double
  }

  @Test func aStatementLostInATransactionIsRolledBack() async throws {
    let losses: [Double.Answer] = [
      .failure(.cut, sent: true), .failure(.timeout, sent: true), .failure(.cancelled, sent: true), .body("{"),
      .status(500, ""),
    ]
    for loss in losses {
      let double = try await inTransaction(loss)
      let error = await double.failure("INSERT INTO t VALUES (1)")
      #expect(error?.outcome == .notApplied && error?.isTransactionOpen == false && error?.code != .outcomeUnknown)
      #expect(double.connection.transactionStatus == .idle && double.calls.count == 2)
    }
  }

  @Test func aStatementThatWasNotSentLeavesTheTransactionOpen() async throws {
    let double = try await inTransaction(
      .failure(.connectTimeout, sent: false), .results("b2", Double.done, Double.autocommit(false)))
    #expect(await double.failure("INSERT INTO t VALUES (1)")?.code == .timedOut)
    #expect(double.connection.transactionStatus == .active)
    try await double.run("INSERT INTO t VALUES (1)")
    #expect(double.bodies.last?.hasPrefix(#"{"baton":"b1","#) == true)
  }

  @Test func aLostCommitIsUnknown() async throws {
    for loss in [Double.Answer.failure(.cut, sent: true), .body("{"), .status(502, "")] {
      let double = try await inTransaction(loss)
      let error = await double.failure("COMMIT")
      #expect(error?.code == .outcomeUnknown && error?.outcome == .unknown)
      #expect(double.connection.transactionStatus == .unknown && double.calls.count == 2)
    }
  }

  @Test func aLostRollbackIsARollback() async throws {
    let double = try await inTransaction(.failure(.cut, sent: true))
    #expect(await double.failure("ROLLBACK") == nil)
    #expect(double.connection.transactionStatus == .idle)
  }

  @Test func theReleaseOfTheOutermostSavepointCommits() async throws {
    let double = Double([
      .results("b1", Double.done, Double.autocommit(false)), .failure(.cut, sent: true),
    ])
    try await double.run("SAVEPOINT a")
    #expect(await double.failure("RELEASE a")?.outcome == .unknown)
    #expect(double.connection.transactionStatus == .unknown)
    let nested = try await inTransaction(.failure(.cut, sent: true))
    #expect(await nested.failure("RELEASE a")?.outcome == .notApplied)
  }

  @Test func anExpiredStreamEndsItsTransaction() async throws {
    for text in [
      #"{"message":"The stream has expired due to inactivity","code":"STREAM_EXPIRED"}"#, "Received an invalid baton",
    ] {
      for sql in ["INSERT INTO t VALUES (1)", "COMMIT"] {
        let double = try await inTransaction(.status(400, text))
        let error = await double.failure(sql)
        #expect(error?.code == .transactionState && error?.outcome == .notApplied && error?.isTransactionOpen == false)
        #expect(double.connection.transactionStatus == .idle)
      }
    }
    let used = try await inTransaction(.status(400, "Received a baton that has already been used"))
    #expect(await used.failure("COMMIT")?.outcome == .unknown)
  }

  @Test func aTransactionThatTheServerEndedIsReported() async throws {
    let double = try await inTransaction(
      .results("b2", Double.error("TRANSACTION_TIMEOUT", "Transaction timed out"), Double.autocommit(true)))
    let error = await double.failure("INSERT INTO t VALUES (1)")
    #expect(error?.code == .transactionState && error?.outcome == .notApplied)
    #expect(double.connection.transactionStatus == .idle)
  }

  @Test func anErrorThatRollsBackIsSeen() async throws {
    let double = try await inTransaction(
      .results(
        "b2", Double.error("SQLITE_CONSTRAINT", "SQLite error: CHECK constraint failed: a"), Double.autocommit(true)))
    #expect(await double.failure("INSERT OR ROLLBACK INTO t VALUES (1)")?.code == .constraintCheck)
    #expect(double.connection.transactionStatus == .idle)
  }

  @Test func anIdleStreamThatExpiredIsReplaced() async throws {
    let double = try await inTransaction(
      .results("b2", Double.done, Double.autocommit(true)),
      .status(400, #"{"message":"expired","code":"STREAM_EXPIRED"}"#), .results(nil, Double.done, Double.closed))
    try await double.run("COMMIT")
    try await double.run("DELETE FROM t")
    #expect(double.bodies.suffix(2).map { $0.prefix(14) } == [#"{"baton":"b2","#, #"{"baton":null,"#])
  }

  @Test func versionTwoAsksByASecondBegin() async throws {
    let second =
      #"{"type":"ok","response":{"type":"batch","result":{"step_results":[null,null],"step_errors":["#
      + #"{"message":"SQLite error: cannot start a transaction within a transaction","code":"SQLITE_UNKNOWN"},null]}}}"#
    let double = Double(version: .v2, [.results("b1", Double.done, second), .results(nil, Double.one, Double.closed)])
    try await double.run("BEGIN IMMEDIATE")
    #expect(double.connection.transactionStatus == .active)
    #expect(double.transport.requests.map(\.url) == ["http://h/v3", "http://h/v2", "http://h/v2/pipeline"])
    let reader = Double(version: .v2, [.results(nil, Double.one, Double.closed)])
    #expect(try await reader.run("SELECT 1") == [[1]])
  }

  @Test func aBatchIsOneCall() async throws {
    let long = "INSERT INTO a_table_with_a_long_name (a_column, another_column) VALUES (?, ?)"
    let ok = #"{"cols":[],"rows":[],"affected_row_count":1,"last_insert_rowid":"4"}"#
    let answer =
      #"{"type":"ok","response":{"type":"batch","result":{"step_results":[\#(ok),\#(ok),\#(ok),\#(ok),null],"#
      + #""step_errors":[null,null,null,null,null]}}}"#
    let stored = #"{"type":"ok","response":{"type":"store_sql"}}"#
    let double = Double([.results(nil, stored, answer, Double.closed)])
    let answers = try await double.connection.executeBatch(
      [SQLFragment(raw: long, values: [1, 2]), SQLFragment(raw: long, values: [3, 4])], wantsResults: true)
    #expect(answers.map(\.result?.lastInsertedRowID) == [4, 4])
    let body = double.bodies[0]
    #expect(body.contains(#"{"type":"store_sql","sql_id":0,"sql":"\#(long)"}"#))
    #expect(body.split(separator: long, omittingEmptySubsequences: false).count == 2)
    for part in [
      #"{"steps":[{"stmt":{"sql":"BEGIN IMMEDIATE","want_rows":false}},{"condition":{"type":"ok","step":0},"stmt":{"sql_id":0,"#,
      #"{"condition":{"type":"ok","step":2},"stmt":{"sql":"COMMIT","want_rows":false}}"#,
      #"{"condition":{"type":"not","cond":{"type":"ok","step":3}},"stmt":{"sql":"ROLLBACK","want_rows":false}}]}},{"type":"close"}]}"#,
    ] {
      #expect(body.contains(part))
    }
  }

  @Test func aBatchNamesItsFailingStatement() async throws {
    let ok = #"{"cols":[],"rows":[],"affected_row_count":1,"last_insert_rowid":"4"}"#
    let answer =
      #"{"type":"ok","response":{"type":"batch","result":{"step_results":[\#(ok),\#(ok),null,null,\#(ok)],"#
      + #""step_errors":[null,null,{"message":"SQLite error: CHECK constraint failed: a","code":"SQLITE_CONSTRAINT"},null,null]}}}"#
    let double = Double([.results(nil, answer, Double.closed)])
    do {
      _ = try await double.connection.executeBatch(["DELETE FROM t", "DELETE FROM u"], wantsResults: true)
      Issue.record("no error")
    } catch {
      #expect(error.code == .constraintCheck && error.statementIndex == 1 && error.outcome == .notApplied)
    }
    let lost = Double([.failure(.cut, sent: true)])
    do {
      _ = try await lost.connection.executeBatch(["DELETE FROM t"], wantsResults: true)
      Issue.record("no error")
    } catch {
      #expect(error.code == .outcomeUnknown && lost.bodies.count == 1)
    }
  }

  @Test func aBatchInsideATransactionIsASavepoint() async throws {
    let ok = #"{"cols":[],"rows":[],"affected_row_count":1,"last_insert_rowid":"4"}"#
    let answer =
      #"{"type":"ok","response":{"type":"batch","result":{"step_results":[\#(ok),\#(ok),\#(ok),\#(ok),null,null],"#
      + #""step_errors":[null,null,null,null,null,null]}}}"#
    let double = try await inTransaction(.results("b2", answer, Double.autocommit(false)))
    let answers = try await double.connection.executeBatch(["DELETE FROM t", "DELETE FROM u"], wantsResults: true)
    #expect(answers.map(\.result?.affectedRows) == [1, 1])
    #expect(double.connection.transactionStatus == .active)
    let body = try #require(double.bodies.last)
    for part in [
      #""baton":"b1""#, #"{"sql":"SAVEPOINT \"quarry_batch\"","want_rows":false}"#,
      #"{"condition":{"type":"ok","step":2},"stmt":{"sql":"RELEASE \"quarry_batch\"","want_rows":false}}"#,
      #"{"condition":{"type":"not","cond":{"type":"ok","step":3}},"stmt":{"sql":"ROLLBACK TO \"quarry_batch\"","#,
    ] {
      #expect(body.contains(part), "\(part)")
    }
    #expect(!body.contains("BEGIN") && !body.contains("COMMIT"))
  }

  @Test func textsOfABatchInsideATransactionAreForgotten() async throws {
    let long = "INSERT INTO a_table_with_a_long_name (a_column, another_column) VALUES (?, ?)"
    let ok = #"{"cols":[],"rows":[],"affected_row_count":1,"last_insert_rowid":"4"}"#
    let answer =
      #"{"type":"ok","response":{"type":"batch","result":{"step_results":[\#(ok),\#(ok),\#(ok),\#(ok),null,null],"#
      + #""step_errors":[null,null,null,null,null,null]}}}"#
    let stored = #"{"type":"ok","response":{"type":"store_sql"}}"#
    let forgotten = #"{"type":"ok","response":{"type":"close_sql"}}"#
    let double = try await inTransaction(.results("b2", stored, answer, forgotten, Double.autocommit(false)))
    let statement = SQLFragment(raw: long, values: [1, 2])
    _ = try await double.connection.executeBatch([statement, statement], wantsResults: true)
    #expect(double.bodies.last?.contains(#"{"type":"close_sql","sql_id":0}"#) == true)
  }

  @Test func aKeyIsToldFromOtherUniqueColumns() async throws {
    let info =
      #"{"type":"ok","response":{"type":"execute","result":{"cols":[{"name":"name"},{"name":"pk"}],"rows":["#
      + #"[{"type":"text","value":"id"},{"type":"integer","value":"1"}],[{"type":"text","value":"c"},{"type":"integer","value":"0"}]],"#
      + #""affected_row_count":0,"last_insert_rowid":null}}}"#
    for (column, number) in [("id", Int32(1555)), ("c", 2067), ("rowid", 2579)] {
      let failed = Double.error("SQLITE_CONSTRAINT", "SQLite error: UNIQUE constraint failed: t.\(column)")
      let double = Double([.results(nil, failed, Double.closed), .results(nil, info, Double.closed)])
      #expect(await double.failure("INSERT INTO t VALUES (1, 2)")?.engineCode?.rawValue == number)
      #expect(double.bodies[1].contains(#"PRAGMA table_info(\"t\")"#))
    }
  }

  @Test func settingsAreMadeAgainOnNewStreams() async throws {
    let double = Double([
      .results(nil, Double.done, Double.closed), .results(nil, Double.done, Double.done, Double.closed),
    ])
    try await double.run("PRAGMA foreign_keys = OFF")
    try await double.run("DELETE FROM t")
    let second = double.bodies[1]
    #expect(second.contains("PRAGMA foreign_keys = OFF") && second.contains("DELETE FROM t"))
  }

  @Test func readersRefuseWritesAndInfinitiesAreNotSent() async throws {
    let reader = Double(role: .reader, [])
    #expect(await reader.failure("DELETE FROM t")?.code == .readOnly)
    #expect(await reader.failure("ATTACH 'a' AS b")?.code == .unsupportedFeature)
    let statement = try #require(try await reader.connection.prepare("SELECT ?")).statement
    #expect(throws: DatabaseError.self) { try statement.start([.real(-.infinity)]) }
    #expect(reader.bodies.isEmpty)
  }

  @Test func closingClosesTheStream() async throws {
    let double = try await inTransaction(.results(nil, Double.closed))
    await double.connection.close()
    await double.connection.close()
    #expect(double.bodies.last == #"{"baton":"b1","requests":[{"type":"close"}]}"# && double.bodies.count == 2)
    #expect(await double.failure("SELECT 1")?.code == .connectionClosed)
  }
}
