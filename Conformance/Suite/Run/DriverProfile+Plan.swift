internal import Quarry

extension DriverProfile {
  /// Returns the half of a case that runs on the driver, or the reason why none does.
  func plan(for conformanceCase: ConformanceCase, kinds: Set<DriverKind>, hasLauncher: Bool) -> CaseHalf {
    if case .driver(let needed) = conformanceCase.mark, let missing = needed.first(where: { !kinds.contains($0) }) {
      return .notApplicable("kind: \(missing.rawValue)")
    }
    if conformanceCase.usesProcesses, !hasLauncher {
      return .notApplicable("the host can't start a second process: give the driver under test a ProcessLauncher")
    }
    let lacksFeature = conformanceCase.mark.features.contains { !capabilities.engine.supports($0) }
    let lacksCapability = conformanceCase.needs.contains { !$0.isMet(by: capabilities) }
    return lacksFeature || lacksCapability ? .absent : .present
  }
}

/// The half of a case.
public enum CaseHalf: Sendable, Hashable {
  /// The half for a driver with the features of the case.
  case present
  /// The half for a driver without them.
  case absent
  /// Nothing, with the reason.
  case notApplicable(String)

  /// The name in reports.
  public var name: String {
    switch self {
    case .present: "present"
    case .absent: "absent"
    case .notApplicable: "none"
    }
  }
}
