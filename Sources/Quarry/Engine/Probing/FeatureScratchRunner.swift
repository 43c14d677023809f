/// Runs the SQL of probes, as many as possible on one scratch connection.
///
/// A single statement that cannot even be prepared without its feature is only prepared. A script with a setup runs
/// inside a savepoint that is rolled back. What cannot run inside a transaction, or leaves a setting behind, gets a
/// database of its own.
struct FeatureScratchRunner<Target: FeatureProbeTarget> {
  /// What trying a feature out gave.
  enum Verdict: Hashable {
    /// The answer is that of an engine with the feature.
    case passed
    /// The answer is another one.
    case otherAnswer
    /// There was an error where none is expected.
    case failed
  }

  private let target: Target
  private var shared: Target.Scratch?
  private var canOpenMemory = true

  init(target: Target) {
    self.target = target
  }

  /// Runs the probe of a feature.
  ///
  /// - Parameter isAlone: Whether the probe runs in full, on a file database that nothing else uses.
  /// - Returns: `nil` when no scratch database can be had.
  mutating func verdict(
    of details: FeatureDescription, script: String, setup: String, isAlone: Bool
  ) -> Verdict? {
    if target.onlyPrepares {
      if details.statementThatTells == script {
        return sharedScratch().map { $0.prepares(script) ? .passed : .failed }
      }
      guard details.queryThatTells == script else { return nil }
      return sharedScratch().map { Self.run(script, after: "", on: $0, expecting: details.expectation) }
    }
    if isAlone {
      guard let scratch = try? target.openScratch(.file) else { return nil }
      return Self.run(script, after: setup, on: scratch, expecting: details.expectation)
    }
    if details.isDecidedByPreparing(script: script, setup: setup) {
      return sharedScratch().map { $0.prepares(script) ? .passed : .failed }
    }
    guard FeatureDescription.mayRunInSavepoint(script: script, setup: setup) else {
      guard let scratch = try? target.openScratch(.memory) else { return nil }
      return Self.run(script, after: setup, on: scratch, expecting: details.expectation)
    }
    guard let scratch = sharedScratch() else { return nil }
    if case .failure = scratch.run("SAVEPOINT quarry_probe") { return nil }
    let verdict = Self.run(script, after: setup, on: scratch, expecting: details.expectation)
    if case .failure = scratch.run("ROLLBACK TO quarry_probe; RELEASE quarry_probe") {
      shared = nil
    }
    return verdict
  }

  private mutating func sharedScratch() -> Target.Scratch? {
    if shared == nil, canOpenMemory {
      shared = try? target.openScratch(.memory)
      canOpenMemory = shared != nil
    }
    return shared
  }

  private static func run(
    _ script: String, after setup: String, on scratch: Target.Scratch, expecting expectation: FeatureExpectation
  ) -> Verdict {
    // An error of the setup is never the error that a probe expects.
    if !setup.isEmpty, case .failure = scratch.run(setup) { return .failed }
    let outcome = scratch.run(script)
    if expectation.matches(outcome) { return .passed }
    if case .failure = outcome { return .failed }
    return .otherAnswer
  }
}

extension FeatureDescription {
  /// Whether the engine has the feature exactly when the script can be prepared.
  func isDecidedByPreparing(script: String, setup: String) -> Bool {
    whenAbsent == .prepareError && detection != .run && setup.isEmpty && !script.utf8.contains(UInt8(ascii: ";"))
  }

  /// The statement that can be prepared exactly where the engine has the feature; `nil` when more has to be tried.
  package var statementThatTells: String? {
    guard case .sql(let script, let setup) = probe, isDecidedByPreparing(script: script, setup: setup) else {
      return nil
    }
    return script
  }

  /// The SELECT whose answer tells whether the engine has a feature that preparing does not show, without anything set
  /// up before; `nil` when more has to be tried.
  package var queryThatTells: String? {
    guard case .sql(let script, let setup) = probe, setup.isEmpty, statementThatTells == nil,
      script.hasPrefix("SELECT "), !script.utf8.contains(UInt8(ascii: ";")),
      // Its answer is a real, which a driver hands over as a number, whatever the engine's text for it is.
      feature != .resultRealSeventeenDigits
    else { return nil }
    switch detection {
    case .run, .version: return script
    default: return nil
    }
  }

  /// The statements that trying the feature out takes.
  package var statementsOfProbe: [String] {
    guard case .sql(let script, let setup) = probe else { return [] }
    var statements = SQLScript(setup + ";\n" + script).map(\.sql)
    // The probe of a PRAGMA without an answer only looks for its name.
    if case .pragma(let name) = detection { statements.append("PRAGMA \(name)") }
    return statements
  }

  /// Whether rolling a savepoint back undoes all that the SQL does.
  fileprivate static func mayRunInSavepoint(script: String, setup: String) -> Bool {
    let sql = setup + ";" + script
    let changesSetting = sql.contains("PRAGMA ") && sql.utf8.contains(UInt8(ascii: "="))
    return !changesSetting && !["BEGIN", "ATTACH ", "VACUUM"].contains { sql.contains($0) }
  }
}
