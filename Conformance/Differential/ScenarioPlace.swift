import Quarry

/// A database that scenarios run on.
struct ScenarioPlace: Sendable {
  let name: String
  let database: Database

  /// The result of a query.
  enum Answer: Sendable {
    case rows([[SQLValue]])
    /// It failed with a code.
    case failure(DatabaseError.Code, message: String)
    /// The engine lacks a feature, and the query failed before it was sent.
    case refused

    /// Whether two results are the same. An unsupported query agrees with everything.
    func agrees(with other: Answer, isOrdered: Bool) -> Bool {
      switch (self, other) {
      case (.refused, _), (_, .refused): return true
      case (.failure(let left, _), .failure(let right, _)): return left == right
      case (.rows(let left), .rows(let right)):
        return isOrdered
          ? left.isIdentical(to: right) : left.sortedForComparison.isIdentical(to: right.sortedForComparison)
      default: return false
      }
    }

    /// Whether it is an error.
    var isFailure: Bool {
      if case .failure = self { true } else { false }
    }

    /// The answer for a report.
    var description: String {
      switch self {
      case .rows(let rows): rows.exactDescription
      case .failure(let code, let message): "error \(code): \(message)"
      case .refused: "refused"
      }
    }
  }

  /// A form of a query.
  enum Form: Sendable {
    /// The form for the engine itself.
    case native
    /// The form for an engine that lacks every feature with an equivalent.
    case lowered
  }

  /// The statement of a query in a form.
  func statement(_ query: SQLSyntax.Query, _ form: Form) throws(DatabaseError) -> SQLFragment {
    var capabilities = database.capabilities
    if form == .lowered {
      let engine = capabilities.engine
      capabilities.engine = DatabaseEngine(
        product: engine.product, version: engine.version, sourceID: engine.sourceID,
        cipherVersion: engine.cipherVersion, compileOptions: engine.compileOptions,
        features: FeatureSet(engine.features.filter { $0.equivalent == nil }), absence: engine.absence)
    }
    return try query.statement(for: SQLGenerationContext(capabilities: capabilities, policy: .lower))
  }

  /// Returns the result of a query.
  func answer(_ query: SQLSyntax.Query, _ form: Form = .native) async throws -> Answer {
    do {
      return .rows(try await database.fetchAll(try statement(query, form).rows(readOnly: true)).map(\.values))
    } catch let error as DatabaseError {
      return error.code == .unsupportedFeature ? .refused : .failure(error.code, message: error.message)
    }
  }

  /// Makes the schema of a scenario.
  func set(up scenario: Scenario) async throws { try await run(scenario.setup) }

  /// Removes the schema of a scenario.
  func tearDown(_ scenario: Scenario) async throws { try await run(scenario.teardown) }

  private func run(_ statements: [SQLFragment]) async throws {
    try await database.batch { batch in
      for statement in statements { batch.execute(statement) }
    }
  }
}
