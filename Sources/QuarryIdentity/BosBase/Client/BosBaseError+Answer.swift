#if Identity
internal import QuarryRemote

extension BosBaseError {
  /// The failure in a response.
  ///
  /// - Parameter secrets: Texts that neither the message nor the body repeats, even if the server does.
  init(_ answer: HTTPResponse, body: BosBaseJSON, address: String, hiding secrets: [String]) {
    let received: BosBaseJSON = body.members == nil ? [:] : body
    let sentence = received["message"]?.text ?? ""
    let said = ServiceCalls.shown(sentence, limit: 300, hiding: secrets)
    let body = received.hiding(secrets)
    let failed = Self.failedRequest(body)
    let code = Self.code(answer.status, sentence, body, isBatch: failed != nil)
    var message = said.isEmpty ? "The server refused the request" : said
    switch code {
    case .secondFactorRequired: message = "A second factor is required; sign in again with another method and the mfaID"
    case .signInRequired: message = "The call needs an account: sign in again. \(said)"
    case .batchFailed: if let failed { message = "Request \(failed) of the batch failed, so none took effect. \(said)" }
    default: break
    }
    self.init(
      code, message, status: answer.status, address: address, response: body, batchIndex: failed,
      retryAfter: RetryAfter.delay(of: answer))
  }

  private static func failedRequest(_ body: BosBaseJSON) -> Int? {
    body["data"]?["requests"]?.members?.keys.compactMap { Int($0) }.min()
  }

  /// The class of a failure. If a status is ambiguous, only the server's sentence shows it.
  private static func code(
    _ status: Int, _ message: String, _ body: BosBaseJSON, isBatch: Bool
  ) -> IdentityError.Code {
    switch status {
    case 400 where isBatch: .batchFailed
    case 400:
      switch message {
      case "Failed to authenticate.": .wrongPassword
      case "Invalid or expired OTP.": .invalidOneTimePassword
      case "A different authentication method is required.": .sameFactor
      case "Invalid or expired MFA session.", "Invalid MFA session.": .secondFactorExpired
      default: body["data"]?["token"] == nil ? .invalidData : .invalidMailToken
      }
    case 401: body["mfaId"]?.text == nil ? .signInRequired : .secondFactorRequired
    case 403: .forbidden
    case 404: .notFound
    case 413: .tooLarge
    case 429: .tooManyRequests
    case 500...: .serverError
    default: .refused
    }
  }

  /// The failure of a call without a complete response.
  init(_ error: HTTPError, address: String) {
    let code: IdentityError.Code =
      switch error.kind {
      case .cancelled: .cancelled
      case .tooLarge: .tooLarge
      case .malformed: error.mayHaveBeenSent ? .invalidAnswer : .invalidConfiguration
      default: .unreachable
      }
    let place = ServiceAddress.place(of: address)
    self.init(code, "\(place) didn't answer: \(error.message)", address: address, underlying: error)
  }
}
#endif
