/// Why there is no HTTP answer.
///
/// An answer with an error status is an answer and not an error.
public struct HTTPError: Error, Sendable, Hashable {
  /// What happened.
  public var kind: Kind
  /// Whether a byte of the request may have reached the server; `false` only where that is certainly not so.
  public var mayHaveBeenSent: Bool
  /// One sentence for people, without values of headers and without tokens.
  public var message: String

  /// Creates an error.
  public init(_ kind: Kind, mayHaveBeenSent: Bool, _ message: String) {
    self.kind = kind
    self.mayHaveBeenSent = mayHaveBeenSent
    self.message = message
  }

  /// The classes of failures.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The name of the host, or of the proxy, has no address.
    case unresolvedHost
    /// Nothing accepts connections at the address.
    case refused
    /// TLS failed: the certificate is not trusted or not for this host, or there is no common version.
    case tls
    /// The connection did not stand in time.
    case connectTimeout
    /// The call took longer than allowed.
    case timeout
    /// The connection ended before the answer did.
    case cut
    /// The answer is larger than allowed.
    case tooLarge
    /// The task was cancelled, or the transport or the stream was closed.
    case cancelled
    /// The request cannot be sent as it is, or the answer is not HTTP.
    case malformed
    /// Anything else.
    case other
  }
}

extension HTTPError: CustomStringConvertible {
  /// The message and the kind.
  public var description: String { "\(message) [\(kind.rawValue)]" }
}
