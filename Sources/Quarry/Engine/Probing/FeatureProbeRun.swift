/// One run of the prober: the lists, read once, and the scratch connection that the probes share.
struct FeatureProbeRun<Target: FeatureProbeTarget> {
  private let target: Target
  private let method: FeatureProber.Method
  private let version: EngineVersion
  private let cipherVersion: EngineVersion?
  private let options: CompileOptions?
  private let functions: [String: [FunctionSignature]]?
  private let modules: Set<String>?
  private let pragmas: Set<String>?
  private var sql: FeatureScratchRunner<Target>

  init(target: Target, method: FeatureProber.Method) {
    self.target = target
    self.method = method
    version = target.version
    cipherVersion = target.cipherVersion
    options = target.compileOptions
    functions = target.functions.map { Dictionary(grouping: $0) { $0.name.lowercased() } }
    modules = target.modules.map { Set($0.map { $0.lowercased() }) }
    pragmas = target.pragmas.map { Set($0.map { $0.lowercased() }) }
    sql = FeatureScratchRunner(target: target)
  }

  /// Returns whether the engine has a feature.
  mutating func status(of details: FeatureDescription) -> FeatureStatus {
    let expected = details.expectedPresence(version: version, cipherVersion: cipherVersion, options: options)
    if let isKnown = target.knows(details.feature) {
      return isKnown ? .present : expected.isPresent ? .absent(.failedProbe) : expected
    }
    guard details.statementsOfProbe.allSatisfy(target.letsThrough) else {
      return expected.isPresent ? .absent(.failedProbe) : expected
    }
    switch method == .listsFirst ? answer(for: details, expected: expected) : tryOut(details, isAlone: true) {
    case .yes:
      // The probe of a silent feature may pass without it where the build took it out.
      if details.whenAbsent == .silent, case .absent(.removedByOption) = expected { return expected }
      return .present
    case .no: return expected.isPresent ? .absent(.failedProbe) : expected
    case .byRule: return expected
    case .unknown: return .absent(expected.absenceReason ?? .unknown)
    }
  }

  /// The result of asking for a feature.
  private enum Answer {
    case yes, no, byRule, unknown

    init(_ answer: Bool?, otherwise: Answer) {
      self = answer.map { $0 ? .yes : .no } ?? otherwise
    }
  }

  /// Asks in the cheapest way that is reliable.
  private mutating func answer(for details: FeatureDescription, expected: FeatureStatus) -> Answer {
    // An engine that hides its options is tried: the version alone would take from it what works.
    if options == nil, !target.onlyPrepares, expected.absenceReason == .unknown, case .sql = details.probe {
      return tryOut(details, isAlone: true)
    }
    switch details.detection {
    case .function(let name, let argumentCount):
      if let functions {
        return (functions[name] ?? []).contains { $0.accepts(argumentCount: argumentCount) } ? .yes : .no
      }
    case .module(let name):
      if let modules { return modules.contains(name) ? .yes : .no }
    case .pragma(let name):
      if let pragmas { return pragmas.contains(name) ? .yes : .no }
    case .limit(let number, let least):
      if let limit = target.limit(number) { return limit >= least ? .yes : .no }
    case .option:
      if options != nil { return .byRule }
    case .version:
      // A fork behind a network may have what only a later version has.
      return target.onlyPrepares && details.queryThatTells != nil ? tryOut(details) : .byRule
    case .symbol, .databaseConfiguration, .openFlag, .prepare, .run:
      break
    }
    return details.isLeftToVersion(expected: expected) ? .byRule : tryOut(details)
  }

  /// Tries a feature.
  ///
  /// - Parameter isAlone: Whether to use a separate database, in a file.
  private mutating func tryOut(_ details: FeatureDescription, isAlone: Bool = false) -> Answer {
    switch details.probe {
    case .symbol(let name):
      return Answer(target.hasSymbol(name), otherwise: .unknown)
    case .databaseConfiguration(let operation):
      return Answer(target.acceptsDatabaseConfiguration(operation), otherwise: .unknown)
    case .file(let probe):
      return Answer(target.passes(probe), otherwise: .byRule)
    case .sql(let script, let setup):
      switch sql.verdict(of: details, script: script, setup: setup, isAlone: isAlone) {
      case .passed: return .yes
      case .otherAnswer: return .no
      case .failed: return needsMissingList(details) ? .byRule : .no
      case nil: return .byRule
      }
    }
  }

  /// Whether the probe of a PRAGMA needs the list of PRAGMAs, which this engine doesn't have.
  private func needsMissingList(_ details: FeatureDescription) -> Bool {
    guard pragmas == nil, case .pragma = details.detection, case .sql(let script, _) = details.probe else {
      return false
    }
    return script.contains("pragma_pragma_list")
  }
}

extension FeatureStatus {
  /// The reason why the feature is absent, or `nil` if it is present.
  fileprivate var absenceReason: FeatureAbsenceReason? {
    guard case .absent(let reason) = self else { return nil }
    return reason
  }
}

extension FeatureDescription {
  /// Whether trying the feature isn't worth its cost.
  fileprivate func isLeftToVersion(expected: FeatureStatus) -> Bool {
    guard case .sql(let script, let setup) = probe else { return false }
    // A log and a mapped file need a file, and SQLCipher's settings need a key, which takes tens of milliseconds to
    // derive.
    let needsFile = feature == .writeAheadLog || feature == .pragmaMemoryMapSize
    if needsFile || (group == .encryption && detection == .run) { return true }
    // A result that was the same in older versions, before it changed and changed back, is compared.
    if group == .differentResults && detection == .run { return false }
    // What came with a later version is not in this one. A statement by itself is tried all the same.
    guard case .absent(.needsVersion) = expected else { return false }
    return !isDecidedByPreparing(script: script, setup: setup)
  }
}
