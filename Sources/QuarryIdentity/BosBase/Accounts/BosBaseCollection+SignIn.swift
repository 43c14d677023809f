#if Identity
public import Quarry

extension BosBaseCollection {
  /// Signs in, and returns whether a second factor is required.
  ///
  /// ```swift
  /// switch try await users.signIn(.password(identity: address, password: password)) {
  /// case .signedIn(let account): show(account.record)
  /// case .secondFactorRequired(let mfaID):
  ///   let otpID = try await users.requestOTP(address)
  ///   try await users.authWithOTP(otpID, await ask(), mfaID: mfaID)
  /// }
  /// ```
  ///
  /// Afterwards, the store holds the account. If an error occurs, the store doesn't change.
  ///
  /// - Parameters:
  ///   - credential: The credential.
  ///   - mfaID: The identifier of the sign-in that this second factor completes.
  ///   - expand: Relations of the account's record with a comma between them.
  /// - Throws: ``BosBaseError`` with code `.wrongPassword`, `.invalidOneTimePassword`, `.sameFactor`,
  ///   `.secondFactorExpired`, `.forbidden` if the method isn't enabled, `.tooManyRequests` and others.
  public func signIn(
    _ credential: BosBaseCredential, mfaID: String? = nil, expand: String? = nil
  ) async throws(BosBaseError) -> BosBaseSignIn {
    do throws(BosBaseError) {
      return .signedIn(try await authenticate(credential, mfaID: mfaID, expand: expand))
    } catch {
      guard let mfaID = error.mfaID else { throw error }
      return .secondFactorRequired(mfaID: mfaID)
    }
  }

  /// Signs in with a password.
  ///
  /// - Parameters:
  ///   - identity: The e-mail address, or another field that identifies accounts.
  ///   - password: The password.
  ///   - identityField: The field of `identity`. If `nil`, any field that the collection allows.
  ///   - mfaID: The identifier of the sign-in that this second factor completes.
  ///   - expand: Relations of the account's record with a comma between them.
  /// - Throws: ``BosBaseError`` with code `.secondFactorRequired`, whose `response["mfaId"]` is the identifier for
  ///   the second sign-in, `.wrongPassword`, or the codes of ``signIn(_:mfaID:expand:)``.
  @discardableResult
  public func authWithPassword(
    _ identity: String, _ password: String, identityField: String? = nil, mfaID: String? = nil, expand: String? = nil
  ) async throws(BosBaseError) -> BosBaseAccount {
    let credential = BosBaseCredential.password(
      identity: identity, password: password, identityField: identityField)
    return try await authenticate(credential, mfaID: mfaID, expand: expand)
  }

  /// Asks the server to send a one-time password by mail.
  ///
  /// - Parameter email: The address of the account. The response is the same if there is no such account.
  /// - Returns: The `otpID` for ``authWithOTP(_:_:mfaID:expand:)``.
  /// - Throws: ``BosBaseError`` with code `.forbidden` if the method isn't enabled, or `.tooManyRequests`.
  public func requestOTP(_ email: String) async throws(BosBaseError) -> String {
    let answer = try await client.send("POST", path("request-otp"), body: ["email": .text(email)], by: .nobody)
    guard let id = answer["otpId"]?.text else {
      throw BosBaseError(.invalidAnswer, "The answer holds no ID of a one-time password")
    }
    return id
  }

  /// Signs in with a one-time password.
  ///
  /// The password is used up even if the second factor fails.
  ///
  /// - Parameters:
  ///   - otpID: The identifier that ``requestOTP(_:)`` returned.
  ///   - password: The password in the mail.
  ///   - mfaID: The identifier of the sign-in that this second factor completes. It isn't the `otpID`.
  ///   - expand: Relations of the account's record with a comma between them.
  /// - Throws: ``BosBaseError`` with code `.invalidOneTimePassword`, or the codes of ``signIn(_:mfaID:expand:)``.
  @discardableResult
  public func authWithOTP(
    _ otpID: String, _ password: String, mfaID: String? = nil, expand: String? = nil
  ) async throws(BosBaseError) -> BosBaseAccount {
    try await authenticate(.oneTimePassword(otpID: otpID, password: password), mfaID: mfaID, expand: expand)
  }

  /// Signs in with the code of an OAuth2 provider.
  ///
  /// Prefer ``beginOAuth2(_:redirectURL:)`` and ``finishOAuth2(_:callback:createData:mfaID:)``, which use the address
  /// of the callback and check its state.
  ///
  /// - Parameters:
  ///   - provider: The provider's name.
  ///   - code: The code.
  ///   - codeVerifier: The verifier of ``BosBaseAuthMethods/Provider``.
  ///   - redirectURL: The address to which the browser was sent back.
  ///   - createData: Fields of the record, if the sign-in creates it.
  ///   - mfaID: The identifier of the sign-in that this second factor completes.
  ///   - expand: Relations of the account's record with a comma between them.
  /// - Throws: ``BosBaseError`` with the codes of ``signIn(_:mfaID:expand:)``.
  @discardableResult
  public func authWithOAuth2Code(
    _ provider: String, code: String, codeVerifier: DriverSecret, redirectURL: String, createData: BosBaseJSON? = nil,
    mfaID: String? = nil, expand: String? = nil
  ) async throws(BosBaseError) -> BosBaseAccount {
    let credential = BosBaseCredential.oauth2(
      provider: provider, code: code, codeVerifier: codeVerifier.text, redirectURL: redirectURL,
      createData: createData)
    return try await authenticate(credential, mfaID: mfaID, expand: expand)
  }

  private func authenticate(
    _ credential: BosBaseCredential, mfaID: String?, expand: String?
  ) async throws(BosBaseError) -> BosBaseAccount {
    var body = credential.body
    if let mfaID { body["mfaId"] = .text(mfaID) }
    let answer = try await client.send(
      "POST", path(credential.call), query: try Self.query(expand: expand), body: .object(body), by: .nobody,
      hiding: credential.secrets)
    let account = try BosBaseAccount(answer)
    client.authStore.save(account)
    return account
  }
}

extension BosBaseCredential {
  fileprivate var call: String {
    switch self {
    case .password: "auth-with-password"
    case .oneTimePassword: "auth-with-otp"
    case .oauth2: "auth-with-oauth2"
    }
  }

  fileprivate var body: [String: BosBaseJSON] {
    switch self {
    case .password(let identity, let password, let field):
      var body: [String: BosBaseJSON] = ["identity": .text(identity), "password": .text(password)]
      if let field { body["identityField"] = .text(field) }
      return body
    case .oneTimePassword(let otpID, let password):
      return ["otpId": .text(otpID), "password": .text(password)]
    case .oauth2(let provider, let code, let verifier, let redirectURL, let data):
      var body: [String: BosBaseJSON] = [
        "provider": .text(provider), "code": .text(code), "codeVerifier": .text(verifier),
        "redirectURL": .text(redirectURL),
      ]
      if let data { body["createData"] = data }
      return body
    }
  }

  fileprivate var secrets: [String] {
    switch self {
    case .password(_, let password, _), .oneTimePassword(_, let password): [password]
    case .oauth2(_, let code, let verifier, _, let data):
      [code, verifier] + (data.map(BosBaseCollection.secrets) ?? [])
    }
  }
}
#endif
