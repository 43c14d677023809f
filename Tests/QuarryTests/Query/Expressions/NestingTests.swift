import Foundation
import Quarry
import Testing
import TestSupport

/// How deep expressions and queries may be nested, and how their building, their text and their release grow.
@Suite("Depth and growth")
struct NestingTests {
  private var context: SQLGenerationContext {
    SQLGenerationContext(
      capabilities: DriverCapabilities(
        engine: .expected(product: .sqlite, version: EngineVersion(3, 40, 1), compileOptions: []),
        transactions: .interactive, limits: EngineLimits(parameters: 40_000)))
  }

  private func text(_ query: some SQLFetchable) throws -> String { try query.statement(for: context).sql }

  private static func terms(of predicate: SQLPredicate) -> SQLSyntax.Terms {
    switch predicate.syntax.node {
    case .all(let terms), .any(let terms): terms
    default: []
    }
  }

  // MARK: Long chains of && and ||

  @Test(
    "A chain of conditions is built in as many steps as it has terms, whichever way it leans", arguments: [10, 20_000])
  func chains(_ count: Int) throws {
    let one = Album.year == 1990
    func check(_ predicate: SQLPredicate, isAll: Bool) {
      let terms = Self.terms(of: predicate)
      #expect(terms.count == count)
      #expect(terms.steps <= 3 * count, "\(terms.steps) steps for \(count) terms")
      if case .all = predicate.syntax.node { #expect(isAll) } else { #expect(!isAll) }
    }
    var left = (one, one)
    var right = (one, one)
    for _ in 1..<count {
      left = (left.0 && one, left.1 || one)
      right = (one && right.0, one || right.1)
    }
    for predicate in [left.0, right.0] { check(predicate, isAll: true) }
    for predicate in [left.1, right.1] { check(predicate, isAll: false) }
    // A tree that is combined two by two: n log n at most.
    var level = Array(repeating: one, count: count)
    while level.count > 1 {
      level = stride(from: 0, to: level.count, by: 2).map {
        $0 + 1 < level.count ? level[$0] && level[$0 + 1] : level[$0]
      }
    }
    #expect(Self.terms(of: level[0]).count == count)
    #expect(Self.terms(of: level[0]).steps <= 20 * count)
  }

  @Test("Conditions that share a beginning stay what they were")
  func sharing() throws {
    let base = Album.year == 1 && Album.year == 2
    let first = base && Album.year == 3
    let second = base && Album.year == 4
    let front = Album.year == 0 && base
    let other = Album.year == 9 && base
    let texts = try [base, first, second, front, other].map { condition in
      try text(Album.all.where(condition)).components(separatedBy: "WHERE ").last ?? ""
    }
    #expect(texts[0] == #""t0"."Year" = ? AND "t0"."Year" = ?"#)
    #expect(texts[1...].allSatisfy { $0 == #""t0"."Year" = ? AND "t0"."Year" = ? AND "t0"."Year" = ?"# })
    let values = try [base, first, second, front, other].map { condition in
      try Album.all.where(condition).statement(for: context).values
    }
    #expect(values == [[1, 2], [1, 2, 3], [1, 2, 4], [0, 1, 2], [9, 1, 2]])
  }

  @Test("The text grows with the number of terms, in every place of a query")
  func growth() throws {
    func condition(_ count: Int) -> SQLPredicate {
      (0..<count).reduce(SQLPredicate.true) { $0 && Album.year != $1 }
    }
    func list(_ count: Int) -> [Int] { Array(0..<count) }
    let places: [(String, (Int) throws -> String)] = [
      ("where", { try self.text(Album.all.where(condition($0))) }),
      (
        "where or",
        { count in try self.text(Album.all.where((0..<count).reduce(SQLPredicate.false) { $0 || Album.year == $1 })) }
      ),
      ("join", { count in try self.text(Artist.join(Album.self) { _, _ in condition(count) }) }),
      (
        "common table",
        { count in try self.text(SQLCommonTable(Album.self, named: "chosen", as: Album.all.where(condition(count))).all)
        }
      ),
      (
        "having",
        { count in try self.text(Album.group { $0.year }.having { _ in condition(count) }.select { $0.year }) }
      ),
      ("in", { count in try self.text(Album.where { $0.year.in(list(count)) }) }),
      ("exists", { count in try self.text(Artist.all.where(Album.all.where(condition(count)).exists)) }),
      (
        "values",
        { count in
          try self.text(Album.values(list(count).map { Album(id: Int64($0), title: "", artistID: nil, year: $0) }))
        }
      ),
    ]
    for (name, text) in places {
      let (small, large) = (try text(1_000).utf8.count, try text(8_000).utf8.count)
      #expect(large < small * 9, "\(name): \(small) bytes for 1,000, \(large) for 8,000")
    }
  }

  @Test("20,000 conditions run")
  func manyConditionsRun() async throws {
    try await TestEngine.sqlite.run { database in
      let condition = (0..<20_000).reduce(SQLPredicate.true) { $0 && Album.id != Int64($1 + 3) }
      let found = try await database.fetchAll(Album.all.where(condition).select { $0.id })
      #expect(found.sorted() == [1, 2])
    }
  }

  // MARK: Chains of operators

  @Test("Chains of one operator run on every engine", arguments: TestEngine.allCases)
  func operatorChains(_ engine: TestEngine) async throws {
    try await engine.run { database in
      for count in [99, 900] {
        let sum = (1...count).reduce(SQL.value(0)) { $0 + $1 }
        #expect(
          try await database.fetchAll(Album.where { $0.id == 1 }.select { _ in sum }) == [count * (count + 1) / 2])
        let text = (0..<count).reduce(Album.title.expression) { text, _ in text + "x" }
        #expect(
          try await database.fetchAll(Album.where { $0.id == 1 }.select { _ in text.length }) == [count + 3])
      }
      for count in [1, 2, 50, 51, 5_000] {
        var condition = Album.id == 1
        for _ in 0..<count { condition = !condition }
        let found = try await database.fetchAll(Album.all.where(condition).select { $0.id })
        #expect(found.contains(1) == count.isMultiple(of: 2))
        var number = Album.id.expression
        var bits = Album.id.expression
        for _ in 0..<count { (number, bits) = (-number, ~bits) }
        let rows = try await database.fetchAll(Album.where { $0.id == 3 }.select { _ in (number, bits) })
        #expect(rows.first?.0 == (count.isMultiple(of: 2) ? 3 : -3))
        #expect(rows.first?.1 == (count.isMultiple(of: 2) ? 3 : ~3))
      }
    }
  }

  @Test("Parentheses stand where the order of evaluation needs them, and nowhere else")
  func parentheses() throws {
    let (a, b, c) = (Album.id, Album.year, Album.artistID)
    func select(_ expression: some SQLExpressible<some Any>) throws -> String {
      let text = try text(Album.all.select { _ in expression.typed(as: Int?.self) })
      return text.replacing("SELECT ", with: "").replacing("\"t0\".", with: "").replacing("\"", with: "")
        .components(separatedBy: " FROM").first ?? ""
    }
    let x = a.typed(as: Int.self)
    let y = b.typed(as: Int.self)
    let z = c.typed(as: Int.self)
    #expect(try select(x + y + z) == "AlbumId + Year + ArtistId")
    #expect(try select(x + (y + z)) == "AlbumId + (Year + ArtistId)")
    #expect(try select(x - y + z) == "AlbumId - Year + ArtistId")
    #expect(try select(x - (y - z)) == "AlbumId - (Year - ArtistId)")
    #expect(try select(x * y / z) == "AlbumId * Year / ArtistId")
    #expect(try select(x * (y / z)) == "AlbumId * (Year / ArtistId)")
    #expect(try select((x + y) * z) == "(AlbumId + Year) * ArtistId")
    #expect(try select(x * y + z) == "AlbumId * Year + ArtistId")
    #expect(try select(x & y | z) == "AlbumId & Year | ArtistId")
    #expect(try select(-(x + y)) == "-(AlbumId + Year)")
  }

  @Test("Random arithmetic gives what Swift gives", arguments: TestEngine.allCases)
  func randomArithmetic(_ engine: TestEngine) async throws {
    var random = SystemRandomNumberGenerator()
    func tree(_ depth: Int) -> (SQLSyntax.Expression, Int64) {
      guard depth > 0, Int.random(in: 0..<5, using: &random) > 0 else {
        let value = Int64.random(in: 0...9, using: &random)
        return (.literal(.integer(value)), value)
      }
      let (left, l) = tree(depth - 1)
      if Int.random(in: 0..<8, using: &random) == 0 { return (.unary(.minus, left), -l) }
      if Int.random(in: 0..<8, using: &random) == 0 { return (.unary(.bitNot, left), ~l) }
      let (right, r) = tree(depth - 1)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: return (.binary(.add, left, right), l &+ r)
      case 1: return (.binary(.subtract, left, right), l &- r)
      case 2 where abs(l) < 1 << 20 && abs(r) < 1 << 20: return (.binary(.multiply, left, right), l * r)
      case 3: return (.binary(.bitAnd, left, right), l & r)
      case 4 where r != 0: return (.binary(.divide, left, right), l / r)
      case 5 where r != 0: return (.binary(.remainder, left, right), l % r)
      default: return (.binary(.bitOr, left, right), l | r)
      }
    }
    let trees = (0..<300).map { _ in tree(5) }
    try await engine.run { database in
      for (syntax, wanted) in trees {
        let query = Album.where { $0.id == 1 }.select { _ in SQLExpression<Int64>(syntax: syntax) }
        let found = try await database.fetchAll(query)
        let text = try text(query)
        #expect(found == [wanted], "\(text)")
      }
    }
  }

  // MARK: Too deep

  /// Ways to nest something once more.
  static let nestings: [(name: String, nest: @Sendable (SQLExpression<Int>) -> SQLExpression<Int>)] = [
    ("sum to the left", { $0 + 1 }),
    ("sum to the right", { 1 + $0 }),
    ("function", { $0.coalesce(1) }),
    ("case", { SQL.when($0 == 1, then: SQL.value(1)).else($0).asNonNull }),
    ("cast", { $0.cast(to: Int.self).asNonNull }),
    ("collation", { $0.typed(as: String.self).collate(.nocase).typed(as: Int.self) }),
    ("membership", { $0.in([1, 2]).typed(as: Int.self) }),
    ("range", { $0.between(1, 2).typed(as: Int.self) }),
    ("null test", { ($0 == nil).typed(as: Int.self) }),
    ("alternation", { (($0 == 1 && Album.year == 1) || Album.year == 2).typed(as: Int.self) }),
    ("scalar query", { inner in SQL.scalar(Album.all.select { _ in inner }).asNonNull }),
    ("exists", { inner in Album.all.where(inner == 1).exists.typed(as: Int.self) }),
    ("raw", { SQL.raw("\($0) + 1", as: Int.self) }),
  ]

  @Test("What is nested too deep is refused by type, after any depth, on a small stack", arguments: nestings.indices)
  func tooDeep(_ index: Int) async throws {
    let (name, nest) = Self.nestings[index]
    for depth in [10, 100, 300, 2_000, 20_000] {
      let result = try await onSmallStack { () throws -> Int in
        var expression = Album.id.typed(as: Int.self)
        for _ in 0..<depth { expression = nest(expression) }
        return try self.text(Album.all.select { _ in expression }).utf8.count
      }
      switch result {
      case .success: #expect(depth <= 1_000, "\(name) \(depth) deep")
      case .failure(let error):
        #expect((error as? DatabaseError)?.code == .tooBig, "\(name) \(depth) deep: \(error)")
        #expect(depth > 10, "\(name) \(depth) deep is refused")
      }
    }
  }

  /// Engines before 3.46 give up at depths that depend on the kind of nesting, which only they know.
  @Test("What is nested runs, or is refused by type, on the engine too", arguments: TestEngine.allCases)
  func deepRuns(_ engine: TestEngine) async throws {
    try await engine.run { database in
      for (name, nest) in Self.nestings {
        // A case names its operand twice.
        for depth in name == "case" ? [5, 8] : [5, 10, 16, 24, 32, 48, 64, 100] {
          var expression = Album.id.typed(as: Int.self)
          for _ in 0..<depth { expression = nest(expression) }
          let chosen = expression
          do {
            let found = try await database.fetchAll(
              Album.where { $0.id == 1 }.select { _ in chosen.typed(as: Int?.self) })
            #expect(found.count == 1, "\(name) \(depth) deep")
          } catch let error as DatabaseError {
            #expect(error.code == .tooBig && error.outcome == .notApplied, "\(name) \(depth) deep: \(error)")
            #expect(depth > 10, "\(name) \(depth) deep is refused")
          }
        }
      }
      #expect(try await database.fetchAll(Album.where { $0.id == 1 }).count == 1)
    }
  }

  @Test(
    "Queries that are nested too deep are refused by type, after any depth, on a small stack",
    arguments: [5, 100, 2_000, 20_000])
  func deepQueries(_ depth: Int) async throws {
    for kind in 0..<3 {
      let result = try await onSmallStack { () throws -> Int in
        switch kind {
        case 0:
          var query = Album.select { $0.id }
          for _ in 0..<depth { query = query.unionAll(Album.select { $0.id }) }
          return try self.text(query).utf8.count
        case 1:
          var query = Album.all
          for _ in 0..<depth { query = Album.from(query.limit(5)) }
          return try self.text(query).utf8.count
        default:
          var query = Album.all
          for number in 0..<depth {
            query = SQLCommonTable(Album.self, named: "c\(number)", as: query).all
          }
          return try self.text(query).utf8.count
        }
      }
      if case .failure(let error) = result {
        #expect((error as? DatabaseError)?.code == .tooBig, "\(error)")
        #expect(depth > 5)
      } else {
        #expect(depth <= 1_000)
      }
    }
  }

  /// Runs a body on a thread with a stack of 4 MB, which is what the thread of a connection has.
  private func onSmallStack<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> Result<
    R, any Error
  > {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: Result { try body() }) }
      thread.stackSize = 4 << 20
      thread.start()
    }
  }
}
