#if Command
import Foundation
import Quarry
import Synchronization
import TestSupport
import Testing

@testable import QuarryCommandKit
@testable import QuarryCopy

/// A database as SQL text is the same database again.
@Suite struct DumpTests {
  private static func text(_ database: Database, includesRows: Bool = true) async throws -> (String, DumpReport) {
    let text = Mutex("")
    let report = try await DatabaseDumper(includesRows: includesRows).dump(database) { part in
      #expect(part.hasSuffix("\n"))
      text.withLock { $0 += part }
    }
    return (text.withLock { $0 }, report)
  }

  /// A transaction of its own is not begun by a statement, so these are left to whoever reads the text.
  private func isControl(_ sql: String) -> Bool { sql.hasPrefix("BEGIN") || sql.hasPrefix("COMMIT") }

  /// Everything in a database, with the bits of real numbers.
  private static func content(_ database: Database, _ tables: [String]) async throws -> [String] {
    var lines: [String] = []
    for table in tables {
      // Of texts that are not Unicode, the bytes.
      let columns = table == "plain" ? "typeof(v), hex(v)" : "*"
      let query = SQLFragment(raw: "SELECT rowid, \(columns) FROM \"\(table)\" ORDER BY rowid")
      let rows = try await database.fetchAll(query.rows())
      for row in rows {
        lines.append(
          table
            + row.values.map { value in
              if case .real(let number) = value { return "|real \(number.bitPattern)" }
              return "|\(value)"
            }.joined())
      }
    }
    let schema = try await database.fetchAll(
      ("SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'full\\_%' ESCAPE '\\' ORDER BY type, name"
        as SQLFragment).rows())
    return lines + schema.map { "\($0.values)" }
  }

  private static let script = """
    PRAGMA user_version = 7; PRAGMA application_id = 99;
    CREATE TABLE item (id INTEGER PRIMARY KEY AUTOINCREMENT, a, b TEXT COLLATE NOCASE DEFAULT 'it''s');
    CREATE TABLE "odd ""name" (rowid TEXT, "sel ect" REFERENCES item (id));
    CREATE TABLE plain (v);
    CREATE VIEW v AS SELECT a FROM item;
    CREATE INDEX item_a ON item (a) WHERE a IS NOT NULL;
    CREATE TRIGGER t AFTER INSERT ON plain BEGIN INSERT INTO item (a) VALUES ('trigger'); END;
    INSERT INTO item (a, b) VALUES (1, 'x'), (-9223372036854775808, ''), (9223372036854775807, 'ünï 東京 🎈'),
      (NULL, NULL), (x'', x'00ff'), ('a
    b;--/*', ';'), (9e999, -9e999), (1.0, 'BEGIN');
    DELETE FROM item WHERE id = 8;
    INSERT INTO plain (rowid, v) VALUES (77, 'v'), (-5, CAST(x'ff41' AS TEXT));
    INSERT INTO "odd ""name" VALUES ('r', 1), ('s', 2);
    """

  @Test("From every engine to every engine", arguments: LocalDriver.engines, LocalDriver.engines)
  func everyEngine(_ source: LocalDriver, _ destination: LocalDriver) async throws {
    let (from, into) = (try TestSupport.TemporaryFolder(), try TestSupport.TemporaryFolder())
    let database = try await source.database(in: from)
    try await database.executeScript(Self.script)
    try await database.execute("INSERT INTO item (a, b) VALUES (\("\0a\0\0b\0"), \("\0"))")
    let (text, report) = try await Self.text(database)
    #expect(report.tables == 3 && report.notKept.isEmpty)
    let again = try await destination.database(in: into)
    for statement in SQLScript(text) where !isControl(statement.sql) {
      try await again.execute(SQLFragment(raw: statement.sql))
    }
    let tables = ["item", "plain"]
    #expect(try await Self.content(database, tables) == Self.content(again, tables))
    #expect(try await Self.text(again).0 == text)
    for pragma in ["PRAGMA user_version", "PRAGMA application_id", "SELECT seq FROM sqlite_sequence"] {
      let query = SQLFragment(raw: pragma).values(Int.self)
      #expect(try await database.fetchOne(query) == again.fetchOne(query))
    }
    await again.close()
    await database.close()
  }

  @Test("Real numbers come back bit by bit", arguments: LocalDriver.engines, LocalDriver.engines)
  func realNumbers(_ source: LocalDriver, _ destination: LocalDriver) async throws {
    let (from, into) = (try TestSupport.TemporaryFolder(), try TestSupport.TemporaryFolder())
    let (database, again) = (try await source.database(in: from), try await destination.database(in: into))
    var random = TestSupport.SeededGenerator(seed: 1)
    var numbers: [Double] = [
      0.1, 0.3, 1e21, 1e22, 1e23, .leastNonzeroMagnitude, .leastNormalMagnitude.nextDown, .leastNormalMagnitude,
      .greatestFiniteMagnitude,
      9007199254740994, 1 / 3, 123456.789e-300, 0.5, -0.25,
    ]
    for _ in 0..<1_500 {
      let number = Double(bitPattern: random.next())
      if number.isFinite { numbers.append(number) }
      numbers.append(Double(Int64(truncatingIfNeeded: random.next()) % 100_000_000) / 100)
    }
    try await database.execute("CREATE TABLE plain (v)")
    let given = numbers
    try await database.write { session in
      for number in given { try session.execute("INSERT INTO plain VALUES (\(number))") }
    }
    let (text, _) = try await Self.text(database)
    for statement in SQLScript(text) where !isControl(statement.sql) {
      try await again.execute(SQLFragment(raw: statement.sql))
    }
    let query = ("SELECT v FROM plain ORDER BY rowid" as SQLFragment).values(Double.self)
    let found = try await again.fetchAll(query)
    // Digits are right on the engine that wrote the text, and on those that read them as it does.
    let wrong = zip(given, found).filter { $0.bitPattern != $1.bitPattern }
    #expect(found.count == given.count)
    if source == destination || source == .sqlite && destination == .memory {
      #expect(wrong.isEmpty, "\(wrong.prefix(5))")
    } else {
      #expect(wrong.allSatisfy { abs(Int64(bitPattern: $0.bitPattern) - Int64(bitPattern: $1.bitPattern)) <= 2 })
    }
    await again.close()
    await database.close()
  }

  @Test("Products of powers of two are exact on every engine", arguments: LocalDriver.engines)
  func exactProducts(_ driver: LocalDriver) async throws {
    let folder = try TestSupport.TemporaryFolder()
    let database = try await driver.database(in: folder)
    var random = TestSupport.SeededGenerator(seed: 2)
    for _ in 0..<500 {
      let number = Double(bitPattern: random.next())
      guard number.isFinite else { continue }
      let found = try await database.fetchOne(SQLFragment(raw: "SELECT \(RealText.exact(number))").values(Double.self))
      #expect(found?.bitPattern == number.bitPattern, "\(number)")
    }
    await database.close()
  }

  @Test("Full-text and R-Tree tables come with their rows and settings") func virtualTables() async throws {
    let (from, into) = (try TestSupport.TemporaryFolder(), try TestSupport.TemporaryFolder())
    let database = try await LocalDriver.sqlite.database(in: from)
    try await database.executeScript(
      """
      CREATE TABLE doc (id INTEGER PRIMARY KEY, body TEXT);
      INSERT INTO doc VALUES (1, 'quick fox'), (2, 'lazy dog');
      CREATE VIRTUAL TABLE full5 USING fts5(t, tokenize = 'porter');
      INSERT INTO full5 (rowid, t) VALUES (10, 'running dogs'), (20, 'a cat');
      INSERT INTO full5 (full5, rank) VALUES ('pgsz', 512);
      CREATE VIRTUAL TABLE full_of USING fts5(body, content = 'doc', content_rowid = 'id');
      INSERT INTO full_of (full_of) VALUES ('rebuild');
      CREATE VIRTUAL TABLE full4 USING fts4(t);
      INSERT INTO full4 (docid, t) VALUES (3, 'old words');
      CREATE VIRTUAL TABLE full_box USING rtree(id, x0, x1);
      INSERT INTO full_box VALUES (1, 0.5, 2.5);
      """)
    let (text, report) = try await Self.text(database)
    #expect(report.notKept.isEmpty)
    let again = try await LocalDriver.sqlite.database(in: into)
    for statement in SQLScript(text) where !isControl(statement.sql) {
      try await again.execute(SQLFragment(raw: statement.sql))
    }
    for query in [
      "SELECT rowid FROM full5 WHERE full5 MATCH 'run'", "SELECT v FROM full5_config WHERE k = 'pgsz'",
      "SELECT rowid FROM full_of WHERE full_of MATCH 'dog'", "SELECT docid FROM full4 WHERE full4 MATCH 'words'",
      "SELECT x1 FROM full_box WHERE x0 < 1",
    ] {
      let query = SQLFragment(raw: query).rows()
      let (wanted, found) = (try await database.fetchAll(query), try await again.fetchAll(query))
      #expect(wanted.map { $0.values } == found.map { $0.values } && wanted.count == 1)
    }
    #expect(try await Self.text(again).0 == text)
    try await database.execute("CREATE VIRTUAL TABLE index_only USING fts5(t, content = '')")
    let error = await #expect(throws: CopyError.self) { _ = try await Self.text(database) }
    #expect(error?.reason == .notCarried)
    await again.close()
    await database.close()
  }

  @Test("What writes the text may fail, and the database goes on") func failingSink() async throws {
    struct Full: Error {}
    let folder = try TestSupport.TemporaryFolder()
    let database = try await LocalDriver.sqlite.database(in: folder)
    try await database.executeScript(Self.script)
    await #expect(throws: Full.self) { try await DatabaseDumper().dump(database) { _ in throw Full() } }
    try await database.execute("INSERT INTO plain VALUES (1)")
    let (schema, report) = try await Self.text(database, includesRows: false)
    #expect(report.rows == 0 && !schema.contains("INSERT INTO \"plain\""))
    await database.close()
  }

  // MARK: Commands

  @Test("The text of `quarry dump` is read by `quarry sql`") func commands() async throws {
    let folder = try ScratchFolder()
    #expect(await CommandRun("sql", folder.plain("a.db"), Self.script).code == 0)
    let dump = await CommandRun("dump", folder.plain("a.db"))
    #expect(dump.code == 0 && dump.error.isEmpty, "\(dump.error)")
    let made = await CommandRun("sql", folder.encrypted("b.db"), input: dump.output)
    #expect(made.code == 0, "\(made.error)")
    #expect(await CommandRun("dump", folder.encrypted("b.db")).output == dump.output)
    let schema = await CommandRun("dump", folder.plain("a.db"), "--schema")
    #expect(schema.output.contains("CREATE TRIGGER") && !schema.output.contains("INSERT INTO \"item\""))
    #expect(await CommandRun("dump", folder.plain("none.db")).code == 3)
    #expect(!folder.has("none.db"))
  }

  @Test("`quarry backup` and `quarry check`") func backupAndCheck() async throws {
    let folder = try ScratchFolder()
    for url in [folder.plain("a.db"), folder.encrypted("e.db")] {
      #expect(await CommandRun("sql", url, Self.script).code == 0)
      let copy = folder.path + (url.hasPrefix("sqlite:") ? "/a2.db" : "/e2.db")
      let backup = await CommandRun("backup", url, copy)
      #expect(backup.code == 0 && backup.output.contains("pages"), "\(backup.error)")
      let copied = url.hasPrefix("sqlite:") ? folder.plain("a2.db") : folder.encrypted("e2.db")
      #expect(await CommandRun("dump", copied).output == CommandRun("dump", url).output)
      let check = await CommandRun("check", copied)
      #expect(check.code == 0 && check.output.hasSuffix("is sound.\n"), "\(check.error)")
    }
    let made = await CommandRun(
      "sql", folder.plain("a.db"), "PRAGMA foreign_keys = 0; INSERT INTO \"odd \"\"name\" VALUES ('t', 999)")
    #expect(made.code == 0, "\(made.error)")
    let check = await CommandRun("check", folder.plain("a.db"), "--json")
    #expect(check.code == 1)
    let report = try check.object()
    #expect(report["sound"] as? Bool == false)
    #expect((report["orphanRows"] as? [[String: Any]])?.first?["parent"] as? String == "item")
    for name in ["check", "backup"] {
      let arguments = [name, folder.plain("none.db")] + (name == "backup" ? [folder.path + "/x.db"] : [])
      #expect(await CommandRun(arguments: arguments).code == 3)
    }
    #expect(!folder.has("none.db") && !folder.has("x.db"))
    #expect(await CommandRun("check", folder.plain("a.db"), "--limit", "0").code == 64)
  }
}
#endif
