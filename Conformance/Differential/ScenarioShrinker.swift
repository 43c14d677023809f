import Quarry

/// Reduces a scenario while the results still differ.
struct ScenarioShrinker: Sendable {
  let oracle: ScenarioOracle

  /// The largest number of reduced scenarios to try.
  private static let maximumTrials = 2000

  /// The smallest form of a difference.
  func difference(of scenario: Scenario) async throws -> DifferentialReport.Difference? {
    guard var finding = try await finding(for: scenario) else { return nil }
    var smallest = scenario
    var trials = 0
    var isSmaller = true
    while isSmaller && trials < Self.maximumTrials {
      isSmaller = false
      for candidate in smallest.reductions where candidate.size < smallest.size {
        trials += 1
        if trials >= Self.maximumTrials { break }
        guard let found = try await self.finding(for: candidate) else { continue }
        (smallest, finding, isSmaller) = (candidate, found, true)
        break
      }
    }
    return DifferentialReport.Difference(
      kind: finding.kind, script: smallest.setup.map { $0.inlined + ";" } + [finding.statement + ";"],
      answers: finding.answers)
  }

  /// Returns the finding of a scenario on new tables; `nil` also if it can't run.
  private func finding(for scenario: Scenario) async throws -> ScenarioOracle.Finding? {
    var ready: [ScenarioPlace] = []
    var found: ScenarioOracle.Finding?
    var counts = DifferentialReport.Counts()
    do {
      for place in oracle.places {
        try await place.set(up: scenario)
        ready.append(place)
      }
      found = try await oracle.finding(for: scenario, &counts)
      // A scenario that lost a table it uses fails everywhere: that is no difference.
      if found?.isAboutMissingTables == true { found = nil }
    } catch {
      found = nil
    }
    for place in ready { try await place.tearDown(scenario) }
    return found
  }
}

extension Scenario {
  /// Scenarios that are one step smaller.
  var reductions: [Scenario] { withoutRows + withoutParts + withSmallerQuery }

  private var withoutRows: [Scenario] {
    tables.indices.flatMap { table in
      var results: [Scenario] = []
      let count = tables[table].rows.count
      if count > 1 {
        for half in [0..<(count / 2), (count / 2)..<count] {
          var copy = self
          copy.tables[table].rows.removeSubrange(half)
          results.append(copy)
        }
      }
      for row in 0..<count {
        var copy = self
        copy.tables[table].rows.remove(at: row)
        results.append(copy)
      }
      return results
    }
  }

  private var withoutParts: [Scenario] {
    tables.indices.flatMap { table in
      var results: [Scenario] = []
      if !tables[table].indexes.isEmpty {
        var copy = self
        copy.tables[table].indexes = []
        results.append(copy)
      }
      if tables.count > 1 {
        // A table that the query does not use goes; where it does, the smaller scenario cannot run and is dropped.
        var copy = self
        copy.tables.remove(at: table)
        results.append(copy)
      }
      return results
    }
  }

  private var withSmallerQuery: [Scenario] {
    query.reductions.map { smaller in
      var copy = self
      copy.query = smaller
      if case .select(let select) = smaller, predicate != nil { copy.predicate = select.filters.first }
      return copy
    }
  }
}

extension SQLSyntax.Query {
  /// Queries that are one step smaller.
  fileprivate var reductions: [SQLSyntax.Query] {
    switch self {
    case .select(let select): return select.reductions.map { .select($0) }
    case .compound(let compound):
      let left = compound.left.reductions.map { arm in
        var copy = compound
        copy.left = arm
        return SQLSyntax.Query.compound(copy)
      }
      let right = compound.right.reductions.map { arm in
        var copy = compound
        copy.right = arm
        return SQLSyntax.Query.compound(copy)
      }
      return [compound.left, compound.right] + left + right
    case .values: return []
    }
  }
}

extension SQLSyntax.Select {
  fileprivate var reductions: [SQLSyntax.Select] {
    var results: [SQLSyntax.Select] = []
    func add(_ change: (inout SQLSyntax.Select) -> Void) {
      var copy = self
      change(&copy)
      results.append(copy)
    }
    if !order.isEmpty { add { $0.order.removeFirst() } }
    if limit != nil { add { $0.limit = nil } }
    if offset != nil { add { $0.offset = nil } }
    if !having.isEmpty { add { $0.having = [] } }
    if columns.count > 1 { for index in columns.indices { add { $0.columns.remove(at: index) } } }
    if sources.count > 1 { add { $0.sources.removeLast() } }
    for index in sources.indices {
      for smaller in sources[index].condition?.reductions ?? [] { add { $0.sources[index].condition = smaller } }
    }
    for index in filters.indices {
      add { $0.filters.remove(at: index) }
      for smaller in filters[index].reductions { add { $0.filters[index] = smaller } }
    }
    return results
  }
}

extension SQLSyntax.Expression {
  /// Expressions that are one step smaller: a part instead of the whole, or a list without one of its members.
  fileprivate var reductions: [SQLSyntax.Expression] {
    switch node {
    case .all(let terms):
      let parts = terms.array
      return parts + parts.indices.map { .all(parts.without($0)) }
        + parts.replacing { $0.reductions }.map { .all($0) }
    case .any(let terms):
      let parts = terms.array
      return parts + parts.indices.map { .any(parts.without($0)) }
        + parts.replacing { $0.reductions }.map { .any($0) }
    case .unary(.not, let operand): return [operand] + operand.reductions.map { .unary(.not, $0) }
    case .inRows(let operands, let rows, let negated):
      return rows.count > 1 ? rows.indices.map { .inRows(operands, rows.without($0), negated: negated) } : []
    case .inValues(let operand, let values, let negated):
      return values.indices.map { .inValues(operand, values.without($0), negated: negated) }
    case .inQuery(let operands, let query, let negated):
      return query.reductions.map { .inQuery(operands, $0, negated: negated) }
    case .exists(let query, let negated): return query.reductions.map { .exists($0, negated: negated) }
    default: return []
    }
  }
}

extension Array {
  fileprivate func without(_ index: Int) -> [Element] {
    var copy = self
    copy.remove(at: index)
    return copy
  }

  /// Every array in which one element is replaced by one of its smaller forms.
  fileprivate func replacing(_ smaller: (Element) -> [Element]) -> [[Element]] {
    indices.flatMap { index in
      smaller(self[index]).map { element in
        var copy = self
        copy[index] = element
        return copy
      }
    }
  }
}
