public import Quarry

extension CaseContext {
  /// Checks the absence of everything that the case is about and the driver lacks. Using a feature or capability throws
  /// the right error, and a feature is really missing in the engine.
  ///
  /// - Throws: The error of opening a database, or of stopping the case.
  public func expectAbsence() async throws {
    for feature in conformanceCase.mark.features where !engine.supports(feature) {
      try await expectAbsence(of: feature)
    }
    for need in conformanceCase.needs where !need.isMet(by: profile.capabilities) {
      try await expectAbsence(of: need)
    }
  }

  /// Asserts that using a feature throws an error with its name before anything reaches the driver, and that a trial of
  /// the engine itself doesn't find it.
  ///
  /// - Parameter feature: The feature.
  /// - Throws: The error of opening a database, or of stopping the case.
  public func expectAbsence(of feature: SQLFeature) async throws {
    expect(engine.explanation(for: feature) != nil, "the engine says why it lacks \(feature.id)")
    let request = quickRequest(uniqueName("absence"))
    for policy in [FeaturePolicy.lower, .strict] {
      let log = StatementLog()
      let database = try await database(recordedIn: log, request, policy: policy)
      log.removeAll()
      await expectRefusal(of: feature, "text that needs \(feature.id) is refused under the policy \(policy)") {
        try await database.fetchAll(("SELECT 1" as SQLFragment).rows().requiring(feature))
      }
      expectEqual(log.statements, [], "nothing is sent before \(feature.id) is refused under the policy \(policy)")
      await expectUsable(database)
      expectEqual(log.statements, ["SELECT 1"], "what is sent is seen")
    }
    let trials = FeatureTrials(of: driver, in: folder)
    let verdict = await trials.verdict(of: feature)
    await trials.close()
    expect(verdict.found != true, "\(feature.id) is not declared, and a trial finds it missing")
    if verdict.found == nil { note("\(feature.id) was not tried: \(verdict.reason ?? "unknown reason")") }
  }

  /// Returns a request for a database whose content and key don't matter. An encrypted one gets a raw key, because
  /// deriving a key from a passphrase takes a hundred times as long as everything else.
  package func quickRequest(_ name: String = "main") -> DriverRequest {
    var request = request(name)
    if isOf(.cipher) { request.key = .raw(Array(repeating: 9, count: 32)) }
    return request
  }

  /// Opens a database of the driver under test, and records every statement that reaches the driver.
  func database(
    recordedIn log: StatementLog, _ request: DriverRequest, policy: FeaturePolicy = .lower
  ) async throws -> Database {
    let recording = log.recording(try await driver(for: request))
    let database = try await Database(
      recording, configuration: DatabaseConfiguration(maximumReaders: 2, featurePolicy: policy))
    resources.withLock { $0.databases.append(database) }
    return database
  }

  /// Asserts that using a capability throws the right error.
  ///
  /// - Parameter need: The capability.
  /// - Throws: The error of opening a database, or of stopping the case.
  public func expectAbsence(of need: CapabilityNeed) async throws {
    let database = try await database()
    switch need {
    case .interactiveTransactions:
      await expectMissing(.interactiveTransactions, "an interactive transaction is refused") {
        try await database.write { transaction in try await transaction.execute("SELECT 1") }
      }
    case .blobs:
      await expectMissing(.blobs, "a blob is refused") {
        try await database.fetchAll(("SELECT \(SQLValue.blob([1]))" as SQLFragment).rows())
      }
    case .exactIntegers:
      await expectMissing(.exactIntegers, "an integer beyond 2^53 is refused") {
        try await database.fetchAll(("SELECT \(SQLValue.integer(9_007_199_254_740_993))" as SQLFragment).rows())
      }
    case .infinities:
      await expectMissing(.infinities, "an infinity is refused") {
        try await database.fetchAll(("SELECT \(SQLValue.real(.infinity))" as SQLFragment).rows())
      }
    case .zeroBytes:
      await expectMissing(.zeroBytes, "a text with a zero byte is refused") {
        try await database.fetchAll(("SELECT \("a\0b")" as SQLFragment).rows())
      }
    case .attach:
      await expectMissing(.attach, "ATTACH is refused") {
        try await database.execute("ATTACH ':memory:' AS other")
      }
    case .interrupts:
      expect(profile.capabilities.interrupts == .none, "the driver says that nothing can be interrupted")
    }
    await expectUsable(database)
  }

  /// Asserts that a call throws because of a missing capability, that the error contains it, and that the driver
  /// declares it.
  private func expectMissing(
    _ missing: MissingCapability, _ message: String, _ body: @Sendable () async throws -> some Any
  ) async {
    guard let error = await expectError(.unsupportedFeature, message, body) else { return }
    expectEqual(error.missing, missing, "the refusal names what is missing: \(message)")
    expectEqual(error.outcome, .notApplied, "nothing was done: \(message)")
    expect(profile.capabilities.lacks(missing), "the driver declares that it lacks \(missing)")
  }
}

extension CaseContext {
  /// Records that the driver declares something that doesn't work.
  public func overclaimed(_ name: String, _ reason: String, file: StaticString = #fileID, line: UInt = #line) {
    record.withLock { $0.claim = .overclaimed }
    fail("\(name) is declared and works", expected: "works", actual: reason, file: file, line: line)
  }

  /// Records that something works, but the driver doesn't declare it.
  public func underclaimed(_ name: String, _ reason: String, file: StaticString = #fileID, line: UInt = #line) {
    record.withLock { $0.claim = $0.claim ?? .underclaimed }
    fail("\(name) is not declared and does not work", expected: "does not work", actual: reason, file: file, line: line)
  }
}
