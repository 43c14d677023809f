import Quarry
internal import QuarryWire

extension HranaServer {
  /// The error in the body of a response with an error status, in any of its three forms. `nil` for plain text.
  static func serverError(_ response: HTTPResponse) -> HranaServerError? {
    guard let tree = try? JSONValue(response.body) else { return nil }
    if let message = tree["message"]?.string {
      return HranaServerError(message: message, code: tree["code"]?.string ?? "")
    }
    return tree["error"]?.string.map { HranaServerError(message: $0, code: "") }
  }

  /// Whether a response with an error status comes from the server itself before it ran anything: an error of the
  /// protocol with a 4xx, or the message that no further stream is opened. Gateways use neither form, and their
  /// responses may come after the server's work.
  static func saysNothingRan(_ response: HTTPResponse) -> Bool {
    guard (400..<500).contains(response.status), response.status != 408 else { return false }
    guard response.status == 429 else { return isOfProtocol(response) }
    let words = serverError(response)?.message ?? String(decoding: response.body.prefix(100), as: UTF8.self)
    return words == "too many streams are open"
  }

  /// Whether a body has one of the two forms of a whole call's error: a message with a code, or a single `error`.
  /// Many gateways write only a message, or an `error` among other members.
  private static func isOfProtocol(_ response: HTTPResponse) -> Bool {
    guard let tree = try? JSONValue(response.body), case .object(let members) = tree else { return false }
    if let code = tree["code"]?.string, tree["message"]?.string != nil { return !code.isEmpty }
    return members.count == 1 && tree["error"]?.string != nil
  }

  /// The outcome that a stream no longer exists, as servers report it. `nil` for anything else.
  static func refusedStream(_ response: HTTPResponse) -> Outcome? {
    guard response.status == 400 || response.status == 404 || response.status == 410 else { return nil }
    let error =
      serverError(response)
      ?? HranaServerError(message: String(decoding: response.body.prefix(300), as: UTF8.self), code: "")
    guard error.code == "STREAM_EXPIRED" || error.message.contains("baton") else { return nil }
    return .noStream(error, wasUsed: error.message.contains("already been used"))
  }
}

extension CallFailure {
  /// The failure with the server's message.
  func saying(_ response: HTTPResponse) -> CallFailure {
    var failure = self
    guard let words = HranaServer.serverError(response)?.message else { return failure }
    // The server cannot write what is no text.
    if words.hasPrefix("invalid utf-8 sequence") || words.hasPrefix("incomplete utf-8 byte sequence") {
      failure.error.code = .decoding
      failure.mayRetry = false
    }
    failure.error.message += " (\(words.prefix(300)))"
    return failure
  }
}
