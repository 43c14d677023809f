import LineHarness
import QuarryConformance
import Testing

@Suite("The example of a driver that suspends", .serialized)
struct LineConformanceTests {
  @Test(arguments: try await Conformance.plan(LineUnderTest(), endurance: .seconds(3)))
  func conformance(_ planned: PlannedCase) async throws { try await planned.run() }
}
