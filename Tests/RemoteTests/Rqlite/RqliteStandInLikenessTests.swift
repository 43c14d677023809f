import Foundation
import Quarry
import QuarryRemote
import RqliteStandIn
import Testing
import TestSupport

/// The stand-in answers as the real server does in what exchanges with a real one showed.
@Suite struct RqliteStandInLikenessTests {
  private let transport = CurlTransport()

  private func send(
    _ method: String, _ url: String, _ body: String? = nil, user: String? = nil
  ) async throws -> (status: Int, body: String, response: HTTPResponse) {
    var headers: [(name: String, value: String)] = []
    if let user { headers.append(("Authorization", "Basic " + Data(user.utf8).base64EncodedString())) }
    let answer = try await transport.send(
      HTTPRequest(
        method: method, url: url, headers: headers, body: body.map { Array($0.utf8) }, connectTimeout: .seconds(3600),
        timeout: .seconds(3600)))
    return (answer.status, String(decoding: answer.body, as: UTF8.self), answer)
  }

  private func results(_ url: String, _ body: String) async throws -> String {
    let answer = try await send("POST", url, body)
    #expect(answer.status == 200)
    let start = #"{"results":["#
    #expect(answer.body.hasPrefix(start) && answer.body.hasSuffix("]}"), "\(answer.body)")
    return String(answer.body.dropFirst(start.count).dropLast(2))
  }

  @Test func columnsGetTheTypesOfTheFirstRowAlsoBehindANull() async throws {
    let cluster = try await RqliteStandIn()
    defer { withExtendedLifetime(cluster) {} }
    let url = await cluster.addresses[0]
    let found = try await results(
      url + "/db/query", #"["SELECT 1 AS a, NULL AS b, 'x' AS c, NULL AS d, 2.5 AS e UNION ALL SELECT 1, 2, 3, 4, 5"]"#)
    #expect(found.hasPrefix(#"{"columns":["a","b","c","d","e"],"types":["integer","","text","","real"],"#))
  }

  @Test func aNodeThatHearsNoLeaderIsStale() async throws {
    var configuration = RqliteStandIn.Configuration()
    configuration.election = .milliseconds(1)
    let cluster = try await RqliteStandIn(configuration)
    let nodes = await cluster.addresses
    let read = #"["SELECT 1"]"#
    let stale = #"{"results":[],"error":"stale read"}"#
    for node in nodes {
      #expect(try await send("POST", node + "/db/query?level=none&freshness=1ns", read).body != stale)
    }
    await cluster.stop(1)
    await cluster.stop(2)
    await cluster.notice()
    // Once the time has gone by, whoever led before.
    try await eventually {
      try await send("POST", nodes[0] + "/db/query?level=none&freshness=20ms", read).body == stale
    }
    #expect(try await send("POST", nodes[0] + "/db/query?level=none&freshness=1h", read).body != stale)
    #expect(try await send("POST", nodes[0] + "/db/query?level=none", read).body != stale)
    try await cluster.heal()
    await cluster.notice()
    try await eventually { await cluster.leaderIndex != nil }
    #expect(try await send("POST", nodes[0] + "/db/query?level=none&freshness=20ms", read).body != stale)
    await cluster.close()
  }

  @Test func readsHaveAConnectionOfTheirOwn() async throws {
    let cluster = try await RqliteStandIn()
    defer { withExtendedLifetime(cluster) {} }
    let url = await cluster.addresses[0]
    _ = try await results(
      url + "/db/execute",
      #"["CREATE TABLE t(a)","INSERT INTO t VALUES (1),(2)","CREATE TEMP TABLE hidden(a)","INSERT INTO hidden VALUES (1)"]"#
    )
    for path in ["/db/query", "/db/request"] {
      #expect(
        try await results(url + path, #"["SELECT changes(), last_insert_rowid()"]"#).hasSuffix(#""values":[[0,0]]}"#))
    }
    #expect(try await results(url + "/db/query", #"["SELECT * FROM hidden"]"#) == #"{"error":"no such table: hidden"}"#)
    // A request that writes too is for the connection that writes.
    #expect(
      try await results(url + "/db/request", #"["DELETE FROM t","SELECT changes()","SELECT a FROM hidden"]"#)
        == #"{"last_insert_id":1,"rows_affected":2},{"columns":["changes()"],"types":["integer"],"values":[[2]]},"#
        + #"{"columns":["a"],"types":["integer"],"values":[[1]]}"#)
    // What a BEGIN leaves open is seen by writes and not by reads.
    _ = try await results(url + "/db/execute", #"["BEGIN","INSERT INTO t VALUES (5)"]"#)
    #expect(try await results(url + "/db/query", #"["SELECT count(*) FROM t"]"#).hasSuffix("[[0]]}"))
    _ = try await results(url + "/db/execute", #"["COMMIT"]"#)
    #expect(try await results(url + "/db/query", #"["SELECT count(*) FROM t"]"#).hasSuffix("[[1]]}"))
  }

  @Test func aStatementEndsWithItsTime() async throws {
    let cluster = try await RqliteStandIn()
    defer { withExtendedLifetime(cluster) {} }
    let url = await cluster.addresses[0]
    _ = try await results(url + "/db/execute", #"["CREATE TABLE t(a)"]"#)
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)"
    #expect(
      try await results(url + "/db/query?db_timeout=20ms", #"["\#(endless) SELECT count(*) FROM n"]"#)
        == #"{"error":"query timeout"}"#)
    #expect(
      try await results(url + "/db/execute?db_timeout=20ms", #"["\#(endless) INSERT INTO t SELECT i FROM n"]"#)
        == #"{"error":"execute timeout"}"#)
    #expect(try await results(url + "/db/query", #"["SELECT count(*) FROM t"]"#).hasSuffix("[[0]]}"))
  }

  @Test func whatIsWrittenAnewAndWhatIsNot() async throws {
    var configuration = RqliteStandIn.Configuration()
    configuration.commit = .zero
    let cluster = try await RqliteStandIn(configuration)
    let url = await cluster.addresses[0]
    _ = try await results(
      url + "/db/execute",
      """
      ["CREATE TABLE t(id INTEGER PRIMARY KEY, a DEFAULT (random()), b DEFAULT CURRENT_TIMESTAMP, c)", \
      "CREATE TRIGGER r AFTER INSERT ON t BEGIN UPDATE t SET c = hex(randomblob(8)) WHERE id = new.id; END", \
      "INSERT INTO t(id) VALUES (1), (2)", "CREATE TABLE u(a)", "INSERT INTO u SELECT id FROM t ORDER BY random()"]
      """)
    let first = try await cluster.contents(of: 0)
    let second = try await cluster.contents(of: 1)
    // A default has become a constant, beside which a clock stays one.
    #expect(first["t"]?.first?.contains("random") == false)
    #expect(first["t"]?.first?.contains("DEFAULT CURRENT_TIMESTAMP") == true)
    #expect(first["t"]?.first == second["t"]?.first)
    // A trigger stays as it is, and makes something else on each node.
    #expect(first["r"]?.first?.contains("randomblob(8)") == true)
    #expect(first["t"] != second["t"])
    await cluster.close()
  }

  @Test func anExplanationOfAWriteHasRows() async throws {
    let cluster = try await RqliteStandIn()
    defer { withExtendedLifetime(cluster) {} }
    let url = await cluster.addresses[0]
    _ = try await results(url + "/db/execute", #"["CREATE TABLE t(a)"]"#)
    for path in ["/db/query", "/db/request"] {
      for sql in ["EXPLAIN INSERT INTO t VALUES (1)", "EXPLAIN QUERY PLAN DELETE FROM t WHERE a = 1"] {
        let found = try await results(url + path, #"["\#(sql)"]"#)
        #expect(found.hasPrefix(#"{"columns":["#) && found.contains(#""values":[["#), "\(found)")
      }
    }
    #expect(try await results(url + "/db/query", #"["SELECT count(*) FROM t"]"#).hasSuffix("[[0]]}"))
    let database = try await Database(
      try RqliteDriver(
        addresses: [url], transport: transport, policy: RetryPolicy(deadline: .seconds(300)),
        timeouts: RemoteTimeouts(call: .seconds(300))))
    let plan: SQLFragment = "EXPLAIN INSERT INTO t VALUES (1)"
    #expect(try await database.fetchAll(plan.rows()).count > 3)
    await database.close()
  }

  @Test func aReadAtAnyLevelThatIsPointedElsewhereIsAnsweredHere() async throws {
    let cluster = try await RqliteStandIn()
    let nodes = await cluster.addresses
    #expect(try await send("POST", nodes[1] + "/db/query?level=auto&redirect", #"["SELECT 1"]"#).status == 200)
    #expect(try await send("POST", nodes[1] + "/db/query?level=weak&redirect", #"["SELECT 1"]"#).status == 301)
    await cluster.close()
  }

  @Test func withoutALeader() async throws {
    var configuration = RqliteStandIn.Configuration()
    configuration.election = .zero
    let cluster = try await RqliteStandIn(configuration)
    let url = await cluster.addresses[0]
    #expect(try await send("GET", url + "/readyz").body == "[+]node ok\n[+]leader ok\n[+]store ok")
    #expect(try await send("GET", url + "/leader").status == 200)
    await cluster.stop(1)
    await cluster.stop(2)
    await cluster.notice()
    for (method, path) in [("GET", "/readyz"), ("GET", "/nodes?ver=2"), ("GET", "/leader"), ("POST", "/leader")] {
      let answer = try await send(method, url + path, method == "POST" ? "" : nil)
      #expect(answer.status == 500 && answer.body == "leader address: leader not found\n", "\(method) \(path)")
    }
    #expect(try await send("GET", url + "/readyz?noleader").body == "[+]node ok")
    let write = try await send("POST", url + "/db/execute", #"["CREATE TABLE t(a)"]"#)
    #expect(write.status == 503 && write.body == "leader not found\n")
    let pointed = try await send("POST", url + "/db/execute?redirect", #"["CREATE TABLE t(a)"]"#)
    #expect(pointed.status == 500 && pointed.body == "leader not found\n")
    await cluster.close()
  }

  @Test func requestsThatMakeNoSense() async throws {
    let cluster = try await RqliteStandIn()
    defer { withExtendedLifetime(cluster) {} }
    let url = await cluster.addresses[0]
    for (target, body, text) in [
      ("/db/execute", "", "invalid JSON body"), ("/db/execute", "[", "invalid JSON body"),
      ("/db/execute", "{}", "invalid request"),
      ("/db/execute", #""SELECT 1""#, "invalid request"), ("/db/execute", "[]", "no statements"),
      ("/db/execute", "[[]]", "invalid request"),
      ("/db/execute", "[1]", "invalid request"), ("/db/execute", #"[[1,"SELECT 1"]]"#, "invalid request"),
      ("/db/query?timeout=5", #"["SELECT 1"]"#, "timeout is not a valid duration"),
      ("/db/query?db_timeout=x", #"["SELECT 1"]"#, "db_timeout is not a valid duration"),
      ("/db/query?freshness_strict", #"["SELECT 1"]"#, "freshness_strict requires freshness"),
      ("/db/execute?retries=many", #"["SELECT 1"]"#, "retries is not a valid integer"),
    ] {
      let answer = try await send("POST", url + target, body)
      #expect(answer.status == 400 && answer.body == text + "\n", "\(target) \(body): \(answer.body)")
    }
    #expect(try await send("GET", url + "/db/query").body == "query parameter not set\n")
  }

  @Test func whoMayDoWhat() async throws {
    var configuration = RqliteStandIn.Configuration()
    configuration.users = [
      .init(name: "boss", password: "a", permissions: ["all"]),
      .init(name: "writer", password: "b", permissions: ["execute"]),
      .init(name: "*", password: "", permissions: ["ready"]),
    ]
    let cluster = try await RqliteStandIn(configuration)
    let url = await cluster.addresses[0]
    func status(_ user: String?, _ path: String) async throws -> Int {
      try await send(
        path.hasPrefix("/db") ? "POST" : "GET", url + path, path.hasPrefix("/db") ? #"["SELECT 1"]"# : nil, user: user
      ).status
    }
    for (user, path, expected) in [
      ("boss:a", "/db/request", 200), ("boss:a", "/nodes", 200), ("boss:b", "/db/query", 401), (nil, "/db/query", 401),
      ("writer:b", "/db/execute", 200), ("writer:b", "/db/query", 401), ("writer:b", "/db/request", 401),
      ("writer:b", "/leader", 401), (nil, "/readyz", 200), ("nobody:x", "/readyz", 200), (nil, "/nodes", 401),
    ] {
      #expect(try await status(user, path) == expected, "\(user ?? "nobody") \(path)")
    }
    let refused = try await send("POST", url + "/db/query", #"["SELECT 1"]"#)
    #expect(refused.body.isEmpty && refused.response.header("WWW-Authenticate") == #"Basic realm="rqlite""#)
    await cluster.close()
  }
}
