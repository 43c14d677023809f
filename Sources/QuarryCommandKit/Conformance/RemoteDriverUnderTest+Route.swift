#if Command
internal import Quarry
internal import QuarryConformance
internal import QuarryDrivers

extension RemoteDriverUnderTest: RoutedDriverUnderTest {
  var server: (host: String, port: UInt16)? {
    guard let url = try? DriverURL(url), DriverRegistry.standard[url.scheme]?.encryptedScheme != nil,
      let authority = url.authority
    else { return nil }
    // Of several nodes, the first one.
    let parts = RemoteURLParts.hostAndPort(authority.prefix { $0 != "," })
    // A name in the place of the star finds the database; the server itself is behind every such name.
    let host = parts.host.hasPrefix("*.") ? String(parts.host.dropFirst(2)) : parts.host
    return (host, parts.port ?? 80)
  }

  var serialisesKeys: Bool { (try? DriverURL(url))?.options["serialised-keys"] == "on" }

  func driver(for request: DriverRequest, by route: DriverRoute) async throws -> any DatabaseDriver {
    // Makes the database, or makes it the case's own.
    _ = try await driver(for: request)
    let parts = RemoteURLParts(text(for: request))
    guard let parts, route.token == nil || parts.takesTokens, let text = parts.text(by: route) else {
      throw DatabaseError(
        .unsupportedFeature, "the driver of this URL can't be led another way", missing: .bearerTokens)
    }
    return try DriverRegistry.standard.driver(for: try DriverURL(text), environment: route.environment)
  }
}

/// The parts of a URL with a host.
private struct RemoteURLParts {
  var scheme: String
  var authority: String
  var path: String
  var options: [(name: String, value: String)]

  init?(_ text: String) {
    guard let mark = text.firstRange(of: "://") else { return nil }
    scheme = String(text[..<mark.lowerBound])
    let rest = text[mark.upperBound...]
    let place = rest.prefix { $0 != "?" }
    authority = String(place.prefix { $0 != "/" })
    path = String(place.drop { $0 != "/" })
    options = rest.dropFirst(place.count + 1).split(separator: "&").map { option in
      let pair = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(pair[0]), pair.count > 1 ? String(pair[1]) : "")
    }
  }

  static func hostAndPort(_ authority: Substring) -> (host: String, port: UInt16?) {
    guard let colon = authority.lastIndex(of: ":"), let port = UInt16(authority[authority.index(after: colon)...])
    else { return (String(authority), nil) }
    return (String(authority[..<colon]), port)
  }

  /// Whether the driver of the scheme has tokens at all.
  var takesTokens: Bool {
    DriverRegistry.standard[scheme]?.options.contains { $0.name == "token-file" } ?? false
  }

  /// The URL of the same database over another route, or `nil` if the scheme has no form for it.
  func text(by route: DriverRoute) -> String? {
    var copy = self
    if route.isEncrypted {
      guard let scheme = DriverRegistry.standard[scheme]?.encryptedScheme else { return nil }
      copy.scheme = scheme
    }
    copy.authority = "\(route.host ?? Self.hostAndPort(authority.prefix { $0 != "," }).host):\(route.port)"
    func milliseconds(_ duration: Duration?) -> String? { duration.map { "\(Int64($0 / .milliseconds(1)))ms" } }
    copy.set("connect-timeout", milliseconds(route.connectTimeout))
    copy.set("timeout", milliseconds(route.timeout))
    copy.set("deadline", milliseconds(route.deadline))
    copy.set("attempts", route.attempts.map { String($0) })
    copy.set("answer-bytes", route.maximumAnswerBytes.map { String($0) })
    copy.set("proxy", route.proxy)
    copy.set("headers-file", route.headers.isEmpty ? nil : DriverRoute.headersFile)
    if route.token != nil {
      copy.set("token-file", DriverRoute.tokenFile)
      copy.options.removeAll { $0.name == "token-env" }
    }
    let options = copy.options.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    return "\(copy.scheme)://\(copy.authority)\(copy.path)" + (options.isEmpty ? "" : "?\(options)")
  }

  private mutating func set(_ name: String, _ value: String?) {
    guard let value else { return }
    options.removeAll { $0.name == name }
    options.append((name, value))
  }
}

extension DriverRoute {
  // Files that exist only in the environment of a route, so that a driver asks the case for what is in them.
  fileprivate static let tokenFile = "route:token"
  fileprivate static let headersFile = "route:headers"

  fileprivate var environment: DriverEnvironment {
    let process = DriverEnvironment.process
    return DriverEnvironment(
      variable: process.variable,
      file: { path in
        switch path {
        case Self.tokenFile: token?().map { Array($0.utf8) }
        case Self.headersFile: Array(headers.map { "\($0.name): \($0.value)\n" }.joined().utf8)
        default: process.file(path)
        }
      })
  }
}
#endif
