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
    guard permissions(for: request).allSatisfy({ mayDo($0, request) }) else {
      var response = StandInResponse.text(401, "")
      response.headers.append(("WWW-Authenticate", #"Basic realm="rqlite""#))
      return response
    }
    switch (request.path, request.method) {
    case ("/db/execute", "POST"): return await data(request, .execute, at: index)
    case ("/db/query", "POST"), ("/db/query", "GET"): return await data(request, .query, at: index)
    case ("/db/request", "POST"): return await data(request, .request, at: index)
    case ("/readyz", "GET"): return readiness(request, at: index)
    case ("/nodes", "GET"):
      guard leader != nil else { return noLeader }
      return .json(#"{"nodes":[\#(nodes.indices.map(record).joined(separator: ","))]}"#)
    case ("/status", "GET"):
      catchUp(index, lag: index == leader ? .zero : configuration.lag)
      let number = nodes[index].changed
      return .json(
        request.query["key"] == "store.db_applied_index"
          ? "\(number)" : #"{"store":{"db_applied_index":\#(number),"fsm_index":\#(nodes[index].applied)}}"#)
    case ("/leader", "GET"): return leader.map { .json(record($0)) } ?? noLeader
    case ("/leader", "POST"):
      guard leader != nil else { return noLeader }
      stepDown()
      return .json("")
    case ("/db/execute", _), ("/db/query", _), ("/db/request", _), ("/readyz", _), ("/nodes", _), ("/status", _),
      ("/leader", _):
      return .text(405, "")
    default: return .text(404, "404 page not found\n")
    }
  }

  /// What calls say that ask for the leader's address.
  private var noLeader: StandInResponse { .error(500, "leader address: leader not found") }

  private func permissions(for request: StandInRequest) -> [String] {
    switch (request.path, request.method) {
    case ("/db/execute", _): ["execute"]
    case ("/db/query", _): ["query"]
    case ("/db/request", _): ["query", "execute"]
    case ("/readyz", _): ["ready"]
    case ("/nodes", _), ("/status", _): ["status"]
    case ("/leader", _): ["leader-ops"]
    default: []
    }
  }

  private func mayDo(_ what: String, _ request: StandInRequest) -> Bool {
    guard !configuration.users.isEmpty else { return true }
    let isKnown = configuration.users.contains { user in
      user.name != "*" && user.isNamed(by: request.authorization) && user.may(what)
    }
    return isKnown || configuration.users.contains { $0.name == "*" && $0.may(what) }
  }

  private func record(_ index: Int) -> String {
    let node = nodes[index]
    let address = "http://127.0.0.1:\(node.port)"
    return #"{"id":"n\#(index + 1)","api_addr":"\#(address)","addr":"127.0.0.1:\#(node.port)","#
      + #""version":"v10.2.7-stand-in","voter":true,"reachable":\#(node.isRunning),"leader":\#(leader == index)}"#
  }

  private func readiness(_ request: StandInRequest, at index: Int) -> StandInResponse {
    guard request.query["noleader"] == nil else { return .text(200, "[+]node ok") }
    guard leaderIndex != nil else { return noLeader }
    guard request.query["sync"] != nil else { return .text(200, "[+]node ok\n[+]leader ok\n[+]store ok") }
    catchUp(index)
    return .text(200, "[+]node ok\n[+]leader ok\n[+]store ok\n[+]sync ok")
  }

  // MARK: - Data

  private func data(
    _ request: StandInRequest, _ kind: StandInDatabase.Kind, at index: Int
  ) async -> StandInResponse {
    for name in ["timeout", "db_timeout", "linearizable_timeout", "freshness"] {
      if let text = request.query[name], StandInRequest.duration(text) == nil {
        return .error(400, "\(name) is not a valid duration")
      }
    }
    if request.query["freshness_strict"] != nil, request.query["freshness"] == nil {
      return .error(400, "freshness_strict requires freshness")
    }
    for name in ["retries", "trailing_logs"] where request.query[name].map({ Int($0) == nil }) == true {
      return .error(400, "\(name) is not a valid integer")
    }
    let statements: [StandInStatement]
    do throws(StandInStatement.Malformed) { statements = try StandInStatement.all(in: request) } catch {
      return .error(400, error.text)
    }
    if statements.contains(where: \.isDisallowed) { return .json(#"{"results":[],"error":"disallowed pragma"}"#) }
    var command = Command(
      statements: statements, kind: kind, isTransaction: request.query["transaction"] != nil,
      writesArrays: request.query["blob_array"] != nil,
      timeLimit: request.query["db_timeout"].flatMap(StandInRequest.duration))
    let level = request.query["level"] ?? "weak"
    let writes = kind == .execute || kind == .request && !onlyReads(statements)
    // What only reads is for the connection that reads.
    if !writes { command.kind = .query }
    if !writes, level == "none" || level == "auto" && request.query["redirect"] != nil {
      if level == "none", isStale(request, index) { return .json(#"{"results":[],"error":"stale read"}"#) }
      catchUp(index, lag: index == leader ? .zero : configuration.lag)
      return served(run(command, on: index), index, by: index)
    }
    guard let leader else { return .error(request.query["redirect"] == nil ? 503 : 500, "leader not found") }
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

  /// Whether the node has not heard from a leader for longer than a read allows.
  private func isStale(_ request: StandInRequest, _ index: Int) -> Bool {
    guard let freshness = request.query["freshness"].flatMap(StandInRequest.duration), let since = nodes[index].unheard
    else { return false }
    return since + freshness <= .now
  }

  private func atLeader(
    _ command: Command, _ level: String, _ request: StandInRequest, writes: Bool, _ leader: Int, from index: Int
  ) async -> StandInResponse {
    guard writes || level == "strong" else {
      // The leader asks a majority whether it still leads.
      while level == "linearizable", !hasQuorum || self.leader != leader {
        guard self.leader == leader else { return .error(503, "leader not found") }
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
    case .failure(let error): return .error(500, error.text)
    }
  }
}

extension RqliteStandIn.User {
  /// Whether a header names the user, with the password.
  fileprivate func isNamed(by header: String?) -> Bool {
    header == "Basic " + Data((name + ":" + password).utf8).base64EncodedString()
  }

  fileprivate func may(_ what: String) -> Bool { !permissions.isDisjoint(with: ["all", what]) }
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
