internal import Quarry
internal import QuarryWire

/// The calls of rqlite: to one of several nodes, beginning with the one that responded last, with redirects to the
/// leader.
struct RqliteCalls: Sendable {
  let nodes: NodeList
  let transport: any HTTPTransport
  var policy: RetryPolicy
  var surroundings = RetrySurroundings.system
  var timeouts: RemoteTimeouts
  /// The value of the header `Authorization`, or `nil`.
  let credentials: DriverSecret?
  var level: RqliteReadLevel
  /// The greatest age of data for a read of level `none`, such as `1s`.
  let freshness: String?
  /// Whether nodes redirect to the leader instead of forwarding to it.
  let redirects: Bool
  /// The named origins, to which nodes can redirect.
  var trusted = TrustedOrigins(named: [])
  /// Whether calls have credentials that only named origins may get.
  var isGuarded = false
  /// The deadline of the operation that a call belongs to, by the clock of the surroundings.
  var end: Duration?

  /// Keeps nodes from rewriting statements: nondeterministic parts were already evaluated.
  private static let asWritten = "&norwrandom&norwtime"

  /// The calls of one operation, which share its deadline.
  func withOneDeadline() -> RqliteCalls {
    var copy = self
    copy.end = surroundings.now() + policy.deadline
    return copy
  }

  /// The maximum number of redirects of a call.
  private static let redirectLimit = 4

  /// `POST /db/query`: reads, at the read level of the driver.
  func query(_ statements: [RqliteStatement]) async throws(DatabaseError) -> [StatementAnswer] {
    var query = "blob_array&level=\(level.rawValue)"
    if level == .none, let freshness { query += "&freshness=\(freshness)" }
    // A read that goes through the log would be written anew, which changes the names of its columns.
    if level == .strong { query += "&norwrandom&norwtime" }
    if statements.count > 1 { query += "&transaction" }
    return try await post("/db/query", query, statements, .reads)
  }

  /// `POST /db/execute`: writes, in one transaction, so that a failing call leaves nothing. It's the only call that
  /// rolls everything back if a statement can't be prepared.
  func execute(_ statements: [RqliteStatement]) async throws(DatabaseError) -> [StatementAnswer] {
    try await post("/db/execute", "blob_array&transaction" + RqliteCalls.asWritten, statements, .writes)
  }

  /// `POST /db/request`: a write that returns rows, followed by the query for the last rowid, which the response to
  /// the write alone doesn't have.
  func executeAndAskForRowID(_ statement: RqliteStatement) async throws(DatabaseError) -> StatementAnswer {
    let question = try RqliteStatement(StatementText("SELECT last_insert_rowid()"), [])
    var error: DatabaseError
    do throws(DatabaseError) {
      let answers = try await post(
        "/db/request", "blob_array&transaction" + RqliteCalls.asWritten, [statement, question], .writes)
      var answer = answers[0]
      answer.result.lastInsertedRowID = answers[1].rows.integer(row: 0, column: 0) ?? 0
      return answer
    } catch let failure {
      error = failure
    }
    error.statementIndex = nil
    if error.sql == nil { error.sql = statement.sql }
    throw error
  }

  /// `POST /db/request`: one statement of unknown kind; only the server knows whether it reads or writes.
  func request(_ statement: RqliteStatement) async throws(DatabaseError) -> StatementAnswer {
    let answers = try await post(
      "/db/request", "blob_array&level=\(level.rawValue)" + RqliteCalls.asWritten, [statement], .writes)
    return answers.first ?? StatementAnswer()
  }

  /// Asks for the other nodes of the cluster, and keeps those that respond.
  func discover() async throws(DatabaseError) {
    let tree = try await look("/nodes", "ver=2")
    let scheme = nodes.inOrder.first.map { $0.hasPrefix("https:") ? "https" : "http" } ?? "https"
    let found = (tree["nodes"]?.array ?? []).filter { $0["reachable"]?.bool == true }
      .compactMap { $0["api_addr"]?.string.flatMap { HTTPOrigin(parsing: $0) } }
    let usable = found.filter { origin in
      origin.scheme == scheme && (!isGuarded || trusted.permits(origin.description, from: origin.description))
    }
    nodes.add(usable.map(\.description))
  }

  /// `GET /status`: the number of the last change that a node has applied.
  ///
  /// - Throws: `.unsupportedFeature` if the node doesn't report it.
  func position() async throws(DatabaseError) -> UInt64 {
    let tree = try await look("/status", "key=store.db_applied_index")
    // Versions that don't know the parameter tell everything.
    guard let number = tree.integer ?? tree["store"]?["db_applied_index"]?.integer, number >= 0 else {
      throw DatabaseError(.unsupportedFeature, "rqlite: the node doesn't tell how many changes it has applied")
    }
    return UInt64(number)
  }

  private func look(_ path: String, _ query: String) async throws(DatabaseError) -> JSONValue {
    try await call("GET", path, query, nil, .reads) { (response) throws(CallFailure) in
      if let failure = RqliteFailure.ofStatus(response, .reads) { throw failure }
      do throws(JSONError) { return try JSONValue(response.body) } catch {
        throw RemoteCalls.unreadable(error.description, effect: .reads, underlying: error)
      }
    }
  }

  // MARK: Sending

  private func post(
    _ path: String, _ query: String, _ statements: [RqliteStatement], _ effect: CallEffect
  ) async throws(DatabaseError) -> [StatementAnswer] {
    var writer = JSONWriter(capacity: 64 * statements.count)
    writer.beginArray()
    for (index, statement) in statements.enumerated() {
      do throws(DatabaseError) { try statement.write(to: &writer) } catch {
        var error = error
        if statements.count > 1 { error.statementIndex = index }
        throw error
      }
    }
    writer.endArray()
    let expectations = statements.map(RqliteAnswer.Expectation.init)
    do throws(DatabaseError) {
      return try await call("POST", path, query + (redirects ? "&redirect" : ""), writer.bytes, effect) {
        (response) throws(CallFailure) in
        if let failure = RqliteFailure.ofStatus(response, effect) { throw failure }
        return try RqliteAnswer.read(response.body, effect, expectations)
      }
    } catch {
      var error = error
      if statements.count == 1 { error.statementIndex = nil }
      // No transaction is ever open between calls.
      error.isTransactionOpen = false
      if error.sql == nil, let index = error.statementIndex ?? (statements.count == 1 ? 0 : nil),
        statements.indices.contains(index)
      {
        error.sql = statements[index].sql
      }
      throw error
    }
  }

  private func call<Value: Sendable>(
    _ method: String, _ path: String, _ query: String, _ body: [UInt8]?, _ effect: CallEffect,
    _ read: @escaping @Sendable (HTTPResponse) throws(CallFailure) -> Value
  ) async throws(DatabaseError) -> Value {
    var policy = policy
    if let end { policy.deadline = min(policy.deadline, max(.zero, end - surroundings.now())) }
    return try await policy.run(in: surroundings) { (_, left) throws(CallFailure) in
      var last: CallFailure?
      let end = surroundings.now() + left
      for node in nodes.inOrder {
        guard last == nil || surroundings.now() < end else { break }
        do throws(CallFailure) {
          let value = try await one(method, node, path + "?" + query, body, effect, end, read)
          nodes.answered(node)
          return value
        } catch {
          guard error.mayRetry else { throw error }
          nodes.failed(node)
          // Once a try may have been sent, and only a read goes on then, its doubt stays.
          last = error
        }
      }
      throw last ?? CallFailure(DatabaseError(.invalidConfiguration, "rqlite: there is no address"), mayRetry: false)
    }
  }

  /// One try at one node, including its redirects.
  ///
  /// - Parameter end: The deadline of all tries of the call.
  private func one<Value: Sendable>(
    _ method: String, _ node: String, _ target: String, _ body: [UInt8]?, _ effect: CallEffect, _ end: Duration,
    _ read: @Sendable (HTTPResponse) throws(CallFailure) -> Value
  ) async throws(CallFailure) -> Value {
    var request = timeouts.request(method, node + target, body: body)
    let (timeout, connectTimeout) = (request.timeout, request.connectTimeout)
    if let credentials {
      request.headers.append(("Authorization", String(decoding: credentials.bytes, as: UTF8.self)))
    }
    for _ in 0...RqliteCalls.redirectLimit {
      let left = max(.milliseconds(1), end - surroundings.now())
      request.timeout = min(timeout, left)
      request.connectTimeout = min(connectTimeout, left)
      let response: HTTPResponse
      do throws(HTTPError) { response = try await transport.send(request) } catch {
        throw CallFailure(error, effect: effect)
      }
      guard [301, 302, 307, 308].contains(response.status) else { return try read(response) }
      // Method and body stay, whatever the number says; a redirect to another node means that nothing was done. What
      // points elsewhere may be no node's word.
      do throws(CallFailure) { request.url = try address(response.header("Location"), from: request.url) } catch {
        var failure = error
        if effect != .reads { (failure.error.code, failure.error.outcome) = (.outcomeUnknown, .unknown) }
        throw failure
      }
    }
    throw CallFailure(
      DatabaseError(.busy, "rqlite: the nodes point to each other; no leader is known"), mayRetry: true)
  }

  /// The address of a redirect. It must be a named node's for the same call, with the same path and scheme.
  private func address(_ location: String?, from url: String) throws(CallFailure) -> String {
    guard let location, let new = HTTPOrigin(parsing: location), let old = HTTPOrigin(parsing: url),
      new.scheme == old.scheme,
      RqliteCalls.target(location).prefix(while: { $0 != "?" })
        == RqliteCalls.target(url).prefix(while: { $0 != "?" })
    else {
      throw CallFailure(
        DatabaseError(
          .protocolViolation,
          "rqlite: a node pointed to an address that isn't another node of the same kind; nothing was sent there"),
        mayRetry: false)
    }
    // Nodes that were asked for are as good as named ones while there is nothing to keep from them.
    let isKnown = !isGuarded && nodes.inOrder.contains { HTTPOrigin(parsing: $0) == new }
    guard isKnown || trusted.permits(location, from: url) else {
      throw CallFailure(TrustedOrigins.refusal(of: location), mayRetry: false)
    }
    return new.description + RqliteCalls.target(url)
  }

  /// The rest of an address after the host and the port.
  private static func target(_ url: String) -> Substring {
    guard let mark = url.firstRange(of: "://") else { return url[...] }
    return url[mark.upperBound...].drop { !["/", "?", "#", "\\"].contains($0) }
  }
}
