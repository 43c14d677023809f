import Quarry
import QuarryRemote
import QuarryWire
import Testing

@Suite("Hrana: requests and answers")
struct HranaWireTests {
  @Test func requestsAreWrittenAsTheProtocolSays() throws {
    let call = HranaStatementCall(
      "SELECT ?, ?, ?, ?, ?, ?", names: [nil, nil, nil, nil, nil, nil],
      values: [.null, .integer(.min), .real(-0.0), .text("a\0\"ä"), .blob([0, 255]), .real(.nan)])
    let named = HranaStatementCall("SELECT :a, @b", names: [":a", "@b"], values: [1, 2], wantsRows: false)
    let cases: [(HranaRequest, String)] = [
      (
        .execute(call),
        #"{"type":"execute","stmt":{"sql":"SELECT ?, ?, ?, ?, ?, ?","args":[{"type":"null"},"#
          + #"{"type":"integer","value":"-9223372036854775808"},{"type":"float","value":-0.0},"#
          + #"{"type":"text","value":"a\u0000\"ä"},{"type":"blob","base64":"AP8="},{"type":"null"}],"want_rows":true}}"#
      ),
      (
        .execute(named),
        #"{"type":"execute","stmt":{"sql":"SELECT :a, @b","named_args":[{"name":":a","value":{"type":"integer","#
          + #""value":"1"}},{"name":"@b","value":{"type":"integer","value":"2"}}],"want_rows":false}}"#
      ),
      (
        .batch([
          HranaStep(HranaStatementCall("A")), HranaStep(HranaStatementCall("B"), if: .ok(0)),
          HranaStep(
            HranaStatementCall("C"), if: .and([.not(.ok(1)), .or([.error(0), .isAutocommit])])),
        ]),
        #"{"type":"batch","batch":{"steps":[{"stmt":{"sql":"A","want_rows":true}},"#
          + #"{"condition":{"type":"ok","step":0},"stmt":{"sql":"B","want_rows":true}},"#
          + #"{"condition":{"type":"and","conds":[{"type":"not","cond":{"type":"ok","step":1}},"#
          + #"{"type":"or","conds":[{"type":"error","step":0},{"type":"is_autocommit"}]}]},"#
          + #""stmt":{"sql":"C","want_rows":true}}]}}"#
      ),
      (.sequence("A; B"), #"{"type":"sequence","sql":"A; B"}"#),
      (.describe("A"), #"{"type":"describe","sql":"A"}"#),
      (.storeSQL(3, "A"), #"{"type":"store_sql","sql_id":3,"sql":"A"}"#),
      (.closeSQL(3), #"{"type":"close_sql","sql_id":3}"#),
      (.getAutocommit, #"{"type":"get_autocommit"}"#),
      (.close, #"{"type":"close"}"#),
    ]
    for (request, expected) in cases {
      let body = String(decoding: try HranaRequest.body(baton: "b/+", [request]), as: UTF8.self)
      #expect(body == #"{"baton":"b/+","requests":[\#(expected)]}"#)
    }
    #expect(String(decoding: try HranaRequest.body(baton: nil, []), as: UTF8.self) == #"{"baton":null,"requests":[]}"#)
    #expect(throws: JSONError.self) {
      try HranaRequest.body(
        baton: nil, [.execute(HranaStatementCall("?", names: [nil], values: [.real(.infinity)]))])
    }
  }

  @Test func mixedParametersAreNumbered() {
    let call = HranaStatementCall(
      "SELECT ?, :a, '?', ?5, :a, ? -- ?", names: [nil, ":a", nil, nil, "?5", nil], values: [1, 2, 3, 4, 5, 6])
    #expect(call.text == .sql("SELECT ?1, ?2, '?', ?5, ?2, ?6 -- ?"))
    #expect(call.positional == [1, 2, 3, 4, 5, 6] && call.named.isEmpty)
  }

  private static let good =
    #"{"more":[{}],"baton":"b","base_url":"http://x","results":[{"type":"ok","response":{"type":"execute","result":"#
    + #"{"cols":[{"name":"a","decltype":"INT","x":1},{"name":null},{"name":"c"},{"name":"d"},{"name":"e"}],"rows":"#
    + #"[[{"type":"integer","value":"-5"},{"type":"float","value":2},{"value":"ä\u0000","type":"text"},"#
    + #"{"type":"blob","base64":"AP8"},{"type":"null","y":null}]],"affected_row_count":3,"last_insert_rowid":"9","#
    + #""rows_read":1.5}}},{"type":"error","error":{"message":"m"}}]}"#

  private func answer(_ text: String, _ requests: [HranaRequest]) throws(HranaMalformed) -> HranaAnswer {
    try HranaAnswer(Array(text.utf8), to: requests)
  }

  @Test func answersAreReadExactly() throws {
    let requests: [HranaRequest] = [.execute(HranaStatementCall("A")), .close]
    let read = try answer(Self.good, requests)
    #expect(read.baton == "b" && read.baseURL == "http://x")
    guard case .ok(.execute(let result)) = read.results[0], case .error(let error) = read.results[1] else {
      Issue.record("other results")
      return
    }
    let expected: [SQLValue] = [.integer(-5), .real(2), .text("ä\0"), .blob([0, 255]), .null]
    #expect(result.rows.rowCount == 1 && result.rows.columnCount == 5)
    for (column, value) in expected.enumerated() {
      #expect(result.rows.value(row: 0, column: column)?.isIdentical(to: value) == true)
    }
    #expect(result.columns[0] == ColumnDescription(name: "a", declaredType: "INT"))
    #expect(result.columns[1] == ColumnDescription(name: ""))
    #expect(result.effect == StatementResult(affectedRows: 3, lastInsertedRowID: 9))
    #expect(error == HranaServerError(message: "m", code: ""))
  }

  @Test func noCutAnswerIsTaken() {
    let bytes = Array(Self.good.utf8)
    for count in 0..<bytes.count {
      #expect(throws: HranaMalformed.self, "\(count) bytes") {
        try HranaAnswer(Array(bytes[..<count]), to: [.execute(HranaStatementCall("A")), .close])
      }
    }
  }

  @Test(arguments: [
    "[]", "{}", "null", #"{"results":{}}"#, #"{"results":[]}"#, #"{"baton":1,"results":[{}]}"#,
    #"{"base_url":1,"results":[{}]}"#, #"{"results":[1]}"#, #"{"results":[{"type":"ok"}]}"#,
    #"{"results":[{"type":"ok","response":{"type":"close"}}]}"#, #"{"results":[{"type":"error"}]}"#,
    #"{"results":[{"type":"error","error":{"code":"X"}}]}"#, #"{"results":[{"type":"other"}]}"#,
    #"{"results":[{"type":"ok","response":{"type":"execute"}}]}"#,
  ])
  func answersOfAnotherShapeAreRefused(_ text: String) {
    #expect(throws: HranaMalformed.self) { try answer(text, [.execute(HranaStatementCall("A"))]) }
  }

  @Test(arguments: [
    #""cols":[],"rows":[],"last_insert_rowid":"1""#, #""rows":[],"affected_row_count":0"#,
    #""cols":[],"affected_row_count":0"#, #""cols":[],"rows":[],"affected_row_count":"0""#,
    #""cols":[],"rows":[],"affected_row_count":-1"#,
    #""cols":[],"rows":[],"affected_row_count":0,"last_insert_rowid":"x""#,
    #""cols":[],"rows":[[{"type":"null"}]],"affected_row_count":0"#, #""cols":[1],"rows":[],"affected_row_count":0"#,
    #""cols":[{"name":"a"}],"rows":[[]],"affected_row_count":0"#,
    #""cols":[{"name":"a"}],"rows":[{}],"affected_row_count":0"#,
    #""cols":[{"name":"a"}],"rows":[[{"type":"integer","value":1}]],"affected_row_count":0"#,
    #""cols":[{"name":"a"}],"rows":[[{"type":"integer","value":"9223372036854775808"}]],"affected_row_count":0"#,
    #""cols":[{"name":"a"}],"rows":[[{"type":"float","value":"1"}]],"affected_row_count":0"#,
    #""cols":[{"name":"a"}],"rows":[[{"type":"text","value":1}]],"affected_row_count":0"#,
    #""cols":[{"name":"a"}],"rows":[[{"type":"blob","base64":"A"}]],"affected_row_count":0"#,
    #""cols":[{"name":"a"}],"rows":[[{"type":"blob","base64":"_-8"}]],"affected_row_count":0"#,
    #""cols":[{"name":"a"}],"rows":[[{"type":"date","value":"1"}]],"affected_row_count":0"#,
    #""cols":[{"name":"a"}],"rows":[[{"value":"1"}]],"affected_row_count":0"#,
    #""cols":[{"name":"a"}],"rows":[[{"type":"float","value":null}]],"affected_row_count":0"#,
  ])
  func resultsOfAnotherShapeAreRefused(_ members: String) {
    let text = #"{"results":[{"type":"ok","response":{"type":"execute","result":{\#(members)}}}]}"#
    #expect(throws: HranaMalformed.self) { try answer(text, [.execute(HranaStatementCall("A"))]) }
  }

  @Test func otherResponsesAreRead() throws {
    let text =
      #"{"results":[{"type":"ok","response":{"type":"describe","result":{"params":[{"name":":a"},{"name":null}],"#
      + #""cols":[{"name":"x","decltype":"TEXT"}],"is_explain":false,"is_readonly":true}}},"#
      + #"{"type":"ok","response":{"type":"get_autocommit","is_autocommit":false}},"#
      + #"{"type":"ok","response":{"type":"batch","result":{"step_results":[{"cols":[],"rows":[],"#
      + #""affected_row_count":2,"last_insert_rowid":5},null,null],"step_errors":[null,{"message":"e","code":"C"},null]}}}]}"#
    let batch = HranaRequest.batch([HranaStep](repeating: HranaStep(HranaStatementCall("A")), count: 3))
    let read = try answer(text, [.describe("A"), .getAutocommit, batch])
    guard case .ok(.describe(let description)) = read.results[0], case .ok(.autocommit(false)) = read.results[1],
      case .ok(.batch(let steps)) = read.results[2], case .ok(.execute(let first))? = steps[0],
      case .error(let second)? = steps[1]
    else {
      Issue.record("other results")
      return
    }
    #expect(description.parameters == [":a", nil] && description.isReadOnly)
    #expect(description.columns == [ColumnDescription(name: "x", declaredType: "TEXT")])
    #expect(first.effect == StatementResult(affectedRows: 2, lastInsertedRowID: 5))
    #expect(second == HranaServerError(message: "e", code: "C") && steps[2] == nil)
    #expect(throws: HranaMalformed.self) { try answer(text, [.describe("A"), .getAutocommit, .batch([])]) }
  }

  @Test func textsTellWhatTheyAre() {
    let cases: [(String, HranaStatementShape.Kind, Bool?)] = [
      (" /* x */ select 1", .query, true), ("VALUES (1)", .query, true),
      ("WITH a(x) AS (SELECT 1), delete_me AS (DELETE) SELECT * FROM a", .query, true),
      ("WITH a AS (SELECT 1) INSERT INTO t SELECT * FROM a", .change, false),
      ("WITH a AS MATERIALIZED (SELECT 1) UPDATE t SET x = 1", .change, false),
      ("BEGIN", .beginDeferred, true), ("begin deferred transaction", .beginDeferred, true),
      ("BEGIN IMMEDIATE", .beginNow, false), ("BEGIN EXCLUSIVE", .beginNow, false), ("END", .commit, true),
      ("COMMIT TRANSACTION", .commit, true), ("ROLLBACK", .rollback, true),
      ("ROLLBACK TRANSACTION TO a", .rollbackTo, true),
      ("SAVEPOINT a", .savepoint, true), ("RELEASE a", .release, true), ("PRAGMA user_version", .pragmaRead, true),
      ("PRAGMA main.table_info(t)", .pragmaRead, true), ("PRAGMA user_version = 5", .unknown, nil),
      ("PRAGMA user_version(5)", .unknown, nil), ("PRAGMA wal_checkpoint", .unknown, nil),
      ("PRAGMA foreign_keys = OFF", .setting(name: "foreign_keys"), true), ("ATTACH 'x' AS y", .attach, nil),
      ("EXPLAIN DELETE FROM t", .unknown, nil), ("SELEC", .unknown, nil), ("\"select\"", .unknown, nil),
      ("", .unknown, nil),
    ]
    for (sql, kind, isReadOnly) in cases {
      let shape = HranaStatementShape(sql)
      #expect(shape.kind == kind && shape.isReadOnly == isReadOnly, "\(sql)")
    }
    #expect(HranaStatementShape("CREATE TEMP TABLE t(a)").isTemporary)
    #expect(HranaStatementShape("CREATE TABLE temp.t(a)").isTemporary)
    #expect(!HranaStatementShape("CREATE TABLE t(temporal)").isTemporary)
  }

  @Test func errorsHaveTheEnginesCodes() {
    let cases: [(String, String, DatabaseError.Code, Int32?)] = [
      ("SQLITE_CONSTRAINT", "SQLite error: UNIQUE constraint failed: t.a", .constraintUnique, 2067),
      ("SQLITE_CONSTRAINT", "SQLite error: NOT NULL constraint failed: t.a", .constraintNotNull, 1299),
      ("SQLITE_CONSTRAINT", "SQLite error: CHECK constraint failed: n<10", .constraintCheck, 275),
      ("SQLITE_CONSTRAINT", "SQLite error: FOREIGN KEY constraint failed", .constraintForeignKey, 787),
      ("SQLITE_CONSTRAINT", "SQLite error: cannot store TEXT value in INTEGER column t.a", .constraintDatatype, 3091),
      ("SQLITE_CONSTRAINT", "SQLite error: no", .constraintTrigger, 1811),
      ("SQLITE_CONSTRAINT_PRIMARYKEY", "UNIQUE constraint failed: t.a", .constraintPrimaryKey, 1555),
      ("SQLITE_UNKNOWN", "SQLite error: no such table: t", .noSuchObject, 1),
      ("SQL_INPUT_ERROR", #"SQL input error: near "SELEC": syntax error (at offset 4)"#, .syntax, 1),
      ("SQL_INPUT_ERROR", "SQL input error: no such column: a (at offset 7)", .noSuchObject, 1),
      ("SQLITE_BUSY", "SQLite error: database is locked", .busy, 5), ("SQLITE_BUSY_SNAPSHOT", "x", .busy, 517),
      ("SQLITE_INTERRUPT", "interrupted", .interrupted, 9), ("SQLITE_IOERR_CORRUPTFS", "x", .inputOutput, 8458),
      ("SQL_PARSE_ERROR", "SQL string could not be parsed: unsupported statement: X", .unsupportedFeature, nil),
      ("SQL_MANY_STATEMENTS", "x", .multipleStatements, nil), ("SQL_NO_STATEMENT", "x", .emptyStatement, nil),
      ("ARGS_INVALID", "x", .missingParameter, nil), ("RESPONSE_TOO_LARGE", "x", .tooBig, nil),
      ("TRANSACTION_TIMEOUT", "x", .transactionState, nil), ("TRANSACTION_BUSY", "x", .busy, 5),
      ("SOMETHING", "x", .statementFailed, nil), ("", "x", .statementFailed, nil),
    ]
    for (code, message, wanted, number) in cases {
      let error = HranaServerError(message: message, code: code).databaseError(sql: "S", mayWrite: false)
      #expect(error.code == wanted && error.engineCode?.rawValue == number, "\(code) \(message)")
      #expect(error.outcome == .notApplied && error.sql == "S")
    }
    let offset = HranaServerError(
      message: "SQL input error: near \"x\": syntax error (at offset 4)", code: "SQL_INPUT_ERROR")
    #expect(offset.databaseError(sql: nil, mayWrite: false).offset == 4)
    #expect(offset.databaseError(sql: nil, mayWrite: false).message == "near \"x\": syntax error")
    let large = HranaServerError(message: "x", code: "RESPONSE_TOO_LARGE").databaseError(sql: nil, mayWrite: true)
    #expect(large.outcome == .unknown)
  }
}
