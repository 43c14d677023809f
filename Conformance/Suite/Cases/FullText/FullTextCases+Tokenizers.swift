internal import Quarry

extension FullTextCases {
  static let tokenizers: [ConformanceCase] = [
    ConformanceCase(
      "FTS-05", "unicode61: case and diacritics", .gated(.fts5), page + "#unicode61_tokenizer",
      "Letters MUST match in any case of any script, and without diacritics unless the option keeps them."
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE VIRTUAL TABLE keep USING fts5(a, tokenize = 'unicode61 remove_diacritics 0')")
      try await database.execute("CREATE VIRTUAL TABLE plain USING fts5(a)")
      for table in ["keep", "plain"] {
        try await database.execute(
          """
          INSERT INTO \(identifier: table)(rowid, a) VALUES (1, 'Éclair ÀÇÉ'), (2, 'eclair'), (3, 'ΣΊΣΥΦΟΣ'),
            (4, 'ЖУК'),
            (5, \("\u{1ed9} x")), (6, 'Ünïted-Nations_42')
          """)
      }
      for (query, kept, removed) in words {
        await expectFound(test, database, "keep", query, kept)
        await expectFound(test, database, "plain", query, removed)
      }
      guard test.section(requires: .feature(.fts5RemoveDiacritics2)) else { return }
      try await database.execute(
        "CREATE VIRTUAL TABLE all_marks USING fts5(a, tokenize = 'unicode61 remove_diacritics 2')")
      try await database.execute("INSERT INTO all_marks VALUES (\("\u{1ed9} x"))")
      await expectFound(test, database, "all_marks", "o", [1])
      await expectFound(test, database, "plain", "o", [])
      try await database.execute("CREATE VIRTUAL TABLE dashes USING fts5(a, tokenize = \"unicode61 tokenchars '-_'\")")
      try await database.execute("INSERT INTO dashes VALUES ('well-known snake_case')")
      await expectFound(test, database, "dashes", "known", [])
      await expectFound(test, database, "dashes", #""well-known""#, [1])
    },
    ConformanceCase(
      "FTS-06", "The porter tokenizer", .gated(.fts5), page + "#porter_tokenizer",
      "Words with one stem MUST match each other, words with another stem must not."
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE VIRTUAL TABLE stems USING fts5(a, tokenize = 'porter')")
      try await database.execute("CREATE VIRTUAL TABLE plain USING fts5(a)")
      for table in ["stems", "plain"] {
        try await database.execute(
          "INSERT INTO \(identifier: table)(rowid, a) VALUES (1, 'running runs'), (2, 'connection'), (3, 'relational')")
      }
      for (query, stems, plain) in [
        ("run", [1], []), ("runs", [1], [1]), ("ran", [], []), ("connecting", [2], []), ("connected", [2], []),
        ("CONNECTIONS", [2], []), ("relate", [3], []), ("relational", [3], [3]), ("relat*", [3], [3]),
      ] as [(String, [Int64], [Int64])] {
        await expectFound(test, database, "stems", query, stems)
        await expectFound(test, database, "plain", query, plain)
      }
      try await database.execute("CREATE VIRTUAL TABLE both USING fts5(a, tokenize = 'porter unicode61')")
      try await database.execute("INSERT INTO both VALUES ('Éclairs')")
      await expectFound(test, database, "both", "eclair", [1])
      await test.expectEngineErrors(database, ["CREATE VIRTUAL TABLE bad USING fts5(a, tokenize = 'nothing')"])
    },
    ConformanceCase(
      "FTS-07", "The trigram tokenizer", .gated(.fts5Trigram), page + "#the_trigram_tokenizer",
      "MATCH, LIKE and GLOB MUST find substrings of three and more characters.",
      absent: CaseContext.refusing("CREATE VIRTUAL TABLE t USING fts5(a, tokenize = 'trigram')")
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE VIRTUAL TABLE t USING fts5(a, tokenize = 'trigram')")
      try await database.execute("CREATE VIRTUAL TABLE exact USING fts5(a, tokenize = 'trigram case_sensitive 1')")
      for table in ["t", "exact"] {
        try await database.execute(
          "INSERT INTO \(identifier: table)(rowid, a) VALUES (1, 'abcdef'), (2, 'xBCDx'), (3, 'ab'), (4, 'größer 100%')"
        )
      }
      await expectFound(test, database, "t", "bcd", [1, 2])
      await expectFound(test, database, "exact", "bcd", [1])
      await expectFound(test, database, "t", #""öße""#, [4])
      await expectFound(test, database, "t", #""00%""#, [4])
      await expectFound(test, database, "t", "ab", [])
      for (condition, rows) in [
        ("a LIKE '%bcd%'", [1, 2]), ("a LIKE 'abc%'", [1]), ("a LIKE '%b%'", [1, 2, 3]), ("a LIKE 'ab'", [3]),
        ("a GLOB '*bcd*'", [1]), ("a GLOB '*BCD*'", [2]), ("a GLOB '*[b]cd*'", [1]), ("a LIKE '%zzz%'", []),
      ] as [(String, [Int64])] {
        await test.expectRows(
          database, SQLFragment(raw: "SELECT rowid FROM t WHERE \(condition) ORDER BY rowid"),
          rows.map { [.integer($0)] }, condition)
      }
    },
  ]

  /// A query, its results with diacritics, and its results without.
  private static let words: [(String, [Int64], [Int64])] = [
    ("éclair", [1], [1, 2]), ("eclair", [2], [1, 2]), ("ÉCLAIR", [1], [1, 2]), ("àçé", [1], [1]), ("ace", [], [1]),
    ("σίσυφοσ", [3], [3]), ("жук", [4], [4]), ("\"\u{1ed8}\"", [5], [5]), ("united", [], [6]), ("nations", [6], [6]),
    ("42", [6], [6]),
    (#""nations_42""#, [6], [6]),
  ]
}
