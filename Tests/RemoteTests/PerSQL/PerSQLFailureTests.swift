import Quarry
import QuarryRemote
import Testing
import TestSupport

@Suite struct PerSQLFailureTests {
  @Test(arguments: [
    ("unique_violation", "UNIQUE constraint failed: t.a", DatabaseError.Code.constraintUnique),
    ("not_null_violation", "NOT NULL constraint failed: t.a", .constraintNotNull),
    ("fk_violation", "FOREIGN KEY constraint failed", .constraintForeignKey),
    ("check_violation", "CHECK constraint failed: c", .constraintCheck),
    ("unknown_table", "no such table: t", .noSuchObject), ("unknown_column", "no such column: a", .noSuchObject),
    ("syntax_error", "near \\\"x\\\": syntax error", .syntax),
    ("syntax_error", "incomplete input", .incompleteStatement),
    ("type_mismatch", "datatype mismatch", .mismatch),
    ("type_mismatch", "cannot store TEXT value in INTEGER column t.a", .constraintDatatype),
    ("too_many_params", "too many SQL variables", .tooManyParameters), ("readonly", "not allowed", .readOnly),
    ("unknown", "no such function: f", .noSuchObject), ("unknown", "string or blob too big", .tooBig),
    ("brand_new", "integer overflow", .statementFailed),
  ])
  func kinds(_ kind: String, _ message: String, _ code: DatabaseError.Code) async throws {
    let script = try PerSQLScript(
      .answer(
        400, #"{"success":false,"error":"\#(message)","errorDetail":{"kind":"\#(kind)","message":"\#(message)"}}"#))
    let database = try await script.database()
    let error = await thrownError { _ = try await database.execute("INSERT INTO t VALUES (1)") }
    #expect(error?.code == code)
    #expect(error?.outcome == .notApplied)
    #expect(error?.sql == "INSERT INTO t VALUES (1)")
    #expect(script.requests.count == 1)
  }

  @Test(arguments: [
    (401, DatabaseError.Code.authorization), (402, .permission), (403, .authorization), (404, .cannotOpen),
  ])
  func statuses(_ status: Int, _ code: DatabaseError.Code) async throws {
    let body = #"{"success":false,"error":"Token scope does not include table \"x\""}"#
    let script = try PerSQLScript(.answer(status, body))
    let database = try await script.database()
    let error = await thrownError { _ = try await database.execute("INSERT INTO t VALUES (1)") }
    #expect(error?.code == code && error?.outcome == .notApplied)
    #expect(error?.message.contains("Token scope") == true)
    #expect(error.map { "\($0)".contains("psql_test") } == false)
    #expect(script.requests.count == 1)
  }

  @Test func floodGuardIsWaitedFor() async throws {
    let script = try PerSQLScript(
      .answer(429, #"{"success":false,"error":"slow down"}"#, [("Retry-After", "0")]), .counts(1, 1))
    let database = try await script.database()
    #expect(try await database.execute("INSERT INTO t VALUES (1)").affectedRows == 1)
    #expect(script.requests.count == 2)
    #expect(Set(script.requests.compactMap { $0.header("Idempotency-Key") }).count == 1)
  }

  @Test func aWaitBeyondTheDeadlineIsNotBegun() async throws {
    let script = try PerSQLScript(
      policy: RetryPolicy(attempts: 3, deadline: .seconds(1), firstDelay: .zero),
      .answer(429, #"{"success":false,"error":"slow down"}"#, [("Retry-After", "3600")]))
    let database = try await script.database()
    let error = await thrownError { _ = try await database.execute("INSERT INTO t VALUES (1)") }
    #expect(error?.code == .busy && error?.isRetrySafe == true && error?.outcome == .notApplied)
    #expect(script.requests.count == 1)
  }

  @Test func aLostAnswerIsAskedForAgainWhereKeysAreSerialised() async throws {
    let cut = HTTPError(.cut, mayHaveBeenSent: true, "cut")
    let script = try PerSQLScript(
      policy: RetryPolicy(attempts: 4, firstDelay: .zero), serialisesKeys: true, .failure(cut),
      .success((200, #"{"success":true,"data":[{"colu"#, [])), .answer(503, "<html>"), .counts(1, 9))
    let database = try await script.database()
    #expect(
      try await database.execute("INSERT INTO t VALUES (1)") == StatementResult(affectedRows: 1, lastInsertedRowID: 9))
    #expect(script.requests.count == 4)
    #expect(Set(script.requests.compactMap { $0.header("Idempotency-Key") }).count == 1)
    #expect(Set(script.bodies).count == 1)
  }

  /// Two calls of one key may both run while the first one has not ended, which only the service itself can tell.
  @Test func aLostAnswerIsUnknownWhereKeysAreOnlyRemembered() async throws {
    let lost: [Result<(Int, String, [(name: String, value: String)]), HTTPError>] = [
      .failure(HTTPError(.cut, mayHaveBeenSent: true, "cut")),
      .failure(HTTPError(.timeout, mayHaveBeenSent: true, "late")),
      .answer(200, #"{"success":true,"data":[{"colu"#), .answer(429, ""), .answer(429, #"{"message":"slow down"}"#),
      .answer(408, "<html>"), .answer(425, ""), .answer(500, ""), .answer(502, ""), .answer(503, "<html>"),
      .answer(503, #"{"success":false,"error":"down"}"#), .answer(504, ""), .answer(403, "<html>"), .answer(303, ""),
    ]
    for answer in lost {
      let script = try PerSQLScript(answer, .counts(1, 9))
      let database = try await script.database()
      let error = await thrownError { _ = try await database.execute("INSERT INTO t VALUES (1)") }
      #expect(error?.code == .outcomeUnknown && error?.outcome == .unknown && error?.isRetrySafe == false, "\(answer)")
      #expect(script.requests.count == 1, "\(answer)")
      #expect(script.requests.first?.header("Idempotency-Key")?.count == 32)
    }
  }

  /// A 2xx that is no envelope tells nothing about what became of the write.
  @Test(arguments: [
    "{}", "[]", "null", "", "ok", #"{"message":"accepted"}"#, #"{"error":"no"}"#, #"{"data":[]}"#, #"{"success":null}"#,
    #"{"success":false}"#, #"{"success":true}"#, #"{"success":"false","error":"no"}"#, "<html></html>",
  ])
  func aSuccessWithoutAnEnvelopeLeavesAWriteUnknown(_ body: String) async throws {
    for status in [200, 201, 202, 204] {
      let script = try PerSQLScript(.answer(status, body), .counts(1, 9))
      let database = try await script.database()
      let error = await thrownError { _ = try await database.execute("INSERT INTO t VALUES (1)") }
      #expect(error?.code == .outcomeUnknown && error?.outcome == .unknown, "\(status) \(body)")
      #expect(script.requests.count == 1)
      let batch = try PerSQLScript(.answer(status, body), .counts(1, 9))
      let other = try await batch.database()
      let error2 = await thrownError { try await other.batch { $0.execute("INSERT INTO t VALUES (1)") } }
      #expect(error2?.code == .outcomeUnknown && error2?.outcome == .unknown, "\(status) \(body)")
    }
  }

  @Test func anAnswerThatStaysLostIsUnknown() async throws {
    let cut = HTTPError(.cut, mayHaveBeenSent: true, "cut")
    let script = try PerSQLScript(serialisesKeys: true, .failure(cut), .failure(cut), .failure(cut))
    let database = try await script.database()
    let error = await thrownError { _ = try await database.execute("INSERT INTO t VALUES (1)") }
    #expect(error?.code == .outcomeUnknown && error?.outcome == .unknown && script.requests.count == 3)
    // A later refusal does not take the doubt of an earlier try away.
    let other = try PerSQLScript(serialisesKeys: true, .failure(cut), .answer(401, ""))
    let database2 = try await other.database()
    let error2 = await thrownError { _ = try await database2.execute("INSERT INTO t VALUES (1)") }
    #expect(error2?.outcome == .unknown && other.requests.count == 2)
  }

  @Test func aFaultOfTheServiceLeavesAWriteUnknown() async throws {
    let script = try PerSQLScript(.answer(500, "<html>"), .answer(500, "{}"), .rows(#""a""#, "[1]"))
    let database = try await script.database()
    let write = await thrownError { _ = try await database.execute("INSERT INTO t VALUES (1)") }
    #expect(write?.code == .outcomeUnknown && write?.outcome == .unknown)
    #expect(script.requests.count == 1)
    #expect(try await database.fetchAll(("SELECT 1" as SQLFragment).values(Int.self)) == [1])
    #expect(script.requests.count == 3)
  }

  /// The engine's own error that leaves nothing behind, though the service takes it for a fault of its own.
  @Test(arguments: [
    ("database or disk is full", DatabaseError.Code.diskFull), ("database disk image is malformed", .corrupt),
  ])
  func anEnginesFaultAtStatus500HasItsCode(_ message: String, _ code: DatabaseError.Code) async throws {
    let detail = #""errorDetail":{"kind":"unknown","message":"\#(message)"}"#
    let script = try PerSQLScript(.answer(500, #"{"success":false,"error":"\#(message)",\#(detail)}"#))
    let database = try await script.database()
    let error = await thrownError { _ = try await database.execute("INSERT INTO t VALUES (1)") }
    #expect(error?.code == code && error?.outcome == .notApplied && error?.sql == "INSERT INTO t VALUES (1)")
    #expect(script.requests.count == 1)
    // Without the detail it is any page that quotes the words: nobody knows then.
    let page = try PerSQLScript(.answer(500, #"{"success":false,"error":"\#(message)"}"#))
    let other = try await page.database()
    let unknown = await thrownError { _ = try await other.execute("INSERT INTO t VALUES (1)") }
    #expect(unknown?.code == .outcomeUnknown && unknown?.outcome == .unknown)
  }

  /// Refused reads are told by the same table, without a doubt about them.
  @Test(arguments: [
    (401, DatabaseError.Code.authorization), (402, .permission), (403, .authorization), (404, .cannotOpen),
  ])
  func statusesOfReads(_ status: Int, _ code: DatabaseError.Code) async throws {
    for body in ["", "<html>", #"{"success":false,"error":"no"}"#] {
      let script = try PerSQLScript(.answer(status, body))
      let database = try await script.database()
      let error = await thrownError { _ = try await database.fetchAll(("SELECT 1" as SQLFragment).rows()) }
      #expect(error?.code == code && error?.outcome == .notApplied && error?.isRetrySafe == false, "\(body)")
      #expect(script.requests.count == 1)
    }
  }

  @Test func theFloodGuardIsWaitedForAsLongAsItSays() async throws {
    let slept = Protected<[Duration]>([])
    let transport = ScriptedTransport([
      HTTPResponse(status: 429, headers: [("Retry-After", "7")]), HTTPResponse(status: 200),
    ])
    let calls = RemoteCalls(
      transport: transport, policy: RetryPolicy(attempts: 3, firstDelay: .milliseconds(1)),
      surroundings: RetrySurroundings(
        now: { .zero }, sleep: { wait in slept.withLock { $0.append(wait) } }, random: { 1 }))
    let request = HTTPRequest(url: "https://persql.test/v1/db/a/b/query")
    let status = try await calls.call(request, effect: .writesOnce) { (response) throws(CallFailure) -> Int in
      if let failure = CallFailure(response, effect: .writesOnce) { throw failure }
      return response.status
    }
    #expect(status == 200 && slept.withLock { $0 } == [.seconds(7)])
  }

  @Test func successMustBeTrueAndDataMustBeThere() async throws {
    for body in [#"{"success":false,"error":"no"}"#, #"{"data":{"columns":[],"rows":[]}}"#, #"{"success":true}"#, "[]"]
    {
      let script = try PerSQLScript(policy: .never, .answer(200, body))
      let database = try await script.database()
      let error = await thrownError { _ = try await database.fetchAll(("SELECT 1" as SQLFragment).rows()) }
      #expect(error != nil, "\(body)")
    }
  }

  @Test func theOrderOfMembersMeansNothing() async throws {
    let script = try PerSQLScript(
      .answer(200, #"{"data":{"rows":[[1,"x"],[2,null]],"rowsRead":2,"columns":["a","b"]},"success":true}"#),
      .answer(200, #"{"success":true,"data":{"rows":[[1,"x"],[2]],"columns":["a","b"]}}"#))
    let database = try await script.database()
    let query = ("SELECT a, b FROM t" as SQLFragment).rows()
    #expect(try await database.fetchAll(query).map(\.values) == [[1, "x"], [2, .null]])
    let error = await thrownError { _ = try await database.fetchAll(query) }
    #expect(error != nil)
  }

  @Test func aResultThatIsTooLargeIsSoByItsStatus() async throws {
    let body = #"{"success":false,"error":"too large","errorDetail":{"kind":"unknown","message":"too large"}}"#
    let script = try PerSQLScript(policy: .never, .answer(413, body))
    let database = try await script.database()
    let error = await thrownError { _ = try await database.fetchAll(("SELECT 1" as SQLFragment).rows()) }
    #expect(error?.code == .tooBig && error?.message.contains("too large") == true)
  }

  @Test(arguments: ["", "a", "a/b/c", "a/", "/b", "a b/c", "a/..", "a/b?c"])
  func badDatabaseNames(_ name: String) {
    #expect(throws: DatabaseError.self) {
      _ = try PerSQLDriver(baseURL: "https://h", database: name, transport: ScriptedTransport([]))
    }
  }
}
