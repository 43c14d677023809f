#if Server
/// The rules for requests of browsers: by the name they use for the server, and by the page they come from.
///
/// A page can make its own name point to this machine, and then counts as the same origin. It can also send simple
/// requests to any address. Programs send neither an origin nor what browsers add.
///
/// Source: <https://fetch.spec.whatwg.org/#http-cors-protocol>, <https://www.w3.org/TR/fetch-metadata/>.
struct PageRules: Sendable {
  /// The served names. If `nil`, all names.
  private let hosts: [String]?
  private let origins: Set<String>

  init(_ configuration: ServerConfiguration) {
    hosts =
      configuration.access.isOpen && !configuration.allowedHosts.contains("*")
      ? (configuration.allowedHosts + [configuration.host]).map { Self.name(of: $0) } : nil
    origins = Set(configuration.allowedOrigins.map { $0.lowercased() })
  }

  /// The treatment of a request.
  enum Verdict: Equatable {
    case serve
    /// Serve it, and let the page of this origin read the response.
    case share(origin: String)
    case refuse(String)
  }

  /// Checks a request by its headers.
  func verdict(host: String?, origin: String?, site: String?) -> Verdict {
    if let hosts {
      let name = Self.name(of: host ?? "")
      guard Self.isAddress(name) || Self.isThisMachine(name) || hosts.contains(where: { Self.matches(name, $0) }) else {
        return .refuse("this server does not go by that name; it can be allowed where the server is started")
      }
    }
    if let origin {
      guard origins.contains(origin.lowercased()) else {
        return .refuse("requests of web pages are not served, except those that were allowed")
      }
      return .share(origin: origin)
    }
    // A page that loads an address as a picture or a script sends no origin. "none" is somebody who typed it.
    if let site, site != "none" { return .refuse("requests of web pages are not served") }
    return .serve
  }

  /// The name of a host, without its port.
  static func name(of host: String) -> String {
    var name = host.lowercased()[...]
    if name.hasPrefix("[") {
      name = name.dropFirst().prefix { $0 != "]" }
    } else if name.count(where: { $0 == ":" }) == 1 {
      name = name.prefix { $0 != ":" }
    }
    if name.hasSuffix(".") { name = name.dropLast() }
    return String(name)
  }

  /// Whether a name or an address can only mean this machine.
  static func isThisMachine(_ name: String) -> Bool {
    if name == "localhost" || name.hasSuffix(".localhost") || name == "::1" { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  /// Whether a name is an address, which nobody can point elsewhere.
  private static func isAddress(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count == 4, parts.allSatisfy({ UInt8($0) != nil }) { return true }
    return name.contains(":") && name.utf8.allSatisfy { "0123456789abcdef:.%".utf8.contains($0) }
  }

  private static func matches(_ name: String, _ pattern: String) -> Bool {
    pattern.hasPrefix("*.") ? name.hasSuffix(pattern.dropFirst()) : name == pattern
  }
}
#endif
