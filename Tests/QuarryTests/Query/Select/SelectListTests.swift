import Foundation
import Quarry
import Testing

/// The lists of an untyped select, whose first elements take no allocation.
@Suite("Lists of a select")
struct SelectListTests {
  private let context = SQLGenerationContext(
    capabilities: DriverCapabilities(
      engine: .expected(product: .sqlite, version: EngineVersion(3, 40, 1), compileOptions: []),
      transactions: .interactive, limits: EngineLimits(parameters: 40_000)))

  private func column(_ position: Int) -> SQLSyntax.Expression { .literal(.integer(Int64(position))) }

  private func positions(_ expressions: [SQLSyntax.Expression]) -> [Int64?] {
    expressions.map { if case .literal(.integer(let position)) = $0.node { position } else { nil } }
  }

  @Test("Conditions and terms are read as they were set", arguments: 0...4)
  func roundTrip(_ count: Int) {
    let expressions = (0..<count).map(column)
    var select = SQLSyntax.Select()
    select.filters = [column(9)]
    select.order = [SQLSyntax.Ordering(column(8))]
    select.filters = expressions
    select.order = expressions.map { SQLSyntax.Ordering($0, descending: true, nulls: .last) }
    #expect(positions(select.filters) == positions(expressions))
    #expect(positions(select.order.map(\.expression)) == positions(expressions))
    #expect(select.order.allSatisfy { $0.isDescending && $0.nulls == .last })
  }

  @Test("Elements are appended behind those that are there", arguments: 0...4, 0...3)
  func append(_ count: Int, _ more: Int) {
    let (first, second) = ((0..<count).map(column), (count..<count + more).map(column))
    var select = SQLSyntax.Select()
    for expression in first { select.filters.append(expression) }
    select.filters += second
    select.order += first.map { SQLSyntax.Ordering($0) }
    for expression in second { select.order.append(SQLSyntax.Ordering(expression)) }
    #expect(positions(select.filters) == positions(first + second))
    #expect(positions(select.order.map(\.expression)) == positions(first + second))
  }

  @Test("Clauses add to each other, in their order, also when the text is one of before", arguments: 0...4, 0...4)
  func clauses(_ conditions: Int, _ terms: Int) throws {
    for round in 0..<4 {
      var query = Album.all
      for number in 0..<conditions { query = query.where { $0.year > number + round } }
      for number in 0..<terms {
        query = number.isMultiple(of: 2) ? query.order { $0.year.descending.nullsLast } : query.order { $0.title }
      }
      let statement = try query.statement(for: context)
      let halves = statement.sql.components(separatedBy: " ORDER BY ")
      #expect(halves[0].components(separatedBy: "\"Year\" > ?").count - 1 == conditions)
      #expect(statement.values == (0..<conditions).map { .integer(Int64($0 + round)) })
      let ordered = halves.count == 1 ? [] : halves[1].components(separatedBy: ", ")
      #expect(ordered.count == terms)
      for (number, text) in ordered.enumerated() {
        #expect(text.contains(number.isMultiple(of: 2) ? "\"Year\" DESC NULLS LAST" : "\"Title\""))
      }
    }
  }
}
