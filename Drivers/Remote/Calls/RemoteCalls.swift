public import Quarry

/// Makes the calls of a wire protocol: adds the token, retries by the policy, and converts failures into database
/// errors.
public struct RemoteCalls: Sendable {
  /// The transport of the requests.
  public var transport: any HTTPTransport {
    didSet { inPlace = transport as? any InPlaceTransport }
  }
  private(set) var inPlace: (any InPlaceTransport)?
  /// The policy for retries.
  public var policy: RetryPolicy
  /// The source of the token, or `nil` for no token.
  public var tokens: TokenProvider?
  /// The clock and the random source.
  package var surroundings: RetrySurroundings

  /// Creates the calls of one database.
  ///
  /// - Parameters:
  ///   - transport: The transport of the requests, such as ``CurlTransport``.
  ///   - policy: The policy for retries.
  ///   - tokens: The source of the token, or `nil` for requests without one.
  public init(
    transport: any HTTPTransport, policy: RetryPolicy = RetryPolicy(), tokens: TokenProvider? = nil
  ) {
    self.init(transport: transport, policy: policy, tokens: tokens, surroundings: .system)
  }

  /// Creates calls with a given clock and random source.
  package init(
    transport: any HTTPTransport, policy: RetryPolicy = RetryPolicy(), tokens: TokenProvider? = nil,
    surroundings: RetrySurroundings
  ) {
    self.transport = transport
    inPlace = transport as? any InPlaceTransport
    self.policy = policy
    self.tokens = tokens
    self.surroundings = surroundings
  }

  /// Makes a call and reads its response.
  ///
  /// A request of ``CallEffect/writesOnce`` gets an idempotency key, the same one in every try, unless it has one. If
  /// the server rejects the token (401), a new one is fetched once, because that status means that the request wasn't
  /// applied.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - effect: The effect that the call can have, which decides about retries.
  ///   - answer: Reads a response of any status. Returns the value or throws a failure.
  ///     ``CallFailure/init(_:effect:saysNothingRan:now:)`` makes the failure of a status. For a response that isn't
  ///     valid in the protocol, throw ``RemoteCalls/unreadable(_:effect:underlying:)``.
  /// - Throws: ``DatabaseError`` of the last failure, such as `.cannotOpen`, `.timedOut`, `.authorization` or
  ///   `.outcomeUnknown`.
  public func call<Value: Sendable>(
    _ request: HTTPRequest, effect: CallEffect,
    _ answer: @Sendable (HTTPResponse) throws(CallFailure) -> Value
  ) async throws(DatabaseError) -> Value {
    try await call(request, effect: effect, after: nil, answer)
  }

  /// Continues a call after its first try, which began with ``beginInPlace(_:began:)``.
  ///
  /// - Parameter first: The first try, or `nil` to make it.
  package func call<Value: Sendable>(
    _ request: HTTPRequest, effect: CallEffect, after first: FirstTry?,
    _ answer: @Sendable (HTTPResponse) throws(CallFailure) -> Value
  ) async throws(DatabaseError) -> Value {
    let request = RemoteCalls.withKey(request, effect)
    return try await policy.run(in: surroundings, since: first?.started) { (attempt, left) throws(CallFailure) in
      let first = attempt == 1 ? first : nil
      let response = try await authorized(request, left, after: first) { (request, isFirst) throws(HTTPError) in
        if isFirst, let first { return try first.result.get() }
        return try await transport.send(request)
      } failure: { (error) in
        CallFailure(error, effect: effect)
      } status: { (response) in
        response.status
      }
      return try answer(response)
    }
  }

  /// Makes a call whose response arrives in pieces. No retry happens after the head of the response.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - effect: The effect that the call can have, which decides about retries.
  ///   - head: Checks the head of a response of any status. Returns a failure, or `nil` to continue.
  /// - Throws: ``DatabaseError`` of the last failure, such as `.cannotOpen`, `.timedOut`, `.authorization` or
  ///   `.outcomeUnknown`.
  public func stream(
    _ request: HTTPRequest, effect: CallEffect,
    _ head: @Sendable (HTTPBodyStream) async -> CallFailure?
  ) async throws(DatabaseError) -> HTTPBodyStream {
    let request = RemoteCalls.withKey(request, effect)
    return try await policy.run(in: surroundings) { (_, left) throws(CallFailure) in
      let stream = try await authorized(request, left) { (request, _) throws(HTTPError) in
        try await transport.stream(request)
      } failure: { (error) in
        CallFailure(error, effect: effect)
      } status: { (stream) in
        stream.status
      }
      if let failure = await head(stream) {
        stream.close()
        throw failure
      }
      return stream
    }
  }

  /// Returns the failure of a response that isn't valid in the protocol. The outcome of a write is then unknown.
  public static func unreadable(_ what: String, effect: CallEffect, underlying: (any Error)? = nil) -> CallFailure {
    CallFailure(
      DatabaseError(
        effect == .reads ? .protocolViolation : .outcomeUnknown, "The server's answer cannot be read: \(what)",
        outcome: effect == .reads ? .notApplied : .unknown, underlying: underlying),
      mayRetry: false)
  }

  private static func withKey(_ request: HTTPRequest, _ effect: CallEffect) -> HTTPRequest {
    guard effect == .writesOnce, request.header(IdempotencyKey.headerName) == nil else { return request }
    var request = request
    request.headers.append((IdempotencyKey.headerName, IdempotencyKey.make()))
    return request
  }

  static func header(_ token: DriverSecret) -> (name: String, value: String) {
    ("Authorization", "Bearer " + String(decoding: token.bytes, as: UTF8.self))
  }

  /// Sends with the token, and retries once with a new one if the server rejects it.
  private func authorized<Answer: Sendable>(
    _ request: HTTPRequest, _ left: Duration, after first: FirstTry? = nil,
    _ send: @Sendable (_ request: HTTPRequest, _ isFirst: Bool) async throws(HTTPError) -> Answer,
    failure: (HTTPError) -> CallFailure,
    status: (Answer) -> Int
  ) async throws(CallFailure) -> Answer {
    var request = request
    request.timeout = max(.milliseconds(1), min(request.timeout, left))
    var isFirst = true
    while true {
      var attempt = request
      // The token of the first try, and not one that was fetched since, is what its response is about.
      let token = if isFirst, let first { first.token } else { try await token() }
      if let token { attempt.headers.append(RemoteCalls.header(token)) }
      let answer: Answer
      do throws(HTTPError) {
        answer = try await send(attempt, isFirst)
      } catch {
        throw failure(error)
      }
      guard status(answer) == 401, let token, let tokens, isFirst else { return answer }
      isFirst = false
      await tokens.refused(token)
      do throws(CallFailure) {
        // The same token again would be refused again.
        if try await self.token() == token { return answer }
      } catch {
        throw CallFailure(
          DatabaseError(
            .authorization, "The server rejected the token, and no other one is available: \(error.error.message)",
            underlying: error.error), mayRetry: false)
      }
    }
  }

  private func token() async throws(CallFailure) -> DriverSecret? {
    guard let tokens else { return nil }
    do throws(DatabaseError) {
      return try await tokens.token()
    } catch {
      throw CallFailure(error, mayRetry: error.isRetrySafe)
    }
  }
}
