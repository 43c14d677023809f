import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

@Suite("SQLite connections: changes")
struct ChangeTests {
  final class Log {
    var changes: [String] = []
    func add(_ change: SQLiteRowChange) { changes.append("\(change.kind) \(change.table) \(change.rowID)") }
    func take() -> [String] {
      defer { changes = [] }
      return changes
    }
  }

  static func open(_ library: SQLiteLibrary) throws -> SQLiteConnection {
    let connection = try library.openMemory()
    try connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, a UNIQUE); CREATE TABLE u (a)")
    return connection
  }

  @Test("S26: an observer that is removed is not called any more, and others still are", arguments: Installed.all)
  func removal(_ library: SQLiteLibrary) throws {
    let connection = try Self.open(library)
    let first = Log()
    let second = Log()
    let one = try connection.onRowChange { first.add($0) }
    let two = try connection.onRowChange { second.add($0) }
    try connection.execute("INSERT INTO t VALUES (1, 'a')")
    connection.removeObserver(one)
    connection.removeObserver(one)
    try connection.execute("UPDATE t SET a = 'b'")
    connection.removeObserver(two)
    try connection.execute("DELETE FROM t WHERE id = 1")
    #expect(first.take() == ["insert t 1"])
    #expect(second.take() == ["insert t 1", "update t 1"])
  }

  @Test("S27: a DELETE without condition reports each row, and DROP still drops", arguments: Installed.all)
  func truncate(_ library: SQLiteLibrary) throws {
    let connection = try Self.open(library)
    let log = Log()
    try connection.execute("INSERT INTO t VALUES (1, 'a'), (2, 'b')")
    let delete = try #require(try connection.prepareSynchronously("DELETE FROM t")).statement
    let id = try connection.onRowChange { log.add($0) }
    #expect(try delete.run().result.affectedRows == 2)
    #expect(log.take().sorted() == ["delete t 1", "delete t 2"])
    try connection.execute("CREATE VIEW v AS SELECT * FROM t; CREATE TEMP TABLE w (a); CREATE INDEX i ON u (a)")
    try connection.execute("DROP VIEW v; DROP TABLE w; DROP INDEX i; DROP TABLE u; DROP TABLE t")
    #expect(try connection.value("SELECT count(*) FROM sqlite_master") == 0)
    #expect(try connection.value("SELECT count(*) FROM sqlite_temp_master") == 0)
    connection.removeObserver(id)
  }

  @Test("S27: what is rolled back is never reported as committed", arguments: Installed.all)
  func committed(_ library: SQLiteLibrary) throws {
    let connection = try Self.open(library)
    let log = Log()
    try connection.onCommittedChanges { $0.forEach(log.add) }
    try connection.execute("INSERT INTO t VALUES (1, 'a'), (2, 'b')")
    #expect(log.take() == ["insert t 1", "insert t 2"])

    try connection.execute("BEGIN; DELETE FROM t; ROLLBACK")
    #expect(log.take().isEmpty)

    // A statement that fails in the middle, and one that is abandoned.
    try connection.execute("BEGIN; INSERT INTO t VALUES (3, 'c')")
    #expect(try databaseError { try connection.execute("INSERT INTO t VALUES (4, 'd'), (5, 'a')") }.code.isConstraint)
    try connection.execute(
      "SAVEPOINT one; INSERT INTO t VALUES (6, 'f'); SAVEPOINT \"Two\"; DELETE FROM t WHERE id = 1")
    try connection.execute("ROLLBACK TO savepoint two; INSERT INTO u VALUES (7); RELEASE two")
    try connection.execute(
      "SAVEPOINT three; INSERT INTO t VALUES (8, 'h'); ROLLBACK TRANSACTION TO three; RELEASE three")
    #expect(log.take().isEmpty)
    try connection.execute("COMMIT")
    #expect(log.take() == ["insert t 3", "insert t 6", "insert u 1"])
    #expect(try connection.value("SELECT count(*) FROM t") == 4)

    #expect(try databaseError { try connection.execute("INSERT INTO t VALUES (9, 'i'), (10, 'a')") }.code.isConstraint)
    #expect(log.take().isEmpty)
    try connection.execute("UPDATE t SET a = 'z' WHERE id = 1")
    #expect(log.take() == ["update t 1"])
  }

  @Test("Commit and rollback are reported, and a commit can be refused", arguments: Installed.all)
  func commitAndRollback(_ library: SQLiteLibrary) throws {
    let connection = try Self.open(library)
    let log = Log()
    var allows = true
    let commit = try connection.onCommit {
      log.changes.append("commit")
      return allows
    }
    try connection.onRollback { log.changes.append("rollback") }
    try connection.execute("INSERT INTO u VALUES (1)")
    try connection.execute("BEGIN; INSERT INTO u VALUES (2); ROLLBACK")
    #expect(log.take() == ["commit", "rollback"])
    allows = false
    let error = try databaseError { try connection.execute("INSERT INTO u VALUES (3)") }
    #expect(error.code.isConstraint)
    #expect(log.take() == ["commit", "rollback"])
    connection.removeObserver(commit)
    try connection.execute("INSERT INTO u VALUES (4)")
    #expect(try connection.rows("SELECT a FROM u") == [[1], [4]])
  }

  @Test("The authorizer sees what a statement would do, and denies it", arguments: Installed.all)
  func authorizer(_ library: SQLiteLibrary) throws {
    let connection = try Self.open(library)
    try connection.execute("INSERT INTO t VALUES (1, 'a')")
    var read: [String] = []
    try connection.setAuthorizer { action in
      if action.code == 20, let table = action.first, let column = action.second { read.append("\(table).\(column)") }
      if action.code == 9 { return .deny }
      return action.code == 20 && action.second == "a" ? .ignore : .allow
    }
    #expect(try connection.rows("SELECT id, a FROM t") == [[1, .null]])
    #expect(read.sorted() == ["t.a", "t.id"])
    #expect(try databaseError { try connection.execute("DELETE FROM t") }.code == .authorization)
    try connection.setAuthorizer(nil)
    #expect(try connection.rows("SELECT id, a FROM t") == [[1, "a"]])
  }

  @Test("The progress handler ends a statement", arguments: Installed.all)
  func progress(_ library: SQLiteLibrary) throws {
    let connection = try library.openMemory()
    var calls = 0
    try connection.setProgressHandler(every: 100) {
      calls += 1
      return calls < 10
    }
    let endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    #expect(try databaseError { _ = try connection.rows(endless) }.code == .interrupted)
    #expect(calls == 10)
    try connection.setProgressHandler(nil)
    #expect(try connection.value("SELECT 1") == 1)
  }

  @Test("The busy handler decides how long to wait")
  func busyHandler() throws {
    let folder = try TemporaryFolder()
    let holder = try SQLiteConnection.open(.file(path: folder.file(), mode: .readWriteCreate))
    try holder.execute("CREATE TABLE t (a); BEGIN IMMEDIATE")
    let connection = try SQLiteConnection.open(.file(path: folder.file(), mode: .readWrite))
    var counts: [Int] = []
    try connection.setBusyHandler {
      counts.append($0)
      return counts.count < 3
    }
    #expect(try databaseError { try connection.execute("DELETE FROM t") }.code == .busy)
    #expect(counts == [0, 1, 2])
    connection.busyTimeout = .milliseconds(1)
    try connection.setBusyHandler(nil)
    #expect(try databaseError { try connection.execute("DELETE FROM t") }.code == .busy)
    #expect(counts.count == 3)
  }

  @Test("Writes to the log are reported, and its checkpoints go on", arguments: Installed.all)
  func log(_ library: SQLiteLibrary) throws {
    let folder = try TemporaryFolder()
    let connection = try SQLiteConnection.open(
      .file(path: folder.file(), mode: .readWriteCreate), library: library.location)
    try connection.execute("PRAGMA wal_autocheckpoint = 5; CREATE TABLE t (a)")
    var pages: [Int] = []
    let id = try connection.onLogWrite { pages.append($0.pageCount) }
    for _ in 0..<20 { try connection.execute("INSERT INTO t VALUES (zeroblob(5000))") }
    #expect(pages.count == 20)
    #expect((pages.max() ?? 0) < 20)
    let result = try connection.checkpoint(.truncate)
    #expect(result.logPages == 0 && result.checkpointedPages == 0)
    connection.removeObserver(id)
    try connection.execute("INSERT INTO t VALUES (1)")
    #expect(pages.count == 20)
    #expect(try connection.value("PRAGMA wal_autocheckpoint") == 5)
  }
}
