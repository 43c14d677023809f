public import Quarry

extension FeatureAudit {
  /// Tries everything that can be tried on a driver.
  ///
  /// - Parameters:
  ///   - driver: the driver under test. Databases named `audit…` are made through it, and removed at the end.
  ///   - folder: an existing, private folder for them.
  ///   - declared: what the driver declares; by default what a connection of it says.
  /// - Throws: what the driver throws when not even a first connection can be opened. Everything after that is told by
  ///   the entries.
  public init(of driver: any DriverUnderTest, in folder: String, declared: Capabilities? = nil) async throws {
    let trials = FeatureTrials(of: driver, in: folder)
    let capabilities: Capabilities
    do {
      let connection = try await trials.connection()
      capabilities = declared ?? connection.capabilities
    } catch {
      await trials.close()
      throw error
    }
    let engine = capabilities.engine
    var entries: [Entry] = []
    entries.reserveCapacity(Feature.all.count + 16)
    for feature in Feature.all {
      let expected = feature.details.expectedPresence(
        version: engine.version, cipherVersion: engine.cipherVersion, options: engine.compileOptions)
      entries.append(
        Entry(
          name: feature.id, expected: expected == .absent(.unknown) ? nil : expected.isPresent,
          declared: engine.supports(feature), await trials.verdict(of: feature)))
    }
    for need in CapabilityNeed.allCases {
      entries.append(
        Entry(
          name: "capability.\(need.rawValue)", declared: need.isMet(by: capabilities),
          await trials.verdict(of: need)))
    }
    for kind in DriverKind.allCases {
      entries.append(
        Entry(
          name: "kind.\(kind.rawValue)", declared: driver.kinds.contains(kind),
          await trials.verdict(of: kind, isDeclared: driver.kinds.contains(kind))))
    }
    await trials.close()
    self.init(entries: entries)
  }
}

extension FeatureAudit.Entry {
  fileprivate init(name: String, expected: Bool? = nil, declared: Bool, _ verdict: TrialVerdict) {
    self.init(name: name, expected: expected, declared: declared, found: verdict.found, reason: verdict.reason)
  }
}

extension CaseContext {
  /// Audits the driver under test in the folder of the case; see ``FeatureAudit``.
  public func featureAudit() async throws -> FeatureAudit { try await featureAudit(of: driver) }

  /// Audits another driver in the folder of the case, such as one that wraps the driver under test.
  public func featureAudit(of driver: any DriverUnderTest) async throws -> FeatureAudit {
    try await FeatureAudit(of: driver, in: folder)
  }
}
