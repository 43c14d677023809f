#if Command
import Quarry
import QuarryConformance
import QuarryLocalConformance
import QuarryMemory
import TestSupport
import Testing

/// What the suite does with the engine layer that a driver's harness brings.
@Suite("Engine layers")
struct EngineLayerTests {
  /// A driver of kind `local` with or without the layer behind it.
  private struct Local: DriverUnderTest {
    let name = "layered"
    let kinds: Set<DriverKind> = [.local, .memory, .shared]
    let engineLayer: (any EngineLayer)?
    func driver(for request: DriverRequest) async throws -> any DatabaseDriver {
      MemoryDriver(name: request.identifier)
    }
  }

  @Test("Each part belongs to a case of its own that the suite")
  func parts() throws {
    let ids = SQLiteEngineLayer().parts.map(\.id)
    #expect(Set(ids).count == ids.count)
    for id in ids { #expect(ConformanceCatalog.current[id] != nil, "\(id)") }
  }

  @Test(
    "A case that needs the layer runs on it, and fails without one instead of passing in part",
    arguments: ["STMT-38", "GATE-97", "SEC-06", "CON-16", "ERR-19"])
  func run(_ id: String) async throws {
    for layer in [SQLiteEngineLayer(), nil] as [(any EngineLayer)?] {
      let driver = Local(engineLayer: layer)
      let database = try await Database(MemoryDriver())
      let profile = DriverProfile(capabilities: database.capabilities)
      await database.close()
      // Library gates are for drivers whose library can be another one.
      let item = try #require(ConformanceCatalog.current[id])
      // Other tests may keep every thread for longer than a case may take.
      let open = ConformanceCase(
        id, item.title, .core, item.reference, item.description, timeLimit: .seconds(600), body: item.body)
      let planned = Conformance.plan(
        driver, profile, CaseSelection(ids: [id]), catalog: ConformanceCatalog(cases: [open]))
      let result = await (try #require(planned.first)).result()
      #expect(result.status == (layer == nil ? .fail : .pass), "\(result.failures)")
      if layer == nil { #expect(result.failures.contains { $0.message.contains("engine layer") }) }
    }
  }

  @Test("The audit finds the kinds of a local driver through its layer alone")
  func audit() async throws {
    for layer in [SQLiteEngineLayer(), nil] as [(any EngineLayer)?] {
      let folder = try TemporaryFolder()
      let audit = try await FeatureAudit(of: Local(engineLayer: layer), in: folder.path)
      let local = try #require(audit.entries.first { $0.name == "kind.local" })
      #expect(local.found == (layer != nil))
    }
  }
}
#endif
