import Quarry

extension TransactionCases {
  private static let page = "https://sqlite.org/lang_savepoint.html"

  static let savepoints: [ConformanceCase] = [
    ConformanceCase(
      "TXN-08", "a nested body is a savepoint: undoing it keeps the outer rows", .core, page,
      "When a nested body throws, its own work MUST be undone and nothing else.", needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t (n INTEGER)")
      try await database.write { (transaction: DatabaseTransaction) in
        try await transaction.execute("INSERT INTO t VALUES (1)")
        let undone = await bodyEnds(false) {
          try await transaction.savepoint { inner in
            try await inner.execute("INSERT INTO t VALUES (2)")
            await test.expectValue(inner, "SELECT count(*) FROM t", 2, "seen inside")
            throw LeaveBody()
          }
        }
        test.expect(undone, "the nested body's own error comes back")
        await test.expectRows(transaction, "SELECT n FROM t", [[1]], "the inner row is undone")
        let value = try await transaction.savepoint { inner in
          try await inner.execute("INSERT INTO t VALUES (3)")
          return 33
        }
        test.expectEqual(value, 33, "a nested body's value")
      }
      await test.expectRows(database, "SELECT n FROM t ORDER BY n", [[1], [3]], "what is committed")
      let undone = await bodyEnds(false) {
        try await database.write { (transaction: DatabaseTransaction) in
          try await transaction.savepoint { try await $0.execute("INSERT INTO t VALUES (4)") }
          throw LeaveBody()
        }
      }
      test.expect(undone, "the outer body's own error comes back")
      await test.expectRows(database, "SELECT n FROM t ORDER BY n", [[1], [3]], "an outer rollback undoes inner rows")
    },
    ConformanceCase(
      "TXN-09", "three levels of nesting, each combination of them undone", .core, page,
      "A level that is undone MUST take the levels inside it along, and no other.", needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t (n INTEGER)")
      // Rows 1 to 5 are written: outer, middle, inner, middle again, outer again.
      let expected: [Int: [[SQLValue]]] = [
        0b000: [[1], [2], [3], [4], [5]], 0b001: [[1], [2], [4], [5]], 0b010: [[1], [5]], 0b011: [[1], [5]],
        0b100: [], 0b101: [], 0b110: [], 0b111: [],
      ]
      for undone in 0..<8 {
        try await database.execute("DELETE FROM t")
        try? await database.write { (outer: DatabaseTransaction) in
          try await outer.execute("INSERT INTO t VALUES (1)")
          try? await outer.savepoint { middle in
            try await middle.execute("INSERT INTO t VALUES (2)")
            try? await middle.savepoint { inner in
              try await inner.execute("INSERT INTO t VALUES (3)")
              if undone & 0b001 != 0 { throw LeaveBody() }
            }
            try await middle.execute("INSERT INTO t VALUES (4)")
            if undone & 0b010 != 0 { throw LeaveBody() }
          }
          try await outer.execute("INSERT INTO t VALUES (5)")
          if undone & 0b100 != 0 { throw LeaveBody() }
        }
        await test.expectRows(
          database, "SELECT n FROM t ORDER BY n", expected[undone] ?? [], "levels undone: \(String(undone, radix: 2))")
      }
    },
    ConformanceCase(
      "TXN-11", "RELEASE and ROLLBACK TO of an unknown savepoint: error 1, the transaction goes on", .core, page,
      "A savepoint that does not exist MUST be an error without any effect.", needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t (n INTEGER)")
      try await database.write { (transaction: DatabaseTransaction) in
        try await transaction.execute("INSERT INTO t VALUES (1)")
        try await transaction.execute("SAVEPOINT known")
        try await transaction.execute("INSERT INTO t VALUES (2)")
        for sql: SQLFragment in ["RELEASE unknown", "ROLLBACK TO unknown", "RELEASE SAVEPOINT \"know\""] {
          await test.expectError(.noSuchObject, extended: 1, transaction, sql)
          await test.expectValue(transaction, "SELECT count(*) FROM t", 2, "nothing undone")
        }
        try await transaction.execute("RELEASE known")
        await test.expectError(.noSuchObject, extended: 1, transaction, "RELEASE known", "released already")
      }
      await test.expectValue(database, "SELECT count(*) FROM t", 2, "committed")
      await test.expectError(.noSuchObject, extended: 1, database, "RELEASE known", "outside of a transaction")
    },
    ConformanceCase(
      "TXN-12", "ROLLBACK TO keeps the savepoint, for a second time too", .core, page,
      "After ROLLBACK TO the savepoint MUST still be there.", needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t (n INTEGER)")
      try await database.write { (transaction: DatabaseTransaction) in
        try await transaction.execute("INSERT INTO t VALUES (0)")
        try await transaction.execute("SAVEPOINT s")
        for round in 1...5 {
          try await transaction.execute("INSERT INTO t VALUES (\(round))")
          await test.expectValue(transaction, "SELECT count(*) FROM t", 2, "round \(round): the row is there")
          try await transaction.execute("ROLLBACK TO s")
          await test.expectRows(transaction, "SELECT n FROM t", [[0]], "round \(round): the row is gone")
        }
        try await transaction.execute("INSERT INTO t VALUES (9)")
        try await transaction.execute("RELEASE s")
      }
      await test.expectRows(database, "SELECT n FROM t ORDER BY n", [[0], [9]], "what is committed")
    },
    ConformanceCase(
      "TXN-13", "RELEASE of the outermost savepoint outside of BEGIN commits", .driver(.local), page,
      "A savepoint outside of a transaction MUST begin one, and its release MUST commit it."
    ) { test in
      let session = try await test.session()
      defer { session.close() }
      try session.execute("CREATE TABLE t (n INTEGER)")
      try session.execute("SAVEPOINT outermost")
      test.expect(session.isInTransaction, "the savepoint begins a transaction")
      try session.execute("INSERT INTO t VALUES (1)")
      try session.execute("SAVEPOINT inner")
      try session.execute("INSERT INTO t VALUES (2)")
      try session.execute("RELEASE inner")
      test.expect(session.isInTransaction, "an inner release commits nothing")
      try session.execute("RELEASE outermost")
      test.expect(!session.isInTransaction, "the outermost release ends the transaction")
      try session.execute("SAVEPOINT again")
      try session.execute("INSERT INTO t VALUES (3)")
      try session.execute("ROLLBACK TO again")
      test.expect(session.isInTransaction, "ROLLBACK TO does not end it")
      try session.execute("ROLLBACK")
      test.expect(!session.isInTransaction, "ROLLBACK does")
      let rows = try session.fetchAll(("SELECT n FROM t ORDER BY n" as SQLFragment).rows()).map(\.values)
      test.expectIdentical(rows, [[1], [2]], "what is committed")
    },
  ]

  static let savepointNames: [ConformanceCase] = [
    ConformanceCase(
      "TXN-10", "savepoint names with quotes, spaces and non-ASCII; the same name twice means the inner one", .core,
      page, "A quoted name MUST be used literally, and the newest savepoint with a name MUST be used.",
      needs: [.interactiveTransactions]
    ) { test in
      let database = try await test.database()
      try await database.execute("CREATE TABLE t (n INTEGER)")
      let names = [
        "plain", "with space", "with \"quotes\"", "it's", "naïve", "名前", "🙂", "select", "; DROP TABLE t", "a.b", "[x]",
        "quarry_1",
      ]
      for name in names {
        try await database.write { (transaction: DatabaseTransaction) in
          try await transaction.execute("DELETE FROM t")
          try await transaction.execute("SAVEPOINT \(identifier: name)")
          try await transaction.execute("INSERT INTO t VALUES (1)")
          try await transaction.execute("SAVEPOINT \(identifier: name)")
          try await transaction.execute("INSERT INTO t VALUES (2)")
          try await transaction.execute("ROLLBACK TO \(identifier: name)")
          await test.expectRows(transaction, "SELECT n FROM t", [[1]], "\(name): the inner one is undone")
          try await transaction.execute("RELEASE \(identifier: name)")
          try await transaction.execute("ROLLBACK TO \(identifier: name)")
          await test.expectRows(transaction, "SELECT n FROM t", [], "\(name): then the outer one")
          try await transaction.savepoint { try await $0.execute("INSERT INTO t VALUES (3)") }
          try await transaction.execute("RELEASE \(identifier: name)")
        }
        await test.expectRows(database, "SELECT n FROM t", [[3]], "\(name): a savepoint of the layer's own beside it")
      }
    }
  ]
}
