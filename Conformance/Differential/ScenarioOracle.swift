import Quarry

/// Decides whether the results of a scenario agree.
struct ScenarioOracle: Sendable {
  let places: [ScenarioPlace]

  /// A disagreement between two results.
  struct Finding: Sendable {
    var kind: String
    var statement: String
    var answers: [DifferentialReport.Answer]

    /// Whether a result is an error about a missing table or column, which only reduced scenarios have.
    var isAboutMissingTables: Bool {
      answers.contains { $0.rows.hasPrefix("error \(DatabaseError.Code.noSuchObject)") }
    }
  }

  /// Checks a scenario whose schema exists in every place.
  ///
  /// - Returns: `nil` if everything agrees.
  func finding(for scenario: Scenario, _ counts: inout DifferentialReport.Counts) async throws -> Finding? {
    counts.queries += 1
    var answers: [(place: ScenarioPlace, answer: ScenarioPlace.Answer)] = []
    var hasLowered = false
    for place in places {
      let native = try await place.answer(scenario.query)
      if case .refused = native { counts.refusals += 1 }
      if native.isFailure { counts.errors += 1 }
      answers.append((place, native))
      let forms = (try? place.statement(scenario.query, .native), try? place.statement(scenario.query, .lowered))
      guard let nativeText = forms.0?.sql, let loweredText = forms.1?.sql, nativeText != loweredText else { continue }
      hasLowered = true
      counts.comparisons += 1
      let lowered = try await place.answer(scenario.query, .lowered)
      guard native.agrees(with: lowered, isOrdered: scenario.isOrdered) else {
        return Finding(
          kind: "native and lowered form differ on \(place.name)",
          statement: "\(nativeText);\n-- lowered:\n\(loweredText)",
          answers: [
            DifferentialReport.Answer(name: "native", rows: native.description),
            DifferentialReport.Answer(name: "lowered", rows: lowered.description),
          ])
      }
    }
    if hasLowered { counts.lowered += 1 }
    guard let first = answers.first else { return nil }
    for other in answers.dropFirst() {
      counts.comparisons += 1
      guard first.answer.agrees(with: other.answer, isOrdered: scenario.isOrdered) else {
        return Finding(
          kind: "drivers differ", statement: text(of: scenario.query, on: other.place),
          answers: answers.map { DifferentialReport.Answer(name: $0.place.name, rows: $0.answer.description) })
      }
    }
    return try await partition(of: scenario, &counts)
  }

  /// Checks that a predicate, its negation and its test for NULL split the rows without loss.
  private func partition(
    of scenario: Scenario, _ counts: inout DifferentialReport.Counts
  ) async throws -> Finding? {
    guard let predicate = scenario.predicate, case .select(var select) = scenario.query else { return nil }
    select.order = []
    counts.partitions += 1
    let filters: [[SQLSyntax.Expression]] = [
      [], [predicate], [.unary(.not, predicate)], [.isNull(predicate, negated: false)],
    ]
    for place in places {
      var parts: [[[SQLValue]]] = []
      for filter in filters {
        select.filters = filter
        guard case .rows(let rows) = try await place.answer(.select(select)) else { break }
        parts.append(rows)
      }
      guard parts.count == filters.count else { continue }
      counts.comparisons += 1
      let union = parts.dropFirst().flatMap { $0 }
      guard parts[0].sortedForComparison.isIdentical(to: union.sortedForComparison) else {
        let names = ["all", "where true", "where false", "where null"]
        return Finding(
          kind: "the parts are not the whole on \(place.name)", statement: text(of: scenario.query, on: place),
          answers: zip(names, parts).map { DifferentialReport.Answer(name: $0, rows: $1.exactDescription) })
      }
    }
    return nil
  }

  private func text(of query: SQLSyntax.Query, on place: ScenarioPlace) -> String {
    (try? place.statement(query, .native))?.inlined ?? "a query that can't be rendered"
  }
}
