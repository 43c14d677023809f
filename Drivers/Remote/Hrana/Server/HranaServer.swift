package import Quarry
internal import QuarryWire

/// A version of the protocol.
package enum HranaVersion: Int, Sendable, Hashable {
  /// Version 2: no cursor, no request for the state of the transaction.
  case v2 = 2
  /// Version 3.
  case v3 = 3
}

/// One server: its address, its names, and the known facts about it. All connections of a driver share it.
package final class HranaServer: Sendable {
  /// The address without a slash at its end.
  package let url: String
  /// Makes the calls.
  package let calls: RemoteCalls
  /// The longest time to wait for a connection.
  package let connectTimeout: Duration
  /// The longest time that a call can take.
  package let timeout: Duration
  /// The largest response to read as a whole, in bytes.
  package let maximumAnswerBytes: Int
  /// The known position of the database.
  package let changes: HranaChanges
  private let settling: Duration
  private let furtherOrigins: [HTTPOrigin]
  private let origins: TrustedOrigins
  let namespace: String?
  private let headers: [(name: String, value: String)]
  private let known: Knowledge
  private let pipelineAddresses: (v2: String, v3: String)

  /// The known facts about a server, for all its databases.
  private final class Knowledge: Sendable {
    let state = Protected<(version: HranaVersion?, capabilities: DriverCapabilities?, readsReals: Bool)>(
      (nil, nil, true))
  }

  /// Creates a server. Nothing is sent.
  package init(
    url: String, calls: RemoteCalls, namespace: String? = nil, connectTimeout: Duration = .seconds(10),
    timeout: Duration = .seconds(60), maximumAnswerBytes: Int = 64 << 20, settling: Duration = .seconds(5),
    trustedOrigins: [HTTPOrigin] = [], knownFrom other: HranaServer? = nil
  ) {
    known = other?.known ?? Knowledge()
    self.settling = settling
    changes = HranaChanges(settling: settling)
    var url = url
    while url.hasSuffix("/") { url.removeLast() }
    self.url = url
    pipelineAddresses = ("\(url)/v2/pipeline", "\(url)/v3/pipeline")
    furtherOrigins = trustedOrigins
    origins = TrustedOrigins(named: [url], further: trustedOrigins)
    self.calls = calls
    self.connectTimeout = connectTimeout
    self.timeout = timeout
    self.maximumAnswerBytes = maximumAnswerBytes
    var headers: [(name: String, value: String)] = [("Content-Type", "application/json")]
    self.namespace = namespace
    if let namespace { headers.append(("x-namespace", namespace)) }
    self.headers = headers
  }

  /// The same database, with the facts that another one found about its server.
  func knowing(as other: HranaServer) -> HranaServer {
    HranaServer(
      url: url, calls: calls, namespace: namespace, connectTimeout: connectTimeout, timeout: timeout,
      maximumAnswerBytes: maximumAnswerBytes, settling: settling,
      trustedOrigins: furtherOrigins, knownFrom: other)
  }

  /// The name of the database for the replicas: the given name, or the first label of the host, as servers with
  /// several databases use it.
  var nameForReplicas: String {
    if let namespace { return namespace }
    let host = url.split(separator: "/").dropFirst().first ?? ""
    return host.contains(".") ? String(host.prefix { $0 != "." }) : "default"
  }

  /// The database for change tokens, if the server has one copy of it.
  var databaseName: String { "hrana \(url) \(namespace ?? "")" }

  /// The version that both sides support, asked once.
  package func version() async throws(DatabaseError) -> HranaVersion {
    if let version = knownVersion { return version }
    for version in [HranaVersion.v3, .v2] {
      let request = request("GET", "/v\(version.rawValue)", at: url, nil)
      let isSpoken = try await calls.call(request, effect: .reads) { (response) throws(CallFailure) -> Bool in
        if response.status == 404 || response.status == 405 || response.status == 501 { return false }
        if let failure = CallFailure(response, effect: .reads) { throw failure.saying(response) }
        return true
      }
      if isSpoken {
        known.state.withLock { $0.version = version }
        return version
      }
    }
    throw DatabaseError(
      .protocolViolation, "The server at \(url) speaks neither version 3 nor version 2 of Hrana over HTTP")
  }

  var knownVersion: HranaVersion? { known.state.withLock { $0.version } }

  /// The address for calls without a stream, once the version is known.
  var pipelineAddress: String? { knownVersion.map { $0 == .v3 ? pipelineAddresses.v3 : pipelineAddresses.v2 } }

  /// The capabilities, once known.
  package var knownCapabilities: DriverCapabilities? { known.state.withLock { $0.capabilities } }

  /// Whether the server reads every real exactly, as found.
  package var readsReals: Bool { known.state.withLock { $0.readsReals } }

  /// Remembers the capabilities, and whether reals are read exactly.
  package func remember(_ capabilities: DriverCapabilities, readsReals: Bool = true) {
    known.state.withLock { known in
      known.capabilities = capabilities
      known.readsReals = readsReals
    }
  }

  /// The outcome of a pipeline call.
  package enum Outcome: Sendable {
    /// The response.
    case answer(HranaAnswer)
    /// The server doesn't know the stream, so nothing of this call ran. `wasUsed` is `true` if the stream was called
    /// with this baton before.
    case noStream(HranaServerError, wasUsed: Bool)
  }

  /// Sends requests on a stream.
  ///
  /// - Parameters:
  ///   - baton: The stream, or `nil` to open one.
  ///   - base: The address of the stream. If `nil`, the server's.
  ///   - repeats: Whether to retry transient failures if that is safe.
  ///   - limit: The longest time with retries. If `nil`, only the limit of every call applies.
  ///   - first: The first try, if it was made already.
  package func pipeline(
    _ requests: [HranaRequest], baton: String?, base: String?, effect: CallEffect, repeats: Bool = true,
    limit: Duration? = nil, after first: FirstTry? = nil
  ) async throws(DatabaseError) -> Outcome {
    let version = if let knownVersion { knownVersion } else { try await version() }
    let body = try HranaServer.encoded { () throws(JSONError) in try HranaRequest.body(baton: baton, requests) }
    let address = base ?? url
    var request = request("POST", "/v\(version.rawValue)/pipeline", at: address, body)
    var calls = limited(&request, limit)
    if !repeats { calls.policy = .never }
    let outcome = try await calls.call(request, effect: effect, after: first) {
      (response) throws(CallFailure) -> Outcome in
      if response.status == 200 {
        do throws(HranaMalformed) {
          return .answer(try HranaAnswer(response.body, to: requests))
        } catch {
          throw HranaServer.unreadable(error, effect)
        }
      }
      if let refused = HranaServer.refusedStream(response), baton != nil { return refused }
      let isRefusal = HranaServer.saysNothingRan(response)
      guard let failure = CallFailure(response, effect: effect, saysNothingRan: isRefusal) else {
        throw RemoteCalls.unreadable("the status is \(response.status)", effect: effect)
      }
      throw failure.saying(response)
    }
    guard case .answer(var answer) = outcome, let base = answer.baseURL, !trusts(base, from: address) else {
      return outcome
    }
    // What was asked for is done; only the stream cannot go on where nothing may be sent.
    if let baton = answer.baton {
      answer.baton = nil
      answer.refusedBaseURL = base
      await end(baton: baton, base: self.base(of: address))
    }
    answer.baseURL = nil
    return .answer(answer)
  }

  /// Closes a stream, even if the calling task is cancelled. An open transaction is rolled back. A failure doesn't
  /// matter, because the stream then expires.
  ///
  /// - Parameter limit: The longest time. If `nil`, only the limit of every call applies.
  func end(baton: String, base: String?, limit: Duration? = nil) async {
    _ = try? await HranaInterrupt.shielded { () throws(DatabaseError) in
      try await self.pipeline([.close], baton: baton, base: base, effect: .reads, repeats: false, limit: limit)
    }
  }

  /// Opens a cursor over the rows of one statement that only reads.
  ///
  /// - Throws: `.connectionClosed` if the server doesn't know the stream.
  package func cursor(
    _ statements: [HranaStatementCall], baton: String?, base: String?
  ) async throws(DatabaseError) -> HTTPBodyStream {
    let body = try HranaServer.encoded { () throws(JSONError) in
      try HranaRequest.cursorBody(baton: baton, statements.map { HranaStep($0) })
    }
    var request = request("POST", "/v3/cursor", at: base ?? url, body)
    // Rows are taken one by one, so only a single one can be too large.
    request.maximumResponseBytes = .max
    return try await calls.stream(request, effect: .reads) { (stream) async -> CallFailure? in
      if stream.status == 200 { return nil }
      var body: [UInt8] = []
      // The words of an error are short; a longer body says nothing more.
      while body.count < 16_384, let piece = try? await stream.next() { body += piece }
      let response = HTTPResponse(status: stream.status, headers: stream.headers, body: body)
      let refused = HranaServer.refusedStream(response) != nil && baton != nil
      guard var failure = CallFailure(response, effect: .reads)?.saying(response) else {
        return RemoteCalls.unreadable("the status is \(response.status)", effect: .reads)
      }
      if refused { failure.error.code = .connectionClosed }
      // The same text would be refused again.
      if refused || HranaServer.serverError(response) != nil { failure.mayRetry = false }
      return failure
    }
  }

  func request(_ method: String, _ path: String, at base: String, _ body: [UInt8]?) -> HTTPRequest {
    request(method, at: base + path, body)
  }

  func request(_ method: String, at address: String, _ body: [UInt8]?) -> HTTPRequest {
    HTTPRequest(
      method: method, url: address, headers: body == nil ? Array(headers.dropFirst()) : headers, body: body,
      connectTimeout: connectTimeout, timeout: timeout, maximumResponseBytes: maximumAnswerBytes)
  }

  /// Whether a stream can continue at an address to which the server at another address redirects.
  func trusts(_ base: String, from address: String? = nil) -> Bool {
    origins.permits(base, from: url) && origins.permits(base, from: address ?? url)
  }

  /// An address as streams store it: `nil` for the server's.
  private func base(of address: String) -> String? { address == url ? nil : address }

  static func encoded(_ body: () throws(JSONError) -> [UInt8]) throws(DatabaseError) -> [UInt8] {
    do throws(JSONError) { return try body() } catch {
      throw DatabaseError(
        .unsupportedFeature, "An infinity can't be sent: the protocol has none", missing: .infinities)
    }
  }

  static func unreadable(_ malformed: HranaMalformed, _ effect: CallEffect) -> CallFailure {
    guard malformed == .lostInfinity else { return RemoteCalls.unreadable(malformed.what, effect: effect) }
    return CallFailure(HranaServer.lostInfinity(mayWrite: effect != .reads), mayRetry: false)
  }

  static func lostInfinity(mayWrite: Bool) -> DatabaseError {
    DatabaseError(
      .unsupportedFeature, "A row holds an infinity, which the protocol loses; ask for it as text",
      outcome: mayWrite ? .unknown : .notApplied, missing: .infinities)
  }
}
