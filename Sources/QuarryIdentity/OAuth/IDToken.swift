#if Identity
internal import Quarry
internal import QuarryWire

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The claims of a signed token that came straight from the token endpoint.
///
/// Its signature isn't checked: the token came over TLS from the endpoint that signs it, which the standard allows.
///
/// Source: <https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation>.
struct IDToken {
  private let claims: JSONValue

  init(_ token: DriverSecret) throws(IdentityError) {
    let parts = token.text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let bytes = Base64.decode(String(parts[1]), .urlSafe),
      let claims = try? JSONValue(untrusted: bytes), claims.members != nil
    else { throw IdentityError(.invalidIDToken, "The ID token can't be read") }
    self.claims = claims
  }

  /// Checks that the token is of this sign-in and for this client.
  func check(issuer: String?, clientID: String, nonce: String, now: Date) throws(IdentityError) {
    if let issuer, claims["iss"]?.string != issuer {
      throw IdentityError(.issuerMismatch, "The ID token names another issuer")
    }
    let audience = claims["aud"]?.array ?? claims["aud"].map { [$0] } ?? []
    guard audience.contains(.string(clientID)) else {
      throw IdentityError(.invalidIDToken, "The ID token is for another client")
    }
    guard let found = claims["nonce"]?.string, SecretText.areEqual(found, nonce) else {
      throw IdentityError(.invalidIDToken, "The ID token belongs to another sign-in")
    }
    // Clocks may differ by some minutes.
    if let expiry = claims["exp"]?.double, expiry + 300 < now.timeIntervalSince1970 {
      throw IdentityError(.invalidIDToken, "The ID token has expired")
    }
  }
}
#endif
