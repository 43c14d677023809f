public import Quarry

extension FeatureAudit {
  /// Tries everything that can be tried on a driver.
  ///
  /// - Parameters:
  ///   - driver: The driver under test. The audit creates databases named `audit…` with it, and removes them at the
  ///     end.
  ///   - folder: An existing, private folder for the databases.
  ///   - declared: The declared capabilities. The default is those of a connection.
  /// - Throws: The error of the driver if the first connection can't be opened. The entries report all later errors.
  public init(of driver: any DriverUnderTest, in folder: String, declared: DriverCapabilities? = nil) async throws {
    // What is declared is taken apart before anything is waited for: a value of so many small fields that lives across
    // suspensions gets too little room from some optimising compilers, as that of Swift 6.3.
    var declaration = declared.map { Declaration($0) }
    let trials = FeatureTrials(of: driver, in: folder)
    do {
      let connection = try await trials.connection()
      declaration = declaration ?? Declaration(connection.capabilities)
    } catch {
      await trials.close()
      throw error
    }
    var entries: [Entry] = []
    for (feature, expected, isDeclared) in declaration?.features ?? [] {
      entries.append(
        Entry(name: feature.id, expected: expected, declared: isDeclared, await trials.verdict(of: feature)))
    }
    for (need, isDeclared) in declaration?.needs ?? [] {
      entries.append(
        Entry(name: "capability.\(need.rawValue)", declared: isDeclared, await trials.verdict(of: need)))
    }
    for kind in DriverKind.allCases {
      let isDeclared = driver.kinds.contains(kind)
      entries.append(
        Entry(
          name: "kind.\(kind.rawValue)", declared: isDeclared, await trials.verdict(of: kind, isDeclared: isDeclared)))
    }
    await trials.close()
    self.init(entries: entries)
  }
}

/// The declarations of a driver.
private final class Declaration: Sendable {
  /// Every feature, whether version and options promise it, and whether it is declared.
  let features: [(SQLFeature, expected: Bool?, isDeclared: Bool)]
  /// Every need of cases for a capability.
  let needs: [(CapabilityNeed, isDeclared: Bool)]

  init(_ capabilities: DriverCapabilities) {
    let engine = capabilities.engine
    features = SQLFeature.all.map { feature in
      let expected = feature.details.expectedPresence(
        version: engine.version, cipherVersion: engine.cipherVersion, options: engine.compileOptions)
      return (feature, expected == .absent(.unknown) ? nil : expected.isPresent, engine.supports(feature))
    }
    needs = CapabilityNeed.allCases.map { ($0, $0.isMet(by: capabilities)) }
  }
}

extension FeatureAudit.Entry {
  fileprivate init(name: String, expected: Bool? = nil, declared: Bool, _ verdict: TrialVerdict) {
    self.init(name: name, expected: expected, declared: declared, found: verdict.found, reason: verdict.reason)
  }
}
