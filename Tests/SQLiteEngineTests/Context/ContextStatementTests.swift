import Quarry
import QuarrySQLite
import QuarrySQLiteEngine
import Testing
import TestSupport

/// Statements that are started, stepped and ended at once: what happens between one and the next.
@Suite("SQLContext: statements at once")
struct ContextStatementTests {
  @Test("An error from before the first step comes without rows of another statement", arguments: Installed.all)
  func staleRows(_ library: SQLiteLibrary) throws {
    let context = SQLContext(try library.openMemory())
    for sql in ["SELEC 1", "", "SELECT ?", "SELECT 1; SELECT 2", "SELECT * FROM nowhere"] {
      #expect(try context.values("SELECT 1 UNION ALL SELECT 2").count == 2)
      var count = 0
      #expect(throws: DatabaseError.self) {
        try context.forEachRow(SQLFragment(raw: sql).rows()) { _ in
          count += 1
          return true
        }
      }
      #expect(count == 0, "\(sql)")
    }
  }

  @Test("An observer of commits can close the session in the middle of its call", arguments: Installed.all)
  func closing(_ library: SQLiteLibrary) throws {
    for sql in ["INSERT INTO t VALUES (1)", "INSERT INTO t VALUES (1) RETURNING a", "DELETE FROM t"] {
      let context = SQLContext(try library.openMemory())
      guard !sql.contains("RETURNING") || context.engine.supports(.returning) else { continue }
      try context.execute("CREATE TABLE t (a)")
      try context.execute("INSERT INTO t VALUES (0)")
      _ = try context.engineConnection.onCommittedChanges { [weak context] _ in context?.close() }
      _ = try? context.values(SQLFragment(raw: sql))
      #expect(context.isClosed)
      #expect(try databaseError { try context.execute("SELECT 1") }.code == .connectionClosed)
    }
  }

  @Test("A function that closes the connection leaves the rows with their names", arguments: Installed.all)
  func names(_ library: SQLiteLibrary) throws {
    let connection = try library.openMemory()
    let context = SQLContext(connection)
    try connection.addFunction("end_it", argumentCount: 0) { [weak connection] _ in
      connection?.closeSynchronously()
      return .integer(7)
    }
    let row = try context.fetchOne(SQLFragment(raw: "SELECT end_it() AS answer").rows())
    #expect(row?.columnNames == ["answer"])
    #expect(row?.values == [.integer(7)])
    #expect(connection.isClosed)
  }

  @Test("Columns that changed since a statement was prepared are those of its rows", arguments: Installed.all)
  func changedColumns(_ library: SQLiteLibrary) throws {
    let folder = try TemporaryFolder()
    let path = SQLiteLocation.file(path: folder.file(), mode: .readWriteCreate)
    let context = SQLContext(try SQLiteConnection.open(path, library: library.location))
    let other = try SQLiteConnection.open(path, library: library.location)
    try other.execute("CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 2)")
    for (change, names) in [
      ("ALTER TABLE t ADD COLUMN c DEFAULT 3", ["a", "b", "c"]), ("DROP TABLE t; CREATE TABLE t (x)", ["x"]),
      ("DROP TABLE t; CREATE TABLE t (y)", ["y"]),
    ] {
      _ = try context.fetchOne(SQLFragment("SELECT * FROM t").rows())
      try other.execute(change)
      if names.count == 1 { try other.execute("INSERT INTO t VALUES (1)") }
      #expect(try context.fetchOne(SQLFragment("SELECT * FROM t").rows())?.columnNames == names)
      #expect(try context.fetchAll(SQLFragment("SELECT * FROM t").rows()).map(\.values.count) == [names.count])
    }
  }

  @Test(
    "Rows have the names of their own statement, whichever ran before in the same memory", arguments: Installed.all,
    [0, 1, 64])
  func alternatingColumns(_ library: SQLiteLibrary, capacity: Int) throws {
    let session = SQLSession(connection: try library.openMemory(), statementCacheCapacity: capacity)
    try session.executeScript("CREATE TABLE t (a); INSERT INTO t VALUES (1)")
    var names = ["a", "b", "c"]
    for round in 0..<4 {
      for name in names {
        let query = SQLFragment(raw: "SELECT 1 AS \(name)").rows()
        #expect(try session.fetchOne(query)?.columnNames == [name])
        #expect(try session.fetchAll(query).map(\.columnNames) == [[name]])
        try session.forEachRow(query) { row in
          let inner = try session.fetchOne(SQLFragment(raw: "SELECT * FROM t").rows())
          #expect(inner?.columnNames == [round == 0 ? "a" : "a\(round)"])
          #expect(row.columnNames == [name])
          return true
        }
        #expect(throws: DatabaseError.self) { try session.fetchOne(SQLFragment(raw: "SELECT nothing").rows()) }
      }
      try session.executeScript("DROP TABLE t; CREATE TABLE t (a\(round + 1)); INSERT INTO t VALUES (1)")
      names.reverse()
    }
  }
}
