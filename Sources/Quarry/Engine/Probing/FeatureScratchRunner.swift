/// Runs the SQL of probes, as many as possible on one scratch connection.
///
/// A single statement that can't be prepared without its feature is only prepared. A script with a setup runs in a
/// savepoint that is rolled back. A script that can't run in a transaction, or that changes a setting, gets a separate
/// database.
struct FeatureScratchRunner<Target: FeatureProbeTarget> {
  /// The result of trying a feature.
  enum Verdict: Hashable {
    /// The answer is that of an engine with the feature.
    case passed
    /// The answer is different.
    case otherAnswer
    /// There was an unexpected error.
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
  /// - Parameter isAlone: Whether the probe runs completely, on a separate database in a file.
  /// - Returns: The result, or `nil` if there is no scratch database.
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
  /// Whether the script can be prepared exactly if the engine has the feature.
  func isDecidedByPreparing(script: String, setup: String) -> Bool {
    whenAbsent == .prepareError && detection != .run && setup.isEmpty && !script.utf8.contains(UInt8(ascii: ";"))
  }

  /// The statement that can be prepared exactly if the engine has the feature; `nil` if more must be tried.
  package var statementThatTells: String? {
    guard case .sql(let script, let setup) = probe, isDecidedByPreparing(script: script, setup: setup) else {
      return nil
    }
    return script
  }

  /// The SELECT whose answer shows a feature that preparing doesn't show, without any setup; `nil` if more must be
  /// tried.
  package var queryThatTells: String? {
    guard case .sql(let script, let setup) = probe, setup.isEmpty, statementThatTells == nil,
      script.hasPrefix("SELECT "), !script.utf8.contains(UInt8(ascii: ";")),
      // Its answer is a real, which a driver returns as a number, regardless of the engine's text for it.
      feature != .resultRealSeventeenDigits
    else { return nil }
    switch detection {
    case .run, .version: return script
    default: return nil
    }
  }

  /// The statements for trying the feature.
  package var statementsOfProbe: [String] {
    guard case .sql(let script, let setup) = probe else { return [] }
    var statements = SQLScript(setup + ";\n" + script).map(\.sql)
    // The probe of a PRAGMA without an answer only looks for its name.
    if case .pragma(let name) = detection { statements.append("PRAGMA \(name)") }
    return statements
  }

  /// Whether rolling back a savepoint undoes everything that the SQL does.
  fileprivate static func mayRunInSavepoint(script: String, setup: String) -> Bool {
    let sql = Array((setup + ";" + script).utf8)
    // Byte by byte, since searching texts takes longer than running them.
    func contains(_ word: String) -> Bool {
      let word = Array(word.utf8)
      return sql.indices.contains { sql[$0] == word[0] && sql[$0...].starts(with: word) }
    }
    let changesSetting = contains("PRAGMA ") && contains("=")
    return !changesSetting && !["BEGIN", "ATTACH ", "VACUUM"].contains(where: contains)
  }
}
