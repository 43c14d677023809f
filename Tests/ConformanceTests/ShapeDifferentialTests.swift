#if Command
import Testing

@testable import Quarry
@testable import QuarryConformance

/// Statements that are found by the shape of a query, over the random queries that drivers are compared with.
@Suite("Random queries by their shapes")
struct ShapeDifferentialTests {
  /// An engine, as a query is rendered for it.
  struct Place: Sendable, CustomTestStringConvertible {
    let version: EngineVersion
    /// Whether it lacks every feature that has an equivalent.
    let isLowered: Bool
    let policy: FeaturePolicy
    let parameters: Int

    var testDescription: String { "\(version) \(isLowered ? "lowered" : "native") \(policy) \(parameters)" }

    static let all = [EngineVersion(3, 40, 1), EngineVersion(3, 15, 2)].flatMap { version in
      [(false, FeaturePolicy.lower, 999), (true, .lower, 999), (true, .strict, 999), (false, .lower, 5)].map {
        Place(version: version, isLowered: $0.0, policy: $0.1, parameters: $0.2)
      }
    }

    var context: SQLGenerationContext {
      var engine = DatabaseEngine.expected(product: .sqlite, version: version, compileOptions: CompileOptions([]))
      if isLowered {
        engine = DatabaseEngine(
          product: engine.product, version: engine.version, sourceID: engine.sourceID,
          cipherVersion: engine.cipherVersion, compileOptions: engine.compileOptions,
          features: FeatureSet(engine.features.filter { $0.equivalent == nil }), absence: engine.absence)
      }
      let limits = EngineLimits(parameters: parameters)
      return SQLGenerationContext(
        capabilities: DriverCapabilities(engine: engine, transactions: .interactive, limits: limits), policy: policy)
    }
  }

  /// A statement, or why there is none.
  private func outcome(_ query: SQLSyntax.Query, _ context: SQLGenerationContext) -> (SQLFragment?, String?) {
    do throws(DatabaseError) {
      return (try query.statement(for: context), nil)
    } catch {
      return (nil, "\(error.code) \(error.message)")
    }
  }

  /// The query with other values of all kinds in the place of its own.
  private func variant(of query: SQLSyntax.Query, _ random: inout SeededGenerator) -> SQLSyntax.Query {
    let values: [SQLValue] = [
      .null, 0, 1, 2, .integer(.max), .integer(.min), 0.5, "", "a", .text(String(repeating: "long ", count: 20)),
      .blob([]), .blob([0, 0, 0, 0, 0, 0, 0, 0]), .blob([1, 0, 0, 0, 0, 0, 0, 0]),
    ]
    guard case .select(let select) = query else { return query }
    let seed = random.next()
    var replacement = ValueReplacement(
      value: { number, _ in values[Int((seed >> UInt64(number % 48)) % UInt64(values.count))] },
      limit: { number, old in [old, -1, 0, 1, 7, .max][Int((seed >> UInt64(number % 48)) % 6)] })
    return replacement.replaced(select).map { .select($0) } ?? query
  }

  @Test("They are rendered as they are afresh, text and values", arguments: Place.all, 0..<2)
  func sameAsAfresh(_ place: Place, _ group: Int) {
    let context = place.context
    var generator = ScenarioGenerator(seed: 20_261_125, number: group)
    var found = 0
    for _ in 0..<8 {
      let tables = generator.tables()
      for _ in 0..<16 {
        let query = generator.scenario(over: tables).query
        var queries = [query, query]
        for _ in 0..<4 { queries.append(variant(of: query, &generator.random)) }
        for query in queries + [query] {
          if case .select(let select) = query,
            case .statement = context.shapes.find({ words in words.add(select, markers: []) })
          {
            found += 1
          }
          let (statement, error) = outcome(query, context)
          let (fresh, freshError) = outcome(query, place.context)
          #expect(error == freshError)
          #expect(statement.map { Array($0.sql.utf8) } == fresh.map { Array($0.sql.utf8) })
          let (values, wanted) = (statement?.values ?? [], fresh?.values ?? [])
          #expect(values.count == wanted.count)
          #expect(zip(values, wanted).allSatisfy { $0.isIdentical(to: $1) })
        }
      }
    }
    if place.policy == .lower { #expect(found > 10, "the queries share too few shapes for the test to mean something") }
  }
}
#endif
