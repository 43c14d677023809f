#if Identity
/// A redirect URI of this computer, taken apart.
struct LoopbackTarget: Sendable, Hashable {
  /// The hosts that a program can listen on.
  enum Host: String, Sendable, CaseIterable {
    case ipv4 = "127.0.0.1"
    case ipv6 = "[::1]"
    /// Both, since a browser may take either.
    case name = "localhost"
  }

  let host: Host
  /// The port, or `nil` for one that the system chooses.
  let port: UInt16?
  /// The rest after the port, as registered at the server.
  private let rest: Substring

  /// Takes a redirect URI apart.
  ///
  /// - Throws: ``IdentityError`` with code `.invalidConfiguration`.
  init(_ redirectURI: String) throws(IdentityError) {
    let scheme = "http://"
    let authority = redirectURI.dropFirst(scheme.count).prefix { $0 != "/" }
    guard redirectURI.hasPrefix(scheme), let host = Host.allCases.first(where: { authority.hasPrefix($0.rawValue) })
    else { throw Self.failure }
    let digits = authority.dropFirst(host.rawValue.count)
    if digits.isEmpty {
      port = nil
    } else {
      guard digits.first == ":", digits.dropFirst().allSatisfy({ $0.isASCII && $0.isNumber }),
        let number = UInt16(digits.dropFirst()), number > 0
      else { throw Self.failure }
      port = number
    }
    self.host = host
    rest = redirectURI[authority.endIndex...]
    guard rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }), !rest.contains("?"), !rest.contains("#") else {
      throw Self.failure
    }
  }

  /// The path as a browser requests it.
  var path: String { rest.isEmpty ? "/" : String(rest) }

  /// The redirect URI with the port that was opened.
  func redirectURI(port opened: UInt16) -> String { "http://\(host.rawValue):\(opened)\(rest)" }

  private static let failure = IdentityError(
    .invalidConfiguration,
    "A callback to this computer has a redirect URI such as http://127.0.0.1/signed-in or http://localhost:8912/signed-in"
  )
}
#endif
