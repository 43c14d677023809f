import Quarry
import QuarryMemory
import QuarrySQLite
import Testing
import TestSupport

/// How statements are told apart, and their errors.
@Suite("Defects: statements and the classes of their errors")
struct StatementTests {
  @Test("A statement that explains a change, or a PRAGMA that may change the file, runs on the writer")
  func explaining() async throws {
    let folder = try TemporaryFolder()
    let database = try await LocalDriver.sqlite.database(in: folder)
    try await database.execute("CREATE TABLE t(a)")
    for text in [
      "EXPLAIN DELETE FROM t", "EXPLAIN QUERY PLAN UPDATE t SET a = 1 WHERE a = 2", "PRAGMA journal_mode",
      "PRAGMA user_version(5)", "PRAGMA user_version", "PRAGMA table_info(t)", "PRAGMA main.wal_checkpoint",
    ] {
      let rows = try await database.fetchAll(SQLFragment(raw: text).rows())
      #expect(rows.isEmpty == (text == "PRAGMA user_version(5)"), "\(text)")
    }
    let version = try await database.fetchOne(("PRAGMA user_version" as SQLFragment).values(Int64.self))
    #expect(version == 5)
    await database.close()
  }

  @Test(
    "RESTRICT reports a foreign key, although the engine's code is that of a trigger", arguments: LocalDriver.engines)
  func restrict(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try place.context(in: folder)
    try context.execute("CREATE TABLE p(id INTEGER PRIMARY KEY)")
    try context.execute("CREATE TABLE c(p REFERENCES p(id) ON DELETE RESTRICT)")
    try context.execute("INSERT INTO p VALUES (1)")
    try context.execute("INSERT INTO c VALUES (1)")
    let error = try databaseError { try context.execute("DELETE FROM p") }
    #expect(error.code == .constraintForeignKey)
    #expect(error.engineCode?.rawValue == 1811)
  }

  @Test("A text that ends too early is told apart from a wrong one", arguments: LocalDriver.engines)
  func incomplete(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try place.context(in: folder)
    for text in ["SELECT", "SELECT 1 FROM", "CREATE TABLE t(", "SELECT 1 + -- comment", "INSERT INTO t VALUES (1,"] {
      let error = try databaseError { try context.execute(SQLFragment(raw: text)) }
      #expect(error.code == .incompleteStatement, "\(text)")
      #expect(DatabaseError.Code.syntax ~= error.code)
    }
    for text in ["SELECT 1 FROM FROM", "SELECT )", "CREATE TABLE (", "SELECT 1 1", "SELECT 'open"] {
      let error = try databaseError { try context.execute(SQLFragment(raw: text)) }
      #expect(error.code == .syntax, "\(text)")
    }
  }

  @Test("Statements that parse and make no sense are syntax errors; missing names are missing objects")
  func classes() throws {
    let context = try LocalDriver.memory.context(in: try TemporaryFolder())
    try context.execute("CREATE TABLE t(a, b)")
    for (text, code) in [
      ("SELECT 1 ORDER BY 2", DatabaseError.Code.syntax), ("SELECT (SELECT 1, 2)", .syntax),
      ("SELECT a FROM t GROUP BY count(*)", .syntax), ("VALUES (1), (1, 2)", .syntax), ("SELECT *", .syntax),
      ("SELECT a FROM t HAVING count(*) > 1", .syntax), ("SELECT abs(a) OVER () FROM t", .syntax),
      ("SELECT (1, 2)", .syntax), ("INSERT INTO t(nope) VALUES (1)", .noSuchObject),
      ("SELECT a, row_number() OVER w FROM t", .noSuchObject), ("REINDEX nope", .noSuchObject),
    ] {
      let error = try databaseError { try context.execute(SQLFragment(raw: text)) }
      #expect(error.code == code, "\(text): \(error)")
    }
  }

  @Test(
    "A description is one line, also when the engine repeats a token with a line break", arguments: LocalDriver.engines)
  func singleLine(_ place: LocalDriver) throws {
    let context = try place.context(in: try TemporaryFolder())
    let error = try databaseError { try context.execute("SELECT 'a\nb\r\nc") }
    #expect(!error.description.contains { $0.isNewline })
    #expect(error.description.hasSuffix("[syntax 1]"))
  }

  @Test(
    "An error after which the engine keeps rows in the transaction does not say that nothing stayed",
    arguments: LocalDriver.engines)
  func rowsLeft(_ place: LocalDriver) throws {
    let folder = try TemporaryFolder()
    let context = try place.context(in: folder)
    defer { context.close() }
    try context.executeScript(
      """
      CREATE TABLE s(x); INSERT INTO s VALUES (1), (2), (3); CREATE TABLE t(a);
      CREATE TRIGGER again AFTER INSERT ON t WHEN new.a > 9 BEGIN INSERT INTO t VALUES (new.a + 1); END;
      PRAGMA recursive_triggers = 1;
      """)
    try context.transaction {
      for text in [
        "INSERT INTO t SELECT abs(CASE x WHEN 3 THEN -9223372036854775807 - 1 ELSE x END) FROM s",
        "INSERT INTO t VALUES (10)",
      ] {
        let before = try context.fetchCount(("SELECT a FROM t" as SQLFragment).rows())
        let error = try databaseError { try context.execute(SQLFragment(raw: text)) }
        let count = try context.fetchCount(("SELECT a FROM t" as SQLFragment).rows())
        #expect(count == before || error.outcome == .unknown, "\(text)")
        #expect(error.isTransactionOpen == true)
      }
    }
    // Outside of a transaction the engine undoes the statement as a whole.
    try context.execute("DELETE FROM t")
    let error = try databaseError { try context.execute("INSERT INTO t VALUES (10)") }
    #expect(error.outcome == .notApplied)
    #expect(try context.fetchCount(("SELECT a FROM t" as SQLFragment).rows()) == 0)
  }
}
