#if Identity
internal import Quarry
internal import QuarryRemote
internal import QuarryWire

/// Sends the requests of signing in, each once, and reads the responses.
struct ServiceCalls: Sendable {
  let transport: any HTTPTransport
  let timeout: Duration

  /// The largest response in bytes. Responses are small.
  private static let maximumBytes = 1 << 20

  /// Sends a form, and reads the JSON object of the response.
  ///
  /// - Parameter secrets: Texts that no message repeats, even if the server does.
  func post(
    _ fields: [(name: String, value: String)], to address: String, hiding secrets: [String]
  ) async throws(IdentityError) -> HTTPResponse {
    let response = try await send(
      HTTPRequest(
        url: address,
        headers: [("Content-Type", "application/x-www-form-urlencoded"), ("Accept", "application/json")],
        body: Array(FormText.encode(fields).utf8), timeout: timeout, maximumResponseBytes: Self.maximumBytes))
    guard (200..<300).contains(response.status) else { throw Self.failure(response, from: address, hiding: secrets) }
    return response
  }

  /// Reads a document.
  func get(_ address: String, token: DriverSecret? = nil) async throws(IdentityError) -> HTTPResponse {
    var headers = [("Accept", "application/json")]
    if let token { headers.append(("Authorization", "Bearer \(token.text)")) }
    let response = try await send(
      HTTPRequest(
        method: "GET", url: address, headers: headers, timeout: timeout, maximumResponseBytes: Self.maximumBytes))
    guard (200..<300).contains(response.status) else {
      throw Self.failure(response, from: address, hiding: [token?.text].compactMap { $0 })
    }
    return response
  }

  private func send(_ request: HTTPRequest) async throws(IdentityError) -> HTTPResponse {
    do {
      return try await transport.send(request)
    } catch {
      if error.kind == .cancelled { throw IdentityError(.cancelled, "The request was cancelled", underlying: error) }
      throw IdentityError(
        .unreachable, "\(ServiceAddress.place(of: request.url)) didn't answer: \(error.message)", underlying: error)
    }
  }
}

extension ServiceCalls {
  /// The JSON object of a response.
  static func object(_ response: HTTPResponse, from address: String) throws(IdentityError) -> JSONValue {
    guard let json = try? JSONValue(untrusted: response.body), json.members != nil else {
      throw IdentityError(
        .invalidAnswer, "The answer of \(ServiceAddress.place(of: address)) isn't a JSON object",
        status: response.status)
    }
    return json
  }

  /// The failure in a response.
  ///
  /// Source: <https://www.rfc-editor.org/rfc/rfc6749#section-5.2>.
  static func failure(_ response: HTTPResponse, from address: String, hiding secrets: [String]) -> IdentityError {
    let json = try? JSONValue(untrusted: response.body)
    let serverCode = json?["error"]?.string.map { shown($0, limit: 64, hiding: secrets) }
    let description = json?["error_description"]?.string.map { ": " + shown($0, limit: 200, hiding: secrets) } ?? ""
    let code: IdentityError.Code =
      switch (serverCode, response.status) {
      case ("invalid_grant", _): .invalidGrant
      case ("slow_down", _), (_, 429): .tooManyRequests
      case ("access_denied", _): .denied
      case ("server_error", _), ("temporarily_unavailable", _), (_, 500...): .serverError
      default: .refused
      }
    return IdentityError(
      code, "\(ServiceAddress.place(of: address)) refused the request\(description)", status: response.status,
      serverCode: serverCode, retryAfter: RetryAfter.delay(of: response))
  }

  /// A server's text, for a message: bounded, printable, and without secrets.
  static func shown(_ text: String, limit: Int, hiding secrets: [String]) -> String {
    var text = text
    for secret in secrets where !secret.isEmpty { text = text.replacing(secret, with: "…") }
    let printable = text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f }
    return String(String.UnicodeScalarView(printable.prefix(limit)))
  }
}
#endif
