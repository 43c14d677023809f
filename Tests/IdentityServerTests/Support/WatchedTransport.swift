#if Identity && Server
import QuarryRemote
import QuarryWire

/// A transport that names the secrets of the forms which it carries.
struct WatchedTransport: HTTPTransport {
  private let transport = CurlTransport()
  private let emitted: Emitted

  init(_ emitted: Emitted) { self.emitted = emitted }

  func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    note(request)
    return try await transport.send(request)
  }

  func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPBodyStream {
    note(request)
    return try await transport.stream(request)
  }

  private func note(_ request: HTTPRequest) {
    emitted.note(request)
    guard request.header("Content-Type") == "application/x-www-form-urlencoded", let body = request.body else { return }
    for (name, value) in FormText.decode(String(decoding: body, as: UTF8.self)) ?? [] {
      if name == "code" { emitted.see(code: value) }
      if ["code", "code_verifier", "refresh_token", "token"].contains(name) { emitted.hide(value) }
    }
  }
}
#endif
