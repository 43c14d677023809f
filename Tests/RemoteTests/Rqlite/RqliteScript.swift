import Quarry
import QuarryRemote

/// A cluster that answers the questions about its engine, and everything else by a closure.
struct RqliteScript {
  let transport: ScriptedTransport
  let driver: RqliteDriver

  typealias Answer = @Sendable (HTTPRequest, Int) throws(HTTPError) -> HTTPResponse

  init(
    _ addresses: [String] = ["https://n1:4001"], user: (name: String, password: DriverSecret)? = nil,
    level: RqliteReadLevel = .linearizable, freshness: Duration? = nil, redirects: Bool = false,
    discovers: Bool = false, trustedOrigins: [HTTPOrigin] = [],
    policy: RetryPolicy = RetryPolicy(attempts: 3, deadline: .seconds(3600), firstDelay: .zero),
    timeouts: RemoteTimeouts = RemoteTimeouts(),
    _ answer: @escaping Answer
  ) throws {
    let count = Protected(0)
    transport = ScriptedTransport { (request, _) throws(HTTPError) in
      if let known = RqliteScript.engine(request) { return .results(known) }
      let number = count.withLock { count in
        count += 1
        return count - 1
      }
      return try answer(request, number)
    }
    driver = try RqliteDriver(
      addresses: addresses, user: user, level: level, freshness: freshness, redirects: redirects,
      discovers: discovers, transport: transport, policy: policy, timeouts: timeouts,
      trustedOrigins: trustedOrigins)
  }

  /// Answers one after the other.
  init(
    _ results: String..., policy: RetryPolicy = RetryPolicy(attempts: 3, deadline: .seconds(3600), firstDelay: .zero)
  ) throws {
    try self.init(policy: policy) { (_, number) throws(HTTPError) in
      guard number < results.count else {
        throw HTTPError(.refused, mayHaveBeenSent: false, "the script has ended")
      }
      return HTTPResponse(status: 200, body: Array(results[number].utf8))
    }
  }

  private static func engine(_ request: HTTPRequest) -> String? {
    let body = String(decoding: request.body ?? [], as: UTF8.self)
    func answer(_ columns: String, _ values: String) -> String {
      #"{"columns":[\#(columns)],"types":["text","text"],"values":[\#(values)]}"#
    }
    if body.contains("sqlite_version()") { return answer(#""v","s""#, #"["3.53.4","2026 abc"]"#) }
    if body.contains("compile_options") { return answer(#""o""#, #"["ENABLE_FTS5"]"#) }
    if body.contains("pragma_function_list") { return answer(#""n","a""#, #"["upper",1]"#) }
    if body.contains("pragma_module_list") { return answer(#""n""#, #"["fts5"]"#) }
    if body.contains("pragma_pragma_list") { return #"{"error":"not authorized"}"# }
    let trials = ["_heap_limit", "EXPLAIN VACUUM INTO", "load_extension('none')", "SELECT rowid FROM (SELECT 1)"]
    if trials.contains(where: body.contains) { return #"{"error":"not authorized"}"# }
    // A query cannot be looked at beforehand: it is taken as it is.
    if body.contains(#"SELECT * FROM (\n"#) { return #"{"error":"near \"(\": syntax error"}"# }
    return nil
  }

  /// The requests after those about the engine.
  var requests: [HTTPRequest] { transport.requests.filter { RqliteScript.engine($0) == nil } }
  /// Their addresses.
  var urls: [String] { requests.map(\.url) }
  /// Their bodies.
  var bodies: [String] { requests.map { String(decoding: $0.body ?? [], as: UTF8.self) } }

  func database() async throws -> Database { try await Database(driver) }
}

extension HTTPResponse {
  /// An answer of rqlite with some results.
  static func results(_ results: String) -> HTTPResponse { whole(#"{"results":[\#(results)]}"#) }

  /// A whole answer with status 200.
  static func whole(_ body: String) -> HTTPResponse { HTTPResponse(status: 200, body: Array(body.utf8)) }

  /// An answer in plain text.
  static func text(_ status: Int, _ body: String, _ headers: [(name: String, value: String)] = []) -> HTTPResponse {
    HTTPResponse(status: status, headers: headers, body: Array(body.utf8))
  }
}
