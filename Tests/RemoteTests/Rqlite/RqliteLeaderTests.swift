import Quarry
import QuarryRemote
import Testing
import TestSupport

/// Redirects, failover, and what a lost leader means.
@Suite struct RqliteLeaderTests {
  private static let nodes = ["http://n1:4001", "http://n2:4001", "http://n3:4001"]
  private static let written = HTTPResponse.results(#"{"rows_affected":1}"#)
  private static let read = HTTPResponse.results(#"{"columns":["a"],"types":["integer"],"values":[[1]]}"#)

  private func write(_ script: RqliteScript) async -> DatabaseError? {
    await thrownError { _ = try await script.database().execute("DELETE FROM t") }
  }

  private func read(_ script: RqliteScript) async -> DatabaseError? {
    await thrownError {
      _ = try await script.database().fetchAll(("SELECT a FROM t" as SQLFragment).rows())
    }
  }

  @Test(arguments: [301, 307])
  func aRedirectKeepsMethodAndBody(_ status: Int) async throws {
    let script = try RqliteScript(Self.nodes, redirects: true) { request, _ in
      guard request.url.hasPrefix("http://n3") else {
        let path = request.url.dropFirst("http://n1:4001".count)
        return .text(status, "", [("Location", "http://n3:4001" + path)])
      }
      return Self.written
    }
    #expect(await write(script) == nil)
    #expect(
      script.urls == [
        "http://n1:4001/db/execute?blob_array&transaction&norwrandom&norwtime&redirect",
        "http://n3:4001/db/execute?blob_array&transaction&norwrandom&norwtime&redirect",
      ])
    #expect(script.requests.allSatisfy { $0.method == "POST" })
    #expect(Set(script.bodies) == [#"[["DELETE FROM t"]]"#])
  }

  @Test(arguments: ["https://n3:4001/db/execute", "http://n3:4001/other", "file:///db/execute", ""])
  func aRedirectElsewhereIsRefused(_ location: String) async throws {
    let script = try RqliteScript(Self.nodes, redirects: true) { _, _ in .text(301, "", [("Location", location)]) }
    let error = await write(script)
    // The words are not those of a node: nobody knows what became of the write, and it is not sent again.
    #expect(error?.code == .outcomeUnknown && error?.outcome == .unknown)
    #expect(script.requests.count == 1)
  }

  @Test func redirectsInACircleEnd() async throws {
    let script = try RqliteScript(Self.nodes, redirects: true) { request, _ in
      .text(301, "", [("Location", request.url)])
    }
    #expect(await write(script)?.code == .busy)
  }

  @Test func theNextNodeIsAskedAndRemembered() async throws {
    let script = try RqliteScript(Self.nodes, policy: .never) { (request, _) throws(HTTPError) in
      guard request.url.hasPrefix("http://n2") else {
        throw HTTPError(.refused, mayHaveBeenSent: false, "refused")
      }
      return Self.written
    }
    let database = try await script.database()
    _ = try await database.execute("DELETE FROM t")
    _ = try await database.execute("DELETE FROM t")
    #expect(script.urls.map { String($0.prefix(9)) } == ["http://n1", "http://n2", "http://n2"])
  }

  @Test func allNodesDown() async throws {
    let script = try RqliteScript(Self.nodes) { (_, _) throws(HTTPError) in
      throw HTTPError(.refused, mayHaveBeenSent: false, "refused")
    }
    let error = await write(script)
    #expect(error?.code == .cannotOpen && error?.outcome == .notApplied && error?.isRetrySafe == true)
    #expect(script.requests.count == 9)
  }

  @Test(arguments: [
    HTTPResponse.text(503, "leader not found\n"), .text(500, "leader address: leader not found"),
    .whole(#"{"results":[],"error":"leader not found"}"#), .whole(#"{"results":[],"error":"not leader"}"#),
    .whole(#"{"results":[],"error":"store not ready"}"#),
    .whole(#"{"results":[],"error":"dial tcp 10.0.0.1:4002: connect: connection refused"}"#),
  ])
  func whatWasNotDoneIsDoneAgain(_ first: HTTPResponse) async throws {
    let writing = try RqliteScript(Self.nodes) { _, number in number < 2 ? first : Self.written }
    #expect(await write(writing) == nil)
    #expect(writing.requests.count == 3)
    let reading = try RqliteScript { _, number in number == 0 ? first : Self.read }
    #expect(await read(reading) == nil)
    let never = try RqliteScript(policy: .never) { _, _ in first }
    let error = await write(never)
    #expect(error?.code == .busy && error?.outcome == .notApplied && error?.isRetrySafe == true)
  }

  @Test(arguments: ["leadership lost while committing log", "timeout waiting for initial logs", "raft is shutdown"])
  func aLostLeaderLeavesAWriteUnknown(_ message: String) async throws {
    let answer = HTTPResponse.whole(#"{"results":[],"error":"\#(message)"}"#)
    let writing = try RqliteScript(Self.nodes) { _, _ in answer }
    let error = await write(writing)
    #expect(error?.code == .outcomeUnknown && error?.outcome == .unknown && error?.isRetrySafe == false)
    #expect(writing.requests.count == 1)
    let reading = try RqliteScript(Self.nodes) { _, number in number == 0 ? answer : Self.read }
    #expect(await read(reading) == nil)
    #expect(reading.requests.count == 2)
  }

  @Test(arguments: [HTTPError.Kind.cut, .timeout, .other])
  func aLostConnectionLeavesAWriteUnknown(_ kind: HTTPError.Kind) async throws {
    let writing = try RqliteScript(Self.nodes) { (_, _) throws(HTTPError) in
      throw HTTPError(kind, mayHaveBeenSent: true, "lost")
    }
    let error = await write(writing)
    #expect(error?.code == .outcomeUnknown && error?.outcome == .unknown)
    #expect(writing.requests.count == 1)
    let reading = try RqliteScript(Self.nodes) { (_, number) throws(HTTPError) in
      if number == 0 { throw HTTPError(kind, mayHaveBeenSent: true, "lost") }
      return Self.read
    }
    #expect(await read(reading) == nil)
  }

  @Test(arguments: [
    ("UNIQUE constraint failed: t.c", DatabaseError.Code.constraintUnique),
    ("NOT NULL constraint failed: t.c", .constraintNotNull), ("CHECK constraint failed: c", .constraintCheck),
    ("FOREIGN KEY constraint failed", .constraintForeignKey), ("no such table: t", .noSuchObject),
    ("no such column: c", .noSuchObject), ("near \\\"x\\\": syntax error", .syntax), ("database is locked", .busy),
    ("cannot store TEXT value in INTEGER column t.c", .constraintDatatype), ("execute timeout", .timedOut),
    ("attempt to change database via query operation", .readOnly), ("my own words", .statementFailed),
  ])
  func failuresOfStatementsBehindStatus200(_ message: String, _ code: DatabaseError.Code) async throws {
    let script = try RqliteScript(Self.nodes) { _, _ in .results(#"{"error":"\#(message)"}"#) }
    let error = await write(script)
    #expect(error?.code == code && error?.outcome == .notApplied && error?.sql == "DELETE FROM t")
    #expect(script.requests.count == 1)
  }

  @Test func statuses() async throws {
    for (status, body, code) in [
      (400, "invalid number", DatabaseError.Code.protocolViolation), (500, "SQL rewrite: x", .statementFailed),
    ] {
      let script = try RqliteScript { _, _ in .text(status, body) }
      let error = await write(script)
      #expect(error?.code == code && error?.outcome == .notApplied, "\(status)")
    }
    // What a gateway may say as well proves nothing about a write.
    for (status, code) in [(404, DatabaseError.Code.cannotOpen), (405, .protocolViolation)] {
      let script = try RqliteScript { _, _ in .text(status, "") }
      let (writing, reading) = (await write(script), await read(script))
      #expect(writing?.code == .outcomeUnknown && reading?.code == code, "\(status)")
    }
    let infinite = try RqliteScript { _, _ in .text(500, "json: unsupported value: +Inf") }
    #expect(await read(infinite)?.code == .unsupportedFeature)
    #expect(await write(infinite)?.outcome == .unknown)
    let fault = try RqliteScript { _, _ in .text(500, "panic") }
    #expect(await write(fault)?.outcome == .unknown)
  }

  @Test func staleReadsAskAnotherNode() async throws {
    let script = try RqliteScript(Self.nodes, level: .none, freshness: .seconds(1)) { request, _ in
      request.url.hasPrefix("http://n1") ? .whole(#"{"results":[],"error":"stale read"}"#) : Self.read
    }
    #expect(await read(script) == nil)
    #expect(script.urls.map { String($0.prefix(9)) } == ["http://n1", "http://n2"])
  }

  @Test func otherNodesAreDiscovered() async throws {
    let script = try RqliteScript(["http://n1:4001"], discovers: true) { (request, _) throws(HTTPError) in
      if request.method == "GET" {
        return .whole(
          #"{"nodes":[{"id":"1","api_addr":"http://n1:4001","reachable":true},"#
            + #"{"id":"2","api_addr":"http://n2:4001","reachable":true},"#
            + #"{"id":"3","api_addr":"http://n3:4001","reachable":false}]}"#)
      }
      guard request.url.hasPrefix("http://n2") else {
        throw HTTPError(.refused, mayHaveBeenSent: false, "refused")
      }
      return Self.written
    }
    #expect(await write(script) == nil)
    #expect(
      script.urls == [
        "http://n1:4001/nodes?ver=2", "http://n1:4001/db/execute?blob_array&transaction&norwrandom&norwtime",
        "http://n2:4001/db/execute?blob_array&transaction&norwrandom&norwtime",
      ])
  }
}
