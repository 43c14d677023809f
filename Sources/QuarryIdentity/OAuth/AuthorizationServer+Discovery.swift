#if Identity
public import QuarryRemote
internal import QuarryWire

extension AuthorizationServer {
  /// Reads a server's addresses from its discovery document.
  ///
  /// It tries both well-known locations: that of OAuth 2.0, then that of OpenID Connect.
  ///
  /// - Parameters:
  ///   - issuer: The identifier of the server: its HTTPS address.
  ///   - transport: The transport of the requests.
  ///   - timeout: The longest time for each request.
  /// - Throws: ``IdentityError`` with code `.issuerMismatch` if the document belongs to another server,
  ///   `.invalidAnswer` if addresses are missing or the server doesn't offer S256, or `.unreachable`.
  ///
  /// Source: <https://www.rfc-editor.org/rfc/rfc8414>.
  public static func discover(
    issuer: String, transport: any HTTPTransport, timeout: Duration = .seconds(30)
  ) async throws(IdentityError) -> AuthorizationServer {
    try ServiceAddress.check(issuer)
    let calls = ServiceCalls(transport: transport, timeout: timeout)
    var failure: IdentityError?
    for address in wellKnown(issuer) {
      do throws(IdentityError) {
        return try read(try ServiceCalls.object(try await calls.get(address), from: address), issuer)
      } catch {
        guard error.status == 404 || error.status == 400 else { throw error }
        failure = error
      }
    }
    throw failure ?? IdentityError(.invalidAnswer, "\(ServiceAddress.place(of: issuer)) has no discovery document")
  }

  /// The well-known addresses. The well-known part comes before the issuer's path for OAuth 2.0, and after it for
  /// OpenID Connect.
  static func wellKnown(_ issuer: String) -> [String] {
    let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
    let schemeEnd = base.firstRange(of: "://")?.upperBound ?? base.startIndex
    let pathStart = base[schemeEnd...].firstIndex(of: "/") ?? base.endIndex
    return [
      base[..<pathStart] + "/.well-known/oauth-authorization-server" + base[pathStart...],
      base + "/.well-known/openid-configuration",
    ].map { String($0) }
  }

  private static func read(_ json: JSONValue, _ issuer: String) throws(IdentityError) -> AuthorizationServer {
    guard let named = json["issuer"]?.string, named == issuer else {
      throw IdentityError(.issuerMismatch, "The discovery document doesn't name the server that was asked")
    }
    guard let authorization = json["authorization_endpoint"]?.string, let token = json["token_endpoint"]?.string else {
      throw IdentityError(.invalidAnswer, "The discovery document lacks the endpoint for authorization or tokens")
    }
    if let methods = json["code_challenge_methods_supported"]?.array, !methods.contains("S256") {
      throw IdentityError(.invalidAnswer, "The server doesn't offer proof keys with S256")
    }
    var server = try AuthorizationServer(
      issuer: issuer, authorizationEndpoint: authorization, tokenEndpoint: token,
      revocationEndpoint: json["revocation_endpoint"]?.string, userInfoEndpoint: json["userinfo_endpoint"]?.string,
      keysEndpoint: json["jwks_uri"]?.string)
    server.isNamedInCallbacks = json["authorization_response_iss_parameter_supported"]?.bool ?? false
    return server
  }
}
#endif
