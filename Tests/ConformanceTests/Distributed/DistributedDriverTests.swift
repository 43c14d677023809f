import QuarryConformance
import TestPeers
import Testing

extension WholeSuite {
  /// The cases about distributed engines, on several nodes that are stopped and started.
  @Suite("On several nodes", .serialized)
  struct DistributedDriverTests {
    @Test(
      "No case fails on a primary and a replica",
      .enabled(if: SqldServer.program != nil, Comment(rawValue: SqldServer.absence)),
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

    /// The cases, played for a short time.
    private static func plan(_ driver: any DriverUnderTest) async throws -> [PlannedCase] {
      try await Conformance.plan(
        driver, CaseSelection(areas: [.distributed]), endurance: .seconds(3))
    }
  }
}
