internal import Quarry

extension FullTextCases {
  static let contents: [ConformanceCase] = [
    ConformanceCase(
      "FTS-08", "External content and contentless tables", .gated(.fts5), page + "#external_content_tables",
      "An index MUST be built from another table on request, checked against it, and work without any content."
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE content(id INTEGER PRIMARY KEY, a, b)")
      try await database.execute("INSERT INTO content VALUES (1, 'one two', 'x'), (2, 'two three', 'y')")
      try await database.execute(
        "CREATE VIRTUAL TABLE external USING fts5(a, b, content = 'content', content_rowid = 'id')")
      await expectFound(test, database, "external", "two", [])
      try await database.execute("INSERT INTO external(external) VALUES ('rebuild')")
      await expectFound(test, database, "external", "two", [1, 2])
      try await database.execute("INSERT INTO external(external, rank) VALUES ('integrity-check', 1)")
      try await database.execute("INSERT INTO content VALUES (3, 'two', 'z')")
      await expectFound(test, database, "external", "two", [1, 2])
      await test.expectError(
        .corrupt, extended: 267, database, "INSERT INTO external(external, rank) VALUES ('integrity-check', 1)",
        "an index that is behind its content")
      try await database.execute("INSERT INTO external(external) VALUES ('rebuild')")
      try await database.execute("INSERT INTO external(external, rank) VALUES ('integrity-check', 1)")
      await expectFound(test, database, "external", "two", [1, 2, 3])
      try await database.execute("UPDATE content SET a = 'changed' WHERE id = 2")
      await test.expectRows(
        database, "SELECT rowid, a FROM external('two') WHERE rowid = 2", [[2, "changed"]],
        "values are read from the content")
      try await database.execute("INSERT INTO external(external, rowid, a, b) VALUES ('delete', 2, 'two three', 'y')")
      await expectFound(test, database, "external", "two", [1, 3])

      try await database.execute("CREATE VIRTUAL TABLE bare USING fts5(a, content = '')")
      try await database.execute("INSERT INTO bare(rowid, a) VALUES (5, 'hello world'), (6, 'world')")
      await test.expectRows(
        database, "SELECT rowid, a FROM bare('world') ORDER BY rowid", [[5, nil], [6, nil]], "no content is kept")
      await test.expectEngineErrors(
        database, ["DELETE FROM bare WHERE rowid = 5", "UPDATE bare SET a = 'x' WHERE rowid = 5"])
      try await database.execute("INSERT INTO bare(bare, rowid, a) VALUES ('delete', 5, 'hello world')")
      await expectFound(test, database, "bare", "world", [6])
      try await database.execute("INSERT INTO bare(bare) VALUES ('delete-all')")
      await expectFound(test, database, "bare", "world", [])
    },
    ConformanceCase(
      "FTS-09", "contentless_delete", .gated(.fts5ContentlessDelete), page + "#contentless_delete_tables",
      "Rows of a contentless table with the option MUST be deleted and replaced by rowid.",
      absent: CaseContext.refusing("CREATE VIRTUAL TABLE t USING fts5(a, content = '', contentless_delete = 1)")
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE VIRTUAL TABLE t USING fts5(a, content = '', contentless_delete = 1)")
      try await database.execute("INSERT INTO t(rowid, a) VALUES (1, 'x y'), (2, 'y z')")
      try await database.execute("DELETE FROM t WHERE rowid = 1")
      await expectFound(test, database, "t", "y", [2])
      try await database.execute("INSERT OR REPLACE INTO t(rowid, a) VALUES (2, 'q')")
      await expectFound(test, database, "t", "q", [2])
      await expectFound(test, database, "t", "z", [])
      try await database.execute("UPDATE t SET a = 'w' WHERE rowid = 2")
      await expectFound(test, database, "t", "w", [2])
      await expectFound(test, database, "t", "q", [])
      await test.expectRows(database, "SELECT rowid, a FROM t", [[2, nil]])
    },
    ConformanceCase(
      "FTS-10", "secure-delete", .gated(.fts5SecureDelete), page + "#the_secure_delete_configuration_option",
      "With the option, deleted words MUST be gone from the index and the index must stay sound.",
      absent: { test in
        try await test.expectAbsence()
        guard test.section("the word is in the index", requires: .feature(.fts5)) else { return }
        let database = try await test.database("plain")
        try await database.execute("CREATE VIRTUAL TABLE t USING fts5(a)")
        await test.expectEngineErrors(database, ["INSERT INTO t(t, rank) VALUES ('secure-delete', 1)"])
      }
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE VIRTUAL TABLE t USING fts5(a)")
      try await database.execute("INSERT INTO t(t, rank) VALUES ('secure-delete', 1)")
      await test.expectRows(database, "SELECT v FROM t_config WHERE k = 'secure-delete'", [[1]])
      try await database.execute("INSERT INTO t(rowid, a) VALUES (1, 'zanzibar word'), (2, 'other word')")
      await test.expectRows(database, isStored, [[1]], "the word is in the index")
      try await database.execute("DELETE FROM t WHERE rowid = 1")
      await test.expectRows(database, isStored, [[0]], "the word is nowhere in the index")
      await expectFound(test, database, "t", "zanzibar", [])
      await expectFound(test, database, "t", "word", [2])
      try await database.execute("INSERT INTO t(t) VALUES ('integrity-check')")
      await test.expectUsable(database)
    },
    ConformanceCase(
      "FTS-11", "locale = 1", .gated(.fts5Locale), page + "#the_locale_option",
      "Values with a locale MUST be stored with it, read without it, and found by plain queries.",
      absent: CaseContext.refusing("CREATE VIRTUAL TABLE t USING fts5(a, locale = 1)")
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE VIRTUAL TABLE t USING fts5(a, locale = 1)")
      try await database.execute(
        "INSERT INTO t VALUES (fts5_locale('en_US', 'hello')), ('plain'), (fts5_locale('de', 'hallo'))")
      await test.expectRows(
        database, "SELECT a, fts5_get_locale(t, 0) FROM t ORDER BY rowid",
        [["hello", "en_US"], ["plain", nil], ["hallo", "de"]])
      await expectFound(test, database, "t", "plain", [2])
      await expectFound(test, database, "t", "hallo", [3])
      await test.expectRows(database, "SELECT rowid FROM t WHERE t MATCH fts5_locale('en_US', 'hello')", [[1]])
    },
  ]

  private static let isStored: SQLFragment = "SELECT count(*) FROM t_data WHERE instr(block, x'7a616e7a69626172') > 0"
}
