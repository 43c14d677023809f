#if Identity
internal import Quarry

extension BosBaseCollection {
  /// Reads the account that is signed in again, with another token if the server gives one.
  ///
  /// Never assume that this lengthens anything: most tokens aren't refreshable, and come back as they are. Look at the
  /// returned ``BosBaseAccount/expiry``.
  ///
  /// - Throws: ``BosBaseError`` with code `.signInRequired` if the token isn't valid any more; the store stays as it is.
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

  /// Has the server send a mail with which the password can be changed; nothing if there is no such account.
  ///
  /// - Throws: ``BosBaseError``.
  public func requestPasswordReset(_ email: String) async throws(BosBaseError) {
    _ = try await client.send("POST", path("request-password-reset"), body: ["email": .text(email)], by: .nobody)
  }

  /// Sets a new password, which ends all tokens of the account.
  ///
  /// - Parameters:
  ///   - token: The token of the mail.
  ///   - password: The new password.
  /// - Throws: ``BosBaseError`` with code `.invalidMailToken`, `.invalidData` for a password that is too short.
  public func confirmPasswordReset(_ token: String, password: String) async throws(BosBaseError) {
    let body: BosBaseJSON = [
      "token": .text(token), "password": .text(password), "passwordConfirm": .text(password),
    ]
    _ = try await client.send(
      "POST", path("confirm-password-reset"), body: body, by: .nobody, hiding: [token, password])
  }

  // MARK: Addresses

  /// Has the server send a mail that verifies the address of an account; nothing if there is no such account.
  ///
  /// - Throws: ``BosBaseError``.
  public func requestVerification(_ email: String) async throws(BosBaseError) {
    _ = try await client.send("POST", path("request-verification"), body: ["email": .text(email)], by: .nobody)
  }

  /// Verifies an address. If it's that of the account that is signed in, the store's record becomes verified.
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

  /// Has the server send a mail to another address, for the account that is signed in.
  ///
  /// - Throws: ``BosBaseError`` with code `.signInRequired`, `.invalidData` for an address that is in use.
  public func requestEmailChange(_ newEmail: String) async throws(BosBaseError) {
    _ = try await client.send(
      "POST", path("request-email-change"), body: ["newEmail": .text(newEmail)], by: .account)
  }

  /// Changes the address, which ends all tokens of the account. If it's the one that is signed in, the store is cleared.
  ///
  /// - Parameters:
  ///   - token: The token of the mail.
  ///   - password: The password of the account.
  /// - Throws: ``BosBaseError`` with code `.invalidMailToken`, `.invalidData` for a wrong password.
  public func confirmEmailChange(_ token: String, password: String) async throws(BosBaseError) {
    _ = try await client.send(
      "POST", path("confirm-email-change"), body: ["token": .text(token), "password": .text(password)], by: .nobody,
      hiding: [token, password])
    guard let claims = BosBaseToken(DriverSecret(token)) else { return }
    client.authStore.clear { claims.names($0) }
  }

  // MARK: Other accounts

  /// Returns a client that is signed in as another account of the collection. The client of the superuser stays as it is.
  ///
  /// - Parameters:
  ///   - id: The ID of the account.
  ///   - duration: How long the token lasts, rounded down to seconds; `nil` for the collection's own duration. The token
  ///     can't be refreshed.
  /// - Throws: ``BosBaseError`` with code `.forbidden` if the account isn't a superuser, `.notFound`.
  public func impersonate(_ id: String, duration: Duration? = nil) async throws(BosBaseError) -> BosBaseClient {
    guard !id.isEmpty else { throw Self.noRecord }
    let body: BosBaseJSON = duration.map { ["duration": .integer($0.components.seconds)] } ?? [:]
    let answer = try await client.send("POST", path("impersonate", id), body: body, by: .account)
    return BosBaseClient(client, authStore: BosBaseAuthStore(try BosBaseAccount(answer)))
  }
}
#endif
