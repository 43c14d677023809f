internal import Quarry

/// The options that the URLs of all remote drivers of this folder have.
enum RemoteOptions {
  static let all = [
    DriverOption("timeout", "how long one try of a call may take, such as 60s"),
    DriverOption("connect-timeout", "how long making a connection may take, such as 10s"),
    DriverOption("attempts", "how often a call is tried that failed in passing, 1 to 20"),
    DriverOption("deadline", "how long all tries of a call may take, such as 30s"),
    DriverOption("answer-bytes", "the largest answer that is taken"),
    DriverOption("ca-file", "a file of certificates to trust instead of the system's"),
  ]

  /// The token, by the options `token-env` and `token-file`; a file is read again when a server refuses the token.
  static func tokens(_ parameters: DriverParameters) throws(DatabaseError) -> TokenProvider? {
    // Refuses what is missing or empty at once.
    guard let token = try parameters.secret("token") else { return nil }
    if let path = try parameters.text("token-file") { return .file(path, in: parameters.environment) }
    if let name = try parameters.text("token-env") { return .variable(name, in: parameters.environment) }
    return .fixed(token)
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
    CurlTransport(CurlTransport.Configuration(caFile: try parameters.text("ca-file")))
  }
}
