import Testing
import TestSupport

@testable import Quarry

/// A statement that is found by the shape of its query must be the one that rendering makes.
@Suite("Shapes of queries")
struct ShapeTests {
  /// An engine, and whether equivalent forms are allowed.
  struct Cell: CustomTestStringConvertible {
    let version: EngineVersion
    let policy: FeaturePolicy
    let parameters: Int
    var testDescription: String { "\(version) \(policy) \(parameters)" }

    static let all = [EngineVersion(3, 40, 1), EngineVersion(3, 15, 2)].flatMap { version in
      [FeaturePolicy.lower, .strict].flatMap { policy in
        [999, 12].map { Cell(version: version, policy: policy, parameters: $0) }
      }
    }

    var context: SQLGenerationContext { .engine(version, policy, parameters: parameters) }
  }

  /// What rendering gives: a statement, or the code of an error.
  private func outcome<Query: SQLFetchable>(_ query: Query, _ context: SQLGenerationContext) -> Result<
    SQLFragment, Failed
  > {
    do throws(DatabaseError) {
      return .success(try query.statement(for: context))
    } catch {
      return .failure(Failed(code: error.code, message: error.message))
    }
  }

  struct Failed: Error, Equatable {
    var code: DatabaseError.Code
    var message: String
  }

  private func areSame(_ a: Result<SQLFragment, Failed>, _ b: Result<SQLFragment, Failed>) -> Bool {
    switch (a, b) {
    case (.failure(let a), .failure(let b)): a == b
    case (.success(let a), .success(let b)):
      a.sql.utf8.elementsEqual(b.sql.utf8) && a.values.count == b.values.count
        && zip(a.values, b.values).allSatisfy { $0.isIdentical(to: $1) }
    default: false
    }
  }

  @Test("Random queries render by their shapes as they do afresh", arguments: Cell.all) func random(_ cell: Cell) {
    let context = cell.context
    var conditions = RandomConditions(seed: 77)
    for _ in 0..<1500 {
      var query = Left.where { left -> SQLPredicate in conditions.of(LeftTerms(left), depth: 2) }
      if conditions.pick(2) == 0 { query = query.order { left -> [SQLOrdering] in conditions.order(LeftTerms(left)) } }
      if conditions.pick(3) == 0 { query = query.limit(conditions.pick(3) - 1) }
      if conditions.pick(3) == 0 { query = query.offset(conditions.pick(3)) }
      #expect(areSame(outcome(query, context), outcome(query, cell.context)))
      let pairs = Left.leftJoin(Right.self) { left, right -> SQLPredicate in
        conditions.of(LeftTerms(left), RightTerms(right))
      }
      .where { left, right -> SQLPredicate in
        conditions.of(RightTerms(right)) || conditions.of(LeftTerms(left), depth: 0)
      }
      #expect(areSame(outcome(pairs, context), outcome(pairs, cell.context)))
      let full = Left.fullJoin(Right.self) { left, right in left.id == right.k }
        .where { left, _ -> SQLPredicate in conditions.of(LeftTerms(left), depth: 1) }.limit(conditions.pick(4))
      #expect(areSame(outcome(full, context), outcome(full, cell.context)))
      let chosen = Left.where { left -> SQLPredicate in conditions.of(LeftTerms(left), depth: 1) }.select {
        ($0.k, $0.v)
      }
      #expect(areSame(outcome(chosen, context), outcome(chosen, cell.context)))
    }
    if cell.policy == .lower { #expect(context.shapes.size.count > 50) }
  }

  @Test("Values that render differently are told apart") func forms() throws {
    let context = SQLGenerationContext.engine(EngineVersion(3, 40, 1))
    let years: [Int?] = [nil, 1, nil, 2, 3, nil]
    let lists = (0..<40).map { count in Array(0..<count) }
    let long = String(repeating: "x", count: 100)
    for _ in 0..<4 {
      for year in years {
        #expect(try Album.where { $0.year == year }.sql(context) == Album.where { $0.year == year }.sql())
        #expect(try Album.where { $0.year.is(year) }.sql(context) == Album.where { $0.year.is(year) }.sql())
      }
      for list in lists {
        #expect(try Album.where { $0.year.in(list) }.sql(context) == Album.where { $0.year.in(list) }.sql())
      }
      for titles in [[], ["a"], Array(repeating: "a", count: 9), Array(repeating: "a", count: 9) + [long]] {
        #expect(try Album.where { $0.title.in(titles) }.sql(context) == Album.where { $0.title.in(titles) }.sql())
      }
      for limit in [-1, 0, 1, 2, .max, .min] {
        #expect(try Album.all.limit(limit).sql(context) == Album.all.limit(limit).sql())
        #expect(try Album.all.offset(limit).sql(context) == Album.all.offset(limit).sql())
        let first = try Album.all.limit(limit).firstRowStatement(for: context)
        #expect(try first == Album.all.limit(limit).firstRowStatement(for: .engine(EngineVersion(3, 40, 1))))
      }
    }
  }

  @Test("Equal values in different places keep their places") func equalValues() throws {
    let context = SQLGenerationContext.engine(EngineVersion(3, 40, 1))
    func query(_ a: Int, _ b: Int, _ c: Int) -> SQLJoin2<Album, Track> {
      // The condition of the join is written before the columns that stand in front of it.
      Album.join(Track.self) { album, track in track.albumID == album.id && album.year == a }
        .where { album, _ in album.year > b && album.year < c }
    }
    for values in [(5, 5, 5), (5, 5, 5), (5, 5, 5), (1, 2, 3), (3, 2, 1)] {
      let found = try query(values.0, values.1, values.2).sql(context)
      #expect(try found == query(values.0, values.1, values.2).sql())
    }
    #expect(context.shapes.size.count == 1)
  }

  @Test("A shape is kept when it comes back, within a limit of memory, and without the program's values") func memory()
    throws
  {
    let shapes = StatementShapes(limit: 40_000)
    let table = SQLTable("t", SQLColumn<Int>("a"))
    for number in 0..<200 {
      for _ in 0..<2 {
        let finding = shapes.find { words in
          words.add(table)
          words.add(UInt64(number))
        }
        if case .repeated(let words, _) = finding {
          shapes.keep(
            StatementShapes.Shape(words: words, text: String(repeating: "x", count: 500), order: nil, kept: table))
        }
        #expect(shapes.size.bytes <= 40_000)
      }
    }
    #expect(shapes.size.count > 1)
    shapes.keep(StatementShapes.Shape(words: [1], text: String(repeating: "x", count: 50_000), order: nil, kept: table))
    #expect(shapes.size.bytes <= 40_000)
  }

  @Test("Conditions of some hundred terms are found by their shapes", arguments: [(100, 1), (250, 1), (900, 0)])
  func long(_ count: Int, _ kept: Int) throws {
    let context = SQLGenerationContext.engine(EngineVersion(3, 40, 1))
    for start in 0..<4 {
      let query = Album.where { album in SQLPredicate.any((start..<start + count).map { album.year == $0 }) }
      let found = try query.sql(context)
      #expect(try found == query.sql(.engine(EngineVersion(3, 40, 1))))
    }
    #expect(context.shapes.size.count == kept)
  }

  @Test("A search inside a search finds nothing, and doesn't wait") func reentrant() {
    let shapes = StatementShapes()
    shapes.keep(StatementShapes.Shape(words: [1], text: "x", order: nil, kept: 0))
    let outer = shapes.find { words in
      if case .statement = shapes.find({ $0.add(1) }) { Issue.record("the inner search found the shape") }
      words.add(1)
    }
    guard case .statement = outer else {
      Issue.record("the outer search found nothing")
      return
    }
  }

  @Test("Shapes of one hash are told apart by their words") func collisions() {
    let shapes = StatementShapes()
    var words: [[UInt64]] = []
    for number in 0..<3 as Range<UInt64> { words.append([7, number]) }
    for list in words { shapes.keep(StatementShapes.Shape(words: list, text: "\(list)", order: nil, kept: 0)) }
    for list in words {
      guard case .statement(let found) = shapes.find({ for word in list { $0.add(word) } }) else {
        Issue.record("the shape \(list) is missing")
        continue
      }
      #expect(found.sql == "\(list)")
    }
    let other = shapes.find { for word in [7, 3] as [UInt64] { $0.add(word) } }
    if case .statement = other { Issue.record("a shape was found that nobody kept") }
  }
}

extension SQLFetchable {
  fileprivate func sql(_ context: SQLGenerationContext? = nil) throws -> SQLFragment {
    try statement(for: context ?? .engine(EngineVersion(3, 40, 1)))
  }
}
