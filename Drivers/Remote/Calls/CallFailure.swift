public import Quarry

/// A failed call, and whether it can be retried.
///
/// The error says that it is safe to retry only if nothing took effect. A retry after the driver has given up uses
/// another key.
public struct CallFailure: Error, Sendable {
  /// The error for the caller if the call isn't retried.
  public var error: DatabaseError
  /// Whether the call can be retried.
  public var mayRetry: Bool
  /// The time that the server asks to wait before a retry.
  public var retryAfter: Duration?

  /// Creates a failure.
  public init(_ error: DatabaseError, mayRetry: Bool, retryAfter: Duration? = nil) {
    var error = error
    error.isRetrySafe = mayRetry && error.outcome != .unknown
    self.error = error
    self.mayRetry = mayRetry
    self.retryAfter = retryAfter
  }
}

// MARK: - Without an answer

extension CallFailure {
  /// Creates the failure of a call without a response, from this table:
  ///
  /// | kind | code | tried again when nothing was sent | tried again when sent |
  /// | --- | --- | --- | --- |
  /// | unresolvedHost, refused | cannotOpen | yes | by effect |
  /// | tls | cannotOpen | no | no |
  /// | connectTimeout, timeout | timedOut | yes | by effect |
  /// | cut, other | inputOutput | yes | by effect |
  /// | tooLarge | tooBig | no | no |
  /// | cancelled | interrupted | no | no |
  /// | malformed | invalidConfiguration; protocolViolation when sent | no | no |
  ///
  /// By effect: reads, and writes with a key that the server serializes, are retried; other writes never. If a call
  /// may write and may have been sent, the code is `outcomeUnknown`, and so is the outcome, whatever the kind.
  public init(_ error: HTTPError, effect: CallEffect) {
    let row = CallFailure.row(error)
    let isUnknown = error.mayHaveBeenSent && effect != .reads
    self.init(
      DatabaseError(
        isUnknown ? .outcomeUnknown : row.code,
        isUnknown
          ? "The answer was lost. \(error.message). Read the data to see whether the call took effect" : error.message,
        outcome: isUnknown ? .unknown : .notApplied, underlying: error),
      mayRetry: row.isPassing && (!error.mayHaveBeenSent || effect != .writes))
  }

  private static func row(_ error: HTTPError) -> (code: DatabaseError.Code, isPassing: Bool) {
    switch error.kind {
    case .unresolvedHost, .refused: (.cannotOpen, true)
    case .tls: (.cannotOpen, false)
    case .connectTimeout, .timeout: (.timedOut, true)
    case .cut, .other: (.inputOutput, true)
    case .tooLarge: (.tooBig, false)
    case .cancelled: (.interrupted, false)
    case .malformed: (error.mayHaveBeenSent ? .protocolViolation : .invalidConfiguration, false)
    }
  }
}

// MARK: - With an answer

extension CallFailure {
  /// Creates the failure for a status, from this table. Returns `nil` for 2xx, which isn't a failure.
  ///
  /// | status | code | tried again |
  /// | --- | --- | --- |
  /// | 401, 403 | authorization | no |
  /// | 402 | permission | no |
  /// | 404, 407, 410, 421 | cannotOpen | no |
  /// | 408, 504 | timedOut | by effect |
  /// | 413 | tooBig | no |
  /// | 425, 429, 503 | busy | by effect |
  /// | 502 | inputOutput | by effect |
  /// | other 5xx | engineInternal | only reads: a key that met an error answers with it again |
  /// | 1xx, 3xx, other 4xx | protocolViolation | no |
  ///
  /// By effect: reads, and writes with a key that the server serializes, are retried. Other writes are retried only
  /// if the server says that nothing ran.
  ///
  /// A status alone proves nothing about a write: a gateway can send any status after the server behind it has
  /// processed the request. Unless the server itself says more, the code of a write is `outcomeUnknown`. The
  /// exceptions are 401, 407, 413 and 421, for which the standard says that the request wasn't processed.
  ///
  /// If the body isn't JSON, such as the page of a gateway, the message quotes it. If the body of a protocol says
  /// more, it replaces the message.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - effect: Whether the call changes data.
  ///   - saysNothingRan: Whether the protocol's server says in this response, in words that no gateway uses,
  ///     that nothing ran.
  ///   - now: The current time, for a date in `Retry-After`.
  ///
  /// Source: <https://www.rfc-editor.org/rfc/rfc9110#section-15>.
  public init?(_ response: HTTPResponse, effect: CallEffect, saysNothingRan: Bool = false, now: Int64? = nil) {
    guard let row = CallFailure.row(response.status) else { return nil }
    let isUnknown = effect != .reads && !saysNothingRan && !row.provesNothingRan
    let mayRetry =
      switch row.retry {
      case .never: false
      case .byEffect: effect != .writes || saysNothingRan
      case .reads: effect == .reads
      }
    self.init(
      DatabaseError(
        isUnknown ? .outcomeUnknown : row.code,
        "The server answered \(response.status): \(row.meaning)" + CallFailure.words(response)
          + (isUnknown ? ". Read the data to see whether the call took effect" : ""),
        outcome: isUnknown ? .unknown : .notApplied),
      mayRetry: mayRetry, retryAfter: RetryAfter.delay(of: response, now: now))
  }

  /// The beginning of a body that is readable text.
  static func words(_ response: HTTPResponse) -> String {
    let text = response.body.prefix(400).drop { $0 <= 32 }
    guard let first = text.first, first != UInt8(ascii: "{"), first != UInt8(ascii: "[") else { return "" }
    return " (\(String(decoding: text, as: UTF8.self).prefix(300)))"
  }

  private enum Retry { case never, byEffect, reads }

  private struct Row {
    var code: DatabaseError.Code
    /// Whether the standard itself says that the request wasn't processed.
    var provesNothingRan = false
    var retry = Retry.never
    var meaning: String
  }

  private static func row(_ status: Int) -> Row? {
    switch status {
    case 200..<300: nil
    case 401: Row(code: .authorization, provesNothingRan: true, meaning: "it wants a valid token")
    case 403: Row(code: .authorization, meaning: "the token does not allow this")
    case 402: Row(code: .permission, meaning: "the plan of the account does not allow this")
    case 404, 410: Row(code: .cannotOpen, meaning: "there is no such database at this address")
    case 421: Row(code: .cannotOpen, provesNothingRan: true, meaning: "there is no such database at this address")
    case 407: Row(code: .cannotOpen, provesNothingRan: true, meaning: "the proxy wants a name and a password")
    case 408: Row(code: .timedOut, retry: .byEffect, meaning: "the request did not come in time")
    case 413: Row(code: .tooBig, provesNothingRan: true, meaning: "the request is larger than the server takes")
    case 425, 429: Row(code: .busy, retry: .byEffect, meaning: "too many requests; wait before the next one")
    case 503: Row(code: .busy, retry: .byEffect, meaning: "it cannot work on requests at the moment")
    case 504: Row(code: .timedOut, retry: .byEffect, meaning: "a gateway got no answer in time")
    case 502: Row(code: .inputOutput, retry: .byEffect, meaning: "a gateway got no whole answer")
    case 500..<600: Row(code: .engineInternal, retry: .reads, meaning: "an error inside the server")
    case 300..<400: Row(code: .protocolViolation, meaning: "it points to another address, which is not followed")
    default: Row(code: .protocolViolation, meaning: "the request was not understood")
    }
  }
}
