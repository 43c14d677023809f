/// The reason why there is no HTTP response.
///
/// A response with an error status isn't an error here.
public struct HTTPError: Error, Sendable, Hashable {
  /// The kind of failure.
  public var kind: Kind
  /// Whether a byte of the request may have reached the server. `false` only if that is certain.
  public var mayHaveBeenSent: Bool
  /// A sentence for users, without values of headers and without tokens.
  public var message: String

  /// Creates an error.
  public init(_ kind: Kind, mayHaveBeenSent: Bool, _ message: String) {
    self.kind = kind
    self.mayHaveBeenSent = mayHaveBeenSent
    self.message = message
  }

  /// The kinds of failures.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The name of the host, or of the proxy, has no address.
    case unresolvedHost
    /// Nothing accepts connections at the address.
    case refused
    /// TLS failed: the certificate isn't trusted or isn't valid for this host, or there is no common version.
    case tls
    /// The connection wasn't made in time.
    case connectTimeout
    /// The call took longer than allowed.
    case timeout
    /// The connection ended before the response was complete.
    case cut
    /// The response is larger than allowed.
    case tooLarge
    /// The task was cancelled, or the transport or the stream was closed.
    case cancelled
    /// The request can't be sent, or the response isn't HTTP.
    case malformed
    /// Any other failure.
    case other
  }
}

extension HTTPError: CustomStringConvertible {
  /// The message and the kind.
  public var description: String { "\(message) [\(kind.rawValue)]" }
}
