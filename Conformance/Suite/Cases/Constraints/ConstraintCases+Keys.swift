import Quarry

extension ConstraintCases {
  /// Foreign keys.
  static let keys: [ConformanceCase] = [
    ConformanceCase(
      "CON-16", "foreign keys are enforced on every connection", .core, "https://sqlite.org/foreignkeys.html#fk_enable",
      "Every connection, pooled ones and later ones included, MUST enforce foreign keys without being asked."
    ) { test in
      let database = try await test.database(holding: [
        "CREATE TABLE p(id INTEGER PRIMARY KEY)", "CREATE TABLE c(p REFERENCES p(id))",
      ])
      for round in 1...3 {
        await test.expectError(
          .constraintForeignKey, extended: 787, database, "INSERT INTO c VALUES (1)", "round \(round)")
        await test.expectRows(database, "PRAGMA foreign_keys", [[1]], "a reader in round \(round)")
      }
      await test.expectError(.constraintForeignKey, "in a batch") {
        try await database.batch { $0.execute("INSERT INTO c VALUES (1)") }
      }
      if test.section("in a transaction", requires: .capability(.interactiveTransactions)) {
        try await database.write { transaction in
          await test.expectError(
            .constraintForeignKey, extended: 787, transaction, "INSERT INTO c VALUES (1)", "in a transaction")
          await test.expectRows(transaction, "PRAGMA foreign_keys", [[1]], "the writer")
        }
        _ = try await database.read { transaction in
          await test.expectRows(transaction, "PRAGMA foreign_keys", [[1]], "a reading body")
        }
      }
      guard test.section("a second pool", requires: .shared) else { return }
      let second = try await test.database()
      await test.expectError(.constraintForeignKey, extended: 787, second, "INSERT INTO c VALUES (1)", "a second pool")
      guard test.section("a session", requires: .local) else { return }
      try await test.runEngineLayerPart()
    },
    ConformanceCase(
      "CON-17", "the five actions of foreign keys, for deletes and updates", .core,
      "https://sqlite.org/foreignkeys.html#fk_actions",
      "CASCADE, SET NULL, SET DEFAULT, RESTRICT and NO ACTION MUST do what they say when the parent goes or changes."
    ) { test in
      let expected: [(action: String, deleted: [[SQLValue]]?, updated: [[SQLValue]]?)] = [
        ("CASCADE", [[3, 2]], [[1, 9], [2, 9], [3, 2]]),
        ("SET NULL", [[1, nil], [2, nil], [3, 2]], [[1, nil], [2, nil], [3, 2]]),
        ("SET DEFAULT", [[1, 2], [2, 2], [3, 2]], [[1, 2], [2, 2], [3, 2]]), ("RESTRICT", nil, nil),
        ("NO ACTION", nil, nil),
      ]
      for (index, (action, deleted, updated)) in expected.enumerated() {
        let database = try await test.database(
          "actions\(index)",
          holding: [
            "CREATE TABLE p(id INTEGER PRIMARY KEY)",
            "CREATE TABLE d(id INTEGER PRIMARY KEY, p DEFAULT 2 REFERENCES p(id) ON DELETE \(action))",
            "CREATE TABLE u(id INTEGER PRIMARY KEY, p DEFAULT 2 REFERENCES p(id) ON UPDATE \(action))",
            "INSERT INTO p VALUES (1), (2), (3)", "INSERT INTO d VALUES (1, 1), (2, 1), (3, 2)",
          ])
        let before: [[SQLValue]] = [[1, 1], [2, 1], [3, 2]]
        if deleted == nil {
          await test.expectError(.constraintForeignKey, database, "DELETE FROM p WHERE id = 1", "ON DELETE \(action)")
        } else {
          await test.expectAffected(database, [("DELETE FROM p WHERE id = 1", 1)])
        }
        await test.expectRows(
          database, "SELECT * FROM d ORDER BY id", deleted ?? before, "the children after ON DELETE \(action)")
        try await test.run(
          ["DELETE FROM d", "INSERT OR IGNORE INTO p VALUES (1)", "INSERT INTO u VALUES (1, 1), (2, 1), (3, 2)"],
          in: database)
        if updated == nil {
          await test.expectError(
            .constraintForeignKey, database, "UPDATE p SET id = 9 WHERE id = 1", "ON UPDATE \(action)")
        } else {
          await test.expectAffected(database, [("UPDATE p SET id = 9 WHERE id = 1", 1)])
        }
        await test.expectRows(
          database, "SELECT * FROM u ORDER BY id", updated ?? before, "the children after ON UPDATE \(action)")
        await test.expectRows(database, "PRAGMA foreign_key_check", [], "all keys hold after \(action)")
        await test.expectAffected(database, [("DELETE FROM u", 3), ("DELETE FROM p", 3)])
      }
    },
    ConformanceCase(
      "CON-18", "a deferred key is looked at when the transaction commits, an immediate one with the statement", .core,
      "https://sqlite.org/foreignkeys.html#fk_deferred",
      "A deferred violation MUST be repairable until COMMIT, which else fails; RESTRICT never waits.",
      needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database(holding: [
        "CREATE TABLE p(id INTEGER PRIMARY KEY)",
        "CREATE TABLE d(id INTEGER PRIMARY KEY, p REFERENCES p(id) DEFERRABLE INITIALLY DEFERRED)",
        "CREATE TABLE i(id INTEGER PRIMARY KEY, p REFERENCES p(id) DEFERRABLE INITIALLY IMMEDIATE)",
        "CREATE TABLE n(id INTEGER PRIMARY KEY, p REFERENCES p(id) NOT DEFERRABLE INITIALLY DEFERRED)",
        "CREATE TABLE r(p REFERENCES p(id) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED)",
        "INSERT INTO p VALUES (5)", "INSERT INTO r VALUES (5)",
      ])
      try await database.write { transaction in
        await test.expectAffected(transaction, [("INSERT INTO d VALUES (1, 1)", 1)])
        await test.expectError(
          .constraintForeignKey, extended: 787, transaction, "INSERT INTO i VALUES (1, 1)", "IMMEDIATE")
        await test.expectError(
          .constraintForeignKey, extended: 787, transaction, "INSERT INTO n VALUES (1, 1)", "NOT DEFERRABLE")
        await test.expectError(
          .constraintForeignKey, extended: 1811, transaction, "DELETE FROM p WHERE id = 5", "RESTRICT")
        await test.expectAffected(transaction, [("INSERT INTO p VALUES (1)", 1)])
      }
      await test.expectRows(database, "SELECT * FROM d", [[1, 1]], "repaired before COMMIT")
      await test.expectError(.constraintForeignKey, extended: 787, "COMMIT with an open violation") {
        try await database.write { transaction in try await transaction.execute("INSERT INTO d VALUES (2, 77)") }
      }
      await test.expectRows(database, "SELECT * FROM d", [[1, 1]], "the transaction was rolled back")
      await test.expectError(
        .constraintForeignKey, extended: 787, database, "INSERT INTO d VALUES (2, 77)", "a statement alone")
      try await database.write { transaction in
        try await transaction.execute("DELETE FROM p WHERE id = 1")
        try await transaction.execute("UPDATE d SET p = NULL")
      }
      await test.expectRows(database, "SELECT id, p FROM d", [[1, nil]], "the parent may go first")
    },
    ConformanceCase(
      "CON-19", "PRAGMA defer_foreign_keys lasts for one transaction", .core,
      "https://sqlite.org/pragma.html#pragma_defer_foreign_keys",
      "It MUST defer every key until COMMIT, and be off again afterwards.", needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database(
        holding: [
          "CREATE TABLE p(id INTEGER PRIMARY KEY)", "CREATE TABLE c(id INTEGER PRIMARY KEY, p REFERENCES p(id))",
        ])
      for round in 1...2 {
        try await database.write { transaction in
          await test.expectRows(
            transaction, "PRAGMA defer_foreign_keys", [[0]], "off at the beginning of round \(round)")
          await test.expectError(
            .constraintForeignKey, extended: 787, transaction, "INSERT INTO c VALUES (9, 99)", "not deferred")
          try await transaction.execute("PRAGMA defer_foreign_keys = 1")
          await test.expectRows(transaction, "PRAGMA defer_foreign_keys", [[1]], "on in round \(round)")
          await test.expectAffected(
            transaction, [("INSERT INTO c VALUES (\(round), \(round))", 1), ("INSERT INTO p VALUES (\(round))", 1)])
        }
      }
      await test.expectError(.constraintForeignKey, extended: 787, "COMMIT with an open violation") {
        try await database.write { transaction in
          try await transaction.execute("PRAGMA defer_foreign_keys = 1")
          try await transaction.execute("INSERT INTO c VALUES (3, 99)")
        }
      }
      try await database.write { transaction in
        await test.expectRows(transaction, "PRAGMA defer_foreign_keys", [[0]], "off after a failed COMMIT")
      }
      await test.expectRows(database, "SELECT id, p FROM c ORDER BY id", [[1, 1], [2, 2]])
    },
    ConformanceCase(
      "CON-20", "foreign keys to the own table, and in a circle", .core, "https://sqlite.org/foreignkeys.html",
      "A row MUST be able to refer to itself, rows of one statement to each other, and tables to each other where deferred.",
      needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database(holding: [
        "CREATE TABLE e(id INTEGER PRIMARY KEY, boss REFERENCES e(id))",
        "CREATE TABLE x(id INTEGER PRIMARY KEY, y REFERENCES y(id) DEFERRABLE INITIALLY DEFERRED)",
        "CREATE TABLE y(id INTEGER PRIMARY KEY, x REFERENCES x(id) DEFERRABLE INITIALLY DEFERRED)",
        "CREATE TABLE tree(id INTEGER PRIMARY KEY, up REFERENCES tree(id) ON DELETE CASCADE)",
      ])
      await test.expectAffected(
        database,
        [
          ("INSERT INTO e VALUES (1, 1)", 1), ("INSERT INTO e VALUES (2, 1), (3, 2)", 2),
          ("INSERT INTO e VALUES (4, 5), (5, 4)", 2),
        ])
      await test.expectError(
        .constraintForeignKey, extended: 787, database, "DELETE FROM e WHERE id = 1", "somebody refers to it")
      await test.expectError(
        .constraintForeignKey, extended: 787, database, "INSERT INTO e VALUES (6, 7)", "nobody is there")
      await test.expectAffected(
        database, [("UPDATE e SET boss = id", 5), ("DELETE FROM e WHERE id = 1", 1), ("DELETE FROM e", 4)])
      await test.expectError(
        .constraintForeignKey, extended: 787, database, "INSERT INTO x VALUES (1, 1)", "half a circle")
      try await database.write { transaction in
        await test.expectAffected(
          transaction, [("INSERT INTO x VALUES (1, 1)", 1), ("INSERT INTO y VALUES (1, 1)", 1)])
      }
      await test.expectError(.constraintForeignKey, extended: 787, database, "DELETE FROM x", "half a circle left")
      try await database.write { transaction in
        await test.expectAffected(transaction, [("DELETE FROM x", 1), ("DELETE FROM y", 1)])
      }
      await test.expectAffected(
        database,
        [
          ("INSERT INTO tree VALUES (1, NULL), (2, 1), (3, 2), (4, 3), (5, 1), (6, NULL)", 6),
          ("DELETE FROM tree WHERE id = 2", 1),
        ])
      await test.expectRows(database, "SELECT id FROM tree ORDER BY id", [[1], [5], [6]], "a cascade down the tree")
      let chain = (1...300).map { "(\($0 + 10), \($0 == 1 ? "6" : "\($0 + 9)"))" }.joined(separator: ", ")
      await test.expectAffected(
        database, [("INSERT INTO tree VALUES \(chain)", 300), ("DELETE FROM tree WHERE id = 6", 1)])
      await test.expectRows(database, "SELECT count(*) FROM tree", [[2]], "a cascade of 300 steps")
    },
    ConformanceCase(
      "CON-21", "a key whose parent is not unique is a mismatch when it is used", .core,
      "https://sqlite.org/foreignkeys.html#fk_indexes",
      "A foreign key to columns without a unique index MUST fail with code 1 when child or parent change."
    ) { test in
      let database = try await test.database(holding: [
        "CREATE TABLE p(id INTEGER PRIMARY KEY, n, u, v)", "CREATE UNIQUE INDEX pu ON p(u)",
        "CREATE UNIQUE INDEX pv ON p(v COLLATE NOCASE)", "CREATE TABLE plain(a REFERENCES p(n))",
        "CREATE TABLE fine(a REFERENCES p(u))",
        "CREATE TABLE other(a REFERENCES p(v))", "CREATE TABLE gone(a REFERENCES missing(x))",
      ])
      for sql in [
        "INSERT INTO plain VALUES (1)", "INSERT INTO plain VALUES (NULL)", "INSERT INTO other VALUES (1)",
        "DELETE FROM p",
        "UPDATE p SET n = 2",
      ] {
        let error = await test.expectError(.statementFailed, extended: 1, database, SQLFragment(raw: sql))
        test.expectEqual(error?.code.isConstraint, false, "it is no violation: \(sql)")
        test.expect(error?.message.contains("p") == true, "the message names the parent: \(sql)")
      }
      await test.expectError(
        .noSuchObject, extended: 1, database, "INSERT INTO gone VALUES (1)", "a parent that is not there")
      await test.expectAffected(database, [("INSERT INTO p VALUES (1, 1, 1, 1)", 1)])
      for sql in ["INSERT INTO fine VALUES (1)"] { await test.expectAffected(database, [(sql, 1)]) }
      try await test.run(["DROP TABLE plain", "DROP TABLE other"], in: database)
      await test.expectAffected(database, [("UPDATE p SET n = 2", 1), ("DELETE FROM fine", 1), ("DELETE FROM p", 1)])
    },
    ConformanceCase(
      "CON-22", "PRAGMA foreign_key_check lists every violation", .core,
      "https://sqlite.org/pragma.html#pragma_foreign_key_check",
      "It MUST give table, rowid, parent and the number of the key for each row that refers to nothing."
    ) { test in
      let database = try await test.database(holding: [
        "CREATE TABLE p(id INTEGER PRIMARY KEY)", "CREATE TABLE q(k PRIMARY KEY)",
        "CREATE TABLE c(id INTEGER PRIMARY KEY, p REFERENCES p(id), q REFERENCES q(k))",
        "CREATE TABLE w(k PRIMARY KEY, p REFERENCES p(id)) WITHOUT ROWID", "INSERT INTO p VALUES (1)",
        "INSERT INTO q VALUES ('x')",
        "INSERT INTO c VALUES (1, 1, 'x')",
      ])
      await test.expectRows(database, "PRAGMA foreign_key_check", [], "all keys hold")
      await test.expectRows(
        database, "PRAGMA foreign_key_list(c)",
        [
          [0, 0, "q", "q", "k", "NO ACTION", "NO ACTION", "NONE"],
          [1, 0, "p", "p", "id", "NO ACTION", "NO ACTION", "NONE"],
        ])
      guard test.section("a table without keys", requires: .local, .shared) else { return }
      try await test.runEngineLayerPart()
    },
  ]
}
