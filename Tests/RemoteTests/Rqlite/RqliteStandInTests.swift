import Quarry
import QuarryRemote
import RqliteStandIn
import Testing
import TestSupport

/// The stand-in answers as the real cluster was seen to.
@Suite struct RqliteStandInTests {
  private let transport = CurlTransport()

  private struct Answer {
    var status: Int
    var body: String
    var location: String?
  }

  private func post(_ url: String, _ body: String) async throws -> Answer {
    let answer = try await transport.send(
      HTTPRequest(
        method: "POST", url: url, body: Array(body.utf8), connectTimeout: .seconds(3600), timeout: .seconds(3600)))
    return Answer(
      status: answer.status, body: String(decoding: answer.body, as: UTF8.self), location: answer.header("Location"))
  }

  private func results(_ url: String, _ body: String) async throws -> String {
    let answer = try await post(url, body)
    #expect(answer.status == 200)
    let start = #"{"results":["#
    #expect(answer.body.hasPrefix(start) && answer.body.hasSuffix("]}"), "\(answer.body)")
    return String(answer.body.dropFirst(start.count).dropLast(2))
  }

  @Test func aFollowerLagsAndTheLeaderDoesNot() async throws {
    let cluster = try await RqliteStandIn()
    let nodes = await cluster.addresses
    #expect(try await results(nodes[0] + "/db/execute", #"["CREATE TABLE t(a)"]"#) == "{}")
    await cluster.hold(1)
    _ = try await results(nodes[0] + "/db/execute", #"["INSERT INTO t VALUES (1)"]"#)
    let query = #"["SELECT count(*) FROM t"]"#
    let held = try await results(nodes[1] + "/db/query?level=none", query)
    #expect(held == #"{"columns":["count(*)"],"types":["integer"],"values":[[0]]}"#)
    let stale = try await post(nodes[1] + "/db/query?level=none&freshness=1ms", query)
    #expect(stale.body == #"{"results":[],"error":"stale read"}"#)
    for level in ["weak", "linearizable", "strong"] {
      let current = try await results(nodes[1] + "/db/query?level=\(level)", query)
      #expect(current == #"{"columns":["count(*)"],"types":["integer"],"values":[[1]]}"#)
    }
  }

  @Test func valuesAreChangedByTheDeclaredType() async throws {
    let cluster = try await RqliteStandIn()
    let url = await cluster.addresses[0]
    _ = try await results(
      url + "/db/execute",
      """
      ["CREATE TABLE t(i INTEGER, r REAL, f BOOLEAN, d DATETIME, v VARCHAR(9), b BLOB)", ["INSERT INTO t VALUES (?,?,?,?,?,?)", \
      9223372036854775807, 1.0, 2, "2024-01-02 03:04:05", [65], [0,255]]]
      """)
    #expect(
      try await results(url + "/db/query?blob_array", #"["SELECT *, +b, +f, -0.0, 1e21, '<' AS s FROM t"]"#)
        == """
        {"columns":["i","r","f","d","v","b","+b","+f","-0.0","1e21","s"],"types":["integer","real","boolean",\
        "datetime","varchar(9)","blob","text","integer","real","real","text"],"values":[[9223372036854775807,1,true,\
        "2024-01-02T03:04:05Z","A",[0,255],"\u{0}\u{FFFD}",2,-0,1e+21,"\\u003c"]]}
        """.replacing("\u{0}", with: "\\u0000"))
    #expect(try await results(url + "/db/query", #"["SELECT b FROM t"]"#).contains(#""values":[["AP8="]]"#))
    let infinity = try await post(url + "/db/query", #"["SELECT 9e999"]"#)
    #expect(infinity.status == 500 && infinity.body == "json: unsupported value: +Inf\n")
  }

  @Test func aCallIsPointedToTheLeaderOrHandedOn() async throws {
    var configuration = RqliteStandIn.Configuration()
    configuration.election = .seconds(3600)
    let cluster = try await RqliteStandIn(configuration)
    let nodes = await cluster.addresses
    let create = #"["CREATE TABLE t(a)"]"#
    let pointed = try await post(nodes[2] + "/db/execute?redirect", create)
    #expect(pointed.status == 301 && pointed.location == nodes[0] + "/db/execute?redirect")
    #expect(try await results(nodes[2] + "/db/execute", create) == "{}")
    await cluster.stop(0)
    let refused = try await post(nodes[2] + "/db/execute", create)
    #expect(refused.body.contains("dial tcp") && refused.body.contains("connection refused"))
    await cluster.notice()
    #expect(try await results(nodes[2] + "/db/execute", create) == #"{"error":"table t already exists"}"#)
    await cluster.stop(1)
    await cluster.notice()
    let without = try await post(nodes[2] + "/db/execute", create)
    #expect(without.status == 503 && without.body == "leader not found\n")
  }

  @Test func errorsStandInsideAnswers() async throws {
    let cluster = try await RqliteStandIn()
    let url = await cluster.addresses[0]
    let sent: [(path: String, body: String, answer: String)] = [
      ("/db/execute", #"["CREATE TABLE t(a UNIQUE)","","-- nothing"]"#, "{},{}"),
      (
        "/db/execute?transaction",
        #"["INSERT INTO t VALUES (1)","INSERT INTO t VALUES (1)","INSERT INTO t VALUES (2)"]"#,
        #"{"last_insert_id":1,"rows_affected":1},{"error":"UNIQUE constraint failed: t.a"}"#
      ),
      (
        "/db/request?transaction", #"["INSERT INTO t VALUES (7)","INSERT INTO nowhere VALUES (1)","SELECT a FROM t"]"#,
        #"{"last_insert_id":1,"rows_affected":1},{"error":"no such table: nowhere"},"#
          + #"{"columns":["a"],"types":["integer"],"values":[[7]]}"#
      ),
      (
        "/db/query", #"["DELETE FROM t"]"#, #"{"error":"attempt to change database via query operation"}"#
      ),
      (
        "/db/execute", #"["DELETE FROM t RETURNING a"]"#, #"{"columns":["a"],"types":["integer"],"values":[[7]]}"#
      ),
      ("/db/execute", #"["INSERT INTO t VALUES (8) RETURNING\na"]"#, #"{"last_insert_id":1,"rows_affected":1}"#),
      ("/db/query", #"[["SELECT ?, ?", 1]]"#, #"{"error":"not enough args to execute query: want 2 got 1"}"#),
    ]
    for (path, body, answer) in sent { #expect(try await results(url + path, body) == answer, "\(body)") }
    let pragma = try await post(url + "/db/execute", #"["PRAGMA journal_mode = DELETE"]"#)
    #expect(pragma.body == #"{"results":[],"error":"disallowed pragma"}"#)
    for (path, status) in [("/db/execute", 400), ("/db/queue", 404), ("/readyz", 405)] {
      #expect(try await post(url + path, "{").status == status)
    }
  }

  @Test func aWriteWhoseLeaderGoesMayTakeEffectLater() async throws {
    var configuration = RqliteStandIn.Configuration()
    configuration.commit = .seconds(3600)
    let cluster = try await RqliteStandIn(configuration)
    let nodes = await cluster.addresses
    for number in 1...8 {
      let sql = number <= 2 ? "CREATE TABLE t(a)" : "INSERT INTO t VALUES (\(number))"
      async let answer = post(nodes[1] + "/db/execute", #"["\#(sql)"]"#)
      try await eventually { await cluster.writesUnderWay > 0 }
      await cluster.stepDown()
      #expect(try await answer.body == #"{"results":[],"error":"leadership lost while committing log"}"#)
    }
    let found = try await results(nodes[1] + "/db/query", #"["SELECT a FROM t"]"#)
    #expect(found == #"{"columns":["a"],"types":["integer"],"values":[[4],[6],[8]]}"#)
  }

  @Test func chanceIsTheSameOnEveryNodeUnlessItIsADefault() async throws {
    let cluster = try await RqliteStandIn()
    let nodes = await cluster.addresses
    _ = try await results(
      nodes[0] + "/db/execute",
      """
      ["CREATE TABLE t(a, b DEFAULT CURRENT_TIMESTAMP, c)", "INSERT INTO t(a) VALUES (random())", \
      "INSERT INTO t(a, c) VALUES (hex(randomblob(4)), CURRENT_TIMESTAMP)"]
      """)
    let query = #"["SELECT a FROM t"]"#
    let first = try await results(nodes[0] + "/db/query?level=none", query)
    while try await results(nodes[1] + "/db/query?level=none", query) != first {
      try await Task.sleep(for: .milliseconds(5))
    }
    let name = try await results(nodes[0] + "/db/query", #"["SELECT c FROM t WHERE c IS NOT NULL"]"#)
    #expect(name.hasSuffix(#""values":[["CURRENT_TIMESTAMP"]]}"#))
  }
}
