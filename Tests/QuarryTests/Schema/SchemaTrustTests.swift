import Quarry
import QuarrySQLiteEngine
import Testing
import TestSupport

/// What an untrusted schema may not do is refused with the setting that allows it.
@Suite("Trust in the schema")
struct SchemaTrustTests {
  private static let script = """
    CREATE TABLE doc (id INTEGER PRIMARY KEY, body TEXT);
    CREATE VIRTUAL TABLE found USING fts5 (body, content = 'doc', content_rowid = 'id');
    CREATE TRIGGER doc_insert AFTER INSERT ON doc BEGIN
      INSERT INTO found (rowid, body) VALUES (new.id, new.body);
    END;
    CREATE TRIGGER doc_delete AFTER DELETE ON doc BEGIN
      INSERT INTO found (found, rowid, body) VALUES ('delete', old.id, old.body);
    END
    """

  @Test("A table of FTS5 with external content works with the setting, and without it the error names the setting")
  func externalContent() throws {
    for library in ([.systemSQLite] + CachedEngine.locations) {
      for trustsSchema in [false, true] {
        var settings = SQLiteConnectionSettings()
        settings.trustsSchema = trustsSchema
        let context = SQLContext(try SQLiteConnection.open(.memory, library: library, settings: settings))
        guard context.engine.supports(.fts5) else { continue }
        do {
          try context.executeScript(Self.script)
          try context.execute("INSERT INTO doc VALUES (1, 'some words')")
          #expect(try context.value("SELECT rowid FROM found WHERE found MATCH 'words'") == 1)
          try context.execute("DELETE FROM doc")
        } catch let error as DatabaseError {
          #expect(!trustsSchema, "\(error)")
          #expect(error.message.contains("trustsSchema") && error.message.contains("trusted-schema=on"), "\(error)")
          #expect(error.outcome == .notApplied)
        }
      }
    }
  }

  @Test("A function that is for statements only is refused in the schema, with the setting")
  func functions() throws {
    let context = try SQLContext()
    try context.engineConnection.addFunction("outside") { _ in 1 }
    try context.executeScript(
      "CREATE TABLE t (a); CREATE TRIGGER r AFTER INSERT ON t BEGIN SELECT outside(); END")
    let error = try databaseError { try context.execute("INSERT INTO t VALUES (1)") }
    #expect(error.message.contains("unsafe use of") && error.message.contains("trustsSchema"), "\(error)")
  }
}
