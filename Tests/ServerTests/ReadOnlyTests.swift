#if Command
import Foundation
import Quarry
import QuarryServer
import Testing

/// A reader changes nothing, whatever it sends: neither the database nor anything beside it.
@Suite struct ReadOnlyTests {
  private static let setUp = """
    CREATE TABLE t(n INTEGER PRIMARY KEY, v);
    INSERT INTO t VALUES (1, 'a'), (2, 'b');
    CREATE VIEW w AS SELECT * FROM t;
    CREATE TRIGGER instead INSTEAD OF INSERT ON w BEGIN INSERT INTO t VALUES (new.n, new.v); END;
    CREATE VIRTUAL TABLE f4 USING fts4(x);
    CREATE VIRTUAL TABLE f5 USING fts5(x);
    INSERT INTO f4 VALUES ('one'); INSERT INTO f4 VALUES ('two'); INSERT INTO f4 VALUES ('three');
    INSERT INTO f5 VALUES ('one'); INSERT INTO f5 VALUES ('two'); INSERT INTO f5 VALUES ('three');
    """

  /// Statements that write, or that write in a way that does not look like it.
  private static let writes = [
    "INSERT INTO t VALUES (3, 'c')", "WITH x AS (SELECT 1) INSERT INTO t SELECT 4, 'x'", "UPDATE t SET v = 1",
    "DELETE FROM t", "REPLACE INTO t VALUES (1, 'z')", "INSERT INTO w VALUES (9, 'w')",
    "INSERT INTO t VALUES (5, 'r') RETURNING n", "CREATE TABLE u(n)", "CREATE TABLE u AS SELECT * FROM t",
    "CREATE INDEX i ON t(v)", "DROP TABLE t", "DROP VIEW w", "ALTER TABLE t ADD COLUMN m", "ALTER TABLE t RENAME TO s",
    "REINDEX", "ANALYZE", "VACUUM", "VACUUM INTO 'copy.db'", "CREATE TEMP TABLE u(n)", "BEGIN IMMEDIATE",
    "BEGIN EXCLUSIVE", "CREATE VIRTUAL TABLE g USING fts5(x)", "CREATE VIRTUAL TABLE g USING csv(filename='x')",
    "INSERT INTO f4(f4) VALUES ('optimize')", "INSERT INTO f4(f4) VALUES ('rebuild')",
    "INSERT INTO f4(f4) VALUES ('merge=500,2')", "INSERT INTO f4(f4) VALUES ('automerge=2')",
    "INSERT INTO f4(f4) VALUES ('integrity-check')", "INSERT INTO f5(f5) VALUES ('optimize')",
    "INSERT INTO f5(f5) VALUES ('rebuild')", "INSERT INTO f5(f5) VALUES ('delete-all')",
    "INSERT INTO f5(f5, rank) VALUES ('merge', 500)", "INSERT INTO f5(f5, rank) VALUES ('pgsz', 64)",
    "SELECT optimize(f4) FROM f4", "SELECT optimize(f4) FROM f4 LIMIT 1",
    "SELECT x, optimize(f4) FROM f4 WHERE x MATCH 'one'",
    "SELECT count(*) FROM f4 WHERE optimize(f4) IS NOT NULL", "ATTACH 'other.db' AS o", "ATTACH ':memory:' AS o",
    "DETACH main", "SELECT * FROM sqlite_dbpage", "UPDATE sqlite_dbpage SET data = zeroblob(4096)",
    "DELETE FROM sqlite_schema", "SELECT load_extension('x')", "SELECT writefile('written', 'x')",
    "SELECT readfile('served.db')", "SELECT edit('x')", "SELECT fts3_tokenizer('simple')",
    "SELECT fts3_tokenizer('x', x'00')", "SELECT sqlite_log(1, 'x')", "SELECT sqlcipher_export('main')",
    "SELECT icu_load_collation('x', 'y')", "SELECT * FROM fsdir('.')", "SELECT * FROM pragma_user_version(5)",
    "SELECT * FROM pragma_optimize", "SELECT * FROM pragma_journal_mode", "SELECT * FROM pragma_wal_checkpoint",
    "SAVEPOINT s", "EXPLAIN INSERT INTO t VALUES (3, 'c')",
  ]

  /// Everything that the engine itself names: functions with different numbers of arguments, PRAGMAs with and without a
  /// value, modules.
  private func everything(_ database: Database) async throws -> [String] {
    let functions: SQLFragment = "SELECT DISTINCT name FROM pragma_function_list WHERE name GLOB '[a-z]*' ORDER BY 1"
    let pragmas: SQLFragment = "SELECT name FROM pragma_pragma_list ORDER BY 1"
    let modules: SQLFragment = "SELECT name FROM pragma_module_list ORDER BY 1"
    var statements = Self.writes
    let arguments = ["", "f4", "1", "'x'", "'x', 'y'", "1, 2, 3"]
    for name in try await database.fetchAll(functions.values(String.self)) {
      for argument in arguments { statements.append("SELECT \(name)(\(argument)) FROM f4") }
      statements.append("SELECT \(name)(f5) FROM f5")
    }
    for name in try await database.fetchAll(pragmas.values(String.self)) {
      statements += ["", " = 1", "(0)", " = 'x'", " = main"].map { "PRAGMA \(name)\($0)" }
      statements += ["", "(1)", "('x')"].map { "SELECT * FROM pragma_\(name)\($0)" }
      statements.append("PRAGMA main.\(name) = 7")
    }
    for name in try await database.fetchAll(modules.values(String.self)) {
      statements += ["SELECT * FROM \(name) LIMIT 5", "CREATE VIRTUAL TABLE g USING \(name)(x)"]
      statements += ["DELETE FROM \(name)", "CREATE VIRTUAL TABLE temp.g USING \(name)(x)"]
    }
    return statements
  }

  /// What there is: every table's rows, the settings of the file, and the files beside it.
  private func state(_ served: Served) async throws -> [String] {
    var found: [String] = []
    let tables: SQLFragment =
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name"
    for name in try await served.database.fetchAll(tables.values(String.self)) {
      for row in try await served.database.fetchAll(SQLFragment(raw: "SELECT * FROM \"\(name)\"").rows()) {
        found.append("\(name): \(row.values)")
      }
    }
    for pragma in ["user_version", "application_id", "journal_mode", "schema_version", "page_size", "auto_vacuum"] {
      let rows = try await served.database.fetchAll(SQLFragment(raw: "PRAGMA \(pragma)").rows())
      found.append("\(pragma): \(rows.map(\.values))")
    }
    if let folder = served.folder {
      found.append("files: \(try FileManager.default.contentsOfDirectory(atPath: folder).sorted())")
    }
    let here = try FileManager.default.contentsOfDirectory(atPath: ".")
    found.append("here: \(here.filter { ["copy.db", "other.db", "written", "x"].contains($0) })")
    return found
  }

  @Test(arguments: [false, true]) func nothingChanges(isFile: Bool) async throws {
    let access = ServerAccess(tokens: [ServerToken("writes"), ServerToken("reads", role: .read)])
    try await withServer(isFile: isFile, access: access) { (served) async throws in
      try await served.database.executeScript(Self.setUp)
      let before = try await state(served)
      let statements = try await everything(served.database)
      #expect(statements.count > 800)
      let reader = ["Authorization: Bearer reads"]
      var answered = 0
      for sql in statements {
        let text = sql.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        let answer = try await served.pipeline(execute(text), "{\"type\":\"close\"}", headers: reader)
        if answer.status == 200, try answer.json()["results"][0]["type"].string == "ok" { answered += 1 }
        if let folder = served.folder { #expect(!answer.text.contains(folder), "\(sql) tells where the file is") }
        #expect(try await state(served) == before, "\(sql) has changed something")
      }
      // Reading goes on, as ever.
      #expect(answered > 100)
      for sql in Self.writes {
        let perSQL = try await served.query(sql, headers: reader)
        let once = try await served.client.call(
          "POST", "/v1/execute", headers: reader, body: "{\"stmt\":{\"sql\":\"\(sql)\"}}")
        let lines = try await served.client.call(
          "POST", "/v3/cursor", headers: reader, body: "{\"batch\":{\"steps\":[{\"stmt\":{\"sql\":\"\(sql)\"}}]}}")
        for answer in [perSQL, once, lines] {
          if let folder = served.folder { #expect(!answer.text.contains(folder)) }
        }
      }
      #expect(try await state(served) == before)
      let rows = try await served.pipeline(execute("SELECT count(*) FROM t"), headers: reader).json()
      #expect(rows["results"][0]["response"]["result"]["rows"][0][0]["value"].string == "2")
      // A writer still writes: nothing of the reader's is left in a connection.
      let writer = ["Authorization: Bearer writes"]
      for sql in ["INSERT INTO t VALUES (3, 'c')", "SELECT optimize(f4) FROM f4 LIMIT 1"] {
        #expect(try await served.query(sql, headers: writer).status == 200, "\(sql)")
      }
    }
  }

  @Test(arguments: [false, true]) func theFileIsNotTold(isFile: Bool) async throws {
    try await withServer(isFile: isFile) { (served) async throws in
      for sql in [
        "PRAGMA database_list", "pragma  main.database_list", "PRAGMA [database_list]", "/* x */ PRAGMA database_list;",
        "SELECT * FROM pragma_database_list", "SELECT file FROM pragma_database_list",
        "SELECT max(file) || '' FROM pragma_database_list", "EXPLAIN PRAGMA database_list",
        "EXPLAIN QUERY PLAN PRAGMA database_list", "SELECT p.file FROM pragma_database_list AS p",
      ] {
        let answer = try await served.pipeline(execute(sql), "{\"type\":\"close\"}")
        if let folder = served.folder { #expect(!answer.text.contains(folder), "\(sql)") }
        #expect(!answer.text.contains("served.db"), "\(sql)")
      }
      let rows = try await served.pipeline(execute("PRAGMA database_list")).json()["results"][0]["response"]["result"]
      #expect(rows["rows"][0][1]["value"].string == "main" && rows["cols"][2]["name"].string == "file")
    }
  }
}
#endif
