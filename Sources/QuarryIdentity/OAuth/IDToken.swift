#if Identity
internal import Quarry
internal import QuarryWire

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The claims of a signed token that came directly from the token endpoint.
///
/// If the server publishes its keys, ``SigningKeys`` verify the signature. Otherwise the token is trusted because it
/// came over TLS from the endpoint that signs it, which the standard allows.
///
/// Source: <https://openid.net/specs/openid-connect-core-1_0.html#IDTokenValidation>.
struct IDToken {
  private let claims: JSONValue
  /// The head, which describes the signature.
  let head: JSONValue
  /// The signed bytes.
  let signed: [UInt8]
  /// The signature.
  let signature: [UInt8]

  init(_ token: DriverSecret) throws(IdentityError) {
    let parts = token.text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let head = Self.document(parts[0]), let claims = Self.document(parts[1]),
      let signature = Base64.decode(String(parts[2]), .urlSafe)
    else { throw IdentityError(.invalidIDToken, "The ID token can't be read") }
    self.head = head
    self.claims = claims
    self.signature = signature
    signed = Array("\(parts[0]).\(parts[1])".utf8)
  }

  private static func document(_ part: Substring) -> JSONValue? {
    guard let bytes = Base64.decode(String(part), .urlSafe), let value = try? JSONValue(untrusted: bytes),
      value.members != nil
    else { return nil }
    return value
  }

  /// The identifier of the user.
  var subject: String? { claims["sub"]?.string }

  /// Checks that the token is of this sign-in and for this client.
  ///
  /// - Parameter nonce: The random text of the sign-in, or `nil` if there was none.
  func check(issuer: String?, clientID: String, nonce: String?, now: Date) throws(IdentityError) {
    if let issuer, claims["iss"]?.string != issuer {
      throw IdentityError(.issuerMismatch, "The ID token names another issuer")
    }
    let audience = claims["aud"]?.array ?? claims["aud"].map { [$0] } ?? []
    guard audience.contains(.string(clientID)) else {
      throw IdentityError(.invalidIDToken, "The ID token is for another client")
    }
    if let nonce {
      guard let found = claims["nonce"]?.string, SecretText.areEqual(found, nonce) else {
        throw IdentityError(.invalidIDToken, "The ID token belongs to another sign-in")
      }
    }
    // Clocks may differ by some minutes.
    guard let expiry = claims["exp"]?.double, expiry + 300 >= now.timeIntervalSince1970 else {
      throw IdentityError(.invalidIDToken, "The ID token has expired, or names no end")
    }
  }
}
#endif
