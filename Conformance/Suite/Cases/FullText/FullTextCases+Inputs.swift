internal import Quarry

extension FullTextCases {
  static let inputs: [ConformanceCase] = [
    ConformanceCase(
      "FTS-12", "Texts of users through SQLFullTextQuery", .gated(.fts5), "Quarry: SQLFullTextQuery",
      "Any text MUST be a search for its words and never an error, whatever signs and operators it contains."
    ) { test in
      let database = try await articles(test)
      for text in hostile {
        for query in [
          SQLFullTextQuery.allWords(text), .anyWord(text), .phrase(text), .allWords(text, lastIsPrefix: true),
          .anyWord(text, lastIsPrefix: true), .phrase(text, isPrefix: true),
        ] {
          await expectFound(test, database, query.text, [])
        }
        let title = "left \(text) right"
        try await database.execute("INSERT INTO Article(rowid, title) VALUES (100, \(title))")
        await expectFound(test, database, SQLFullTextQuery.phrase(title).text, [100])
        await expectFound(test, database, SQLFullTextQuery.allWords("right \(text) left").text, [100])
        await expectFound(test, database, SQLFullTextQuery.anyWord("\(text) left").text, [100])
        try await database.execute("DELETE FROM Article WHERE rowid = 100")
      }
      for (query, rowIDs) in [
        (.allWords("quick fox"), [1, 3]), (.allWords("fox QUICK"), [1, 3]), (.anyWord("dog bread"), [2, 4]),
        (.phrase("quick brown"), [1]), (.phrase("brown quick"), []), (.allWords("quick bro", lastIsPrefix: true), [1]),
        (.allWords("quick bro"), []), (.anyWord("rye jum", lastIsPrefix: true), [1, 4]), (.allWords(""), []),
        (.anyWord(" \n"), []), (.phrase(""), []), (.allWords("fox - ( :"), [1, 3]), (.phrase("lazy-dog"), [2]),
      ] as [(SQLFullTextQuery, [Int64])] {
        await expectFound(test, database, query.text, rowIDs)
        await test.expectFetch(
          database,
          FullTextArticle.where { $0[FullTextArticle.everything].match(query) }.order { $0.rowID }.select { $0.rowID },
          rowIDs, "what the typed form finds for \(query)")
      }
      await test.expectFetch(
        database, FullTextArticle.where { $0.body.match(.allWords("fox")) }.select { $0.rowID }, [3], "one column")
    },
    ConformanceCase(
      "FTS-13", "Bad queries", .gated(.fts5), page + "#full_text_query_syntax",
      "A query that is not in the language MUST be an error with code 1 and a message, and nothing else is harmed."
    ) { test in
      let database = try await articles(test)
      for query in [
        "\"", "AND", "quick AND", "(", "quick)", "*", "NEAR(", "a^", "a.b", "it's", "{title", "", "a-b", "nope : x",
      ] {
        do {
          let rows = try await test.rows(database, "SELECT rowid FROM Article WHERE Article MATCH \(query)")
          test.fail("the query is refused", expected: "code 1", actual: "\(rows.count) rows for \(query)")
        } catch let error as DatabaseError {
          test.expectEqual(error.engineCode?.rawValue, 1, "the code for \(query)")
          test.expect(!error.message.isEmpty, "the message for \(query)")
        }
      }
      await test.expectEngineErrors(
        database, ["SELECT rowid FROM Article WHERE Article MATCH NULL", "SELECT 'a' MATCH 'b'"])
      await expectFound(test, database, "quick", [1, 2, 3])
      await test.expectUsable(database)
    },
    ConformanceCase(
      "FTS-14", "CJK, emoji, right to left, empty and NULL", .gated(.fts5), page + "#unicode61_tokenizer",
      "Texts of every script MUST be stored exactly and found by their words; empty and NULL are never found."
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE VIRTUAL TABLE t USING fts5(a)")
      let texts: [SQLValue] = [
        "日本語 テスト", "😀 smile", "שלום עולם", "", nil, "مرحبا بالعالم", "🇩🇪👩‍👩‍👧 flag", "नमस्ते दुनिया", "한국어 시험",
        .integer(42),
        .real(1.5),
      ]
      for (index, text) in texts.enumerated() {
        try await database.execute("INSERT INTO t(rowid, a) VALUES (\(index + 1), \(text))")
        await test.expectRows(
          database, "SELECT a FROM t WHERE rowid = \(index + 1)", [[text]], "value \(index) is kept")
      }
      for (query, rowIDs) in [
        ("日本語", [1]), ("日本*", [1]), ("日", []), ("テスト", [1]), ("smile", [2]), (#""😀""#, []), (#""😀 smile""#, [2]),
        ("שלום", [3]), ("עולם", [3]), ("مرحبا", [6]), ("flag", [7]), ("한국어", [9]), ("시험 한국어", [9]), ("42", [10]),
        (#""1.5""#, [11]), (#""""#, []),
      ] as [(String, [Int64])] {
        await expectFound(test, database, "t", query, rowIDs)
      }
      await test.expectRows(database, "SELECT rowid, a FROM t WHERE a IS NULL OR a = ''", [[4, ""], [5, nil]])
    },
    ConformanceCase(
      "FTS-17", "FTS3 and FTS4", .gated(.fts3, .fts4), "https://sqlite.org/fts3.html",
      "Where a build has FTS3 and FTS4 they MUST work; elsewhere they are refused by type.",
      absent: { test in
        try await test.expectAbsence()
        let database = try await test.database("plain")
        if !test.engine.supports(.fts3) {
          await test.expectEngineErrors(database, ["CREATE VIRTUAL TABLE t USING fts3(a)"])
        }
        if !test.engine.supports(.fts4) {
          await test.expectEngineErrors(database, ["CREATE VIRTUAL TABLE t USING fts4(a)"])
        }
      }
    ) { test in
      let database = try await test.database()
      for module in ["fts3", "fts4"] {
        try await database.execute("CREATE VIRTUAL TABLE \(identifier: module) USING \(raw: module)(a, b)")
        try await database.execute(
          """
          INSERT INTO \(identifier: module)(docid, a, b) VALUES (1, 'the quick brown fox', 'jumps over'),
            (2, 'lazy dog', 'the quick dog sleeps'), (3, 'brown bread', NULL)
          """)
        for (query, rowIDs) in [
          ("quick", [1, 2]), ("quick brown", [1]), (#""brown fox""#, [1]), (#""fox brown""#, []), ("bro*", [1, 3]),
          ("a:quick", [1]), ("b:quick", [2]), ("fox OR bread", [1, 3]), ("quick NEAR/1 fox", [1]), ("nothing", []),
        ] as [(String, [Int64])] {
          await expectFound(test, database, module, query, rowIDs)
        }
        try await database.execute("UPDATE \(identifier: module) SET a = 'slow' WHERE docid = 1")
        try await database.execute("DELETE FROM \(identifier: module) WHERE docid = 2")
        await expectFound(test, database, module, "quick OR slow", [1])
        await test.expectRows(
          database, "SELECT snippet(\(identifier: module)) FROM \(identifier: module) WHERE a MATCH 'bread'",
          [["brown <b>bread</b>"]])
        await test.expectEngineErrors(database, [#"SELECT * FROM \#(module) WHERE \#(module) MATCH 'a"'"#])
      }
    },
  ]

  /// Texts that are errors or operators in the language of FTS5. None has a word that the articles have.
  private static let hostile = [
    #"""#, #""""#, #"zed""#, #""zed"#, "*", "zed*", "zed:", "title:zed", "zed-zet", "-zed", "(zed", "zed)", "()",
    "zed AND",
    "OR zed", "NOT", "NEAR(zed zet)", "zed + zet", "^zed", "{zed}", "zed.zet", "it's", "zed\0zet", "\0", "%", "zed_zet",
    "\\",
    "zed;DROP TABLE Article", "--", "/* */", "é\"ü", "😀*", "日本(語", "?1", ":name",
  ]
}
