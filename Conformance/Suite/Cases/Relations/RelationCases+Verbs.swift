import Quarry

extension RelationCases {
  private typealias Parent = RelatedParent<IntegerKeys>
  private typealias Child = RelatedChild<IntegerKeys>

  private static var parentsWithChildren:
    QueryWithParts<
      RelatedParent<IntegerKeys>, (RelatedParent<IntegerKeys>, [RelatedChild<IntegerKeys>])
    >
  {
    Parent.order { $0.rank }.with(many: Child.self, on: Child.owner)
  }
  private static let children: [[Int64]] = [[1, 4, 7], [2, 3], [], [5], []]

  /// REL-09 and REL-10.
  static let verbs: [ConformanceCase] = [
    ConformanceCase(
      "REL-09", "every way to fetch gives the same rows with their parts", .core, reference,
      "First rows, pages, streams, batches and observations MUST have the parts that all rows have."
    ) { test in
      let database = try await RelationCases.database(test, IntegerKeys.self)
      let query = RelationCases.parentsWithChildren
      test.expectEqual(try await database.fetchAll(query).map { $0.1.map(\.id) }, children, "all rows")
      test.expectEqual(try await database.fetchOne(query)?.1.map(\.id), children[0], "the first row")
      test.expectEqual(try await database.require(query).1.map(\.id), children[0], "a required row")
      test.expectEqual(try await database.fetchCount(query), 5, "the number of rows")
      test.expect(try await database.exists(query), "whether there is a row")
      let none = Parent.where { $0.rank > 99 }.with(many: Child.self, on: Child.owner)
      test.expect(try await database.fetchOne(none) == nil, "no first row")
      await test.expectError(.rowNotFound, "no required row") { try await database.require(none).0 }
      var paged: [[Int64]] = []
      for try await page in database.pages(query, size: 2) { paged += page.rows.map { $0.1.map(\.id) } }
      test.expectEqual(paged, children, "pages")
      let first = try await database.page(query, size: 2)
      let second = try await database.page(query, size: 2, after: first.next)
      test.expectEqual(second.rows.map { $0.1.map(\.id) }, [[], [5]], "a page behind a cursor")
      let cursor = try test.require(second.previous, "the cursor of the page before")
      let back = try await database.page(query, size: 2, before: cursor)
      test.expectEqual(back.rows.map { $0.1.map(\.id) }, [[1, 4, 7], [2, 3]], "the page before a cursor")
      let numbered = try await database.page(query, number: 2, size: 3)
      test.expectEqual(numbered.map { $0.1.map(\.id) }, [[5], []], "a page by its number")
      test.expectEqual(numbered.total, 5, "the number of rows of all pages")
      var streamed: [[Int64]] = []
      for try await (_, children) in database.rows(query) { streamed.append(children.map(\.id)) }
      test.expectEqual(streamed, children, "rows as they are asked for")
      for try await _ in database.rows(query) { break }
      let (all, one, count) = try await database.batch { batch in
        (batch.fetchAll(query), batch.fetchOne(query), batch.fetchCount(query))
      }
      test.expectEqual(all.map { $0.1.map(\.id) }, children, "in a batch")
      test.expectEqual(one?.1.map(\.id), children[0], "the first row in a batch")
      test.expectEqual(count, 5, "the number in a batch")
      for try await rows in database.observe(query) {
        test.expectEqual(rows.map { $0.1.map(\.id) }, children, "the first value of an observation")
        break
      }
    },
    ConformanceCase(
      "REL-10", "in transactions, with what they have written", .core, reference,
      "In a transaction the parts MUST be those that the transaction sees."
    ) { test in
      let database = try await RelationCases.database(test, IntegerKeys.self)
      let query = RelationCases.parentsWithChildren
      guard test.section(requires: .capability(.interactiveTransactions)) else {
        test.expectEqual(try await database.fetchAll(query).map { $0.1.map(\.id) }, children, "without a body")
        return
      }
      let inside = try await database.write { (transaction: DatabaseTransaction) in
        try await transaction.insert(Child(20, 3, nil))
        var streamed: [[Int64]] = []
        for try await (_, children) in transaction.rows(query) { streamed.append(children.map(\.id)) }
        return [try await transaction.fetchAll(query).map { $0.1.map(\.id) }, streamed]
      }
      let added: [[Int64]] = [[1, 4, 7], [2, 3], [20], [5], []]
      test.expectEqual(inside, [added, added], "in an asynchronous body")
      let blocking = try await database.write { (session: SQLSession) in
        try session.insert(Child(21, 50, nil))
        var streamed: [[Int64]] = []
        try session.forEachRow(query) { _, children in
          streamed.append(children.map(\.id))
          return true
        }
        return [try session.fetchAll(query).map { $0.1.map(\.id) }, streamed]
      }
      let both: [[Int64]] = [[1, 4, 7], [2, 3], [20], [5], [21]]
      test.expectEqual(blocking, [both, both], "in a synchronous body")
      struct Undo: Error {}
      do {
        try await database.write { (transaction: DatabaseTransaction) in
          try await transaction.delete(Child.all)
          test.expectEqual(try await transaction.fetchAll(query).map(\.1.count), [0, 0, 0, 0, 0], "all deleted")
          throw Undo()
        }
      } catch is Undo {}
      test.expectEqual(try await database.fetchAll(query).map { $0.1.map(\.id) }, both, "after a rollback")
    },
  ]

  /// REL-11.
  static let refusals: [ConformanceCase] = [
    ConformanceCase(
      "REL-11", "what has no meaning is refused by type", .core, reference,
      "A part without a foreign key, or one that is grouped, MUST be refused before anything is sent."
    ) { test in
      let database = try await RelationCases.database(test, IntegerKeys.self)
      await test.expectError(.invalidQuery, "a column without a foreign key") {
        try await database.fetchAll(Parent.all.with(many: Child.self, on: Child.id)).count
      }
      await test.expectError(.invalidQuery, "a column of another table") {
        try await database.fetchAll(Parent.all.with(many: Child.self, on: RelatedPair<IntegerKeys>.near)).count
      }
      await test.expectError(.invalidQuery, "groups") {
        try await database.fetchAll(Parent.all.with(many: Child.self, on: Child.owner) { $0.group { $0.owner } })
          .count
      }
      await test.expectError(.invalidQuery, "a limited number") {
        try await database.fetchAll(Parent.all.with(count: Child.self, on: Child.owner) { $0.limit(1) }).count
      }
      let random = Parent.where { _ in SQL.random() != 0 }.order { $0.rank }.with(many: Child.self, on: Child.owner)
      if database.capabilities.transactions == .interactive {
        test.expectEqual(try await database.fetchAll(random).map { $0.1.map(\.id) }, children, "parents by chance")
      } else {
        await test.expectError(.unsupportedFeature, "parents by chance, asked for twice") {
          try await database.fetchAll(random).count
        }
      }
    }
  ]
}
