internal import Quarry

/// Drift: what changes between versions of the engine without any error.
enum DriftCases: CaseList {
  static let cases: [ConformanceCase] = numbers + texts + limits + gates
  static let releases = "https://sqlite.org/changes.html"
}

extension CaseContext {
  /// The first of the expectations whose upper bound the engine's version is below.
  ///
  /// - Parameter ranges: expectations in the order of versions, each with the version from which the next one holds;
  ///   `nil` for the last one.
  func expectation<Value>(_ ranges: [(until: EngineVersion?, Value)]) throws -> Value {
    try require(
      ranges.first { range in range.until.map { engine.version < $0 } ?? true }?.1, "one expectation for each version")
  }
}
