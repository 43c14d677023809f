#if Command
internal import QuarryIdentity
internal import QuarryRemote

/// A service that `quarry login` knows by a word, or by its address.
struct LoginService: Sendable {
  /// The default name of the sign-in.
  var name: String
  /// The addresses, or `nil` if they are discovered.
  var server: AuthorizationServer?
  /// The default scope.
  var scope: String?
  /// The default host and port of the callback.
  var host: LoginHost
  var port: Int

  /// The services with a word.
  private static let known: [LoginService] = [
    // Its console registers no other address of a computer than http://localhost, and compares it exactly.
    LoginService(name: "persql", server: .perSQL, scope: "openid database", host: .localhost, port: 8912),
    LoginService(name: "ppoppo", server: .ppoppo(), scope: "openid profile", host: .ipv4, port: 0),
    LoginService(name: "ppoppo-sandbox", server: .ppoppo(.sandbox), scope: "openid profile", host: .ipv4, port: 0),
  ]

  /// The words.
  static let words = known.map(\.name)

  /// Finds a service.
  ///
  /// - Parameter word: One of ``words``, or the address of an authorization server.
  init(_ word: String) throws {
    if let found = Self.known.first(where: { $0.name.elementsEqual(word) }) {
      self = found
      return
    }
    guard let origin = try? HTTPOrigin(word) else {
      throw CommandError(
        "\(CellText.visible(word)) is neither \(Self.words.joined(separator: ", ")) nor an address such as "
          + "https://id.example.org", exit: .usage)
    }
    let name = origin.host.filter { $0.isLetter || $0.isNumber || $0 == "." || $0 == "-" }
    self.init(name: name, server: nil, scope: nil, host: .ipv4, port: 0)
  }

  private init(name: String, server: AuthorizationServer?, scope: String?, host: LoginHost, port: Int) {
    self.name = name
    self.server = server
    self.scope = scope
    self.host = host
    self.port = port
  }
}

/// A host of this computer at which a callback arrives.
enum LoginHost: String, Sendable, CaseIterable {
  case ipv4 = "127.0.0.1"
  case ipv6 = "::1"
  case localhost = "localhost"

  /// The host as part of an address.
  var inAddress: String { self == .ipv6 ? "[\(rawValue)]" : rawValue }
}
#endif
