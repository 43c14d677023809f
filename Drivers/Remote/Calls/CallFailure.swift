package import Quarry

/// A call that failed, and whether it may be made again.
package struct CallFailure: Error, Sendable {
  /// What the caller gets when the call is not made again.
  package var error: DatabaseError
  /// Whether the call may be made again.
  package var mayRetry: Bool
  /// How long the server asks to wait before that.
  package var retryAfter: Duration?

  /// Creates a failure.
  package init(_ error: DatabaseError, mayRetry: Bool, retryAfter: Duration? = nil) {
    var error = error
    error.isRetrySafe = mayRetry
    self.error = error
    self.mayRetry = mayRetry
    self.retryAfter = retryAfter
  }
}

// MARK: - Without an answer

extension CallFailure {
  /// The failure of a call that got no answer, from this table:
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
  /// By effect: reads and writes with a key are tried again, other writes never. A call that may write and may have
  /// been sent has the code `outcomeUnknown` and the outcome unknown, whatever the kind is.
  package init(_ error: HTTPError, effect: CallEffect) {
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
  /// What a status means, by the table below; `nil` for 2xx, which is no failure.
  ///
  /// | status | code | may have taken effect | tried again |
  /// | --- | --- | --- | --- |
  /// | 401, 403 | authorization | no | no |
  /// | 402 | permission | no | no |
  /// | 404, 410, 421 | cannotOpen | no | no |
  /// | 407 | cannotOpen | no | no |
  /// | 408 | timedOut | no | yes |
  /// | 413 | tooBig | no | no |
  /// | 425, 429, 503 | busy | no | yes |
  /// | 504 | timedOut | yes | by effect |
  /// | 502 | inputOutput | yes | by effect |
  /// | other 5xx | engineInternal | yes | only reads: a key that met an error answers with it again |
  /// | 1xx, 3xx | protocolViolation | no | no |
  /// | other 4xx | protocolViolation | no | no |
  ///
  /// A body that is no JSON, such as the page of a gateway, is quoted in the message. A protocol that says more in the
  /// body of its answer uses that instead.
  package init?(_ response: HTTPResponse, effect: CallEffect, now: Int64? = nil) {
    guard let row = CallFailure.row(response.status) else { return nil }
    let isUnknown = row.mayHaveTakenEffect && effect != .reads
    let mayRetry =
      switch row.retry {
      case .never: false
      case .always: true
      case .byEffect: effect != .writes
      case .reads: effect == .reads
      }
    self.init(
      DatabaseError(
        isUnknown ? .outcomeUnknown : row.code,
        "The server answered \(response.status): \(row.meaning)" + CallFailure.words(response),
        outcome: isUnknown ? .unknown : .notApplied),
      mayRetry: mayRetry, retryAfter: RetryAfter.delay(of: response, now: now))
  }

  /// The beginning of a body that is a text for people.
  static func words(_ response: HTTPResponse) -> String {
    let text = response.body.prefix(400).drop { $0 <= 32 }
    guard let first = text.first, first != UInt8(ascii: "{"), first != UInt8(ascii: "[") else { return "" }
    return " (\(String(decoding: text, as: UTF8.self).prefix(300)))"
  }

  private enum Retry { case never, always, byEffect, reads }

  private struct Row {
    var code: DatabaseError.Code
    var mayHaveTakenEffect = false
    var retry = Retry.never
    var meaning: String
  }

  private static func row(_ status: Int) -> Row? {
    switch status {
    case 200..<300: nil
    case 401: Row(code: .authorization, meaning: "it wants a valid token")
    case 403: Row(code: .authorization, meaning: "the token does not allow this")
    case 402: Row(code: .permission, meaning: "the plan of the account does not allow this")
    case 404, 410, 421: Row(code: .cannotOpen, meaning: "there is no such database at this address")
    case 407: Row(code: .cannotOpen, meaning: "the proxy wants a name and a password")
    case 408: Row(code: .timedOut, retry: .always, meaning: "the request did not come in time")
    case 413: Row(code: .tooBig, meaning: "the request is larger than the server takes")
    case 425, 429: Row(code: .busy, retry: .always, meaning: "too many requests; wait before the next one")
    case 503: Row(code: .busy, retry: .always, meaning: "it cannot work on requests at the moment")
    case 504:
      Row(code: .timedOut, mayHaveTakenEffect: true, retry: .byEffect, meaning: "a gateway got no answer in time")
    case 502:
      Row(code: .inputOutput, mayHaveTakenEffect: true, retry: .byEffect, meaning: "a gateway got no whole answer")
    case 500..<600:
      Row(code: .engineInternal, mayHaveTakenEffect: true, retry: .reads, meaning: "an error inside the server")
    case 300..<400: Row(code: .protocolViolation, meaning: "it points to another address, which is not followed")
    default: Row(code: .protocolViolation, meaning: "the request was not understood")
    }
  }
}
