import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

@Suite("SQLite connections: trace")
struct TraceTests {
  final class Log {
    var lines: [String] = []
  }

  @Test("S31: values are hidden unless asked for, and keys are always", arguments: Installed.all)
  func values(_ library: SQLiteLibrary) throws {
    let connection = try library.openMemory()
    let log = Log()
    try connection.execute("CREATE TABLE t (a, b)")
    let hidden = try connection.onTrace { log.lines.append($0.sql) }
    try connection.execute("INSERT INTO t VALUES (?, ?)", ["secret", 7])
    #expect(log.lines == ["INSERT INTO t VALUES (?, ?)"])
    connection.removeObserver(hidden)
    let shown = try connection.onTrace(includesValues: true) { log.lines.append($0.sql) }
    try connection.execute("INSERT INTO t VALUES (?, ?)", ["told", 8])
    #expect(log.lines.last == "INSERT INTO t VALUES ('told', 8)")
    _ = try? connection.execute("ATTACH ':memory:' AS x KEY 'open sesame'")
    #expect(!log.lines.joined().contains("sesame"))
    connection.removeObserver(shown)
    let count = log.lines.count
    try connection.execute("SELECT 1")
    #expect(log.lines.count == count)
  }

  @Test("Each statement is reported once, with its duration", arguments: Installed.all)
  func once(_ library: SQLiteLibrary) throws {
    let connection = try library.openMemory()
    let log = Log()
    try connection.execute(
      "CREATE TABLE t (a); CREATE TRIGGER x AFTER INSERT ON t BEGIN DELETE FROM t WHERE a = 99; END")
    try connection.onTrace {
      log.lines.append($0.sql)
      #expect($0.duration > .zero)
    }
    try connection.onTrace { _ in log.lines.append("second") }
    try connection.execute("INSERT INTO t VALUES (1)")
    #expect(log.lines.sorted() == ["INSERT INTO t VALUES (1)", "second"])
  }

  @Test(
    "S31, S32: a key as SQL is refused before the engine sees it",
    arguments: [
      "PRAGMA key = 'k'", "/* x */ pragma main . rekey('k')", "EXPLAIN PRAGMA \"hexkey\" = 'k'", "; PRAGMA key='k'",
    ])
  func keyAsSQL(_ sql: String) throws {
    for library in Installed.all {
      let connection = try library.openMemory()
      let error = try databaseError { try connection.execute(sql) }
      #expect(error.code == .misuse)
      #expect(!error.description.contains("'k'"))
      #expect(try connection.value("SELECT 1") == 1)
    }
  }

  @Test("An error does not repeat the key of an ATTACH", arguments: Installed.all)
  func attachError(_ library: SQLiteLibrary) throws {
    let connection = try library.openMemory()
    let error = try databaseError { try connection.execute("ATTACH '/none/x.db' AS x KEY 'open sesame'") }
    #expect(!error.description.contains("sesame"))
  }

  @Test("S28: closing lets the observers go", arguments: Installed.all)
  func released(_ library: SQLiteLibrary) throws {
    weak var weakLog: Log?
    let connection = try library.openMemory()
    do {
      let log = Log()
      weakLog = log
      try connection.onTrace { log.lines.append($0.sql) }
      try connection.onRowChange { log.lines.append($0.table) }
      try connection.onCommittedChanges { log.lines.append("\($0.count)") }
      try connection.onCommit {
        log.lines.append("commit")
        return true
      }
      try connection.onRollback { log.lines.append("rollback") }
      try connection.onLogWrite { log.lines.append($0.schema) }
      try connection.setAuthorizer { _ in log.lines.isEmpty ? .allow : .allow }
      try connection.setProgressHandler { log.lines.count >= 0 }
      try connection.setBusyHandler { _ in log.lines.isEmpty }
      try connection.addFunction("f") { _ in .integer(Int64(log.lines.count)) }
      try connection.addCollation("c") { _, _ in log.lines.isEmpty ? .same : .before }
    }
    #expect(weakLog != nil)
    connection.closeSynchronously()
    #expect(weakLog == nil)
  }
}
