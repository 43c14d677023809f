internal import Quarry

extension FullTextCases {
  static let queries: [ConformanceCase] = [
    ConformanceCase(
      "FTS-01", "MATCH: words, OR, NOT, NEAR, phrases, prefixes, columns", .gated(.fts5),
      page + "#full_text_query_syntax", "Each form of the query language MUST find the rows that its definition says.",
      absent: CaseContext.refusing("CREATE VIRTUAL TABLE t USING fts5(a)")
    ) { test in
      let database = try await articles(test)
      for (query, rowIDs) in found { await expectFound(test, database, query, rowIDs) }
      if test.section(requires: .feature(.fts5ColumnFilterExpressions)) {
        await expectFound(test, database, "title : (quick OR bread)", [1, 3, 4])
        await expectFound(test, database, "- body : fox", [1])
      }
      if test.section(requires: .feature(.fts5InitialToken)) { await expectFound(test, database, "^brown", [4]) }
      await test.expectRows(
        database, "SELECT rowid FROM Article WHERE title MATCH 'quick' ORDER BY rowid", [[1], [3]], "MATCH of a column")
      await test.expectRows(
        database, "SELECT rowid FROM Article('quick') WHERE rowid > 1 ORDER BY rowid DESC", [[3], [2]],
        "the table as a function")
      await test.expectFetch(
        database, FullTextArticle.where { $0.title.match("quick") }.order { $0.rowID }.select { $0.rowID }, [1, 3],
        "the typed form")
      await test.expectFetch(
        database, FullTextArticle.where { $0[FullTextArticle.everything].match("brown") && $0.rowID > 1 },
        [FullTextArticle(rowID: 4, title: "brown bread", body: "wheat rye")], "the typed form of the whole row")
    },
    ConformanceCase(
      "FTS-02", "INSERT, UPDATE and DELETE keep the index in step; rowids", .gated(.fts5), page,
      "A change MUST be found at once under the new words and not under the old ones, at the same rowid."
    ) { test in
      let database = try await articles(test)
      try await database.execute("UPDATE Article SET title = 'slow fox' WHERE rowid = 1")
      await expectFound(test, database, "quick", [2, 3])
      await expectFound(test, database, "slow", [1])
      await expectFound(test, database, "jumps", [1])
      try await database.execute("DELETE FROM Article WHERE rowid = 2")
      await expectFound(test, database, "quick", [3])
      await expectFound(test, database, "dog", [])
      try await database.execute("UPDATE Article SET rowid = 40 WHERE rowid = 4")
      await expectFound(test, database, "bread", [40])
      try await database.execute("INSERT INTO Article(title) VALUES ('next')")
      await test.expectRows(
        database, "SELECT rowid, title, body FROM Article ORDER BY rowid",
        [
          [1, "slow fox", "jumps over"], [3, "quick quick quick", "fox"], [40, "brown bread", "wheat rye"],
          [41, "next", nil],
        ])
      await test.expectRows(
        database, "SELECT id FROM Article_content ORDER BY id", [[1], [3], [40], [41]], "the contents")
      try await database.execute("INSERT INTO Article(Article) VALUES ('integrity-check')")
      try await database.execute("INSERT OR REPLACE INTO Article(rowid, title) VALUES (3, 'replaced')")
      await expectFound(test, database, "quick", [])
      await expectFound(test, database, "replaced", [3])
      await test.expectError(
        .constraint, database, "INSERT INTO Article(rowid, title) VALUES (3, 'again')", "a rowid is used once")
      try await database.execute("DELETE FROM Article")
      await expectFound(test, database, "slow OR next", [])
      try await database.execute("INSERT INTO Article(Article) VALUES ('optimize')")
      try await database.execute("INSERT INTO Article(Article) VALUES ('integrity-check')")
      await test.expectRows(database, "SELECT count(*) FROM Article", [[0]])
    },
    ConformanceCase(
      "FTS-03", "bm25 and rank", .gated(.fts5), page + "#the_bm25_function",
      "rank MUST be a negative real by which the best row comes first; weights and a changed rank must count."
    ) { test in
      let database = try await articles(test)
      await test.expectRows(
        database, "SELECT rowid, typeof(rank), rank < 0 FROM Article('quick') ORDER BY rank",
        [[3, "real", 1], [1, "real", 1], [2, "real", 1]])
      await test.expectRows(
        database, "SELECT rowid FROM Article('quick') ORDER BY bm25(Article)", [[3], [1], [2]])
      await test.expectRows(
        database, "SELECT count(*) FROM Article('quick') WHERE rank = bm25(Article)", [[3]], "rank is bm25")
      await test.expectRows(
        database, "SELECT rowid FROM Article('fox') ORDER BY bm25(Article, 10.0, 1.0)", [[1], [3]],
        "the title counts more")
      await test.expectRows(
        database, "SELECT rowid FROM Article('fox') ORDER BY bm25(Article, 0.0, 10.0)", [[3], [1]],
        "the body counts more")
      await test.expectRows(
        database, "SELECT rowid FROM Article WHERE Article MATCH 'fox' AND rank MATCH 'bm25(10.0, 1.0)' ORDER BY rank",
        [[1], [3]], "a rank for one query")
      let asksTheWriter = !database.capabilities.lacks(.readsAmongWrites)
      if test.section("a rank that stays", requires: .other("reads on the connection that wrote", isMet: asksTheWriter))
      {
        try await database.execute("INSERT INTO Article(Article, rank) VALUES ('rank', 'bm25(10.0, 1.0)')")
        // Another connection may go on with the rank that it knows, so the one that changed it is asked.
        let ranked: SQLFragment = "SELECT rowid FROM Article('fox') ORDER BY rank"
        test.expectIdentical(
          try await database.fetchAll(ranked.rows(readOnly: false)).map(\.values), [[1], [3]], "a rank that stays")
      }
      try await database.execute("CREATE VIRTUAL TABLE tie USING fts5(a)")
      try await database.execute("INSERT INTO tie VALUES ('same text'), ('other'), ('same text'), ('same text')")
      await test.expectRows(
        database, "SELECT rowid FROM tie('same') ORDER BY rank", [[1], [3], [4]], "ties, as a set", sorted: true)
      await test.expectRows(database, "SELECT count(DISTINCT rank) FROM tie('same')", [[1]], "ties have one rank")
    },
    ConformanceCase(
      "FTS-04", "highlight and snippet", .gated(.fts5), page + "#the_highlight_function",
      "highlight MUST mark every match once, also where phrases overlap; snippet must cut around the matches."
    ) { test in
      let database = try await articles(test)
      await test.expectRows(
        database, "SELECT highlight(Article, 0, '[', ']') FROM Article('quick') ORDER BY rowid",
        [["the [quick] brown fox"], ["lazy dog"], ["[quick] [quick] [quick]"]])
      await test.expectRows(
        database,
        #"SELECT highlight(Article, 0, '[', ']') FROM Article('"the quick" OR "quick brown"') WHERE rowid = 1"#,
        [["[the quick brown] fox"]], "overlapping phrases are one match")
      await test.expectRows(
        database, #"SELECT highlight(Article, 0, '<b>', '</b>') FROM Article('"quick quick"')"#,
        [["<b>quick quick quick</b>"]], "a phrase that overlaps itself")
      await test.expectRows(
        database, "SELECT highlight(Article, 1, '', '') FROM Article('fox') ORDER BY rowid", [["jumps over"], ["fox"]])
      await test.expectRows(
        database, "SELECT highlight(Article, 0, '[', ']') FROM Article WHERE rowid = 1", [["the quick brown fox"]],
        "without a query nothing is marked")
      await test.expectRows(
        database, "SELECT snippet(Article, 0, '[', ']', '…', 2) FROM Article('brown') ORDER BY rowid",
        [["…[brown] fox"], ["[brown] bread"]])
      await test.expectRows(
        database, "SELECT snippet(Article, -1, '[', ']', '...', 3) FROM Article('sleeps')", [["...quick dog [sleeps]"]])
      await test.expectEngineErrors(database, ["SELECT highlight(Article) FROM Article('fox')"])
    },
  ]

  private static let found: [(String, [Int64])] = [
    ("quick", [1, 2, 3]), ("QUICK", [1, 2, 3]), ("quick fox", [1, 3]), ("quick AND fox", [1, 3]), ("nothing", []),
    ("dog OR bread", [2, 4]), ("quick NOT dog", [1, 3]), ("NEAR(quick fox, 1)", [1]), ("NEAR(quick fox, 0)", []),
    (#""quick brown""#, [1]), (#""brown quick""#, []), ("quick + brown", [1]), ("bro*", [1, 4]), ("bro", []),
    (#""quick bro" *"#, [1]), ("body : fox", [3]), ("title : fox", [1]), ("{title body} : bread", [4]),
    ("(fox OR dog) AND quick", [1, 2, 3]), ("fox OR dog AND lazy", [1, 2, 3]), ("quick NOT fox NOT lazy", []),
    ("title : quick body : dog", []), (#""quick""#, [1, 2, 3]), ("wheat rye bread brown", [4]),
  ]
}
