import Quarry
import QuarrySQLiteEngine
import TestSupport
import Testing

/// What statements say that they read and write, on every engine that is installed.
@Suite struct EffectsTests {
  private static func connection(_ library: SQLiteLibrary) throws -> SQLiteConnection {
    let connection = try SQLiteConnection.open(.memory, library: library.location)
    for sql in [
      "PRAGMA foreign_keys = ON",
      "CREATE TABLE artist (id INTEGER PRIMARY KEY, name TEXT, n INTEGER DEFAULT 0)",
      """
      CREATE TABLE album (id INTEGER PRIMARY KEY, artist INTEGER REFERENCES artist (id) ON DELETE CASCADE,
        title TEXT UNIQUE)
      """,
      "CREATE TABLE track (id INTEGER PRIMARY KEY, album INTEGER REFERENCES album (id) ON DELETE SET NULL)",
      "CREATE TABLE w (k TEXT PRIMARY KEY, v) WITHOUT ROWID",
      "CREATE TABLE audit (what)",
      "CREATE TABLE fussy (id INTEGER PRIMARY KEY, a UNIQUE ON CONFLICT REPLACE, b)",
      "CREATE TRIGGER tr AFTER UPDATE OF name ON artist BEGIN INSERT INTO audit VALUES (new.name); END",
      "CREATE VIEW va AS SELECT name FROM artist",
      "CREATE TRIGGER vi INSTEAD OF INSERT ON va BEGIN INSERT INTO artist (name) VALUES (new.name); END",
      "INSERT INTO artist (name) VALUES ('a'), ('b'), ('c')",
      "INSERT INTO album VALUES (1, 1, 't1'), (2, 2, 't2')",
      "INSERT INTO track VALUES (1, 1)",
      "INSERT INTO w VALUES ('x', 1), ('y', 2)",
    ] { try run(sql, connection) }
    connection.trackEffects()
    return connection
  }

  @discardableResult
  private static func run(_ sql: String, _ connection: SQLiteConnection) throws -> StatementEffects? {
    let statement = try #require(try connection.prepareSynchronously(sql)?.statement)
    defer { statement.finalize() }
    try statement.start([])
    let batch = SQLRowBatch()
    while true {
      batch.removeAllRows(columnCount: statement.columns.count)
      if case .done = try statement.stepSynchronously(into: batch, limit: 10) { return statement.effects }
    }
  }

  @Test(arguments: Installed.all) func writesAreSeen(_ library: SQLiteLibrary) throws {
    let cases: [(String, [DatabaseRegion], [DatabaseRegion])] = [
      ("INSERT INTO artist (name) VALUES ('d')", [.table("artist", columns: ["name"])], [.table("album")]),
      ("UPDATE artist SET n = n + 1", [.table("artist", columns: ["n"])], [.table("artist", columns: ["name"])]),
      ("UPDATE artist SET n = 1 WHERE id = 99", [], [.table("artist")]),
      (
        "UPDATE artist SET name = 'z' WHERE id = 3", [.table("artist", columns: ["name"]), .table("audit")],
        [.table("w")]
      ),
      ("UPDATE OR REPLACE album SET title = 't2' WHERE id = 1", [.table("album", columns: ["artist"])], [.table("w")]),
      ("INSERT OR REPLACE INTO album VALUES (9, 1, 't2')", [.table("album", columns: ["artist"])], [.table("w")]),
      ("UPDATE fussy SET b = 1", [], [.table("fussy")]),
      ("INSERT INTO fussy VALUES (1, 1, 1), (2, 2, 2)", [.table("fussy")], [.table("w")]),
      ("UPDATE fussy SET a = 2 WHERE id = 1", [.table("fussy", columns: ["b"])], [.table("w")]),
      ("INSERT INTO w VALUES ('z', 3)", [.table("w", columns: ["v"])], [.table("artist")]),
      ("DELETE FROM w", [.table("w", columns: [""])], [.table("artist")]),
      ("INSERT INTO va VALUES ('v')", [.table("artist")], [.table("w")]),
      (
        "DELETE FROM artist WHERE id = 1", [.table("artist"), .table("album"), .table("track", columns: ["album"])], []
      ),
      ("DELETE FROM artist", [.table("artist"), .table("album")], [.table("w")]),
      ("CREATE TABLE made (n)", [.table("w")], []),
      ("DROP TABLE made", [.table("w")], []),
    ]
    let connection = try Self.connection(library)
    for (sql, seen, unseen) in cases {
      let effects = try #require(try Self.run(sql, connection), "\(sql)")
      for region in seen { #expect(effects.writes.overlaps(region), "\(library.version): \(sql): \(region)") }
      for region in unseen {
        #expect(!effects.writes.overlaps(region), "\(library.version): \(sql): \(effects.writes)")
      }
    }
  }

  @Test(arguments: Installed.all) func readsAreSeen(_ library: SQLiteLibrary) throws {
    let connection = try Self.connection(library)
    let name = DatabaseRegion.table("artist", columns: ["name"])
    let cases: [(String, DatabaseRegion, Bool)] = [
      ("SELECT count(*) FROM artist", .table("artist"), true),
      ("SELECT count(*) FROM artist", name, false),
      ("SELECT 1 FROM artist", .table("artist"), true),
      ("SELECT EXISTS (SELECT 1 FROM album)", .table("album"), true),
      ("SELECT EXISTS (SELECT 1 FROM album)", .table("artist"), false),
      ("SELECT count(*) FROM va", .table("artist"), true),
      ("SELECT name FROM artist WHERE n > 1", name, true),
      ("SELECT name FROM artist WHERE n > 1", .table("artist", columns: ["n"]), true),
      ("SELECT n FROM artist", name, false),
      ("SELECT v FROM w", .table("w"), true),
      ("SELECT count(*) FROM w", .table("w"), true),
      ("SELECT 1", .table("artist"), false),
      (
        "WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 3) SELECT x, (SELECT max(n) FROM artist) "
          + "FROM c", .table("artist", columns: ["n"]), true
      ),
    ]
    for (sql, region, overlaps) in cases {
      let effects = try #require(try Self.run(sql, connection), "\(sql)")
      #expect(effects.reads.overlaps(region) == overlaps, "\(library.version): \(sql): \(effects.reads)")
      #expect(effects.writes.isEmpty, "\(sql)")
    }
  }

  @Test(arguments: Installed.all) func changesOfTheSchemaReachPreparedStatements(_ library: SQLiteLibrary) throws {
    let connection = try Self.connection(library)
    let statement = try #require(try connection.prepareSynchronously("INSERT INTO audit VALUES (1)")?.statement)
    func run() throws -> StatementEffects {
      try statement.start([])
      let batch = SQLRowBatch()
      batch.removeAllRows(columnCount: 0)
      _ = try statement.stepSynchronously(into: batch, limit: 1)
      statement.reset()
      return try #require(statement.effects)
    }
    #expect(try !run().writes.overlaps(.table("w")))
    try Self.run(
      "CREATE TRIGGER late AFTER INSERT ON audit BEGIN UPDATE w SET v = v + 1; END", connection)
    #expect(try run().writes.overlaps(.table("w")))
  }

  @Test func theUsersAuthorizerGoesOnWorking() throws {
    let connection = try Self.connection(try Installed.sqlite.get())
    try connection.setAuthorizer { $0.code == 20 && $0.second == "name" ? .deny : .allow }
    #expect(throws: DatabaseError.self) { try Self.run("SELECT name FROM artist", connection) }
    #expect(try #require(try Self.run("SELECT n FROM artist", connection)).reads.overlaps(.table("artist")))
    try connection.setAuthorizer(nil)
    #expect(try #require(try Self.run("SELECT name FROM artist", connection)).reads.overlaps(.table("artist")))
  }

  @Test func generatedColumnsFollowOthers() throws {
    let connection = try Self.connection(try Installed.sqlite.get())
    try Self.run("CREATE TABLE g (a INTEGER, b INTEGER, c INTEGER AS (a + 1))", connection)
    try Self.run("INSERT INTO g (a, b) VALUES (1, 2)", connection)
    let effects = try #require(try Self.run("UPDATE g SET a = 2", connection))
    #expect(effects.writes.overlaps(.table("g", columns: ["c"])))
  }

  @Test func withoutAskingNothingIsNoted() throws {
    let connection = try SQLiteConnection.open(.memory)
    #expect(try Self.run("CREATE TABLE t (n)", connection) == nil)
    connection.trackEffects()
    #expect(try Self.run("INSERT INTO t VALUES (1)", connection)?.writes == .table("t"))
  }
}
