import Quarry
import Testing

@Suite("The kind of a statement by its text")
struct SQLStatementKindTests {
  @Test(
    "Words inside of texts, names, comments and functions do not make a read a write",
    arguments: [
      "WITH t AS (SELECT 1 AS x) SELECT replace(x, 'a', 'b') FROM t", "WITH t(x) AS (SELECT 'delete') SELECT x FROM t",
      "WITH replace AS (SELECT 1) SELECT * FROM replace", "WITH \"insert\" AS (SELECT 1) SELECT 1 /* update */",
      "WITH t AS MATERIALIZED (SELECT 1) -- delete\nVALUES (1)", "\u{FEFF}SELECT 1", ";; /* ; */ SELECT 1",
      "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 9) SELECT n FROM t",
      "EXPLAIN QUERY PLAN SELECT 1", "explain select 1", "PRAGMA table_info('update=1')", "PRAGMA user_version",
      "PRAGMA main . index_list ( t )", "PRAGMA table_info = t",
    ])
  func reads(_ sql: String) {
    #expect(SQLStatementKind(sql).isReadOnly)
  }

  @Test(
    "A write is a write wherever it stands",
    arguments: [
      "WITH t AS (SELECT 1) INSERT INTO u SELECT * FROM t", "WITH t AS (SELECT 1) REPLACE INTO u SELECT * FROM t",
      "WITH replace(a) AS (SELECT 1) DELETE FROM u", "WITH t AS (SELECT 1) UPDATE u SET a = (SELECT * FROM t)",
      "EXPLAIN DELETE FROM u", "EXPLAIN QUERY PLAN INSERT INTO u VALUES (1)", "PRAGMA user_version = 1",
      "PRAGMA user_version(1)", "PRAGMA journal_mode", "PRAGMA optimize", "CREATE TABLE a (b)", "VACUUM", "",
      "-- SELECT 1", "'SELECT 1'", "SELECTED",
    ])
  func writes(_ sql: String) {
    #expect(!SQLStatementKind(sql).isReadOnly)
  }

  @Test("Every beginning is told apart")
  func verbs() {
    let expected: [(String, SQLStatementKind.Verb)] = [
      ("VALUES (1)", .select), ("REPLACE INTO t VALUES (1)", .insert), ("Update t SET a = 1", .update),
      ("DELETE FROM t", .delete), ("CREATE VIEW v AS SELECT 1", .create), ("ALTER TABLE t RENAME TO u", .alter),
      ("DROP TABLE t", .drop), ("REINDEX", .reindex), ("ANALYZE", .analyze), ("VACUUM INTO 'x'", .vacuum),
      ("BEGIN", .beginDeferred), ("BEGIN DEFERRED", .beginDeferred), ("BEGIN/**/IMMEDIATE TRANSACTION", .beginNow),
      ("BEGIN EXCLUSIVE", .beginNow), ("END TRANSACTION", .commit), ("COMMIT", .commit), ("ROLLBACK", .rollback),
      ("ROLLBACK; SELECT a TO b", .rollback), ("ROLLBACK TRANSACTION TO SAVEPOINT s", .rollbackTo),
      ("SAVEPOINT s", .savepoint), ("RELEASE s", .release), ("ATTACH 'f' AS a", .attach), ("DETACH a", .detach),
      ("PRAGMA x", .pragma), (" ; -- nothing", .none), ("nonsense", .unknown), ("\u{0B}SELECT 1", .unknown),
    ]
    for (sql, verb) in expected { #expect(SQLStatementKind(sql).verb == verb, "\(sql)") }
  }

  @Test("A PRAGMA is known by its name, however it is written")
  func pragmas() {
    for sql in [
      "PRAGMA rekey = 'x'", "\u{FEFF}PRAGMA rekey = 'x'", "; \u{FEFF}/**/PRAGMA main.\"REKEY\"('x')",
      "EXPLAIN PRAGMA [rekey]='x'", "PRAGMA 'ReKey' == 'x'", "pragma\n`rekey`--\n=x'00'",
    ] {
      let pragma = SQLStatementKind(sql).pragma
      #expect(pragma?.name == "rekey", "\(sql)")
      #expect(pragma?.hasArgument == true, "\(sql)")
      #expect(SQLPragma.scope(of: pragma?.name ?? "") == .key)
    }
    #expect(SQLStatementKind("PRAGMA cache_size = -20").pragma?.argument == "20")
    #expect(SQLStatementKind("PRAGMA foreign_keys(ON)").pragma?.argument == "ON")
    #expect(SQLStatementKind("PRAGMA user_version;").pragma?.hasArgument == false)
    #expect(SQLPragma.scope(of: "cipher_default_kdf_iter") == .encryption)
  }

  @Test("Text that comes in parts is split as the whole, wherever it is cut")
  func parts() {
    let texts = [
      "\u{FEFF}SELECT 'a''b;', \"x;\"\"y\", [b;r], `t;` /* ; * / */ ; -- ;\nSELECT $a(b;c), a$b(1), ?1$c(;), :d::e;",
      "CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT 'END;'; DELETE FROM t; END; SELECT x'00', x'0;', 1e+5;",
      "EXPLAIN /**/ CREATE TEMP TRIGGER r BEGIN SELECT 1; END;;; SELECT 1 -- end", "SELECT '\n;\n", "SELECT 1 /*/;*/;2",
      "\u{FEFF};\u{0B};\u{FEFF}/*", "SELECT a--\n;'", "ä;ö'ü;'", "SELECT 1 /", "SELECT 1 /* x *",
    ]
    for text in texts {
      let bytes = Array(text.utf8)
      let whole = SQLScript(text).map(\.sql)
      for size in 1...bytes.count {
        var reader = SQLStatementReader()
        var found: [String?] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
          reader.append(bytes[start..<min(start + size, bytes.count)])
          while let statement = reader.next() { found.append(statement.sql) }
        }
        reader.finish()
        while let statement = reader.next() { found.append(statement.sql) }
        #expect(found == whole, "in parts of \(size): \(text)")
      }
    }
  }
}
