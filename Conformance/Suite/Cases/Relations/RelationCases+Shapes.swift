import Quarry

extension RelationCases {
  private typealias Parent = RelatedParent<IntegerKeys>
  private typealias Child = RelatedChild<IntegerKeys>
  private typealias TwinChild = RelatedChild<RawKeys>

  /// REL-05 to REL-08.
  static let shapes: [ConformanceCase] = [
    ConformanceCase(
      "REL-05", "more parents than one statement has keys", .core, reference,
      "Every parent MUST get its children, however many parents there are.", timeLimit: .seconds(60)
    ) { test in
      let database = try await RelationCases.database(test, IntegerKeys.self)
      let ids = (1000..<2250).map { Int64($0) }
      try await database.insert(ids.map { Parent($0, $0) })
      try await database.insert(ids.map { Child($0, $0, $0 == 1000 ? nil : 1000) })
      let parents = Parent.where { $0.key >= 1000 }.order { $0.key }
      let rows = try await database.fetchAll(parents.with(many: Child.self, on: Child.owner))
      test.expectEqual(rows.map { $0.1.map(\.id) }, ids.map { [$0] }, "children of 1,250 parents")
      let counts = try await database.fetchAll(parents.with(count: Child.self, on: Child.guest))
      test.expectEqual(counts.map(\.1), [1249] + Array(repeating: 0, count: 1249), "numbers")
      let children = Child.where { $0.id >= 1000 }.order { $0.id }
      let owners = try await database.fetchAll(children.with(one: Parent.self, on: Child.owner))
      test.expectEqual(owners.map(\.1.key), ids, "parents of 1,250 children")
    },
    ConformanceCase(
      "REL-06", "a limit is one for each parent", .gated(.windowFunctions), reference,
      "A limit of what comes with each row MUST be counted for each row.",
      absent: { test in
        let database = try await RelationCases.database(test, IntegerKeys.self)
        await test.expectError(.unsupportedFeature, "a limit without window functions") {
          try await database.fetchAll(
            Parent.all.with(many: Child.self, on: Child.owner) { $0.limit(1) }
          ).count
        }
      }
    ) { test in
      let database = try await RelationCases.database(test, IntegerKeys.self)
      let parents = Parent.order { $0.rank }
      func ids(_ refine: (SQLQuery<Child>) -> SQLQuery<Child>) async throws -> [[Int64]] {
        try await database.fetchAll(parents.with(many: Child.self, on: Child.owner, refine)).map { $0.1.map(\.id) }
      }
      test.expectEqual(try await ids { $0.limit(2) }, [[1, 4], [2, 3], [], [5], []], "the first two")
      test.expectEqual(
        try await ids { $0.order { $0.id.descending }.limit(2) }, [[7, 4], [3, 2], [], [5], []], "the last two")
      test.expectEqual(try await ids { $0.limit(1).offset(1) }, [[4], [3], [], [], []], "the second")
      test.expectEqual(try await ids { $0.limit(0) }, [[], [], [], [], []], "none")
      test.expectEqual(try await ids { $0.offset(2) }, [[7], [], [], [], []], "those behind two")
      let nested = try await database.fetchAll(
        parents.limit(1).with(
          many: Child.order { $0.id.descending }.limit(2).with(one: Parent.self, on: Child.owner), on: Child.owner))
      test.expectEqual(nested.map { $0.1.map(\.0.id) }, [[7, 4]], "the last two, with a part")
      test.expectEqual(nested.map { $0.1.map(\.1.rank) }, [[1, 1]], "their parents")
    },
    ConformanceCase(
      "REL-07", "parents whose keys the column takes for equal", .core, reference,
      "Each of several equal parents MUST get its children, also where the keys are spelled otherwise."
    ) { test in
      let database = try await RelationCases.database(test, RawKeys.self)
      for sql in [
        "DROP TABLE rel_raw_parent", "CREATE TABLE rel_raw_parent (key TEXT COLLATE NOCASE, rank INTEGER)",
        "INSERT INTO rel_raw_parent VALUES ('a', 1), ('A', 2), ('a', 3), (NULL, 4), ('q', 5)",
      ] { try await database.execute(SQLFragment(raw: sql)) }
      let rows = try await database.fetchAll(
        UniquelessParent.order { $0.rank }.with(many: TwinChild.self, on: TwinChild.guest))
      test.expectEqual(rows.map { $0.1.map(\.id) }, [[4, 5], [4, 5], [4, 5], [], []], "children of twins")
      let counts = try await database.fetchAll(
        UniquelessParent.order { $0.rank }.with(count: TwinChild.self, on: TwinChild.guest))
      test.expectEqual(counts.map(\.1), [2, 2, 2, 0, 0], "their numbers")
    },
    ConformanceCase(
      "REL-08", "the same rows, however the parents are chosen", .core, reference,
      "What comes with a row MUST not depend on the order and the limit by which the row was chosen."
    ) { test in
      let database = try await RelationCases.database(test, IntegerKeys.self)
      let owned = try await RelationCases.pairs(
        database,
        "SELECT p.rank * 1000 + c.id FROM rel_int_parent p JOIN rel_int_child c ON p.key = c.owner ORDER BY c.id")
      let queries: [SQLQuery<Parent>] = [
        Parent.all, Parent.order { $0.rank }.limit(2), Parent.order { $0.rank.descending }.limit(2).offset(1),
        Parent.where { $0.rank > 2 }, Parent.all.distinct(), Parent.all.distinct().limit(3), Parent.all.limit(3),
        Parent.from(Parent.order { $0.rank }.limit(3)).where { $0.rank != 2 }, Parent.all.offset(2),
        Parent.where { $0.rank.in([1, 2, 99]) }.order { ($0.rank % 2, $0.rank) }.limit(1),
      ]
      for (index, query) in queries.enumerated() {
        let alone = try await database.fetchAll(query)
        let rows = try await database.fetchAll(query.with(many: Child.self, on: Child.owner))
        test.expectEqual(Set(rows.map(\.0)), Set(alone), "the parents of query \(index)")
        test.expectEqual(rows.map { $0.1.map(\.id) }, rows.map { owned[$0.0.rank] ?? [] }, "children of query \(index)")
      }
    },
  ]
}

/// A parent whose key is declared neither unique nor `NOT NULL`.
struct UniquelessParent: SQLDecodable {
  var rank: Int64
  static let key = SQLColumn<String?>("key", collation: .nocase)
  static let rank = SQLColumn<Int64>("rank")
  static let table = SQLTable("rel_raw_parent", key, rank)
  init(row: inout SQLRowReader<Self>) throws { rank = try row[Self.rank] }
}
