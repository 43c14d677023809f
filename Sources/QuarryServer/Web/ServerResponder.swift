internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore

/// Lets requests in and hands them to their protocol.
struct ServerResponder: HTTPResponder {
  typealias Context = ServerContext

  let access: ServerAccess
  let isReadOnly: Bool
  let limits: ServerLimits
  let logger: Logger
  let hrana: HranaProtocol
  let perSQL: PerSQLProtocol

  func respond(to request: Request, context: ServerContext) async -> Response {
    let start = ContinuousClock.now
    let client = ClientConnection(context.channel)
    let response =
      (try? await client.whileThere { await answer(request, client) })
      ?? .text(.serviceUnavailable, "the client has gone")
    logger.info(
      "answered",
      metadata: [
        "method": "\(request.method.rawValue)", "path": "\(request.uri.path)", "status": "\(response.status.code)",
        "milliseconds": "\((ContinuousClock.now - start) / .milliseconds(1))",
        "bytes": "\(response.body.contentLength.map { String($0) } ?? "streamed")",
      ])
    return response
  }

  private func answer(_ request: Request, _ client: ClientConnection) async -> Response {
    let path = request.uri.path
    // A page in a browser could reach a server on loopback; programs send no origin.
    guard request.headers[.origin] == nil else { return .text(.forbidden, "requests of web pages are not served") }
    if let response = Self.open(request.method, path) { return response }
    var permission: Permission
    do {
      permission = try access.permission(for: request.headers[.authorization])
    } catch {
      return Self.refusal(error, path: path)
    }
    if isReadOnly { permission.role = .read }
    let parts = path.split(separator: "/").map(Self.decoded)
    if let version = Self.hranaVersion(parts), request.method == .post {
      guard let host = await hrana.host(for: request) else { return .text(.notFound, "no such namespace") }
      guard permission.includes(host.served.namespace) else {
        return .text(.forbidden, "this token is for another namespace")
      }
      guard let body = await body(of: request) else { return .text(.contentTooLarge, "the request is too large") }
      return parts.last == "cursor"
        ? await hrana.cursor(body, host: host, permission: permission, client: client)
        : await hrana.pipeline(body, version: version, host: host, permission: permission)
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

  /// A part of a path without its percent signs; as it is where they make no sense.
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
    case ["v2", "pipeline"]: 2
    case ["v3", "pipeline"], ["v3", "cursor"]: 3
    default: nil
    }
  }

  /// What is answered without a token.
  private static func open(_ method: HTTPRequest.Method, _ path: String) -> Response? {
    switch path {
    case "/health", "/v2", "/v3", "/v2/", "/v3/":
      method == .get || method == .head ? .text(.ok, "ok") : .text(.methodNotAllowed, "use GET")
    case "/version": .text(.ok, "quarry")
    case "/v2/pipeline", "/v3/pipeline", "/v3/cursor":
      method == .post ? nil : .text(.methodNotAllowed, "use POST")
    default: nil
    }
  }

  private func body(of request: Request) async -> [UInt8]? {
    var request = request
    guard let buffer = try? await request.collectBody(upTo: limits.requestBytes) else { return nil }
    return Array(buffer.readableBytesView)
  }

  /// The answer to a request without a good token.
  static func refusal(_ refusal: AccessRefusal, path: String) -> Response {
    if path.hasPrefix("/v1/") { return PerSQLProtocol.refusal(.unauthorized, refusal.rawValue) }
    return .json(
      .unauthorized, JSONWriter.object { $0.member("error", "Unauthorized: `\(refusal.rawValue)`") })
  }
}
