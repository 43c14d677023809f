import Quarry
import QuarryMemory
import QuarrySQLCipher
import QuarrySQLite
import Testing
import TestSupport

@Suite("SQLContext")
struct ContextTests {
  @Test("Records, queries and plain SQL in one context")
  func records() throws {
    let context = try SQLContext()
    try context.createTable(Artist.self)
    let nina = try context.insert(Artist(id: 0, name: "Nina"))
    #expect(nina == Artist(id: 1, name: "Nina"))
    try context.insert([Artist(id: 0, name: "Miles"), Artist(id: 0, name: "Norah")])
    #expect(
      try context.fetchAll(Artist.where { $0.name.like("N%") }.order { $0.name.descending }).map(\.name) == [
        "Norah", "Nina",
      ])
    #expect(try context.update(Artist(id: 2, name: "Miles Davis")).affectedRows == 1)
    #expect(try context.update(Artist(id: 99, name: "Nobody")).affectedRows == 0)
    #expect(try context.find(Artist.self, 2)?.name == "Miles Davis")
    #expect(try context.upsert(Artist(id: 2, name: "Miles")).affectedRows == 1)
    #expect(try context.delete(Artist(id: 1, name: "")).affectedRows == 1)
    #expect(try context.fetchCount(Artist.all) == 2)
    #expect(try context.exists(Artist.where { $0.name == "Norah" }))
    #expect(try context.lastInsertedRowID == 3)
  }

  @Test("A statement that is prepared once takes values by position and by name")
  func prepared() throws {
    let context = try SQLContext()
    let statement = try context.prepare("SELECT :a + :b AS sum, @c, ?")
    #expect(statement.parameterNames == [":a", ":b", "@c", nil])
    let named = try context.prepare("SELECT :a - :b AS difference")
    #expect(try named.rows([":a": 5, "b": 3]).first?["difference"] == 2)
    #expect(try statement.rows([1, 2, "x", .blob([])]).first?.values == [3, "x", .blob([])])
    for _ in 0..<1000 { #expect(try named.rows([9, 4]).first?[0] == 5) }
    #expect(throws: DatabaseError.self) { try named.rows([":a": 5]) }
    #expect(throws: DatabaseError.self) { try named.rows([":a": 5, ":b": 1, ":z": 1]) }
    #expect(throws: DatabaseError.self) { try named.rows([1]) }
    named.close()
    named.close()
    #expect(throws: DatabaseError.self) { try named.rows([1, 2]) }
  }

  @Test("S20: a statement without parameters has no parameter names")
  func noParameters() throws {
    #expect(try SQLContext().prepare("SELECT 1").parameterNames.isEmpty)
  }

  @Test("F18: a cursor reads what is asked for; loading nothing gives nothing; it is read once")
  func cursor() throws {
    let context = try SQLContext()
    let numbers: SQLFragment =
      "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 1000000) SELECT x FROM c"
    let cursor = try context.cursor(numbers.values(Int.self))
    #expect(try cursor.load(0).isEmpty)
    #expect(try cursor.next() == 1)
    #expect(try cursor.load(3) == [2, 3, 4])
    cursor.close()
    #expect(try cursor.next() == nil)
    try context.execute("CREATE TABLE t (n)")
  }

  @Test("S15: the user version takes 32 bits and is kept; S30: a setting without effect is an error")
  func settings() throws {
    let context = try SQLContext()
    try context.setUserVersion(.max)
    #expect(try context.userVersion == .max)
    try context.setUserVersion(-5)
    #expect(try context.userVersion == -5)
    #expect(try context.enforcesForeignKeys)
    let error = #expect(throws: DatabaseError.self) {
      try context.transaction { try context.setEnforcesForeignKeys(false) }
    }
    #expect(error?.code == .transactionState)
    #expect(try context.encoding == "UTF-8")
    try context.setEncoding("UTF-16le")
    try context.execute("CREATE TABLE t (n)")
    #expect(throws: DatabaseError.self) { try context.setEncoding("UTF-8") }
    #expect(try context.encoding == "UTF-16le")
  }

  @Test("S22: after closing every call says so; S28: a context that is let go frees its file")
  func closing() throws {
    let folder = try TemporaryFolder()
    let context = try SQLContext(path: folder.file("a.db"))
    let statement = try context.prepare("SELECT 1")
    context.close()
    context.close()
    #expect(context.isClosed)
    for call in 0..<4 {
      let error = #expect(throws: DatabaseError.self) {
        switch call {
        case 0: try context.execute("SELECT 1")
        case 1: _ = try context.lastInsertedRowID
        case 2: try context.transaction {}
        default: _ = try statement.rows()
        }
      }
      #expect(error?.code == .connectionClosed)
    }
    context.interruptHandle.interrupt()
    statement.close()
    do {
      let holder = try SQLContext(path: folder.file("a.db"))
      try holder.execute("BEGIN IMMEDIATE")
    }
    let next = try SQLContext(path: folder.file("a.db"))
    try next.execute("CREATE TABLE t (n)")
  }

  @Test("The same program on three drivers")
  func drivers() throws {
    let folder = try TemporaryFolder()
    let contexts = [
      try SQLContext(SQLiteDriver(path: folder.file("a.db"))),
      try SQLContext(SQLCipherDriver(path: folder.file("c.db"), key: .passphrase("secret"))),
      try SQLContext(MemoryDriver()),
    ]
    for context in contexts {
      try context.createTable(Artist.self)
      #expect(try context.insert(Artist(id: 0, name: "ß😀")).id == 1)
      #expect(try context.fetchOne(Artist.all)?.name == "ß😀")
    }
  }
}
