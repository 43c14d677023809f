import Foundation
import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

@Suite("SQLite connections: bad input")
struct BadInputTests {
  @Test("A truncated file is damaged, and what can be read still can", arguments: Installed.all)
  func truncated(_ library: SQLiteLibrary) throws {
    let folder = try TemporaryFolder()
    let location = SQLiteLocation.file(path: folder.file(), mode: .readWriteCreate)
    let whole = try CopyTests.filled(library, location)
    try whole.execute("CREATE TABLE small (a); INSERT INTO small VALUES (1)")
    whole.closeSynchronously()
    let bytes = folder.bytes()
    try folder.write(Array(bytes.prefix(bytes.count / 2)), to: "half.db")
    let error = try databaseError {
      let half = try SQLiteConnection.open(
        .file(path: folder.file("half.db"), mode: .readWrite), library: library.location)
      _ = try half.rows("SELECT a FROM t")
    }
    #expect(error.code == .corrupt)
    #expect(error.message.contains("damaged"))
  }

  @Test("A full file refuses the row and keeps the others", arguments: Installed.all)
  func full(_ library: SQLiteLibrary) throws {
    let folder = try TemporaryFolder()
    let connection = try CopyTests.filled(library, .file(path: folder.file(), mode: .readWriteCreate))
    let pages = try connection.value("PRAGMA page_count")
    try connection.execute("PRAGMA max_page_count = \(pages)")
    let error = try databaseError { try connection.execute("INSERT INTO t VALUES (zeroblob(1000000))") }
    #expect(error.code == .diskFull)
    #expect(try connection.value("SELECT count(*) FROM t") == 200)
    try connection.execute("DELETE FROM t; INSERT INTO t VALUES (1)")
  }

  @Test("Too many parameters, too long a text, too deep a tree", arguments: Installed.all)
  func limits(_ library: SQLiteLibrary) throws {
    let connection = try library.openMemory()
    let limits = connection.capabilities.limits
    let parameter = "SELECT ?\(limits.parameters + 1)"
    #expect(throws: DatabaseError.self) { _ = try connection.prepareSynchronously(parameter) }
    let deep = "SELECT " + String(repeating: "1+", count: limits.expressionDepth + 1) + "1"
    #expect(throws: DatabaseError.self) { _ = try connection.prepareSynchronously(deep) }
    if limits.sqlBytes <= 2_000_000 {
      let long = "SELECT '" + String(repeating: "x", count: limits.sqlBytes) + "'"
      #expect(try databaseError { _ = try connection.prepareSynchronously(long) }.code == .tooBig)
    }
    #expect(try databaseError { _ = try connection.value("SELECT zeroblob(2147483647)") }.code == .tooBig)
    #expect(try connection.value("SELECT 1") == 1)
  }

  @Test("A cell that is not UTF-8 is refused, not repaired", arguments: Installed.all)
  func invalidText(_ library: SQLiteLibrary) throws {
    let connection = try library.openMemory()
    #expect(throws: SQLConversionError.self) { try connection.value("SELECT CAST(x'61ff' AS TEXT)") }
    #expect(try connection.value("SELECT hex(CAST(x'61ff' AS TEXT))") == "61FF")
  }

  @Test("An error does not repeat the text that was searched for", arguments: Installed.all)
  func boundText(_ library: SQLiteLibrary) throws {
    let connection = try library.openMemory()
    try connection.execute("CREATE VIRTUAL TABLE f USING fts4 (body)")
    #expect(try connection.execute("INSERT INTO f VALUES (?)", ["some words"]).affectedRows == 1)
    let error = try databaseError {
      _ = try connection.rows("SELECT * FROM f WHERE f MATCH ?", ["\"secret AND ("])
    }
    #expect(!error.description.contains("secret"))
    if connection.capabilities.engine.supports(.fts5) {
      try connection.execute("CREATE VIRTUAL TABLE g USING fts5 (body); INSERT INTO g VALUES ('a')")
      let error = try databaseError { _ = try connection.rows("SELECT * FROM g WHERE g MATCH ?", ["word secret: AND"]) }
      #expect(!error.description.contains("secret"))
    }
    #expect(try connection.value("SELECT count(*) FROM f WHERE f MATCH ?", ["words"]) == 1)
  }

  @Test("A mismatch of types, an overflow and a missing object have their own codes", arguments: Installed.all)
  func statements(_ library: SQLiteLibrary) throws {
    let connection = try library.openMemory()
    try connection.execute("CREATE TABLE t (id INTEGER PRIMARY KEY)")
    for (sql, code) in [
      ("INSERT INTO t VALUES ('x')", DatabaseError.Code.mismatch), ("SELECT 1 LIMIT 'x'", .mismatch),
      ("SELECT sum(a) FROM (SELECT 9223372036854775807 AS a UNION ALL SELECT 1)", .statementFailed),
      ("SELECT * FROM none", .noSuchObject), ("SELECT none()", .noSuchObject),
      ("SELECT a COLLATE none FROM t", .noSuchObject),
      ("SELECT", .incompleteStatement), ("SELECT 'open", .syntax), ("ROLLBACK", .transactionState),
      ("DROP TABLE none", .noSuchObject),
      ("CREATE VIRTUAL TABLE v USING none", .noSuchObject),
    ] {
      let error = try databaseError { try connection.execute(sql) }
      #expect(error.code == code, "\(sql): \(error)")
      #expect(error.sql == sql)
    }
    #expect(try connection.value("SELECT 1") == 1)
  }

  @Test("Extensions are not loaded unless they are allowed, and a missing one is named", arguments: Installed.all)
  func extensions(_ library: SQLiteLibrary) throws {
    let connection = try library.openMemory()
    #expect(try databaseError { try connection.loadExtension("/none/x") }.code == .authorization)
    var settings = SQLiteConnectionSettings()
    settings.allowsExtensions = true
    let open = try SQLiteConnection.open(.memory, library: library.location, settings: settings)
    let error = try databaseError { try open.loadExtension("/none/x") }
    #expect(error.code == .statementFailed && error.message.contains("/none/x"))
    #expect(throws: DatabaseError.self) { try open.value("SELECT load_extension('/none/x')") }
  }
}
