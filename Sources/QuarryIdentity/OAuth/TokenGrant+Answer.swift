#if Identity
internal import Quarry
internal import QuarryRemote
internal import QuarryWire

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension TokenGrant {
  /// Reads the response of a token endpoint.
  ///
  /// Only the access token is required. Unknown members are ignored.
  ///
  /// - Parameters:
  ///   - previous: The tokens before the refresh. Their values stay if the response leaves them out.
  ///   - arrival: The time of the response.
  ///
  /// Source: <https://www.rfc-editor.org/rfc/rfc6749#section-5.1>.
  init(
    _ response: HTTPResponse, from address: String, previous: TokenGrant? = nil, arrival: Date
  ) throws(IdentityError) {
    let json = try ServiceCalls.object(response, from: address)
    guard let token = json["access_token"]?.string, !token.isEmpty else {
      throw IdentityError(.invalidAnswer, "The token endpoint's answer has no access token", status: response.status)
    }
    if let type = json["token_type"]?.string, type.lowercased() != "bearer" {
      throw IdentityError(.invalidAnswer, "The token endpoint gave a token of another type than Bearer")
    }
    let serviceAddress = json["api_url"]?.string ?? previous?.serviceAddress
    if let serviceAddress { try ServiceAddress.check(serviceAddress) }
    self.init(
      accessToken: DriverSecret(token),
      refreshToken: json["refresh_token"]?.string.map { DriverSecret($0) } ?? previous?.refreshToken,
      idToken: json["id_token"]?.string.map { DriverSecret($0) } ?? previous?.idToken,
      expiry: TokenGrant.seconds(json["expires_in"]).map { arrival.addingTimeInterval($0) },
      scope: json["scope"]?.string ?? previous?.scope, database: json["database"]?.string ?? previous?.database,
      serviceAddress: serviceAddress)
  }

  /// The lifetime of a token, from a number or its text, or `nil` for anything else.
  private static func seconds(_ value: JSONValue?) -> Double? {
    guard let seconds = value?.double ?? value?.string.flatMap({ Double($0) }), seconds.isFinite else { return nil }
    return max(0, min(seconds, 10 * 365 * 86_400))
  }
}
#endif
