import Quarry
import QuarryRemote
import Testing
import TestSupport

/// A service that remembers the answers of keys and runs the calls of one key one after the other, and loses some answers
/// on their way.
private final class ForgetfulService: Sendable {
  /// What happens to the answer of a call.
  enum Fate { case arrives, isCut, neverCame }

  private struct State {
    var answers: [String: [UInt8]] = [:]
    var keys: [String] = []
    var applied = 0
    var fates: [Fate]
  }

  private let state: Protected<State>

  init(_ fates: [Fate]) { state = Protected(State(fates: fates)) }

  /// How many writes took effect.
  var applied: Int { state.withLock { $0.applied } }
  /// The keys of all calls that came, in order.
  var keys: [String] { state.withLock { $0.keys } }

  func answer(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
    guard let key = request.header("Idempotency-Key") else {
      throw HTTPError(.refused, mayHaveBeenSent: false, "a write without a key")
    }
    let (fate, body, isRepeated) = state.withLock { state in
      let fate = state.fates.isEmpty ? Fate.arrives : state.fates.removeFirst()
      guard fate != .neverCame else { return (fate, [UInt8](), false) }
      state.keys.append(key)
      if let known = state.answers[key] { return (fate, known, true) }
      state.applied += 1
      let text =
        #"{"success":true,"data":[{"columns":[],"rows":[]},{"columns":["c","r"],"rows":[[1,"\#(state.applied)"]]}]}"#
      state.answers[key] = Array(text.utf8)
      return (fate, Array(text.utf8), false)
    }
    switch fate {
    case .arrives:
      return HTTPResponse(status: 200, headers: isRepeated ? [("Idempotency-Replayed", "true")] : [], body: body)
    case .isCut: throw HTTPError(.cut, mayHaveBeenSent: true, "cut")
    case .neverCame: throw HTTPError(.refused, mayHaveBeenSent: false, "refused")
    }
  }
}

@Suite("PerSQL: writes are applied once") struct PerSQLOnceTests {
  private func database(_ service: ForgetfulService, attempts: Int = 5) async throws -> Database {
    let transport = ScriptedTransport { (request, _) throws(HTTPError) in
      let body = String(decoding: request.body ?? [], as: UTF8.self)
      if let known = PerSQLScript.engine(body, "3.45.1") { return HTTPResponse(status: 200, body: Array(known.utf8)) }
      return try service.answer(request)
    }
    return try await Database(
      PerSQLDriver(
        baseURL: "https://persql.test", database: "acme/notes", transport: transport,
        policy: RetryPolicy(attempts: attempts, deadline: .seconds(3600), firstDelay: .zero), serialisesKeys: true))
  }

  @Test func oneCutIsOneRepetitionWithTheSameKey() async throws {
    let service = ForgetfulService([.isCut])
    let database = try await database(service)
    let result = try await database.execute("INSERT INTO t VALUES (1)")
    #expect(result == StatementResult(affectedRows: 1, lastInsertedRowID: 1))
    #expect(service.applied == 1)
    #expect(service.keys.count == 2 && Set(service.keys).count == 1)
    // The next write is another one and says so.
    #expect(try await database.execute("INSERT INTO t VALUES (1)").lastInsertedRowID == 2)
    #expect(service.applied == 2 && Set(service.keys).count == 2)
  }

  @Test func everyLossOnTheWayLeavesOneWrite() async throws {
    let losses: [[ForgetfulService.Fate]] = [
      [.neverCame], [.neverCame, .isCut], [.isCut, .neverCame], [.isCut, .isCut, .isCut, .neverCame],
    ]
    for fates in losses {
      let service = ForgetfulService(fates)
      let database = try await database(service)
      #expect(try await database.execute("INSERT INTO t VALUES (1)").lastInsertedRowID == 1)
      #expect(service.applied == 1 && Set(service.keys).count == 1, "\(fates)")
      #expect(service.keys.count == fates.filter { $0 == .isCut }.count + 1, "\(fates)")
    }
  }

  @Test func aWriteThatStaysWithoutAnAnswerIsUnknownAndAppliedOnce() async throws {
    let service = ForgetfulService([.isCut, .isCut, .isCut])
    let database = try await database(service, attempts: 3)
    let error = await thrownError { _ = try await database.execute("INSERT INTO t VALUES (1)") }
    #expect(error?.code == .outcomeUnknown && error?.outcome == .unknown)
    #expect(service.applied == 1 && service.keys.count == 3 && Set(service.keys).count == 1)
    // What never left is known not to have happened.
    let unreached = ForgetfulService([.neverCame, .neverCame])
    let other = try await self.database(unreached, attempts: 2)
    let error2 = await thrownError { _ = try await other.execute("INSERT INTO t VALUES (1)") }
    #expect(error2?.code == .cannotOpen && error2?.outcome == .notApplied && unreached.applied == 0)
  }
}
