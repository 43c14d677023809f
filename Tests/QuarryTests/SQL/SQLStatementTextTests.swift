import Quarry
import QuarryMemory
import Testing

/// What a text tells of its first statement is what the engine finds when it prepares it.
@Suite struct SQLStatementTextTests {
  private static let statements: [(sql: String, verb: SQLVerb, changesConnection: Bool)] = [
    ("SELECT ';' AS \"a;b\", ?2, :a, @b, $c, ?, :a", .select, false), ("VALUES (1), (?)", .select, false),
    ("WITH t AS (SELECT 'delete') SELECT replace(a, 'x', ?) FROM m, t", .select, false),
    ("WITH t AS (SELECT 1) INSERT INTO m SELECT * FROM t", .insert, false),
    ("REPLACE INTO m VALUES (?)", .insert, false),
    ("UPDATE m SET a = :é WHERE a = :e\u{301}", .update, false), ("DELETE FROM m", .delete, false),
    ("CREATE TABLE n (a)", .create, false), ("CREATE TEMP TABLE n (a)", .create, true),
    ("CREATE TRIGGER r AFTER INSERT ON m BEGIN DELETE FROM m; SELECT 1; END", .create, false),
    ("CREATE TEMPORARY VIEW w AS SELECT 1", .create, true), ("ALTER TABLE m ADD COLUMN b", .alter, false),
    ("DROP TABLE m", .drop, false), ("REINDEX", .reindex, false), ("ANALYZE", .analyze, false),
    ("VACUUM", .vacuum, false), ("BEGIN", .beginDeferred, false), ("BEGIN IMMEDIATE", .beginNow, false),
    ("COMMIT", .commit, false), ("ROLLBACK", .rollback, false), ("SAVEPOINT \"begin\"", .savepoint, false),
    ("RELEASE s", .release, false), ("ROLLBACK TO s", .rollbackTo, false), ("PRAGMA table_info(m)", .pragma, false),
    ("PRAGMA cache_size", .pragma, false), ("PRAGMA cache_size = 7", .pragma, true),
    ("PRAGMA main.foreign_keys(on)", .pragma, true), ("PRAGMA user_version = 7", .pragma, false),
    ("ATTACH ':memory:' AS o", .attach, true), ("EXPLAIN DELETE FROM m", .delete, false),
  ]

  @Test(arguments: ["", " \n", "-- one; two\n", "/* ; */ ", ";; ", "\u{FEFF}"], ["", ";", " ; SELECT 9"])
  func engineAgrees(_ before: String, _ after: String) throws {
    let connection = try MemoryDriver().openSynchronously(.writer)
    defer { connection.closeSynchronously() }
    func prepared(_ sql: String) throws -> PreparedStatement<SQLiteStatementOfEngine> {
      try #require(try connection.prepareSynchronously(sql))
    }
    // With an index, so that REINDEX has something to write.
    let table = try prepared("CREATE TABLE m (a UNIQUE)").statement
    try table.start([])
    _ = try table.stepSynchronously(into: SQLRowBatch(), limit: 1)
    table.finalize()
    for (sql, verb, changesConnection) in Self.statements {
      let text = try #require(SQLStatementText(firstOf: before + sql + after))
      #expect(text.verb == verb && text.changesConnection == changesConnection, "\(sql)")
      #expect(text.isExplained == sql.hasPrefix("EXPLAIN"), "\(sql)")
      let found = try prepared(before + sql + after)
      defer { found.statement.finalize() }
      #expect(found.byteCount == text.sql.utf8.count, "\(sql)")
      #expect((before + sql + after).hasPrefix(text.sql), "\(sql)")
      let names = found.statement.parameterNames.map { $0.map { Array($0.utf8) } }
      #expect(text.parameterNames.map { $0.map { Array($0.utf8) } } == names, "\(sql)")
      // Where the text cannot tell, it does not guess.
      if let isReadOnly = text.isReadOnly { #expect(isReadOnly == found.statement.isReadOnly, "\(sql)") }
    }
  }

  @Test(arguments: ["", " ", ";;", "-- only words", "/* open"]) func nothing(_ text: String) {
    #expect(SQLStatementText(firstOf: text) == nil)
  }

  @Test func whatOnlyAnEngineKnows() throws {
    for sql in ["SELEC 1", "EXPLAIN SELECT 1", "PRAGMA user_version = 1", "ATTACH 'a' AS b"] {
      let text = try #require(SQLStatementText(firstOf: sql))
      #expect(text.isReadOnly == nil, "\(sql)")
    }
  }
}

private typealias SQLiteStatementOfEngine = MemoryDriver.Connection.Statement
