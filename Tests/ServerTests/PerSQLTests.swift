#if Command
import Foundation
import Quarry
import QuarryRemote
import QuarryServer
import Testing

@Suite struct PerSQLTests {
  @Test(arguments: [false, true]) func valuesAreThoseOfJavaScript(isFile: Bool) async throws {
    try await withServer(isFile: isFile) { (served) async throws in
      let answer = try await served.query(
        "SELECT ?, typeof(?), typeof(?), ?, ? AS a, 1 AS a", #"[null, 2.0, 2.5, true, "é"]"#)
      let data = try answer.json()["data"]
      #expect(data["columns"][4].string == "a" && data["columns"][5].string == "a")
      #expect(data["rows"][0][0].isNull)
      #expect(data["rows"][0][1].string == "integer" && data["rows"][0][2].string == "real")
      #expect(data["rows"][0][3].int == 1 && data["rows"][0][4].string == "é")
      let text = try await served.query(
        "SELECT 9007199254740993, 9223372036854775807, 1e999, 1e15, 1e21, -1.5, 2.0, x'00'"
      )
      .text
      #expect(text.contains("[9007199254740992,9223372036854776000,null,1000000000000000,1e+21,-1.5,2,{}]"))
    }
  }

  /// Every call is billed by the service whose protocol this is.
  @Test(arguments: [false, true]) func openingTakesTwoCalls(isFile: Bool) async throws {
    try await withServer(isFile: isFile) { (served) async throws in
      let transport = CountingTransport()
      let driver = try PerSQLDriver(
        baseURL: "http://127.0.0.1:\(served.client.port)", database: "default/main", transport: transport,
        timeouts: .patient)
      let database = try await Database(driver)
      _ = try await driver.open(.reader)
      #expect(transport.count == 2)
      // What is found is what the server does, asked one by one.
      for (feature, sql) in [
        (SQLFeature.pragmaHardHeapLimit, "PRAGMA hard_heap_limit"), (.pragmaSoftHeapLimit, "PRAGMA soft_heap_limit"),
        (.vacuumInto, "EXPLAIN VACUUM INTO ':memory:'"), (.loadExtensionFunction, "SELECT load_extension('none')"),
        (.buildRowIDOfViewRefused, "SELECT rowid FROM (SELECT 1)"), (.returning, "EXPLAIN DELETE FROM t RETURNING n"),
      ] {
        if feature == .returning { _ = try await served.query("CREATE TABLE t(n)") }
        let isTaken = try await served.query(sql).status == 200
        #expect(database.engine.supports(feature) == (isTaken != (feature == .buildRowIDOfViewRefused)), "\(feature)")
      }
      await database.close()
    }
  }

  @Test(arguments: [false, true]) func batches(isFile: Bool) async throws {
    try await withServer(isFile: isFile) { (served) async throws in
      func batch(_ second: String, _ transaction: Bool) async throws -> RawClient.Answer {
        let body = """
          {"statements":[{"sql":"INSERT INTO t VALUES (?)","params":[1]},{"sql":"\(second)"}],"transaction":\(transaction)}
          """
        return try await served.client.call("POST", "/v1/db/default/main/batch", body: body)
      }
      func count() async throws -> Int? {
        try await served.query("SELECT count(*) FROM t").json()["data"]["rows"][0][0].int
      }
      _ = try await served.query("CREATE TABLE t(n)")
      #expect(try await batch("SELECT * FROM nowhere", true).status == 400)
      #expect(try await count() == 0)
      #expect(try await batch("SELECT * FROM nowhere", false).status == 400)
      #expect(try await count() == 1)
      let done = try await batch("SELECT count(*) FROM t", true).json()
      #expect(done["data"][0]["rowsWritten"].int == 1)
      #expect(done["data"][1]["rows"][0][0].int == 2)
      let many =
        "{\"statements\":[" + Array(repeating: "{\"sql\":\"SELECT 1\"}", count: 101).joined(separator: ",") + "]}"
      #expect(try await served.client.call("POST", "/v1/db/default/main/batch", body: many).status == 400)
      #expect(try await served.query("BEGIN").status == 400)
    }
  }

  @Test(arguments: [
    ("INSERT INTO t VALUES (1, 1, 1)", "unique_violation"), ("INSERT INTO t VALUES (2, NULL, 1)", "not_null_violation"),
    ("INSERT INTO t VALUES (2, 2, -1)", "check_violation"), ("SELECT * FROM nowhere", "unknown_table"),
    ("SELECT x FROM t", "unknown_column"), ("SELEC 1", "syntax_error"), ("INSERT INTO u VALUES (9)", "fk_violation"),
  ]) func errorsHaveTheirKind(sql: String, kind: String) async throws {
    try await withServer { (served) async throws in
      for sql in [
        "CREATE TABLE t(a INTEGER PRIMARY KEY, b NOT NULL UNIQUE, c CHECK (c > 0))", "INSERT INTO t VALUES (1, 1, 1)",
        "CREATE TABLE u(a REFERENCES t)",
      ] { #expect(try await served.query(sql).status == 200) }
      let answer = try await served.query(sql)
      #expect(answer.status == 400)
      let json = try answer.json()
      #expect(json["success"].bool == false)
      #expect(json["errorDetail"]["kind"].string == kind)
      if kind == "unique_violation" { #expect(json["errorDetail"]["table"].string == "t") }
    }
  }

  @Test func anIdempotencyKeyRunsOnce() async throws {
    try await withServer { (served) async throws in
      _ = try await served.query("CREATE TABLE t(n)")
      let key = ["Idempotency-Key: k1"]
      async let first = served.query("INSERT INTO t VALUES (1)", headers: key)
      async let second = served.query("INSERT INTO t VALUES (1)", headers: key)
      let answers = try await [first, second]
      #expect(answers.allSatisfy { $0.status == 200 })
      #expect(answers.filter { $0.header("Idempotency-Replayed") == "true" }.count == 1)
      #expect(try await served.query("INSERT INTO t VALUES (2)", headers: key).status == 422)
      #expect(try await served.query("SELECT count(*) FROM t").json()["data"]["rows"][0][0].int == 1)
      // A failure is not kept.
      let other = ["Idempotency-Key: k2"]
      #expect(try await served.query("INSERT INTO u VALUES (1)", headers: other).status == 400)
      _ = try await served.query("CREATE TABLE u(n)")
      #expect(try await served.query("INSERT INTO u VALUES (1)", headers: other).status == 200)
    }
  }

  @Test func tablesAndDescriptions() async throws {
    try await withServer { (served) async throws in
      _ = try await served.query("CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT NOT NULL)")
      _ = try await served.query("INSERT INTO t VALUES (1, '')")
      let tables = try await served.client.call("GET", "/v1/db/default/main/tables").json()["data"]
      #expect(tables.count == 1 && tables[0]["name"].string == "t" && tables[0]["rowCount"].int == 1)
      let description = try await served.client.call("GET", "/v1/db/default/main/describe").json()["data"]["tables"][0]
      #expect(description["columns"][1]["name"].string == "b" && description["columns"][1]["type"].string == "TEXT")
      #expect(try await served.client.call("GET", "/v1/me").json()["data"]["role"].string == "readwrite")
      #expect(try await served.client.call("GET", "/v1/databases").json()["data"][0]["slug"].string == "main")
      #expect(try await served.client.call("POST", "/v1/db/default/other/query", body: "{}").status == 404)
      #expect(try await served.client.call("POST", "/v1/db/default/main/query", body: "{").status == 400)
    }
  }
}
#endif
