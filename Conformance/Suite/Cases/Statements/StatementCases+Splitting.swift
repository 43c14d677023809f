import Quarry

extension StatementCases {
  /// Where one statement ends and the next begins.
  static let splitting: [ConformanceCase] = [
    ConformanceCase(
      "STMT-07", "a trigger with semicolons in its body is one statement", .core,
      "https://sqlite.org/lang_createtrigger.html",
      "A CREATE TRIGGER statement MUST be taken as one statement up to the semicolon behind its END."
    ) { test in
      let trigger = """
        CREATE TRIGGER after_insert AFTER INSERT ON t BEGIN
          INSERT INTO log VALUES ('a;' || new.a); -- it's; END
          UPDATE log SET x = CASE WHEN x = 'a;2' THEN 'two;' ELSE x END; /* END; */
          SELECT 1;
        END
        """
      let database = try await test.database(holding: ["CREATE TABLE t(a)", "CREATE TABLE log(x)", trigger + ";"])
      try await database.execute("INSERT INTO t VALUES (1), (2)")
      await test.expectRows(database, "SELECT x FROM log ORDER BY rowid", [["a;1"], ["two;"]])
      let heads = [
        "CREATE TRIGGER", "create temp trigger", "CREATE TEMPORARY TRIGGER", "CREATE/**/TRIGGER IF NOT EXISTS",
        "EXPLAIN CREATE TRIGGER", "EXPLAIN QUERY PLAN CREATE TEMP TRIGGER", "CREATE -- c\n TRIGGER",
      ]
      for head in heads {
        let text = "\(head) g AFTER INSERT ON t BEGIN SELECT 1; DELETE FROM log WHERE x = 'END;'; END"
        let parts = SQLScript("SELECT 0; \(text); SELECT 2").map(\.sql)
        test.expectEqual(parts, ["SELECT 0;", text + ";", "SELECT 2"], "\(head) is one statement of three")
      }
      guard test.section(requires: .capability(.interactiveTransactions)) else { return }
      try await database.executeScript(
        """
        DROP TRIGGER after_insert; DELETE FROM log;
        \(trigger);
        INSERT INTO t VALUES (2); INSERT INTO t VALUES (3);
        """)
      await test.expectRows(database, "SELECT x FROM log ORDER BY rowid", [["two;"], ["a;3"]], "through a script")
    },
    ConformanceCase(
      "STMT-08", "semicolons in strings, names, comments and CASE do not end a statement", .core,
      "https://sqlite.org/c3ref/complete.html",
      "A semicolon MUST end a statement only where it is a separate token outside of a trigger."
    ) { test in
      for (script, parts) in scripts {
        let found = Array(SQLScript(script))
        test.expectEqual(found.map(\.sql), parts, "the statements of \(script.debugDescription)")
        test.expectEqual(found.map(\.index), Array(0..<parts.count), "their numbers in \(script.debugDescription)")
        let bytes = Array(script.utf8)
        let areFound = found.allSatisfy { part in
          Array(part.sql.utf8) == Array(bytes[part.offset..<min(bytes.count, part.offset + part.sql.utf8.count)])
        }
        test.expect(areFound, "their offsets in \(script.debugDescription)")
      }
      let database = try await test.database(
        holding: ["CREATE TABLE \"a;b\"(\"c;d\", [e;f], `g;h`)", "INSERT INTO \"a;b\" VALUES ('1;', ';', ';;')"])
      await test.expectRows(
        database, "SELECT \"c;d\", [e;f], `g;h`, ';' /* ; */ FROM \"a;b\" -- ;\n WHERE \"c;d\" <> 'it''s;'",
        [["1;", ";", ";;", ";"]])
      await test.expectRows(
        database, "SELECT CASE WHEN 1 THEN 'x;' ELSE ';' END AS \"END;\" FROM \"a;b\";", [["x;"]])
    },
  ]

  /// Scripts and the statements in them.
  private static let scripts: [(script: String, parts: [String])] = [
    ("SELECT 1", ["SELECT 1"]),
    ("SELECT 1;", ["SELECT 1;"]),
    ("SELECT 1;SELECT 2", ["SELECT 1;", "SELECT 2"]),
    (" SELECT 1 ; SELECT 2 ; ", ["SELECT 1 ;", "SELECT 2 ;"]),
    (";;SELECT 1;;;SELECT 2;;", ["SELECT 1;", "SELECT 2;"]),
    ("SELECT ';'", ["SELECT ';'"]),
    ("SELECT 'a;b'; SELECT 2", ["SELECT 'a;b';", "SELECT 2"]),
    ("SELECT 'it''s;'; SELECT 2", ["SELECT 'it''s;';", "SELECT 2"]),
    ("SELECT '';SELECT ''''", ["SELECT '';", "SELECT ''''"]),
    ("SELECT 1 AS \"a;b\"; SELECT 2", ["SELECT 1 AS \"a;b\";", "SELECT 2"]),
    ("SELECT 1 AS \"a\"\";\"; SELECT 2", ["SELECT 1 AS \"a\"\";\";", "SELECT 2"]),
    ("SELECT 1 AS [a;b]; SELECT 2", ["SELECT 1 AS [a;b];", "SELECT 2"]),
    ("SELECT 1 AS `a;b`; SELECT 2", ["SELECT 1 AS `a;b`;", "SELECT 2"]),
    ("SELECT 1 AS `a``;`; SELECT 2", ["SELECT 1 AS `a``;`;", "SELECT 2"]),
    ("SELECT 1 -- a;b\n; SELECT 2", ["SELECT 1 -- a;b\n;", "SELECT 2"]),
    ("SELECT 1 /* a;b */; SELECT 2", ["SELECT 1 /* a;b */;", "SELECT 2"]),
    ("SELECT 1 /* ' */; SELECT 2 /* \" */", ["SELECT 1 /* ' */;", "SELECT 2 /* \" */"]),
    ("SELECT 1 -- it's\n; SELECT 2", ["SELECT 1 -- it's\n;", "SELECT 2"]),
    ("-- first;\nSELECT 1", ["SELECT 1"]),
    ("/* first; */ SELECT 1; -- last;", ["SELECT 1;"]),
    ("/* a /* b; */ SELECT 1", ["SELECT 1"]),
    ("/*/ ; */ SELECT 1", ["SELECT 1"]),
    ("SELECT 1 /* open; SELECT 2", ["SELECT 1 /* open; SELECT 2"]),
    ("SELECT 'open; SELECT 2", ["SELECT 'open; SELECT 2"]),
    ("SELECT 4 - -3; SELECT 2", ["SELECT 4 - -3;", "SELECT 2"]),
    ("SELECT 4 --3;\n; SELECT 2", ["SELECT 4 --3;\n;", "SELECT 2"]),
    ("SELECT 8/2; SELECT 2*/**/3", ["SELECT 8/2;", "SELECT 2*/**/3"]),
    ("SELECT CASE 1 WHEN 1 THEN ';' END; SELECT 2", ["SELECT CASE 1 WHEN 1 THEN ';' END;", "SELECT 2"]),
    ("BEGIN; SELECT 1; END; SELECT 2", ["BEGIN;", "SELECT 1;", "END;", "SELECT 2"]),
    ("BEGIN TRANSACTION; COMMIT;", ["BEGIN TRANSACTION;", "COMMIT;"]),
    ("CREATE TABLE trigger_log(a); SELECT 2", ["CREATE TABLE trigger_log(a);", "SELECT 2"]),
    ("CREATE TABLE \"trigger\"(a); SELECT 2", ["CREATE TABLE \"trigger\"(a);", "SELECT 2"]),
    ("CREATE TEMP TABLE t(a); SELECT 2", ["CREATE TEMP TABLE t(a);", "SELECT 2"]),
    ("CREATE UNIQUE INDEX i ON t(a); SELECT 2", ["CREATE UNIQUE INDEX i ON t(a);", "SELECT 2"]),
    ("DROP TRIGGER g; SELECT 2", ["DROP TRIGGER g;", "SELECT 2"]),
    (
      "CREATE TRIGGER g AFTER INSERT ON t BEGIN SELECT ';END;'; END; SELECT 2",
      ["CREATE TRIGGER g AFTER INSERT ON t BEGIN SELECT ';END;'; END;", "SELECT 2"]
    ),
    (
      "CREATE TRIGGER g AFTER INSERT ON t BEGIN SELECT CASE 1 WHEN 1 THEN 2 END; END; SELECT 2",
      ["CREATE TRIGGER g AFTER INSERT ON t BEGIN SELECT CASE 1 WHEN 1 THEN 2 END; END;", "SELECT 2"]
    ),
    ("SELECT '日本;'; SELECT 'é;'", ["SELECT '日本;';", "SELECT 'é;'"]),
    ("SELECT 1 AS ü; SELECT 2", ["SELECT 1 AS ü;", "SELECT 2"]),
    ("SELECT ?1;SELECT :a;SELECT @b;SELECT $c", ["SELECT ?1;", "SELECT :a;", "SELECT @b;", "SELECT $c"]),
    ("SELECT x'3b'; SELECT X'3B3B'", ["SELECT x'3b';", "SELECT X'3B3B'"]),
    ("EXPLAIN SELECT 1; SELECT 2", ["EXPLAIN SELECT 1;", "SELECT 2"]),
    ("\r\nSELECT 1;\r\nSELECT 2;\r\n", ["SELECT 1;", "SELECT 2;"]),
    ("", []), (" ", []), (";", []), ("-- a;\n", []), ("/* ; */", []),
  ]
}
