#if Identity
import Crypto
import CryptoExtras
import Foundation
import Quarry
import QuarryRemote
import QuarryWire
import TestSupport
import Testing

@testable import QuarryIdentity

/// ID tokens and the keys that servers publish.
@Suite struct SigningKeyTests {
  /// A key with which tokens are signed, and how a server publishes it.
  struct Signer: Sendable, CustomTestStringConvertible {
    var algorithm: String
    var published: String
    var sign: @Sendable ([UInt8]) throws -> [UInt8]
    var testDescription: String { algorithm }

    private static func text(_ bytes: some Sequence<UInt8>) -> String { Base64.encodeForURL(Array(bytes)) }

    static func es256() -> Signer {
      let key = P256.Signing.PrivateKey()
      let point = Array(key.publicKey.x963Representation)
      return Signer(
        algorithm: "ES256",
        published: #""kty":"EC","crv":"P-256","x":"\#(text(point[1..<33]))","y":"\#(text(point[33..<65]))""#,
        sign: { Array(try key.signature(for: $0).rawRepresentation) })
    }

    static func edDSA() -> Signer {
      let key = Curve25519.Signing.PrivateKey()
      return Signer(
        algorithm: "EdDSA", published: #""kty":"OKP","crv":"Ed25519","x":"\#(text(key.publicKey.rawRepresentation))""#,
        sign: { Array(try key.signature(for: $0)) })
    }

    static func rs256() throws -> Signer {
      let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
      let numbers = try key.publicKey.getKeyPrimitives()
      return Signer(
        algorithm: "RS256",
        published: #""kty":"RSA","n":"\#(text(numbers.modulus))","e":"\#(text(numbers.publicExponent))""#,
        sign: {
          Array(try key.signature(for: SHA256.hash(data: $0), padding: .insecurePKCS1v1_5).rawRepresentation)
        })
    }

    /// A key as it's published, with further members.
    func key(_ more: String = "") -> String { "{\(published)\(more)}" }
  }

  static let signers = [Signer.es256(), .edDSA()] + [try? Signer.rs256()].compactMap { $0 }

  static func token(
    _ claims: String, by signer: Signer, algorithm: String? = nil, head: String = ""
  ) throws -> String {
    let head = #"{"alg":"\#(algorithm ?? signer.algorithm)"\#(head)}"#
    let text = Base64.encodeForURL(Array(head.utf8)) + "." + Base64.encodeForURL(Array(claims.utf8))
    return text + "." + Base64.encodeForURL(try signer.sign(Array(text.utf8)))
  }

  static func claims(_ nonce: String, audience: String = "app", life: Int = 60, subject: String = "u") -> String {
    let end = Int(Date().timeIntervalSince1970) + life
    return
      #"{"iss":"https://id.example.com","sub":"\#(subject)","aud":"\#(audience)","exp":\#(end),"nonce":"\#(nonce)"}"#
  }

  /// What a sign-in ends with where the server publishes keys and gives a token.
  private func finish(
    keys: String, _ token: @escaping @Sendable (_ nonce: String) throws -> String
  ) async throws -> IdentityError? {
    let nonce = Shared("")
    let transport = ScriptedTransport { (request, _) throws(HTTPError) in
      if request.url.hasSuffix("/keys") { return OAuthTests.answer(#"{"keys":[\#(keys)]}"#) }
      let idToken = (try? token(nonce.value)) ?? ""
      return OAuthTests.answer(#"{"access_token":"t","id_token":"\#(idToken)"}"#)
    }
    let server = try AuthorizationServer(
      issuer: "https://id.example.com", authorizationEndpoint: "https://id.example.com/authorize",
      tokenEndpoint: "https://id.example.com/token", keysEndpoint: "https://id.example.com/keys")
    let client = try OAuthClient(
      server, clientID: "app", redirectURI: "app:/cb", scope: "openid", transport: transport)
    let attempt = client.begin()
    nonce.set(attempt.nonce ?? "")
    return await identityError { try await client.finish(attempt, callback: "app:/cb?code=1&state=\(attempt.state)") }
  }

  @Test("Tokens that are signed with a published key are taken", arguments: signers)
  func good(_ signer: Signer) async throws {
    let other = Signer.es256()
    for (keys, head) in [
      (signer.key(), ""), (signer.key(#","kid":"a","use":"sig","alg":"\#(signer.algorithm)""#), #","kid":"a""#),
      (other.key(#","kid":"b""#) + ",{\"kty\":\"oct\",\"k\":\"AA\"}," + signer.key(#","kid":"a""#), #","kid":"a""#),
      (other.key() + "," + signer.key(), ""),
    ] {
      let error = try await finish(keys: keys) { try Self.token(Self.claims($0), by: signer, head: head) }
      #expect(error == nil, "\(head) \(String(describing: error))")
    }
  }

  @Test("Forged tokens, and those of other keys, are refused", arguments: signers)
  func forged(_ signer: Signer) async throws {
    let other = Signer.es256()
    func code(
      _ keys: String? = nil, _ token: @escaping @Sendable (_ nonce: String) throws -> String
    ) async throws -> IdentityError.Code? {
      try await finish(keys: keys ?? signer.key(#","kid":"a""#), token)?.code
    }
    // Claims under the signature of others, a signature that was cut or changed, and none.
    let changed = try await code { nonce in
      let good = try Self.token(Self.claims(nonce), by: signer).split(separator: ".")
      let claims = Base64.encodeForURL(Array(Self.claims(nonce, subject: "admin").utf8))
      return "\(good[0]).\(claims).\(good[2])"
    }
    #expect(changed == .invalidIDToken)
    #expect(try await code { String(try Self.token(Self.claims($0), by: signer).dropLast(4)) } == .invalidIDToken)
    let unsigned = try await code { nonce in
      try Self.token(Self.claims(nonce), by: signer, algorithm: "none").split(separator: ".").prefix(2)
        .joined(separator: ".") + "."
    }
    #expect(unsigned == .invalidIDToken)
    // Algorithms that the key isn't for: the token doesn't choose.
    for algorithm in ["none", "HS256", "RS256", "ES256", "EdDSA", "ES384"] where algorithm != signer.algorithm {
      let wrong = try await code { try Self.token(Self.claims($0), by: signer, algorithm: algorithm) }
      #expect(wrong == .invalidIDToken, "\(algorithm)")
    }
    // Another key, a key under another name, one for encryption, one that is for another algorithm, and none.
    #expect(try await code(other.key()) { try Self.token(Self.claims($0), by: signer) } == .invalidIDToken)
    #expect(try await code { try Self.token(Self.claims($0), by: signer, head: #","kid":"b""#) } == .invalidIDToken)
    for keys in [signer.key(#","use":"enc""#), signer.key(#","alg":"HS256""#), "", "7", "{}"] {
      #expect(try await code(keys) { try Self.token(Self.claims($0), by: signer) } == .invalidIDToken, "\(keys)")
    }
    let critical = try await code { try Self.token(Self.claims($0), by: signer, head: #","crit":["x"]"#) }
    #expect(critical == .invalidIDToken)
  }

  @Test("A good signature doesn't make the claims good", arguments: signers)
  func claims(_ signer: Signer) async throws {
    for (change, code) in [
      ("audience", IdentityError.Code.invalidIDToken), ("nonce", .invalidIDToken), ("expired", .invalidIDToken),
      ("expired lately", nil), ("issuer", .issuerMismatch),
    ] {
      let error = try await finish(keys: signer.key()) { nonce in
        let claims =
          switch change {
          case "audience": Self.claims(nonce, audience: "other")
          case "nonce": Self.claims("other")
          case "expired": Self.claims(nonce, life: -301)
          case "expired lately": Self.claims(nonce, life: -250)
          default: Self.claims(nonce).replacing("id.example", with: "evil.example")
          }
        return try Self.token(claims, by: signer)
      }
      #expect(error?.code == code, "\(change)")
    }
  }

  @Test("An ID token that comes with a refresh replaces the one before only if it's good") func refreshed() async throws
  {
    let signer = Signer.es256()
    let server = try AuthorizationServer(
      issuer: "https://id.example.com", authorizationEndpoint: "https://id.example.com/authorize",
      tokenEndpoint: "https://id.example.com/token", keysEndpoint: "https://id.example.com/keys")
    let first = try Self.token(Self.claims("n"), by: signer)
    let newer = try Self.token(Self.claims("n", life: 99), by: signer)
    for (token, keys, isTaken) in [
      (newer, signer.key(), true), (newer, Signer.es256().key(), false), (newer, nil, false),
      (try Self.token(Self.claims("n", subject: "other"), by: signer), signer.key(), false), ("x", signer.key(), false),
    ] as [(String, String?, Bool)] {
      let transport = ScriptedTransport { (request, _) throws(HTTPError) in
        if request.url.hasSuffix("/token") {
          return OAuthTests.answer(#"{"access_token":"a2","refresh_token":"r2","id_token":"\#(token)"}"#)
        }
        guard let keys else { throw HTTPError(.refused, mayHaveBeenSent: false, "no") }
        return OAuthTests.answer(#"{"keys":[\#(keys)]}"#)
      }
      let client = try OAuthClient(
        server, clientID: "app", redirectURI: "app:/cb", scope: "openid", transport: transport)
      let grant = TokenGrant(
        accessToken: DriverSecret("a1"), refreshToken: DriverSecret("r1"), idToken: DriverSecret(first))
      let second = try await client.refresh(grant)
      // The tokens that calls need are never lost with it.
      #expect(second.accessToken == DriverSecret("a2") && second.refreshToken == DriverSecret("r2"))
      #expect(second.idToken == DriverSecret(isTaken ? token : first), "\(isTaken)")
    }
  }

  @Test("A server that names itself in callbacks must be named") func namedCallbacks() throws {
    var server = try OAuthTests.server(issuer: "https://id.example.com")
    for (isNamed, query, code) in [
      (true, "", IdentityError.Code.issuerMismatch), (true, "&iss=https%3A%2F%2Fid.example.com", nil),
      (true, "&iss=https%3A%2F%2Fevil.example", .issuerMismatch), (false, "", nil),
    ] {
      server.isNamedInCallbacks = isNamed
      let client = try OAuthClient(
        server, clientID: "app", redirectURI: "app:/cb", scope: "", transport: ScriptedTransport([]))
      let attempt = client.begin()
      var found: IdentityError.Code?
      do { _ = try attempt.code(from: "app:/cb?code=1&state=\(attempt.state)\(query)") } catch { found = error.code }
      #expect(found == code)
    }
  }
}
#endif
