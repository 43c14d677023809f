#if Server
internal import HTTPTypes
internal import Hummingbird
internal import QuarryWire

/// An error in the form of OAuth 2.1.
///
/// Source: <https://www.rfc-editor.org/rfc/rfc6749#section-5.2>.
struct OAuthProblem: Error {
  var code: String
  var description: String
  var status: HTTPResponse.Status

  init(_ code: String, _ description: String, status: HTTPResponse.Status = .badRequest) {
    self.code = code
    self.description = description
    self.status = status
  }

  /// The response of a token endpoint.
  var response: Response {
    let body = JSONWriter.object {
      $0.member("error", code)
      $0.member("error_description", description)
    }
    var headers = AuthorizationEndpoints.noStore
    if status == .unauthorized { headers[.wwwAuthenticate] = "Bearer error=\"\(code)\"" }
    return .json(status, body, headers: headers)
  }
}
#endif
