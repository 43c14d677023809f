#if Server
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import QuarryWire

/// Checks requests and passes them to their protocol.
struct ServerResponder: HTTPResponder {
  typealias Context = ServerContext

  let access: ServerAccess
  let isReadOnly: Bool
  let limits: ServerLimits
  let pages: PageRules
  let connections: OpenConnections
  let logger: Logger
  let hrana: HranaProtocol
  let perSQL: PerSQLProtocol
  let authorization: AuthorizationEndpoints?

  func respond(to request: Request, context: ServerContext) async -> Response {
    let start = ContinuousClock.now
    let client = ClientConnection(context.channel)
    var response =
      (try? await client.whileThere { await judged(request, client) })
      ?? .text(.serviceUnavailable, "the client has gone")
    if connections.isStopping { response.headers[.connection] = "close" }
    logger.info(
      "answered",
      metadata: [
        "method": "\(request.method.rawValue)", "path": "\(request.uri.path)", "status": "\(response.status.code)",
        "milliseconds": "\((ContinuousClock.now - start) / .milliseconds(1))",
        "bytes": "\(response.body.contentLength.map { String($0) } ?? "streamed")",
      ])
    return response
  }

  /// Responds to a request unless it comes from a page that isn't allowed.
  private func judged(_ request: Request, _ client: ClientConnection) async -> Response {
    if let authorization, AuthorizationEndpoints.isPage(request.uri.path),
      let response = await authorization.answer(request)
    {
      return response
    }
    let verdict = pages.verdict(
      host: request.head.authority, origin: request.headers[.origin],
      site: request.headers.value(of: "Sec-Fetch-Site"))
    switch verdict {
    case .refuse(let reason): return .text(.forbidden, reason)
    case .serve: return await answer(request, client)
    case .share(let origin):
      var response =
        request.method == .options
        ? Response(status: .noContent, headers: Self.preflight(request)) : await answer(request, client)
      response.headers[.accessControlAllowOrigin] = origin
      response.headers[.vary] = "Origin"
      return response
    }
  }

  /// The response to a browser's preflight request of a page.
  private static func preflight(_ request: Request) -> HTTPFields {
    var fields: HTTPFields = [
      .accessControlAllowMethods: "GET, POST",
      .accessControlAllowHeaders: "Authorization, Content-Type, Idempotency-Key, X-Namespace",
      .accessControlMaxAge: "600",
    ]
    if request.headers.value(of: "Access-Control-Request-Private-Network") == "true",
      let name = HTTPField.Name("Access-Control-Allow-Private-Network")
    {
      fields[name] = "true"
    }
    return fields
  }

  private func answer(_ request: Request, _ client: ClientConnection) async -> Response {
    let path = request.uri.path
    if let response = Self.open(request, path) { return response }
    if let response = await authorization?.answer(request) { return response }
    var permission: Permission
    do {
      permission = try access.permission(for: request.headers[.authorization])
    } catch {
      return Self.refusal(error, path: path)
    }
    if isReadOnly { permission.role = .read }
    let parts = path.split(separator: "/").map(Self.decoded)
    if let version = Self.hranaVersion(parts), request.method == .post {
      let host: DatabaseHost
      do {
        host = try await hrana.host(
          named: request.headers.value(of: "x-namespace"), authority: request.head.authority, permission: permission)
      } catch {
        return error.response
      }
      guard let body = await body(of: request) else { return .text(.contentTooLarge, "the request is too large") }
      let call = HranaProtocol.Call(
        host: host, permission: permission, client: HranaSocket.name(of: permission, client.address))
      switch parts.last {
      case "cursor": return await hrana.cursor(body, call, connection: client)
      case "execute", "batch": return await hrana.once(body, isBatch: parts.last == "batch", call)
      default: return await hrana.pipeline(body, version: version, call)
      }
    }
    guard parts.first == "v1" else { return .text(.notFound, "no such path") }
    var content: [UInt8] = []
    if request.method == .post {
      guard let body = await body(of: request) else {
        return PerSQLProtocol.refusal(.contentTooLarge, "the request is too large")
      }
      content = body
    }
    return await perSQL.answer(
      method: request.method, parts: parts, body: content, permission: permission,
      key: request.headers.value(of: "Idempotency-Key"))
  }

  /// A percent-decoded part of a path. If the percent signs aren't valid, it is unchanged.
  private static func decoded(_ part: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = part.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let code = UInt8(Substring(rest.prefix(2)), radix: 16) else { return String(part) }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self) ?? String(part)
  }

  private static func hranaVersion(_ parts: [String]) -> Int? {
    switch parts {
    case ["v1", "execute"], ["v1", "batch"]: 1
    case ["v2", "pipeline"]: 2
    case ["v3", "pipeline"], ["v3", "cursor"]: 3
    default: nil
    }
  }

  /// What is answered without a token.
  private static func open(_ request: Request, _ path: String) -> Response? {
    let method = request.method
    switch path {
    case "/health", "/v1", "/v2", "/v3", "/v1/", "/v2/", "/v3/":
      return method == .get || method == .head ? .text(.ok, "ok") : .text(.methodNotAllowed, "use GET")
    case "/version": return .text(.ok, "quarry")
    case "/v1/execute", "/v1/batch", "/v2/pipeline", "/v3/pipeline", "/v3/cursor":
      return method == .post ? nil : .text(.methodNotAllowed, "use POST")
    case "/", "":
      guard request.headers[.secWebSocketVersion] != nil || request.headers[.secWebSocketKey] != nil else { return nil }
      return .text(.badRequest, "a WebSocket here speaks hrana1, hrana2 or hrana3, over version 13 of its protocol")
    default: return nil
    }
  }

  private func body(of request: Request) async -> [UInt8]? {
    var request = request
    if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limits.requestBytes { return nil }
    guard let buffer = try? await request.collectBody(upTo: limits.requestBytes) else { return nil }
    return Array(buffer.readableBytesView)
  }

  /// The response to a request without a valid token.
  static func refusal(_ refusal: AccessRefusal, path: String) -> Response {
    let status: HTTPResponse.Status = refusal == .insufficient ? .forbidden : .unauthorized
    var response =
      path.hasPrefix("/v1/") && path != "/v1/execute" && path != "/v1/batch"
      ? PerSQLProtocol.refusal(status, refusal.rawValue)
      : .json(status, JSONWriter.object { $0.member("error", "Unauthorized: `\(refusal.rawValue)`") })
    response.headers[.wwwAuthenticate] = refusal.challenge
    return response
  }
}
#endif
