import Quarry

extension ErrorCases {
  /// The engine's own messages.
  static let texts: [ConformanceCase] = [
    ConformanceCase(
      "ERR-25", "SQLite's messages arrive word for word", .driver(.sqlite), "https://sqlite.org/c3ref/errcode.html",
      "The message MUST be the engine's own, where it needs no advice."
    ) { test in
      let database = try await test.database(holding: ErrorSample.schema)
      for (sql, text) in messages {
        let error = await failure(of: sql, database)
        test.expectEqual(error?.message, text, "the message of \(sql)")
      }
      for length in [100, 128, 256, 1000] {
        let name = String(repeating: "x", count: length) + "_end"
        let column = await failure(of: "SELECT \(name)", database)
        test.expectEqual(column?.message, "no such column: \(name)", "a message of more than \(length) bytes")
        let table = await failure(of: "SELECT * FROM \(name)", database)
        test.expectEqual(table?.message, "no such table: \(name)", "a message about a table of \(length) bytes")
      }
    },
    ConformanceCase(
      "ERR-26", "a CHECK message has the table's name before 3.34.0, and the expression or name since",
      .driver(.sqlite),
      "https://sqlite.org/releaselog/3_34_0.html", "The text MUST be the one of the engine's version."
    ) { test in
      let isNew = test.engine.version >= EngineVersion(3, 34, 0)
      let database = try await test.database(holding: [
        "CREATE TABLE t(a CHECK(a > 0), b CHECK (b<>a  OR b IS NULL), c, CONSTRAINT \"c is small\" CHECK(c < 10))"
      ])
      for (sql, text) in [
        ("INSERT INTO t VALUES (0, 1, 1)", isNew ? "a > 0" : "t"),
        ("INSERT INTO t VALUES (1, 1, 1)", isNew ? "b<>a  OR b IS NULL" : "t"),
        ("INSERT INTO t VALUES (1, 2, 10)", "c is small"),
      ] {
        let error = await test.expectError(.constraintCheck, extended: 275, database, SQLFragment(raw: sql))
        test.expectEqual(error?.message, "CHECK constraint failed: \(text)", "the message of \(sql)")
      }
    },
    ConformanceCase(
      "ERR-27", "the offset of an error counts bytes, also after characters of several bytes", .gated(.apiErrorOffset),
      "https://sqlite.org/c3ref/error_offset.html",
      "The offset MUST be that of the first byte of the token, and missing where the engine does not tell.",
      absent: { test in
        try await test.expectAbsence()
        try await checkOffsets(test, areKnown: false)
      }
    ) { test in
      try await checkOffsets(test, areKnown: true)
    },
  ]

  /// Returns the error of a statement, of any class.
  private static func failure(of sql: String, _ database: Database) async -> DatabaseError? {
    do {
      _ = try await database.fetchAll(SQLFragment(raw: sql).rows(readOnly: false))
      return nil
    } catch {
      return error as? DatabaseError
    }
  }

  private static func checkOffsets(_ test: CaseContext, areKnown: Bool) async throws {
    let database = try await test.database(holding: ErrorSample.schema)
    for (before, token, after) in [
      ("SELECT ", "not_there", " FROM t"), ("SELECT 'ö', ", "not_there", " FROM t"), ("SELECT ", "é", " FROM t"),
      ("SELECT '日本', a, ", "zzz", " FROM t"), ("SELECT 'ö' AS ü, ", "undefined", "(1)"),
      ("SELECT 1 /* é */ FRM ", "t", ""),
      ("SELECT a FROM t WHERE b = ", "é", ".c"), ("SELECT 'a', 'é', '😀' ", "1", ""), ("-- ümlaut\nSELECT 1 ", "2", ""),
      ("SELECT a,\n  b,\n  ", "qq", " FROM t"),
      ("SELECT b FROM t, u WHERE ", "a", " = 1"), ("SELECT ", "abs", "()"), ("PRAGMA ", "elsewhere", ".user_version"),
    ] {
      let sql = before + token + after
      let error = await failure(of: sql, database)
      test.expectEqual(error?.offset, areKnown ? before.utf8.count : nil, "the offset of \(token) in \(sql)")
    }
    for sql in [
      "SELECT a FROM nowhere", "SELECT 1 FROM", "INSERT INTO text_key VALUES ('k')", "INSERT INTO t VALUES (1)",
    ] {
      let error = await failure(of: sql, database)
      test.expectEqual(error?.offset, nil, "an error that has no place: \(sql)")
    }
  }

  /// Statements with the exact messages of SQLite 3.29.0 to 3.54.1.
  private static let messages: [(sql: String, text: String)] = [
    ("SELECT * FORM t", "near \"FORM\": syntax error"), ("SELEC 1", "near \"SELEC\": syntax error"),
    ("SELECT 1 1", "near \"1\": syntax error"), ("SELECT )", "near \")\": syntax error"),
    ("SELECT 1 FROM", "incomplete input"),
    ("SELECT 'open", "unrecognized token: \"'open\""), ("SELECT 12ab", "unrecognized token: \"12ab\""),
    ("SELECT x'0g'", "unrecognized token: \"x'0g'\""), ("SELECT a FROM nowhere", "no such table: nowhere"),
    ("SELECT * FROM elsewhere.t", "no such table: elsewhere.t"),
    ("CREATE INDEX i ON nowhere(a)", "no such table: main.nowhere"),
    ("SELECT not_there FROM t", "no such column: not_there"), ("SELECT other.a FROM t", "no such column: other.a"),
    ("UPDATE t SET not_there = 1", "no such column: not_there"),
    ("INSERT INTO t(not_there) VALUES (1)", "table t has no column named not_there"),
    ("SELECT undefined(1)", "no such function: undefined"),
    ("SELECT a FROM t ORDER BY a COLLATE unheard", "no such collation sequence: unheard"),
    ("CREATE VIRTUAL TABLE v USING unknown_module(a)", "no such module: unknown_module"),
    ("DROP INDEX nowhere", "no such index: nowhere"), ("DROP VIEW nowhere", "no such view: nowhere"),
    ("DROP TRIGGER nowhere", "no such trigger: nowhere"),
    ("PRAGMA elsewhere.user_version", "unknown database elsewhere"),
    ("SELECT a FROM t, u", "ambiguous column name: a"), ("SELECT abs()", "wrong number of arguments to function abs()"),
    ("SELECT a FROM t WHERE count(*) > 1", "misuse of aggregate function count()"),
    ("SELECT a FROM t GROUP BY count(*)", "aggregate functions are not allowed in the GROUP BY clause"),
    ("INSERT INTO t VALUES (1)", "table t has 2 columns but 1 values were supplied"),
    ("INSERT INTO t(a) VALUES (1, 2)", "2 values for 1 columns"),
    ("VALUES (1), (1, 2)", "all VALUES must have the same number of terms"),
    (
      "SELECT 1 UNION SELECT 1, 2",
      "SELECTs to the left and right of UNION do not have the same number of result columns"
    ),
    ("SELECT (SELECT 1, 2)", "sub-select returns 2 columns - expected 1"), ("SELECT (1, 2)", "row value misused"),
    ("SELECT 1 ORDER BY 2", "1st ORDER BY term out of range - should be between 1 and 1"),
    ("SELECT *", "no tables specified"),
    ("CREATE TABLE t(a)", "table t already exists"), ("CREATE TABLE x(a, a)", "duplicate column name: a"),
    ("CREATE TABLE x(a PRIMARY KEY, b PRIMARY KEY)", "table \"x\" has more than one primary key"),
    ("DROP VIEW t", "use DROP TABLE to delete table t"),
    ("DELETE FROM sqlite_master", "table sqlite_master may not be modified"),
    ("ALTER TABLE t ADD COLUMN a", "duplicate column name: a"),
    ("INSERT INTO s VALUES (2, 1, 1, 1)", "UNIQUE constraint failed: s.u"),
    ("INSERT INTO pair_of VALUES (1, 1)", "UNIQUE constraint failed: pair_of.left_part, pair_of.right_part"),
    ("INSERT INTO s VALUES (1, 2, 1, 1)", "UNIQUE constraint failed: s.id"),
    ("INSERT INTO s VALUES (2, 2, NULL, 1)", "NOT NULL constraint failed: s.n"),
    ("INSERT INTO s VALUES (2, 2, 1, 100)", "CHECK constraint failed: c is small"),
    ("INSERT INTO child VALUES (77)", "FOREIGN KEY constraint failed"), ("DELETE FROM guarded", "kept: it's so"),
    ("INSERT INTO mismatched VALUES (1)", "foreign key mismatch - \"mismatched\" referencing \"u\""),
    ("INSERT INTO s VALUES ('x', 2, 1, 1)", "datatype mismatch"),
    ("SELECT abs(-9223372036854775807 - 1)", "integer overflow"),
    ("SELECT zeroblob(2000000000)", "string or blob too big"), ("COMMIT", "cannot commit - no transaction is active"),
    ("ROLLBACK", "cannot rollback - no transaction is active"), ("RELEASE unheard", "no such savepoint: unheard"),
    ("SELECT 'a' LIKE 'b' ESCAPE 'cc'", "ESCAPE expression must be a single character"),
  ]
}
