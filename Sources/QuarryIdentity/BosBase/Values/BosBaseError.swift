#if Identity
internal import Quarry

/// An error of a BosBase server, or of a call that wasn't made.
///
/// Messages and bodies never contain tokens, passwords or one-time passwords. The body of a response that asks for a
/// second factor contains its `mfaId`, so don't log bodies.
public struct BosBaseError: Error, Sendable {
  /// The class of the error: the codes of ``IdentityError``, and codes that only BosBase has.
  public var code: IdentityError.Code
  /// What happened and what to do, in one or two sentences.
  public var message: String
  /// The status of the response, or 0 if there was none.
  public var status: Int
  /// The address of the call without its query, or `nil` if no call was made.
  public var address: String?
  /// The decoded body of the response, or an empty object if there was none or it isn't JSON.
  public var response: BosBaseJSON
  /// The position of the first failed request of a batch, from 0, or `nil` for other errors.
  public var batchIndex: Int?
  /// The time that the server asks to wait before the next try, or `nil` if it doesn't say.
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
  /// An error of one field.
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

  /// The errors by field. Empty without details. For a batch, those of the failed request.
  public var fieldErrors: [String: FieldError] {
    var body = response
    if let batchIndex, let nested = response["data"]?["requests"]?[String(batchIndex)]?["response"] { body = nested }
    return (body["data"]?.members ?? [:]).compactMapValues { detail in
      guard let code = detail["code"]?.text else { return nil }
      return FieldError(code: code, message: detail["message"]?.text ?? "")
    }
  }

  /// The identifier of the sign-in that a second factor completes, or `nil` for other errors.
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
  /// The sign-in for the second factor is unknown, has expired, or belongs to another account. Begin again.
  public static let secondFactorExpired = Self(rawValue: "secondFactorExpired")
  /// The token of a mail isn't valid, was used, or has expired. Request another mail.
  public static let invalidMailToken = Self(rawValue: "invalidMailToken")
  /// The account isn't allowed to do this, or the method isn't enabled.
  public static let forbidden = Self(rawValue: "forbidden")
  /// There is no such record or collection, or the account can't see it.
  public static let notFound = Self(rawValue: "notFound")
  /// The data, the filter or the order isn't valid. See ``BosBaseError/fieldErrors``.
  public static let invalidData = Self(rawValue: "invalidData")
  /// A request of a batch failed, so none took effect. See ``BosBaseError/batchIndex``.
  public static let batchFailed = Self(rawValue: "batchFailed")
  /// The request or its response is too large.
  public static let tooLarge = Self(rawValue: "tooLarge")
  /// A number can't be sent exactly.
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
  /// No children, because the body can contain personal data.
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
