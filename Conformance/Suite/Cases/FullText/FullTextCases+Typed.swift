internal import Quarry

extension FullTextCases {
  static let typed: [ConformanceCase] = [
    ConformanceCase(
      "FTS-18", "Full-text tables as values: created, read back, searched, ranked and marked", .gated(.fts5), page,
      "A table MUST be read back as the value that it was created from, and its index MUST find, rank and mark with types."
    ) { test in
      let database = try await test.database()
      for table in [
        SQLFullTextTable("Article", columns: ["title", .init("body", indexed: false)]),
        SQLFullTextTable("Article", columns: ["it's \"odd\""], tokenizer: .porter(), prefixes: [1, 3]),
        SQLFullTextTable("Article", columns: ["title"], content: .none(), detail: .column, keepsSizes: false),
        SQLFullTextTable("Article", columns: ["title"], content: .external(table: "page", rowID: "id"), detail: .none),
        SQLFullTextTable(
          "Article", columns: ["title"], tokenizer: .unicode61(diacritics: .kept, letters: "-'", separators: "x")),
        SQLFullTextTable("Article", columns: ["title"], tokenizer: .porter(.ascii())),
      ] {
        try await database.execute("CREATE TABLE page (id INTEGER PRIMARY KEY, title)")
        try await database.run(SQLCreateFullTextTable(table, triggers: .none))
        let object = try await database.fetchOne(SQLSchema.object(named: "Article"))
        test.expectEqual(object?.sql.flatMap { SQLFullTextTable(sql: $0) }, table, "what is read back")
        try await database.execute("DROP TABLE Article")
        try await database.execute("DROP TABLE page")
      }
      let table = SQLFullTextTable("Article", columns: ["title", "body"], tokenizer: .porter())
      try await database.run(SQLCreateFullTextTable(table))
      try await database.run(SQLCreateFullTextTable(table, ifNotExists: true))
      try await database.execute(
        "INSERT INTO Article (rowid, title, body) VALUES (1, 'a', 'a dog, two dogs'), (2, 'dogs', 'one'), (3, 'c', 'none')"
      )
      let found = try await database.fetchAll(
        FullTextArticle.where { _ in table.index.match(.allWords("dog")) }
          .order { _ in table.index.bm25(weights: 1, 10).ascending }
          .select { article in (article.rowID, table.index.highlight(column: 1, from: "<", to: ">"), table.index.rank) }
      )
      test.expectEqual(found.map(\.0), [1, 2], "rows in the order of their rank")
      test.expectEqual(found.map(\.1), ["a <dog>, two <dogs>", "one"], "what was found is marked")
      test.expect(found.allSatisfy { $0.2 < 0 }, "the rank is a number below 0")
      await test.expectFetch(
        database,
        FullTextArticle.where { _ in table.index.match(.phrase("one")) }.select { _ in
          table.index.snippet(from: "[", to: "]", words: 2)
        }, ["[one]"], "a snippet")
      try await database.run(SQLMaintainFullTextTable(table, .optimize))
      try await database.run(SQLMaintainFullTextTable(table, .check))
      await test.expectError(.invalidQuery, "a column that FTS5 has itself") {
        try await database.run(SQLCreateFullTextTable(SQLFullTextTable("f", columns: ["rank"])))
      }
    },
    ConformanceCase(
      "FTS-19", "A full-text index joined with its content", .gated(.fts5), page + "#external_content_tables",
      "A join MUST give the rows of the content with their ranks and marks, also where the content has a column rank."
    ) { test in
      let database = try await test.database()
      try await database.run(SQLCreateTable(RankedPage.table))
      try await database.execute(
        "INSERT INTO page VALUES (1, 'a dog, two dogs', 9), (2, 'one dog and many other words', 8), (3, 'none', 7)")
      let table = SQLFullTextTable("Article", columns: ["body"], content: .external(table: "page", rowID: "id"))
      try await database.run(SQLCreateFullTextTable(table, triggers: .none))
      let joined = FullTextBody.join(RankedPage.self) { $0.rowID == $1.id }
        .where { _, _ in table.index.match(.allWords("dog")) }
      let found = try await database.fetchAll(
        joined.order { _, _ in table.index.bm25().ascending }
          .select { _, page in (page.id, page.rank, table.index.highlight(column: 0, from: "<", to: ">")) })
      test.expectEqual(found.map(\.0), [1, 2], "rows in the order of their rank")
      test.expectEqual(found.map(\.1), [9, 8], "the column of the content")
      test.expectEqual(found.first?.2, "a <dog>, two dogs", "what was found is marked")
      await test.expectFetch(
        database, joined.order { _, _ in table.index.rank.ascending }.select { _, page in page.id }, [1, 2],
        "by the rank of the index")
    },
  ]
}

/// A row of a full-text table with one column.
private struct FullTextBody: SQLDecodable {
  static let rowID = SQLColumn<Int64>("rowid")
  static let body = SQLColumn<String?>("body")
  static let table = SQLTable("Article", rowID, body, kind: .view)
  init(row: inout SQLRowReader<Self>) throws {}
}

/// A row of the content, which has a column with the name of a hidden column of every full-text table.
private struct RankedPage: SQLDecodable {
  static let id = SQLColumn<Int64>("id", primaryKey: .plain)
  static let body = SQLColumn<String>("body")
  static let rank = SQLColumn<Int64>("rank")
  static let table = SQLTable("page", id, body, rank)
  init(row: inout SQLRowReader<Self>) throws {}
}
