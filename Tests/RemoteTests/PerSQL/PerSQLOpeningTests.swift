import Quarry
import QuarryRemote
import TestSupport
import Testing

/// What opening a database costs: the service bills every call.
@Suite struct PerSQLOpeningTests {
  private static let lists = [
    "sqlite_version()", "PRAGMA compile_options", "pragma_function_list", "pragma_module_list", "pragma_pragma_list",
  ]
  private static let trials = ["hard_heap_limit", "soft_heap_limit", "EXPLAIN VACUUM INTO", "load_extension("]

  @Test func opensWithTwoCalls() async throws {
    let script = try PerSQLScript(refusing: [])
    let database = try await script.database()
    _ = try await script.driver.open(.reader)
    let batch = "https://persql.test/v1/db/acme/notes/batch"
    #expect(script.transport.requests.map(\.url) == [batch, batch])
    for request in script.transport.requests {
      // Nothing is written, and no other writer is waited for.
      #expect(String(decoding: request.body ?? [], as: UTF8.self).hasSuffix(#""transaction":false}"#))
      #expect(request.header("Idempotency-Key") == nil)
    }
    let engine = database.engine
    #expect(engine.version == EngineVersion(3, 45, 1) && engine.sourceID == "2024 abc")
    for feature in [SQLFeature.pragmaHardHeapLimit, .pragmaSoftHeapLimit, .vacuumInto, .loadExtensionFunction] {
      #expect(engine.supports(feature), "\(feature)")
    }
    #expect(!engine.supports(.buildRowIDOfViewRefused) && !engine.supports(.rtree))
  }

  @Test(arguments: trials) func aRefusedTrialCostsNoFurtherCall(_ trial: String) async throws {
    let script = try PerSQLScript(refusing: [trial])
    let database = try await script.database()
    #expect(script.transport.requests.count == 2)
    for feature in [SQLFeature.pragmaHardHeapLimit, .pragmaSoftHeapLimit, .vacuumInto, .loadExtensionFunction] {
      #expect(!database.engine.supports(feature), "\(feature)")
    }
    #expect(database.engine.supports(.returning))
  }

  /// A service doesn't say which query of a batch it rejects.
  @Test(arguments: lists) func aRefusedListIsUnknownAndTheOthersAreNot(_ list: String) async throws {
    let script = try PerSQLScript(refusing: [list])
    let database = try await script.database()
    #expect(script.questions.count == 7)
    #expect(database.engine.version == (list == Self.lists[0] ? EngineVersion(3, 15, 0) : EngineVersion(3, 45, 1)))
    #expect((database.engine.compileOptions == nil) == (list == Self.lists[1]))
    #expect(database.engine.supports(.rtree) == false)
    #expect(database.engine.supports(.fts5) || list == Self.lists[1])
  }

  /// What is about the service itself is no answer to a question.
  @Test(arguments: [1, 2]) func aFailedCallFailsTheOpening(_ call: Int) async throws {
    let transport = ScriptedTransport { (request, number) throws(HTTPError) in
      let body = String(decoding: request.body ?? [], as: UTF8.self)
      guard number + 1 < call, let known = PerSQLScript.engine(body, "3.45.1", []) else {
        return HTTPResponse(status: 402, body: Array(#"{"success":false,"error":"no money"}"#.utf8))
      }
      return HTTPResponse(status: 200, body: Array(known.utf8))
    }
    let driver = try PerSQLDriver(
      baseURL: "https://persql.test", database: "acme/notes", transport: transport, policy: .never)
    let error = await thrownError { _ = try await Database(driver) }
    #expect(error != nil && error?.code != .unsupportedFeature)
    #expect(transport.requests.count == call)
  }
}
