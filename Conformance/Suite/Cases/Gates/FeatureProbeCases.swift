import Quarry

/// The pair of checks for each feature without a gate: its probe from Quarry's table, run through the public interface.
enum FeatureProbeCases {
  /// The identifiers of the features. They never change.
  static let identifiers: [(id: String, feature: SQLFeature)] =
    queries + writes + schema + scalarFunctions + dates + aggregates + json + virtualTables + pragmas + files
    + cInterface + settings + buildOptions + differentResults + encryption

  static let cases: [ConformanceCase] = identifiers.map { id, feature in
    ConformanceCase(
      id, "\(feature.id): \(feature.details.title)", .gated(feature), feature.details.group.reference,
      """
      Where the engine has \(feature.id), its probe MUST give the recorded answer; where it lacks it, the layer MUST \
      throw unsupportedFeature before anything is sent, and the engine must really lack it.
      """
    ) { test in
      let database = try await test.database(
        test.quickRequest(), DatabaseConfiguration(maximumReaders: 1, featurePolicy: .strict))
      try await test.expectProbe(of: feature, database)
      try await test.expectPresence(of: feature, database)
    }
  }
}

extension CaseContext {
  /// Runs the probe of a feature through the public interface and asserts its answer, if it is plain SQL.
  ///
  /// A probe that begins transactions, or needs a special database, is left to the trial.
  fileprivate func expectProbe(of feature: SQLFeature, _ database: Database) async throws {
    let trial = FeatureTrial(feature)
    guard case .sql(let setup, let script, let place) = trial.method, [.shared, .fresh].contains(place) else { return }
    let statements = SQLScript(setup).map(\.sql) + SQLScript(script).map(\.sql)
    guard let last = statements.last, !statements.contains(where: { $0.hasPrefix("BEGIN") }) else { return }
    if last.contains("pragma_pragma_list"), !engine.supports(.pragmaFunctionList) { return }
    for statement in statements.dropLast() { try await database.execute(SQLFragment(raw: statement)) }
    let outcome: TrialOutcome
    do {
      let rows = try await database.fetchAll(SQLFragment(raw: last).rows(readOnly: false).requiring(feature))
      outcome = .ended(firstRow: rows.first?.values)
    } catch {
      outcome = .failed(DatabaseError(trial: error))
    }
    let verdict = outcome.verdict(
      expecting: trial.expectation, wholeReals: profile.capabilities.wholeReals)
    expect(verdict.found == true, "the probe of \(feature.id) answers as recorded: \(verdict.reason ?? "")")
    await expectUsable(database)
  }
}

extension FeatureGroup {
  /// The page of the documentation for the group.
  fileprivate var reference: String {
    switch self {
    case .queries: "https://sqlite.org/lang_select.html"
    case .writes: "https://sqlite.org/lang_insert.html"
    case .schema: "https://sqlite.org/lang_createtable.html"
    case .scalarFunctions: "https://sqlite.org/lang_corefunc.html"
    case .dateAndTime: "https://sqlite.org/lang_datefunc.html"
    case .aggregates: "https://sqlite.org/lang_aggfunc.html"
    case .json: "https://sqlite.org/json1.html"
    case .virtualTables: "https://sqlite.org/vtablist.html"
    case .pragmas: "https://sqlite.org/pragma.html"
    case .files: "https://sqlite.org/uri.html"
    case .cInterface: "https://sqlite.org/c3ref/funclist.html"
    case .connectionSettings: "https://sqlite.org/c3ref/c_dbconfig_defensive.html"
    case .buildOptions: "https://sqlite.org/compile.html"
    case .differentResults: "https://sqlite.org/changes.html"
    case .encryption: "https://www.zetetic.net/sqlcipher/sqlcipher-api/"
    }
  }
}
