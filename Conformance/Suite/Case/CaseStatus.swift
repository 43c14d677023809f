/// How a case ended.
public enum CaseStatus: String, Sendable, Hashable, Codable, CaseIterable {
  /// Assertions ran and held.
  case pass
  /// An assertion did not hold, or the case threw.
  case fail
  /// The case is in the manifest and failed as it says.
  case deviated
  /// The case is in the manifest and passed.
  case fixed
  /// The driver declares a feature that does not work.
  case overclaimed
  /// The driver denies a feature that works.
  case underclaimed
  /// A case that came with this version of the suite failed.
  case provisionalFail
  /// The driver is not of the kind that the case is for.
  case notApplicable
  /// The process died.
  case crash
  /// The case took longer than it may.
  case timeout
  /// The run ended before the case.
  case notRun
  /// The case asserted nothing.
  case empty

  /// Whether the status speaks against the driver.
  public var isFailure: Bool {
    switch self {
    case .fail, .fixed, .overclaimed, .underclaimed, .crash, .timeout, .notRun, .empty: true
    case .pass, .deviated, .provisionalFail, .notApplicable: false
    }
  }

  /// Whether the case counts as skipped: it ran nothing that counts for or against the driver.
  public var isSkip: Bool {
    switch self {
    case .deviated, .provisionalFail, .notApplicable: true
    default: false
    }
  }
}
