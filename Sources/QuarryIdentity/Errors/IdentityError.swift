#if Identity

/// An error of signing in, staying signed in, or an account call.
///
/// Messages and fields never contain tokens, codes, verifiers or passwords.
public struct IdentityError: Error, Sendable {
  /// The class of the error.
  public var code: Code
  /// What happened and what to do, in one or two sentences.
  public var message: String
  /// The status of the server's response, or `nil` if there was none.
  public var status: Int?
  /// The error code of the server, such as `invalid_grant`, or `nil` if there was none.
  public var serverCode: String?
  /// The time that the server asks to wait before the next try, or `nil` if it doesn't say.
  public var retryAfter: Duration?
  /// The error behind this one.
  public var underlying: (any Error)?

  /// Creates an error.
  public init(
    _ code: Code, _ message: String, status: Int? = nil, serverCode: String? = nil, retryAfter: Duration? = nil,
    underlying: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.status = status
    self.serverCode = serverCode
    self.retryAfter = retryAfter
    self.underlying = underlying
  }
}

extension IdentityError {
  /// The classes of errors.
  public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The stable name of the class.
    public let rawValue: String

    /// Creates a class with a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name.
    public var description: String { rawValue }
  }
}

extension IdentityError.Code {
  /// A setting isn't valid, such as an address that can't be parsed.
  public static let invalidConfiguration = Self(rawValue: "invalidConfiguration")
  /// The callback belongs to another sign-in, or was forged: its state is missing or different.
  public static let stateMismatch = Self(rawValue: "stateMismatch")
  /// The callback, the tokens or the discovery document name another server.
  public static let issuerMismatch = Self(rawValue: "issuerMismatch")
  /// The ID token has expired, or belongs to another sign-in or client.
  public static let invalidIDToken = Self(rawValue: "invalidIDToken")
  /// The callback was already used.
  public static let callbackReused = Self(rawValue: "callbackReused")
  /// The user or the server denied the sign-in.
  public static let denied = Self(rawValue: "denied")
  /// The user, or the program, cancelled the sign-in.
  public static let cancelled = Self(rawValue: "cancelled")
  /// The user didn't finish the sign-in in time.
  public static let timedOut = Self(rawValue: "timedOut")
  /// No browser can be opened, or no port for its callback.
  public static let browserUnavailable = Self(rawValue: "browserUnavailable")
  /// The code, verifier or refresh token isn't valid, was already used, has expired, or was revoked.
  public static let invalidGrant = Self(rawValue: "invalidGrant")
  /// Nobody is signed in, or the access was withdrawn. Sign in again.
  public static let signInRequired = Self(rawValue: "signInRequired")
  /// The server asks for fewer requests.
  public static let tooManyRequests = Self(rawValue: "tooManyRequests")
  /// The server rejected the request.
  public static let refused = Self(rawValue: "refused")
  /// The server failed.
  public static let serverError = Self(rawValue: "serverError")
  /// The server can't be reached, or its response was lost.
  public static let unreachable = Self(rawValue: "unreachable")
  /// The server's response can't be read.
  public static let invalidAnswer = Self(rawValue: "invalidAnswer")
  /// The stored tokens can't be read or written.
  public static let store = Self(rawValue: "store")
}

extension IdentityError: CustomStringConvertible {
  /// The message, the server's code and the class.
  public var description: String {
    let details = [status.map { "HTTP \($0)" }, serverCode, code.rawValue].compactMap { $0 }
    return "\(message) [\(details.joined(separator: ", "))]"
  }
}
#endif
