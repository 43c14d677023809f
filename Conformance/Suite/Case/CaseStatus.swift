/// The outcome of a case.
public enum CaseStatus: String, Sendable, Hashable, Codable, CaseIterable {
  /// Assertions ran and succeeded.
  case pass
  /// An assertion failed, or the case threw.
  case fail
  /// The case is in the manifest and failed as expected.
  case deviated
  /// The case is in the manifest and passed.
  case fixed
  /// The driver declares a feature that doesn't work.
  case overclaimed
  /// A feature works, but the driver doesn't declare it.
  case underclaimed
  /// A case that is new in this version of the suite failed.
  case provisionalFail
  /// The case is for another kind of driver.
  case notApplicable
  /// The process died.
  case crash
  /// The case exceeded its time limit.
  case timeout
  /// The run ended before the case.
  case notRun
  /// The case made no assertion.
  case empty

  /// Whether the status is a failure of the driver.
  public var isFailure: Bool {
    switch self {
    case .fail, .fixed, .overclaimed, .underclaimed, .crash, .timeout, .notRun, .empty: true
    case .pass, .deviated, .provisionalFail, .notApplicable: false
    }
  }

  /// Whether the case counts as skipped: it is neither a success nor a failure.
  public var isSkip: Bool {
    switch self {
    case .deviated, .provisionalFail, .notApplicable: true
    default: false
    }
  }
}
