internal import Quarry

/// The options that the URLs of all remote drivers in this folder share.
package enum RemoteOptions {
  static let all = [
    DriverOption("timeout", "how long one try of a call may take, such as 60s"),
    DriverOption("connect-timeout", "how long making a connection may take, such as 10s"),
    DriverOption("attempts", "how often a call is tried that failed in passing, 1 to 20"),
    DriverOption("deadline", "how long all tries of a call may take, such as 30s"),
    DriverOption("answer-bytes", "the largest response to accept"),
    DriverOption("ca-file", "a file of certificates to trust instead of the system's"),
    DriverOption("proxy", "the proxy to ask, such as http://host:3128, or none; the environment's unless it is given"),
    DriverOption("headers-env", "the environment variable that holds further headers, a line for each"),
    DriverOption("headers-file", "the file that holds further headers, a line for each"),
  ]

  /// The option of drivers whose servers can redirect to other addresses.
  static let trustedHosts = DriverOption(
    "trusted-hosts",
    "additional origins to which the server can redirect, host:port or https://host:port, separated by commas; "
      + "credentials are sent nowhere else")

  /// The origins of that option. An origin without a scheme has the database's scheme.
  static func trustedOrigins(
    _ parameters: DriverParameters, scheme: String
  ) throws(DatabaseError) -> [HTTPOrigin] {
    guard let text = try parameters.text(trustedHosts.name) else { return [] }
    var origins: [HTTPOrigin] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let origin = HTTPOrigin(parsing: String(part), scheme: scheme) else {
        throw parameters.failure("a place of trusted-hosts isn't of the form host:port or https://host:port")
      }
      guard scheme == "http" || origin.scheme == "https" else {
        throw parameters.failure("trusted-hosts names a place without TLS, and the database is behind TLS")
      }
      origins.append(origin)
    }
    return origins
  }

  static func timeouts(_ parameters: DriverParameters) throws(DatabaseError) -> RemoteTimeouts {
    var timeouts = RemoteTimeouts()
    if let timeout = try parameters.duration("timeout") { timeouts.call = max(timeout, .milliseconds(1)) }
    if let timeout = try parameters.duration("connect-timeout") { timeouts.connect = max(timeout, .milliseconds(1)) }
    if let bytes = try parameters.integer("answer-bytes", in: 1024...1 << 40) { timeouts.maximumAnswerBytes = bytes }
    return timeouts
  }

  static func policy(_ parameters: DriverParameters) throws(DatabaseError) -> RetryPolicy {
    var policy = RetryPolicy()
    if let attempts = try parameters.integer("attempts", in: 1...20) { policy.attempts = attempts }
    if let deadline = try parameters.duration("deadline") { policy.deadline = max(deadline, .milliseconds(1)) }
    return policy
  }

  static func transport(_ parameters: DriverParameters) throws(DatabaseError) -> CurlTransport {
    let proxy: CurlTransport.Proxy =
      switch try parameters.text("proxy") {
      case nil: .environment
      case "none"?: .none
      case let url?: .url(url)
      }
    return CurlTransport(
      CurlTransport.Configuration(
        caFile: try parameters.text("ca-file"), proxy: proxy, headers: try headers(parameters)))
  }

  /// The lines of `headers-env` or `headers-file`, each a name, a colon and a value.
  private static func headers(_ parameters: DriverParameters) throws(DatabaseError) -> [String: DriverSecret] {
    guard let text = try parameters.secret("headers") else { return [:] }
    var headers: [String: DriverSecret] = [:]
    for line in text.bytes.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
      let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1)
      guard parts.count == 2 else {
        throw parameters.failure("a line of the further headers isn't a name, a colon and a value")
      }
      let name = String(decoding: parts[0], as: UTF8.self)
      headers[name] = DriverSecret(bytes: Array(parts[1].drop { $0 == UInt8(ascii: " ") }))
    }
    return headers
  }
}
