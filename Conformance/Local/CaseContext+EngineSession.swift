import Quarry
import QuarryConformance
import QuarrySQLiteEngine

extension CaseContext {
  /// Opens a session on a connection of the engine layer. The caller closes it.
  func engineSession(_ name: String = "main", policy: FeaturePolicy = .lower) async throws -> SQLContext {
    try await engineSession(request(name), policy: policy)
  }

  /// Opens a session on a connection of the engine layer. The caller closes it.
  func engineSession(_ request: DriverRequest, policy: FeaturePolicy = .lower) async throws -> SQLContext {
    let found = try await driver(for: request) as? any LocalEngineDriver
    let driver = try require(found, "a driver of kind local has connections of Quarry's engine layer")
    return try SQLContext(driver, policy: policy)
  }
}
