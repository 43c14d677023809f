internal import Foundation
internal import Quarry

extension RqliteStandIn {
  /// Answers a call at a node.
  func answer(_ request: StandInRequest, at index: Int) async -> StandInResponse {
    tick()
    var response = await answered(request, at: index)
    response.headers.append(("X-Rqlite-Version", "v10.2.7-stand-in"))
    return response
  }

  private func answered(_ request: StandInRequest, at index: Int) async -> StandInResponse {
    switch (request.path, request.method) {
    case ("/db/execute", "POST"): return await data(request, .execute, at: index)
    case ("/db/query", "POST"), ("/db/query", "GET"): return await data(request, .query, at: index)
    case ("/db/request", "POST"): return await data(request, .request, at: index)
    case ("/readyz", "GET"): return readiness(request, at: index)
    case ("/nodes", "GET"): return .json(#"{"nodes":[\#(nodes.indices.map(record).joined(separator: ","))]}"#)
    case ("/leader", "GET"): return leader.map { .json(record($0)) } ?? .text(503, "leader not found")
    case ("/leader", "POST"):
      guard leader != nil else { return .text(503, "leader not found") }
      stepDown()
      return .json("")
    case ("/db/execute", _), ("/db/query", _), ("/db/request", _), ("/readyz", _), ("/nodes", _), ("/leader", _):
      return .text(405, "")
    default: return .text(404, "404 page not found\n")
    }
  }

  private func record(_ index: Int) -> String {
    let node = nodes[index]
    let address = "http://127.0.0.1:\(node.port)"
    return #"{"id":"n\#(index + 1)","api_addr":"\#(address)","addr":"127.0.0.1:\#(node.port)","#
      + #""version":"v10.2.7-stand-in","voter":true,"reachable":\#(node.isRunning),"leader":\#(leader == index)}"#
  }

  private func readiness(_ request: StandInRequest, at index: Int) -> StandInResponse {
    guard request.query["noleader"] == nil else { return .text(200, "[+]node ok") }
    guard leaderIndex != nil else { return .text(503, "[+]node ok\n[-]leader does not exist") }
    if request.query["sync"] != nil { catchUp(index) }
    return .text(200, "[+]node ok\n[+]leader ok\n[+]store ok")
  }

  // MARK: - Data

  private func data(
    _ request: StandInRequest, _ kind: StandInDatabase.Kind, at index: Int
  ) async -> StandInResponse {
    for name in ["timeout", "db_timeout", "linearizable_timeout", "freshness"] {
      if let text = request.query[name], StandInRequest.duration(text) == nil {
        return .text(400, "time: invalid duration \"\(text)\"")
      }
    }
    let statements: [StandInStatement]
    do throws(StandInStatement.Malformed) { statements = try StandInStatement.all(in: request) } catch {
      return .text(400, error.text)
    }
    if statements.contains(where: \.isDisallowed) { return .json(#"{"results":[],"error":"disallowed pragma"}"#) }
    let command = Command(
      statements: statements, kind: kind, isTransaction: request.query["transaction"] != nil,
      writesArrays: request.query["blob_array"] != nil)
    let level = request.query["level"] ?? "weak"
    let writes = kind == .execute || kind == .request && !onlyReads(statements)
    if !writes, level == "none" {
      if nodes[index].isHeld, request.query["freshness"] != nil {
        return .json(#"{"results":[],"error":"stale read"}"#)
      }
      catchUp(index, lag: index == leader ? .zero : configuration.lag)
      return served(run(command, on: index), index, by: index)
    }
    guard let leader else { return .text(request.query["redirect"] == nil ? 503 : 500, "leader not found") }
    if leader != index {
      if request.query["redirect"] != nil {
        let location = "http://127.0.0.1:\(nodes[leader].port)\(request.target)"
        return StandInResponse(status: 301, headers: [("Location", location)], body: "")
      }
      guard nodes[leader].isRunning else {
        let address = "127.0.0.1:\(nodes[leader].port)"
        return .json(#"{"results":[],"error":"dial tcp \#(address): connect: connection refused"}"#)
      }
    }
    return await atLeader(command, level, request, writes: writes, leader, from: index)
  }

  private func atLeader(
    _ command: Command, _ level: String, _ request: StandInRequest, writes: Bool, _ leader: Int, from index: Int
  ) async -> StandInResponse {
    guard writes || level == "strong" else {
      // The leader asks a majority whether it still leads.
      while level == "linearizable", !hasQuorum || self.leader != leader {
        guard self.leader == leader else { return .text(503, "leader not found") }
        try? await Task.sleep(for: .milliseconds(2))
        tick()
      }
      catchUp(leader)
      return served(run(command, on: leader), index, by: leader)
    }
    var command = command
    command.statements = command.statements.map {
      $0.rewritten(random: request.query["norwrandom"] == nil, time: request.query["norwtime"] == nil)
    }
    guard let outcome = await propose(command) else {
      return .json(#"{"results":[],"error":"leadership lost while committing log"}"#)
    }
    return served(outcome, index, by: leader)
  }

  private func onlyReads(_ statements: [StandInStatement]) -> Bool {
    let index = leader ?? 0
    return statements.allSatisfy { nodes[index].database.isReadOnly($0) == true }
  }

  private func served(_ outcome: Outcome, _ index: Int, by server: Int) -> StandInResponse {
    switch outcome {
    case .success(let answer):
      let error = answer.error.map { #","error":\#(StandInText.string($0))"# } ?? ""
      var response = StandInResponse.json(#"{"results":[\#(answer.results.joined(separator: ","))]\#(error)}"#)
      let own = "127.0.0.1:\(nodes[server].port)"
      // The address of the other protocol, where the call was handed on.
      response.headers.append(("X-Rqlite-Served-By", index == server ? own : "127.0.0.1:\(4002 + server)"))
      return response
    case .failure(let error): return .text(500, error.text)
    }
  }
}

extension StandInRequest {
  /// A duration with a unit; `nil` for another text.
  fileprivate static func duration(_ text: String) -> Duration? {
    let units: [(String, Double)] = [("ms", 1), ("us", 0.001), ("s", 1000), ("m", 60_000), ("h", 3_600_000)]
    for (unit, milliseconds) in units where text.hasSuffix(unit) {
      if let number = Double(text.dropLast(unit.count)) { return .milliseconds(Int(number * milliseconds)) }
    }
    return nil
  }
}
