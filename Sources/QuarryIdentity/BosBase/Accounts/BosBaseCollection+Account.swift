#if Identity
internal import Quarry

extension BosBaseCollection {
  /// Reads the signed-in account again, with a new token if the server makes one.
  ///
  /// Don't assume that this extends the sign-in: most tokens can't be refreshed and are returned unchanged. Check the
  /// ``BosBaseAccount/expiry`` of the result.
  ///
  /// - Throws: ``BosBaseError`` with code `.signInRequired` if the token isn't valid any more. The store doesn't
  ///   change.
  @discardableResult
  public func authRefresh(expand: String? = nil) async throws(BosBaseError) -> BosBaseAccount {
    let before = client.authStore.token
    let answer = try await client.send(
      "POST", path("auth-refresh"), query: try Self.query(expand: expand), by: .account)
    let account = try BosBaseAccount(answer)
    if let before { client.authStore.replace(before, with: account) }
    return account
  }

  // MARK: Passwords

  /// Asks the server to send a mail for changing the password. Nothing is sent if there is no such account.
  ///
  /// - Throws: ``BosBaseError``, such as `.unreachable` or `.tooManyRequests`.
  public func requestPasswordReset(_ email: String) async throws(BosBaseError) {
    _ = try await client.send("POST", path("request-password-reset"), body: ["email": .text(email)], by: .nobody)
  }

  /// Sets a new password, which ends all tokens of the account.
  ///
  /// - Parameters:
  ///   - token: The token of the mail.
  ///   - password: The new password.
  /// - Throws: ``BosBaseError`` with code `.invalidMailToken`, or `.invalidData` if the password is too short.
  public func confirmPasswordReset(_ token: String, password: String) async throws(BosBaseError) {
    let body: BosBaseJSON = [
      "token": .text(token), "password": .text(password), "passwordConfirm": .text(password),
    ]
    _ = try await client.send(
      "POST", path("confirm-password-reset"), body: body, by: .nobody, hiding: [token, password])
  }

  // MARK: Addresses

  /// Asks the server to send a mail that verifies the address of an account. Nothing is sent if there is no such
  /// account.
  ///
  /// - Throws: ``BosBaseError``, such as `.unreachable` or `.tooManyRequests`.
  public func requestVerification(_ email: String) async throws(BosBaseError) {
    _ = try await client.send("POST", path("request-verification"), body: ["email": .text(email)], by: .nobody)
  }

  /// Verifies an address. If it belongs to the signed-in account, the store's record becomes verified.
  ///
  /// - Parameter token: The token of the mail.
  /// - Throws: ``BosBaseError`` with code `.invalidMailToken`.
  public func confirmVerification(_ token: String) async throws(BosBaseError) {
    _ = try await client.send(
      "POST", path("confirm-verification"), body: ["token": .text(token)], by: .nobody, hiding: [token])
    guard let claims = BosBaseToken(DriverSecret(token)) else { return }
    client.authStore.change { record in
      guard claims.names(record), record["verified"]?.bool != true else { return false }
      record["verified"] = true
      return true
    }
  }

  /// Asks the server to send a mail to a new address of the signed-in account.
  ///
  /// - Throws: ``BosBaseError`` with code `.signInRequired`, or `.invalidData` if the address is in use.
  public func requestEmailChange(_ newEmail: String) async throws(BosBaseError) {
    _ = try await client.send(
      "POST", path("request-email-change"), body: ["newEmail": .text(newEmail)], by: .account)
  }

  /// Changes the address, which ends all tokens of the account. If the account is signed in, the store is cleared.
  ///
  /// - Parameters:
  ///   - token: The token of the mail.
  ///   - password: The password of the account.
  /// - Throws: ``BosBaseError`` with code `.invalidMailToken`, or `.invalidData` if the password is wrong.
  public func confirmEmailChange(_ token: String, password: String) async throws(BosBaseError) {
    _ = try await client.send(
      "POST", path("confirm-email-change"), body: ["token": .text(token), "password": .text(password)], by: .nobody,
      hiding: [token, password])
    guard let claims = BosBaseToken(DriverSecret(token)) else { return }
    client.authStore.clear { claims.names($0) }
  }

  // MARK: Other accounts

  /// Returns a client that is signed in as another account of the collection. The superuser's client doesn't change.
  ///
  /// - Parameters:
  ///   - id: The ID of the account.
  ///   - duration: The lifetime of the token, rounded down to seconds. If `nil`, the collection's default. The token
  ///     can't be refreshed.
  /// - Throws: ``BosBaseError`` with code `.forbidden` if the account isn't a superuser, or `.notFound`.
  public func impersonate(_ id: String, duration: Duration? = nil) async throws(BosBaseError) -> BosBaseClient {
    guard !id.isEmpty else { throw Self.noRecord }
    let body: BosBaseJSON = duration.map { ["duration": .integer($0.components.seconds)] } ?? [:]
    let answer = try await client.send("POST", path("impersonate", id), body: body, by: .account)
    return BosBaseClient(client, authStore: BosBaseAuthStore(try BosBaseAccount(answer)))
  }
}
#endif
