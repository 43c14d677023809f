import Quarry
import QuarryConformance
import QuarrySQLiteEngine

extension EngineParts {
  static let collations: [EngineLayerPart] = [
    EngineLayerPart("ORD-13") { test in
      let session = try await test.engineSession()
      defer { session.close() }
      try session.engineConnection.addCollation("quarry_order") { left, right in
        left < right ? .before : left > right ? .after : .same
      }
      for sql in [
        "CREATE TABLE ordered (x TEXT, n INTEGER)", "CREATE INDEX ordered_x ON ordered (x COLLATE quarry_order)",
        "INSERT INTO ordered VALUES ('b', 1), ('a', 2)", "CREATE TABLE other (x TEXT)",
        "INSERT INTO other VALUES ('o')",
      ] { try session.execute(SQLFragment(raw: sql)) }
      let database = try await test.database()
      await test.expectRows(database, "SELECT x FROM other", [["o"]])
      _ = try await database.execute("INSERT INTO other VALUES ('p')")
      await test.expectRows(database, "SELECT count(*) FROM other", [[2]])
      await test.expectEngineErrors(
        database,
        ["SELECT x FROM ordered ORDER BY x COLLATE quarry_order", "INSERT INTO ordered VALUES ('c', 3)"])
      await test.expectRows(database, "SELECT n FROM ordered NOT INDEXED ORDER BY n", [[1], [2]])
      await test.expectRows(database, "SELECT x FROM other ORDER BY x DESC", [["p"], ["o"]])
      let rows = try session.fetchAll(("SELECT x FROM ordered ORDER BY x COLLATE quarry_order" as SQLFragment).rows())
      test.expectIdentical(rows.map(\.values), [["a"], ["b"]], "the connection that has it orders by it")
    },
    EngineLayerPart("ORD-14") { test in
      let session = try await test.engineSession()
      defer { session.close() }
      // By the length first, which a text cut off at its NUL would change.
      try session.engineConnection.addCollation("by_length") { left, right in
        let (first, second) = (left.unicodeScalars.count, right.unicodeScalars.count)
        if first != second { return first < second ? .before : .after }
        return left < right ? .before : left > right ? .after : .same
      }
      try session.execute("CREATE TABLE w (id INTEGER PRIMARY KEY, x TEXT COLLATE by_length)")
      let texts = ["pear", "fig", "a\u{0}bcde", "é", "", "kiwi"]
      for text in texts { try session.execute("INSERT INTO w (x) VALUES (\(text))") }
      func values(_ fragment: SQLFragment) throws -> [[SQLValue]] {
        try session.fetchAll(fragment.rows()).map(\.values)
      }
      for isIndexed in [false, true] {
        if isIndexed { try session.execute("CREATE INDEX w_x ON w (x)") }
        test.expectIdentical(
          try values("SELECT x FROM w ORDER BY x"), [[""], ["é"], ["fig"], ["kiwi"], ["pear"], ["a\u{0}bcde"]],
          "ORDER BY, index: \(isIndexed)")
        test.expectIdentical(
          try values("SELECT id FROM w WHERE x > \("kiwi") ORDER BY id"), oneColumn(1, 3), "comparison: \(isIndexed)")
        test.expectIdentical(
          try values("SELECT id FROM w WHERE x = \("a\u{0}bcde")"), oneColumn(3), "a text with NUL: \(isIndexed)")
        test.expectIdentical(try values("SELECT min(x), max(x) FROM w"), [["", "a\u{0}bcde"]], "min and max")
      }
      test.expectIdentical(try values("PRAGMA integrity_check"), [["ok"]], "the index is in order")
      try session.engineConnection.removeCollation("by_length")
      do {
        _ = try values("SELECT x FROM w ORDER BY x DESC")
        test.fail("the removed collation is unknown", expected: "noSuchObject", actual: "rows")
      } catch let error as DatabaseError {
        test.expectEqual(error.code, .noSuchObject, "the removed collation is unknown")
      }
      test.expectIdentical(try values("SELECT count(*) FROM w NOT INDEXED"), [[6]], "the connection stays usable")
    },
  ]
}
