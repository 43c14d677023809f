internal import Quarry

extension DriverProfile {
  /// Which half of a case runs on the driver, or why none does.
  func plan(for conformanceCase: ConformanceCase, kinds: Set<DriverKind>, hasLauncher: Bool) -> CaseHalf {
    if case .driver(let needed) = conformanceCase.mark, let missing = needed.first(where: { !kinds.contains($0) }) {
      return .notApplicable("kind: \(missing.rawValue)")
    }
    if conformanceCase.usesProcesses, !hasLauncher {
      return .notApplicable("the host cannot start a second process: give the driver under test a ProcessLauncher")
    }
    let lacksFeature = conformanceCase.mark.features.contains { !capabilities.engine.supports($0) }
    let lacksCapability = conformanceCase.needs.contains { !$0.isMet(by: capabilities) }
    return lacksFeature || lacksCapability ? .absent : .present
  }
}

/// Which part of a case runs.
public enum CaseHalf: Sendable, Hashable {
  /// What holds where the driver has what the case is about.
  case present
  /// What holds where it does not.
  case absent
  /// Nothing; the reason is given.
  case notApplicable(String)

  /// The word in reports.
  public var name: String {
    switch self {
    case .present: "present"
    case .absent: "absent"
    case .notApplicable: "none"
    }
  }
}
