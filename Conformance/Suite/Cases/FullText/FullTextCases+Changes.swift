internal import Quarry

extension FullTextCases {
  static let changes: [ConformanceCase] = [
    ConformanceCase(
      "FTS-15", "Writes roll back with the transaction and its savepoints", .gated(.fts5), page,
      "What a transaction or a savepoint takes back MUST not be found any more.", needs: [.interactiveTransactions]
    ) { test in
      let database = try await articles(test)
      struct Undo: Error {}
      do {
        try await database.write { transaction in
          try await transaction.execute("INSERT INTO Article(rowid, title) VALUES (10, 'vanishing')")
          try await transaction.execute("DELETE FROM Article WHERE rowid = 1")
          try await transaction.execute("UPDATE Article SET title = 'vanishing too' WHERE rowid = 2")
          await test.expectRows(
            transaction, "SELECT rowid FROM Article('vanishing') ORDER BY rowid", [[2], [10]], "inside the transaction")
          throw Undo()
        }
      } catch is Undo {}
      await expectFound(test, database, "vanishing", [])
      await expectFound(test, database, "quick", [1, 2, 3])
      try await database.write { transaction in
        try await transaction.execute("INSERT INTO Article(rowid, title) VALUES (10, 'staying')")
        do {
          try await transaction.savepoint { inner in
            try await inner.execute("INSERT INTO Article(rowid, title) VALUES (11, 'vanishing')")
            try await inner.execute("DELETE FROM Article WHERE rowid = 10")
            throw Undo()
          }
        } catch is Undo {}
        try await transaction.savepoint { inner in
          try await inner.execute("INSERT INTO Article(rowid, title) VALUES (12, 'staying too')")
        }
      }
      await expectFound(test, database, "staying", [10, 12])
      await expectFound(test, database, "vanishing", [])
      await test.expectError(.constraint, "a batch that fails") {
        try await database.batch { batch in
          batch.execute("INSERT INTO Article(rowid, title) VALUES (20, 'batched')")
          batch.execute("INSERT INTO Article(rowid, title) VALUES (20, 'batched')")
        }
      }
      await expectFound(test, database, "batched", [])
      try await database.execute("INSERT INTO Article(Article) VALUES ('integrity-check')")
      await test.expectRows(
        database, "SELECT rowid FROM Article ORDER BY rowid", [[1], [2], [3], [4], [10], [12]], "the rows of the table")
    },
    ConformanceCase(
      "FTS-16", "Triggers that keep an external index in step", .gated(.fts5), page + "#external_content_tables",
      "After INSERT, UPDATE, DELETE, UPSERT and REPLACE the index MUST find exactly what the content holds."
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE page(id INTEGER PRIMARY KEY, title TEXT UNIQUE, body TEXT)")
      try await database.execute(
        "CREATE VIRTUAL TABLE page_index USING fts5(title, body, content = 'page', content_rowid = 'id')")
      for trigger in triggers { try await database.run(trigger) }
      let isTrusted = (try? await test.value(database, "PRAGMA trusted_schema")) == .integer(1)
      if !isTrusted, (EngineVersion(3, 40)..<EngineVersion(3, 44)).contains(test.engine.version) {
        // From SQLite 3.40 to 3.43 the triggers of a schema that is not trusted may not write full-text tables.
        await test.expectEngineErrors(database, ["INSERT INTO page(title) VALUES ('refused')"])
        await test.expectRows(database, "SELECT count(*) FROM page", [[0]], "nothing was inserted")
        for name in ["page_inserted", "page_deleted", "page_updated"] { try await database.run(SQLDrop.trigger(name)) }
        try await database.batch { batch in
          batch.execute("INSERT INTO page VALUES (1, 'alpha', 'one')")
          batch.execute("INSERT INTO page_index(rowid, title, body) VALUES (1, 'alpha', 'one')")
        }
        await expectInStep(test, database, ["alpha": [1], "one": [1]])
        return
      }
      try await database.execute("PRAGMA recursive_triggers = ON")
      try await database.execute(
        "INSERT INTO page VALUES (1, 'alpha', 'one'), (2, 'beta', 'two'), (3, 'gamma', 'three')")
      await expectInStep(test, database, ["alpha": [1], "two": [2], "gamma OR beta": [2, 3]])
      try await database.execute("UPDATE page SET body = 'changed' WHERE id = 2")
      await expectInStep(test, database, ["two": [], "changed": [2], "beta": [2]])
      try await database.execute("DELETE FROM page WHERE id = 3")
      await expectInStep(test, database, ["gamma": [], "three": []])
      try await database.execute(
        "INSERT INTO page VALUES (1, 'alpha', 'upserted') ON CONFLICT(id) DO UPDATE SET body = excluded.body")
      await expectInStep(test, database, ["one": [], "upserted": [1], "alpha": [1]])
      try await database.execute("INSERT INTO page VALUES (9, 'alpha', 'no') ON CONFLICT DO NOTHING")
      await expectInStep(test, database, ["no": [], "upserted": [1]])
      try await database.execute("INSERT OR REPLACE INTO page VALUES (7, 'alpha', 'replaced')")
      await expectInStep(test, database, ["upserted": [], "alpha": [7], "replaced": [7]])
      try await database.execute("UPDATE OR REPLACE page SET title = 'alpha' WHERE id = 2")
      await expectInStep(test, database, ["alpha": [2], "beta": [], "replaced": []])
      await test.expectRows(database, "SELECT id FROM page", [[2]])
    },
  ]

  /// Asserts what is found, and that the index is sound and agrees with its content.
  private static func expectInStep(
    _ test: CaseContext, _ database: Database, _ found: [String: [Int64]], line: UInt = #line
  ) async {
    for (query, rowIDs) in found.sorted(by: { $0.key < $1.key }) {
      await expectFound(test, database, "page_index", query, rowIDs, line: line)
    }
    do {
      try await database.execute("INSERT INTO page_index(page_index, rank) VALUES ('integrity-check', 1)")
      test.expect(true, "the index agrees with its content", line: line)
    } catch {
      test.fail("the index agrees with its content", actual: "\(error)", line: line)
    }
  }

  private static let triggers = [
    SQLCreateTrigger("page_inserted", .after, .insert, on: "page", body: [add]),
    SQLCreateTrigger("page_deleted", .after, .delete, on: "page", body: [remove]),
    SQLCreateTrigger("page_updated", .after, .update(), on: "page", body: [remove, add]),
  ]
  private static let add: SQLFragment =
    "INSERT INTO page_index(rowid, title, body) VALUES (new.id, new.title, new.body)"
  private static let remove: SQLFragment =
    "INSERT INTO page_index(page_index, rowid, title, body) VALUES ('delete', old.id, old.title, old.body)"
}
