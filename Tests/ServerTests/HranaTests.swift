#if Command
import Foundation
import Quarry
import QuarryServer
import Testing

@Suite struct HranaTests {
  @Test(arguments: [false, true], [2, 3]) func valuesKeepTheirClassAndBits(isFile: Bool, version: Int) async throws {
    try await withServer(isFile: isFile) { (served) async throws in
      let arguments = """
        [{"type":"null"},{"type":"integer","value":"-9223372036854775808"},{"type":"float","value":0.1},\
        {"type":"text","value":"a\\u0000\\ud83d\\ude00\\"\\\\"},{"type":"blob","base64":"AP8"}]
        """
      let answer = try await served.pipeline(
        execute("SELECT ?, ?, ?, ?, ?", arguments), execute("SELECT 1e999, 2.0, 9007199254740993, ''"),
        "{\"type\":\"close\"}", version: version)
      #expect(answer.status == 200)
      let json = try answer.json()
      #expect(json["baton"].isNull)
      let row = json["results"][0]["response"]["result"]["rows"][0]
      #expect(row[0]["type"].string == "null")
      #expect(row[1]["value"].string == "-9223372036854775808")
      #expect(row[2]["value"].value as? Double == 0.1)
      #expect(row[3]["value"].string == "a\u{0}😀\"\\")
      #expect(row[4]["base64"].string == "AP8")
      let other = json["results"][1]["response"]["result"]["rows"][0]
      #expect(other[0]["type"].string == "float" && other[0]["value"].isNull)
      #expect(other[1]["type"].string == "float")
      #expect(other[2]["value"].string == "9007199254740993")
      #expect(other[3]["value"].string == "")
    }
  }

  @Test(arguments: [false, true]) func aTransactionSpansRequests(isFile: Bool) async throws {
    try await withServer(isFile: isFile) { (served) async throws in
      var answer = try await served.pipeline(
        execute("CREATE TABLE t(n)"), execute("BEGIN"), execute("INSERT INTO t VALUES (1)"))
      let first = try #require(try answer.json()["baton"].string)
      answer = try await served.pipeline(
        execute("INSERT INTO t VALUES (2)"), "{\"type\":\"get_autocommit\"}", baton: first)
      let json = try answer.json()
      #expect(json["results"][0]["response"]["result"]["affected_row_count"].int == 1)
      #expect(json["results"][0]["response"]["result"]["last_insert_rowid"].string == "2")
      #expect(json["results"][1]["response"]["is_autocommit"].bool == false)
      let second = try #require(json["baton"].string)
      #expect(second != first)
      answer = try await served.pipeline(execute("ROLLBACK"), "{\"type\":\"close\"}", baton: second)
      #expect(try answer.json()["baton"].isNull)
      let rows = try await served.database.fetchAll(SQLFragment(raw: "SELECT * FROM t").rows())
      #expect(rows.isEmpty)
      #expect(await served.server.openStreams == 0)
    }
  }

  @Test func batonsAreGoodOnce() async throws {
    try await withServer { (served) async throws in
      let baton = try #require(try await served.pipeline(execute("SELECT 1")).json()["baton"].string)
      _ = try await served.pipeline(execute("SELECT 1"), baton: baton)
      let again = try await served.pipeline(execute("SELECT 1"), baton: baton)
      #expect(again.status == 400)
      #expect(again.text.contains("already been used"))
      let invented = try await served.pipeline(execute("SELECT 1"), baton: "AAAA")
      #expect(invented.status == 400)
      #expect(invented.text.contains("invalid baton"))
      let closed = try await served.pipeline("{\"type\":\"close\"}", execute("SELECT 1"))
      #expect(closed.status == 400)
    }
  }

  @Test func errorsBelongToTheirRequest() async throws {
    try await withServer { (served) async throws in
      let json = try await served.pipeline(
        execute("CREATE TABLE t(n INTEGER PRIMARY KEY, m UNIQUE)"), execute("INSERT INTO t VALUES (1, 2), (2, 2)"),
        execute("SELECT * FROM nowhere"), execute("SELEC 1"), execute("SELECT 1; SELECT 2"), execute(" -- nothing"),
        execute("SELECT ?"), execute("SELECT 7"), "{\"type\":\"close\"}"
      ).json()
      let codes = (0..<8).map { json["results"][$0]["error"]["code"].string }
      #expect(
        codes == [
          nil, "SQLITE_CONSTRAINT", "SQLITE_UNKNOWN", "SQL_INPUT_ERROR", "SQL_MANY_STATEMENTS", "SQL_NO_STATEMENT",
          "ARGS_INVALID", nil,
        ])
      #expect(json["results"][1]["error"]["message"].string == "SQLite error: UNIQUE constraint failed: t.m")
      #expect(json["results"][1]["error"]["extended_code"].int == 2067)
    }
  }

  @Test func namedArguments() async throws {
    try await withServer { (served) async throws in
      func named(_ arguments: String) -> String {
        "{\"type\":\"execute\",\"stmt\":{\"sql\":\"SELECT :a, @b, $c\",\"args\":null,\"named_args\":[\(arguments)]}}"
      }
      func value(_ name: String) -> String {
        "{\"name\":\"\(name)\",\"value\":{\"type\":\"text\",\"value\":\"\(name)\"}}"
      }
      let json = try await served.pipeline(
        named([":a", "b", "$c"].map(value).joined(separator: ",")), named(value("a")),
        named(["a", "b", "c", "d"].map(value).joined(separator: ",")),
        """
        {"type":"execute","stmt":{"sql":"SELECT ?","args":[{"type":"null"}],"named_args":[\(value("a"))]}}
        """
      ).json()
      #expect(json["results"][0]["response"]["result"]["rows"][0][1]["value"].string == "b")
      #expect(json["results"][1]["error"]["code"].string == "ARGS_INVALID")
      #expect(json["results"][2]["error"]["code"].string == "ARGS_INVALID")
      #expect(json["results"][3]["error"]["code"].string == "ARGS_BOTH_POSITIONAL_AND_NAMED")
    }
  }

  @Test(arguments: [
    #"{"type":"execute","stmt":{"sql":"SELECT ?","args":[{"type":"integer","value":1}]}}"#,
    #"{"type":"execute","stmt":{"sql":"SELECT ?","args":[{"type":"integer","value":"9223372036854775808"}]}}"#,
    #"{"type":"execute","stmt":{"sql":"SELECT ?","args":[{"type":"float","value":"1"}]}}"#,
    #"{"type":"execute","stmt":{"sql":"SELECT ?","args":[{"type":"blob","base64":"_-8"}]}}"#,
    #"{"type":"execute","stmt":{"sql":"SELECT 1","sql_id":1}}"#, #"{"type":"unheard"}"#,
    #"{"type":"batch","batch":{"steps":[{"condition":{"type":"ok","step":0},"stmt":{"sql":"SELECT 1"}}]}}"#,
  ]) func violationsRefuseTheWholeCall(request: String) async throws {
    try await withServer { (served) async throws in
      let answer = try await served.pipeline(execute("CREATE TABLE t(n)"), request)
      #expect(answer.status == 400)
      #expect(try await served.query("SELECT n FROM t").status == 400)
      #expect(await served.server.openStreams == 0)
    }
  }

  @Test(arguments: [false, true]) func batchesFollowTheirConditions(isFile: Bool) async throws {
    try await withServer(isFile: isFile) { (served) async throws in
      let batch = """
        {"type":"batch","batch":{"steps":[
        {"stmt":{"sql":"CREATE TABLE t(n UNIQUE)"}},
        {"condition":null,"stmt":{"sql":"BEGIN"}},
        {"condition":{"type":"ok","step":1},"stmt":{"sql":"INSERT INTO t VALUES (1)"}},
        {"condition":{"type":"ok","step":2},"stmt":{"sql":"INSERT INTO t VALUES (1)"}},
        {"condition":{"type":"and","conds":[{"type":"ok","step":3},{"type":"ok","step":2}]},"stmt":{"sql":"COMMIT"}},
        {"condition":{"type":"not","cond":{"type":"ok","step":4}},"stmt":{"sql":"ROLLBACK"}},
        {"condition":{"type":"is_autocommit"},"stmt":{"sql":"SELECT count(*) FROM t"}},
        {"condition":{"type":"or","conds":[{"type":"error","step":3}]},"stmt":{"sql":"SELECT 5"}}]}}
        """
      let result = try await served.pipeline(batch).json()["results"][0]["response"]["result"]
      #expect(result["step_results"].count == 8 && result["step_errors"].count == 8)
      #expect(result["step_errors"][3]["code"].string == "SQLITE_CONSTRAINT")
      #expect(result["step_results"][4].isNull && result["step_errors"][4].isNull)
      #expect(!result["step_results"][5].isNull)
      #expect(result["step_results"][6]["rows"][0][0]["value"].string == "0")
      #expect(result["step_results"][7]["rows"][0][0]["value"].string == "5")
    }
  }

  @Test func sequencesStoredTextsAndDescriptions() async throws {
    try await withServer { (served) async throws in
      let json = try await served.pipeline(
        #"{"type":"store_sql","sql_id":4,"sql":"CREATE TABLE t(a INT, b TEXT); INSERT INTO t VALUES (1, ';')"}"#,
        #"{"type":"sequence","sql_id":4}"#, #"{"type":"close_sql","sql_id":4}"#, #"{"type":"close_sql","sql_id":4}"#,
        #"{"type":"sequence","sql":"INSERT INTO t VALUES (2, ''); SELEC; INSERT INTO t VALUES (3, '')"}"#,
        execute("SELECT count(*) FROM t"),
        #"{"type":"describe","sql":"SELECT a, b, a+1 FROM t WHERE a = :x AND b = ?"}"#,
        #"{"type":"describe","sql":"EXPLAIN DELETE FROM t"}"#
      ).json()["results"]
      #expect(json[1]["type"].string == "ok")
      #expect(json[3]["type"].string == "ok")
      #expect(json[4]["error"]["code"].string == "SQL_INPUT_ERROR")
      #expect(json[5]["response"]["result"]["rows"][0][0]["value"].string == "2")
      let description = json[6]["response"]["result"]
      #expect(description["params"][0]["name"].string == ":x" && description["params"][1]["name"].isNull)
      #expect(description["params"].count == 2)
      #expect(description["cols"][0]["decltype"].string == "INT" && description["cols"][2]["decltype"].isNull)
      #expect(description["is_readonly"].bool == true && description["is_explain"].bool == false)
      #expect(json[7]["response"]["result"]["is_explain"].bool == true)
    }
  }

  @Test(arguments: [false, true]) func cursorsSendLines(isFile: Bool) async throws {
    try await withServer(isFile: isFile, limits: ServerLimits(responseBytes: 1000, rows: 10)) { (served) async throws in
      let steps = """
        {"stmt":{"sql":"WITH RECURSIVE c(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM c WHERE n < 5000) SELECT n FROM c"}},
        {"stmt":{"sql":"SELECT * FROM nowhere"}},{"condition":{"type":"ok","step":1},"stmt":{"sql":"SELECT 1"}},
        {"stmt":{"sql":"CREATE TABLE t(n)"}}
        """
      let answer = try await served.client.call("POST", "/v3/cursor", body: "{\"batch\":{\"steps\":[\(steps)]}}")
      let lines = try answer.lines()
      #expect(lines[1]["type"].string == "step_begin" && lines[1]["cols"][0]["name"].string == "n")
      #expect(lines[2...5001].map { $0["row"][0]["value"].string } == (1...5000).map { "\($0)" })
      #expect(lines[5002]["type"].string == "step_end")
      #expect(lines[5003]["type"].string == "step_error" && lines[5003]["step"].int == 1)
      #expect(lines[5004]["type"].string == "step_begin" && lines[5004]["step"].int == 3)
      #expect(lines.count == 5006)
      let baton = try #require(lines[0]["baton"].string)
      let next = try await served.pipeline(execute("SELECT count(*) FROM t"), "{\"type\":\"close\"}", baton: baton)
      #expect(next.status == 200)
      #expect(await served.server.openStreams == 0)
    }
  }
}
#endif
