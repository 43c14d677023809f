#if Server
internal import QuarryWire

/// An app that can sign users in at a ``ServerAuthorization``: a public client without a secret.
public struct AuthorizationClient: Sendable, Hashable {
  /// The identifier that the app sends.
  public var id: String
  /// The name of the app on the page that asks the user.
  public var name: String
  /// The addresses to which browsers can be sent back.
  ///
  /// An address must match exactly. Only the port of `http://127.0.0.1` and `http://[::1]` is free, because apps choose
  /// it at run time.
  public var redirectURIs: [String]
  /// The scopes that the app can ask for.
  public var scopes: Set<String>

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - id: The identifier that the app sends.
  ///   - name: The name of the app for users. If `nil`, its identifier.
  ///   - redirectURIs: The addresses to which browsers can be sent back.
  ///   - scopes: The scopes that the app can ask for.
  public init(
    _ id: String, name: String? = nil, redirectURIs: [String],
    scopes: Set<String> = ["openid", "profile", "email", "database"]
  ) {
    self.id = id
    self.name = name ?? id
    self.redirectURIs = redirectURIs
    self.scopes = scopes
  }
}

extension AuthorizationClient {
  /// Whether the client allows a redirect to an address.
  ///
  /// Source: <https://www.rfc-editor.org/rfc/rfc8252#section-7.3>.
  func allows(redirectURI: String) -> Bool {
    redirectURIs.contains(redirectURI)
      || Self.withoutLoopbackPort(redirectURI).map { wanted in
        redirectURIs.contains { Self.withoutLoopbackPort($0) == wanted }
      } ?? false
  }

  /// What is wrong with the client, or `nil` if nothing is.
  var problem: String? {
    if id.isEmpty { return "a client's identifier is empty" }
    if redirectURIs.isEmpty { return "the client \(id) has no redirect URI" }
    for address in redirectURIs where !Self.isRedirect(address) {
      return "a redirect URI of \(id) is none: use https, http on this computer, or a scheme of the app"
    }
    return nil
  }

  /// The schemes with which a browser would run or open the content of the address itself.
  private static let forbidden: Set = ["about", "blob", "data", "file", "filesystem", "javascript", "vbscript"]

  private static func isRedirect(_ address: String) -> Bool {
    guard let colon = address.firstIndex(of: ":"), !address.contains("#"),
      address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f })
    else { return false }
    let beginning = address[..<colon].lowercased()
    guard beginning.first?.isLetter == true,
      beginning.utf8.allSatisfy({ FormText.isUnreserved($0) || $0 == UInt8(ascii: "+") }),
      !forbidden.contains(beginning)
    else { return false }
    if beginning == "https" { return address.hasPrefix("https://") && address.count > 8 }
    guard beginning == "http" else { return true }
    return withoutLoopbackPort(address) != nil || address.hasPrefix("http://localhost:")
      || address.hasPrefix("http://localhost/")
  }

  /// An address of this computer without its port; `nil` for any other address.
  private static func withoutLoopbackPort(_ address: String) -> String? {
    for start in ["http://127.0.0.1", "http://[::1]"] where address.hasPrefix(start) {
      var rest = address.dropFirst(start.count)
      if rest.first == ":" {
        let port = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
        guard UInt16(port) != nil else { return nil }
        rest = rest.dropFirst(1 + port.count)
      }
      guard rest.isEmpty || rest.first == "/" || rest.first == "?" else { return nil }
      return start + rest
    }
    return nil
  }
}
#endif
