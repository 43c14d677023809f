import Quarry

/// Queries with parts: what comes with each row, in whatever way keys are stored.
enum RelationCases: CaseList {
  static let cases: [ConformanceCase] = keys + shapes + verbs + refusals

  static let reference = "Quarry: QueryWithParts"

  /// A database with the tables of a way to store keys, and their rows.
  static func database<Keys: RelatedKeys>(_ test: CaseContext, _ keys: Keys.Type) async throws -> Database {
    let database = try await test.database()
    try await fill(database, keys)
    return database
  }

  static func fill<Keys: RelatedKeys>(_ database: Database, _ keys: Keys.Type) async throws {
    try await database.batch { batch in for sql in Keys.tables.statements { batch.execute(SQLFragment(raw: sql)) } }
    try await database.insert(Keys.keys.enumerated().map { RelatedParent<Keys>($0.element, Int64($0.offset + 1)) })
    let references = Keys.references
    try await database.insert(
      references.indices.map { index in
        RelatedChild<Keys>(
          Int64(index + 1), references[index], index % 3 == 2 ? nil : references[references.count - 1 - index])
      })
    try await database.insert(
      references.indices.flatMap { index in
        [RelatedPair<Keys>(references[index], Int64(index + 1)), RelatedPair<Keys>(references[index], 1)]
      } + [RelatedPair<Keys>(references[0], 1), RelatedPair<Keys>(references[0], 999)])
  }

  /// Pairs of small numbers, as a join computes them.
  static func pairs(_ database: Database, _ sql: String) async throws -> [Int64: [Int64]] {
    let numbers = try await database.fetchAll(SQLFragment(raw: sql).values(Int64.self))
    return Dictionary(grouping: numbers) { $0 / 1000 }.mapValues { $0.map { $0 % 1000 } }
  }

  /// REL-01 to REL-04: all shapes, for each way to store keys, against joins over the same rows.
  static let keys: [ConformanceCase] = [
    ConformanceCase(
      "REL-01", "integer keys: every shape equals a join", .core, reference,
      "What comes with each row MUST be what a join of the same tables pairs it with."
    ) { test in try await compare(test, IntegerKeys.self) },
    ConformanceCase(
      "REL-02", "keys in a collation: every shape equals a join", .core, reference,
      "Keys MUST compare in the collation of the column that is referred to."
    ) { test in try await compare(test, CaselessKeys.self) },
    ConformanceCase(
      "REL-03", "keys of bytes: every shape equals a join", .core, reference,
      "Keys stored as blobs MUST find their rows."
    ) { test in
      guard test.section(requires: .capability(.blobs)) else { return }
      try await compare(test, BlobKeys.self)
    },
    ConformanceCase(
      "REL-04", "keys with a raw value: every shape equals a join", .core, reference,
      "Keys that differ only in case or trailing spaces MUST stay apart where the column tells them apart."
    ) { test in try await compare(test, RawKeys.self) },
  ]

  /// Compares every shape with joins.
  private static func compare<Keys: RelatedKeys>(_ test: CaseContext, _ keys: Keys.Type) async throws {
    typealias Parent = RelatedParent<Keys>
    typealias Child = RelatedChild<Keys>
    typealias Pair = RelatedPair<Keys>
    let database = try await RelationCases.database(test, keys)
    let name = Keys.tables.name
    let join = "FROM \(name)_parent p JOIN \(name)_child c ON p.key = c.owner"
    let owned = try await RelationCases.pairs(database, "SELECT p.rank * 1000 + c.id \(join) ORDER BY c.id")
    let turned = owned.mapValues { Array($0.reversed()) }
    let hosts = try await RelationCases.pairs(
      database, "SELECT c.id * 1000 + p.rank FROM \(name)_parent p JOIN \(name)_child c ON p.key = c.guest")
    let linked = try await RelationCases.pairs(
      database,
      "SELECT p.rank * 1000 + c.id FROM \(name)_parent p JOIN \(name)_pair l ON p.key = l.near "
        + "JOIN \(name)_child c ON c.id = l.far ORDER BY c.id")
    test.expect(!owned.isEmpty && !linked.isEmpty, "the joins pair rows")
    // No row, one, several, and each.
    for last in [0, 1, 3, 99] as [Int64] {
      let parents = Parent.where { $0.rank <= last }.order { $0.rank.descending }
      let ranks = Keys.keys.indices.map { Int64($0 + 1) }.filter { $0 <= last }.reversed()
      let many = try await database.fetchAll(parents.with(many: Child.self, on: Child.owner))
      test.expectEqual(many.map(\.0.rank), Array(ranks), "the parents up to \(last)")
      test.expectEqual(many.map { $0.1.map(\.id) }, ranks.map { owned[$0] ?? [] }, "children")
      let ordered = try await database.fetchAll(
        parents.with(many: Child.self, on: Child.owner) { $0.where { $0.id > 0 }.order { $0.id.descending } })
      test.expectEqual(ordered.map { $0.1.map(\.id) }, ranks.map { turned[$0] ?? [] }, "children in an order")
      let counts = try await database.fetchAll(parents.with(count: Child.self, on: Child.owner))
      test.expectEqual(counts.map(\.1), ranks.map { owned[$0]?.count ?? 0 }, "numbers of children")
      let through = try await database.fetchAll(
        parents.with(many: Child.self, through: Pair.self, on: Pair.near, Pair.far))
      test.expectEqual(through.map { $0.1.map(\.id) }, ranks.map { linked[$0] ?? [] }, "children over pairs")
      let nested = try await database.fetchAll(
        parents.with(many: Child.all.with(one: Parent.self, on: Child.guest), on: Child.owner)
          .with(many: Child.self, on: Child.guest))
      test.expectEqual(nested.map { $0.1.map(\.0.id) }, ranks.map { owned[$0] ?? [] }, "children of a level below")
      test.expectEqual(
        nested.map { $0.1.map { $0.1?.rank } }, ranks.map { (owned[$0] ?? []).map { hosts[$0]?.first } },
        "what the level below refers to")
      test.expectEqual(
        nested.map { $0.2.map(\.id) },
        ranks.map { rank in hosts.filter { $0.value == [rank] }.keys.sorted() }, "children that may refer to nothing")
    }
    // Each child twice or more, and parents that several children share.
    let children = try await database.fetchAll(Child.order { $0.id }.with(one: Parent.self, on: Child.guest))
    test.expectEqual(
      children.map { $0.1?.rank }, Keys.references.indices.map { hosts[Int64($0 + 1)]?.first }, "parents or nil")
    let kept = owned.values.flatMap { $0 }.sorted()
    let owners = try await database.fetchAll(
      Child.where { $0.id.in(kept) }.order { $0.id }.with(one: Parent.self, on: Child.owner))
    test.expectEqual(owners.map(\.0.id), kept, "the children that have a parent")
    test.expectEqual(
      owners.map(\.1.rank), kept.map { id in owned.first { $0.value.contains(id) }?.key ?? 0 }, "their parents")
    let missing = Child.all.with(one: Parent.self, on: Child.owner)
    await test.expectError(.rowNotFound, "a parent that is missing") {
      try await database.fetchAll(missing).count
    }
  }
}
