#if Identity
internal import Quarry

/// An error of a BosBase server, or of a call that wasn't made.
///
/// Messages never hold tokens, passwords or one-time passwords; they are taken out of the decoded body too. The body of
/// an answer that asks for a second factor holds its `mfaId`, so don't log bodies.
public struct BosBaseError: Error, Sendable {
  /// What happened; the codes of ``IdentityError`` and those that only BosBase has.
  public var code: IdentityError.Code
  /// What happened and what to do, in one or two sentences.
  public var message: String
  /// The status of the answer, or 0 if there was none.
  public var status: Int
  /// The address of the call without its query, or `nil` if no call was made.
  public var address: String?
  /// The decoded body of the answer; an empty object if there was none, or if it isn't JSON.
  public var response: BosBaseJSON
  /// The position of the first request of a batch that failed, from 0; `nil` for other errors.
  public var batchIndex: Int?
  /// How long the server asks to wait before the next try, or `nil` if it doesn't say.
  public var retryAfter: Duration?
  /// The error behind this one.
  public var underlying: (any Error)?

  /// Creates an error.
  public init(
    _ code: IdentityError.Code, _ message: String, status: Int = 0, address: String? = nil,
    response: BosBaseJSON = [:], batchIndex: Int? = nil, retryAfter: Duration? = nil, underlying: (any Error)? = nil
  ) {
    self.code = code
    self.message = message
    self.status = status
    self.address = address
    self.response = response
    self.batchIndex = batchIndex
    self.retryAfter = retryAfter
    self.underlying = underlying
  }
}

extension BosBaseError {
  /// What is wrong with one field.
  public struct FieldError: Sendable, Hashable {
    /// The code of the server, such as `validation_required`.
    public var code: String
    /// The message of the server.
    public var message: String

    /// Creates a field's error.
    public init(code: String, message: String) {
      self.code = code
      self.message = message
    }
  }

  /// What is wrong with which field; empty without details. Of a batch, those of the request that failed.
  public var fieldErrors: [String: FieldError] {
    var body = response
    if let batchIndex, let nested = response["data"]?["requests"]?[String(batchIndex)]?["response"] { body = nested }
    return (body["data"]?.members ?? [:]).compactMapValues { detail in
      guard let code = detail["code"]?.text else { return nil }
      return FieldError(code: code, message: detail["message"]?.text ?? "")
    }
  }

  /// The number of the sign-in that a second factor completes; `nil` for other errors.
  public var mfaID: String? { code == .secondFactorRequired ? response["mfaId"]?.text : nil }
}

extension IdentityError.Code {
  /// The password is wrong, or there is no such account.
  public static let wrongPassword = Self(rawValue: "wrongPassword")
  /// The one-time password is wrong, was used, or has expired. Request another one.
  public static let invalidOneTimePassword = Self(rawValue: "invalidOneTimePassword")
  /// The first factor was right, and a second one is required: see ``BosBaseError/mfaID``.
  public static let secondFactorRequired = Self(rawValue: "secondFactorRequired")
  /// The second factor is of the same kind as the first one. Use another kind.
  public static let sameFactor = Self(rawValue: "sameFactor")
  /// The sign-in that the second factor belongs to is unknown, of another account, or has expired. Begin again.
  public static let secondFactorExpired = Self(rawValue: "secondFactorExpired")
  /// The token of a mail isn't valid, was used, or has expired. Request another mail.
  public static let invalidMailToken = Self(rawValue: "invalidMailToken")
  /// The account may not do this, or the method isn't enabled.
  public static let forbidden = Self(rawValue: "forbidden")
  /// There is no such record or collection, or the account may not see it.
  public static let notFound = Self(rawValue: "notFound")
  /// The data, the filter or the order isn't valid: see ``BosBaseError/fieldErrors``.
  public static let invalidData = Self(rawValue: "invalidData")
  /// A request of a batch failed, so that none took effect: see ``BosBaseError/batchIndex``.
  public static let batchFailed = Self(rawValue: "batchFailed")
  /// The request or its answer is too large.
  public static let tooLarge = Self(rawValue: "tooLarge")
  /// A number would be rounded on its way.
  public static let inexactNumber = Self(rawValue: "inexactNumber")
  /// The filter's grammar can't express a condition or a value.
  public static let unsupportedFilter = Self(rawValue: "unsupportedFilter")
  /// A hand-written filter isn't well-formed, or its names don't match its values.
  public static let invalidFilter = Self(rawValue: "invalidFilter")
}

extension BosBaseError: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The message, the fields, the status and the class.
  public var description: String {
    let fields = fieldErrors.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.code)" }
    let details = [status == 0 ? nil : "HTTP \(status)", code.rawValue].compactMap { $0 } + fields
    return "\(message) [\(details.joined(separator: ", "))]"
  }
  /// The description.
  public var debugDescription: String { description }
  /// Nothing, since the body may hold anybody's data.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension BosBaseError {
  /// The error of a part that BosBase shares with other services.
  init(_ error: IdentityError) {
    self.init(
      error.code, error.message, status: error.status ?? 0, retryAfter: error.retryAfter, underlying: error.underlying)
  }
}
#endif
