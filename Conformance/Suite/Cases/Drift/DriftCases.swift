internal import Quarry

/// Drift: results that change between versions of the engine without any error.
enum DriftCases: CaseList {
  static let cases: [ConformanceCase] = numbers + texts + limits + gates
  static let releases = "https://sqlite.org/changes.html"
}

extension CaseContext {
  /// Returns the first expectation whose upper bound is above the engine's version.
  ///
  /// - Parameter ranges: Expectations in the order of versions, each with the first version of the next one; `nil` for
  ///   the last one.
  func expectation<Value>(_ ranges: [(until: EngineVersion?, Value)]) throws -> Value {
    try require(
      ranges.first { range in range.until.map { engine.version < $0 } ?? true }?.1, "one expectation for each version")
  }
}
