import LinkedSQLiteHarness
import QuarryConformance
import Testing

@Suite("The example driver", .serialized)
struct LinkedSQLiteTests {
  @Test(arguments: try await Conformance.plan(LinkedSQLiteUnderTest()))
  func conformance(_ planned: PlannedCase) async throws { try await planned.run() }
}
