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

    /// The cases, played for a short time.
    private static func plan(_ driver: any DriverUnderTest) async throws -> [PlannedCase] {
      try await Conformance.plan(
        driver, CaseSelection(areas: [.distributed]), endurance: .seconds(3))
    }
  }
}
