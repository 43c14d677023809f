/// Feature gating: a pair of checks for each feature that an engine can lack.
package enum GateCases: CaseList {
  private static let gates: [FeatureGate] =
    early + middle + windows + thirties + returning + joins + forties + newest + buildGates

  /// The gates of the C interface.
  package static let libraryGates: [LibraryGate] = connectionFunctions + statusFunctions

  static let cases: [ConformanceCase] =
    gates.map(\.conformanceCase) + libraryGates.map(\.conformanceCase) + buildCases + FeatureProbeCases.cases
}
