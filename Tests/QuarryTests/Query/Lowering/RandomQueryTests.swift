import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

/// Random queries over random rows: native on SQLite 3.40, in equal forms on SQLCipher 3.4.1, with the same rows.
@Suite("Random queries")
struct RandomQueryTests {
  /// The places with the same rows: SQLite 3.40 in a file, SQLite 3.15 encrypted, SQLite 3.40 in memory.
  private func sessions(seed: UInt64, _ folder: TemporaryFolder) throws -> [SQLSession] {
    let rows = RandomRows(seed: seed, count: 40)
    return try LocalDriver.engines.map { place in
      let session = try place.session(in: folder, Recording())
      try rows.load(into: session)
      return session
    }
  }

  /// Runs a query everywhere and gives its lines, which have to be the same.
  private func lines<Query: SQLFetchable>(
    _ query: Query, _ sessions: [SQLSession], sorted: Bool = true, _ line: (Query.Row) -> String
  ) throws -> [String] {
    let all = try sessions.map { session in
      let lines = try session.fetchAll(query).map(line)
      #expect(try session.fetchCount(query) == lines.count)
      return sorted ? lines.sorted() : lines
    }
    let text = try query.statement(for: sessions[0].context).sql
    for other in all.dropFirst() { #expect(other == all[0], "\(text)") }
    return all[0]
  }

  @Test("p, NOT p and p IS NULL part the table", arguments: [11, 12, 13, 14] as [UInt64])
  func partition(_ seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let sessions = try sessions(seed: seed, folder)
    var conditions = RandomConditions(seed: seed)
    for _ in 0..<25 {
      let state = conditions
      func part(_ number: Int) -> SQLQuery<Left> {
        Left.where { left -> SQLPredicate in
          conditions = state
          let condition = conditions.of(LeftTerms(left))
          return number == 0 ? condition : number == 1 ? !condition : condition.isNull
        }
      }
      let parts = try (0..<3).map { try lines(part($0), sessions) { $0.line } }
      #expect(parts.joined().sorted() == (try lines(Left.all, sessions) { $0.line }))
    }
  }

  @Test("Joins of every kind", arguments: [21, 22, 23, 24, 25] as [UInt64])
  func joins(_ seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let sessions = try sessions(seed: seed, folder)
    var conditions = RandomConditions(seed: seed)
    for _ in 0..<8 {
      let state = conditions
      func on(_ left: Left.SourceColumns, _ right: Right.SourceColumns) -> SQLPredicate {
        conditions = state
        return conditions.of(LeftTerms(left), RightTerms(right))
      }
      let inner = try lines(Left.join(Right.self, on: on), sessions) { "\($0.0.line) + \($0.1.line)" }
      let left = try lines(Left.leftJoin(Right.self, on: on), sessions) { "\($0.0.line) + \($0.1.line)" }
      let right = try lines(Left.rightJoin(Right.self, on: on), sessions) { "\($0.0.line) + \($0.1.line)" }
      let full = try lines(Left.fullJoin(Right.self, on: on), sessions) { "\($0.0.line) + \($0.1.line)" }
      let cross = try lines(Left.crossJoin(Right.self).where(on), sessions) { "\($0.0.line) + \($0.1.line)" }
      // The kinds of joins hang together, whatever the condition is.
      #expect(cross == inner)
      #expect(left.filter { !$0.hasSuffix(" + none") } == inner)
      #expect(right.filter { !$0.hasPrefix("none + ") } == inner)
      #expect(full.count == left.count + right.count - inner.count)
      #expect((inner + full.filter { $0.hasSuffix(" + none") }).sorted() == left)
      let filtered = Left.fullJoin(Right.self, on: on).where { left, right -> SQLPredicate in
        let condition = conditions.of(LeftTerms(left), depth: 1)
        return condition || conditions.of(RightTerms(right))
      }
      _ = try lines(filtered, sessions) { "\($0.0.line) + \($0.1.line)" }
      let three = Right.rightJoin(Left.self, on: { on($1, $0) }).leftJoin(Left.self, on: { $0.k == $2.id })
      _ = try lines(three, sessions) { "\($0.0.line) + \($0.1.line) + \($0.2.line)" }
    }
  }

  @Test("Orders with NULLs, limits and offsets", arguments: [31, 32, 33] as [UInt64])
  func orders(_ seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let sessions = try sessions(seed: seed, folder)
    var conditions = RandomConditions(seed: seed)
    for _ in 0..<20 {
      var query = Left.where { left -> SQLPredicate in conditions.of(LeftTerms(left), depth: 1) }
      query = query.order { left -> [SQLOrdering] in conditions.order(LeftTerms(left)) }
      let all = try lines(query, sessions, sorted: false) { $0.line }
      let (offset, limit) = (conditions.pick(10), conditions.pick(10))
      #expect(try lines(query.offset(offset), sessions, sorted: false) { $0.line } == Array(all.dropFirst(offset)))
      let some = try lines(query.limit(limit).offset(offset), sessions, sorted: false) { $0.line }
      #expect(some == Array(all.dropFirst(offset).prefix(limit)))
    }
  }

  @Test("Groups, subqueries, unions and distinct rows", arguments: [41, 42] as [UInt64])
  func groups(_ seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let sessions = try sessions(seed: seed, folder)
    var conditions = RandomConditions(seed: seed)
    for _ in 0..<15 {
      let grouped = Left.where { left -> SQLPredicate in conditions.of(LeftTerms(left), depth: 1) }
        .group { $0.k }
        .select { ($0.k, SQL.count(), $0.id.sum(), $0.v.count(distinct: true)) }
      _ = try lines(grouped, sessions) {
        "\(String(describing: $0.0)) \($0.1) \(String(describing: $0.2)) \($0.3)"
      }
      let keys = Right.where { right -> SQLPredicate in conditions.of(RightTerms(right)) }.select { $0.k }
      _ = try lines(Left.where { $0.k.in(keys) }, sessions) { $0.line }
      _ = try lines(Left.where { $0.id.notIn(keys) }, sessions) { $0.line }
      let others = Left.where { left -> SQLPredicate in conditions.of(LeftTerms(left), depth: 1) }.select { $0.k }
      _ = try lines(keys.union(others), sessions) { String(describing: $0) }
      _ = try lines(keys.intersect(others), sessions) { String(describing: $0) }
      _ = try lines(keys.except(others), sessions) { String(describing: $0) }
      _ = try lines(keys.distinct(), sessions) { String(describing: $0) }
    }
  }
}
