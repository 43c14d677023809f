package import Quarry

/// A pair of checks for one gate. If the engine has it, a probe returns the recorded rows through the public interface.
/// If the engine lacks it, using it throws before anything is sent, and the engine really lacks it.
struct FeatureGate: Sendable {
  /// The answer of the probe.
  enum Answer: Sendable {
    /// These rows.
    case rows([[SQLValue]])
    /// An error of this class.
    case error(DatabaseError.Code)
  }

  let id: String
  let name: String
  let features: [SQLFeature]
  let since: String
  let page: String
  let setup: String
  let probe: String
  let values: [SQLValue]
  let answer: Answer

  /// A gate whose probe returns rows.
  ///
  /// - Parameters:
  ///   - id: The identifier of the case, which never changes.
  ///   - name: The name of the gate.
  ///   - features: The features that decide which half runs.
  ///   - since: The version of SQLite that introduced it, according to its documentation.
  ///   - page: The page of SQLite's documentation.
  ///   - setup: Statements to run first.
  ///   - probe: One statement.
  ///   - values: The values of its parameters.
  ///   - rows: The expected rows.
  init(
    _ id: String, _ name: String, _ features: SQLFeature..., since: String, _ page: String, setup: String = "",
    _ probe: String, values: [SQLValue] = [], _ rows: [[SQLValue]]
  ) {
    self.init(id, name, features, since, page, setup, probe, values, .rows(rows))
  }

  /// A gate whose probe fails in the engine.
  init(
    _ id: String, _ name: String, _ features: SQLFeature..., since: String, _ page: String, setup: String = "",
    _ probe: String, error: DatabaseError.Code
  ) {
    self.init(id, name, features, since, page, setup, probe, [], .error(error))
  }

  private init(
    _ id: String, _ name: String, _ features: [SQLFeature], _ since: String, _ page: String, _ setup: String,
    _ probe: String, _ values: [SQLValue], _ answer: Answer
  ) {
    self.id = id
    self.name = name
    self.features = features
    self.since = since
    self.page = page
    self.setup = setup
    self.probe = probe
    self.values = values
    self.answer = answer
  }

  /// The case of the gate.
  var conformanceCase: ConformanceCase {
    ConformanceCase(
      id, "\(name), since \(since): works where it is declared, is refused by type where it is not",
      .gated(features), "https://sqlite.org/\(page)",
      """
      Where the engine has \(name), its probe MUST give the recorded answer; where it lacks it, the layer MUST throw \
      unsupportedFeature before anything is sent, and the engine must really lack it.
      """
    ) { test in try await check(test) }
  }

  /// The present half.
  private func check(_ test: CaseContext) async throws {
    // The strictest policy: text is never lowered.
    let database = try await test.database(
      test.quickRequest(), DatabaseConfiguration(maximumReaders: 1, featurePolicy: .strict))
    for statement in SQLScript(setup) { try await database.execute(SQLFragment(raw: statement.sql)) }
    let query = SQLFragment(raw: probe, values: values).rows(readOnly: false).requiring(features)
    switch answer {
    case .rows(let expected):
      let rows = try await database.fetchAll(query).map(\.values)
      test.expectIdentical(rows, expected, "\(name) answers as recorded", sql: probe)
    case .error(let code):
      await test.expectError(code, "\(name) answers an error: \(probe)") { try await database.fetchAll(query) }
    }
    await test.expectUsable(database)
    for feature in features { try await test.expectPresence(of: feature, database) }
  }
}

extension CaseContext {
  /// Asserts that a declared feature can be used, and that a trial of the engine finds it.
  func expectPresence(of feature: SQLFeature, _ database: Database) async throws {
    let rows = try await database.fetchAll(("SELECT 1" as SQLFragment).rows().requiring(feature)).map(\.values)
    expectIdentical(rows, [[1]], "text that needs \(feature.id) passes")
    let trials = FeatureTrials(of: driver, in: folder)
    let verdict = await trials.verdict(of: feature)
    await trials.close()
    expect(verdict.found != false, "\(feature.id) is declared, and a trial finds it: \(verdict.reason ?? "")")
    if verdict.found == nil { note("\(feature.id) was not tried: \(verdict.reason ?? "unknown reason")") }
  }

  /// Asserts the half of a feature that applies to the engine, for cases about several independent features.
  package func expectPair(of feature: SQLFeature) async throws {
    if engine.supports(feature) {
      try await expectPresence(of: feature, try await database(quickRequest(uniqueName("presence"))))
    } else {
      try await expectAbsence(of: feature)
    }
  }
}
