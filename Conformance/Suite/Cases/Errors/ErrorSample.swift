import Quarry

/// A statement that fails, with its class and its extended code.
struct ErrorSample: Sendable {
  let sql: String
  let code: DatabaseError.Code
  let extended: Int32

  init(_ sql: String, _ code: DatabaseError.Code, _ extended: Int32 = 1) {
    self.sql = sql
    self.code = code
    self.extended = extended
  }

  /// The tables of the samples.
  static let schema = [
    "CREATE TABLE t(a, b)", "CREATE TABLE u(a, c)",
    "CREATE TABLE pair_of(left_part, right_part, UNIQUE(left_part, right_part))",
    "CREATE TABLE s(id INTEGER PRIMARY KEY, u UNIQUE, n NOT NULL, c CHECK(c > 0), CONSTRAINT \"c is small\" CHECK(c < 100))",
    "CREATE TABLE text_key(k TEXT PRIMARY KEY)", "CREATE TABLE no_rowid(x, y, PRIMARY KEY(x, y)) WITHOUT ROWID",
    "CREATE TABLE p(id INTEGER PRIMARY KEY)", "CREATE TABLE child(p REFERENCES p(id))",
    "CREATE TABLE guarded(a)", "CREATE TABLE mismatched(x REFERENCES u(a))",
    "CREATE TRIGGER guard BEFORE DELETE ON guarded BEGIN SELECT RAISE(ABORT, 'kept: it''s so'); END",
    "INSERT INTO pair_of VALUES (1, 1)", "INSERT INTO s VALUES (1, 1, 1, 1)", "INSERT INTO text_key VALUES ('k')",
    "INSERT INTO no_rowid VALUES (1, 1)", "INSERT INTO guarded VALUES (1)", "INSERT INTO p VALUES (1)",
    "INSERT INTO child VALUES (1)",
  ]

  static let syntax = [
    ErrorSample("SELEC 1", .syntax), ErrorSample("SELECT 1 1", .syntax), ErrorSample("SELECT )", .syntax),
    ErrorSample("SELECT * FORM t", .syntax), ErrorSample("INSERT t VALUES (1)", .syntax),
    ErrorSample("UPDATE t a = 1", .syntax), ErrorSample("DELETE t", .syntax), ErrorSample("CREATE TABLE (a)", .syntax),
    ErrorSample("SELECT count(DISTINCT *) FROM t", .syntax), ErrorSample("SELECT 1,, 2", .syntax),
    ErrorSample("DROP t", .syntax), ErrorSample("WHERE a = 1", .syntax),
  ]

  static let incomplete = [
    "SELECT", "SELECT 1 FROM", "SELECT 1,", "SELECT 1 +", "SELECT (1", "CREATE TABLE", "CREATE TABLE x(",
    "CREATE TABLE x(a,",
    "INSERT INTO t VALUES (", "INSERT INTO t VALUES (1), ", "UPDATE t SET", "DELETE FROM t WHERE",
    "SELECT 1 WHERE a IN (1, ",
    "SELECT * FROM t JOIN", "SELECT CASE WHEN 1 THEN 2", "WITH c AS (SELECT 1)", "EXPLAIN",
    "CREATE TRIGGER g AFTER INSERT ON t BEGIN SELECT 1;", "SELECT 1 FROM /* comment */", "SAVEPOINT",
  ].map { ErrorSample($0, .incompleteStatement) }

  static let tokens = [
    "SELECT 'open", "SELECT 'it''s open", "SELECT \"open", "SELECT [open", "SELECT `open", "SELECT ^ 1", "SELECT 1 ! 2",
    "SELECT x'0g'", "SELECT x'1'", "SELECT 12ab", "SELECT 1e", "SELECT @", "SELECT \\ 1", "SELECT { }",
  ].map { ErrorSample($0, .syntax) }

  static let missing: [(sample: ErrorSample, name: String)] = [
    (ErrorSample("SELECT a FROM nowhere", .noSuchObject), "nowhere"),
    (ErrorSample("INSERT INTO nowhere VALUES (1)", .noSuchObject), "nowhere"),
    (ErrorSample("UPDATE nowhere SET a = 1", .noSuchObject), "nowhere"),
    (ErrorSample("DELETE FROM nowhere", .noSuchObject), "nowhere"),
    (ErrorSample("DROP TABLE nowhere", .noSuchObject), "nowhere"),
    (ErrorSample("ALTER TABLE nowhere RENAME TO x", .noSuchObject), "nowhere"),
    (ErrorSample("CREATE INDEX i ON nowhere(a)", .noSuchObject), "nowhere"),
    (ErrorSample("SELECT a FROM t JOIN nowhere", .noSuchObject), "nowhere"),
    (ErrorSample("SELECT not_there FROM t", .noSuchObject), "not_there"),
    (ErrorSample("SELECT t.not_there FROM t", .noSuchObject), "not_there"),
    (ErrorSample("SELECT other.a FROM t", .noSuchObject), "other"),
    (ErrorSample("SELECT a FROM t WHERE not_there = 1", .noSuchObject), "not_there"),
    (ErrorSample("SELECT a FROM t ORDER BY not_there", .noSuchObject), "not_there"),
    (ErrorSample("INSERT INTO t(not_there) VALUES (1)", .noSuchObject), "not_there"),
    (ErrorSample("UPDATE t SET not_there = 1", .noSuchObject), "not_there"),
    (ErrorSample("CREATE INDEX i ON t(not_there)", .noSuchObject), "not_there"),
    (ErrorSample("SELECT undefined(1)", .noSuchObject), "undefined"),
    (ErrorSample("SELECT a FROM t WHERE undefined(a)", .noSuchObject), "undefined"),
    (ErrorSample("CREATE VIRTUAL TABLE v USING unknown_module(a)", .noSuchObject), "unknown_module"),
    (ErrorSample("DROP INDEX nowhere", .noSuchObject), "nowhere"),
    (ErrorSample("DROP VIEW nowhere", .noSuchObject), "nowhere"),
    (ErrorSample("DROP TRIGGER nowhere", .noSuchObject), "nowhere"),
    (ErrorSample("SELECT * FROM elsewhere.t", .noSuchObject), "elsewhere"),
    (ErrorSample("PRAGMA elsewhere.user_version", .noSuchObject), "elsewhere"),
    (ErrorSample("SELECT a FROM t INDEXED BY nowhere", .noSuchObject), "nowhere"),
  ]

  static let nonsense = [
    ErrorSample("SELECT a FROM t, u", .syntax), ErrorSample("SELECT abs()", .syntax),
    ErrorSample("SELECT abs(1, 2)", .syntax),
    ErrorSample("INSERT INTO t VALUES (1)", .syntax), ErrorSample("SELECT 1 UNION SELECT 1, 2", .syntax),
    ErrorSample("SELECT a FROM t WHERE count(*) > 1", .syntax), ErrorSample("SELECT (SELECT 1, 2)", .syntax),
    ErrorSample("SELECT 1 ORDER BY 2", .syntax), ErrorSample("SELECT (1, 2)", .syntax),
    ErrorSample("SELECT *", .syntax),
  ]

  static let running = [
    ErrorSample("SELECT abs(-9223372036854775807 - 1)", .statementFailed),
    ErrorSample("SELECT sum(x) FROM (SELECT 9223372036854775807 AS x UNION ALL SELECT 1)", .statementFailed),
    ErrorSample("SELECT 'a' LIKE 'b' ESCAPE 'cc'", .statementFailed),
    ErrorSample("SELECT zeroblob(2000000000)", .tooBig, 18), ErrorSample("SELECT 1 LIMIT 'x'", .mismatch, 20),
    ErrorSample("INSERT INTO s VALUES ('x', 2, 1, 1)", .mismatch, 20),
  ]

  static let violations = [
    ErrorSample("INSERT INTO s VALUES (2, 1, 1, 1)", .constraintUnique, 2067),
    ErrorSample("INSERT INTO pair_of VALUES (1, 1)", .constraintUnique, 2067),
    ErrorSample("INSERT INTO s VALUES (1, 2, 1, 1)", .constraintPrimaryKey, 1555),
    ErrorSample("INSERT INTO text_key VALUES ('k')", .constraintPrimaryKey, 1555),
    ErrorSample("INSERT INTO no_rowid VALUES (1, 1)", .constraintPrimaryKey, 1555),
    ErrorSample("INSERT INTO t(rowid, a) VALUES (9, 1), (9, 1)", .constraintPrimaryKey, 2579),
    ErrorSample("INSERT INTO s VALUES (2, 2, NULL, 1)", .constraintNotNull, 1299),
    ErrorSample("INSERT INTO s VALUES (2, 2, 1, 0)", .constraintCheck, 275),
    ErrorSample("INSERT INTO child VALUES (77)", .constraintForeignKey, 787),
    ErrorSample("DELETE FROM p", .constraintForeignKey, 787),
    ErrorSample("DELETE FROM guarded", .constraintTrigger, 1811),
  ]

  /// All samples.
  static let all = syntax + incomplete + tokens + missing.map(\.sample) + nonsense + running + violations
}
