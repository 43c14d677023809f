import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

@Suite("SQLite connections: functions and collations")
struct SwiftFunctionTests {
  @Test("A scalar function gets and gives every kind of value", arguments: Installed.all)
  func scalar(_ library: SQLiteLibrary) throws {
    let connection = try library.openMemory()
    try connection.addFunction("same", argumentCount: 1, options: [.deterministic, .innocuous]) { $0[0] }
    try connection.addFunction("arity") { .integer(Int64($0.count)) }
    for value in StatementTests.values {
      #expect(try connection.value("SELECT same(?)", [value]).isIdentical(to: value))
    }
    #expect(try connection.value("SELECT arity(1, 'a', NULL)") == 3)
    #expect(try connection.value("SELECT arity()") == 0)
    try connection.execute("CREATE TABLE t (a); CREATE INDEX i ON t (same(a))")
    #expect(try databaseError { _ = try connection.value("SELECT same(1, 2)") }.code == .syntax)
    try connection.removeFunction("arity")
    #expect(try databaseError { _ = try connection.value("SELECT arity()") }.code == .noSuchObject)
  }

  struct Refusal: Error, Equatable {}

  @Test("An error of a function fails the statement and stays behind it", arguments: Installed.all)
  func errors(_ library: SQLiteLibrary) throws {
    let connection = try library.openMemory()
    try connection.addFunction("refuse", argumentCount: 0) { _ in throw Refusal() }
    try connection.addFunction("explain", argumentCount: 0) { _ in throw SQLiteFunctionError("not today") }
    let error = try databaseError { _ = try connection.value("SELECT refuse()") }
    #expect(error.code == .statementFailed)
    #expect(error.underlying as? Refusal == Refusal())
    let explained = try databaseError { _ = try connection.value("SELECT explain()") }
    #expect(explained.message == "not today")
    #expect(try databaseError { _ = try connection.value("SELECT nothing") }.underlying == nil)
    #expect(try connection.value("SELECT 1") == 1)
    let text = try databaseError { _ = try connection.value("SELECT explain(), CAST(x'ff' AS TEXT)") }
    #expect(text.code == .statementFailed)
    try connection.addFunction("echo", argumentCount: 1) { $0[0] }
    #expect(
      try databaseError { _ = try connection.value("SELECT echo(CAST(x'ff' AS TEXT))") }.message.contains("UTF-8"))
    #expect(try databaseError { try connection.addFunction("a\0b") { _ in .null } }.code == .invalidQuery)
  }

  @Test("An aggregate has a state for each group, and a result for no rows", arguments: Installed.all)
  func aggregate(_ library: SQLiteLibrary) throws {
    let connection = try library.openMemory()
    try connection.addAggregate("joined", argumentCount: 1, initial: [String]()) { state, arguments in
      if case .text(let text) = arguments[0] { state.append(text) }
      if case .integer = arguments[0] { throw SQLiteFunctionError("texts only") }
    } result: {
      .text($0.joined(separator: "+"))
    }
    try connection.execute("CREATE TABLE t (g, v); INSERT INTO t VALUES (1, 'a'), (2, 'b'), (1, 'c')")
    #expect(try connection.rows("SELECT g, joined(v) FROM t GROUP BY g ORDER BY g") == [[1, "a+c"], [2, "b"]])
    #expect(try connection.value("SELECT joined(v) FROM t WHERE 0") == "")
    try connection.execute("INSERT INTO t VALUES (3, 5)")
    let error = try databaseError { _ = try connection.rows("SELECT joined(v) FROM t") }
    #expect(error.message == "texts only")
    // Abandoned in the middle.
    let statement = try #require(
      try connection.prepareSynchronously("SELECT g, joined(v) FROM t WHERE g < 3 GROUP BY g")
    ).statement
    try statement.start([])
    let batch = SQLRowBatch()
    batch.removeAllRows(columnCount: 2)
    _ = try statement.stepSynchronously(into: batch, limit: 1)
    statement.finalize()
  }

  @Test("A window function goes forward and back, where the engine has them", arguments: Installed.all)
  func window(_ library: SQLiteLibrary) throws {
    let connection = try library.openMemory()
    func number(_ arguments: [SQLValue]) -> Int64 {
      if case .integer(let number) = arguments[0] { number } else { 0 }
    }
    let add = {
      try connection.addWindowFunction("mysum", argumentCount: 1, initial: Int64(0)) { state, arguments in
        state += number(arguments)
      } inverse: { state, arguments in
        state -= number(arguments)
      } result: {
        .integer($0)
      }
    }
    guard library.versionNumber >= 3_025_000 else {
      #expect(try databaseError { try add() }.code == .unsupportedFeature)
      return
    }
    try add()
    let sums = try connection.rows(
      """
      WITH t (a) AS (VALUES (1), (2), (3), (4))
      SELECT mysum(a) OVER (ORDER BY a ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM t
      """)
    #expect(sums == [[1], [3], [5], [7]])
    #expect(try connection.value("SELECT mysum(column1) FROM (VALUES (1), (2))") == 3)
  }

  @Test("A collation orders texts, until it is removed", arguments: Installed.all)
  func collation(_ library: SQLiteLibrary) throws {
    let connection = try library.openMemory()
    try connection.addCollation("by_length") { left, right in
      left.count == right.count ? .same : left.count < right.count ? .before : .after
    }
    let sql = "WITH t (a) AS (VALUES ('ccc'), ('a'), ('bb'), ('')) SELECT a FROM t ORDER BY a COLLATE by_length"
    #expect(try connection.rows(sql) == [[""], ["a"], ["bb"], ["ccc"]])
    try connection.removeCollation("by_length")
    #expect(try databaseError { _ = try connection.rows(sql) }.code == .noSuchObject)
  }
}
