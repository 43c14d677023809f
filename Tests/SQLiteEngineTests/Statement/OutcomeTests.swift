import CQuarrySQLite
import Foundation
import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

/// What a failed statement is said to have done, against what it has done: causes times statements times transactions, on
/// every library there is.
@Suite("Outcomes of failed statements")
struct OutcomeTests {
  /// What makes a row fail, and the table `s` whose last row does.
  struct Cause: Sendable, CustomTestStringConvertible {
    var name: String
    var setup: String
    /// The expression over `x` that fails for the last row.
    var expression: String
    var testDescription: String { name }
  }

  private static let two = "CREATE TABLE s (x); INSERT INTO s VALUES (1), (2), (-9223372036854775808);"
  private static let big = "CREATE TABLE s (x); INSERT INTO s VALUES ('a'), ('b'), (zeroblob(1500));"

  static let causes = [
    Cause(name: "function", setup: two, expression: "abs(x)"),
    Cause(name: "value too big", setup: big, expression: "x || x"),
    Cause(name: "aggregate", setup: two, expression: "(SELECT sum(y) FROM (SELECT x AS y UNION ALL SELECT -1))"),
    Cause(name: "LIMIT", setup: two, expression: "(SELECT 5 LIMIT (CASE x WHEN 2 THEN 'z' ELSE 1 END))"),
    Cause(name: "nothing", setup: two, expression: "x"),
  ]

  /// Tables and triggers around `t`.
  static let tables = [
    "CREATE TABLE t (a)",
    "CREATE TABLE t (a UNIQUE)",
    "CREATE TABLE t (a); CREATE TABLE u (b); CREATE TRIGGER r AFTER INSERT ON t BEGIN INSERT INTO u VALUES (1); END",
    "CREATE TABLE t (a UNIQUE); CREATE TABLE u (b); CREATE TRIGGER r BEFORE INSERT ON t BEGIN INSERT INTO u VALUES (1); END",
    "CREATE TABLE t (a); CREATE TRIGGER r AFTER INSERT ON t BEGIN INSERT INTO t VALUES (1); END;"
      + "PRAGMA recursive_triggers = 1",
    "CREATE TABLE t (a); CREATE TRIGGER r AFTER INSERT ON t WHEN new.a = 2 BEGIN SELECT RAISE(FAIL, 'no'); END",
    "CREATE TABLE t (a); CREATE TRIGGER r AFTER INSERT ON t WHEN new.a = 2 BEGIN SELECT RAISE(ABORT, 'no'); END",
    "CREATE TABLE t (a); CREATE TRIGGER r AFTER INSERT ON t WHEN new.a = 2 BEGIN SELECT RAISE(ROLLBACK, 'no'); END",
    "CREATE TABLE t (a PRIMARY KEY) WITHOUT ROWID",
    "CREATE TABLE t (a INTEGER PRIMARY KEY)",
    "CREATE TABLE t (a CHECK (a <> 2))",
  ]

  /// Statements; `@E` stands for the expression.
  static let statements = [
    "INSERT INTO t SELECT @E FROM s", "INSERT OR FAIL INTO t SELECT @E FROM s",
    "INSERT OR REPLACE INTO t SELECT @E FROM s",
    "INSERT OR IGNORE INTO t SELECT @E FROM s", "INSERT INTO t SELECT @E FROM s UNION ALL SELECT 1",
    "INSERT OR FAIL INTO t SELECT @E FROM s UNION ALL SELECT 1",
    "INSERT INTO t VALUES ((SELECT max(@E) FROM s))",
    "INSERT INTO t SELECT x FROM s; UPDATE t SET a = (SELECT @E FROM s)",
    "INSERT INTO t SELECT x FROM s; UPDATE t SET a = (SELECT @E FROM (SELECT t.a AS x))",
    "INSERT INTO t SELECT x FROM s; UPDATE OR FAIL t SET a = CASE a WHEN 2 THEN -99 ELSE a - 100 END",
    "INSERT INTO t SELECT x FROM s; DELETE FROM t WHERE (SELECT @E FROM (SELECT t.a AS x)) IS NOT NULL",
    "CREATE TABLE made AS SELECT @E AS c FROM s", "CREATE VIRTUAL TABLE made USING nothing_of_the_kind (x)",
    "CREATE INDEX made ON s (abs(x))", "CREATE UNIQUE INDEX made ON s (typeof(x))",
  ]

  @Test("What is called not applied has left nothing, and what is called applied has left something", arguments: causes)
  func toldOutcomes(_ cause: Cause) throws {
    var failures = 0
    for library in Installed.all + CachedEngine.libraries {
      for table in Self.tables {
        for statement in Self.statements {
          for isInside in [true, false] {
            failures += try check(library, cause, table, statement, isInside: isInside)
          }
        }
      }
    }
    #expect(failures > 50)
  }

  private func check(
    _ library: SQLiteLibrary, _ cause: Cause, _ table: String, _ statement: String, isInside: Bool
  ) throws -> Int {
    let connection = try library.openMemory()
    _ = library.api.pointee.limit(connection.engineHandle, 0, 2000)
    try connection.execute(cause.setup + table)
    if isInside { try connection.execute("BEGIN; INSERT INTO s SELECT 77 WHERE 0") }
    var parts = statement.split(separator: ";").map(String.init)
    let last = parts.removeLast().replacing("@E", with: cause.expression)
    // What comes before may fail, too; it is not what is looked at.
    for part in parts { _ = try? connection.execute(part) }
    let wasInside = connection.transactionStatus == .active
    let before = try content(connection)
    let what: Comment = "\(library.version) \(table) | \(last) | \(isInside ? "inside" : "alone")"
    do throws(DatabaseError) {
      guard let prepared = try connection.prepareSynchronously(last) else { return 0 }
      defer { prepared.statement.finalize() }
      try prepared.statement.start([])
      let batch = SQLRowBatch()
      batch.removeAllRows(columnCount: 0)
      _ = try prepared.statement.stepSynchronously(into: batch, limit: 10)
      return 0
    } catch {
      // What ends the whole transaction takes back more than the statement, which the error says otherwise.
      if wasInside, connection.transactionStatus == .idle {
        #expect(error.isTransactionOpen == false, what)
        return 1
      }
      let hasStayed = try content(connection) != before
      switch error.outcome {
      case .notApplied: #expect(!hasStayed, "\(what): \(error)")
      case .applied: #expect(hasStayed, "\(what): \(error)")
      case .unknown: break
      }
      return 1
    }
  }

  private func content(_ connection: SQLiteConnection) throws -> [[SQLValue]] {
    var rows = try connection.rows("SELECT name, sql FROM sqlite_master ORDER BY 1")
    for table in ["s", "t", "u", "made"] {
      rows += (try? connection.rows("SELECT '\(table)', * FROM \(table) ORDER BY 2")) ?? []
    }
    return rows
  }

  @Test("Triggers nested too deep are too big a statement, whatever the engine calls it, and may have left rows")
  func depthOfTriggers() throws {
    for library in Installed.all + CachedEngine.libraries {
      let connection = try library.openMemory()
      try connection.execute(Self.tables[4])
      try connection.execute("BEGIN")
      let error = try databaseError { try connection.execute("INSERT INTO t VALUES (1)") }
      #expect(error.code == .tooBig, "\(library.version): \(error)")
      #expect(error.outcome != .notApplied, "\(library.version)")
      #expect(try connection.value("SELECT count(*) > 0 FROM t") == 1)
    }
  }

  @Test("A module that is not there leaves nothing, and the error says so, also inside a transaction")
  func missingModule() throws {
    for library in Installed.all + CachedEngine.libraries {
      let connection = try library.openMemory()
      try connection.execute("BEGIN")
      let error = try databaseError { try connection.execute("CREATE VIRTUAL TABLE v USING nothing_of_the_kind (x)") }
      #expect(error.code == .noSuchObject)
      #expect(error.outcome == .notApplied, "\(library.version)")
      #expect(!"\(error)".contains("unknown whether"))
      #expect(try connection.value("SELECT count(*) FROM sqlite_master") == 0)
      try connection.execute("COMMIT")
    }
  }
}
