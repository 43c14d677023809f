#if Identity
public import Quarry

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Keeps one user signed in: stores the tokens, refreshes them before they expire, and supplies them to drivers.
///
/// ```swift
/// let session = IdentitySession(client, store: try FileTokenStore(path: path, key: key))
/// let driver = HranaDriver(url: address, tokens: session.tokens)
/// ```
///
/// If many callers need a token at its expiry, the server gets one request. If the server can't be reached, a token
/// with time left is still used. Tokens are removed from the store only if the access was withdrawn; calls then throw
/// `.signInRequired`.
public actor IdentitySession {
  let client: OAuthClient
  private let store: any TokenStore
  private let margin: Duration
  private let clock: IdentityClock

  private var current: Held?
  private var isLoaded = false
  private var refreshing: Task<Result<DriverSecret, IdentityError>, Never>?
  /// Counts sign-ins and sign-outs, so that a refresh that began before one changes nothing after it.
  private var generation = 0
  /// The time until which a failed refresh isn't retried while the token has time left.
  private var pause: Duration?

  /// The reason why the tokens couldn't be stored the last time, or `nil` if they were stored.
  ///
  /// The session continues with the tokens in memory, and stores them with the next change.
  public private(set) var storeFailure: IdentityError?

  /// Tokens with their expiry on the monotonic clock.
  private struct Held {
    var grant: TokenGrant
    /// When the access token expires.
    var deadline: Duration?
    /// The time before its expiry at which it is refreshed.
    var margin: Duration
    /// Whether a server rejected the access token.
    var isRefused = false
  }

  /// Creates a session. The stored tokens are read when they are first needed.
  ///
  /// - Parameters:
  ///   - client: The client that the tokens belong to.
  ///   - store: The store of the tokens.
  ///   - margin: The time before its expiry at which a token is refreshed. A new token is used for at least half of
  ///     its lifetime, however short it is.
  public init(_ client: OAuthClient, store: any TokenStore, refreshingBefore margin: Duration = .seconds(300)) {
    self.init(client, store: store, refreshingBefore: margin, clock: .system)
  }

  init(
    _ client: OAuthClient, store: any TokenStore, refreshingBefore margin: Duration = .seconds(300),
    clock: IdentityClock
  ) {
    self.client = client
    self.store = store
    self.margin = margin
    self.clock = clock
  }

  // MARK: The state

  /// Returns the tokens, or `nil` if nobody is signed in.
  ///
  /// - Throws: ``IdentityError`` with code `.store` if the stored tokens can't be read.
  public func grant() async throws(IdentityError) -> TokenGrant? {
    try await load()
    return current?.grant
  }

  /// Checks the callback of a sign-in, and signs in with its code.
  ///
  /// - Throws: What ``OAuthClient/finish(_:callback:)`` throws. An earlier sign-in isn't affected.
  @discardableResult
  public func finish(_ attempt: SignInAttempt, callback: String) async throws(IdentityError) -> TokenGrant {
    let grant = try await client.finish(attempt, callback: callback)
    await signIn(with: grant, isNew: true)
    return grant
  }

  /// Signs in with tokens that the program got another way.
  public func signIn(with grant: TokenGrant) async {
    await signIn(with: grant, isNew: false)
  }

  private func signIn(with grant: TokenGrant, isNew: Bool) async {
    isLoaded = true
    generation += 1
    let began = generation
    _ = take(grant, isNew: isNew)
    // A refresh of another program must not store the tokens before after these.
    let lock = try? await store.lock()
    defer { lock?.release() }
    if began == generation { await hold(grant, isNew: isNew) }
  }

  /// Signs out: removes the tokens, and revokes them if the server has an endpoint for that.
  ///
  /// The tokens are removed first, whatever the server responds.
  ///
  /// - Parameter revoking: Whether to revoke the tokens at the server.
  /// - Throws: ``IdentityError`` with code `.store` if the tokens can't be removed, or what revoking throws.
  public func signOut(revoking: Bool = true) async throws(IdentityError) {
    var old = current?.grant
    generation += 1
    isLoaded = true
    current = nil
    // Another program may have refreshed the tokens, or be about to.
    let lock = try? await store.lock()
    defer { lock?.release() }
    if let stored = try? await store.load() { old = stored }
    try await store.clear()
    if revoking, let old { try await client.revoke(old) }
  }

  // MARK: Tokens

  /// Returns an access token with time left. Refreshes it if needed.
  ///
  /// - Throws: ``IdentityError`` with code `.signInRequired` if nobody is signed in or the access was withdrawn, or
  ///   `.unreachable`, `.serverError` and `.tooManyRequests` if the token has expired and can't be refreshed now.
  public func accessToken() async throws(IdentityError) -> DriverSecret {
    try await load()
    guard let held = current else { throw Self.nobody }
    guard needsRefresh(held) else { return held.grant.accessToken }
    if let pause, clock.uptime() < pause, isUsable(held) { return held.grant.accessToken }
    let task = refreshing ?? Task { await self.refreshed(held) }
    refreshing = task
    return try await task.value.get()
  }

  /// Reports that a server rejected an access token, so that the next caller gets another one.
  public func refused(_ token: DriverSecret) {
    if current?.grant.accessToken == token { current?.isRefused = true }
  }

  private func needsRefresh(_ held: Held) -> Bool {
    held.isRefused || remaining(held).map { $0 < held.margin } ?? false
  }

  private func isUsable(_ held: Held) -> Bool {
    !held.isRefused && remaining(held).map { $0 > .zero } ?? true
  }

  /// The remaining time of a token, by the clock that shows less, or `nil` if the server named no expiry.
  private func remaining(_ held: Held) -> Duration? {
    guard let expiry = held.grant.expiry else { return nil }
    let byDate = Duration.seconds(expiry.timeIntervalSince(clock.now()))
    return held.deadline.map { min(byDate, $0 - clock.uptime()) } ?? byDate
  }

  // MARK: Refreshing

  private func refreshed(_ given: Held) async -> Result<DriverSecret, IdentityError> {
    let began = generation
    defer { refreshing = nil }
    var held = given
    var lock: TokenStoreLock?
    defer { lock?.release() }
    let answer: Result<TokenGrant, IdentityError>
    do throws(IdentityError) {
      lock = try await store.lock()
      let latest = await latest(held)
      guard began == generation else { return ofCurrent }
      guard let latest else { return .failure(Self.nobody) }
      held = latest
      guard needsRefresh(held) else { return .success(held.grant.accessToken) }
      answer = .success(try await client.refresh(held.grant, clock: clock))
    } catch {
      answer = .failure(error)
    }
    // Whoever signed in or out meanwhile is right.
    guard began == generation else { return ofCurrent }
    switch answer {
    case .success(let grant):
      pause = nil
      await hold(grant, isNew: true)
      return .success(grant.accessToken)
    case .failure(let error) where error.code == .invalidGrant || error.code == .signInRequired:
      return await withdrawn(held, error, began)
    case .failure(let error):
      // The server is asked again after a while, or when it says so.
      pause = clock.uptime() + max(.seconds(10), error.retryAfter ?? .zero)
      return isUsable(held) ? .success(held.grant.accessToken) : .failure(error)
    }
  }

  /// The tokens to use once no other program refreshes them: the other program's, if it did, or `nil` if it signed
  /// out.
  private func latest(_ held: Held) async -> Held? {
    let began = generation
    let found: TokenGrant?
    do throws(IdentityError) { found = try await store.load() } catch { return held }
    // What couldn't be stored is newer than what is.
    guard began == generation, storeFailure == nil else { return held }
    guard let found else {
      current = nil
      return nil
    }
    return Self.areSame(found, held.grant) ? held : take(found)
  }

  /// The result if the server no longer accepts the refresh token. Another program may have refreshed in between.
  private func withdrawn(
    _ held: Held, _ error: IdentityError, _ began: Int
  ) async -> Result<DriverSecret, IdentityError> {
    if let stored = try? await store.load(), !Self.areSame(stored, held.grant), began == generation {
      let other = take(stored)
      if isUsable(other) { return .success(stored.accessToken) }
    }
    guard began == generation else { return ofCurrent }
    current = nil
    do throws(IdentityError) {
      try await store.clear()
      storeFailure = nil
    } catch {
      storeFailure = error
    }
    return .failure(
      IdentityError(
        .signInRequired, "The access was withdrawn, or has ended. Sign in again", status: error.status,
        serverCode: error.serverCode, underlying: error))
  }

  // MARK: Keeping

  private func load() async throws(IdentityError) {
    guard !isLoaded else { return }
    let began = generation
    let stored = try await store.load()
    guard !isLoaded, began == generation else { return }
    isLoaded = true
    if let stored { _ = take(stored) }
  }

  private func take(_ grant: TokenGrant, isNew: Bool = false) -> Held {
    var held = Held(grant: grant, margin: margin)
    if let expiry = grant.expiry {
      let life = Duration.seconds(expiry.timeIntervalSince(clock.now()))
      held.deadline = clock.uptime() + life
      // Otherwise every call would refresh where tokens live shorter than the margin.
      if isNew { held.margin = min(margin, life / 2) }
    }
    current = held
    return held
  }

  private func hold(_ grant: TokenGrant, isNew: Bool) async {
    _ = take(grant, isNew: isNew)
    do throws(IdentityError) {
      try await store.save(grant)
      storeFailure = nil
    } catch {
      storeFailure = error
    }
  }

  /// The result of a refresh that is no longer needed.
  private var ofCurrent: Result<DriverSecret, IdentityError> {
    current.map { .success($0.grant.accessToken) } ?? .failure(Self.nobody)
  }

  /// Whether tokens are the same. Stores may round their expiry.
  private static func areSame(_ left: TokenGrant, _ right: TokenGrant) -> Bool {
    left.accessToken == right.accessToken && left.refreshToken == right.refreshToken
  }

  private static let nobody = IdentityError(.signInRequired, "Nobody is signed in. Sign in first")
}
#endif
