#if Command
import Foundation
import Quarry
import QuarryConformance
import RqliteStandIn
import Testing
import TestPeers
import TestSupport

extension WholeSuite {
  /// The cases about distributed engines, on several nodes that are stopped and started.
  @Suite("On several nodes", .serialized)
  struct DistributedDriverTests {
    @Test(
      "No case fails on a primary and a replica",
      .needsSqld,
      arguments: SqldServer.program == nil ? [] : try await DistributedDriverTests.plan(SqldPairUnderTest()))
    func pair(_ planned: PlannedCase) async throws { try await planned.run() }

    @Test(
      "No case fails on a stand-in for rqlite",
      arguments: try await DistributedDriverTests.plan(RqliteStandInUnderTest()))
    func standIn(_ planned: PlannedCase) async throws { try await planned.run() }

    @Test("Every driver with a defect that only clusters show is noticed", arguments: Mutation.ofClusters.map(\.id))
    func mutants(_ id: String) async throws {
      let mutation = try #require(Mutation.named(id))
      let plan = try await Conformance.plan(
        MutantUnderTest(mutation, in: RqliteStandInUnderTest()), CaseSelection(ids: [mutation.killer]))
      var results: [CaseResult] = []
      for planned in plan { results.append(await planned.result()) }
      #expect(results.map(\.status) == [.fail], "\(mutation.title): \(results.map(\.assertions))")
    }

    @Test("No case of the whole suite fails on stand-ins for rqlite")
    func wholeSuite() async throws {
      // Those about a way with faults lead to one cluster, and are in another test.
      let areas = Set(ConformanceArea.allCases).subtracting([.remote])
      let plan = try await Conformance.plan(
        RqliteStandInUnderTest(), CaseSelection(areas: areas), endurance: .seconds(3))
      let queue = Protected(plan[...])
      let results = await withTaskGroup(of: [CaseResult].self) { group in
        for _ in 0..<4 {
          group.addTask {
            var results: [CaseResult] = []
            while let planned = queue.withLock({ $0.popFirst() }) { results.append(await planned.result()) }
            return results
          }
        }
        return await group.reduce(into: []) { $0 += $1 }
      }
      let failed = results.filter(\.status.isFailure)
      #expect(failed.isEmpty, "\(ConformanceFailure(results: failed, driver: "rqlite on stand-ins"))")
      #expect(results.count { $0.status == .pass } >= 700)
    }

    @Test("No fault on the way to a stand-in for rqlite is told wrongly")
    func faults() async throws {
      // The nodes have one database, so that cases come one after the other: several clusters share them.
      let ids = ConformanceCatalog.current.cases.filter { [.remote, .distributed].contains($0.area) }.map(\.id)
      let shares = 3
      try await withThrowingTaskGroup(of: QuarryProcess.self) { group in
        for share in 0..<shares {
          group.addTask {
            let standIn = try await RqliteStandIn(nodes: 3)
            let nodes = await standIn.addresses.map { $0.dropFirst("http://".count) }.joined(separator: ",")
            let own = ids.enumerated().filter { $0.offset % shares == share }.flatMap { ["--case", $0.element] }
            let run = try await QuarryProcess(["conformance", "rqlite+http://\(nodes)", "--endurance", "3"] + own)
            await standIn.close()
            return run
          }
        }
        for try await run in group {
          #expect(run.status == 0, "\(run.output)")
        }
      }
    }

    /// The addresses of a real cluster, separated by commas, whose database the suite empties.
    private static let cluster = Surroundings.variable("QUARRY_TEST_RQLITE")

    @Test(
      "No case fails on a real cluster of rqlite",
      .enabled(
        if: cluster != nil,
        "skipped: QUARRY_TEST_RQLITE does not name a cluster, such as 127.0.0.1:4001,127.0.0.1:4003,127.0.0.1:4005"))
    func realCluster() async throws {
      let named = try #require(Self.cluster)
      // What needs several databases, or one in which nothing was ever made, is left to stand-ins.
      let areas = Set(ConformanceArea.allCases).subtracting([.suite, .gates, .drift, .definition, .security])
      let run = try await QuarryProcess(
        ["conformance", named.contains("://") ? named : "rqlite+http://" + named]
          + areas.map(\.rawValue).sorted().flatMap { ["--area", $0] })
      #expect(run.status == 0, "\(run.output)")
    }

    /// The cases, played for a short time.
    private static func plan(_ driver: any DriverUnderTest) async throws -> [PlannedCase] {
      try await Conformance.plan(
        driver, CaseSelection(areas: [.distributed]), endurance: .seconds(3))
    }
  }
}
#endif
