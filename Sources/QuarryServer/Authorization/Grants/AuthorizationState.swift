#if Server
internal import Crypto
internal import QuarryWire

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The codes and tokens of a ``ServerAuthorization``, stored as digests only.
struct AuthorizationState {
  /// The consent of a user for an app.
  struct Consent: Sendable {
    var clientID: String
    var user: AuthorizationUser
    var scopes: [String]
  }

  /// A code. It stays known after its use, so that a second use is noticed.
  struct Code {
    var consent: Consent
    var redirectURI: String
    var challenge: String
    var nonce: String?
    var expiry: Date
    var isUsed = false
    /// The sign-in that it led to.
    var signIn: SignInID?
  }

  typealias SignInID = [UInt8]

  /// The tokens of one code.
  struct SignIn {
    var consent: Consent
    /// The number of replacements of the refresh token.
    var generation: UInt64 = 0
    var lastUse: Date
    var accessTokens: [AuthorizationSecret.Digest] = []
  }

  private struct AccessToken {
    var signIn: SignInID
    var scopes: [String]
    var expiry: Date
  }

  let lifetimes: AuthorizationLifetimes
  let maximumSignIns: Int
  /// Authenticates refresh tokens, so that replaced tokens are recognized without memory.
  private let refreshKey = SymmetricKey(size: .bits256)
  private var codes: [AuthorizationSecret.Digest: Code] = [:]
  private var signIns: [SignInID: SignIn] = [:]
  private var accessTokens: [AuthorizationSecret.Digest: AccessToken] = [:]
  var counts = AuthorizationCounts()

  /// The maximum number of valid access tokens of one sign-in.
  private static let accessTokensPerSignIn = 64

  init(_ configuration: AuthorizationConfiguration) {
    lifetimes = configuration.lifetimes
    maximumSignIns = max(configuration.maximumSignIns, 1)
  }

  // MARK: Codes

  /// Remembers a code.
  mutating func add(_ code: Code, _ secret: String, at now: Date) {
    codes = codes.filter { $0.value.expiry > now }
    if codes.count >= maximumSignIns, let oldest = codes.min(by: { $0.value.expiry < $1.value.expiry }) {
      codes[oldest.key] = nil
    }
    codes[AuthorizationSecret.digest(secret)] = code
  }

  /// Uses a code. A second use ends the sign-in of the first.
  ///
  /// - Returns: `nil` if the code is unknown, was used, or has expired.
  mutating func take(_ secret: String, at now: Date) -> Code? {
    let digest = AuthorizationSecret.digest(secret)
    guard let code = codes[digest] else { return nil }
    guard !code.isUsed else {
      if let signIn = code.signIn, end(signIn) { counts.endedByReuse += 1 }
      return nil
    }
    codes[digest]?.isUsed = true
    return code.expiry > now ? code : nil
  }

  // MARK: Sign-ins

  /// Begins the sign-in of a code.
  mutating func begin(_ consent: Consent, code: String, at now: Date) -> SignInID {
    let unused = now.addingTimeInterval(-lifetimes.refreshToken.inSeconds)
    for (id, signIn) in signIns where signIn.lastUse < unused { end(id) }
    if signIns.count >= maximumSignIns, let oldest = signIns.min(by: { $0.value.lastUse < $1.value.lastUse }) {
      end(oldest.key)
    }
    let id = AuthorizationSecret.random(16)
    signIns[id] = SignIn(consent: consent, lastUse: now)
    codes[AuthorizationSecret.digest(code)]?.signIn = id
    counts.signIns += 1
    return id
  }

  /// Ends a sign-in with all its tokens. Returns whether there was one.
  @discardableResult
  mutating func end(_ id: SignInID) -> Bool {
    guard let signIn = signIns.removeValue(forKey: id) else { return false }
    for token in signIn.accessTokens { accessTokens[token] = nil }
    return true
  }

  /// Ends all sign-ins of a user. Returns how many there were.
  mutating func end(subject: String) -> Int {
    let found = signIns.filter { $0.value.consent.user.subject == subject }.keys
    for id in found { end(id) }
    codes = codes.filter { $0.value.consent.user.subject != subject }
    return found.count
  }

  // MARK: Access tokens

  /// Makes an access token.
  mutating func accessToken(of id: SignInID, scopes: [String], at now: Date) -> String {
    let secret = "qat_" + AuthorizationSecret.text()
    let digest = AuthorizationSecret.digest(secret)
    let good = (signIns[id]?.accessTokens ?? []).filter { accessTokens[$0].map { $0.expiry > now } ?? false }
    for token in signIns[id]?.accessTokens ?? [] where !good.contains(token) { accessTokens[token] = nil }
    for token in good.dropLast(Self.accessTokensPerSignIn - 1) { accessTokens[token] = nil }
    signIns[id]?.accessTokens = good.suffix(Self.accessTokensPerSignIn - 1) + [digest]
    signIns[id]?.lastUse = now
    accessTokens[digest] = AccessToken(
      signIn: id, scopes: scopes, expiry: now.addingTimeInterval(lifetimes.accessToken.inSeconds))
    return secret
  }

  /// The bearer of an access token.
  func bearer(_ digest: AuthorizationSecret.Digest, at now: Date) -> AuthorizedBearer? {
    guard let token = accessTokens[digest], token.expiry > now, let signIn = signIns[token.signIn] else { return nil }
    return AuthorizedBearer(user: signIn.consent.user, scopes: token.scopes, token: digest)
  }

  /// The client of an access token, even if it has expired.
  func client(ofAccessToken digest: AuthorizationSecret.Digest) -> String? {
    accessTokens[digest].flatMap { signIns[$0.signIn]?.consent.clientID }
  }

  /// Ends one access token.
  mutating func endAccessToken(_ digest: AuthorizationSecret.Digest) { accessTokens[digest] = nil }

  // MARK: Refresh tokens

  /// The refresh token of a sign-in: its identifier and generation, and a code that only this server can make.
  func refreshToken(of id: SignInID) -> String? {
    guard let generation = signIns[id]?.generation else { return nil }
    let text = id + (0..<8).map { UInt8(truncatingIfNeeded: generation >> (56 - 8 * UInt64($0))) }
    let proof = HMAC<SHA256>.authenticationCode(for: text, using: refreshKey)
    return "qrt_" + Base64.encodeForURL(text + Array(proof))
  }

  /// The state of a refresh token.
  enum Refresh {
    case unknown
    /// It was replaced earlier, so its sign-in has ended.
    case reused
    case good(SignInID, Consent)
  }

  /// The sign-in of a refresh token.
  func signIn(ofRefreshToken secret: String) -> (id: SignInID, generation: UInt64, signIn: SignIn)? {
    guard secret.hasPrefix("qrt_"), let bytes = Base64.decode(String(secret.dropFirst(4)), .urlSafe), bytes.count == 56,
      HMAC<SHA256>.isValidAuthenticationCode(bytes[24...], authenticating: bytes[..<24], using: refreshKey),
      let signIn = signIns[Array(bytes[..<16])]
    else { return nil }
    return (Array(bytes[..<16]), bytes[16..<24].reduce(0) { $0 << 8 | UInt64($1) }, signIn)
  }

  /// Uses a refresh token.
  mutating func refresh(_ secret: String, clientID: String, rotates: Bool, at now: Date) -> Refresh {
    guard let (id, generation, signIn) = signIn(ofRefreshToken: secret), signIn.consent.clientID == clientID else {
      return .unknown
    }
    guard generation == signIn.generation else {
      if end(id) { counts.endedByReuse += 1 }
      return .reused
    }
    guard signIn.lastUse.addingTimeInterval(lifetimes.refreshToken.inSeconds) > now else {
      end(id)
      return .unknown
    }
    if rotates { signIns[id]?.generation += 1 }
    counts.refreshes += 1
    return .good(id, signIn.consent)
  }
}

/// The bearer of a valid access token.
struct AuthorizedBearer: Sendable {
  var user: AuthorizationUser
  var scopes: [String]
  let token: AuthorizationSecret.Digest
}

extension Duration {
  /// The seconds, for dates.
  var inSeconds: Double { self / .seconds(1) }
}
#endif
